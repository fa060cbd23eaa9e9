"""The command of the statistics: `hhparse stats PATHS` counts, `--list` and `--explain` say what, `--hands` shows."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hhparse.options import Example, progress, selection_of

if TYPE_CHECKING:
    import polars as pl

    from hhparse.report import Counted, Selection
    from hhparse.stats import Definition

Definitions = dict[str, "Definition"]

PROFILES = ("canonical", "pt4", "hm3", "fpdb")
TOPICS = ("preflop", "postflop", "aggression", "showdown", "money", "hilo", "own")


@click.command(cls=Example, example="hhparse stats samples --player Hero --by position --where \"game = 'holdem'\"")
@click.argument("paths", nargs=-1, type=click.Path(exists=True, allow_dash=True))
@click.option("--player", metavar="NAME", help="Only this player.")
@click.option("--alias", "alias", metavar="A=NAME@SITE,...|FILE", multiple=True, help="One player of several names.")
@click.option("--by", metavar="COLUMN", multiple=True, help="Group by player (default), position, stakes, session, ...")
@click.option("--where", metavar="SQL", help='Only hands and seats that meet this, e.g. "eff_stack_bb < 60".')
@click.option("--stat", metavar="NAME,...", multiple=True, help="Only these statistics.")
@click.option("--topic", type=click.Choice(TOPICS), multiple=True, help="Only the statistics of this topic.")
@click.option(
    "--profile", type=click.Choice(PROFILES), default="canonical", show_default=True, help="Whose definitions."
)
@click.option("--definitions", metavar="FILE", type=click.Path(exists=True, dir_okay=False), help="Your own in TOML.")
@click.option("--most", type=click.IntRange(1), help="Show only the groups with the most hands.")
@click.option("--intervals", is_flag=True, help="Show 95% intervals; a single group has them anyway.")
@click.option("--format", "form", type=click.Choice(["text", "csv", "json"]), default="text", show_default=True)
@click.option("--list", "listing", is_flag=True, help="List the statistics.")
@click.option("--explain", metavar="NAME", help="Say how a statistic is counted.")
@click.option("--hands", "behind", metavar="NAME", help="Show the hands behind a statistic, each with its place.")
def stats(
    paths: tuple[str, ...],
    player: str | None,
    alias: tuple[str, ...],
    by: tuple[str, ...],
    where: str | None,
    stat: tuple[str, ...],
    topic: tuple[str, ...],
    profile: str,
    definitions: str | None,
    most: int | None,
    intervals: bool,
    form: str,
    listing: bool,
    explain: str | None,
    behind: str | None,
) -> None:
    """Count statistics by player, position or any other column, with k/n under each.

    Text shows the most used, CSV and JSON all, unless --stat or --topic choose. `hhparse stats --list` names them.
    """
    from hhparse.views.statistics import explained, listed

    known = _known(definitions, profile)
    if listing:
        _print(listed(_chosen(known, stat, topic) or known))
    elif explain is not None:
        _print(explained(known[_name(explain, known, "--explain")]))
    elif not paths:
        raise click.UsageError("Missing argument 'PATHS...'.")
    elif behind is not None:
        _behind(paths, known[_name(behind, known, "--hands")], selection_of(player, where, alias), form)
    else:
        chosen = _chosen(known, stat, topic)
        if not chosen:
            chosen = known if form != "text" else {name: item for name, item in known.items() if _shown(item)}
        _count(paths, _keys(by), chosen, selection_of(player, where, alias), most, intervals, form)


def _shown(item: Definition) -> bool:
    """Tell whether a statistic is shown when none is asked for: the usual ones, and the user's own."""
    return item.usual or item.topic == "own"


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(line)


def _known(path: str | None, profile: str) -> Definitions:
    """Return the definitions as a profile has them, with the user's own. Raises click.BadParameter."""
    from hhparse.stats import DEFINITIONS, in_profile, load

    own: Definitions = {}
    if path is not None:
        try:
            own = load(Path(path))
        except ValueError as error:
            raise click.BadParameter(str(error), param_hint="--definitions") from None
        if taken := own.keys() & DEFINITIONS.keys():
            message = f"{path}: statistic {', '.join(sorted(taken))}: name: there is one already; choose another"
            raise click.BadParameter(message, param_hint="--definitions")
    return in_profile(profile, {**DEFINITIONS, **own})


def _name(name: str, known: Definitions, option: str) -> str:
    """Return the name of a statistic. Raises click.BadParameter with the nearest names."""
    from hhparse.stats import nearest

    if name not in known:
        near = nearest(name, known) or "; see hhparse stats --list"
        raise click.BadParameter(f"there is no statistic {name!r}{near}", param_hint=option)
    return name


def _chosen(known: Definitions, stat: tuple[str, ...], topic: tuple[str, ...]) -> Definitions:
    """Return the statistics that --stat and --topic name; none when neither is given."""
    names = [_name(name.strip(), known, "--stat") for text in stat for name in text.split(",")]
    names += [name for name, item in known.items() if item.topic in topic]
    if topic and not names:
        raise click.BadParameter(f"there is no statistic of {', '.join(topic)}", param_hint="--topic")
    return {name: known[name] for name in names}


def _keys(by: tuple[str, ...]) -> tuple[str, ...]:
    """Return the columns to group by. Raises click.BadParameter with the nearest names."""
    from hhparse.report import GROUPS
    from hhparse.stats import FLAGS, nearest

    for key in by:
        if key not in FLAGS:
            near = nearest(key, FLAGS)
            raise click.BadParameter(f"{key!r} is not one of {', '.join(GROUPS)}{near}", param_hint="--by")
    of_player = ("player",) if "session" in by else ()  # a session is a player's
    return tuple(dict.fromkeys((*of_player, *by))) or ("player",)


def _count(
    paths: tuple[str, ...],
    keys: tuple[str, ...],
    chosen: Definitions,
    selection: Selection,
    most: int | None,
    intervals: bool,
    form: str,
) -> None:
    from hhparse.report import pooled
    from hhparse.views.statistics import statistics

    with progress(paths) as finished:
        counted = pooled(paths, keys, selection, chosen.values(), finished)
    table = _table(counted, selection)
    if form == "text":
        _print(statistics(table, keys, most, chosen, intervals))
    else:
        _export(table, form)
    if counted.left_out:
        click.echo(counted.left_out, err=True)


def _behind(paths: tuple[str, ...], item: Definition, selection: Selection, form: str) -> None:
    from hhparse.report import behind
    from hhparse.views.statistics import behind as lines

    with progress(paths) as finished:
        counted = behind(paths, item, selection, finished)
    table = _table(counted, selection)
    if form == "text":
        _print(lines(table, item))
    else:
        _export(table, form)
    if counted.left_out:
        click.echo(counted.left_out, err=True)


def _table(counted: Counted, selection: Selection) -> pl.DataFrame:
    """Return what was counted. Raises click.UsageError when it is nothing."""
    from hhparse.stats import nearest

    if not counted.players:
        raise click.UsageError("there is no hand in these files")
    if counted.table is None:
        near = nearest(selection.player or "", counted.players)
        raise click.UsageError(f"there is no player {selection.player} in these files{near}")
    if counted.table.is_empty():
        raise click.UsageError("no hand is left by this selection")
    return counted.table


def _export(table: pl.DataFrame, form: str) -> None:
    click.echo(table.write_csv() if form == "csv" else table.write_json(), nl=form == "json")
