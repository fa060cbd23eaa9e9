"""Antes: of everyone, of one player for all, of a bomb pot; and whether ante or blind takes a short stack first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hhparse.rules.posts import Posted
from hhparse.rules.rulebook import Violation

if TYPE_CHECKING:
    from hhparse.rules.betting import State

_PAYERS = {"uniform": "everyone", "bb": "the big blind", "button": "the button"}


def judge(state: State, antes: Sequence[Posted], blinds: Sequence[Posted], button: int | None) -> list[Violation]:
    """Check the antes; an ante paid by one player for all is dead money. The big blind must be known already.

    The ante is what the header says where anybody pays it, else what most players pay.
    """
    alone = len(antes) == 1 and len(state.order) > 1
    found = _who(state, antes, button, alone) if state.rules.ante_kind != "log" else []
    if alone:
        ante = antes[0]
        state.dead += state.antes[ante.i]
        state.lone_ante = state.antes[ante.i]
        state.antes[ante.i] = 0
        full = state.ante
        if full and not found and (ante.dead > full or (ante.dead < full and ante.left)):
            found.append(_outdated(ante, ante.dead, full))
    else:
        full = _full(state, antes)
        found += _amounts(state, antes, full)
    if found or all(state.stacks[row.i] for row in blinds):
        return found
    return _first(state, antes, blinds, full)


def _who(state: State, antes: Sequence[Posted], button: int | None, alone: bool) -> list[Violation]:
    """Check that those pay who pay in this house."""
    house = state.rules.ante_kind
    payer = antes[0]
    wanted = {"bb": payer.i == state.bb_index, "button": state.order[payer.i] == button}
    if (not alone) if house == "uniform" else (alone and wanted.get(house, False)):
        return []
    message = "an ante is posted, but the house has none"
    if house != "none":
        message = f"seat {state.order[payer.i]} posts {'the' if alone else 'an'} ante, but {_PAYERS[house]} pays it"
    return [Violation("ANTE-AMOUNT", message, "player", {}, "", "ante_kind", event=payer.event)]


def _full(state: State, antes: Sequence[Posted]) -> int:
    paid = [row.dead for row in antes if row.left] or [row.dead for row in antes]
    return state.ante if state.ante in paid else max(paid, key=lambda ante: (paid.count(ante), ante))


def _amounts(state: State, antes: Sequence[Posted], full: int) -> list[Violation]:
    """Check that antes agree."""
    if full != state.ante and state.ante and (full > state.ante or any(row.left for row in antes)):
        return [_outdated(antes[0], full, state.ante)]
    message = "ante of {ante}, but the ante is {full}"
    return [
        Violation("ANTE-AMOUNT", message, "amount", {"ante": row.dead, "full": full}, "", "ante_kind", event=row.event)
        for row in antes
        if row.dead > full or (row.dead < full and row.left)
    ]


def _outdated(row: Posted, ante: int, header: int) -> Violation:
    """Return the irregularity of a header that is out of date."""
    message, amounts = "antes are {ante}, but the header says {header}", {"ante": ante, "header": header}
    return Violation("ANTE-AMOUNT", message, "amount", amounts, unproven=True, event=row.event)


def _first(state: State, antes: Sequence[Posted], blinds: Sequence[Posted], full: int) -> list[Violation]:
    """Check which of ante and blind a stack that is too short for both pays first."""
    rule = state.rules.ante_first
    if rule == "either":
        return []
    due = {row.i: row for row in antes}
    found = []
    for blind in blinds:
        ante = due.get(blind.i)
        if ante is None or state.stacks[blind.i]:
            continue
        size = state.small_blind if blind.kind == "small blind" else state.big_blind
        if ante.dead < full and blind.live and rule:
            message, first = "ante of {ante} beside a blind of {blind}: the ante of {full} comes first", full
        elif blind.live < size and ante.dead and not rule:
            message, first = "ante of {ante} beside a blind of {blind}: the blind of {full} comes first", size
        else:
            continue
        amounts = {"ante": ante.dead, "blind": blind.live, "full": first}
        found.append(Violation("ANTE-AMOUNT", message, "amount", amounts, "", "ante_first", event=ante.event))
    return found


def bomb(state: State, posts: Sequence[Posted]) -> list[Violation]:
    """Open a bomb pot: everyone has put in the same, nobody bets before the flop."""
    full = max(row.live + row.dead for row in posts)
    message = "ante of {ante}, but the ante is {full}"
    found = [
        Violation("ANTE-AMOUNT", message, "amount", {"ante": paid, "full": full}, "", "ante_kind", event=row.event)
        for row in posts
        if (paid := row.live + row.dead) < full and row.left
    ]
    paying = {row.i for row in posts}
    found += [
        Violation("ANTE-AMOUNT", f"seat {seat} pays no ante to the bomb pot", ruleset_field="ante_kind")
        for i, seat in enumerate(state.order)
        if i not in paying
    ]
    if state.rules.bomb_pot_min_bet == "ante":
        state.big_blind = full
    return found
