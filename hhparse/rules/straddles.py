"""Straddles and button blinds: who may post them, how much, who acts first over them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hhparse.rules.posts import Posted
from hhparse.rules.rulebook import Violation

if TYPE_CHECKING:
    from hhparse.rules.betting import State


def judge(state: State, straddles: Sequence[Posted]) -> list[Violation]:
    """Let straddles and button blinds raise the bet; the last of them acts last, but a sleeper acts in turn."""
    rules, count = state.rules, len(state.order)
    found: list[Violation] = []
    level = state.big_blind if state.bb_index >= 0 else 0
    seat = state.bb_index
    put = list(state.committed)  # without what is straddled: a blind may straddle on top of it
    for row in straddles:
        put[row.i] -= row.live
    for row in straddles:
        put[row.i] += row.live
        least = level * rules.straddle_mult if row.kind == "straddle" else state.big_blind
        total = put[row.i]
        if row.kind == "button blind":
            found += _button_blind(row, total, least)
        elif total < least and row.left:
            message = "straddle of {live} is below {least}"
            amounts = {"live": total, "least": least}
            found.append(Violation("STRADDLE", message, "amount", amounts, "", "straddle_mult", event=row.event))
        seat = (seat + 1) % count
        if row.kind == "straddle" and not _allowed(state, row.i, seat):
            message = f"seat {state.order[row.i]} may not straddle"
            found.append(Violation("STRADDLE", message, "player", {}, "", "straddle_seats", event=row.event))
        level = max(total, level if row.left else least)
        state.bets += rules.straddle_counts and row.kind == "straddle"
        if rules.straddle_seats != "sleeper" or row.i == seat or row.kind != "straddle":
            state.opener = row.i
    state.level = max(state.level, level)
    if rules.straddle_min_raise == "straddle":
        state.last_full = level
    return found


def _button_blind(row: Posted, posted: int, blind: int) -> list[Violation]:
    """Check that a button blind is what the stakes say, or all-in for less."""
    if posted == blind or (posted < blind and not row.left):
        return []
    message, amounts = "button blind of {post}, but it is {blind}", {"post": posted, "blind": blind}
    return [Violation("POST-BB-AMOUNT", message, "amount", amounts, event=row.event)]


def _allowed(state: State, i: int, under_the_gun: int) -> bool:
    """Tell whether player `i` may straddle, where `under_the_gun` is left of the last blind or straddle."""
    button = i == len(state.order) - 1
    match state.rules.straddle_seats:
        case "none":
            return False
        case "utg":
            return i == under_the_gun
        case "button":
            return button
        case "utg_or_button":
            return button or i == under_the_gun
        case _:
            return True
