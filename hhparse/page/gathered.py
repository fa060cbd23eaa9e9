"""What a page shows beside the survey: the heroes' hands for the pictures, and the counts of the bands for leaks."""

from __future__ import annotations

import polars as pl

from hhparse.report import Survey
from hhparse.stats import played
from hhparse.stats.bands import usual
from hhparse.stats.leaks import Counts, Leak, leaks
from hhparse.tables import Tables
from hhparse.views.pictures.results import NAMES

BY = ("position", "stakes", "month")  # by which win rates are drawn


class Gathered:
    """The tables of all hands, batch by batch; memory holds the heroes' hands."""

    def __init__(self) -> None:
        self._hands: list[pl.DataFrame] = []
        self._counts = Counts(usual())

    def add(self, tables: Tables) -> None:
        """Keep what a page needs of some tables."""
        self._hands.append(played(tables, (*NAMES, *BY), where="hero"))
        self._counts.add(tables)

    def hands(self, name: str) -> pl.DataFrame:
        """Return the hands of which a player is the hero."""
        return pl.concat(self._hands).filter(pl.col("player") == name)

    def leaks(self, name: str) -> list[Leak]:
        """Return the statistics of a player beside their bands, none where his games have no bands."""
        return leaks(self._counts, name) if name in self._counts.players() else []


def hero(found: Survey) -> str | None:
    """Return whose cards are face up in most hands."""
    return min(found.heroes, key=lambda name: (-found.heroes[name], name), default=None)
