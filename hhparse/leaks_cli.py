"""The command of the leaks: `hhparse leaks PATHS` says where a player lies outside what winning players do."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import click

from hhparse.options import Example, progress, selection_of

if TYPE_CHECKING:
    from hhparse.report import Selection
    from hhparse.stats.bands import Bands
    from hhparse.stats.leaks import Counts, Leak
    from hhparse.views.leaks import Places


@click.command(cls=Example, example="hhparse leaks samples --player Hero --bands nlhe_6max")
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, allow_dash=True))
@click.option("--player", metavar="NAME", help="Whose leaks; by default the one whose history it is.")
@click.option("--alias", "alias", metavar="A=NAME@SITE,...|FILE", multiple=True, help="One player of several names.")
@click.option("--where", metavar="SQL", help='Only hands and seats that meet this, e.g. "eff_stack_bb > 80".')
@click.option("--bands", "named", metavar="NAME|FILE", multiple=True, help="What is no leak; by default by the game.")
@click.option("--hands", "most", metavar="N", type=click.IntRange(1), help="Show the first N hands behind each leak.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def leaks(
    paths: tuple[str, ...],
    player: str | None,
    alias: tuple[str, ...],
    where: str | None,
    named: tuple[str, ...],
    most: int | None,
    form: str,
) -> None:
    """Show where a player lies outside what winning players do, for sure, and what it costs.

    Each statistic with a band is a leak, inside, or not known from so few hands; then it says how many more it takes.
    Of the leaks shown, at most 5% are false on average. Bands are nlhe_6max, nlhe_full_ring and plo_6max, each for the
    hands of its game; nlhe_6max_seats has VPIP by seat; your own stand in a TOML file.
    """
    from hhparse.stats.leaks import Counts
    from hhparse.stats.leaks import leaks as leaks_of

    if most is not None and "-" in paths:
        raise click.UsageError("--hands reads the files a second time, which standard input does not allow")
    chosen = selection_of(player, where, alias)
    counts = Counts(bands_of(named), where, chosen.aliases)
    name, left_out = counted(paths, counts, chosen)
    found = leaks_of(counts, name)
    if not found:
        games = ", ".join(one.name for one in counts.bands)
        raise click.UsageError(f"no hand of {name} is of a game with bands: {games}")
    words = ["hhparse", "stats", *paths, "--player", name, *(word for text in alias for word in ("--alias", text))]
    _write(found, name, shlex.join(words), where, _places(paths, found, name, chosen, most) if most else {}, form)
    if left_out:
        click.echo(left_out, err=True)


def bands_of(named: tuple[str, ...]) -> list[Bands]:
    """Return the bands that were asked for. Raises click.BadParameter."""
    from hhparse.stats.bands import BandsError, load, usual

    try:
        found = [load(name) for name in dict.fromkeys(named)] or usual()
    except BandsError as error:
        raise click.BadParameter(str(error), param_hint="--bands") from None
    if len({bands.name for bands in found}) < len(found):
        raise click.BadParameter("two of them have the same name; rename a file", param_hint="--bands")
    return found


def counted(paths: tuple[str, ...], counts: Counts, chosen: Selection) -> tuple[str, str]:
    """Count all hands; return whose leaks are meant, and what is left out. Raises click.UsageError for nobody."""
    from hhparse.report import fed
    from hhparse.stats import nearest

    with progress(paths) as finished:
        read = fed(paths, chosen, counts.add, finished)
    if not read.players:
        raise click.UsageError("there is no hand in these files")
    if chosen.player is not None and chosen.player not in read.players:
        raise click.UsageError(
            f"there is no player {chosen.player} in these files{nearest(chosen.player, read.players)}"
        )
    players = counts.players()
    if not players or (chosen.player is not None and chosen.player not in players):
        raise click.UsageError("no hand is left by this selection")
    if chosen.player is not None:
        return chosen.player, read.left_out
    heroes = counts.heroes()
    if not heroes:
        raise click.UsageError(f"these are nobody's own hands; choose with --player: {_some(counts.busiest())}")
    if len(heroes) > 1:
        raise click.UsageError(
            f"these are the hands of several; choose with --player, or join them with --alias: {_some(heroes)}"
        )
    return heroes[0], read.left_out


def _some(names: list[str]) -> str:
    return ", ".join(names[:5]) + (f" and {len(names) - 5:,} more" if len(names) > 5 else "")


def _places(paths: tuple[str, ...], found: list[Leak], name: str, chosen: Selection, most: int) -> Places:
    """Return the first hands behind each leak: those in which he did what he does too often, or did not."""
    from hhparse.report import fed
    from hhparse.stats import hands_behind
    from hhparse.tables import Tables
    from hhparse.views.leaks import joined

    wanted = [leak for leak in found if leak.verdict == "leak"]
    places: Places = {(leak.bands.name, leak.statistic, leak.position): [] for leak in wanted}

    def add(tables: Tables) -> None:
        for leak in wanted:
            rows = places[leak.bands.name, leak.statistic, leak.position]
            if len(rows) < most:
                where = joined(leak, chosen.where)
                hands = hands_behind(tables, leak.statistic, name, where=where, aliases=chosen.aliases)
                kept = [row for row in hands.iter_rows(named=True) if leak.too_high == (row["k"] > 0)]
                rows += [(f"{row['path']}:{row['line']}", row["hand_id"]) for row in kept[: most - len(rows)]]

    with progress(paths) as finished:
        fed(paths, chosen, add, finished)
    return places


def _write(found: list[Leak], name: str, command: str, where: str | None, places: Places, form: str) -> None:
    from hhparse.views.leaks import leaks_json, leaks_text

    if form == "json":
        click.echo(leaks_json(found, name, command, where, places))
        return
    for line in leaks_text(found, name, command, where, places):
        click.echo(line)
