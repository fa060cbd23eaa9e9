"""How a random hand ends: what is returned, who shows, the rake, who is paid, and what the summary says of it all."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from hhparse.model import (
    STREETS,
    BoardClaim,
    CashOut,
    Claims,
    Collect,
    DealBoard,
    Event,
    Hand,
    Muck,
    NotAwarded,
    PotClaim,
    Seat,
    SeatClaim,
    Show,
    Source,
    Tournament,
    Uncalled,
)
from hhparse.money import CHIPS, CURRENCIES
from hhparse.replay import replay
from hhparse.rules.betting import FOLDED
from hhparse.rules.pots import Ledger

if TYPE_CHECKING:
    from tests.strategies import Table

RAKE_CAP = 40


def finish(table: Table) -> Hand:
    """Return the hand once the betting is over."""
    state = table.state
    totals = {seat: state.earlier[i] + state.committed[i] for i, seat in enumerate(table.order)}
    put = totals if any(totals.values()) else dict(zip(table.order, state.antes, strict=True))
    first, second = sorted(put.values())[:-3:-1]
    if first > second:
        table.events.append(Uncalled(max(put, key=put.__getitem__), first - second, *table.place))
    live = [seat for i, seat in enumerate(table.order) if state.status[i] != FOLDED]
    gross = sum(totals.values()) + sum(state.antes) + state.dead - (first - second)
    shown: set[int] = set()
    if len(live) > 1:
        shown = _show(table, live)
        if table.shape.extra == "cash-out" and sum(table.left(seat) > 0 for seat in live) < 2:
            _cash_out(table, table.random.choice(live), gross // len(live))
    return _summary(table, _pay(table, gross), shown)


def chopped(table: Table) -> Hand:
    """Return the hand whose blinds are taken back: nothing is won."""
    hand = write(table, Claims(pot=PotClaim(0, "gross", (), 0, 900, 0, 0)))
    claims = [
        SeatClaim(
            seat, f"p{seat}", "folded" if seat in table.folded else "other", None, (), None, False, 910 + at, 0, 0
        )
        for at, seat in enumerate(sorted(table.order))
    ]
    return replace(hand, claims=hand.claims._replace(seats=tuple(claims)))


def _show(table: Table, live: list[int]) -> set[int]:
    """Show every hand, or perhaps muck those that lose; return who shows."""
    paid = showdown(table, live, set())
    losers = {seat for seat in live if not paid.get(seat) and table.random.random() < 0.3}
    showdown(table, live, losers, keep=True)
    return {*live} - losers


def showdown(table: Table, live: list[int], mucked: set[int], *, keep: bool = False) -> dict[int, int]:
    """Write the showdown and return what everyone then wins; take it back unless it is to be kept."""
    length = len(table.events)
    for seat in _show_order(table, live):
        if seat in mucked:
            table.events.append(Muck(seat, 0, *table.place))
        else:
            table.events.append(Show(seat, table.holes[seat], "", 0, *table.place))
    totals = _ledger(table, Claims()).totals
    if not keep:
        del table.events[length:]
    return totals


def _show_order(table: Table, live: list[int]) -> list[int]:
    """Return the live seats, those of each later pot first, of them the last bettor of the last round."""
    state, order = table.state, table.order
    totals = [a + b for a, b in zip(state.earlier, state.committed, strict=True)]
    most = {seat: totals[i] + state.antes[i] for i, seat in enumerate(order)}
    second = sorted(most.values())[-2]
    start = state.aggressor if state.aggressor >= 0 and order[state.aggressor] in live else 0
    turned = order[start:] + order[:start]
    top = min(second, max(most[seat] for seat in live))
    return sorted((seat for seat in turned if seat in live), key=lambda seat: -min(most[seat], top))


def _cash_out(table: Table, seat: int, value: int) -> None:
    """Have the house buy a hand for a fee of one percent."""
    fee = value // 100
    table.events.append(CashOut(seat, value - fee, fee, *table.place))
    table.sold.add(seat)


def _pay(table: Table, gross: int) -> Hand:
    """Take the rake out of every pot and have the winners collect."""
    flop = any(isinstance(event, DealBoard) and event.street == "flop" for event in table.events)
    raked = flop and not table.shape.tournament and table.random.random() < 0.7
    ledger = _ledger(table, Claims())
    assert sum(pot.amount for pot in ledger.pots) == gross
    rakes, total = [], 0
    for pot in ledger.pots:  # five percent of the running total
        taken = min(RAKE_CAP, (total + pot.amount) // 20) - min(RAKE_CAP, total // 20)
        rakes.append(taken if raked else 0)
        total += pot.amount
    nets = tuple(pot.amount - rake for pot, rake in zip(ledger.pots, rakes, strict=True))
    claim = PotClaim(gross, "gross", nets if len(nets) > 1 else (), sum(rakes), 900, 0, 0)
    ledger = _ledger(table, Claims(pot=claim))
    assert not ledger.unknown
    if set(ledger.totals) <= table.sold:  # the house keeps what the only winner has sold
        table.events.append(NotAwarded(*table.place))
        return write(table, Claims(pot=claim))
    for award in ledger.awards:
        pot_index = award.pot if len(nets) > 1 else None
        table.events.append(Collect(award.seat, award.amount, pot_index, award.board, *table.place))
    return write(table, Claims(pot=claim))


def _ledger(table: Table, claims: Claims) -> Ledger:
    """Return the engine's ledger of the hand as it stands."""
    ledger = replay(write(table, claims, Collect(table.order[0], 0, None, 0, *table.place)), table.rules).ledger
    assert ledger is not None
    return ledger


