"""Disputes, one a file: the ruling is the one that was worked out by hand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hhparse.cases.case import Case, load_cases, parse_cases
from hhparse.cases.judge import differences, judge
from hhparse.errors import HandError

FOLDER = Path(__file__).parent / "cases" / "disputes"
LOADED = [(path, item) for path in sorted(FOLDER.glob("*.toml")) for item in load_cases([str(path)])]


def dispute(path: Path, item: Case | HandError) -> object:
    return pytest.param(item, id=item.case_id if isinstance(item, Case) else path.name)


@pytest.mark.parametrize("item", [dispute(path, item) for path, item in LOADED])
def test_the_ruling_is_the_expected_one(item: Case | HandError) -> None:
    assert isinstance(item, Case), str(item)
    assert item.expect
    assert differences(judge(item)) == []


def test_every_dispute_of_the_rule_book_is_there() -> None:
    names = {re.sub(r"-.*", "", item.case_id) for _, item in LOADED if isinstance(item, Case)}
    assert {f"D{number:02}" for number in range(1, 25)} <= names
    assert len({name for name in names if name.startswith("H")}) >= 16


def test_every_dispute_has_a_title_a_source_and_a_question() -> None:
    cases = [item for _, item in LOADED if isinstance(item, Case)]
    assert [case.case_id for case in cases if not (case.title and case.source and case.question)] == []
    names = [case.case_id for case in cases]
    assert len(set(names)) == len(names)


def by_id(name: str) -> Case:
    return next(item for _, item in LOADED if isinstance(item, Case) and item.case_id == name)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("D01", "Every line is legal. A may call 100 or raise to 300 at least, 4,900 at most."),
        ("D02", "C may call 75, but not raise: the bet has grown by only 75 since he acted (RAISE-NOT-REOPENED)."),
        ("D07-A", "'C raises to 200' breaks RAISE-SHORT: raise to 200 is below the minimum, 240."),
        ("D14", "Every line is legal. B may call 100 or raise to 400."),
        ("H18-A", "Every line is legal. Big may check or raise to 4."),
        ("H21", "B may call 20 or raise to 40 at least, 120 at most."),
        ("D20", "Every line is legal. Nobody is to act. A shows first."),
    ],
)
def test_a_ruling_in_words(name: str, words: str) -> None:
    assert judge(by_id(name)).words == words


def test_the_whole_ledger_of_quartering_side_pot_and_scoop() -> None:
    assert judge(by_id("D23")).ledger == (
        "main pot 300, for A, B and C",
        "  150 high to A (AWARD-HILO-SPLIT)",
        "  75 low to A (AWARD-LOW-TIE)",
        "  75 low to B (AWARD-LOW-TIE)",
        "side pot 1 400, for B and C",
        "  200 high to B (AWARD-HILO-SPLIT)",
        "  200 low to B (AWARD-HILO-SPLIT)",
    )


@pytest.mark.parametrize("name", ["D01", "D09-A", "D17", "D20", "D21", "D22", "D24", "H13"])
def test_another_number_is_a_difference(name: str) -> None:
    """A case that expects something else by one chip, one player or one yes is told so: no expectation is idle."""
    case = by_id(name)
    for key, value in case.expect.items():
        for other in altered(value):
            changed = Case(**{f: getattr(case, f) for f in Case.__slots__} | {"expect": {key: other}})
            assert [row.key.partition(".")[0] for row in differences(judge(changed))] == [key], other


def altered(value: object) -> list[object]:
    """Return an expectation with each of its parts altered in turn."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1]
    if isinstance(value, dict):
        return [value | {key: other} for key, part in value.items() for other in altered(part)]
    if isinstance(value, list):
        parts = [[*value[:at], other, *value[at + 1 :]] for at, part in enumerate(value) for other in altered(part)]
        return [*parts, value[1:]]
    return [f"{value}x"] if isinstance(value, str) else []


def test_rules_decide() -> None:
    case = by_id("D12")
    text = (FOLDER / "d12.toml").read_text(encoding="utf-8").replace("pl_sb_as_bb = true", "pl_sb_as_bb = false")
    other = parse_cases(text)[0]
    assert judge(case).values["next"]["raise_max"] == 40
    assert judge(other).values["next"]["raise_max"] == 35
    assert [row[0] for row in differences(judge(case, other.rules))] == ["next.raise_max"]
