"""Faults of play: amounts that are one off, and players who may not do what they do; see tests/mutants.py."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from hhparse.model import Act, DealBoard, DealHole, Event, Hand, Post, PostKind
from tests.book import Book, Spot
from tests.mutants import (
    LEGAL,
    Mutator,
    Result,
    folded_out,
    rebet,
    reseated,
    resummed,
    shifted,
    some,
    with_event,
)
from tests.structures import house

# --- amounts -----------------------------------------------------------------------------------------------------


def call(more: int) -> Mutator:
    def mutate(random: Random, hand: Hand) -> Result:
        spot = some(random, hand, lambda spot: spot.act.verb == "call" and spot.act.added + more > 0)
        if spot is None:
            return None
        to = spot.act.to + more
        # a stack that is a chip smaller, or larger, makes it a call all-in for less
        if spot.all_in and to < spot.level:
            return LEGAL
        return rebet(hand, spot, to) if not spot.all_in else None

    return mutate


def wager(wanted: Callable[[Spot], bool], to: Callable[[Spot], int]) -> Mutator:
    """Return a mutator of the last bet or raise of a street to another total."""

    def mutate(random: Random, hand: Hand) -> Result:
        spot = some(random, hand, lambda spot: spot.wager and spot.last and wanted(spot))
        if spot is None:
            return None
        if spot.all_in:  # all-in for less is always allowed, and a larger stack would be needed for more
            return LEGAL if to(spot) < spot.act.to else None
        return rebet(hand, spot, to(spot)) if to(spot) > spot.level else None

    return mutate


def any_size(random: Random, hand: Hand) -> Result:
    """Bet or raise one chip more in no limit: legal wherever it is not the whole stack."""
    spot = some(random, hand, lambda spot: spot.wager and not spot.all_in and spot.last)
    return None if spot is None or hand.limit != "NL" else LEGAL


def under_spread(spot: Spot) -> int:
    """Return a spread-limit total that is one below the lower limit."""
    return spot.level + spot.least_bet - 1


def after_more(spot: Spot) -> bool:
    """Tell of a raise over more than the lower limit."""
    return spot.low > spot.level + spot.least_bet


def of_pot(hand: Hand, spot: Spot) -> int:
    """Return the most in pot limit; all there is where the pot is no limit."""
    pot = hand.limit == "PL" or (hand.limit == "PL-NL" and spot.street == 0)
    return spot.most if pot else spot.put + spot.behind


def fixed(wanted: Callable[[Spot], bool], to: Callable[[Spot], int]) -> Mutator:
    """Return a mutator of a wager in fixed limit."""
    mutate = wager(wanted, to)
    return lambda random, hand: mutate(random, hand) if hand.limit == "FL" else None


def unfixed(wanted: Callable[[Spot], bool], to: Callable[[Spot], int]) -> Mutator:
    """Return a mutator of a wager where its size is not fixed."""
    mutate = wager(wanted, to)
    return lambda random, hand: mutate(random, hand) if hand.limit != "FL" else None


def over(most: Callable[[Hand, Spot], int]) -> Mutator:
    """Return a mutator that bets or raises a chip more than the most."""

    def mutate(random: Random, hand: Hand) -> Result:
        spot = some(
            random, hand, lambda spot: spot.room and not spot.capped and spot.put + spot.behind > most(hand, spot)
        )
        return None if spot is None else folded_out(hand, spot, most(hand, spot) + 1)

    return mutate


def post(kind: PostKind, more: int) -> Mutator:
    """Return a mutator of a post that is not all-in; later lines of the seat add what they added before."""

    def mutate(random: Random, hand: Hand) -> Result:
        places = [
            (at, event)
            for at, event in enumerate(hand.events)
            if isinstance(event, Post) and event.kind == kind and not event.all_in
        ]
        if not places:
            return None
        at, event = random.choice(places)
        if kind == "bomb" and len(places) < 2:  # the amount is what the others pay
            return None
        live, dead = (event.live + more, event.dead) if event.live else (0, event.dead + more)
        if live + dead <= 0:
            return None
        changed = with_event(hand, at, event._replace(live=live, dead=dead))
        if event.live:
            changed = shifted(changed, at, event.seat, more)
        changed = replace(changed, seats=reseated(changed.seats, event.seat, more))
        return resummed(changed) if random.random() < 0.5 else changed

    return mutate


def over_stack(random: Random, hand: Hand) -> Result:
    """Take a chip from the stack of a player who goes all-in."""
    if hand.stakes.cap or house(hand.table).hand_cap:
        return None
    spot = some(random, hand, lambda spot: spot.all_in and spot.act.added > 1)
    return None if spot is None else replace(hand, seats=reseated(hand.seats, spot.act.seat, -1))


def wrong_by(random: Random, hand: Hand) -> Result:
    spot = some(random, hand, lambda spot: spot.act.by is not None)
    if spot is None or spot.act.by is None:
        return None
    book = Book(replace(hand, events=hand.events[: spot.at]))
    real = spot.act.to - max(book.put.values())  # over a short blind some sites count from what is really in
    by = spot.act.by + random.choice([-1, 1])
    return LEGAL if by == real else with_event(hand, spot.at, spot.act._replace(by=by))


def wrong_all_in(random: Random, hand: Hand) -> Result:
    spot = some(random, hand, lambda spot: spot.act.added > 0 and not spot.all_in)
    return (
        None
        if spot is None or hand.stakes.cap or house(hand.table).hand_cap
        else with_event(hand, spot.at, spot.act._replace(all_in=True))
    )


# --- who may act, and what -----------------------------------------------------------------------------------------


def out_of_turn(random: Random, hand: Hand) -> Result:
    """Exchange two decisions that follow each other: on a street only one player is to act at any time."""
    acts = _pairs(hand, lambda one, two: isinstance(one, Act) and isinstance(two, Act))
    return _exchanged(hand, random.choice(acts)) if acts else None


def street_early(random: Random, hand: Hand) -> Result:
    """Deal a street before the last decision of the one before."""
    deals = _pairs(hand, lambda one, two: isinstance(one, Act) and isinstance(two, DealBoard))
    return _exchanged(hand, random.choice(deals)) if deals else None


def _pairs(hand: Hand, wanted: Callable[[Event, Event], bool]) -> list[int]:
    return [at for at in range(len(hand.events) - 1) if wanted(hand.events[at], hand.events[at + 1])]


def _exchanged(hand: Hand, at: int) -> Hand:
    one, two = hand.events[at : at + 2]
    return replace(hand, events=(*hand.events[:at], two, one, *hand.events[at + 2 :]))


def omitted(random: Random, hand: Hand) -> Result:
    """Leave a decision out. Who does nothing else in the hand may as well not have been dealt in."""
    spot = some(random, hand, lambda spot: True)
    if spot is None:
        return None
    rest = [event for event in hand.events if isinstance(event, Act | Post | DealHole) and event != spot.act]
    silent = spot.act.verb == "fold" and all(event.seat != spot.act.seat for event in rest)
    return LEGAL if silent else with_event(hand, spot.at)


def after(verb: str) -> Mutator:
    """Return a mutator that lets a player act who has folded (`fold`), or who is all-in."""

    def mutate(random: Random, hand: Hand) -> Result:
        spot = some(random, hand, lambda spot: spot.act.verb == "fold" if verb == "fold" else spot.all_in)
        if spot is None or not (verb == "fold" or spot.act.added):
            return None
        ends = [at for at, event in enumerate(hand.events) if isinstance(event, Act | DealBoard) and at > spot.at]
        at = random.choice([spot.at, *ends])
        same_street = not any(isinstance(event, DealBoard) for event in hand.events[spot.at : at + 1])
        to = spot.act.to if same_street else 0
        extra = Act(spot.act.seat, random.choice(["check", "fold"]), to, 0, None, False, hand.events[at].line, 0, 0)
        return with_event(hand, at, hand.events[at], extra)

    return mutate


def check(random: Random, hand: Hand) -> Result:
    spot = some(random, hand, lambda spot: spot.act.verb in ("fold", "call") and spot.level > spot.put)
    if spot is None:
        return None
    return with_event(hand, spot.at, spot.act._replace(verb="check", to=spot.put, added=0, all_in=False))


def not_reopened(random: Random, hand: Hand) -> Result:
    """Raise where only a short all-in has raised since the player acted."""

    def wanted(spot: Spot) -> bool:
        return spot.closed and spot.rivals and spot.put + spot.behind > spot.level > spot.put

    spot = some(random, hand, wanted)
    return None if spot is None else folded_out(hand, spot, min(spot.low, spot.put + spot.behind))


def beyond_cap(random: Random, hand: Hand) -> Result:
    """Raise once more where the street has all its raises."""
    spot = some(random, hand, lambda spot: spot.capped and spot.room)
    return None if spot is None else folded_out(hand, spot, min(spot.low, spot.put + spot.behind))


def blinds_exchanged(random: Random, hand: Hand) -> Result:
    posts = {event.kind: (at, event) for at, event in enumerate(hand.events) if isinstance(event, Post)}
    if not {"small blind", "big blind"} <= posts.keys() or sum(isinstance(row, Post) for row in hand.events) > 2:
        return None
    (one, small), (two, big) = posts["small blind"], posts["big blind"]
    changed = with_event(hand, one, small._replace(seat=big.seat))
    changed = with_event(changed, two, big._replace(seat=small.seat))
    more = big.live - small.live
    return shifted(shifted(changed, two, small.seat, more), two, big.seat, -more)


def late_post(random: Random, hand: Hand) -> Result:
    pairs = _pairs(hand, lambda one, two: isinstance(one, Post) and isinstance(two, DealHole))
    return _exchanged(hand, pairs[0]) if pairs else None
