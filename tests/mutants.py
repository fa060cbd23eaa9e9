"""Hands with exactly one fault, bred from legal ones, and which rules are right to name it.

A mutator changes a legal hand so that one thing is wrong, mostly by one chip, one card or one line. Whether the result
is illegal is judged here, from the events alone and without the engine: what is legal by accident is told apart.
The sums of the hand follow where a cardroom's would: an illegal call is one in play, not only in print.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

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
    Seat,
    SeatClaim,
    Show,
    Uncalled,
    Verb,
)
from tests.book import Book, Spot

LEGAL = "legal by accident"
Result = Hand | str | None  # a mutant, LEGAL, or None where the hand offers no place for the fault
Mutator = Callable[[Random, Hand], Result]


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


def shifted(hand: Hand, at: int, seat: int, more: int) -> Hand:
    """Return the hand in which a seat had `more` in front of it: its totals up to its next raise differ."""
    events = list(hand.events)
    for index in range(at + 1, len(events)):
        event = events[index]
        if isinstance(event, DealBoard) and event.street != "preflop":
            break
        if isinstance(event, Act) and event.seat == seat:
            if event.verb in ("bet", "raise"):
                events[index] = event._replace(added=event.added - more)
                break
            events[index] = event._replace(to=event.to + more)
    return replace(hand, events=tuple(events))


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
