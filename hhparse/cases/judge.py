"""Rule on a case: what the rules make of its hand, in numbers and in words, and where that differs from the case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from hhparse.audit import audit
from hhparse.cases.case import NOBODY, Case
from hhparse.cases.script import legal_now
from hhparse.cases.wording import chips, ledger_lines, sentences
from hhparse.errors import HandError
from hhparse.model import Act, CashOut, Chop, Collect, DealBoard, DealHole, Event, Hand, Muck, NotAwarded, Post, Show
from hhparse.replay import Replay, replay
from hhparse.rules.betting import Legal
from hhparse.rules.pots import layers
from hhparse.rules.ruleset import RuleSet

# What keeps a player from raising at all.
_BARS = ("RAISE-NOT-REOPENED", "RAISE-CAP", "RAISE-CAP-HU", "NL-RAISE-COUNT")


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the rules say of a case: `values` by the keys of [expect], amounts in minor units.

    A key is absent where the hand does not come to it: nobody wins before the end. `violations` are all findings
    that are more than information, `ledger` says line by line who gets what and why, `words` is the ruling.
    """

    case: Case
    rules: RuleSet
    values: Mapping[str, Any]
    violations: tuple[HandError, ...]
    ledger: tuple[str, ...]
    words: str


class Difference(NamedTuple):
    """An expectation that the ruling does not meet: both as people write them."""

    key: str
    expected: str
    ruled: str


def judge(case: Case, rules: RuleSet | None = None) -> Ruling:
    """Return the ruling on a case, under its own rules or others."""
    rules = rules or case.rules
    hand = case.told(rules)
    ended = any(isinstance(event, Collect | NotAwarded | CashOut | Chop) for event in hand.events)
    found = tuple(
        finding
        for finding in audit(hand, rules)
        if finding.severity != "info" and (ended or finding.slug != "HAND-INCOMPLETE")
    )
    legal = None if ended else legal_now(hand, rules)
    played = replay(hand if ended or legal is not None else _closed(hand, rules), rules)
    values = _values(hand, played, found, legal)
    barred = "" if legal is None or legal.may_raise else _bar(hand, rules, legal)
    keys = list(case.expect) or [key for key, value in values.items() if value not in ({}, [], None)]
    words = " ".join(sentences(hand, values, keys, found, barred))
    lines = () if played.ledger is None else tuple(ledger_lines(hand, played.ledger))
    return Ruling(case, rules, values, found, lines, words)


def differences(ruling: Ruling) -> list[Difference]:
    """Return what the case expects and the ruling does not give."""
    return compared(ruling.case.expect, ruling.values, ruling.case.hand)


def compared(expected: Mapping[str, Any], ruled: Mapping[str, Any], hand: Hand) -> list[Difference]:
    """Return the keys whose values differ; of `next` only what is expected counts."""
    found: list[Difference] = []
    for key, wanted in expected.items():
        got = ruled.get(key)
        if key == "next":
            given = got or {}
            found += [
                Difference(f"next.{name}", _said(value, hand), _said(given.get(name), hand))
                for name, value in wanted.items()
                if given.get(name) != value
            ]
        elif key == "illegal":
            if not _same_lines(wanted, got or []):
                found.append(Difference(key, _said(wanted, hand), _said(got or [], hand)))
        elif got != wanted and not (isinstance(wanted, dict) and _nonzero(wanted) == _nonzero(got)):
            found.append(Difference(key, _said(wanted, hand), _said(got, hand)))
    return found


def _nonzero(amounts: Mapping[str, int] | None) -> dict[str, int]:
    return {name: amount for name, amount in (amounts or {}).items() if amount}


def _same_lines(wanted: list[tuple[str, str]], got: list[tuple[str, str]]) -> bool:
    """Tell whether the same lines break the same rules; a wanted one may leave out its line, or the end of it."""
    left = list(got)
    for line, slug in wanted:
        match = next(
            (row for row in left if row[1] == slug and f"{row[0]} ".startswith(f"{line} " if line else "")), None
        )
        if match is None:
            return False
        left.remove(match)
    return not left


def _said(value: Any, hand: Hand) -> str:
    """Return an expectation as people write it."""
    if value is None or value == {}:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return chips(value, hand.currency)
    if isinstance(value, dict):
        return ", ".join(f"{name} {_said(amount, hand)}" for name, amount in value.items())
    if isinstance(value, tuple):
        return f"{value[1]} by {value[0]!r}" if value[0] else str(value[1])
    if isinstance(value, list):
        return ", ".join(_said(item, hand) for item in value) or "none"
    return str(value)


def _closed(hand: Hand, rules: RuleSet) -> Hand:
    """Return a hand that is played to its end, but not paid, with everyone showing what he is known to have."""
    played = replay(hand, rules)
    if len(played.live) > 1 and not (played.boards and all(len(board) == 5 for board in played.boards)):
        return hand
    place = hand.events[-1][-3:]
    done = {event.seat for event in hand.events if isinstance(event, Show | Muck)}
    known = {event.seat: event.cards for event in hand.events if isinstance(event, DealHole)}
    shown: list[Event] = []
    if len(played.live) > 1:
        shown = [Show(seat, known[seat], "", 0, *place) for seat in played.live if seat in known and seat not in done]
    return replace(hand, events=(*hand.events, *shown, NotAwarded(*place)))


