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
from hhparse.model import Act, Collect, DealBoard, Hand, Post
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


@dataclass
class Spelling:
    """How the other program names hands and players: the table [compare] of a dialect's cases."""

    id: str = "(.*)"  # what it keeps of a hand's id: the groups of this expression
    players: str = "by name"  # or "by place": `Seat 3`, and `Hero` for the hero; then seats count in their order
    seats: str = "all"  # or "active": only players who post or act
    button: str = "always"  # or "ring": in tournaments it gives a number that is no seat
    board: str = "all"  # or "played": it loses a street that is followed by the next without an action

    def hand_id(self, text: str) -> str:
        match = re.fullmatch(self.id, text)
        return "".join(match.groups()) if match else text

    def ours(self, hand: Hand) -> dict[str, Any]:
        scale = 10**hand.currency.exponent
        active = {event.seat for event in hand.events if isinstance(event, (Post, Act))}
        rows = [row for row in hand.seats if self.seats == "all" or row.seat in active]
        seats = self._named([(row.seat, row.player, Decimal(row.stack) / scale) for row in rows])
        collected: Counter[Any] = Counter()
        for event in hand.events:
            if isinstance(event, Collect):
                collected[seats[event.seat][0]] += event.amount
        return {
            "seats": sorted((seat, name) for seat, (name, _) in seats.items() if self.players == "by name"),
            "stacks": [stack for _, (_, stack) in sorted(seats.items())],
            "button": self._place(seats, hand.button),
            "board": sorted(card for event in self._streets(hand) for card in event.cards),
            "collected": {name: Decimal(chips) / scale for name, chips in collected.items() if chips},
        }

    def _streets(self, hand: Hand) -> list[DealBoard]:
        pairs = zip(hand.events, (*hand.events[1:], None), strict=True)
        played = self.board == "played"
        return [
            event
            for event, following in pairs
            if isinstance(event, DealBoard) and not (played and isinstance(following, DealBoard))
        ]

    def theirs(self, row: Row) -> dict[str, Any]:
        named = [(seat, name, amount(stack)) for seat, name, stack in row["players"]]
        seats = self._named(named)
        names = {name: seats[seat][0] for seat, name, _ in named}
        order = seats if self.players == "by place" else dict(sorted(seats.items()))
        return {
            "seats": [(seat, name) for seat, (name, _) in order.items() if self.players == "by name"],
            "stacks": [stack for _, stack in order.values()],
            "button": self._place(seats, row["button"]),
            "board": cards(row["board"]),
            "collected": {names[name]: amount(chips) for name, chips in row["collected"].items() if amount(chips)},
        }

    def _named(self, rows: list[tuple[int, str, Decimal]]) -> dict[int, tuple[Any, Decimal]]:
        """Return by seat what a player is called and his stack: his name, or his place among the seats."""
        by_name = self.players == "by name"
        return {seat: (name if by_name else place, stack) for place, (seat, name, stack) in enumerate(rows)}

    def _place(self, seats: dict[int, Any], button: int | None) -> int | None:
        if self.players == "by name":
            return button
        return list(seats).index(button) if button in seats else None


def differences(hand: Hand, row: Row, spelling: Spelling) -> list[str]:
    """Return which of seats, stacks, button, board and collected differ from another program's reading."""
    ours, theirs = spelling.ours(hand), spelling.theirs(row)
    skipped = {"button"} if spelling.button == "ring" and hand.kind == "tournament" else set()
    return [name for name in ours if name not in skipped and ours[name] != theirs[name]]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_another_program_reads_the_same(dialect: str, corpus: Path) -> None:
    found, spelling = everything(dialect), Spelling(**cases(dialect).get("compare", {}))
    hands: dict[tuple[str, str], list[Hand]] = {}
    for (file, hand_id), same in found.hands.items():
        hands.setdefault((file, spelling.hand_id(hand_id)), []).extend(same)
    unsupported = {
        (relative(item.source.path), spelling.hand_id(item.error.hand_id))
        for item in found.refused
        if isinstance(item.error, UnsupportedGame)
    }
    rows = [row for row in expected(dialect, corpus) if (row["file"], row["hand_id"]) not in unsupported]
    differing: dict[str, list[str]] = {}
    for row in rows:
        same = hands.get((row["file"], row["hand_id"]), [])
        readings = [differences(hand, row, spelling) for hand in same]
        if [] not in readings:
            differing[f"{row['file']} {row['hand_id']}"] = readings[0] if readings else ["not read"]
    listed = {f"{case['file']} {case['hand_id']}": case["differs"] for case in cases(dialect)["expected"]}
    print(f"{dialect}: {len(rows) - len(differing)} of {len(rows)} rows equal")
    assert differing == listed
    assert all(case["reason"] for case in cases(dialect)["expected"])
    assert len(differing) <= 0.01 * len(rows)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_audit_finds_only_real_defects(dialect: str, corpus: Path) -> None:
    hands = [hand for same in everything(dialect).hands.values() for hand in same]
    found: dict[str, list[str]] = {}
    everywhere = {case["slug"]: case["hands"] for case in cases(dialect).get("everywhere", [])}
    seen: dict[str, set[int]] = {slug: set() for slug in everywhere}
    for hand in hands:
        for finding in audit(hand):
            if finding.severity != "info" and finding.slug in everywhere:
                seen[finding.slug].add(id(hand))
            elif finding.severity != "info":
                place = f"{relative(hand.source.path)} {hand.hand_id}"
                found.setdefault(place, []).append(f"{finding.location.line} {finding.slug}")
    listed = {f"{case['file']} {case['hand_id']}": case["findings"] for case in cases(dialect)["findings"]}
    print(f"{dialect}: {len(hands) - len(found)} of {len(hands)} hands clean")
    assert found == listed
    assert {slug: len(places) for slug, places in seen.items()} == everywhere
    assert all(case["reason"] for case in cases(dialect)["findings"] + cases(dialect).get("everywhere", []))
    to_mend = [case for case in cases(dialect)["findings"] if case["reason"].startswith("engine: ")]
    assert len(found) - len(to_mend) <= 0.02 * len(hands)
