"""Hands with exactly one fault, bred from legal ones, and which rules are right to name it.

A mutator changes a legal hand so that one thing is wrong, mostly by one chip, one card or one line. Whether the result
is illegal is judged here, from the events alone and without the engine: what is legal by accident is told apart.
The sums of the hand follow where a cardroom's would: an illegal call is one in play, not only in print.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import NamedTuple

from hhparse.cards import DECK, SHORT_DECK, Cards
from hhparse.model import (
    Act,
    BoardClaim,
    Claims,
    Collect,
    DealBoard,
    DealHole,
    Event,
    Hand,
    Muck,
    Post,
    Seat,
    SeatClaim,
    Show,
    Uncalled,
    Verb,
)

LEGAL = "legal by accident"
Result = Hand | str | None  # a mutant, LEGAL, or None where the hand offers no place for the fault
Mutator = Callable[[Random, Hand], Result]


class Spot(NamedTuple):
    """A decision as the events tell it. `low` and `pot_to` are the least raise and the pot-limit maximum."""

    at: int
    act: Act
    street: int
    put: int
    behind: int
    level: int
    low: int
    pot_to: int
    unit: int
    bets: int
    acted: int | None
    closed: bool  # he has acted, and the bet has not grown by a full raise since
    rivals: bool  # somebody else who is live has chips
    last: bool  # nobody raises after him on this street, and every later call is a full one

    @property
    def wager(self) -> bool:
        return self.act.verb in ("bet", "raise")

    @property
    def all_in(self) -> bool:
        return self.act.added == self.behind


class Book:
    """The chips of a hand, counted from its events by the rules of the game and nothing else."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        stakes = hand.stakes
        self.big = stakes.big_blind or stakes.button_blind
        self.fixed = hand.limit == "FL"
        self.left = {seat.seat: min(seat.stack, stakes.cap or seat.stack) for seat in hand.seats}
        self.put = dict.fromkeys(self.left, 0)
        self.total = dict.fromkeys(self.left, 0)
        self.folded: set[int] = set()
        self.pot = 0
        self.street = 0
        self.level, self.base, self.full, self.bets = self.big, self.big, self.big, 1
        self.acted: dict[int, int] = {}
        self.spots: list[Spot] = []
        for at, event in enumerate(hand.events):
            if isinstance(event, Post):
                self.post(event)
            elif isinstance(event, DealBoard) and event.street != "preflop":
                self.deal(event)
            elif isinstance(event, Act):
                self.spots.append(self.spot(at, event))
                self.act(event)

    def pay(self, seat: int, live: int, dead: int) -> None:
        self.left[seat] -= live + dead
        self.put[seat] += live
        self.total[seat] += live
        self.pot += live + dead

    def post(self, event: Post) -> None:
        self.pay(event.seat, event.live, event.dead)
        if event.kind == "straddle" and event.live > self.level:
            self.level = self.base = self.full = max(event.live, 2 * self.big)
            self.bets += 1

    def deal(self, event: DealBoard) -> None:
        street = ("preflop", "flop", "turn", "river").index(event.street)
        if street > self.street:
            self.street = street
            self.put = dict.fromkeys(self.put, 0)
            self.level, self.base, self.full, self.bets = 0, 0, self.big, 0
            self.acted = {}

    @property
    def unit(self) -> int:
        return self.hand.stakes.small_bet if self.street < 2 else self.hand.stakes.big_bet

    def least(self) -> int:
        """Return the least bet or raise; the one there is in fixed limit, completed where the all-in was too short."""
        if not self.fixed:
            return self.level + self.full if self.level else self.big
        return (self.level if 2 * (self.level - self.base) >= self.unit else self.base) + self.unit

    def act(self, event: Act) -> None:
        if event.verb == "fold":
            self.folded.add(event.seat)
        elif event.verb in ("bet", "raise"):
            grown = event.to - self.level
            if self.fixed:
                counts = 2 * (event.to - self.base) >= self.unit
            else:
                counts = grown >= (self.full if self.level else self.big)
            if counts:
                self.base, self.full, self.bets = event.to, grown, self.bets + 1
            self.level = event.to
        self.pay(event.seat, event.to - self.put[event.seat], 0)
        self.acted[event.seat] = self.level

    def spot(self, at: int, act: Act) -> Spot:
        seat, put = act.seat, self.put[act.seat]
        acted = self.acted.get(seat)
        grown = None if acted is None else self.level - acted
        closed = grown is not None and (2 * grown < self.unit if self.fixed else grown < self.full)
        rivals = any(self.left[other] > 0 for other in self.left if other != seat and other not in self.folded)
        later = list(self.later(at))
        full_calls = all(event.verb != "call" or event.to == act.to for _, event in later)
        return Spot(
            at, act, self.street, put, self.left[seat], self.level, self.least(),
            self.level + self.pot + self.level - put, self.unit, self.bets, acted, closed, rivals,
            full_calls and not any(event.verb in ("bet", "raise") for _, event in later),
        )  # fmt: skip

    def later(self, at: int) -> Iterator[tuple[int, Act]]:
        """Yield the later actions of the street."""
        for index in range(at + 1, len(self.hand.events)):
            event = self.hand.events[index]
            if isinstance(event, DealBoard):
                return
            if isinstance(event, Act):
                yield index, event


