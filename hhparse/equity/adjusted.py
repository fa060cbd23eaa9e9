"""All-in adjusted results: what each player nets on average over the boards that could still come.

A hand is adjusted where its betting is over with cards to come and every live hand is known. Each pot, after its rake,
is worth to a player his equity among those who can win it, at the moment of the last decision: before the first board
where the hand was run several times. Known cards of players who folded cannot come. A cash-out counts as if it had not
been taken.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from hhparse.cards import UNKNOWN, Cards
from hhparse.model import STREETS, Act, CashOut, Collect, DealBoard, DealHole, Hand, Post, Show
from hhparse.money import whole
from hhparse.replay import replay
from hhparse.rules.outcome import Replay
from hhparse.rules.pots import complete

# Why a hand is not adjusted, in the order in which it is asked.
CANCELLED, FOLDED_TO, NO_CARDS = "cancelled", "folded to", "no cards to come"
UNFINISHED, FIGURES, HIDDEN, REPEATED = "incomplete", "figures disagree", "unknown hand", "card seen twice"
REASONS = {
    CANCELLED: "the site called it off",
    FOLDED_TO: "all but one folded",
    NO_CARDS: "no card came after the last decision",
    UNFINISHED: "decisions, cards or the end are missing",
    FIGURES: "what was collected is not what the pots hold after the rake",
    HIDDEN: "the cards of a live hand are not known",
    REPEATED: "a card is seen in two places",
}

_BOARD_SIZE = dict(zip(STREETS, (0, 3, 4, 5), strict=True))
_OPEN_ROUND = frozenset(("ROUND-CLOSE", "BB-OPTION"))


class Skipped(str):
    """Why a hand is not adjusted: a key of REASONS."""

    __slots__ = ()


def adjusted(hand: Hand, paid: Mapping[int, int], live: int) -> dict[int, int] | Skipped:
    """Return by seat what it nets on average, in minor units, or why that cannot be said.

    `paid` is what each seat put in and did not get back, `live` how many did not fold. The results are rounded so that
    together they are what the pots hold after the rake, less what was paid.
    """
    if hand.cancelled:
        return Skipped(CANCELLED)
    if live < 2:
        return Skipped(FOLDED_TO)
    last = _last_decision(hand)
    if last < 0:
        return Skipped(NO_CARDS)
    played = replay(hand)
    ledger = played.ledger
    if ledger is None or not played.showdown or any(row.slug in _OPEN_ROUND for row in played.violations):
        return Skipped(UNFINISHED)
    amounts = [pot.amount - pot.rake for pot in ledger.pots]
    kept = _kept(hand, played, amounts)
    if kept is None:
        return Skipped(FIGURES)
    eligible = [pot.eligible for pot in ledger.pots]
    expected = _expected(hand, played, last, list(zip(amounts, eligible, strict=True)))
    if isinstance(expected, Skipped):
        return expected
    won = whole(expected)
    return {seat: won.get(seat, 0) + kept.get(seat, 0) - put for seat, put in paid.items()}


def _last_decision(hand: Hand) -> int:
    """Return the index of the last decision (or post) if cards come after it, else -1."""
    to_come = False
    for index in range(len(hand.events) - 1, -1, -1):
        kind = type(hand.events[index])
        if kind is DealBoard:
            to_come = True
        elif kind is Act or kind is Post:
            return index if to_come else -1
    return -1


def _kept(hand: Hand, played: Replay, amounts: Sequence[int]) -> dict[int, int] | None:
    """Return by seat what of an uncalled bet stands among the winnings, None where what was collected is not the pots.

    After a cash-out not all of a pot need be collected.
    """
    collected = sum(event.amount for event in hand.events if isinstance(event, Collect))
    if collected == sum(amounts) or any(type(event) is CashOut for event in hand.events):
        return {}
    silent = {seat: due - played.returned.get(seat, 0) for seat, due in played.returns_due.items()}
    return silent if collected == sum(amounts) + sum(silent.values()) else None


def _expected(
    hand: Hand, played: Replay, last: int, pots: Sequence[tuple[int, tuple[int, ...]]]
) -> dict[int, Fraction] | Skipped:
    """Return by seat what it wins of the pots on average."""
    from hhparse.equity.count import boards, shares  # noqa: PLC0415 (NumPy is imported where an equity is needed)

    game, live = hand.game, played.live
    known = _known(hand)
    hands = [next((cards for cards in known.get(seat, ()) if _all_known(cards, game.hole_cards)), ()) for seat in live]
    if not all(hands):
        return Skipped(HIDDEN)
    begun = _begun(hand, played, last)
    folded = {card for seat, found in known.items() if seat not in live for cards in found for card in cards}
    seen = [card for cards in (*hands, *begun, tuple(folded - {UNKNOWN})) for card in cards]
    if len(set(seen)) < len(seen):
        return Skipped(REPEATED)
    if not all(complete(board) for board in played.boards):
        return Skipped(UNFINISHED)
    found = [boards(game, hands, board, tuple(set(seen).difference(board, *hands))) for board in begun]
    expected = dict.fromkeys(live, Fraction(0))
    for amount, eligible in pots:
        for each in found:
            for seat, share in zip(eligible, shares(each, [live.index(seat) for seat in eligible]), strict=True):
                expected[seat] += share * amount / len(found)
    return expected


def _known(hand: Hand) -> dict[int, list[Cards]]:
    """Return by seat its cards as dealt, as shown and as the summary tells them."""
    known: dict[int, list[Cards]] = {}
    for event in hand.events:
        if type(event) is DealHole or type(event) is Show:
            known.setdefault(event.seat, []).append(event.cards)
    for claim in hand.claims.seats:
        known.setdefault(claim.seat, []).append(claim.cards)
    return known


def _all_known(cards: Cards, wanted: int) -> bool:
    return len(cards) == wanted and UNKNOWN not in cards


def _begun(hand: Hand, played: Replay, last: int) -> list[Cards]:
    """Return the boards as they lay at the last decision, of runs one."""
    early = hand.game.first_card_early
    size = 1 if early else 0
    for event in hand.events[:last]:
        if isinstance(event, DealBoard) and not (early and event.street == "flop" and len(event.cards) == 1):
            size = max(size, _BOARD_SIZE[event.street])
    return [board[:size] for board in played.boards[: hand.game.boards]]
