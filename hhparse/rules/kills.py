"""Kill pots: an overblind that raises the limits, how much it may be, when the killer acts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hhparse.rules.posts import Posted
from hhparse.rules.rulebook import Violation

if TYPE_CHECKING:
    from hhparse.rules.betting import State

_HALVES = {"half": 3, "full": 4}  # a kill in halves of the small bet


def judge(state: State, kills: Sequence[Posted], blinds: Sequence[Posted]) -> list[Violation]:
    """Raise bet and limits by a kill; a larger kill than the house's raises the bet, but the limits no more."""
    kill = max(kills, key=lambda row: row.live)
    rules, unit = state.rules, _unit(state)
    found: list[Violation] = []
    if rules.kill_replaces:
        posted = kill.live
        found += [_beside(state, row, kill) for row in blinds if row.i == kill.i]
    else:
        posted = state.committed[kill.i]  # a blind is a part of the kill
    halves = _HALVES.get(rules.kill_type) or (3 if posted < 2 * unit else 4)
    due = (halves * unit + 1) // 2
    found += _amount(state, kill, posted, due)
    state.killer = kill.i
    state.missing_blinds = 0
    state.limits_before = (state.small_bet, state.big_bet)
    state.level = max(state.level, posted if kill.left else max(posted, due))
    state.small_bet, state.big_bet = due, state.big_bet * halves // 2
    if state.limit in ("NL", "PL"):
        state.big_blind = state.last_full = due
    if rules.kill_order == "last" and len(state.order) > 2:
        state.waits = kill.i
    return found


def _unit(state: State) -> int:
    """Return what kills are counted in: the lower limit, or the big blind where there are no limits."""
    return state.small_bet if state.limit in ("FL", "SL") else state.big_blind


def _amount(state: State, kill: Posted, posted: int, due: int) -> list[Violation]:
    """Check that the house plays kills, and the size: at least its own, at most half the stack where it is more."""
    half_stack = (state.stacks[kill.i] + state.committed[kill.i] + state.antes[kill.i]) // 2
    amounts = {"kill": posted, "due": due, "half": half_stack}
    if state.rules.kill_type == "none":
        message, field = "kill of {kill}, but the house plays no kills", "player"
    elif posted < due and kill.left:
        message, field = "kill of {kill} is below {due}", "amount"
    elif posted > max(due, half_stack):
        message, field = "kill of {kill} is more than half the stack, {half}", "amount"
    else:
        return []
    return [Violation("KILL-VOLUNTARY", message, field, amounts, "", "kill_type", event=kill.event)]


def _beside(state: State, blind: Posted, kill: Posted) -> Violation:
    message = f"seat {state.order[kill.i]} posts a kill beside the {blind.kind}, but it takes its place"
    return Violation("KILL-REPLACES-BLIND", message, "amount", {}, "", "kill_replaces", event=kill.event)


def waiting(state: State, i: int) -> int:
    """Return who is next after `i` while the killer waits for all others to act once; the killer when all have."""
    count, killer = len(state.order), state.waits
    for step in range(1, count + 1):
        j = (i + step) % count
        if j != killer and state.acted[j] < 0 and state.status[j] == 0:
            return j
    return killer


def out_of_order(state: State, i: int, passed: Sequence[int]) -> Violation | None:
    """Judge player `i` acting out of turn where he, or who is to act, is the killer; `passed` are passed over.

    Where the house's order is not known, a killer who is passed over is taken to act last.
    """
    order, killer = state.order, state.killer
    skipped = tuple([order[j] for j in passed])
    rule, unproven = state.rules.kill_order, False
    if i != killer:
        message = f"seat {order[i]} acts, but seat {order[killer]}, the killer, is to act"
        if rule in ("either", "unknown") and list(passed) == [killer] and state.acted[killer] < 0 and state.waits < 0:
            state.waits, unproven = killer, True
            if rule == "either":
                return None
    elif state.turn < 0:
        message = f"seat {order[i]}, the killer, has acted already"
    else:
        message = f"seat {order[i]}, the killer, acts before seat {order[state.turn]}"
    return Violation("KILL-ORDER", message, "player", {}, "", "kill_order", unproven, skipped=skipped)
