"""Properties of legal hands in every structure that the engine plays."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hhparse.audit import audit
from hhparse.model import Act, Collect, DealBoard, DealHole, Hand, Post, Show, Uncalled
from hhparse.replay import frames, replay
from hhparse.rules.ruleset import load
from hhparse.views.log import log
from hhparse.views.replayer import replayed
from tests.strategies import SHAPES, dealt, hands

RULES = replace(load("pokerstars"), hu_cap="none", pl_nominal_blinds="yes")  # every rule proven
PLAYED = settings(max_examples=150, deadline=None)


def faults(hand: Hand) -> list[str]:
    return [finding.render() for finding in audit(hand, RULES) if finding.severity != "info"]


@pytest.mark.parametrize("name", SHAPES)
def test_a_legal_hand_has_no_finding(name: str) -> None:
    for seed in range(25):
        hand = dealt(Random(f"{name} {seed}"), SHAPES[name], RULES)
        assert faults(hand) == [], log(hand)


@pytest.mark.slow
@pytest.mark.parametrize("name", SHAPES)
def test_many_legal_hands_have_no_finding(name: str) -> None:
    for seed in range(1000, 2500):
        hand = dealt(Random(f"{name} {seed}"), SHAPES[name], RULES)
        assert faults(hand) == [], log(hand)


@PLAYED
@given(hand=hands(RULES))
def test_chips_are_conserved_after_every_event(hand: Hand) -> None:
    cap = hand.stakes.cap
    start = sum(min(seat.stack, cap or seat.stack) for seat in hand.seats)
    for frame in frames(hand, RULES):
        assert sum(frame.stacks.values()) + frame.pot == start
        assert frame.collected + sum(frame.committed.values()) >= frame.pot
        assert min(frame.stacks.values()) >= 0
    played, claim = replay(hand, RULES), hand.claims.pot
    assert claim is not None
    assert claim.rake is not None
    collected = sum(event.amount for event in hand.events if isinstance(event, Collect))
    assert sum(played.stacks.values()) + collected + claim.rake == sum(seat.stack for seat in hand.seats)


@PLAYED
@given(hand=hands(RULES))
def test_chips_add_up_in_the_events_alone(hand: Hand) -> None:
    """Count without the engine: posts and actions less what is returned are the pot that is printed."""
    put = sum(event.live + event.dead for event in hand.events if isinstance(event, Post))
    put += sum(event.added for event in hand.events if isinstance(event, Act))
    put -= sum(event.amount for event in hand.events if isinstance(event, Uncalled))
    assert hand.claims.pot is not None
    assert put == hand.claims.pot.total


@PLAYED
@given(hand=hands(RULES))
def test_no_card_is_seen_twice(hand: Hand) -> None:
    holes = {event.seat: event.cards for event in hand.events if isinstance(event, DealHole | Show)}
    board = [card for event in hand.events if isinstance(event, DealBoard) for card in event.cards]
    seen = Counter([*board, *(card for cards in holes.values() for card in cards)])
    assert set(seen.values()) <= {1}


@PLAYED
@given(hand=hands(RULES), share=st.floats(0, 1))
def test_a_replay_of_a_prefix_is_a_prefix_of_the_replay(hand: Hand, share: float) -> None:
    posts = sum(isinstance(event, Post) for event in hand.events)
    length = posts + int(share * (len(hand.events) - posts))
    short = replace(hand, events=hand.events[:length])
    assert list(frames(short, RULES)) == list(frames(hand, RULES))[:length]
    whole = [row for row in replay(hand, RULES).violations if row.event < length]
    assert list(replay(short, RULES).violations) == whole


@PLAYED
@given(hand=hands(RULES))
def test_every_event_is_a_line_of_the_log(hand: Hand) -> None:
    said = log(hand).splitlines()
    assert [int(line[:5]) for line in said if line[:5].strip().isdigit() and int(line[:5]) < 900] == [
        event.line for event in hand.events
    ]
    assert all(before.line < after.line for before, after in pairwise(hand.events))
    assert replayed(hand, RULES)
