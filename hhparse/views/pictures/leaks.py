"""Statistics beside the bands they should lie in, each with its interval: what lies outside for sure is a leak."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from hhparse.views.pictures.results import NothingToDraw
from hhparse.views.pictures.rows import Row, intervals, label, tall
from hhparse.views.pictures.style import BLUE, FAINT, GREY, NAME, VERMILION, picture, shortened, signed


class Beside(NamedTuple):
    """A statistic beside its band: shares from 0 to 1, `cost` in big blinds (big bets) a hundred hands or None."""

    title: str
    band: tuple[float, float]
    k: int
    n: int
    interval: tuple[float, float]
    verdict: str  # leak, inside or unsure
    cost: float | None
    cost_interval: tuple[float, float] | None


_COLOURS = {"leak": VERMILION, "inside": BLUE, "unsure": GREY}


def leaks(found: Sequence[Beside], name: str, caption: str) -> Figure:
    """Draw the bands in grey, a player's rates as dots with 95% intervals, red where they are leaks.

    Statistics without an occasion are left out. Raises NothingToDraw when none is left.
    """
    known = [each for each in found if each.n]
    if not known:
        raise NothingToDraw("no statistic with a band has an occasion in this selection")
    rows = [
        Row(each.title, 100 * each.k / each.n, 100 * each.interval[0], 100 * each.interval[1], _cells(each))
        for each in known
    ]

    def draw(figure: Figure, axes: Axes) -> None:
        bands = [(100 * each.band[0], 100 * (each.band[1] - each.band[0])) for each in known]
        lefts, widths = zip(*bands, strict=True)
        axes.barh(range(len(rows)), widths, left=lefts, height=0.7, color=FAINT, edgecolor=GREY, lw=0.6)
        axes.set_xlim(0, 100)
        intervals(axes, rows)
        for at, (each, row) in enumerate(zip(known, rows, strict=True)):
            axes.plot(
                row.value, at, "o", color=_COLOURS[each.verdict], ms=10, mec="white", mew=1, zorder=3, clip_on=False
            )
        label(axes, rows, ("verdict", "rate", "k/n", "cost in 100 hands"))
        axes.set_xlabel("rate with 95% interval; grey: the band it should lie in")
        axes.xaxis.set_major_formatter(PercentFormatter(decimals=0))

    return picture(draw, f"Leaks of {shortened(name, NAME)}", caption, tall(rows))


def _cells(each: Beside) -> tuple[str, ...]:
    """Return the verdict with its figures: leak, 31.2%, 80/256, +2.3 (+0.4 to +4.1)."""
    cost = "" if each.cost is None else signed(each.cost)
    if each.cost_interval is not None:
        cost += " ({} to {})".format(*map(signed, each.cost_interval))
    return each.verdict, f"{each.k / each.n:.1%}", f"{each.k:,}/{each.n:,}", cost
