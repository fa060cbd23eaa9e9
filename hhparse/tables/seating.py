"""Who is in a hand: the seats that got cards, and what is known of these."""

from __future__ import annotations

from hhparse.cards import UNKNOWN, Cards
from hhparse.model import Cancelled, Chop, DealBoard, Hand, NotAwarded, Splash

_SEATLESS = frozenset((DealBoard, NotAwarded, Cancelled, Chop, Splash))


def known(cards: Cards) -> int:
    """Return how many of the cards are known."""
    return len(cards) - cards.count(UNKNOWN)


def dealt_in(hand: Hand, cancelled: bool) -> set[int]:
    """Return the seats that got cards: those the events name, and those the summary names that do not sit out.

    A seat in play posts, acts or wins. One that neither an event nor the summary names sat out unannounced, unless
    the hand was called off before it could act.
    """
    heard = {event.seat for event in hand.events if type(event) not in _SEATLESS}  # type: ignore[union-attr]
    present = {seat.seat for seat in hand.seats if not (seat.sitting_out or seat.out_of_hand)}
    if not cancelled:
        present &= {claim.seat for claim in hand.claims.seats}
    return heard | present
