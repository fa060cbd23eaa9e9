"""Faults of cards, of what is paid, and of what is printed about it; see tests/mutants.py."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from hhparse.cards import Cards
from hhparse.model import BoardClaim, Collect, DealBoard, DealHole, Event, Hand, SeatClaim, Show, Uncalled
from tests.mutants import LEGAL, Mutator, Result, collects, fresh, paid, recarded, regrossed, seen, swapped, with_event

FEW = 36  # chips that may be odd ones, in many pots on several boards

# --- cards ---------------------------------------------------------------------------------------------------------


def doubled_board_card(random: Random, hand: Hand) -> Result:
    """Put a card on the board that is seen elsewhere, everywhere where the board is printed."""
    board = [card for event in hand.events if isinstance(event, DealBoard) for card in event.cards]
    if len(seen(hand)) < 2 or not board:
        return None
    old = random.choice(board)
    new = random.choice(sorted(seen(hand) - {old}))
    return recarded(hand, lambda cards, _: swapped(cards, old, new))


def doubled_hole_card(random: Random, hand: Hand) -> Result:
    """Give a player a card that is seen elsewhere."""
    holes = {event.seat: event.cards for event in hand.events if isinstance(event, DealHole | Show)}
    if not holes:
        return None
    seat = random.choice(list(holes))
    others = sorted(seen(hand) - {*holes[seat]})
    if not others:
        return None
    old, new = random.choice(holes[seat]), random.choice(others)
    return recarded(hand, lambda cards, where: swapped(cards, old, new) if _of(seat, where) else cards)


def _of(seat: int, where: Event | SeatClaim | BoardClaim) -> bool:
    return isinstance(where, DealHole | Show | SeatClaim) and where.seat == seat


def hole_cards(more: int) -> Mutator:
    """Return a mutator that deals a hole card too many, or too few; showing fewer is no fault."""

    def mutate(random: Random, hand: Hand) -> Result:
        kinds = (DealHole, Show) if more > 0 else (DealHole,)
        seats = [event.seat for event in hand.events if isinstance(event, kinds)]
        if not seats:
            return None
        seat, new = random.choice(seats), fresh(random, hand)

        def change(cards: Cards, where: Event | SeatClaim | BoardClaim) -> Cards:
            if not _of(seat, where) or not cards:
                return cards
            return (*cards, new) if more > 0 else cards[:-1]

        return recarded(hand, change)

    return mutate


def board_cards(more: int) -> Mutator:
    """Return a mutator that deals a board card too many, or too few."""

    def mutate(random: Random, hand: Hand) -> Result:
        deals = [(at, event) for at, event in enumerate(hand.events) if isinstance(event, DealBoard)]
        if not deals:
            return None
        at, event = random.choice(deals)
        cards = (*event.cards, fresh(random, hand)) if more > 0 else event.cards[:-1]
        return with_event(hand, at, event._replace(cards=cards)) if cards else None

    return mutate


def board_changed(random: Random, hand: Hand) -> Result:
    """Change a card where it is dealt; where no later line prints the board nothing contradicts it."""
    deals = [(at, event) for at, event in enumerate(hand.events) if isinstance(event, DealBoard)]
    if not deals:
        return None
    at, event = random.choice(deals)
    old = random.choice(event.cards)
    told = any(old in claim.cards for claim in hand.claims.boards)
    told = told or any(old in later.shown_before for _, later in deals)
    changed = with_event(hand, at, event._replace(cards=swapped(event.cards, old, fresh(random, hand))))
    return changed if told else LEGAL


def reprint_changed(random: Random, hand: Hand) -> Result:
    deals = [(at, event) for at, event in enumerate(hand.events) if isinstance(event, DealBoard) and event.shown_before]
    if not deals:
        return None
    at, event = random.choice(deals)
    before = swapped(event.shown_before, random.choice(event.shown_before), fresh(random, hand))
    return with_event(hand, at, event._replace(shown_before=before))


def board_claim(random: Random, hand: Hand) -> Result:
    boards = hand.claims.boards
    if not boards:
        return None
    claim = random.choice(boards)
    cards = swapped(claim.cards, random.choice(claim.cards), fresh(random, hand))
    said = tuple(claim._replace(cards=cards) if row is claim else row for row in boards)
    return replace(hand, claims=hand.claims._replace(boards=said))


def other_cards(random: Random, hand: Hand) -> Result:
    """Show a card that was not dealt."""
    dealt = {event.seat for event in hand.events if isinstance(event, DealHole)}
    shows = [(at, row) for at, row in enumerate(hand.events) if isinstance(row, Show) and row.seat in dealt]
    if not shows:
        return None
    at, event = random.choice(shows)
    cards = swapped(event.cards, random.choice(event.cards), fresh(random, hand))
    return with_event(hand, at, event._replace(cards=cards))


# --- the pot ---------------------------------------------------------------------------------------------------------


def uncalled(fault: str) -> Mutator:
    """Return a mutator of a returned bet: `kept` in the pot and won, `amount` one chip off, `seat` another's."""

    def mutate(random: Random, hand: Hand) -> Result:
        places = [(at, event) for at, event in enumerate(hand.events) if isinstance(event, Uncalled)]
        pot = hand.claims.pot
        if not places or pot is None:
            return None
        at, event = places[0]
        if fault == "kept":
            return regrossed(with_event(hand, at), pot.total + event.amount)
        if fault == "amount":
            amount = event.amount + random.choice([-1, 1] if event.amount > 1 else [1])
            return with_event(hand, at, event._replace(amount=amount))
        others = [seat.seat for seat in hand.seats if seat.seat != event.seat]
        return with_event(hand, at, event._replace(seat=random.choice(others)))

    return mutate


