"""Faults of posts, and hands that break the rules of their house; see tests/mutants.py."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from hhparse.model import Act, CashOut, Chop, DealBoard, Hand, Post, PostKind, Uncalled
from tests.book import Book
from tests.mutants import (
    LEGAL,
    Mutator,
    Result,
    collects,
    folded_out,
    paid,
    rebet,
    reseated,
    resummed,
    shifted,
    some,
    with_event,
)
from tests.structures import SHAPES, house, named

# --- posts ---------------------------------------------------------------------------------------------------------


def posts(hand: Hand, *kinds: PostKind) -> list[tuple[int, Post]]:
    return [(at, event) for at, event in enumerate(hand.events) if isinstance(event, Post) and event.kind in kinds]


def omitted(*kinds: PostKind) -> Mutator:
    """Return a mutator that leaves a dead post out, and takes it from the stack of its player."""

    def mutate(random: Random, hand: Hand) -> Result:
        places = posts(hand, *kinds)
        if len(places) < 3:
            return None
        at, event = random.choice(places)
        if event.all_in and not house(hand.table).ante_first:
            return None  # his blind may have taken all
        seat = event.seat
        if all(
            getattr(row, "seat", 0) != seat for row in hand.events if row is not event and not isinstance(row, Post)
        ):
            return LEGAL  # he may as well not have been dealt in
        seats = reseated(hand.seats, seat, -event.dead)
        return resummed(replace(with_event(hand, at), seats=seats))

    return mutate


def twice(random: Random, hand: Hand) -> Result:
    """Post a blind or an ante twice."""
    places = posts(hand, "ante", "small blind", "big blind", "dead", "kill")
    if not places:
        return None
    at, event = random.choice(places)
    if event.all_in:
        return None
    changed = with_event(hand, at, event, event)
    changed = shifted(changed, at + 1, event.seat, event.live)
    return replace(changed, seats=reseated(changed.seats, event.seat, event.live + event.dead))


def told_as(kind: PostKind, live: Callable[[Post], int]) -> Mutator:
    """Return a mutator that makes another part of a post live."""

    def mutate(random: Random, hand: Hand) -> Result:
        places = posts(hand, kind)
        if not places or places[-1][1].all_in or (kind == "big blind" and len(places) < 2):
            return None
        at, event = places[-1]
        told = live(event)
        new: PostKind = "small blind" if kind == "dead" and told else kind
        changed = with_event(hand, at, event._replace(kind=new, live=told, dead=event.live + event.dead - told))
        return shifted(changed, at, event.seat, told - event.live)

    return mutate


def kill_beside_blind(random: Random, hand: Hand) -> Result:
    """Have a killer in the big blind post that too."""
    places = posts(hand, "kill")
    if not places or places[0][1].all_in:
        return None
    at, kill = places[0]
    big = hand.stakes.big_blind
    changed = with_event(hand, at, kill._replace(kind="big blind", live=big), kill)
    changed = shifted(changed, at + 1, kill.seat, big)
    return replace(changed, seats=reseated(changed.seats, kill.seat, big))


def kill_of_most(random: Random, hand: Hand) -> Result:
    """Make the stack of a killer who puts nothing more in so small that his kill is more than half of it."""
    places = posts(hand, "kill")
    if not places:
        return None
    kill = places[0][1]
    stack = 2 * kill.live - 1
    due = 2 * hand.stakes.small_bet
    if kill.live <= due or Book(hand).total[kill.seat] > kill.live:
        return None
    seats = tuple(row._replace(stack=stack) if row.seat == kill.seat else row for row in hand.seats)
    return replace(hand, seats=seats)


def old_limits(random: Random, hand: Hand) -> Result:
    """Bet in a kill hand as if the limits had not been raised."""
    if not posts(hand, "kill"):
        return None
    old = [hand.stakes.small_bet, hand.stakes.big_bet]
    spot = some(random, hand, lambda spot: spot.wager and spot.last and not spot.all_in)
    if spot is None:
        return None
    to = spot.level + old[spot.street > 1]
    return rebet(hand, spot, to) if to != spot.act.to else LEGAL  # as a short all-in is completed


def bomb_bet(random: Random, hand: Hand) -> Result:
    """Have somebody check before the flop of a bomb pot."""
    at = next((at for at, event in enumerate(hand.events) if isinstance(event, DealBoard)), None)
    if at is None or not posts(hand, "bomb"):
        return None
    seat = random.choice([seat.seat for seat in hand.seats if Book(hand).left[seat.seat] > 0] or [0])
    if not seat:
        return None
    early = Act(seat, "check", 0, 0, None, False, hand.events[at].line, 0, 0)
    return with_event(hand, at, early, hand.events[at])


# --- houses --------------------------------------------------------------------------------------------------------


def judged_at(table: str, wanted: Callable[[Hand], bool] = lambda hand: True) -> Mutator:
    """Return a mutator that has the same hand played in another house; `wanted` tells whether it is illegal there."""
    return lambda random, hand: replace(hand, table=table) if wanted(hand) else LEGAL


BETTING = {
    "cap_bets", "hu_cap", "short_allin_limit", "short_allin_bigbet", "nl_min_bet", "nl_raise_cap", "pl_mode",
    "pl_round", "pl_sb_as_bb", "pl_nominal_blinds", "ante_in_pl_pot",
}  # fmt: skip
COMPARED = named(lambda shape: shape.needs.keys() <= BETTING and not shape.extra and shape.ante_of == "all")


def elsewhere(random: Random, hand: Hand) -> Result:
    """Play the hand in a house that bets otherwise, where one of its bets or raises is illegal."""
    moved = replace(hand, table=random.choice([name for name in COMPARED if SHAPES[name].limit == hand.limit]))
    return moved if any(spot.wrong for spot in Book(moved).spots) else LEGAL


def has(*kinds: PostKind) -> Callable[[Hand], bool]:
    """Tell of hands with a post of these kinds."""
    return lambda hand: bool(posts(hand, *kinds))


def runs(hand: Hand) -> bool:
    """Tell of hands whose board is dealt more than once."""
    return any(isinstance(event, DealBoard) and event.board > 1 for event in hand.events)


def straddled_by(wanted: Callable[[int, int], bool]) -> Callable[[Hand], bool]:
    """Tell of hands with a straddle of a place clockwise from the button's left, of so many players."""

    def tell(hand: Hand) -> bool:
        order = around(hand)
        return any(wanted(order.index(event.seat), len(order)) for _, event in posts(hand, "straddle"))

    return tell


