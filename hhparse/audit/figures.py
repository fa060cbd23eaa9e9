"""The figures of a hand as a table: what the site prints beside what the engine computes."""

from __future__ import annotations

from typing import NamedTuple

from hhparse.audit.case import Case, pot_name
from hhparse.audit.claims import pots_of, total_of
from hhparse.cards import Cards
from hhparse.model import PotClaim
from hhparse.rules.pots import Ledger


class Check(NamedTuple):
    """A figure of the site beside the computed one; None where it is not printed or cannot be computed.

    Amounts are minor units, boards are cards.
    """

    figure: str
    claimed: int | Cards | None
    computed: int | Cards | None
    ok: bool


def figures_of(case: Case) -> tuple[Check, ...]:
    """Return every figure the site prints beside the computed one."""
    hand = case.hand
    claims, ledger = hand.claims, case.played.ledger if case.played.complete else None
    rows: list[Check] = []
    if claims.pot is not None:
        rows += _pot_rows(case, claims.pot, ledger)
    won = {claim.seat: claim.won for claim in claims.seats if claim.won is not None}
    for seat in sorted({*case.paid, *won, *(ledger.totals if ledger else ())}):
        claimed = case.paid.get(seat, won.get(seat, 0))
        computed = ledger.totals.get(seat, 0) if ledger is not None and not ledger.unknown else None
        rows.append(_row(f"collected by {hand.player(seat)}", claimed, computed))
    for board in claims.boards:
        rows.append(_row(f"board {board.board}" if board.board else "board", board.cards, case.dealt(board.board)))
    return tuple(rows)


def _pot_rows(case: Case, pot: PotClaim, ledger: Ledger | None) -> list[Check]:
    collected = sum(case.paid.values())
    taken = case.gross - collected
    rake = taken if case.rake is None else case.rake
    rows = [_row("total pot", pot.total, total_of(case, pot.total_means, rake) if ledger else None)]
    for index, amount in enumerate(pot.pots):
        layers = pots_of(case, ledger) if ledger else ()
        rows.append(_row(pot_name(index), amount, layers[index] if index < len(layers) else None))
    if pot.rake is not None:
        unprinted = rake - pot.rake  # a fee beside it
        rows.append(_row("rake", pot.rake, taken - unprinted if ledger else None))
    return rows


def _row(figure: str, claimed: int | Cards | None, computed: int | Cards | None) -> Check:
    return Check(figure, claimed, computed, computed is None or claimed == computed)
