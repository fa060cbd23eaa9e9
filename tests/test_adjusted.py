"""All-in adjusted results: the chips add up, each card to come gives what the rules give, and each reason is told."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hhparse.cards import DECK, SHORT_DECK
from hhparse.equity import REASONS
from hhparse.model import Act, Collect, DealBoard, DealHole, Event, Hand, Muck, PotClaim, SeatClaim, Show
from hhparse.money import whole
from hhparse.replay import replay
from hhparse.tables import tabulate

from .plays import play
from .strategies import hands, stream
from .structures import RULES, SHAPES, named

ANY_HOUSE = named(lambda shape: not (shape.needs or shape.extra or shape.cap))  # played alike under all rules
ONE_BOARD = tuple(name for name in ANY_HOUSE if SHAPES[name].runs == 1 and SHAPES[name].game != "split_holdem")
TURN = "BTN c, BB x / BB x, BTN x / BB b108!, BTN c108! /"


def told(hand: Hand) -> tuple[dict[int, int], dict[int, int], str | None]:
    """Return the net results and the adjusted ones by seat, and why they are the same."""
    seats = tabulate([hand]).seats
    (reason,) = seats["not_adjusted"].unique()
    net, adjusted = (dict(seats.select("seat", name).iter_rows()) for name in ("net", "net_adjusted"))
    return net, adjusted, reason


def all_in(**options: object) -> Hand:
    """Return a hand in which BTN draws to seven of 44 cards."""
    told = {"cards": {"BTN": "Ah Qh", "BB": "Kd Ks"}, "board": "Kh 7h 2c 3d 5h", "won": "BTN"} | options
    return play(TURN, seats=2, stacks={"BTN": 110, "BB": 110}, **told)  # type: ignore[arg-type]


@settings(deadline=None, max_examples=150)
@given(hand=hands(ANY_HOUSE))
def test_chips_are_only_moved(hand: Hand) -> None:
    net, adjusted, reason = told(hand)
    assert reason is None or reason in REASONS
    assert sum(adjusted.values()) == sum(net.values())
    if reason is not None:
        assert adjusted == net


def test_most_all_in_hands_are_adjusted() -> None:
    """The generator does reach them, of every number of cards to come, with side pots, and run twice."""
    found: Counter[str] = Counter()
    for hand in islice(stream(ANY_HOUSE), 800):
        net, adjusted, reason = told(hand)
        assert sum(adjusted.values()) == sum(net.values())
        if reason is None:
            ledger = replay(hand, RULES).ledger
            assert ledger is not None
            found[f"{len(run_out(hand))} to come"] += 1
            found["side pots"] += len(ledger.pots) > 1
            found["twice"] += hand.claims.runs == 2
            found["low"] += hand.game.hilo
            found["rake"] += any(pot.rake for pot in ledger.pots)
    assert {"1 to come", "2 to come", "5 to come", "side pots", "twice", "low", "rake"} <= found.keys()
    assert min(found[name] for name in ("1 to come", "5 to come", "side pots", "twice", "low", "rake")) >= 5


def run_out(hand: Hand) -> list[str]:
    """Return the cards of the first board that came after the last decision."""
    last = max((at for at, event in enumerate(hand.events) if isinstance(event, Act)), default=-1)
    later = [event for event in hand.events[last + 1 :] if isinstance(event, DealBoard) and event.board < 2]
    return [card for event in later for card in event.cards]


def test_as_the_rules_divide_on_each_card_to_come() -> None:
    """Play every river that can come: on average the rules give what is said, but for odd units."""
    tried = 0
    for hand in stream(ONE_BOARD):
        rivers = run_out(hand)
        net, adjusted, reason = told(hand)
        if reason is not None or len(rivers) != 1:
            continue
        seen = {card for event in hand.events if isinstance(event, DealBoard | DealHole | Show) for card in event.cards}
        deck = SHORT_DECK if hand.game.short_deck else DECK
        coming = [card for card in deck if card not in seen or card == rivers[0]]
        won: Counter[int] = Counter()
        for card in coming:
            ledger = replay(with_river(hand, card), RULES).ledger
            assert ledger is not None
            assert not ledger.unknown
            won.update(ledger.totals)
        collected = Counter[int]()
        for event in hand.events:
            if isinstance(event, Collect):
                collected[event.seat] += event.amount
        for seat in net:
            average = Fraction(won[seat], len(coming)) - collected[seat] + net[seat]
            assert abs(average - adjusted[seat]) <= 3, (hand.game.name, seat)
        tried += 1
        if tried == 25:
            return


def with_river(hand: Hand, card: str) -> Hand:
    """Return a hand with another river, and nobody who mucks what is known."""
    held = {event.seat: event.cards for event in hand.events if isinstance(event, DealHole)}
    events: list[Event] = []
    for event in hand.events:
        if isinstance(event, DealBoard) and event.street == "river":
            events.append(event._replace(cards=(card,)))
        elif isinstance(event, Muck) and event.seat in held:
            events.append(Show(event.seat, held[event.seat], "", event.board, event.line, event.start, event.end))
        else:
            events.append(event)
    return replace(hand, events=tuple(events))


def test_a_mucked_hand_that_the_summary_tells_is_known() -> None:
    hand = all_in()
    hidden = [event for event in hand.events if isinstance(event, Show | DealHole) and event.seat == 2]
    silent = replace(hand, events=tuple(event for event in hand.events if event not in hidden))
    assert told(silent)[2] == "unknown hand"
    cards = SeatClaim(2, "BB", "mucked", None, ("Kd", "Ks"), None, False, 99, 0, 0)
    claims = silent.claims._replace(seats=(*silent.claims.seats, cards))
    assert told(replace(silent, claims=claims)) == told(hand)


def test_runs_of_the_board_are_one() -> None:
    once, twice = all_in(), all_in(second="Kh 7h 2c 3d 9c", won="BTN BB")
    assert twice.events != once.events
    assert told(twice)[1:] == told(once)[1:]
    assert told(twice)[0] != told(once)[0]


def test_a_cash_out_counts_as_if_there_were_none() -> None:
    once, sold = all_in(), all_in(cash_out={"BB": 180})
    assert told(sold)[1:] == told(once)[1:]
    assert told(sold)[0] == {1: 110, 2: 70}


def claimed(hand: Hand, rake: int | None) -> Hand:
    return replace(hand, claims=hand.claims._replace(pot=PotClaim(220, "gross", (), rake, 98, 0, 0)))


def test_a_rake_that_is_not_printed_is_what_is_missing() -> None:
    assert told(claimed(all_in(rake=20), None)) == told(all_in(rake=20))


def test_more_than_a_rake_missing_is_no_rake() -> None:
    assert told(claimed(all_in(rake=44), None))[2] == "figures disagree"


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        (all_in(), None),
        (all_in(cancelled=True), "cancelled"),
        (play("BTN r200!, BB f", seats=2), "folded to"),
        (play("BTN c, BB x / BB x, BTN x / BB x, BTN x / BB x, BTN x", seats=2, won="BB"), "no cards to come"),
        (play("BTN r200!, BB c200! / ", seats=2, won="BB"), "incomplete"),
        (play("BTN r6, BB c / / / ", seats=2, won="BB"), "incomplete"),
        (all_in(cards={"BTN": "Ah Qh"}), "unknown hand"),
        (all_in(cards={"BTN": "Ah Qh", "BB": "Kd ??"}), "unknown hand"),
        (all_in(cards={"BTN": "Ah Qh", "BB": "Kd Kh"}), "card seen twice"),
        (claimed(all_in(rake=44), 40), "figures disagree"),
    ],
)
def test_why_a_hand_is_not_adjusted(hand: Hand, reason: str | None) -> None:
    net, adjusted, told_reason = told(hand)
    assert told_reason == reason
    assert (adjusted == net) == (reason is not None)


@given(st.dictionaries(st.integers(1, 10), st.fractions(0, 1000, max_denominator=97), min_size=1))
def test_whole_amounts_add_up(parts: dict[int, Fraction]) -> None:
    rest = -sum(parts.values(), Fraction()) % 1
    parts = {0: rest, **parts}
    found = whole(parts)
    assert sum(found.values()) == sum(parts.values())
    assert all(abs(found[key] - part) < 1 for key, part in parts.items())
