"""The statistics of the heroes, or of the busiest players: value, k/n and interval of each, and all by position."""

from __future__ import annotations

from xml.etree.ElementTree import Element

import polars as pl

from hhparse.page.elements import Child, node, table
from hhparse.report import Survey
from hhparse.stats import DEFINITIONS
from hhparse.views.statistics import figures, grouped

_TALL = ["No", "Statistic", "Value", "k/n", "95%"]


def statistics(found: Survey, players: int) -> Element:
    """Return the tables of at most so many players."""
    everyone = found.pool.result(("player",))
    busiest = everyone.filter(pl.col("statistic") == "hands").sort("n", "player", descending=[True, False])
    names = [hero for hero, _ in found.heroes.most_common()] or busiest["player"].to_list()
    who = "the players whose cards are face up" if found.heroes else "the players with the most hands"
    parts = [node("h2", "Statistics"), node("p", f"Of {who}; hhparse stats counts more, of anybody.", class_="quiet")]
    own = [_tall(name, everyone.filter(pl.col("player") == name)) for name in names[:players]]
    if own:
        parts.append(node("div", *own, class_="beside"))
    parts.append(node("h3", "All players by position"))
    parts.append(_wide(found.pool.result(("position",), bounds=False)))
    return node("section", *parts, id="statistics")


def _tall(name: str, counted: pl.DataFrame) -> Element:
    """Return a row a statistic of a player."""
    rows: list[list[Child]] = [
        [*line] for _, group in grouped(counted, ("player",)) for line in figures(group, DEFINITIONS)
    ]
    return node("section", node("h3", name), table(f"Statistics of {name}", _TALL, rows, frozenset((1,))))


def _wide(counted: pl.DataFrame) -> Element:
    """Return a row a position with the statistics that are shares or ratios, k/n below each value."""
    plain = counted.filter(pl.col("currency").is_null() & pl.col("measure").is_null())
    plain = plain.filter(~pl.col("statistic").is_in([name for name, item in DEFINITIONS.items() if item.money]))
    head, rows = ["Position"], list[list[Child]]()
    for name, group in grouped(plain, ("position",)):
        cells = figures(group, DEFINITIONS)
        head = ["Position", *(row[1] for row in cells)]
        rows.append([*name, *(node("div", row[2], node("small", row[3])) for row in cells)])
    return table("Value, and k/n below it", head, rows, frozenset((0,)))
