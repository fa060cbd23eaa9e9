"""Counting: k, n and value of every statistic, by player, position or any other column of the flags."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import polars as pl

from hhparse.stats.definitions import DEFINITIONS, Definition, Money, condition
from hhparse.stats.flags import FLAGS, ORDER, lazy_flags, sessions
from hhparse.stats.intervals import deviation, of_mean, wilson
from hhparse.stats.players import Aliases, nearest, renamed
from hhparse.tables import LazyTables, Tables

# By which further columns a statistic is kept apart: euros, dollars and chips never add up, nor do big blinds of
# no-limit and big bets of fixed limit. "bb" and "BB" are the words of the column `measure`.
_APART: dict[Money, tuple[str, ...]] = {"": (), "amount": ("currency",), "unit": ("currency", "measure")}
_SPAN = ("first", "last")  # when the hands of a group began, kept to join sessions


class Pool:
    """The sums of statistics over any number of tables, by the columns `by`; memory holds the groups alone.

    `by` names columns of the flags; () pools all. With `player`, only that player counts. `where` is an SQL expression
    over the flags that a seat's hand must meet, `aliases` calls players of several names by one; `player` is then
    such an alias. A hand that stands in two of the tables counts twice: leave repeats out before. A session belongs to
    a player on a site: grouped by, it brings these with it. Raises ValueError for a column that is no flag.
    """

    def __init__(
        self,
        by: Sequence[str] = ("player",),
        player: str | None = None,
        definitions: Iterable[Definition] = DEFINITIONS.values(),
        *,
        where: str | None = None,
        aliases: Aliases | None = None,
    ) -> None:
        self._keys = tuple(by)
        if strange := [key for key in self._keys if key not in FLAGS]:
            near = "".join(nearest(key, FLAGS) for key in strange)
            raise ValueError(f"cannot group by {', '.join(strange)}{near or ': choose from ' + ', '.join(FLAGS)}")
        self._rows = _Rows(player, where, aliases)
        self._chosen = list(definitions)
        self._sessions = "session" in self._keys
        extra = ("player", "site") if self._sessions else ()
        self._groups = tuple(dict.fromkeys((*self._keys, *extra, "currency", "measure")))
        self._sums = _sums(self._chosen)
        self._needs = {*self._groups, *(name for item in self._chosen for name in item.needs)}
        self._parts: list[pl.DataFrame] = []

    def add(self, tables: Tables | LazyTables) -> None:
        """Count the hands of some tables."""
        span = ("played_at",) if self._sessions else ()
        rows = self._rows.of(tables, {*self._needs, *span})
        times = [pl.col("played_at").min().alias("first"), pl.col("played_at").max().alias("last")][: 2 * len(span)]
        self._parts.append(rows.group_by(self._groups).agg(*self._sums.values(), *times).collect(engine="streaming"))
        if len(self._parts) > 20:
            self._parts = [self._pooled()]

    def _pooled(self) -> pl.DataFrame:
        if len(self._parts) == 1:
            return self._parts[0]
        parts = pl.concat(self._parts)
        if not self._sessions:
            return parts.group_by(self._groups).agg(pl.exclude(self._groups).sum())
        joined = sessions(parts.lazy(), *_SPAN).collect()
        times = [pl.col("first").min(), pl.col("last").max()]
        return joined.group_by(self._groups).agg(pl.exclude(*self._groups, *_SPAN).sum(), *times)

    def result(self, by: Sequence[str] | None = None, bounds: bool = True) -> pl.DataFrame:
        """Return k, n and value of each statistic by the columns `by` (some of the pool's), each a row.

        Columns: those of `by`, statistic, title, currency, measure, k, n, value, low, high. Currency is null but for
        money, measure (bb or BB) null but for bb/100 and its like: money is never added over currencies. A value with
        n = 0 is null. `low` and `high` bound the value with 95%: of a share by Wilson, of a mean by its deviation;
        without `bounds` they are null.
        """
        if not self._parts:
            raise ValueError("nothing was counted")
        pooled, keys = self._pooled(), self._keys if by is None else tuple(by)
        apart = {money: _add_up(pooled, tuple(dict.fromkeys((*keys, *extra)))) for money, extra in _APART.items()}
        parts = [_long(apart[item.money].lazy(), item, keys, number) for number, item in enumerate(self._chosen)]
        return _sorted(_valued(pl.concat(parts), bounds), keys).collect()


class _Rows:
    """Which rows of the flags count, and what their players are called."""

    def __init__(self, player: str | None, where: str | None, aliases: Aliases | None) -> None:
        self._aliases = aliases
        self._tests = [pl.col("dealt_in")]
        if player is not None:
            self._tests.append(pl.col("player") == player)
        if where is not None:
            self._tests.append(condition(where))
        self._needs = {name for test in self._tests for name in test.meta.root_names()}

    def of(self, tables: Tables | LazyTables, names: Iterable[str]) -> pl.LazyFrame:
        """Return the flags `names` of the seats that count."""
        rows = lazy_flags(tables, {*names, *self._needs, *(("player", "site") if self._aliases else ())})
        if self._aliases:
            rows = rows.with_columns(renamed(self._aliases))
        return rows.filter(*self._tests)


def stats(
    tables: Tables | LazyTables,
    by: Sequence[str] = ("player",),
    player: str | None = None,
    definitions: Iterable[Definition] = DEFINITIONS.values(),
    *,
    where: str | None = None,
    aliases: Aliases | None = None,
) -> pl.DataFrame:
    """Return the statistics of some tables as `Pool.result` does.

    Cancelled hands, repeats and seats not dealt in do not count.
    """
    pool = Pool(by, player, definitions, where=where, aliases=aliases)
    pool.add(tables)
    return pool.result()


def played(
    tables: Tables | LazyTables,
    names: Iterable[str],
    player: str | None = None,
    *,
    where: str | None = None,
    aliases: Aliases | None = None,
) -> pl.DataFrame:
    """Return the flags `names` of the hands that count, one row a hand and seat, in order of hands.

    Whose hands count is said as in `Pool`.
    """
    chosen = tuple(dict.fromkeys(names))
    rows = _Rows(player, where, aliases).of(tables, {*chosen, "hand", "seat"})
    return rows.sort("hand", "seat").select(chosen).collect()


def _column(item: Definition, part: str) -> str:
    """Return the name of a sum: two statistics with the same expression share it."""
    if part == "n":
        return f"n {item.denominator}"
    kept = item.denominator if item.kind in ("share", "mean", "deviation") else ""
    return f"{part} {item.numerator} OF {kept}"


def _sums(definitions: Iterable[Definition]) -> dict[str, pl.Expr]:
    """Return the sums that some statistics need, each once, by name."""
    found: dict[str, pl.Expr] = {}
    for item in definitions:
        found[_column(item, "k")] = item.k.sum()
        found[_column(item, "n")] = item.n.sum().cast(pl.Int64)
        if item.kind in ("mean", "deviation"):
            found[_column(item, "q")] = item.k.cast(pl.Float64).pow(2).sum()
    return {name: expression.alias(name) for name, expression in found.items()}


def _add_up(pooled: pl.DataFrame, keys: tuple[str, ...]) -> pl.DataFrame:
    """Add the sums of `pooled` up to coarser groups."""
    sums = pl.col(r"^[knq] .*$").sum()
    return pooled.group_by(keys).agg(sums) if keys else pooled.select(sums)


def _long(sums: pl.LazyFrame, item: Definition, keys: tuple[str, ...], order: int) -> pl.LazyFrame:
    """Return the rows of one statistic: its sums, and what `_valued` makes of them."""
    squared = item.kind in ("mean", "deviation")
    bounded = item.kind == "share" or (item.kind == "mean" and item.unit == "hand")
    kept = (*keys, *_APART[item.money])
    return sums.select(
        *keys,
        pl.lit(item.name).alias("statistic"),
        pl.lit(item.title).alias("title"),
        *(
            pl.col(name) if name in kept else pl.lit(None, pl.String).alias(name)
            for name in _APART["unit"]
            if name not in keys
        ),
        pl.col(_column(item, "k")).cast(pl.Float64).alias("k"),
        pl.col(_column(item, "n")).alias("n"),
        (pl.col(_column(item, "q")) if squared else pl.lit(None, pl.Float64)).alias("_q"),
        pl.lit(item.kind).alias("_kind"),
        pl.lit(bounded).alias("_bounded"),
        pl.lit(order).alias("_order"),
    )


def _valued(rows: pl.LazyFrame, bounds: bool) -> pl.LazyFrame:
    """Return the rows of all statistics with their value and its bounds, each by the kind of its statistic."""
    k, n, kind = pl.col("k"), pl.col("n"), pl.col("_kind")
    value = (
        pl.when(kind == "total").then(k).when(kind == "deviation").then(deviation(k, pl.col("_q"), n)).otherwise(k / n)
    )
    low = high = pl.lit(None, pl.Float64)
    if bounds:
        (low, high), means, known = wilson(k, n), of_mean(k, pl.col("_q"), n), (n > 0) & pl.col("_bounded")
        low, high = (
            pl.when(known).then(_tidy(pl.when(kind == "share").then(share).otherwise(mean)))
            for share, mean in zip((low, high), means, strict=True)
        )
    return rows.with_columns(
        k.round().cast(pl.Int64), pl.when(n > 0).then(_tidy(value)).alias("value"), low.alias("low"), high.alias("high")
    ).select(pl.exclude("_q", "_kind", "_bounded", "_order"), "_order")


def _tidy(figure: pl.Expr) -> pl.Expr:
    """Return a figure without the last bits of sums of fractions, which may leave -0."""
    rounded = figure.round(9)
    return pl.when(rounded == 0).then(0.0).otherwise(rounded)


def _sorted(rows: pl.LazyFrame, keys: tuple[str, ...]) -> pl.LazyFrame:
    """Sort by the groups, positions in the order of play, then in the order of the definitions."""
    ranks = [_rank(key) if key in ORDER else pl.col(key) for key in keys]
    money = [pl.col(name) for name in _APART["unit"] if name not in keys]
    return rows.sort(*ranks, "_order", *money, nulls_last=True).drop("_order")


def _rank(key: str) -> pl.Expr:
    place = {word: number for number, word in enumerate(ORDER[key])}
    return pl.col(key).replace_strict(place, default=len(place), return_dtype=pl.Int64)


def hands_behind(
    tables: Tables | LazyTables,
    name: str,
    player: str | None,
    definitions: Mapping[str, Definition] = DEFINITIONS,
    *,
    where: str | None = None,
    aliases: Aliases | None = None,
) -> pl.DataFrame:
    """Return the hands behind a statistic of a player (None: of all), each with what it adds to k and to n.

    Columns: hand, site, hand_id, path, line, seat, player, currency, measure, k, n, in order of hands. Hands that add
    to neither are left out. Raises KeyError for an unknown statistic.
    """
    item = definitions[name]
    columns = ("hand", "site", "hand_id", "path", "line", "seat", "player", "currency", "measure")
    return (
        _Rows(player, where, aliases)
        .of(tables, {*columns, *item.needs})
        .select(*columns, item.k.alias("k"), item.n.alias("n"))
        .with_columns(pl.col(pl.Boolean).cast(pl.Int64))
        .filter((pl.col("k") != 0) | (pl.col("n") != 0))
        .sort("hand", "seat")
        .collect()
    )
