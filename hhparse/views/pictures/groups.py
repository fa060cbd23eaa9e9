"""Win rates of groups side by side, each with its interval: by position, stakes, month or any other column."""

from __future__ import annotations

import re

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from hhparse.stats.flags import ORDER
from hhparse.stats.intervals import of_mean
from hhparse.views.pictures.results import comparable
from hhparse.views.pictures.rows import Row, intervals, label, tall
from hhparse.views.pictures.style import BLUE, GREY, NAME, VERMILION, picture, shortened, signed, ticks
from hhparse.views.statistics import named

MOST = 40  # rows that can be read
MANY = 30  # hands from which on a group has a say in the scale


def groups(hands: pl.DataFrame, name: str, by: str) -> Figure:
    """Draw what a player won in a hundred hands of each group, as bars with 95% intervals."""
    kept, unit, caption = comparable(hands)
    table = rates(kept, by)
    if table.height > MOST:
        caption += f"; the {MOST} groups with the most hands of {table.height:,}"
        busiest = table.with_row_index().sort("hands", descending=True, maintain_order=True).head(MOST)
        table = busiest.sort("index")
    rows = [
        Row(named(group), rate, low, high, (signed(rate), _between(low, high), f"{size:,}"))
        for group, size, rate, low, high in table.select(by, "hands", "rate", "low", "high").iter_rows()
    ]

    def draw(figure: Figure, axes: Axes) -> None:
        colours = [BLUE if row.value >= 0 else VERMILION for row in rows]
        axes.barh(range(len(rows)), [row.value for row in rows], height=0.64, color=colours)
        axes.set_xlim(*scale(table))
        axes.axvline(0, color=GREY, lw=1)
        intervals(axes, rows)
        label(axes, rows, ("rate", "95% interval", "hands"))
        axes.set_xlabel(f"{unit} won in 100 hands, with 95% intervals")
        ticks(axes.xaxis)

    return picture(draw, f"Win rate of {shortened(name, NAME)} by {by.replace('_', ' ')}", caption, tall(rows))


def rates(hands: pl.DataFrame, by: str) -> pl.DataFrame:
    """Return for each group: hands, rate (units won in 100 hands), low and high (95%; null for one hand).

    Groups come in the order their column has (positions that of play), numbers in them as numbers; the hands are of
    one player and unit.
    """
    won = 100 * pl.col("net_units")
    low, high = of_mean(won.sum(), won.pow(2).sum(), pl.len())
    table = hands.group_by(by).agg(
        pl.len().alias("hands"), won.mean().alias("rate"), low.alias("low"), high.alias("high")
    )
    order = sorted(range(table.height), key=lambda at: _place(by, table[by][at]))
    return table[order]


def _place(by: str, group: object) -> tuple[bool, int, list[tuple[bool, float, str]]]:
    """Return by what a group is sorted: those without a value last, words of an order by it, numbers as numbers."""
    if group is None:
        return True, 0, []
    words = ORDER.get(by, ())
    parts = re.findall(r"(\d+(?:\.\d+)?)|(\D+)", str(group))
    return (
        False,
        words.index(group) if group in words else len(words),
        [(not digits, float(digits or 0), text) for digits, text in parts],
    )


def _between(low: float | None, high: float | None) -> str:
    return "" if low is None or high is None else f"{signed(low, '.0f')} to {signed(high, '.0f')}"


def scale(table: pl.DataFrame) -> tuple[float, float]:
    """Return the ends of the axis: rates and intervals of groups with many hands fit, those of the others may not."""
    large = table.filter(pl.col("hands") >= MANY)
    if large.is_empty():
        large = table
    figures = [0.0, *large["rate"], *large["low"].drop_nulls(), *large["high"].drop_nulls()]
    room = 0.06 * (max(figures) - min(figures)) or 1.0
    return min(figures) - room, max(figures) + room
