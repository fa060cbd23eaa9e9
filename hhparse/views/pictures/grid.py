"""The 169 starting hands of hold'em as a grid: how often each came, and what it won."""

from __future__ import annotations

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from hhparse.views.pictures.results import NothingToDraw, comparable
from hhparse.views.pictures.style import FAINT, GREY, NAME, picture, shortened, signed

RANKS = "AKQJT98765432"


def holding(cards: str) -> str:
    """Return a starting hand by its class: `As Kd` is AKo, `7c 7d` is 77."""
    one, two = sorted(cards.split(), key=lambda card: RANKS.index(card[0]))
    return one[0] + two[0] + ("" if one[0] == two[0] else "s" if one[1] == two[1] else "o")


def cell(row: int, column: int) -> str:
    """Return the starting hand of a cell: pairs on the diagonal, suited above it, the others below."""
    one, two = RANKS[min(row, column)], RANKS[max(row, column)]
    return one + two + ("" if row == column else "s" if row < column else "o")


def holdings(hands: pl.DataFrame) -> pl.DataFrame:
    """Return for each starting hand that came: holding, hands, and the units it won in all."""
    return (
        hands.with_columns(pl.col("hole").map_elements(holding, pl.String).alias("holding"))
        .group_by("holding")
        .agg(pl.len().alias("hands"), pl.col("net_units").sum().alias("won"))
        .sort("holding")
    )


def grid(hands: pl.DataFrame, name: str) -> Figure:
    """Draw the grid of a player's starting hands of hold'em: blue won, red lost. Raises NothingToDraw."""
    known = hands.filter((pl.col("game") == "holdem") & ~pl.col("hole").str.contains("?", literal=True))
    if known.is_empty():
        raise NothingToDraw("no hand of hold'em with known hole cards is left by this selection")
    kept, unit, caption = comparable(known)
    table = {holding: (count, won) for holding, count, won in holdings(kept).iter_rows()}
    values = np.array([[table.get(cell(row, column), (0, np.nan))[1] for column in range(13)] for row in range(13)])
    # The square root keeps one big pot from making all others pale.
    shades = np.sign(values) * np.sqrt(np.abs(values))
    most = float(np.nanmax(np.abs(shades))) or 1.0

    def draw(figure: Figure, axes: Axes) -> None:
        axes.set_facecolor(FAINT)
        axes.imshow(shades, cmap="RdBu", vmin=-most, vmax=most, aspect="auto")
        for row in range(13):
            for column in range(13):
                _write(axes, row, column, table.get(cell(row, column)), abs(shades[row, column]) > 0.6 * most)
        axes.set_xticks([])
        axes.set_yticks([])
        axes.set_xticks(np.arange(-0.5, 13), minor=True)
        axes.set_yticks(np.arange(-0.5, 13), minor=True)
        axes.grid(visible=False)
        axes.grid(visible=True, which="minor", color="white", lw=2)
        axes.tick_params(which="both", length=0)
        for side in axes.spines.values():
            side.set_visible(False)

    caption += f". Each cell: {unit} won, below it the hands; blue won, red lost; suited above the diagonal"
    return picture(draw, f"Starting hands of {shortened(name, NAME)} in hold'em", caption, height=9.6)


def _write(axes: Axes, row: int, column: int, found: tuple[int, float] | None, dark: bool) -> None:
    """Write into a cell its name and, where the hand came, what it won and how often it came."""
    ink = "white" if dark else "black" if found else GREY
    name = axes.text(column, row - 0.24 * bool(found), cell(row, column), color=ink, fontsize=12.5, weight="bold")
    texts = [name]
    if found:
        times, won = found
        texts.append(axes.text(column, row + 0.08, signed(won), color=ink, fontsize=10.5))
        texts.append(axes.text(column, row + 0.34, f"{times:,}", color=ink, fontsize=9))
    for text in texts:
        text.set(ha="center", va="center")
