"""The rake: what the house may take of a pot, how it falls on several pots, what a cash-out may cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from hhparse.rules.rulebook import Violation

if TYPE_CHECKING:
    from hhparse.rules.ruleset import RuleSet

Allocation = Literal["cumulative", "main_pot", "proportional"]


def most(rules: RuleSet, total: int, players: int) -> int:
    """Return the rake of a total by the house's table, for as many players dealt in."""
    numerator, denominator = (rules.rake_percent / 100).as_integer_ratio()
    share = total * numerator
    match rules.rake_rounding:
        case "down":
            taken = share // denominator
        case "up":
            taken = -(-share // denominator)
        case _:
            taken = (2 * share + denominator) // (2 * denominator)
    cap = _cap(rules, players)
    return taken if cap is None else min(taken, cap)


def _cap(rules: RuleSet, players: int) -> int | None:
    """Return the cap for a number of players: that of the next larger number given, of the largest for any above."""
    caps = rules.rake_cap
    if not caps:
        return None
    fitting = [amount for number, amount in caps if number >= players or not number]
    return fitting[0] if fitting else caps[-1][1]


def takes(rules: RuleSet, gross: Sequence[int], players: int) -> list[int]:
    """Return the rake of each pot, computed on the running total, main pot first."""
    taken: list[int] = []
    total = before = 0
    for amount in gross:
        total += amount
        so_far = most(rules, total, players)
        taken.append(so_far - before)
        before = so_far
    return taken


def divided(rules: RuleSet, gross: Sequence[int], rake: int, fees: int, players: int) -> list[int]:
    """Return what the house takes of each pot, main pot first; `fees` are that part of it which is no rake."""
    if len(gross) == 1:
        return [min(rake, gross[0])]
    if fees and rules.fee_alloc == "proportional":
        parts = zip(_own(rules, gross, rake - fees, players), proportional(gross, fees), strict=True)
        return [own + fee for own, fee in parts]
    return _own(rules, gross, rake, players)


def allocation(rules: RuleSet, gross: Sequence[int], rake: int, players: int) -> Allocation:
    """Return how a rake falls on the pots: as the house has it, main pot first where its table gives another rake."""
    if rules.rake_alloc != "cumulative":
        return rules.rake_alloc
    by_table = rules.rake_percent and sum(takes(rules, gross, players)) == rake
    return "cumulative" if by_table else "main_pot"


def _own(rules: RuleSet, gross: Sequence[int], rake: int, players: int) -> list[int]:
    """Divide a rake as the house does."""
    match allocation(rules, gross, rake, players):
        case "proportional":
            return proportional(gross, rake)
        case "cumulative":
            return takes(rules, gross, players)
        case _:
            return main_first(gross, rake)


def main_first(gross: Sequence[int], rake: int) -> list[int]:
    """Take a rake from the main pot, what it does not hold from the next."""
    taken, left = [], rake
    for full in gross:
        taken.append(min(left, full))
        left -= taken[-1]
    return taken


def proportional(gross: Sequence[int], rake: int) -> list[int]:
    """Take a rake from each pot by its size; side pots are rounded down, the main pot pays the rest."""
    total = sum(gross)
    rake = min(rake, total)
    sides = [rake * full // total for full in gross[1:]]
    return [rake - sum(sides), *sides] if gross else []


def is_due(rules: RuleSet, *, flop: bool, raised: bool) -> bool:
    """Tell whether the house rakes a pot that came so far at all."""
    return flop or rules.no_flop_no_drop == "never" or (rules.no_flop_no_drop == "unless_raised" and raised)


def judge(rules: RuleSet, rake: int, total: int, players: int, *, flop: bool, raised: bool) -> list[Violation]:
    """Return what is wrong with the rake of a pot."""
    if not is_due(rules, flop=flop, raised=raised):
        return [Violation("RAKE-NOFLOP", "rake of {rake} without a flop", "", {"rake": rake}, "", "no_flop_no_drop")]
    due = most(rules, total, players) if rules.rake_percent else rake
    if rake <= due:
        return []
    cap = _cap(rules, players)
    field = "rake_cap" if due == cap else "rake_percent"
    message = "rake of {rake}, but the most of a pot of {pot} is {due}"
    return [Violation("RAKE-CAP", message, "", {"rake": rake, "pot": total, "due": due}, "", field)]


def cash_out(rules: RuleSet, amount: int, fee: int) -> list[Violation]:
    """Return the irregularity of a fee that is none of the house's, to the unit."""
    for percent in rules.cashout_fee:
        if abs(100 * fee - percent * (amount + fee)) <= 100:
            return []
    if not rules.cashout_fee:
        return []
    listed = " or ".join(f"{percent}%" for percent in rules.cashout_fee)
    message = f"a fee of {{fee}} on {{value}}, but the house takes {listed}"
    amounts = {"fee": fee, "value": amount + fee}
    return [Violation("CHIPS-CONSERVED", message, "fee", amounts, "", "cashout_fee", unproven=True)]
