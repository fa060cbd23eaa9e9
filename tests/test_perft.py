"""The table of perft counts, each derived by hand in tests/cases/perft.toml."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hhparse.rules.ruleset import load
from tests import perft

ROWS = tomllib.loads((Path(__file__).parent / "cases" / "perft.toml").read_text(encoding="utf-8"))["row"]
RULES = replace(load("pokerstars"), hu_cap="none")
SMALL = 60  # chips in the stacks of a row: up to here every wager of the tree is judged


@pytest.mark.parametrize("row", ROWS, ids=[f"{row['id']} {row['about']}" for row in ROWS])
def test_lines(row: dict[str, Any]) -> None:
    state = perft.table(row, replace(RULES, **row.get("set", {})))
    assert perft.lines(state, row.get("sizes", "all"), row.get("rounds", 1)) == row["lines"]


@pytest.mark.parametrize("row", [row for row in ROWS if sum(row["stacks"]) <= SMALL], ids=lambda row: str(row["id"]))
def test_judging_refuses_what_legal_does_not_offer(row: dict[str, Any]) -> None:
    for state, options, refused in perft.refusals(perft.table(row, replace(RULES, **row.get("set", {})))):
        wagers = range(state.level + 1, options.all_in_to + 2)
        offered = range(options.min_to, options.max_to + 1) if options.may_raise else range(0)
        assert refused == [to for to in wagers if to not in offered]


def test_rows_are_told_apart() -> None:
    assert len({row["id"] for row in ROWS}) == len(ROWS) >= 25
