"""The real histories: what cannot be read, what another program reads differently, what the audit finds.

Every exception stands with its reason in tests/cases/corpus/<dialect>.toml; anything not listed there fails, and so
does anything listed that no longer happens. The reason of a finding begins with "engine: " where the history is right.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from hhparse.audit import audit
from hhparse.errors import HandError, UnsupportedGame
from hhparse.model import Act, Collect, DealBoard, Hand, Post, Uncalled
from hhparse.reading.read import Account, Reading, Refused

from .conftest import CORPUS, ROOT

CASES = ROOT / "tests" / "cases" / "corpus"
DIALECTS = sorted(path.stem for path in CASES.glob("*.toml"))
Row = dict[str, Any]


@dataclass
class Read:
    """All that was read of a folder of the corpus."""

    hands: dict[tuple[str, str], list[Hand]] = field(default_factory=dict)  # by file and hand id
    refused: list[Refused] = field(default_factory=list)
    account: Account = field(default_factory=Account)


def relative(path: str) -> str:
    return str(Path(path).relative_to(CORPUS))


@lru_cache
def everything(dialect: str) -> Read:
    found = Read()
    reading = Reading([CORPUS / dialect])
    for item in reading:
        if isinstance(item, Refused):
            found.refused.append(item)
        else:
            found.hands.setdefault((relative(item.source.path), item.hand_id), []).append(item)
    found.account = reading.account
    return found


def cases(dialect: str) -> Row:
    return tomllib.loads((CASES / f"{dialect}.toml").read_text(encoding="utf-8"))


def expected(dialect: str, corpus: Path) -> list[Row]:
    rows = [json.loads(line) for line in (corpus / "expected.jsonl").read_text(encoding="utf-8").splitlines()]
    return [row for row in rows if row["file"].startswith(f"{dialect}/")]


def places(errors: list[HandError]) -> list[str]:
    return sorted(f"{relative(error.location.path)}:{error.location.line}" for error in errors)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_hand_is_read_or_refused_for_a_listed_reason(dialect: str, corpus: Path) -> None:
    found = everything(dialect)
    assert found.account.balanced
    refused = [item.error for item in found.refused if not isinstance(item.error, UnsupportedGame)]
    listed = cases(dialect)["refused"]
    assert places(refused) == sorted(case["place"] for case in listed)
    messages = {f"{relative(error.location.path)}:{error.location.line}": error.message for error in refused}
    for case in listed:
        assert case["message"] in messages[case["place"]], case["place"]
        assert case["reason"]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_games_not_played_are_refused_by_name(dialect: str, corpus: Path) -> None:
    games = Counter(item.error.game for item in everything(dialect).refused if isinstance(item.error, UnsupportedGame))
    assert dict(games) == cases(dialect)["unsupported"]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_parse_rate_by_game_and_limit(dialect: str, corpus: Path) -> None:
    hands = Counter(f"{hand.game.name} {hand.limit}" for same in everything(dialect).hands.values() for hand in same)
    print("\n".join(f"{kind:24}{times:6}" for kind, times in hands.most_common()))
    assert dict(hands) == cases(dialect)["hands"]


def cards(streets: dict[str, list[str]]) -> list[str]:
    return sorted(card for street in streets.values() for card in street)


def amount(value: Any) -> Decimal:
    return Decimal(str(value).replace(",", ""))


def digits(text: str) -> str:
    """Return the digits of a hand's id: another program may leave the rest away."""
    return "".join(filter(str.isdigit, text))


def unreturned(hand: Hand) -> Counter[str]:
    """Return what nobody called of the largest contribution and no line returns."""
    put: Counter[str] = Counter()
    for event in hand.events:
        if isinstance(event, Act):
            put[hand.player(event.seat)] += event.added
        elif isinstance(event, Post):
            put[hand.player(event.seat)] += event.live
        elif isinstance(event, Uncalled):
            put[hand.player(event.seat)] -= event.amount
    (most, chips), *others = put.most_common(2)
    return Counter({most: chips - others[0][1]} if others else {})


