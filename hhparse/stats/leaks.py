"""Leaks: where a player lies outside a band for sure, and what it costs.

    counts = Counts(usual())         the bands to set players beside
    counts.add(tables)               ... of every batch of hands
    leaks(counts, "some player")     a Leak a band: leaks by what they cost, then what is not known, then what is inside

A rate is judged by its posterior: a Beta prior fitted to the other players at the same stakes, and the player's own
counts (`chances`). Of all bands tested together, of one game or several, at most 5% of the leaks are false. A cost
comes from how results depend on the rate among those players (`costs`). A session is that of the flags.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
import polars as pl

from hhparse.stats.bands import Band, Bands
from hhparse.stats.chances import Edges, Floats, Prior, Trial, Verdict, fit, judged, outside, shrunk
from hhparse.stats.costs import Cost, cost
from hhparse.stats.definitions import DEFINITIONS, condition
from hhparse.stats.flags import lazy_flags, sessions
from hhparse.stats.intervals import wilson
from hhparse.stats.players import Aliases, renamed
from hhparse.tables import LazyTables, Tables

_KEYS = ("site", "player", "stakes", "measure", "session", "half")
_SPAN = ("first", "last")  # when the hands of a group began
_HALVES = 2


class Leak(NamedTuple):
    """A statistic of a player beside its band; rates are fractions.

    bands: the preset or file the band is of. statistic, position ("" for all), title, low, high: the band; low 0 and
    high 1 are no edges. k, n: how often, of how many occasions. hands: the player's hands the bands apply to.
    rate: k/n, None for n = 0. interval: that of Wilson, 95%, None for n = 0. mean: the rate shrunk to the pool.
    prior: the pool as a Beta distribution. below, above: the chances to lie on either side of the band. verdict: leak,
    inside, or unsure (not enough hands). cost: of a leak, in units (`unit`: bb, or BB in fixed limit) lost in a hundred
    hands, with its interval or why there is none. more: of an unsure one, how many occasions more settle it if the
    player goes on at the rate `mean`; None for more than a million.
    """

    bands: Bands
    statistic: str
    position: str
    title: str
    low: float
    high: float
    k: int
    n: int
    hands: int
    rate: float | None
    interval: tuple[float, float] | None
    mean: float
    prior: Prior
    below: float
    above: float
    verdict: Verdict
    cost: Cost
    unit: str
    more: int | None

    @property
    def too_high(self) -> bool:
        """Tell whether it is rather above the band than below."""
        return self.above > self.below

    @property
    def excess(self) -> float:
        """Return the occasions in a hundred hands that lie outside the band, on the side it is rather on."""
        edge = self.high if self.too_high else self.low
        return 100 * abs(self.k - edge * self.n) / self.hands

    @property
    def where(self) -> str:
        """Return the expression over the flags of the hands it was counted in."""
        return f"({self.bands.where}) AND position = '{self.position}'" if self.position else self.bands.where


class Counts:
    """The counts of bands by player and session; fill it with tables, batch by batch."""

    def __init__(self, bands: Iterable[Bands], where: str | None = None, aliases: Aliases | None = None) -> None:
        self.bands = list(bands)
        self._aliases = aliases
        self._tests = [pl.col("dealt_in"), *([] if where is None else [condition(where)])]
        self._sums = [expression.sum() for at, one in enumerate(self.bands) for expression in _parts(at, one)]
        needs = {name for test in (*self._sums, *self._tests) for name in test.meta.root_names()}
        self._needs = {*needs, *_KEYS[:-1], "played_at", "hand", "hero"}
        self._parts: list[pl.DataFrame] = []

    def add(self, tables: Tables | LazyTables) -> None:
        """Count the hands of some tables."""
        rows = lazy_flags(tables, self._needs)
        if self._aliases:
            rows = rows.with_columns(renamed(self._aliases))
        counted = (
            rows.filter(*self._tests)
            .with_columns(_half().alias("half"), pl.col("stakes").fill_null(""))
            .group_by(_KEYS)
            .agg(
                *self._sums, pl.col("hero").sum(), pl.min("played_at").alias("first"), pl.max("played_at").alias("last")
            )
        )
        self._parts.append(counted.collect())
        if len(self._parts) > 20:
            self._parts = [self._joined()]

    def _joined(self) -> pl.DataFrame:
        """Return the sums of all tables, sessions joined over them."""
        parts = pl.concat(self._parts)
        joined = sessions(parts.lazy(), *_SPAN).group_by(_KEYS)
        return joined.agg(pl.exclude(*_KEYS, *_SPAN).sum(), pl.col("first").min(), pl.col("last").max()).collect()

    def result(self) -> pl.DataFrame:
        """Return the sums by site, player, stakes, unit, session and half; empty when no hand is left."""
        if not self._parts:
            return pl.DataFrame(schema=dict.fromkeys(_KEYS, pl.String))
        if len(self._parts) > 1:
            self._parts = [self._joined()]
        return self._parts[0]

    def heroes(self) -> list[str]:
        """Return those whose history it is, the one of most hands first."""
        rows = self.result()
        if rows.is_empty():
            return []
        by_name = rows.group_by("player").agg(pl.col("hero").sum()).filter(pl.col("hero") > 0)
        return by_name.sort("hero", "player", descending=[True, False])["player"].to_list()

    def busiest(self) -> list[str]:
        """Return all players, the one of most hands in games with bands first."""
        hands = pl.sum_horizontal(pl.col(r"^hands .*$").sum()).alias("hands")
        by_name = self.result().group_by("player").agg(hands)
        return by_name.sort("hands", "player", descending=[True, False])["player"].to_list()

    def players(self) -> list[str]:
        """Return all who have a hand in the selection."""
        return sorted(self.result()["player"].unique())


def _half() -> pl.Expr:
    """Return which half of a player's hands one belongs to, whatever the seat: by the key times the golden ratio."""
    return (pl.col("hand").cast(pl.Int64) * 2654435761) % 2**32 >= 2**31