def unreturned(random: Random, hand: Hand) -> Result:
    """Leave out the line that returns a bet: old histories have none, and the sums agree."""
    return LEGAL if any(isinstance(event, Uncalled) for event in hand.events) else None


def wrong_winner(random: Random, hand: Hand) -> Result:
    """Pay all that a winner collects to a hand that was shown and wins nothing."""
    won = {event.seat for _, event in collects(hand)}
    losers = [event.seat for event in hand.events if isinstance(event, Show) and event.seat not in won]
    return _paid_to(random, hand, losers)


def paid_to(fate: str) -> Mutator:
    """Return a mutator that pays a winner's chips to a player who has folded or mucked."""

    def mutate(random: Random, hand: Hand) -> Result:
        return _paid_to(random, hand, [claim.seat for claim in hand.claims.seats if claim.fate == fate])

    return mutate


def _paid_to(random: Random, hand: Hand, seats: list[int]) -> Result:
    if not seats:
        return None
    winner = random.choice(sorted({event.seat for _, event in collects(hand)}))
    his = {at: event.amount for at, event in collects(hand) if event.seat == winner and event.amount}
    return paid(hand, his, dict.fromkeys(his, random.choice(seats)))


def wrong_half(random: Random, hand: Hand) -> Result:
    """Pay a share of a divided pot to another of its winners, who then has two."""
    shares = collects(hand)
    pairs = [(one, two) for one in shares for two in shares if _same_pot(one[1], two[1]) and one[1].amount > FEW]
    if not pairs:
        return None
    (at, event), (_, other) = random.choice(pairs)
    return paid(hand, {at: event.amount}, {at: other.seat})


def _same_pot(one: Collect, two: Collect) -> bool:
    return one.seat != two.seat and (one.pot, one.board) == (two.pot, two.board)


def moved(chips: Callable[[Random, Hand, Collect], int]) -> Mutator:
    """Return a mutator that moves chips from one winner of a pot to another."""

    def mutate(random: Random, hand: Hand) -> Result:
        shares = collects(hand)
        pairs = [(one, two) for one in shares for two in shares if _same_pot(one[1], two[1])]
        if not pairs:
            return None
        (at, event), (to, other) = random.choice(pairs)
        many = chips(random, hand, event)
        if not 0 < many < event.amount:
            return None
        return paid(hand, {at: event.amount - many, to: other.amount + many})

    return mutate


def half_of_many(random: Random, hand: Hand, share: Collect) -> int:
    return share.amount // 2 if share.amount > 2 * FEW else 0


def wrong_pot(random: Random, hand: Hand) -> Result:
    """Exchange the names of the pots on two collecting lines."""
    lines = [(at, event) for at, event in collects(hand) if event.pot is not None]
    pairs = [(one, two) for one in lines for two in lines if one[1].pot != two[1].pot]
    if not pairs:
        return None
    (at, one), (to, two) = random.choice(pairs)
    changed = with_event(with_event(hand, at, one._replace(pot=two.pot)), to, two._replace(pot=one.pot))
    return changed if one.amount != two.amount else (LEGAL if one.seat == two.seat else None)


def pots_shifted(random: Random, hand: Hand) -> Result:
    """Print pots that are cut one off. Where rake is taken it may be cut so, but then the collected shares are off."""
    pot = hand.claims.pot
    if pot is None or len(pot.pots) < 2 or pot.rake:
        return None
    one, two = random.sample(range(len(pot.pots)), 2)
    pots = list(pot.pots)
    pots[one], pots[two] = pots[one] + 1, pots[two] - 1
    return replace(hand, claims=hand.claims._replace(pot=pot._replace(pots=tuple(pots))))


def total_off(random: Random, hand: Hand) -> Result:
    pot = hand.claims.pot
    assert pot is not None
    claim = pot._replace(total=pot.total + random.choice([-1, 1]))
    return replace(hand, claims=hand.claims._replace(pot=claim))


def rake_off(random: Random, hand: Hand) -> Result:
    pot = hand.claims.pot
    if pot is None or pot.rake is None:
        return None
    claim = pot._replace(rake=pot.rake + (random.choice([-1, 1]) if pot.rake else 1))
    return replace(hand, claims=hand.claims._replace(pot=claim))


def collected_off(random: Random, hand: Hand) -> Result:
    at, event = random.choice(collects(hand))
    return paid(hand, {at: event.amount + random.choice([-1, 1])})


def summary_off(random: Random, hand: Hand) -> Result:
    claims = list(hand.claims.seats)
    winners = [at for at, claim in enumerate(claims) if claim.won]
    at = random.choice(winners)
    claims[at] = claims[at]._replace(won=(claims[at].won or 0) + random.choice([-1, 1]))
    return replace(hand, claims=hand.claims._replace(seats=tuple(claims)))
