"""What a history leaves unprinted of a pot: its rake, a fee beside the rake, the uncalled bet within the winnings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from hhparse.model import Collect, Hand, NotAwarded
from hhparse.rules.pots import Ledger
from hhparse.rules.rake import most
from hhparse.rules.ruleset import RuleSet

# Settles a pot for a rake, fees included, and the fees; the pots net of rake are the printed ones if () is given.
Divide = Callable[[int, int, tuple[int, ...]], Ledger]


class Untold(NamedTuple):
    """A reading of what no line tells: the rake with all fees, and how much of the uncalled bet is in the winnings."""

    rake: int
    kept: int


class Facts(NamedTuple):
    """What is known of a pot: its chips, those that no line returns, the players dealt in, what may be raked at all."""

    gross: int
    uncalled: Mapping[int, int]
    players: int
    raked: bool
    walk: bool


def told(hand: Hand, rules: RuleSet, facts: Facts, divide: Divide) -> tuple[Ledger, Untold | None]:
    """Return the ledger of a pot and what had to be inferred for it, None where all is printed or nothing explains it.

    Of several readings that one is taken by which everybody is paid what he is due, else the likeliest.
    """
    pot = hand.claims.pot
    rake, fees = (None, 0) if pot is None else (pot.rake, pot.fees)
    fee = rules.fee_unprinted if rake is not None else 0
    paid = paid_by_seat(hand)
    if paid is None:
        return divide(rake or 0, fees, ()), None
    if rake is not None:
        hidden = sum(paid.values()) + rake + fee == facts.gross
        return (divide(rake + fee, fees + fee, ()), Untold(rake + fee, 0)) if hidden else (divide(rake, fees, ()), None)
    found = [(divide(row.rake, 0, ()), row) for row in readings(rules, facts, sum(paid.values()))]
    for ledger, row in found:
        due = _due(paid, facts, row)
        if ledger.totals == due:
            return ledger, row
        if rules.rake_alloc == "cumulative" and not rules.rake_percent and len(ledger.pots) == 2:
            other = _by_some_table(ledger, row.rake, due, divide)
            if other is not None:
                return other, row
    return found[0] if found else (divide(0, 0, ()), None)


def paid_by_seat(hand: Hand) -> dict[int, int] | None:
    """Return what each seat collects, None where the house keeps a pot: then not all is told by the lines."""
    paid: dict[int, int] = {}
    for event in hand.events:
        if isinstance(event, Collect):
            paid[event.seat] = paid.get(event.seat, 0) + event.amount
        elif isinstance(event, NotAwarded):
            return None
    return paid


def _due(paid: Mapping[int, int], facts: Facts, row: Untold) -> dict[int, int]:
    """Return what everybody collects of the pots: without an uncalled bet that is within his winnings."""
    back = facts.uncalled if row.kept else {}
    won = {seat: amount - back.get(seat, 0) for seat, amount in paid.items()}
    return {seat: amount for seat, amount in won.items() if amount}


def _by_some_table(ledger: Ledger, rake: int, due: Mapping[int, int], divide: Divide) -> Ledger | None:
    """Return the ledger that pays what is due if some table takes so much of main and side pot, None if none does.

    A table takes no more of the whole, in proportion, than of the main pot alone: of the side pot from nothing to its
    share by size. How much it must be is told by the seat whose due depends on it most.
    """
    main, side = (pot.amount for pot in ledger.pots)
    most_of_side = rake * side // (main + side)

    def taking(part: int) -> Ledger:
        return divide(rake, 0, (main - rake + part, side - part))

    least, largest = ledger.totals, taking(most_of_side).totals
    growth = {seat: largest.get(seat, 0) - amount for seat, amount in least.items()}
    seat = max(growth, key=lambda seat: abs(growth[seat]), default=0)
    if not growth.get(seat):
        return None
    guess = (due.get(seat, 0) - least[seat]) * most_of_side // growth[seat]
    near = range(max(1, guess - 2), min(most_of_side, guess + 3) + 1)  # odd chips move it a little
    return next((found for found in map(taking, near) if found.totals == due), None)


def readings(rules: RuleSet, facts: Facts, collected: int) -> list[Untold]:
    """Return what can be missing of a pot whose rake is not printed, the likelier first; [] where nothing explains it.

    A house that prints no return of an uncalled bet may have returned it silently, or have left it in the winnings.
    """
    uncalled, lacking = sum(facts.uncalled.values()), facts.gross - collected
    found = [Untold(lacking, 0)]
    if uncalled:
        kept = Untold(lacking + uncalled, uncalled)
        within = rules.uncalled_line == "in_winnings" or (facts.walk and rules.uncalled_line == "but_walks")
        found = [kept] if within else [*found, kept]
    bound = _most(rules, facts) if facts.raked else 0
    return [row for row in found if 0 <= row.rake <= bound]


def _most(rules: RuleSet, facts: Facts) -> int:
    """Return the most rake of a pot: by the house's table, else a share that no house exceeds, but always one chip."""
    if rules.rake_percent:
        return most(rules, facts.gross, facts.players)
    return max(rules.chip_unit, int(facts.gross * rules.rake_unprinted / 100))
