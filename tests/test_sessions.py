"""Across the hands of a random table: nothing where all is in order, the right rule where the next hand slips."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from hhparse.audit import audit
from hhparse.audit.sequence import across
from hhparse.model import Hand, Post
from tests.sessions import SESSIONS, Slip, session

SLIPS = {
    "moving": {"button": "BUTTON-MOVE", "stack": "NEXT-STACK"},
    "dead": {"button": "BUTTON-MOVE", "stack": "NEXT-STACK"},
    "previous small blind": {"button": "BUTTON-NOT-PREV-SB", "stack": "NEXT-STACK"},
    "tournament": {"button": "BUTTON-MOVE", "stack": "NEXT-STACK"},
    "pot limit": {"button": "BUTTON-MOVE", "stack": "NEXT-STACK"},
    "kill due": {"button": "BUTTON-MOVE", "kill": "KILL-DUE"},
    "half kill due": {"stack": "NEXT-STACK", "kill": "KILL-DUE"},
}


def slugs(name: str, hands: list[Hand]) -> list[str]:
    return [finding.slug for finding in across(hands, SESSIONS[name].rules) if finding.severity != "info"]


@pytest.mark.parametrize("name", SESSIONS)
def test_a_session_has_no_finding(name: str) -> None:
    for seed in range(20):
        hands = session(Random(f"{name} {seed}"), name)
        assert slugs(name, hands) == [], seed
        for hand in hands:
            assert [row.slug for row in audit(hand, SESSIONS[name].rules) if row.severity != "info"] == [], seed


def slipped(name: str, what: str, wanted: int) -> Counter[str]:
    """Let sessions slip once, and count which of them are found."""
    counts: Counter[str] = Counter()
    for seed in range(wanted * 40):
        if counts["made"] == wanted:
            break
        seeds = f"{name} {seed}"
        number = 1 + seed % 6
        hands = session(Random(seeds), name, Slip(what, number))
        if len(hands) <= number:
            continue
        if what == "kill" and not killed(session(Random(seeds), name)[number : number + 1]):
            continue
        found = slugs(name, hands)
        counts.update(made=1, right=SLIPS[name][what] in found, alone=found == [SLIPS[name][what]])
    return counts


def killed(hands: list[Hand]) -> bool:
    return any(isinstance(event, Post) and event.kind == "kill" for hand in hands for event in hand.events)


@pytest.mark.parametrize(("name", "what"), [(name, what) for name, slips in SLIPS.items() for what in slips])
def test_a_slip_is_found(name: str, what: str) -> None:
    counts = slipped(name, what, 6)
    assert counts["made"] == counts["right"] == 6, counts


@pytest.mark.slow
def test_many_slips_are_found() -> None:
    print()
    for name, slips in SLIPS.items():
        for what in slips:
            counts = slipped(name, what, 30)
            print(f"{name:22}{what:8}{slips[what]:20}{counts['made']:7}{counts['right']:7}{counts['alone']:7}")
            assert counts["right"] >= 0.995 * counts["made"]
