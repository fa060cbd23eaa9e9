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
from hhparse.model import Act, Chop, Collect, DealBoard, DealHole, Hand, Post, Show, Splash, Uncalled
from hhparse.replay import frames, replay
from hhparse.views.log import log
from hhparse.views.replayer import replayed
from tests.strategies import dealt, hands
from tests.structures import SHAPES, house

PLAYED = settings(max_examples=150, deadline=None)


def faults(hand: Hand) -> list[str]:
    return [finding.render() for finding in audit(hand, house(hand.table)) if finding.severity != "info"]


@pytest.mark.parametrize("name", SHAPES)
def test_a_legal_hand_has_no_finding(name: str) -> None:
    for seed in range(25):
        hand = dealt(Random(f"{name} {seed}"), name)
        assert faults(hand) == [], log(hand)


@pytest.mark.slow
@pytest.mark.parametrize("name", SHAPES)
def test_many_legal_hands_have_no_finding(name: str) -> None:
    for seed in range(1000, 1300):
        hand = dealt(Random(f"{name} {seed}"), name)
        assert faults(hand) == [], log(hand)


@PLAYED
@given(hand=hands())
def test_chips_are_conserved_after_every_event(hand: Hand) -> None:
    rules = house(hand.table)
    cap = rules.hand_cap or hand.stakes.cap
    chips = sum(min(seat.stack, cap or seat.stack) for seat in hand.seats)
    for frame in frames(hand, rules):
        chips += frame.event.amount if isinstance(frame.event, Splash) else 0
        if not isinstance(frame.event, Chop):
            assert sum(frame.stacks.values()) + frame.pot == chips
            assert frame.collected + sum(frame.committed.values()) >= frame.pot
        assert min(frame.stacks.values()) >= 0


@PLAYED
@given(hand=hands())
def test_every_chip_is_paid_back(hand: Hand) -> None:
    played, claim = replay(hand, house(hand.table)), hand.claims.pot
    assert claim is not None
    assert claim.rake is not None
    assert played.violations == ()
    assert played.complete
    assert played.ledger is not None
    assert sum(pot.amount for pot in played.ledger.pots) == sum(played.contributed.values()) + played.dead
    assert sum(pot.rake for pot in played.ledger.pots) == claim.rake
    won = sum(played.ledger.totals.values())
    if any(isinstance(event, Collect) for event in hand.events):
        assert won == sum(event.amount for event in hand.events if isinstance(event, Collect))
    assert sum(played.stacks.values()) + won + claim.rake == sum(seat.stack for seat in hand.seats) + played.splash


@PLAYED
@given(hand=hands())
def test_chips_add_up_in_the_events_alone(hand: Hand) -> None:
    """Count without the engine: posts and actions less what is returned are the pot that is printed."""
    put = sum(event.live + event.dead for event in hand.events if isinstance(event, Post))
    put += sum(event.amount for event in hand.events if isinstance(event, Splash))
    put += sum(event.added for event in hand.events if isinstance(event, Act))
    if any(isinstance(event, Chop) for event in hand.events):
        return
    put -= sum(event.amount for event in hand.events if isinstance(event, Uncalled))
    assert hand.claims.pot is not None
    assert put == hand.claims.pot.total


@PLAYED
@given(hand=hands())
def test_no_card_is_seen_twice(hand: Hand) -> None:
    holes = {event.seat: event.cards for event in hand.events if isinstance(event, DealHole | Show)}
    board = [card for event in hand.events if isinstance(event, DealBoard) for card in event.cards]
    seen = Counter([*board, *(card for cards in holes.values() for card in cards)])
    assert set(seen.values()) <= {1}


@PLAYED
@given(hand=hands(), share=st.floats(0, 1))
def test_a_replay_of_a_prefix_is_a_prefix_of_the_replay(hand: Hand, share: float) -> None:
    posts = sum(isinstance(event, Post | Splash) for event in hand.events)
    length = posts + int(share * (len(hand.events) - posts))
    short = replace(hand, events=hand.events[:length])
    assert list(frames(short, house(hand.table))) == list(frames(hand, house(hand.table)))[:length]
    whole = [row for row in replay(hand, house(hand.table)).violations if row.event < length]
    assert list(replay(short, house(hand.table)).violations) == whole


@PLAYED
@given(hand=hands())
def test_every_event_is_a_line_of_the_log(hand: Hand) -> None:
    said = log(hand).splitlines()
    assert [int(line[:5]) for line in said if line[:5].strip().isdigit() and int(line[:5]) < 900] == [
        event.line for event in hand.events
    ]
    assert all(before.line < after.line for before, after in pairwise(hand.events))
    assert replayed(hand, house(hand.table))
