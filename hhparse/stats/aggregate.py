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


def stats(
    tables: Tables | LazyTables,
    by: Sequence[str] = ("player",),
    player: str | None = None,
    definitions: Iterable[Definition] = DEFINITIONS.values(),
) -> pl.DataFrame:
    """Return k, n and value of each statistic by the columns `by`, each group and each statistic a row.

    Columns: those of `by`, statistic, title, currency, measure, k, n, value. `by` names columns of the flags; () pools
    all. Currency is null but for money, measure (bb or BB) null but for bb/100: money is never added over currencies.
    A value with n = 0 is null. Cancelled hands, repeats and seats not dealt in do not count. Raises ValueError for a
    column that is no flag.
    """
    chosen = list(definitions)
    keys = tuple(by)
    if strange := [key for key in keys if key not in FLAGS]:
        raise ValueError(f"cannot group by {', '.join(strange)}: choose from {', '.join(FLAGS)}")
    rows = lazy_flags(tables).filter(pl.col("dealt_in"))
    if player is not None:
        rows = rows.filter(pl.col("player") == player)
    groups = tuple(dict.fromkeys((*keys, "currency", "measure")))
    sums = [
        part
        for item in chosen
        for part in (item.k.sum().alias(f"{item.name} k"), item.n.sum().cast(pl.Int64).alias(f"{item.name} n"))
    ]
    pooled = rows.group_by(groups).agg(sums).collect(engine="streaming")
    apart = {money: _add_up(pooled, tuple(dict.fromkeys((*keys, *extra)))) for money, extra in _APART.items()}
    parts = [_long(apart[item.money], item, keys, number) for number, item in enumerate(chosen)]
    return _sorted(pl.concat(parts), keys)


def _add_up(pooled: pl.DataFrame, keys: tuple[str, ...]) -> pl.DataFrame:
    """Add the sums of `pooled` up to coarser groups."""
    sums = pl.exclude("currency", "measure", *keys).sum()
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
