"""The command of the pictures: `hhparse plot KIND PATHS -o FILE` draws the hands of one player."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import click

from hhparse.leaks_cli import bands_of, counted
from hhparse.options import Example, Nothing, progress, selection_of, write_out

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.figure import Figure

    from hhparse.report import Selection

KINDS = ("winnings", "groups", "grid", "hilo", "leaks")


@click.command(cls=Example, example="hhparse plot groups samples --by stakes --player Hero -o stakes.svg")
@click.argument("kind", metavar="KIND")
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, allow_dash=True))
@click.option("-o", "--output", required=True, metavar="FILE", help="A .png, .svg or .pdf file.")
@click.option("--player", metavar="NAME", help="Whose hands; by default those of the hero.")
@click.option("--by", metavar="COLUMN", default="position", show_default=True, help="groups: by which column.")
@click.option("--bands", metavar="NAME|FILE", multiple=True, help="leaks: what is no leak; by default by the game.")
@click.option("--alias", "alias", metavar="A=NAME@SITE,...|FILE", multiple=True, help="One player of several names.")
@click.option("--where", metavar="SQL", help='Only hands that meet this, e.g. "eff_stack_bb < 60".')
def plot(
    kind: str,
    paths: tuple[str, ...],
    output: str,
    player: str | None,
    by: str,
    bands: tuple[str, ...],
    alias: tuple[str, ...],
    where: str | None,
) -> None:
    """Draw the results of a player.

    \b
    KIND is one of
      winnings  hand after hand: with and without showdown, all-in adjusted, and the range of luck
      groups    win rates by position, stakes, month or any other column (--by)
      grid      the 169 starting hands of hold'em
      hilo      how Hi/Lo showdowns went: scooped, split, quartered, lost
      leaks     statistics beside the bands in which winning players lie (--bands)
    """
    from hhparse.views.pictures.results import NothingToDraw
    from hhparse.views.pictures.style import rendered

    form = _checked(kind, output, by)
    chosen = selection_of(player, where, alias)
    try:
        drawn = _leaks(paths, chosen, bands) if kind == "leaks" else _results(paths, chosen, kind, by)
    except NothingToDraw as error:
        raise Nothing(str(error)) from None
    write_out(output, rendered(drawn.figure, form))
    click.echo(f"{output}: {kind} of {drawn.said}")
    if drawn.left_out:
        click.echo(drawn.left_out, err=True)


class Drawn(NamedTuple):
    """A picture, of whom and what it is in words, and what is left out."""

    figure: Figure
    said: str
    left_out: str


def _leaks(paths: tuple[str, ...], chosen: Selection, bands: tuple[str, ...]) -> Drawn:
    """Draw the leaks of one player. Raises NothingToDraw, click.UsageError."""
    from hhparse.stats.leaks import Counts
    from hhparse.stats.leaks import leaks as leaks_of
    from hhparse.views.columns import count
    from hhparse.views.pictures.leaks import leaks

    counts = Counts(bands_of(bands), chosen.where, chosen.aliases)
    name, left_out = counted(paths, counts, chosen)
    found = leaks_of(counts, name)
    return Drawn(leaks(found, name), f"{name}, {count(len(found), 'statistic')}", left_out)


def _results(paths: tuple[str, ...], chosen: Selection, kind: str, by: str) -> Drawn:
    """Draw the results of one player. Raises NothingToDraw, Nothing."""
    from hhparse.report import hands_of
    from hhparse.views.columns import count
    from hhparse.views.pictures.results import NAMES

    with progress(paths) as finished:
        read = hands_of(paths, (*NAMES, by), _of_hero(chosen), finished)
    hands = _of_one(read.table, read.players, chosen)
    name = hands["player"][0]
    return Drawn(_figure(kind, hands, name, by), f"{name}, {count(hands.height, 'hand')}", read.left_out)


def _checked(kind: str, output: str, by: str) -> str:
    """Return the format of the output, all arguments checked. Raises click.BadParameter with the nearest."""
    from hhparse.stats import FLAGS, nearest
    from hhparse.views.pictures.style import format_of

    if kind not in KINDS:
        message = f"there is no picture {kind!r}, but {', '.join(KINDS)}{nearest(kind, KINDS)}"
        raise click.BadParameter(message, param_hint="KIND")
    if by not in FLAGS:
        raise click.BadParameter(f"there is no column {by!r}{nearest(by, FLAGS)}", param_hint="--by")
    try:
        return format_of(output)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--output") from None


def _of_hero(chosen: Selection) -> Selection:
    """Return the selection of the hero's hands where no player is named."""
    if chosen.player is not None:
        return chosen
    return replace(chosen, where="hero" if chosen.where is None else f"hero AND ({chosen.where})")


def _of_one(table: pl.DataFrame | None, players: Counter[str], chosen: Selection) -> pl.DataFrame:
    """Return the hands of the one player there is. Raises Nothing for none and for several."""
    from hhparse.stats import nearest

    if not players:
        raise Nothing("there is no hand in these files")
    if table is None:
        near = nearest(chosen.player or "", players)
        raise Nothing(f"there is no player {chosen.player} in these files{near}")
    if table.is_empty() and chosen.player is None and chosen.where is None:
        raise Nothing(f"no hand says whose history it is: choose a --player, as {_busiest(players)}")
    if table.is_empty():
        raise Nothing("no hand is left by this selection")
    heroes = Counter(table["player"])
    if len(heroes) > 1:
        raise Nothing(f"{len(heroes)} heroes: choose a --player, as {_busiest(heroes)}; or join them (--alias)")
    return table


def _busiest(players: Counter[str]) -> str:
    return ", ".join(f"{name} ({times:,})" for name, times in players.most_common(3))


def _figure(kind: str, hands: pl.DataFrame, name: str, by: str) -> Figure:
    """Return the picture of a kind. Raises NothingToDraw."""
    from hhparse.views.pictures.grid import grid
    from hhparse.views.pictures.groups import groups
    from hhparse.views.pictures.hilo import hilo
    from hhparse.views.pictures.winnings import winnings

    if kind == "groups":
        return groups(hands, name, by)
    return {"winnings": winnings, "grid": grid, "hilo": hilo}[kind](hands, name)