# --- telling a hand anew -----------------------------------------------------------------------------------------


def with_event(hand: Hand, at: int, *events: Event) -> Hand:
    """Return the hand with other events in the place of one."""
    return replace(hand, events=(*hand.events[:at], *events, *hand.events[at + 1 :]))


def with_stacks(hand: Hand, more: dict[int, int]) -> Hand:
    return replace(hand, seats=tuple(seat._replace(stack=seat.stack + more.get(seat.seat, 0)) for seat in hand.seats))


def rebet(hand: Hand, spot: Spot, to: int) -> Hand:
    """Return the hand with another total of a bet, raise or call; callers follow, and all stacks after it stay."""
    events = list(hand.events)
    act, more = spot.act, to - spot.act.to
    by = to - spot.level if act.by is not None else None
    events[spot.at] = act._replace(to=to, added=act.added + more, by=by)
    shift = {act.seat: more}
    for index, event in Book(hand).later(spot.at):
        if spot.wager and event.verb == "call" and event.to == act.to:
            events[index] = event._replace(to=to, added=event.added + more - shift.get(event.seat, 0))
            shift[event.seat] = more
        else:
            moved = shift.get(event.seat, 0)
            if event.verb in ("bet", "raise", "call"):
                events[index] = event._replace(added=event.added - moved)
                shift[event.seat] = 0
            else:
                events[index] = event._replace(to=event.to + moved)
    return resummed(with_stacks(replace(hand, events=tuple(events)), shift))


def resummed(hand: Hand) -> Hand:
    """Return the hand with the return and the sums that its bets make; the first winner gets the difference."""
    book = Book(hand)
    first, second = sorted(book.total.values())[:-3:-1]
    winner = max(book.total, key=book.total.__getitem__)
    places = [at for at, event in enumerate(hand.events) if isinstance(event, Uncalled)]
    old = hand.events[places[0]] if places else None
    if old is not None and first > second:
        assert isinstance(old, Uncalled)
        hand = with_event(hand, places[0], old._replace(seat=winner, amount=first - second))
    elif old is not None:
        hand = with_event(hand, places[0])
    elif first > second:
        at = next(at for at, event in enumerate(hand.events) if isinstance(event, Show | Muck | Collect))
        line = hand.events[at].line
        back = Uncalled(winner, first - second, line, 0, 0)
        hand = replace(hand, events=(*hand.events[:at], back, *hand.events[at:]))
    return regrossed(hand, book.pot - (first - second))


def regrossed(hand: Hand, gross: int) -> Hand:
    """Return the hand with another total pot, the difference paid to the first winner."""
    pot = hand.claims.pot
    assert pot is not None
    more = gross - pot.total
    pots = (pot.pots[0] + more, *pot.pots[1:]) if pot.pots else ()
    hand = replace(hand, claims=hand.claims._replace(pot=pot._replace(total=gross, pots=pots)))
    at, event = collects(hand)[0]
    return paid(hand, {at: event.amount + more})


