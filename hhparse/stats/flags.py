"""What happened to each seat in each hand, as flags and counts: the words the statistics are written in.

"Faces X" means that X happened and the player then had to decide, so every flag is read off an action: a player
all-in from a post has none before the flop, and an all-in run-out gives none on its streets. The level of a bet comes
with the action: the big blind is 1, the first raise makes it 2, straddles add nothing. The flags are data: `flags.toml`
has each with its expression and its meaning; only those asked for, and what they are made of, are computed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from functools import cached_property, lru_cache
from importlib import resources
from typing import NamedTuple

import polars as pl

from hhparse.tables import POSITIONS, LazyTables, Tables
from hhparse.tables.schema import COLUMNS, EVENTS, HANDS, SEATS

PAUSE = timedelta(minutes=30)  # a longer one between two hands of a player on a site starts a new session


class Flag:
    """A flag of `flags.toml`: `text` is its meaning in one line, `of` the SQL expression, `stage` its section."""

    def __init__(self, name: str, stage: str, of: str, text: str) -> None:
        self.name, self.stage, self.of, self.text = name, stage, of, text

    @cached_property
    def expression(self) -> pl.Expr:
        """Return the expression of a row of its stage."""
        return pl.sql_expr(self.of)

    @cached_property
    def needs(self) -> frozenset[str]:
        """Return the columns and flags the expression names."""
        return frozenset(self.expression.meta.root_names())


class _Streets(NamedTuple):
    """How a name of several flags is filled in."""

    mark: str
    streets: tuple[tuple[str, str], ...]  # street, and the one before


_FAMILIES = (
    _Streets("{street}", (("flop", "preflop"), ("turn", "flop"), ("river", "turn"))),
    _Streets("{later}", (("turn", "flop"), ("river", "turn"))),
)
STAGES = ("hand", "action", "any", "count", "sum", "seat")


def _filled(name: str, of: str, text: str) -> list[tuple[str, str, str]]:
    """Return the flags a line of the file stands for."""
    for mark, streets in _FAMILIES:
        if mark in name:
            return [
                (name.replace(mark, street), _fill(of, mark, street, before), _fill(text, mark, street, before))
                for street, before in streets
            ]
    return [(name, of, text)]


def _fill(text: str, mark: str, street: str, before: str) -> str:
    return text.replace(mark, street).replace("{before}", before)


_DOCUMENT = tomllib.loads((resources.files("hhparse.stats") / "flags.toml").read_text(encoding="utf-8"))
_FLAGS = {
    name: Flag(name, stage, of, text)
    for stage in STAGES
    for key, (of_key, text_key) in _DOCUMENT[stage].items()
    for name, of, text in _filled(key, of_key, text_key)
}
ORDER: dict[str, Sequence[str]] = {"position": POSITIONS, "opener_position": POSITIONS, **_DOCUMENT["order"]}
"""Words of a column in an order that is not the alphabet's."""

_FROM_HAND = (
    "hand", "hand_id", "site", "played_at", "table", "game", "hilo", "limit", "kind", "variant", "currency", "exponent",
    "stakes", "tournament_id", "max_seats", "seats", "button", "street", "runs", "opener", "opener_position",
    "opener_limpers", "open_callers", "three_bettor", "three_bet_callers", "bets_preflop", "bets_flop", "bets_turn",
    "bets_river", "last_on_flop", "pot_flop", "pot_turn", "pot_river", "cap_bets", "low_possible", "rake", "path",
    "line",
)  # fmt: skip
_FROM_SEAT = (
    "seat", "player", "hero", "position", "stack", "dealt_in", "walk", "posted_all_in", "all_in", "all_in_on",
    "folded_on", "showdown", "hole", "hole_known", "won", "posted", "contributed", "returned", "collected", "net",
    "scooped", "high_won", "low_won", "quartered", "three_quartered", "counterfeited", "unit", "net_adjusted",
    "not_adjusted",
)  # fmt: skip
# joined over the hands of a player, so not by an expression of the file
_OVER = {
    "session": "start of the player's session on the site: a pause of more than 30 minutes begins a new one",
}

SHOWN = [flag for flag in _FLAGS.values() if flag.stage != "action" and not flag.name.startswith("_")]
FLAGS = (*_FROM_HAND, *_FROM_SEAT, *_OVER, *(flag.name for flag in SHOWN))
"""The columns of `flags`."""

TEXTS: dict[str, str] = {
    **{column.name: column.text for part in ("seats", "hands") for column in COLUMNS[part] if column.name in FLAGS},
    **_OVER,
    **{flag.name: flag.text for flag in SHOWN},
}
"""The meaning of each column of `flags` in one line."""


def flags(tables: Tables | LazyTables, names: Iterable[str] = FLAGS) -> pl.DataFrame:
    """Return one row a hand and seat with the columns `names`, in order of hands; see `lazy_flags` for what counts."""
    chosen = tuple(names)
    return lazy_flags(tables, {*chosen, "hand", "seat"}).sort("hand", "seat").select(chosen).collect()


