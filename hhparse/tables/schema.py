"""The columns of the frames: name, type and meaning, as data.

Names of players, positions, streets and the like are plain String, not Categorical or Enum: a categorical carries its
own dictionary, so part files written one by one would not concatenate, join or compare without a shared one, and an
Enum would make every file unreadable on the day a word is added. Short strings are stored inline by Polars anyway.
"""

from __future__ import annotations

from typing import NamedTuple

import polars as pl

from hhparse.equity import REASONS


class Column(NamedTuple):
    """A column: `dtype` is its Polars type, `text` its meaning in one line."""

    name: str
    dtype: pl.DataType
    text: str


_KEY, _SEAT, _COUNT, _LINE = pl.UInt32(), pl.UInt16(), pl.UInt16(), pl.UInt32()
_MONEY, _BYTE = pl.Int64(), pl.Int64()
_TEXT, _FLAG = pl.String(), pl.Boolean()

_PLACE = (
    Column("line", _LINE, "line of the file, from 1"),
    Column("byte_start", _BYTE, "first byte in the file"),
    Column("byte_end", _BYTE, "byte after the last in the file"),
)

_HANDS = (
    Column("hand", _KEY, "running key that joins the three frames"),
    Column("hand_id", _TEXT, "the site's number of the hand"),
    Column("site", _TEXT, "site as the header names it"),
    Column("dialect", _TEXT, "grammar that read the hand"),
    Column("played_at", pl.Datetime("us", "UTC"), "start of the hand, UTC"),
    Column("table", _TEXT, "name of the table"),
    Column("max_seats", _COUNT, "seats the table has; null where not printed"),
    Column("button", _SEAT, "seat of the button; null where not printed"),
    Column("game", _TEXT, "game, a key of model.GAMES"),
    Column("hilo", _FLAG, "the pot is split between high and low"),
    Column("limit", _TEXT, "NL, PL, FL, SL or PL-NL"),
    Column("kind", _TEXT, "ring or tournament"),
    Column("variant", _TEXT, "fast fold, home game, mixed title ...; empty for none"),
    Column("currency", _TEXT, "currency of all amounts of the hand"),
    Column("exponent", pl.UInt8(), "decimal digits of the currency's minor unit"),
    Column("small_blind", _MONEY, "small blind as the header gives it; 0 when not given"),
    Column("big_blind", _MONEY, "big blind as the header gives it; 0 when not given"),
    Column("small_bet", _MONEY, "fixed limit: the limit before the turn; 0 otherwise"),
    Column("big_bet", _MONEY, "fixed limit: the limit on turn and river; 0 otherwise"),
    Column("ante", _MONEY, "ante as the header gives it; 0 for none"),
    Column("cap", _MONEY, "cap on what a seat may put in; 0 for none"),
    Column("tournament_id", _TEXT, "number of the tournament; null in ring games"),
    Column("buy_in", _TEXT, "buy-in as printed; null in ring games"),
    Column("level", _TEXT, "blind level in the site's numbering; null in ring games"),
    Column("hero", _TEXT, "player whose history this is; null for an observer"),
    Column("seats", _COUNT, "players dealt in"),
    Column("street", _TEXT, "last street dealt"),
    Column("board", _TEXT, "board, or first board: `As Kd 2c`; null when none was dealt"),
    Column("board_2", _TEXT, "second board; null for none"),
    Column("board_3", _TEXT, "third board; null for none"),
    Column("runs", _COUNT, "times the board was run"),
    Column("cancelled", _FLAG, "the site called the hand off; statistics leave it out"),
    Column("stakes", _TEXT, "stakes as `0.05/0.10 USD`: the blinds, in fixed and spread limit the two bets"),
    Column("opener", _SEAT, "seat of the first raise before the flop; null for none"),
    Column("opener_position", _TEXT, "position of that seat"),
    Column("opener_limpers", _COUNT, "calls before that raise, and checks of live posts"),
    Column("open_callers", _COUNT, "calls of the first raise before a second by others than the blinds"),
    Column("three_bettor", _SEAT, "seat of the second raise before the flop; null for none"),
    Column("three_bet_callers", _COUNT, "calls of the first raise before the second"),
    Column("bets_preflop", _COUNT, "bets and raises before the flop, the big blind counted as 1"),
    Column("bets_flop", _COUNT, "bets and raises on the flop"),
    Column("bets_turn", _COUNT, "bets and raises on the turn"),
    Column("bets_river", _COUNT, "bets and raises on the river"),
    Column("bettor_flop", _SEAT, "seat of the first bet on the flop; null for none"),
    Column("bettor_turn", _SEAT, "seat of the first bet on the turn; null for none"),
    Column("bettor_river", _SEAT, "seat of the first bet on the river; null for none"),
    Column("leader_flop", _SEAT, "seat of the last raise before the flop, null when it is all-in"),
    Column("leader_turn", _SEAT, "seat of the last bet or raise on the flop, null when it is all-in"),
    Column("leader_river", _SEAT, "seat of the last bet or raise on the turn, null when it is all-in"),
    Column("last_on_flop", _SEAT, "seat that acts last on the flop; null without a flop or a printed button"),
    Column("pot_flop", _MONEY, "all chips in when the flop is dealt; null without a flop"),
    Column("pot_turn", _MONEY, "all chips in when the turn is dealt; null without a turn"),
    Column("pot_river", _MONEY, "all chips in when the river is dealt; null without a river"),
    Column("cap_bets", _COUNT, "fixed limit: bets the house allows a street; null elsewhere and where it knows no cap"),
    Column("low_possible", _FLAG, "hi/lo: a board has three distinct ranks up to eight; null elsewhere"),
    Column("total_pot", _MONEY, "total pot as the site claims it; null where not printed"),
    Column("total_means", _TEXT, "what that total is: gross, net or net_plus_uncalled"),
    Column("rake", _MONEY, "rake as the site claims it; null where not printed"),
    Column("path", _TEXT, "file the hand was read from"),
    *_PLACE,
)