def collects(hand: Hand) -> list[tuple[int, Collect]]:
    return [(at, event) for at, event in enumerate(hand.events) if isinstance(event, Collect)]


def paid(hand: Hand, amounts: dict[int, int], seats: dict[int, int] | None = None) -> Hand:
    """Return the hand with other amounts (and seats) on collecting lines; the summary says the same."""
    events = list(hand.events)
    for at, amount in amounts.items():
        event = events[at]
        assert isinstance(event, Collect)
        events[at] = event._replace(amount=amount, seat=(seats or {}).get(at, event.seat))
    won: dict[int, int] = {}
    for event in events:
        if isinstance(event, Collect):
            won[event.seat] = won.get(event.seat, 0) + event.amount
    claims = tuple(claim._replace(won=won.get(claim.seat)) for claim in hand.claims.seats)
    return replace(hand, events=tuple(events), claims=hand.claims._replace(seats=claims))


def folded_out(hand: Hand, spot: Spot, to: int) -> Hand:
    """Return the hand as far as `spot`, where the player raises to `to` and all others fold.

    Where others are all-in it breaks off after the raise.
    """
    act = spot.act
    verb: Verb = "raise" if spot.level else "bet"
    wager = act._replace(verb=verb, to=to, added=to - spot.put, by=None, all_in=to - spot.put == spot.behind)
    events: list[Event] = [*hand.events[: spot.at], wager]
    short = replace(hand, events=tuple(events), claims=Claims())
    book = Book(short)
    order = [seat.seat for seat in hand.seats]
    start = order.index(act.seat)
    others = [seat for seat in order[start + 1 :] + order[:start] if seat not in book.folded]
    if any(book.left[seat] <= 0 for seat in others):
        return short
    for seat in others:
        events.append(Act(seat, "fold", book.put[seat], 0, None, False, 100 + len(events), 0, 0))
    first, second = sorted(book.total.values())[:-3:-1]
    events.append(Uncalled(act.seat, first - second, 100 + len(events), 0, 0))
    events.append(Collect(act.seat, book.pot - first + second, None, 0, 101 + len(events), 0, 0))
    return replace(short, events=tuple(events))


def some(random: Random, hand: Hand, wanted: Callable[[Spot], bool]) -> Spot | None:
    """Return a random decision of a kind, None where there is none."""
    found = [spot for spot in Book(hand).spots if wanted(spot)]
    return random.choice(found) if found else None


def seen(hand: Hand) -> set[str]:
    return {card for event in hand.events if isinstance(event, DealHole | DealBoard | Show) for card in event.cards}


def fresh(random: Random, hand: Hand) -> str:
    """Return a card that the hand does not show."""
    deck = SHORT_DECK if hand.game.short_deck else DECK
    return random.choice([card for card in deck if card not in seen(hand)])


def swapped(cards: Cards, old: str, new: str) -> Cards:
    return tuple(new if card == old else card for card in cards)


def recarded(hand: Hand, change: Callable[[Cards, Event | SeatClaim | BoardClaim], Cards]) -> Hand:
    """Return the hand with all its cards changed, event by event and claim by claim."""
    events: list[Event] = []
    for event in hand.events:
        if isinstance(event, DealBoard):
            before = change(event.shown_before, event)
            events.append(event._replace(cards=change(event.cards, event), shown_before=before))
        elif isinstance(event, DealHole | Show):
            events.append(event._replace(cards=change(event.cards, event)))
        else:
            events.append(event)
    claims = hand.claims
    boards = tuple(claim._replace(cards=change(claim.cards, claim)) for claim in claims.boards)
    seats = tuple(claim._replace(cards=change(claim.cards, claim)) for claim in claims.seats)
    return replace(hand, events=tuple(events), claims=claims._replace(boards=boards, seats=seats))


def reseated(seats: tuple[Seat, ...], seat: int, more: int) -> tuple[Seat, ...]:
    return tuple(row._replace(stack=row.stack + more) if row.seat == seat else row for row in seats)
