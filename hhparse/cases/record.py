"""Make a case out of a real hand: the hand as far as a line of its file, with the ruling filled in as expected."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from hhparse.cases.case import Case, parse_cases
from hhparse.cases.judge import judge
from hhparse.errors import ParseError
from hhparse.model import (
    Act,
    Cancelled,
    CashOut,
    Chop,
    Claims,
    Collect,
    DealBoard,
    DealHole,
    Disconnected,
    Event,
    Hand,
    Muck,
    NotAwarded,
    Post,
    PotClaim,
    Seat,
    Show,
    Splash,
    Stakes,
    Uncalled,
)
from hhparse.money import plain
from hhparse.rules.house import rules_of
from hhparse.rules.ruleset import RuleSet


class NotRecorded(ValueError):
    """A hand that the notation cannot tell: says why."""


def record(hand: Hand, line: int, rules: RuleSet | None = None) -> str:
    """Return the text of a case: the hand up to a line of its file, and the ruling as what is expected.

    Raises NotRecorded when nothing happens before the line, or when the notation cannot say what does.
    """
    cut = _cut(hand, line)
    rules = rules_of(hand, rules)
    text = "\n".join(_lines(cut, rules, line)) + "\n"
    try:
        case = parse_cases(text, "recorded")[0]
    except ParseError as error:
        raise NotRecorded(f"the notation cannot tell this hand: {error.message}") from None
    _compare(cut, case)
    return f"{text}\n{_expectation(case)}"


def _cut(hand: Hand, line: int) -> Hand:
    """Return the hand with the events and claims up to a line.

    A board that only the summary prints is dealt where the play goes on, not on its line; where lines stand in another
    order than the events, the hand is cut behind the last event of the line.
    """
    before = max((at for at, event in enumerate(hand.events) if event.line <= line), default=-1)
    last = max((at for at, event in enumerate(hand.events) if event.line == line), default=before)
    events = hand.events[: last + 1]
    if not events:
        first = hand.events[0].line if hand.events else hand.source.line
        raise NotRecorded(f"nothing happens in hand {hand.hand_id} up to line {line}: its first event is line {first}")
    pot = hand.claims.pot
    seats = tuple(claim for claim in hand.claims.seats if claim.line <= line)
    return replace(
        hand, events=events, claims=Claims(pot if pot is not None and pot.line <= line else None, seats=seats)
    )


def _compare(cut: Hand, case: Case) -> None:
    """Raise NotRecorded where the case does not tell what the hand tells."""
    told = case.hand
    if told.seats != tuple(seat._replace(bounty=None) for seat in cut.seats):
        raise NotRecorded("the notation cannot tell the names of this hand's players")
    for event, other in zip(cut.events, told.events, strict=True):
        if _bare(event) != _bare(other):
            raise NotRecorded(f"the notation cannot tell line {event.line}: {cut.source.excerpt(event.line).strip()}")


def _bare(event: Event) -> tuple[Any, ...]:
    """Return what an event says, without its place, reprinted cards and all-in words."""
    if isinstance(event, Act):
        return event[:5]
    if isinstance(event, DealBoard):
        return (event.street, event.cards)
    return event[:4] if isinstance(event, Post) else (type(event), *event[:-3])


def _lines(hand: Hand, rules: RuleSet, line: int) -> Iterator[str]:
    """Yield the lines of the case, without what is expected."""
    exponent, stakes = hand.currency.exponent, hand.stakes
    fields: dict[str, Any] = {
        "id": hand.hand_id,
        "title": f"Hand {hand.hand_id} at line {line}",
        "source": f"{hand.source.path.rpartition('/')[2]}:{line}",
        "question": "What is the ruling?",
        "rules": rules.name,
        "game": hand.game.name,
        "limit": hand.limit,
        **_stakes(stakes, hand, lambda amount: plain(amount, exponent)),
        "kind": hand.kind,
        "currency": hand.currency.code,
    }
    yield from (f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in fields.items())
    if hand.button is not None:
        yield f"button = {hand.button}"
    yield from ("", *_text("seats", [_seat(seat, exponent) for seat in hand.seats]))
    yield from ("", *_text("hand", list(_story(hand))))


def _stakes(stakes: Stakes, hand: Hand, money: Callable[[int], str]) -> dict[str, str]:
    fixed = bool(stakes.small_bet)
    low, high = (stakes.small_bet, stakes.big_bet) if fixed else (stakes.small_blind, stakes.big_blind)
    found = {"stakes": f"{money(low)}/{money(high)}"}
    if fixed and (stakes.small_blind, stakes.big_blind) != (low // 2, low):
        found["blinds"] = f"{money(stakes.small_blind)}/{money(stakes.big_blind)}"
    extra = {name: getattr(stakes, name) for name in ("ante", "cap", "button_blind")}
    return found | {name: money(amount) for name, amount in extra.items() if amount}


def _text(key: str, lines: list[str]) -> list[str]:
    """Return a text of several lines, as TOML takes it whatever the names are."""
    quote = "'''" if any("\\" in line or '"""' in line for line in lines) else '"""'
    if quote == "'''" and any(quote in line for line in lines):
        raise NotRecorded("the notation cannot tell the names of this hand's players")
    return [f"{key} = {quote}", *lines, quote]


def _seat(seat: Seat, exponent: int) -> str:
    out = " sitting out" if seat.sitting_out else " out of hand" if seat.out_of_hand else ""
    return f"{seat.seat} {seat.player} {plain(seat.stack, exponent)}{out}"


def _story(hand: Hand) -> Iterator[str]:
    """Yield the events as lines."""
    names = {seat.seat: seat.player for seat in hand.seats}

    def money(amount: int) -> str:
        return plain(amount, hand.currency.exponent)

    for event in hand.events:
        yield _SAY[type(event)](event, names, money)
    if hand.claims.pot is not None:
        yield from _claims(hand.claims.pot, money)
    for claim in hand.claims.seats:
        if claim.won:
            yield f"{claim.player} won {money(claim.won)}"


def _claims(pot: PotClaim, money: Callable[[int], str]) -> Iterator[str]:
    if pot.total_means == "gross":
        yield f"pot {money(pot.total)}"
    for at, part in enumerate(pot.pots):
        yield f"side pot {at} {money(part)}" if at else f"main pot {money(part)}"
    if pot.rake is not None:
        yield f"rake {money(pot.rake)}"


def _post(event: Post, names: Mapping[int, str], money: Callable[[int], str]) -> str:
    dead = event.kind in ("ante", "dead")  # these kinds are dead unless the line says otherwise
    if event.live and event.dead:
        amount = f"{money(event.live)} and {money(event.dead)} dead"
    elif event.live:
        amount = money(event.live) + " live" * (dead or event.kind == "both")
    else:
        amount = money(event.dead) + " dead" * (not dead)
    return f"{names[event.seat]} posts {event.kind} {amount}{' all-in' * event.all_in}"


def _act(event: Act, names: Mapping[int, str], money: Callable[[int], str]) -> str:
    amount = {"call": event.added, "bet": event.to, "raise": event.to}.get(event.verb, 0)
    words = {"fold": "folds", "check": "checks", "call": "calls ", "bet": "bets ", "raise": "raises to "}[event.verb]
    if event.by is not None:
        words = f"raises by {money(event.by)} to "
    return f"{names[event.seat]} {words}{money(amount) if words.endswith(' ') else ''}{' all-in' * event.all_in}"


def _board(board: int) -> str:
    return f" on board {board}" if board else ""


def _deal(event: DealBoard, names: Mapping[int, str], money: Callable[[int], str]) -> str:
    name = "first card" if event.street == "preflop" else event.street
    return f"{name} {' '.join(event.cards)}{_board(event.board)}"


def _show(event: Show, names: Mapping[int, str], money: Callable[[int], str]) -> str:
    said = f" ({event.said})" if event.said else ""
    return f"{names[event.seat]} shows {' '.join(event.cards)}{said}{_board(event.board)}"


def _collect(event: Collect, names: Mapping[int, str], money: Callable[[int], str]) -> str:
    pot = "" if event.pot is None else f" from side pot {event.pot}" if event.pot else " from the main pot"
    return f"{names[event.seat]} collects {money(event.amount)}{pot}{_board(event.board)}"


def _cash_out(event: CashOut, names: Mapping[int, str], money: Callable[[int], str]) -> str:
    fee = "" if event.fee is None else f", fee {money(event.fee)}"
    return f"{names[event.seat]} cashes out for {money(event.amount)}{fee}"


_SAY: dict[type, Callable[[Any, Mapping[int, str], Callable[[int], str]], str]] = {
    Post: _post,
    DealHole: lambda event, names, money: f"{names[event.seat]} is dealt {' '.join(event.cards)}",
    DealBoard: _deal,
    Act: _act,
    Uncalled: lambda event, names, money: f"{money(event.amount)} returned to {names[event.seat]}",
    Show: _show,
    Muck: lambda event, names, money: f"{names[event.seat]} mucks{_board(event.board)}",
    Collect: _collect,
    CashOut: _cash_out,
    NotAwarded: lambda event, names, money: "pot not awarded",
    Cancelled: lambda event, names, money: "cancelled",
    Disconnected: lambda event, names, money: f"{names[event.seat]} loses the connection",
    Chop: lambda event, names, money: "chop",
    Splash: lambda event, names, money: f"splash {money(event.amount)}",
}


def _expectation(case: Case) -> str:
    """Return the ruling on a case as what it expects."""
    values, exponent = judge(case).values, case.hand.currency.exponent
    keys = ["legal" if values["legal"] else "illegal", "next"]
    if len(values["next"]) == 1:
        keys += ["returned", "pots", "wins", "net"]
    lines = [f"{key} = {_toml(values[key], exponent)}" for key in keys if values.get(key) not in (None, {}, [])]
    return "\n".join(["[expect]", *lines]) + "\n"


def _toml(value: Any, exponent: int) -> str:
    """Return a value of a ruling as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return plain(value, exponent)
    if isinstance(value, Mapping):
        rows = [f"{_key(name)} = {_toml(row, exponent)}" for name, row in value.items()]
        return f"{{{', '.join(rows)}}}"
    if isinstance(value, list):
        return f"[{', '.join(_toml(row, exponent) for row in value)}]"
    if isinstance(value, tuple):
        line, slug = value
        return _toml(({"line": line} if line else {}) | {"rule": slug}, exponent)
    return json.dumps(value, ensure_ascii=False)


def _key(name: str) -> str:
    plain_key = name.isascii() and name.replace("_", "").replace("-", "").isalnum()
    return name if plain_key else json.dumps(name, ensure_ascii=False)