_SEATS = (
    Column("hand", _KEY, "running key of the hand"),
    Column("seat", _SEAT, "number of the seat"),
    Column("player", _TEXT, "name of the player"),
    Column("hero", _FLAG, "this is the player whose history it is"),
    Column("stack", _MONEY, "chips before the hand"),
    Column("position", _TEXT, "position by seats from the button; null when not dealt in or no button is printed"),
    Column("dealt_in", _FLAG, "got cards"),
    Column("hole", _TEXT, "hole cards as far as known at the end; null when none are known"),
    Column("hole_known", _FLAG, "every hole card is known"),
    Column("posted", _MONEY, "blinds, antes, straddles and dead posts put in"),
    Column("contributed", _MONEY, "all chips put in, posts included"),
    Column("returned", _MONEY, "uncalled chips given back, printed or not; 0 where the site counts them as collected"),
    Column("collected", _MONEY, "chips taken from pots"),
    Column("cashed_out", _MONEY, "payment for a cash-out, after its fee where the site prints it so; null for none"),
    Column("net", _MONEY, "change of the stack: collected (or the cash-out payment) + returned - contributed"),
    Column("folded_on", _TEXT, "street of the fold; null when the seat did not fold"),
    Column("posted_all_in", _FLAG, "all-in from a post, so without a decision before the flop"),
    Column("all_in", _FLAG, "was all-in at some time"),
    Column("walk", _FLAG, "won because nobody called, bet or raised before the flop"),
    Column("showdown", _FLAG, "in the hand at its end beside at least one other"),
    Column("shown", _TEXT, "cards shown at the end; null when none"),
    Column("won", _FLAG, "won at least a part of a pot"),
    Column("all_in_on", _TEXT, "street on which it went all-in; null when it did not"),
    Column("scooped", _FLAG, "hi/lo showdown: won every half of every pot it contested; null elsewhere or unknown"),
    Column("high_won", _FLAG, "hi/lo showdown: won or tied the high of a pot; null elsewhere or unknown"),
    Column("low_won", _FLAG, "hi/lo showdown: won or tied the low of a pot; null as well where no low qualified"),
    Column("quartered", _FLAG, "hi/lo showdown: tied one half of a pot and lost the other; null as low_won"),
    Column("three_quartered", _FLAG, "hi/lo showdown: won one half of a pot alone, tied the other; null as low_won"),
    Column(
        "counterfeited",
        _FLAG,
        "hi/lo: the board paired a card of its low and the low got no better; null without a low before the river",
    ),
    Column("unit", _MONEY, "the hand's big blind (fixed limit: big bet), the unit of bb/100; null when unknown"),
    Column(
        "net_adjusted",
        _MONEY,
        "net as it is on average over the cards to come, rounded; after a cash-out as if there were none;"
        " net itself where not adjusted",
    ),
    Column("not_adjusted", _TEXT, f"why not: {', '.join(REASONS)}; null where adjusted"),
)