def around(hand: Hand) -> list[int]:
    """Return the seats clockwise from the button's left."""
    seats = [seat.seat for seat in hand.seats]
    assert hand.button is not None
    return [seat for seat in seats if seat > hand.button] + [seat for seat in seats if seat <= hand.button]


def first_acts(hand: Hand) -> list[int]:
    """Return the seats in the order in which they first act before the flop."""
    found: list[int] = []
    for event in hand.events:
        if isinstance(event, DealBoard):
            break
        if isinstance(event, Act) and event.seat not in found:
            found.append(event.seat)
    return found


def killer_before(hand: Hand) -> bool:
    """Tell whether somebody acts for the first time after the killer."""
    killers = [event.seat for _, event in posts(hand, "kill")]
    return bool(killers) and killers[0] in first_acts(hand)[:-1]


def skips_the_gun(hand: Hand) -> bool:
    """Tell of a straddle elsewhere than under the gun, where somebody before its left could have acted."""
    if straddled_by(lambda i, _: i == 2)(hand):
        return False
    order, acts, book = around(hand), first_acts(hand), Book(replace(hand, events=hand.events[: len(posts_of(hand))]))
    return bool(acts) and any(book.left[seat] > 0 for seat in order[2 : order.index(acts[0])])


def posts_of(hand: Hand) -> list[Post]:
    return [event for event in hand.events if isinstance(event, Post)]


# --- what the house takes and pays ---------------------------------------------------------------------------------


def chop_after_call(random: Random, hand: Hand) -> Result:
    """Let one who folded before the chop have called instead."""
    folds = [at for at, event in enumerate(hand.events) if isinstance(event, Act) and event.verb == "fold"]
    if not is_chop(hand) or not folds:
        return None
    place = random.choice(folds)
    event, big = hand.events[place], hand.stakes.big_blind
    assert isinstance(event, Act)
    if Book(hand).left[event.seat] <= big or not isinstance(hand.events[-1], Chop):
        return None
    return with_event(hand, place, event._replace(verb="call", to=big, added=big))


def is_chop(hand: Hand) -> bool:
    """Tell of hands whose blinds are taken back."""
    if any(isinstance(event, Chop) for event in hand.events):
        return True
    return sum(isinstance(event, Uncalled) for event in hand.events) > 1


def wrong_fee(random: Random, hand: Hand) -> Result:
    """Take a larger fee for a cash-out."""
    places = [(at, event) for at, event in enumerate(hand.events) if isinstance(event, CashOut)]
    if not places:
        return None
    at, event = places[0]
    return with_event(hand, at, event._replace(fee=(event.fee or 0) + 2, amount=event.amount - 2))


def out_of_the_pot(random: Random, hand: Hand) -> Result:
    """Take what the house pays for a hand out of the pot."""
    sold = [event for event in hand.events if isinstance(event, CashOut)]
    lines = [(at, event) for at, event in collects(hand) if sold and event.amount > sold[0].amount]
    return paid(hand, {lines[0][0]: lines[0][1].amount - sold[0].amount}) if lines else None


def raked(more: Callable[[Hand], int]) -> Mutator:
    """Return a mutator that takes more rake, out of what the first winner collects."""

    def mutate(random: Random, hand: Hand) -> Result:
        pot, extra = hand.claims.pot, more(hand)
        lines = [(at, event) for at, event in collects(hand) if event.amount > extra]
        if pot is None or not extra or not lines or pot.pots:
            return None
        claim = pot._replace(rake=(pot.rake or 0) + extra)
        changed = replace(hand, claims=hand.claims._replace(pot=claim))
        return paid(changed, {lines[0][0]: lines[0][1].amount - extra})

    return mutate


def over_the_table(hand: Hand) -> int:
    """Return how much rake is one more than the table's."""
    pot = hand.claims.pot
    flop = any(isinstance(event, DealBoard) for event in hand.events)
    return min(40, pot.total // 20) + 1 - (pot.rake or 0) if pot is not None and flop else 0


def before_the_flop(hand: Hand) -> int:
    return 0 if any(isinstance(event, DealBoard) for event in hand.events) else 1


def over_cap(random: Random, hand: Hand) -> Result:
    """Put in a chip more than a player can lose in the hand."""
    cap = house(hand.table).hand_cap or hand.stakes.cap
    rich = {seat.seat for seat in hand.seats if cap and seat.stack > cap}
    spot = some(random, hand, lambda spot: spot.act.seat in rich and spot.room and not spot.capped)
    return None if spot is None else folded_out(hand, spot, spot.put + spot.behind + 1)
