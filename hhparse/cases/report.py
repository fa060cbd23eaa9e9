"""Rulings as text: one line a case with what differs below it, and what changes between two rule sets."""

from __future__ import annotations

from collections.abc import Iterator

from hhparse.cases.case import Case
from hhparse.cases.judge import compared, differences, judge
from hhparse.rules.ruleset import RuleSet


def checked(case: Case, rules: RuleSet | None = None, *, ledger: bool = False) -> tuple[bool, list[str]]:
    """Return whether the ruling is the one expected, and the lines that say so."""
    ruling = judge(case, rules)
    found = differences(ruling)
    lines = [f"{_named(case)}: {ruling.words} {'differs' if found else 'ok'}"]
    lines += [f"    {row.key}: expected {row.expected}, ruled {row.ruled}" for row in found]
    if ledger:
        lines += [f"    {line}" for line in ruling.ledger]
    return not found, lines


def changed(case: Case, first: RuleSet, second: RuleSet) -> Iterator[str]:
    """Yield what two rule sets rule differently, nothing where they agree."""
    one, two = judge(case, first), judge(case, second)
    keys = {*case.expect, "illegal"} - {"legal"} or set(one.values)
    if "next" in case.expect:
        asked = {key: one.values["next"].get(key) for key in ("player", *case.expect["next"])}
    else:
        asked = {}
    expected = {key: value for key, value in one.values.items() if key in keys} | ({"next": asked} if asked else {})
    found = compared(expected, two.values, case.hand)
    if found:
        yield f"{_named(case)}"
        yield f"    {first.name}: {one.words}"
        yield f"    {second.name}: {two.words}"


def _named(case: Case) -> str:
    return f"{case.case_id}  {case.title}" if case.title else case.case_id