def differences(hand: Hand, row: Row, how: Row) -> list[str]:
    """Return which of seats, stacks, button, board and collected differ from another program's reading.

    `how` says what it does otherwise with all hands of a dialect: seats = "in play" leaves out who does nothing in the
    hand, collected = "or claimed" takes what the summary says where nobody collects, "without uncalled" takes out what
    nobody called where it has no line of its own; board = "each card once" where it repeats what boards share;
    button = "0 where unread" where it does not find each button that is printed.
    """
    scale = 10**hand.currency.exponent
    seats = sorted((seat.seat, seat.player, Decimal(seat.stack) / scale) for seat in hand.seats)
    if how.get("seats") == "in play":
        heard = {getattr(event, "seat", 0) for event in hand.events}
        named = {seat for seat, *_ in row["players"]}
        seats = [seat for seat in seats if seat[0] in heard | named]
    collected: Counter[str] = Counter()
    for event in hand.events:
        if isinstance(event, Collect):
            collected[hand.player(event.seat)] += event.amount
    if not collected and how.get("collected") == "or claimed":
        collected.update({claim.player: claim.won for claim in hand.claims.seats if claim.won})
    if how.get("collected") == "without uncalled":
        collected.subtract(unreturned(hand))
    board = sorted(card for event in hand.events if isinstance(event, DealBoard) for card in event.cards)
    their_board = cards(row["board"])
    if how.get("board") == "each card once":
        board, their_board = sorted(set(board)), sorted(set(their_board))
    pairs = {
        "seats": ([row[:2] for row in seats], [(seat, name) for seat, name, _ in sorted(map(tuple, row["players"]))]),
        "stacks": ([row[2] for row in seats], [amount(stack) for *_, stack in sorted(map(tuple, row["players"]))]),
        "button": (hand.button, row["button"] or (hand.button if how.get("button") == "0 where unread" else 0)),
        "board": (board, their_board),
        "collected": (
            {name: Decimal(chips) / scale for name, chips in collected.items() if chips},
            {name: amount(chips) for name, chips in row["collected"].items() if amount(chips)},
        ),
    }
    return [name for name, (ours, theirs) in pairs.items() if ours != theirs]


def reached(goal: str, listed: Row, holds: bool) -> None:
    """Hold a dialect to a goal, or to the reason why it does not reach it yet: a reason that is out of date fails."""
    why = listed.get("short_of", {}).get(goal)
    assert holds == (why is None), f"{goal}: {why or 'not reached'}"
    if why is not None:
        pytest.xfail(why)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_another_program_reads_the_same(dialect: str, corpus: Path) -> None:
    found = everything(dialect)
    unsupported = {
        (relative(item.source.path), digits(item.error.hand_id))
        for item in found.refused
        if isinstance(item.error, UnsupportedGame)
    }
    rows = [row for row in expected(dialect, corpus) if (row["file"], digits(row["hand_id"])) not in unsupported]
    hands: dict[tuple[str, str], list[Hand]] = {}
    for (file, hand_id), those in found.hands.items():
        hands.setdefault((file, digits(hand_id)), []).extend(those)
    differing: dict[str, list[str]] = {}
    how = cases(dialect).get("compare", {})
    for row in rows:
        same = hands.get((row["file"], digits(row["hand_id"])), [])
        readings = [differences(hand, row, how) for hand in same]
        if [] not in readings:
            differing[f"{row['file']} {row['hand_id']}"] = readings[0] if readings else ["not read"]
    listed = {f"{case['file']} {case['hand_id']}": case["differs"] for case in cases(dialect)["expected"]}
    print(f"{dialect}: {len(rows) - len(differing)} of {len(rows)} rows equal")
    assert differing == listed
    assert all(case["reason"] for case in cases(dialect)["expected"])
    reached("expected", cases(dialect), len(differing) <= 0.01 * len(rows))


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_audit_finds_only_real_defects(dialect: str, corpus: Path) -> None:
    hands = [hand for same in everything(dialect).hands.values() for hand in same]
    found: dict[str, list[str]] = {}
    for hand in hands:
        for finding in audit(hand):
            if finding.severity != "info":
                place = f"{relative(hand.source.path)} {hand.hand_id}"
                found.setdefault(place, []).append(f"{finding.location.line} {finding.slug}")
    listed = {f"{case['file']} {case['hand_id']}": case["findings"] for case in cases(dialect)["findings"]}
    print(f"{dialect}: {len(hands) - len(found)} of {len(hands)} hands clean")
    assert found == listed
    assert all(case["reason"] for case in cases(dialect)["findings"])
    reached("audit", cases(dialect), len(found) <= 0.02 * len(hands))
