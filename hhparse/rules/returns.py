"""The uncalled bet: what goes back to the bettor, and what is wrong with what a history returns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hhparse.rules.rulebook import Violation


def returns_due(order: Sequence[int], totals: Sequence[int], antes: Sequence[int] = ()) -> dict[int, int]:
    """Return the uncalled bet: what the largest of the live totals exceeds the second largest by, folders included.

    Where nobody had a live chip to put in, it is what no other ante matches.
    """
    if not any(totals):
        totals = antes
    if len(totals) < 2:
        return {}
    ranked = sorted(totals)
    uncalled = ranked[-1] - ranked[-2]
    return {order[totals.index(ranked[-1])]: uncalled} if uncalled else {}


def wrong_return(returned: Mapping[int, int], due: Mapping[int, int]) -> Violation:
    """Return the violation of returning something else than what is due."""
    amounts = {"returned": sum(returned.values()), "due": sum(due.values())}
    field = "" if returned else "uncalled_line"
    if not due:
        message = "{returned} is returned, but every bet was called"
    elif not returned:
        message = f"{{due}} was not called by anyone, but is not returned to seat {next(iter(due))}"
    elif set(due) != set(returned):
        message = f"{{returned}} is returned to seat {next(iter(returned))}, not to seat {next(iter(due))}"
    else:
        message = "{returned} is returned, but {due} was not called"
    return Violation("UNCALLED-RETURN", message, "amount", amounts, "", field)
