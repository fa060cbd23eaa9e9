"""What happened to each seat in each hand, as flags and counts: the words the statistics are written in.

"Faces X" means that X happened and the player then had to decide, so every flag is read off an action: a player
all-in from a post has none before the flop, and an all-in run-out gives none on its streets. The level of a bet comes
with the action: the big blind is 1, the first raise makes it 2, straddles add nothing.
"""

from __future__ import annotations

import polars as pl

from hhparse.tables import LazyTables, Tables

_VERB, _LEVEL, _SEAT = pl.col("verb"), pl.col("level"), pl.col("seat")
_PREFLOP, _FLOP = pl.col("street") == "preflop", pl.col("street") == "flop"
_RAISE = _VERB.is_in(["bet", "raise"])
_FOLD = _VERB == "fold"
_OTHERS_BET = pl.col("aggressor").ne_missing(_SEAT)
_FIRST_IN = _PREFLOP & (_LEVEL == 1) & (pl.col("callers") == 0)
_FACES_OPEN = _PREFLOP & (_LEVEL == 2) & _OTHERS_BET
_FACES_THREE_BET = _PREFLOP & (_LEVEL == 3) & _OTHERS_BET
_MAY_CBET = _FLOP & (_LEVEL == 0) & (pl.col("initiative") == _SEAT)
# The first bet of the flop came from the last raiser before the flop, who is somebody else.
_FACES_CBET = _FLOP & (_LEVEL == 1) & (pl.col("aggressor") == pl.col("initiative")) & _OTHERS_BET

# Of the actions of one seat in one hand: true when any is.
_ANY: dict[str, pl.Expr] = {
    "entered": _PREFLOP & _VERB.is_in(["call", "bet", "raise"]),
    "raised": _PREFLOP & _RAISE,
    "first_in": _FIRST_IN,
    "raised_first_in": _FIRST_IN & _RAISE,
    "faced_open": _FACES_OPEN,
    "three_bet": _FACES_OPEN & _RAISE,
    "opened": _PREFLOP & (_LEVEL == 1) & _RAISE,
    "faced_any_three_bet": _FACES_THREE_BET,
    "folded_to_any_three_bet": _FACES_THREE_BET & _FOLD,
    "cbet_flop_chance": _MAY_CBET,
    "cbet_flop": _MAY_CBET & _RAISE,
    "faced_cbet_flop": _FACES_CBET,
    "folded_to_cbet_flop": _FACES_CBET & _FOLD,
}

# Of the actions of one seat in one hand: how many there are, after the flop.
_COUNT: dict[str, pl.Expr] = {
    "bets": ~_PREFLOP & (_VERB == "bet"),
    "raises": ~_PREFLOP & (_VERB == "raise"),
    "calls": ~_PREFLOP & (_VERB == "call"),
}

_DEALT_IN = pl.col("dealt_in")

# Of the seat and its hand, beside what its actions gave.
_SEATWISE: dict[str, pl.Expr] = {
    "chance": _DEALT_IN & ~pl.col("walk") & ~pl.col("posted_all_in"),
    "saw_flop": _DEALT_IN & (pl.col("street") != "preflop") & pl.col("folded_on").ne_missing("preflop"),
    "faced_three_bet": pl.col("opened") & pl.col("faced_any_three_bet"),
    "folded_to_three_bet": pl.col("opened") & pl.col("folded_to_any_three_bet"),
    "measure": pl.when(pl.col("limit") == "FL").then(pl.lit("BB")).otherwise(pl.lit("bb")),
    "net_units": pl.col("net") / pl.col("unit"),
    "adjusted_units": pl.col("net_adjusted") / pl.col("unit"),
}

_FROM_HAND = (
    "hand", "hand_id", "site", "played_at", "table", "game", "limit", "kind", "variant", "currency", "exponent",
    "tournament_id", "seats", "street", "path", "line",
)  # fmt: skip
_FROM_SEAT = (
    "seat", "player", "hero", "position", "dealt_in", "walk", "posted_all_in", "all_in", "folded_on", "showdown",
    "won", "net", "unit", "net_adjusted", "not_adjusted", "rake_paid",
)  # fmt: skip

FLAGS = (*_FROM_HAND, *_FROM_SEAT, *_ANY, *_COUNT, *_SEATWISE)
"""The columns of `flags`."""


def flags(tables: Tables | LazyTables) -> pl.DataFrame:
    """Return one row a hand and seat with the columns `FLAGS`, in order of hands; see `lazy_flags` for what counts."""
    return lazy_flags(tables).sort("hand", "seat").collect()


def lazy_flags(tables: Tables | LazyTables) -> pl.LazyFrame:
    """Return the flags, not computed yet and in no order.

    A cancelled hand does not count; of hands read twice (same site and hand id) the first does. Flags of a seat that
    was not dealt in are false, counts 0.
    """
    hands, seats, events = (part.lazy() for part in tables)
    repeat = (pl.col("hand_id") != "") & ~pl.struct("site", "hand_id").is_first_distinct()
    counted = hands.filter(~repeat).filter(~pl.col("cancelled")).select(_FROM_HAND)
    actions = (
        events.filter(pl.col("event") == "act")
        .group_by("hand", "seat")
        .agg(
            *(expression.any().alias(name) for name, expression in _ANY.items()),
            *(expression.sum().cast(pl.Int64).alias(name) for name, expression in _COUNT.items()),
        )
    )
    return (
        seats.select("hand", *_FROM_SEAT)
        .join(counted, on="hand")
        .join(actions, on=("hand", "seat"), how="left")
        .with_columns(pl.col(*_ANY).fill_null(False), pl.col(*_COUNT).fill_null(0))
        .with_columns(**_SEATWISE)
        .select(FLAGS)
    )
