"""The table of betting cases, and properties of hands played by what legal() allows."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hhparse.model import Limit
from hhparse.replay import frames
from hhparse.replay import replay as play
from hhparse.rules import betting, blinds
from hhparse.rules.betting import FOLDED, State, legal, step
from hhparse.rules.ruleset import load
from tests.hands import hand

CASES = tomllib.loads((Path(__file__).parent / "cases" / "betting.toml").read_text(encoding="utf-8"))["case"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']} {case['about']}")
def test_case(case: dict[str, Any]) -> None:
    rules = replace(load(case.get("rules", "pokerstars")), **case.get("set", {}))
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