def _summary(table: Table, hand: Hand, shown: set[int]) -> Hand:
    """Write the summary: every seat and every board."""
    won: dict[int, int] = {}
    for event in table.events:
        if isinstance(event, Collect):
            won[event.seat] = won.get(event.seat, 0) + event.amount
    if not won and hand.claims.pot is not None:
        won = dict.fromkeys(table.sold, hand.claims.pot.total - (hand.claims.pot.rake or 0))
    boards = [(number, cards) for number, cards in sorted(table.boards.items()) if len(cards) == 5]
    if not boards and len(table.boards.get(0, ())) > 2:
        boards = [(0, table.boards[0])]
    claims = [_seat_claim(table, seat, won, shown, 910 + at) for at, seat in enumerate(sorted(table.order))]
    said = [BoardClaim(number, tuple(cards), 901 + number, 0, 0) for number, cards in boards]
    runs = table.shape.runs if table.shape.runs > 1 and 2 in table.boards else None
    return replace(hand, claims=hand.claims._replace(boards=tuple(said), seats=tuple(claims), runs=runs))


def _seat_claim(table: Table, seat: int, won: dict[int, int], shown: set[int], line: int) -> SeatClaim:
    street = STREETS[table.folded[seat]] if seat in table.folded else None
    cards = table.holes[seat] if seat in shown else ()
    if street:
        fate = "folded"
    elif seat in won:
        fate = "won" if seat in shown else "collected"
    else:
        fate = "lost" if seat in shown else "mucked"
    return SeatClaim(seat, f"p{seat}", fate, street, cards, won.get(seat), seat in table.sold, line, 0, 0)


def write(table: Table, claims: Claims, *more: Event) -> Hand:
    """Return the hand as it stands, with more events at its end."""
    tournament = table.shape.tournament
    return Hand(
        site="Test",
        dialect="test",
        hand_id="1",
        played_at=datetime(2020, 1, 1, tzinfo=UTC),
        zone="UTC",
        table=table.name,
        max_seats=9,
        button=table.button,
        game=table.game,
        limit=table.shape.limit,
        kind="tournament" if tournament else "ring",
        stakes=table.stakes,
        currency=CHIPS if tournament else CURRENCIES["USD"],
        tournament=Tournament("1") if tournament else None,
        hero=None,
        seats=tuple(Seat(seat, f"p{seat}", table.stacks[seat]) for seat in sorted(table.order)),
        events=(*table.events, *more),
        claims=claims,
        source=Source("test.txt", 100, 0, 0, ("",) * 820),
    )
