"""The real histories: what cannot be read, what another program reads differently, what the audit finds.

Every exception stands with its reason in tests/cases/corpus/<dialect>.toml; anything not listed there fails, and so
does anything listed that no longer happens.
"""

from __future__ import annotations

import json
import re
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
from hhparse.model import Collect, DealBoard, Hand
from hhparse.reading.read import Account, Reading, Refused

from .conftest import CORPUS, ROOT

CASES = ROOT / "tests" / "cases" / "corpus"
DIALECTS = sorted(path.stem for path in CASES.glob("*.toml"))
Row = dict[str, Any]
# Where the text proves the other program wrong, or the hand is refused for a fault of its text.
NOT_OURS = ("the other program", "refused:")


@dataclass
class Read:
    """All that was read of a folder of the corpus."""

    hands: dict[tuple[str, str], list[Hand]] = field(default_factory=dict)  # by file and hand id
    numbered: dict[tuple[str, str], list[Hand]] = field(default_factory=dict)  # by file and digits of the id
    refused: list[Refused] = field(default_factory=list)
    account: Account = field(default_factory=Account)


def relative(path: str) -> str:
    return str(Path(path).relative_to(CORPUS))


def folder(dialect: str) -> str:
    """Return the folder of the corpus that a dialect reads."""
    return str(cases(dialect).get("folder", dialect))


@lru_cache
def everything(dialect: str) -> Read:
    found = Read()
    reading = Reading([CORPUS / folder(dialect)])
    for item in reading:
        if isinstance(item, Refused):
            found.refused.append(item)
        else:
            file = relative(item.source.path)
            found.hands.setdefault((file, item.hand_id), []).append(item)
            for number in {re.sub(r"\D", "", item.hand_id), re.split(r"\D", item.hand_id)[0]} - {item.hand_id}:
                found.numbered.setdefault((file, number), []).append(item)
    found.account = reading.account
    return found


def cases(dialect: str) -> Row:
    return tomllib.loads((CASES / f"{dialect}.toml").read_text(encoding="utf-8"))


def expected(dialect: str, corpus: Path) -> list[Row]:
    rows = [json.loads(line) for line in (corpus / "expected.jsonl").read_text(encoding="utf-8").splitlines()]
    return [row for row in rows if row["file"].startswith(f"{folder(dialect)}/")]


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


def differences(hand: Hand, row: Row, players: str = "all") -> list[str]:
    """Return which of seats, stacks, button, board and collected differ from another program's reading.

    `players` tells whom it knows: "all", or "who take part": it leaves out seats without a line in the hand.
    """
    scale = 10**hand.currency.exponent
    known = {seat.seat for seat in hand.seats}
    if players == "who take part":
        known = {getattr(event, "seat", 0) for event in hand.events} | {seat for seat, *_ in row["players"]}
    seats = sorted((seat.seat, seat.player, Decimal(seat.stack) / scale) for seat in hand.seats if seat.seat in known)
    collected: Counter[str] = Counter()
    for event in hand.events:
        if isinstance(event, Collect):
            collected[hand.player(event.seat)] += event.amount
    board = sorted(card for event in hand.events if isinstance(event, DealBoard) for card in event.cards)
    pairs = {
        "seats": ([row[:2] for row in seats], [(seat, name) for seat, name, _ in sorted(map(tuple, row["players"]))]),
        "stacks": ([row[2] for row in seats], [amount(stack) for *_, stack in sorted(map(tuple, row["players"]))]),
        "button": (hand.button, row["button"]),
        "board": (board, cards(row["board"])),
        "collected": (
            {name: Decimal(chips) / scale for name, chips in collected.items() if chips},
            {name: amount(chips) for name, chips in row["collected"].items() if amount(chips)},
        ),
    }
    return [name for name, (ours, theirs) in pairs.items() if ours != theirs]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_another_program_reads_the_same(dialect: str, corpus: Path) -> None:
    found = everything(dialect)
    unsupported = {
        (relative(item.source.path), item.error.hand_id)
        for item in found.refused
        if isinstance(item.error, UnsupportedGame)
    }
    rows = [row for row in expected(dialect, corpus) if (row["file"], row["hand_id"]) not in unsupported]
    players = cases(dialect).get("players", "all")
    differing: dict[str, list[str]] = {}
    for row in rows:
        key = (row["file"], row["hand_id"])
        same = found.hands.get(key) or found.numbered.get(key, [])
        readings = [differences(hand, row, players) for hand in same]
        if [] not in readings:
            differing[f"{row['file']} {row['hand_id']}"] = readings[0] if readings else ["not read"]
    listed = {f"{case['file']} {case['hand_id']}": case["differs"] for case in cases(dialect)["expected"]}
    print(f"{dialect}: {len(rows) - len(differing)} of {len(rows)} rows equal")
    assert differing == listed
    assert all(case["reason"] for case in cases(dialect)["expected"])
    ours = [case for case in cases(dialect)["expected"] if not case["reason"].startswith(NOT_OURS)]
    assert len(ours) <= 0.01 * len(rows)


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
    real = [case for case in cases(dialect)["findings"] if not case["reason"].startswith("engine:")]
    assert len(real) <= 0.02 * len(hands)
