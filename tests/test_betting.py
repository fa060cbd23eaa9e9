"""The table of betting cases, and properties of hands played by what legal() allows."""

from __future__ import annotations

import copy
import json
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hhparse.model import Limit
from hhparse.replay import frames
from hhparse.replay import replay as play
from hhparse.rules import blinds
from hhparse.rules.betting import FOLDED, State, legal, step
from hhparse.rules.ruleset import load, parse
from tests.hands import hand

CASES = tomllib.loads((Path(__file__).parent / "cases" / "betting.toml").read_text(encoding="utf-8"))["case"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']} {case['about']}")
def test_case(case: dict[str, Any]) -> None:
    house = case.get("rules", "pokerstars")
    changed = [f"{field} = {json.dumps(value)}" for field, value in case.get("set", {}).items()]
    rules = parse("\n".join([f'extends = "{house}"', *changed]), "set", house)
    dealt = hand(case["stakes"], case["table"], *case["play"])
    result = play(dealt, rules)
    assert [row.slug for row in result.violations] == case.get("breaks", [])
    for row in result.violations:
        row.message.format(**row.amounts)
        row.note.format(**row.amounts)
        assert "severity" not in case or row.severity == case["severity"]
    last = list(frames(dealt, rules))[-1]
    if "next" in case:
        said = last.legal._asdict() if last.legal else {}
        assert {name: said.get(name) for name in case["next"] or said} == case["next"]
    if "pot" in case:
        assert last.pot == case["pot"]
    if "wins" in case:
        assert result.ledger is not None
        assert {f"p{seat}": amount for seat, amount in result.ledger.totals.items()} == case["wins"]
    if "pots" in case:
        assert result.ledger is not None
        assert [pot.amount for pot in result.ledger.pots] == case["pots"]


def lines(state: State) -> int:
    """Count the ways the first round can be bet, as perft counts moves."""
    options = legal(state)
    if options is None:
        return 1
    seat, to = options.seat, options.all_in_to - state.stacks[state.index[options.seat]]
    moves = [("fold", to), ("check", to) if options.may_check else ("call", to + options.to_call)]
    if options.may_check:
        moves = moves[1:]  # nobody folds for nothing
    if options.may_raise:
        moves += [("raise", total) for total in range(options.min_to, options.max_to + 1)]
    count = 0
    for verb, total in moves:
        branch = copy.deepcopy(state)
        assert step(branch, seat, verb, total) == ()  # type: ignore[arg-type]
        count += lines(branch)
    return count


def table(limit: Limit, stacks: list[int], **bets: int) -> State:
    """Return a table after the blinds; the last seat is the button, and with two players the first is the big blind."""
    rules = replace(load("pokerstars"), hu_cap="none")
    state = State(rules, limit, range(len(stacks)), stacks, small_blind=1, big_blind=2, **bets)
    small, big = (1, 0) if len(stacks) == 2 else (0, 1)
    posts = [blinds.post(state, small, "small blind", 1, 0), blinds.post(state, big, "big blind", 2, 0)]
    assert not blinds.open_round(state, posts, button=len(stacks) - 1, ring=True)
    return state


@pytest.mark.parametrize(
    ("stacks", "count"),
    [
        ([2, 2], 2),  # fold, or call all-in
        ([3, 3], 6),  # fold; call and check, or call and all-in answered twice; all-in answered twice
        ([4, 4], 6),  # the same with a raise to 4
        ([5, 5], 14),  # 1 fold, 7 after a call, 4 after a raise to 4, 2 after an all-in
        ([2, 2, 2], 4),  # the button and the small blind each fold or call all-in
    ],
)
def test_no_limit_lines(stacks: list[int], count: int) -> None:
    assert lines(table("NL", stacks)) == count


def test_fixed_limit_lines() -> None:
    """Facing two bets there are 6 lines: fold, call, or a third bet with 4; so 1 + (1 + 6) + 6."""
    assert lines(table("FL", [100, 100], small_bet=2, big_bet=4)) == 14


def test_a_fold_out_of_nowhere_changes_nothing() -> None:
    state = table("NL", [20, 20, 20])
    step(state, 2, "fold", 0)
    found = step(state, 2, "fold", 0)
    assert [row.slug for row in found] == ["ACT-AFTER-FOLD"]
    assert state.live == 2
    assert state.status[2] == FOLDED