_EVENTS = (
    Column("hand", _KEY, "running key of the hand"),
    Column("no", _COUNT, "number of the event in the hand, from 0"),
    Column("street", _TEXT, "street the event belongs to"),
    Column(
        "event",
        _TEXT,
        "post, hole, board, act, uncalled, show, muck, collect, cash-out, not awarded, cancelled, chop or splash",
    ),
    Column("seat", _SEAT, "seat it speaks of; null for the board"),
    Column("player", _TEXT, "player in that seat"),
    Column("verb", _TEXT, "act: fold, check, call, bet or raise"),
    Column("post", _TEXT, "post: kind of the post"),
    Column("live", _MONEY, "post: chips that count toward the bet"),
    Column("dead", _MONEY, "post: chips that do not"),
    Column("to", _MONEY, "act: the seat's total on the street after it"),
    Column("added", _MONEY, "act: chips put in now"),
    Column("by", _MONEY, "act: size of the raise where printed"),
    Column("amount", _MONEY, "uncalled, collect, cash-out: chips received; splash: chips added by the house"),
    Column("fee", _MONEY, "cash-out: fee where printed"),
    Column("all_in", _FLAG, "post, act: puts in the last chip (as printed, or by the stack)"),
    Column("cards", _TEXT, "hole, board (the new ones), show: cards"),
    Column("board", _COUNT, "board, show, muck, collect: number of the board, 0 for the only one"),
    Column("pot", _COUNT, "collect: 0 the main or only pot, 1, 2... side pots; null where not said"),
    Column("said", _TEXT, "show: what the site calls the hand"),
    Column("level", _COUNT, "act: bets before it on the street; the big blind is 1, straddles add none"),
    Column("callers", _COUNT, "act: calls (unbet: checks) since the last bet or raise of the street"),
    Column("to_call", _MONEY, "act: chips it takes to call"),
    Column("players", _COUNT, "act: players in the hand before it"),
    Column("pot_before", _MONEY, "act: all chips in before it"),
    Column("aggressor", _SEAT, "act: seat of the last bet or raise of this street before it; null for none"),
    Column("initiative", _SEAT, "act: seat of the last bet or raise of the street before; null for none"),
    Column("last", _TEXT, "act: verb of the seat's action before on this street; null for none"),
    Column(
        "matched", _COUNT, "act: level that the seat's last call, bet or raise on this street made or met; 0 for none"
    ),
    Column("shoved", _FLAG, "act: the last bet or raise of this street before it was all-in"),
    *_PLACE,
)

_ERRORS = (
    Column("path", _TEXT, "file"),
    Column("line", _LINE, "line of the file, from 1"),
    Column("column", _LINE, "character of the line, from 1"),
    Column("kind", _TEXT, "kind of the error, by cause"),
    Column("severity", _TEXT, "error, warning or info"),
    Column("slug", _TEXT, "rule or claim that fails; null for text that could not be read"),
    Column("hand_id", _TEXT, "the site's number of the hand; null when it was not reached"),
    Column("message", _TEXT, "what is wrong, in one sentence"),
    Column("excerpt", _TEXT, "the line it speaks of"),
    Column("byte_start", _BYTE, "first byte of the refused text in the file"),
    Column("byte_end", _BYTE, "byte after the last of the refused text"),
)

COLUMNS = {"hands": _HANDS, "seats": _SEATS, "events": _EVENTS, "errors": _ERRORS}
SCHEMA = {frame: {column.name: column.dtype for column in columns} for frame, columns in COLUMNS.items()}
HANDS, SEATS, EVENTS, ERRORS = SCHEMA["hands"], SCHEMA["seats"], SCHEMA["events"], SCHEMA["errors"]


def describe() -> pl.DataFrame:
    """Return the schema itself as a frame: frame, column, type, text."""
    rows = [
        (frame, column.name, str(column.dtype), column.text) for frame, columns in COLUMNS.items() for column in columns
    ]
    return pl.DataFrame(rows, schema=["frame", "column", "type", "text"], orient="row")