def lazy_flags(tables: Tables | LazyTables, names: Iterable[str] = FLAGS) -> pl.LazyFrame:
    """Return the columns `names` of the flags, not computed yet and in no order.

    A cancelled hand does not count; of hands read twice (same site and hand id) the first does. Flags of a seat that
    was not dealt in are false, counts 0. A session is one of these tables: `Pool` joins those of several.
    """
    chosen = tuple(dict.fromkeys(names))
    plan = _plan(frozenset(chosen))
    hands, seats, events = (_signed(part.lazy()) for part in tables)
    repeat = (pl.col("hand_id") != "") & ~pl.struct("site", "hand_id").is_first_distinct()
    counted = _staged(hands.filter(~repeat).filter(~pl.col("cancelled")), plan.stages["hand"])
    rows = seats.join(counted.select("hand", *plan.of_hand), on="hand")
    if plan.summed:
        rows = rows.join(_actions(events, counted, plan), on=("hand", "seat"), how="left")
        rows = rows.with_columns(
            *(pl.col(flag.name).fill_null(False) for flag in plan.stages["any"]),
            *(pl.col(flag.name).cast(pl.Int64).fill_null(0) for flag in plan.stages["count"]),
            *(pl.col(flag.name).fill_null(0) for flag in plan.stages["sum"]),
        )
    rows = _staged(rows, plan.stages["seat"])
    if "session" in plan.names:
        rows = sessions(rows, "played_at", "played_at")
    return rows.select(chosen)


def _signed(rows: pl.LazyFrame) -> pl.LazyFrame:
    """Return the rows with small numbers as signed ones, which may be subtracted; seats are compared with them."""
    return rows.with_columns(pl.col(pl.UInt8, pl.UInt16).cast(pl.Int64))


def sessions(rows: pl.LazyFrame, first: str, last: str) -> pl.LazyFrame:
    """Return the rows with the start of the session they belong to; `first` and `last` name a row's own span.

    Spans that overlap or lie no more than PAUSE apart are one session of a player on a site.
    """
    of_player = ("player", "site")
    rows = rows.sort(*of_player, first)
    until = pl.col(last).cum_max().shift(1).over(of_player)
    starts = until.is_null() | (pl.col(first) - until > PAUSE)
    return (
        rows.with_columns(starts.cum_sum().over(of_player).alias("session"))
        .with_columns(pl.col(first).min().over(*of_player, "session").alias("session"))
    )  # fmt: skip


class _Plan(NamedTuple):
    """What must be computed for some flags."""

    names: frozenset[str]  # all columns and flags needed
    stages: dict[str, list[Flag]]
    of_hand: tuple[str, ...]  # columns of the hand that seats need
    for_actions: tuple[str, ...]  # columns of the hand that actions need
    of_event: tuple[str, ...]

    @property
    def summed(self) -> list[Flag]:
        return [*self.stages["any"], *self.stages["count"], *self.stages["sum"]]


@lru_cache(maxsize=64)
def _plan(names: frozenset[str]) -> _Plan:
    """Return the plan for some flags: what they are made of, stage by stage. Raises KeyError for no flag."""
    if strange := names - set(FLAGS):
        raise KeyError(", ".join(sorted(strange)))
    needed = set(names)
    if "session" in needed:
        needed |= {"player", "site", "played_at"}
    for flag in reversed(_FLAGS.values()):
        if flag.name in needed:
            needed |= flag.needs
    stages = {
        stage: [flag for flag in _FLAGS.values() if flag.stage == stage and flag.name in needed] for stage in STAGES
    }
    by_hand = {*HANDS, *(flag.name for flag in stages["hand"])}
    acting = {name for stage in ("action", "any", "count", "sum") for name in _roots(stages[stage])}
    seatwise = (_roots(stages["seat"]) | set(names) | (needed if "session" in names else set())) & by_hand
    return _Plan(
        frozenset(needed),
        stages,
        tuple(sorted(seatwise - set(SEATS))),
        tuple(sorted((acting & by_hand) - set(EVENTS))),
        tuple(sorted(acting & set(EVENTS) - {"hand", "seat"})),
    )


def _roots(made: Iterable[Flag]) -> set[str]:
    return {name for flag in made for name in flag.needs}


def _staged(rows: pl.LazyFrame, made: Iterable[Flag]) -> pl.LazyFrame:
    """Return the rows with flags added in order, as many at a time as do not need each other."""
    ready: dict[str, pl.Expr] = {}
    for flag in made:
        if not flag.needs.isdisjoint(ready):
            rows, ready = rows.with_columns(**ready), {}
        ready[flag.name] = flag.expression
    return rows.with_columns(**ready) if ready else rows


def _actions(events: pl.LazyFrame, hands: pl.LazyFrame, plan: _Plan) -> pl.LazyFrame:
    """Return what the actions of each seat in each hand come to."""
    acts = events.filter(pl.col("event") == "act").select("hand", "seat", *plan.of_event)
    if plan.for_actions:
        acts = acts.join(hands.select("hand", *plan.for_actions), on="hand")
    combine: dict[str, Callable[[pl.Expr], pl.Expr]] = {"any": pl.Expr.any, "count": pl.Expr.sum, "sum": pl.Expr.sum}
    return (
        _staged(acts, plan.stages["action"])
        .group_by("hand", "seat")
        .agg(combine[flag.stage](flag.expression).alias(flag.name) for flag in plan.summed)
    )
