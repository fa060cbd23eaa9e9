"""Random rounds beside pokerkit: whose turn it is, what a call costs, the least and the most of a raise.

Left out is what the two read differently: blinds that are all-in, raises after a short all-in, and raises that no
opponent has the chips to call. Fixed limit is compared after the flop only, where both count bets alike.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from pokerkit import Automation, FixedLimitTexasHoldem, NoLimitTexasHoldem, PotLimitOmahaHoldem

from hhparse.model import Limit
from hhparse.rules import betting, blinds
from hhparse.rules.betting import Legal, State, legal, step
from hhparse.rules.ruleset import load

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_DEALING,
    Automation.BOARD_DEALING,
    Automation.RUNOUT_COUNT_SELECTION,
)
RULES = replace(load("pokerstars"), pl_nominal_blinds="no", hu_cap="none")


def theirs(limit: Limit, stacks: list[int], ante: int) -> Any:
    """Return pokerkit's state; its seat 0 is left of the button too."""
    common: dict[str, Any] = {
        "automations": AUTOMATIONS,
        "ante_trimming_status": True,
        "raw_antes": ante,
        "raw_blinds_or_straddles": (5, 10),
        "raw_starting_stacks": stacks,
        "player_count": len(stacks),
    }
    if limit == "FL":
        return FixedLimitTexasHoldem.create_state(small_bet=10, big_bet=20, **common)
    game = NoLimitTexasHoldem if limit == "NL" else PotLimitOmahaHoldem
    return game.create_state(min_bet=10, **common)


def ours(limit: Limit, stacks: list[int], ante: int) -> State:
    count = len(stacks)
    state = State(RULES, limit, range(count), stacks, small_blind=5, big_blind=10, small_bet=10, big_bet=20)
    small, big = (1, 0) if count == 2 else (0, 1)
    posts = [blinds.post(state, seat, "ante", 0, ante) for seat in range(count) if ante]
    posts += [blinds.post(state, small, "small blind", 5, 0), blinds.post(state, big, "big blind", 10, 0)]
    assert not blinds.open_round(state, posts, button=count - 1, ring=True)
    return state


def futile(state: State, i: int) -> bool:
    """Tell whether no opponent could call a raise: sites allow it (the excess returns), pokerkit does not."""
    totals = [a + b for a, b in zip(state.committed, state.stacks, strict=True)]
    return all(totals[j] <= state.level for j in range(len(totals)) if j != i and state.status[j] != betting.FOLDED)


def compare(mine: Legal, other: Any, apart: bool) -> None:
    assert mine.seat == other.actor_index
    assert mine.to_call == other.checking_or_calling_amount
    if apart:
        return
    assert mine.may_raise == other.can_complete_bet_or_raise_to()
    if mine.may_raise:
        assert mine.min_to == other.min_completion_betting_or_raising_to_amount
        assert mine.max_to == other.max_completion_betting_or_raising_to_amount


@pytest.mark.parametrize("limit", ["NL", "PL", "FL"])
@pytest.mark.parametrize("seed", range(50))
def test_rounds_agree(limit: Limit, seed: int) -> None:
    random = Random(f"{limit}{seed}")
    ante = random.choice([0, 1])
    stacks = [random.randint(11 + ante, 600) for _ in range(random.randint(2, 6))]
    other, state = theirs(limit, stacks, ante), ours(limit, stacks, ante)
    street, short = 0, False
    while state.live > 1:
        options = legal(state)
        if options is None:
            if street == 3:
                break
            street, short = street + 1, False
            betting.deal(state, street)
            continue
        i = options.seat
        apart = short or futile(state, i)
        compare(options, other, apart or (limit == "FL" and street == 0))
        word = random.choice(["fold", "call", "call", "raise", "raise", "raise"])
        if word == "raise" and not apart and options.may_raise and other.can_complete_bet_or_raise_to():
            to = random.choice([options.min_to, options.max_to, random.randint(options.min_to, options.max_to)])
            full = state.level + state.last_full if state.level else state.big_blind
            short = short or to < full or (limit == "FL" and to < state.level + state.unit)
            other.complete_bet_or_raise_to(to)
            assert not step(state, i, "raise", to)
        elif word == "fold" and options.to_call:
            other.fold()
            assert not step(state, i, "fold", state.committed[i])
        else:
            other.check_or_call()
            verb: Any = "call" if options.to_call else "check"
            assert not step(state, i, verb, state.committed[i] + options.to_call)
