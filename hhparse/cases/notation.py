r'''A hand in plain words: TOML that can be written by hand, for disputes and for worked examples.

    id = "D02"
    title = "Two short all-ins that reopen the betting for one player only"
    source = "TDA 47, example 1-A"
    question = "May C raise?"
    rules = "permissive"          # a preset or a .toml file (beside the case); the default is permissive
    set = {hu_cap = "none"}       # fields of the rule set that are changed
    game = "holdem"               # a name of model.GAMES (omaha_hilo ...); the default is holdem
    limit = "NL"                  # NL (the default), PL, FL, PL-NL ...
    stakes = "50/100"             # the blinds; in fixed limit the bets, with blinds = "1/2" where they are not half
    ante = 10                     # also cap (of the hand) and button_blind
    kind = "ring"                 # or tournament
    currency = "CHIPS"            # whole numbers; USD, EUR ... have decimals: stakes = "0.50/1", "A calls 0.25"
    button = 3                    # its seat

    seats = """
    1 A 1000
    2 Bob the Rock 2500
    3 C 1000 sitting out
    """

    hand = """
    A posts small blind 50
    Bob the Rock posts big blind 100
    C folds
    # a comment; one may also follow a line
    A raises to 300
    """

    [expect]                      # what the ruling is; see hhparse.cases.case
    legal = true

The hand has one thing a line. Amounts may have thousands commas. `all-in` may end every line that puts chips in; it is
understood where the last chip goes in.

    A posts small blind 50        also: big blind, ante, dead, straddle, kill, button blind, bomb
    A posts both 3                both missed blinds: the big blind live, the rest dead
    A posts big blind 2 dead      or `2 and 1 dead`: other divisions into live and dead chips
    deal                          says nothing: for the eye
    A has As Kd                   hole cards, told in any order; ?? is a card nobody saw
    A is dealt As Kd              hole cards dealt at this moment, where the question is about the deal
    A folds          A checks
    A calls          A calls 75   what he adds; without a number what is right
    A bets 100       A raises to 300     also: A raises by 200 to 300, where both are printed
    A is all-in      A is all-in for 250     his total on this street; a bet, a call or a raise, whichever it is
    A loses the connection        he is all-in with what he has put in, and keeps the rest
    flop 2c 7d 9h    turn Ks    river 3d     `river 3d on board 2`: run it twice, or two boards from the start
    first card 2c                 Courchevel: the board card before the first round
    75 returned to A
    A shows          A shows As Kd (a pair of Aces)     without cards: those he has; the words are the site's
    A mucks
    A collects 100   A collects 100 from the main pot   also: from side pot 1, on board 2
    A cashes out for 10, fee 0.10
    A won 100                     what the summary says, where it says it of him
    pot 280          rake 5       what the site prints of the result; also: main pot 200, side pot 80, side pot 2 30
    pot not awarded               nobody collects: its winner cashed out
    cancelled                     the hand is called off
    chop                          both blinds take back what they posted, and the hand is over; also: the blinds chop
    splash 5                      the house adds chips to the main pot; also: the house adds 5 to the pot

A hand may break off anywhere. One that is told to its end but has no collecting line is paid by the judge.
'''

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, get_args

from hhparse.cases.fields import Fields
from hhparse.cases.script import Script, Table
from hhparse.model import GAMES, Claims, Hand, Kind, Limit, Seat, Source, Stakes, Tournament
from hhparse.money import CURRENCIES, Currency
from hhparse.rules.ruleset import RuleSet

FIELDS = (
    "game", "limit", "stakes", "blinds", "ante", "cap", "button_blind", "kind", "currency", "button", "seats", "hand",
)  # fmt: skip
_OUT = (" sitting out", " out of hand")
SEATS = [str(number) for number in range(1, 25)]  # more than any table has


def currency_of(fields: Fields) -> Currency:
    """Return the currency of a case. Raises ParseError."""
    return CURRENCIES[fields.choice("currency", CURRENCIES, "CHIPS")]


