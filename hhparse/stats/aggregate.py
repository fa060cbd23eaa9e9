"""Counting: k, n and value of every statistic, by player, position or any other column of the flags."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import polars as pl

from hhparse.stats.definitions import DEFINITIONS, Definition, Money
from hhparse.stats.flags import FLAGS, lazy_flags
from hhparse.tables import POSITIONS, LazyTables, Tables

# By which further columns a statistic is kept apart: euros, dollars and chips never add up, nor do big blinds of
# no-limit and big bets of fixed limit. "bb" and "BB" are the words of the column `measure`.
_APART: dict[Money, tuple[str, ...]] = {"": (), "amount": ("currency",), "unit": ("currency", "measure")}


class Pool:
    """The sums of statistics over any number of tables, by the columns `by`; memory holds the groups alone.

    `by` names columns of the flags; () pools all. With `player`, only that player counts. A hand that stands in two
    of the tables counts twice: leave repeats out before. Raises ValueError for a column that is no flag.
    """

    def __init__(
        self,
        by: Sequence[str] = ("player",),
        player: str | None = None,
        definitions: Iterable[Definition] = DEFINITIONS.values(),
    ) -> None:
        self._keys = tuple(by)
        if strange := [key for key in self._keys if key not in FLAGS]:
            raise ValueError(f"cannot group by {', '.join(strange)}: choose from {', '.join(FLAGS)}")
        self._player = player
        self._chosen = list(definitions)
        self._groups = tuple(dict.fromkeys((*self._keys, "currency", "measure")))
        self._sums = [
            part
            for item in self._chosen
            for part in (item.k.sum().alias(f"{item.name} k"), item.n.sum().cast(pl.Int64).alias(f"{item.name} n"))
        ]
        self._parts: list[pl.DataFrame] = []

    def add(self, tables: Tables | LazyTables) -> None:
        """Count the hands of some tables."""
        rows = lazy_flags(tables).filter(pl.col("dealt_in"))
        if self._player is not None:
            rows = rows.filter(pl.col("player") == self._player)
        self._parts.append(rows.group_by(self._groups).agg(self._sums).collect(engine="streaming"))
        if len(self._parts) > 20:
            self._parts = [self._pooled()]

    def _pooled(self) -> pl.DataFrame:
        if len(self._parts) == 1:
            return self._parts[0]
        return pl.concat(self._parts).group_by(self._groups).agg(pl.exclude(self._groups).sum())

    def result(self, by: Sequence[str] | None = None) -> pl.DataFrame:
        """Return k, n and value of each statistic by the columns `by` (some of the pool's), each a row.

        Columns: those of `by`, statistic, title, currency, measure, k, n, value. Currency is null but for money,
        measure (bb or BB) null but for bb/100: money is never added over currencies. A value with n = 0 is null.
        """
        if not self._parts:
            raise ValueError("nothing was counted")
        pooled, keys = self._pooled(), self._keys if by is None else tuple(by)
        apart = {money: _add_up(pooled, tuple(dict.fromkeys((*keys, *extra)))) for money, extra in _APART.items()}
        parts = [_long(apart[item.money], item, keys, number) for number, item in enumerate(self._chosen)]
        return _sorted(pl.concat(parts), keys)


def stats(
    tables: Tables | LazyTables,
    by: Sequence[str] = ("player",),
    player: str | None = None,
    definitions: Iterable[Definition] = DEFINITIONS.values(),
) -> pl.DataFrame:
    """Return the statistics of some tables as `Pool.result` does.

    Cancelled hands, repeats and seats not dealt in do not count.
    """
    pool = Pool(by, player, definitions)
    pool.add(tables)
    return pool.result()


def _add_up(pooled: pl.DataFrame, keys: tuple[str, ...]) -> pl.DataFrame:
    """Add the sums of `pooled` up to coarser groups."""
    sums = pl.col(r"^.* [kn]$").sum()
    return pooled.group_by(keys).agg(sums) if keys else pooled.select(sums)


def _long(sums: pl.DataFrame, item: Definition, keys: tuple[str, ...], order: int) -> pl.DataFrame:
    """Return the rows of one statistic."""
    k, n = pl.col(f"{item.name} k"), pl.col(f"{item.name} n")
    quotient = (k.cast(pl.Float64) / (1 if item.kind == "total" else n)).round(9)
    value = pl.when(quotient == 0).then(0.0).otherwise(quotient)  # sums of fractions may leave -0
    absent = [name for name in _APART["unit"] if name not in sums.columns]
    return sums.select(
        *keys,
        pl.lit(item.name).alias("statistic"),
        pl.lit(item.title).alias("title"),
        *(
            (pl.lit(None, pl.String) if name in absent else pl.col(name)).alias(name)
            for name in _APART["unit"]
            if name not in keys
        ),
        k.round().cast(pl.Int64).alias("k"),
        n.alias("n"),
        pl.when(n > 0).then(value).alias("value"),
        pl.lit(order).alias("order"),
    )


def _sorted(rows: pl.DataFrame, keys: tuple[str, ...]) -> pl.DataFrame:
    """Sort by the groups, positions in the order of play, then in the order of the definitions."""
    place = {position: number for number, position in enumerate(POSITIONS)}
    ranks = [
        pl.col(key).replace_strict(place, default=len(place), return_dtype=pl.Int64)
        if key == "position"
        else pl.col(key)
        for key in keys
    ]
    money = [pl.col(name) for name in _APART["unit"] if name not in keys]
    return rows.sort(*ranks, "order", *money, nulls_last=True).drop("order")


def hands_behind(tables: Tables | LazyTables, name: str, player: str) -> pl.DataFrame:
    """Return the hands behind a statistic of a player, each with what it adds to k and to n, in order of hands.

    Columns: hand, site, hand_id, path, line, seat, currency, measure, k, n. Hands that add to neither are left out.
    Raises KeyError for an unknown statistic.
    """
    item = DEFINITIONS[name]
    return (
        lazy_flags(tables)
        .filter(pl.col("dealt_in") & (pl.col("player") == player))
        .select(
            *("hand", "site", "hand_id", "path", "line", "seat", "currency", "measure"),
            (item.k.cast(pl.Int64) if item.money != "unit" else item.k).alias("k"),
            item.n.cast(pl.Int64).alias("n"),
        )
        .filter((pl.col("k") != 0) | (pl.col("n") != 0))
        .sort("hand")
        .collect()
    )
