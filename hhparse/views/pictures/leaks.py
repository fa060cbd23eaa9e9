"""Statistics beside the bands they should lie in, each with its interval: what lies outside for sure is a leak."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from hhparse.stats.chances import FLAT
from hhparse.stats.leaks import Leak
from hhparse.views.columns import count
from hhparse.views.pictures.groups import MOST
from hhparse.views.pictures.results import NothingToDraw
from hhparse.views.pictures.rows import Row, intervals, label, tall
from hhparse.views.pictures.style import BLACK, BLUE, FAINT, GREY, NAME, VERMILION, picture, shortened, signed

_COLOURS = {"leak": VERMILION, "unsure": GREY, "inside": BLUE}  # in the order in which they are drawn


def leaks(found: Sequence[Leak], name: str) -> Figure:
    """Draw the bands in grey, a player's rates as dots with 95% intervals, red where they are leaks.

    Leaks come first, then what is unsure, then what is inside; statistics without an occasion are left out. Raises
    NothingToDraw when none is left.
    """
    known = [leak for verdict in _COLOURS for leak in found if leak.n and leak.verdict == verdict]
    if not known:
        raise NothingToDraw("no statistic with a band has an occasion in this selection")
    bands = {leak.bands.name: f"{leak.bands.title}, {count(leak.hands, 'hand')}" for leak in known}
    caption = f"{'; '.join(bands.values())}. Grey: the band of winning players; diamond: shrunk to what others do"
    if len(known) > MOST:
        caption += f"; the first {MOST} of {len(known):,} statistics"
    shown = known[:MOST]
    rows = [_row(leak, len(bands) > 1) for leak in shown]

    def draw(figure: Figure, axes: Axes) -> None:
        lefts, widths = [100 * leak.low for leak in shown], [100 * (leak.high - leak.low) for leak in shown]
        axes.barh(range(len(rows)), widths, left=lefts, height=0.7, color=FAINT, edgecolor=GREY, lw=0.6)
        axes.set_xlim(0, 100)
        intervals(axes, rows)
        for at, (leak, row) in enumerate(zip(shown, rows, strict=True)):
            if leak.prior != FLAT:
                axes.plot(100 * leak.mean, at, "D", color="white", ms=6, mec=BLACK, mew=1.2, zorder=3)
            colour = _COLOURS[leak.verdict]
            axes.plot(row.value, at, "o", color=colour, ms=10, mec="white", mew=1, zorder=4, clip_on=False)
        label(axes, rows, ("verdict", "rate", "k/n", "lost in 100 hands"))
        axes.set_xlabel("rate, with 95% interval")
        axes.xaxis.set_major_formatter(PercentFormatter(decimals=0))

    return picture(draw, f"Leaks of {shortened(name, NAME)}", caption, tall(rows))


def _row(leak: Leak, several: bool) -> Row:
    """Return the row of a leak; of several bands it names its own."""
    rate, (low, high) = leak.k / leak.n, leak.interval or (0, 1)
    name = f"{leak.title}, {leak.bands.name}" if several else leak.title
    return Row(
        name, 100 * rate, 100 * low, 100 * high, (leak.verdict, f"{rate:.1%}", f"{leak.k:,}/{leak.n:,}", _cost(leak))
    )


def _cost(leak: Leak) -> str:
    """Return what a leak costs: `2.3 bb (0.4 to 4.1)`."""
    value, interval, _ = leak.cost
    if value is None:
        return "unknown" if leak.verdict == "leak" else ""
    between = "" if interval is None else " ({} to {})".format(*map(signed, interval))
    return f"{signed(value)} {leak.unit}{between}"
