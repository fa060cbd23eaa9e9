"""The hands a picture is drawn from: those of one player whose results can be added up."""

from __future__ import annotations

from typing import NamedTuple

import polars as pl

from hhparse.views.columns import count

NAMES = (
    "played_at", "player", "kind", "measure", "unit", "net_units", "net_adjusted", "showdown", "game",
    "hole", "scooped", "high_won", "low_won", "quartered", "three_quartered",
)  # fmt: skip
"""The flags that pictures need."""

UNITS = {"bb": "big blinds", "BB": "big bets"}
_APART = {
    "kind": {"ring": "of ring games", "tournament": "of tournaments"},
    "measure": {measure: f"counted in {unit}" for measure, unit in UNITS.items()},
}


class NothingToDraw(ValueError):
    """No hand is left for a picture; the message says of what kind it should be."""


class Comparable(NamedTuple):
    """Hands in order of time, their unit in words, and what to say below a title."""

    hands: pl.DataFrame
    unit: str
    caption: str


def comparable(hands: pl.DataFrame) -> Comparable:
    """Return the hands whose results can be added up, and in words what is left out.

    Big blinds and big bets are different units, ring games and tournaments different money: those with the most hands
    stay. Hands whose blind is not known have no result in units. Raises NothingToDraw.
    """
    kept = hands.filter(pl.col("net_units").is_not_null()).sort("played_at", nulls_last=True, maintain_order=True)
    left = [f"{hands.height - kept.height:,} without a known blind"] if kept.height < hands.height else []
    if kept.is_empty():
        raise NothingToDraw(f"no hand is left by this selection{': ' if left else ''}{', '.join(left)}")
    for column, words in _APART.items():
        (most, _), *others = kept.group_by(column).len().sort(-pl.col("len").cast(pl.Int64), column).iter_rows()
        left += [f"{size:,} {words[name]}" for name, size in others]
        kept = kept.filter(pl.col(column) == most)
    return Comparable(kept, UNITS[kept["measure"][0]], said(kept, left))


def said(hands: pl.DataFrame, left: list[str]) -> str:
    """Return how many hands there are, of when, and what is left out."""
    days = hands.select(pl.col("played_at").drop_nulls().dt.strftime("%Y-%m-%d")).to_series()
    span = list(dict.fromkeys([days.min(), days.max()])) if days.len() else []
    words = ", ".join([count(hands.height, "hand"), *([" to ".join(map(str, span))] if span else [])])
    return f"{words}; left out: {', '.join(left)}" if left else words