def _parts(at: int, bands: Bands) -> Iterable[pl.Expr]:
    """Yield the hands that bands apply to, and for each band k, n and the result of the occasions."""
    applies = bands.applies.fill_null(False)
    yield applies.cast(pl.Int64).alias(f"hands {at}")
    won = pl.col("net_units").fill_null(0)
    for number, band in enumerate(bands.bands):
        item, here = DEFINITIONS[band.statistic], applies
        if band.position:
            here = here & (pl.col("position") == band.position).fill_null(False)
        n = pl.when(here).then(item.n.cast(pl.Int64).fill_null(0)).otherwise(0)
        yield pl.when(here).then(item.k.cast(pl.Int64).fill_null(0)).otherwise(0).alias(f"k {at} {number}")
        yield n.alias(f"n {at} {number}")
        yield (n * won).alias(f"won {at} {number}")


class _Test(NamedTuple):
    """A band with what the hands say of it."""

    bands: Bands
    band: Band
    at: int
    number: int
    hands: int
    trial: Trial

    @property
    def columns(self) -> tuple[str, str, str]:
        return f"k {self.at} {self.number}", f"n {self.at} {self.number}", f"won {self.at} {self.number}"


def leaks(counts: Counts, player: str, seed: int = 1) -> list[Leak]:
    """Return a player's statistics that have a band, of the bands that apply to a hand of his.

    The leaks come first by their cost, those without one by how often the occasion comes; then those with not enough
    hands, the soonest known first; then those inside. `seed` draws the intervals of the costs.
    """
    rows = counts.result()
    mine = rows.filter(pl.col("player") == player)
    games = mine.select("stakes", "measure").unique()
    others = rows.filter(pl.col("player") != player).join(games, on=("stakes", "measure"), how="semi")
    pool = others.group_by("site", "player", "half").agg(pl.col(r"^(k|n|won) .*$").sum())
    tests = list(_tests(counts.bands, mine, pool))
    result = []
    for test, known in zip(tests, judged([test.trial for test in tests]), strict=True):
        (k, n, edges, prior), band = test.trial, test.band
        below, above = outside(k, n, edges, prior)
        edge = band.high if above > below else band.low
        result.append(
            Leak(
                test.bands, band.statistic, band.position, _title(band), band.low, band.high, k, n, test.hands,
                rate=k / n if n else None,
                interval=_wilson(k, n),
                mean=shrunk(k, n, prior),
                prior=prior, below=below, above=above, verdict=known.verdict,
                cost=_cost(mine, pool, test, edge, seed) if known.verdict == "leak" else Cost(None, None, ""),
                unit=", ".join(sorted(mine["measure"].unique())),
                more=known.more,
            )
        )  # fmt: skip
    return sorted(result, key=_rank)


def _rank(leak: Leak) -> tuple[float, ...]:
    if leak.verdict == "leak":
        value = leak.cost.value
        return (0, value is None, -(value or 0), -leak.excess)
    return (1, leak.more is None, leak.more or 0) if leak.verdict == "unsure" else (2,)


def _title(band: Band) -> str:
    title = DEFINITIONS[band.statistic].title
    return f"{title} at {band.position}" if band.position else title


def _tests(all_bands: Sequence[Bands], mine: pl.DataFrame, pool: pl.DataFrame) -> Iterable[_Test]:
    """Yield the bands that apply to a hand of the player, with his counts and the prior of the pool."""
    by_player = pool.group_by("site", "player").agg(pl.col(r"^[kn] .*$").sum()).sort("site", "player")
    for at, bands in enumerate(all_bands):
        hands = int(mine[f"hands {at}"].sum()) if mine.height else 0
        for number, band in enumerate(bands.bands if hands else ()):
            k, n = (f"{part} {at} {number}" for part in "kn")
            prior = fit(by_player[k].to_numpy(), by_player[n].to_numpy())
            trial = Trial(int(mine[k].sum()), int(mine[n].sum()), Edges(band.low, band.high), prior)
            yield _Test(bands, band, at, number, hands, trial)


def _wilson(k: int, n: int) -> tuple[float, float] | None:
    """Return the interval of the statistics' tables."""
    low, high = wilson(pl.lit(k), pl.lit(n))
    row: tuple[float, float] = pl.select(low.alias("low"), high.alias("high")).row(0)
    return row if n else None


def _cost(mine: pl.DataFrame, pool: pl.DataFrame, test: _Test, edge: float, seed: int) -> Cost:
    if mine["measure"].n_unique() > 1:
        return Cost(None, None, "big blinds of no limit and big bets of fixed limit do not add up")
    k, n, won = test.columns
    hands = f"hands {test.at}"
    played = mine.group_by("site", "session").agg(pl.col(hands, k, n).sum()).filter(pl.col(hands) > 0)
    own = played.sort("site", "session").select(hands, k, n).to_numpy().astype(np.float64)
    return cost(own, _halves(pool, k, n, won), edge, seed)


def _halves(pool: pl.DataFrame, *names: str) -> Floats:
    """Return sums of the pool by name, half and player; a player without a hand in a half is left out."""
    both = pool.filter(pl.len().over("site", "player") == _HALVES).sort("half", "site", "player")
    figures = both.select(names).to_numpy().astype(np.float64)
    return figures.T.reshape(len(names), _HALVES, -1)
