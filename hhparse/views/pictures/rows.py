"""A picture of rows: names to the left, figures with their intervals in the middle, what they mean to the right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from matplotlib.axes import Axes

from hhparse.views.pictures.style import BLACK, GREY, shortened

ROW, MARGIN = 0.42, 1.1  # inches
SMALL, LETTER, GAP = 11, 6.9, 12.0  # points: size and width of a letter of the cells, room between them
LETTERS = 36  # of a name


class Row(NamedTuple):
    """A row: `low` and `high` bound the value, None where nothing does; `cells` stand to the right."""

    name: str
    value: float
    low: float | None
    high: float | None
    cells: tuple[str, ...]


def tall(rows: Sequence[Row]) -> float:
    """Return the height of axes for some rows, in inches."""
    return MARGIN + ROW * max(len(rows), 3)


def label(axes: Axes, rows: Sequence[Row], headings: tuple[str, ...]) -> None:
    """Write names and cells beside the rows, the first row at the top; a column without any cell is left out."""
    axes.set_ylim(len(rows) - 0.4 if len(rows) > 2 else 2.6, -0.6)
    axes.set_yticks(range(len(rows)), [shortened(row.name, LETTERS) for row in rows], color=BLACK)
    axes.tick_params(axis="y", length=0, pad=9)
    axes.grid(visible=False, axis="y")
    axes.spines["left"].set_visible(False)
    lines = [(-0.8, GREY, headings), *((at, BLACK, row.cells) for at, row in enumerate(rows))]
    edge = 4.0  # points right of the axes
    for column in range(len(headings)):
        if not any(row.cells[column] for row in rows):
            continue
        edge += GAP + LETTER * max(len(cells[column]) for _, _, cells in lines)
        for at, colour, cells in lines:
            axes.annotate(
                cells[column], (1, at), (edge, 0), xycoords=axes.get_yaxis_transform(), textcoords="offset points",
                ha="right", va="center", fontsize=SMALL, color=colour, annotation_clip=False,
            )  # fmt: skip


def intervals(axes: Axes, rows: Sequence[Row]) -> None:
    """Draw the intervals; what leaves the axes, interval or value, ends in an arrow at the edge."""
    left, right = axes.get_xlim()
    for at, row in enumerate(rows):
        if not left <= row.value <= right:
            edge, marker = (left, "<") if row.value < left else (right, ">")
            axes.plot(edge, at, marker, color=BLACK, ms=6, mew=1.5, clip_on=False)
        if row.low is None or row.high is None:
            continue
        low, high = max(row.low, left), min(row.high, right)
        axes.plot([low, high], [at, at], color=BLACK, lw=1.5, solid_capstyle="butt")
        ends = [(low, "|" if row.low >= left else "<"), (high, "|" if row.high <= right else ">")]
        for x, marker in ends:
            axes.plot(x, at, marker, color=BLACK, ms=9 if marker == "|" else 6, mew=1.5, clip_on=False)
