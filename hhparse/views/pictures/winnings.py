"""What was won, hand after hand: the result, its red and blue line, all-in adjusted, and how far luck alone goes."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from hhparse.stats.intervals import Z
from hhparse.views.columns import count
from hhparse.views.pictures.results import comparable
from hhparse.views.pictures.style import BLACK, BLUE, GREEN, GREY, NAME, VERMILION, picture, shortened, signed, ticks

# What is drawn: column, name, colour, line style; the styles keep lines apart without any colour.
_LINES: tuple[tuple[str, str, str, Any], ...] = (
    ("net", "won", BLACK, "-"),
    ("adjusted", "all-in adjusted", GREEN, (0, (1, 1))),
    ("showdown", "at showdown (blue line)", BLUE, (0, (5, 1.5))),
    ("before", "without showdown (red line)", VERMILION, (0, (6, 1.5, 1, 1.5))),
)
_POINTS = 4000  # of a line, more than pixels
_STEPS = 500  # of the band, which is smooth


def winnings(hands: pl.DataFrame, name: str) -> Figure:
    """Draw the sums of what a player won, in order of time.

    The band holds 95% of the results that a player with the same win rate and swings would have after as many hands.
    """
    kept, unit, caption = comparable(hands)
    sums, units = lines(kept), kept["net_units"].to_numpy()
    changed = int(((kept["net_adjusted"] / kept["unit"] - kept["net_units"]).abs() > 1e-9).sum())
    caption += f"; all-in adjusted: {count(changed, 'hand')}"

    def draw(figure: Figure, axes: Axes) -> None:
        number = np.unique(np.linspace(0, units.size, _POINTS).astype(int))
        marker = "o" if units.size < 3 else ""
        for column, title, colour, style in _LINES:
            line, wide = sums[column], 2.6 if column == "net" else 1.9
            words = f"{title} {signed(line[-1])}"
            axes.plot(number, line[number], linestyle=style, marker=marker, color=colour, lw=wide, label=words)
        if units.size > 1:
            after = np.linspace(0, units.size, min(units.size, _STEPS) + 1)
            spread, middle = Z * units.std(ddof=1) * np.sqrt(after), units.mean() * after
            words = "95% of results at this win rate"
            axes.fill_between(after, middle - spread, middle + spread, color=GREY, alpha=0.13, lw=0, label=words)
        axes.axhline(0, color=GREY, lw=1, zorder=1)
        axes.set_xlabel("hands")
        axes.set_ylabel(f"{unit} won")
        axes.margins(x=0.01)
        if not any(line.any() for line in sums.values()):
            axes.set_ylim(-1, 1)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.xaxis.set_major_formatter("{x:,.0f}")
        ticks(axes.yaxis)
        figure.legend(loc="outside lower left", ncols=3, handlelength=3.5, columnspacing=2.5)

    return picture(draw, f"Winnings of {shortened(name, NAME)}", caption)


def lines(hands: pl.DataFrame) -> dict[str, npt.NDArray[np.float64]]:
    """Return the running sums from 0 on: net, with showdown, without, and all-in adjusted."""
    net, showdown = hands["net_units"].to_numpy(), hands["showdown"].to_numpy()
    found = {
        "net": net,
        "adjusted": (hands["net_adjusted"] / hands["unit"]).to_numpy(),
        "showdown": np.where(showdown, net, 0.0),
        "before": np.where(showdown, 0.0, net),
    }
    return {name: np.concatenate([[0.0], np.cumsum(row)]) for name, row in found.items()}
