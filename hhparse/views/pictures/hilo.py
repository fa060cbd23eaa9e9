"""How the pots of Hi/Lo showdowns went: scooped, three quarters, split, quartered or lost."""

from __future__ import annotations

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from hhparse.stats.intervals import wilson
from hhparse.views.columns import count
from hhparse.views.pictures.results import NothingToDraw, said
from hhparse.views.pictures.rows import Row, intervals, label, tall
from hhparse.views.pictures.style import BLUE, GREEN, NAME, ORANGE, SKY, VERMILION, picture, shortened

# What may become of a showdown, the best first: name, the test that tells it from those below, colour.
_OUTCOMES = (
    ("scooped", pl.col("scooped"), BLUE),
    ("three quarters", pl.col("three_quartered"), SKY),
    ("quartered", pl.col("quartered"), ORANGE),
    ("split", pl.col("high_won") | pl.col("low_won"), GREEN),
    ("lost", pl.lit(True), VERMILION),
)
_SHOWN = ("scooped", "three quarters", "split", "quartered", "lost")


def outcomes(hands: pl.DataFrame) -> pl.DataFrame:
    """Return for each outcome of the Hi/Lo showdowns whose winners are known: outcome, k, n, low and high (95%)."""
    told = hands.filter(pl.col("scooped").is_not_null())
    name = pl.coalesce(*(pl.when(test.fill_null(False)).then(pl.lit(word)) for word, test, _ in _OUTCOMES))
    counted = dict(told.select(name.alias("outcome")).group_by("outcome").len().iter_rows())
    low, high = wilson(pl.col("k"), pl.col("n"))
    rows = {"outcome": _SHOWN, "k": [counted.get(word, 0) for word in _SHOWN], "n": [told.height] * len(_SHOWN)}
    return pl.DataFrame(rows).with_columns(low.alias("low"), high.alias("high"))


def hilo(hands: pl.DataFrame, name: str) -> Figure:
    """Draw how often a player scooped, split, was quartered and lost at showdown. Raises NothingToDraw."""
    told = hands.filter(pl.col("scooped").is_not_null())
    if told.is_empty():
        raise NothingToDraw("no showdown of Hi/Lo with known winners is left by this selection")
    rows = [
        Row(word, 100 * k / n, 100 * low, 100 * high, (f"{k / n:.1%}", f"{low:.0%} to {high:.0%}", f"{k:,}/{n:,}"))
        for word, k, n, low, high in outcomes(told).iter_rows()
    ]
    colours = {word: colour for word, _, colour in _OUTCOMES}

    def draw(figure: Figure, axes: Axes) -> None:
        axes.barh(range(len(rows)), [row.value for row in rows], height=0.64, color=[colours[row.name] for row in rows])
        axes.set_xlim(0, min(100, max(row.high or 0 for row in rows) + 4))
        intervals(axes, rows)
        label(axes, rows, ("share", "95% interval", "k/n"))
        axes.set_xlabel("of Hi/Lo showdowns, with 95% intervals")
        axes.xaxis.set_major_formatter(PercentFormatter(decimals=0))

    left = [f"{count(hands.height - told.height, 'other hand')}"] if told.height < hands.height else []
    note = ". Quartered: one half tied, the other lost; three quarters: one half tied, the other won alone"
    return picture(draw, f"Hi/Lo showdowns of {shortened(name, NAME)}", said(told, left) + note, tall(rows))