def _bar(hand: Hand, rules: RuleSet, legal: Legal) -> str:
    """Return why the player to act may not raise."""
    added = legal.all_in_to - next((_to(event) for event in reversed(hand.events) if _by(event, legal.seat)), 0)
    act = Act(legal.seat, "raise", legal.all_in_to, added, None, True, *hand.events[-1][-3:])
    for violation in audit(replace(hand, events=(*hand.events, act)), rules):
        if violation.slug in _BARS:
            return f"{violation.message.removeprefix('raise, but ')} ({violation.slug})"
    return ""


def _by(event: Event, seat: int) -> bool:
    return isinstance(event, Act | Post) and event.seat == seat


def _to(event: Event) -> int:
    return event.to if isinstance(event, Act) else event.live if isinstance(event, Post) else 0


def _values(hand: Hand, played: Replay, found: tuple[HandError, ...], legal: Legal | None) -> dict[str, Any]:
    """Return all that can be expected of a case."""
    name = hand.player
    values: dict[str, Any] = {
        "illegal": [(_line(hand, finding), finding.slug) for finding in found],
        "legal": not found,
        "next": _next(hand, legal),
        "returned": {name(seat): amount for seat, amount in played.returns_due.items()} if legal is None else {},
        "pots": _pots(played, legal),
        "live": _posted(hand, "live"),
        "dead": _posted(hand, "dead"),
        "dead_hands": [name(seat) for seat in played.live if len(played.shown.get(seat, ())) > hand.game.hole_cards],
    }
    ledger = played.ledger
    if ledger is not None and not ledger.unknown:
        values["wins"] = {name(seat): amount for seat, amount in sorted(ledger.totals.items())}
        values["net"] = _net(hand, played, ledger.totals)
    if len(played.live) > 1 and legal is None and not played.chopped:
        values["shows_first"] = name(_first_to_show(played))
    return values


def _line(hand: Hand, finding: HandError) -> str:
    """Return the line of the hand that a finding speaks of, without its comment; "" for the hand as a whole."""
    line, pot = finding.location.line, hand.claims.pot
    told = any(event.line == line for event in hand.events) or (pot is not None and pot.line == line)
    return hand.source.excerpt(line).partition("  #")[0].strip() if told else ""


def _next(hand: Hand, legal: Legal | None) -> dict[str, Any]:
    if legal is None:
        return {"player": NOBODY}
    return {
        "player": hand.player(legal.seat),
        "call": legal.to_call,
        "raise_min": legal.min_to,
        "raise_max": legal.max_to,
        "may_raise": legal.may_raise,
        "may_check": legal.may_check,
    }


def _pots(played: Replay, legal: Legal | None) -> list[int]:
    """Return the pots. While there is betting only those who are all-in cut the pot, and nothing is returned yet."""
    if played.ledger is not None:
        return [pot.amount for pot in played.ledger.pots]
    put, live = played.contributed, played.live
    if legal is not None:
        due = played.returns_due
        put = {seat: amount + due.get(seat, 0) for seat, amount in put.items()}
        cuts = [seat for seat in live if played.stacks[seat] == due.get(seat, 0)]
        live = tuple(dict.fromkeys([*cuts, max(live, key=put.__getitem__)]))
    return [layer.amount for layer in layers(put, live, played.dead)] if live else []


def _posted(hand: Hand, part: str) -> dict[str, int]:
    """Return by player what posts put in, live or dead."""
    found: dict[str, int] = {}
    for event in hand.events:
        if isinstance(event, Post):
            player = hand.player(event.seat)
            found[player] = found.get(player, 0) + (event.live if part == "live" else event.dead)
    return _nonzero(found)


def _net(hand: Hand, played: Replay, won: Mapping[int, int]) -> dict[str, int]:
    """Return by player what he won or lost; who cashed out has the house's money in place of his share."""
    bought = {event.seat: event.amount for event in hand.events if isinstance(event, CashOut)}
    return {
        row.player: played.stacks[row.seat] + bought.get(row.seat, won.get(row.seat, 0)) - row.stack
        for row in hand.seats
        if row.seat in played.stacks
    }


def _first_to_show(played: Replay) -> int:
    """Return who shows first, by R51: the last to bet in the last round, else the first left of the button.

    Where there are side pots, the players of the last one show first.
    """
    contenders = played.live
    if played.ledger is not None and played.ledger.pots:
        contenders = played.ledger.pots[-1].eligible
    for event in reversed(played.hand.events):
        if isinstance(event, DealBoard):
            break
        if isinstance(event, Act) and event.verb in ("bet", "raise") and event.seat in contenders:
            return event.seat
    return next(seat for seat in played.order if seat in contenders)
