"""Who takes part in a hand, and in which order."""

from __future__ import annotations

from hhparse.model import Act, CashOut, Collect, DealHole, Hand, Muck, NotAwarded, Post, Seat, Show
from hhparse.rules.rulebook import Violation

_TAKES_PART = frozenset({Post, Act, DealHole, Show, Muck})
_PAYS = frozenset({Collect, NotAwarded, CashOut})


def dealt_in(hand: Hand) -> tuple[list[Seat], list[Violation]]:
    """Return the seats that take part, clockwise from the button's left, and the silence of seats that do not.

    In a hand told to its end everyone who is dealt in posts or acts; before that only the seat lines can tell.
    """
    present = {event.seat for event in hand.events if type(event) in _TAKES_PART}  # type: ignore[union-attr]
    seats = sorted(hand.seats)
    button = _button(hand) if hand.button is None else hand.button
    order = [row for row in seats if row.seat > button] + [row for row in seats if row.seat <= button]
    if len(present) >= len(order):
        return order, []
    ended = any(type(event) in _PAYS for event in hand.events)
    silent = [row for row in order if row.seat not in present]
    out = [row for row in silent if ended or row.sitting_out or row.out_of_hand]
    found = [
        Violation("SEAT-SILENT", f"seat {row.seat} takes no part in the hand")
        for row in out
        if not row.sitting_out and not row.out_of_hand
    ]
    return [row for row in order if row not in out], found


def _button(hand: Hand) -> int:
    """Return where the button must be for the small blind to sit where it does, where it is not told."""
    small = next((row.seat for row in hand.events if type(row) is Post and row.kind == "small blind"), 1)
    return small if len(hand.seats) == 2 else small - 1