def hand_of(fields: Fields, hand_id: str, rules: RuleSet) -> Hand:
    """Return the hand that a case tells. The rules decide what `calls` without a number is. Raises ParseError."""
    seats = _seats(fields, currency_of(fields))
    kind: Kind = fields.choice("kind", get_args(Kind), "ring")  # type: ignore[assignment]
    limit: Limit = fields.choice("limit", get_args(Limit), "NL")  # type: ignore[assignment]
    bare = Hand(
        site="case",
        dialect="notation",
        hand_id=hand_id,
        played_at=datetime(2000, 1, 1, tzinfo=UTC),
        zone="UTC",
        table="",
        max_seats=None,
        button=_button(fields, seats),
        game=GAMES[fields.choice("game", GAMES, "holdem")],
        limit=limit,
        kind=kind,
        stakes=_stakes(fields, limit),
        currency=currency_of(fields),
        tournament=Tournament("case") if kind == "tournament" else None,
        hero=None,
        seats=seats,
        events=(),
        claims=Claims(),
        source=_source(fields),
    )
    if not fields.text("hand").strip():
        raise fields.wrong("hand", "a case needs a hand: one thing a line, like 'A posts small blind 50'")
    return Script(Table(bare, fields, rules)).run(fields.texts("hand"))


def _source(fields: Fields) -> Source:
    lines: Sequence[str] = fields.lines or fields.text("hand").splitlines()
    return Source(fields.path, 1, 0, sum(len(line.encode()) + 1 for line in lines), lines)


def _seats(fields: Fields, currency: Currency) -> tuple[Seat, ...]:
    found: list[Seat] = []
    for at, line in fields.texts("seats"):
        if line.startswith("#"):
            continue
        seat = _seat(fields, at, line, currency)
        for other in found:
            if other.seat == seat.seat or other.player == seat.player:
                what = f"seat {seat.seat}" if other.seat == seat.seat else f"the player {seat.player}"
                raise fields.wrong("seats", f"{what} is there twice", at, line)
        found.append(seat)
    if not found:
        raise fields.wrong("seats", "a case needs seats: one a line, like '1 A 1000'")
    return tuple(found)


def _seat(fields: Fields, at: int, line: str, currency: Currency) -> Seat:
    out = next((words for words in _OUT if line.endswith(words)), "")
    number, _, rest = line.removesuffix(out).strip().partition(" ")
    player, _, stack = rest.strip().rpartition(" ")
    if not number.isascii() or not number.isdigit() or not player:
        raise fields.wrong("seats", "a seat is its number, the player and his stack, like '1 A 1000'", at, line)
    if number not in SEATS:
        raise fields.wrong("seats", f"seat {number[:9]} is none: seats are numbered from 1 to {len(SEATS)}", at, line)
    chips = fields.money("stack", stack, currency, at)
    if chips < (0 if out else 1):  # who is not dealt in may have none
        raise fields.wrong("seats", f"the stack of {player.strip()} is {stack}, but it must be above 0", at, line)
    return Seat(int(number), player.strip(), chips, out == _OUT[0], out == _OUT[1])


def _button(fields: Fields, seats: Sequence[Seat]) -> int | None:
    button: Any = fields.typed("button", int)
    if button is not None and not 0 < button <= max(10, *(seat.seat for seat in seats)):
        raise fields.wrong("button", f"button {button} is no seat")
    return button  # type: ignore[no-any-return]


def _stakes(fields: Fields, limit: Limit) -> Stakes:
    currency = currency_of(fields)
    extra = [fields.amount(key, currency) for key in ("ante", "cap", "button_blind")]
    if "stakes" not in fields.table and extra[2]:
        return Stakes(0, 0, 0, 0, *extra)
    low, high = _pair(fields, "stakes", currency)
    if limit not in ("FL", "SL"):
        return Stakes(low, high, 0, 0, *extra)
    blinds = _pair(fields, "blinds", currency) if "blinds" in fields.table else (low // 2, low)
    return Stakes(*blinds, low, high, *extra)


def _pair(fields: Fields, key: str, currency: Currency) -> tuple[int, int]:
    low, slash, high = fields.text(key).partition("/")
    if not slash:
        raise fields.wrong(key, f'{key} should be two amounts, like {key} = "50/100"')
    return fields.positive(key, low.strip(), currency), fields.positive(key, high.strip(), currency)
