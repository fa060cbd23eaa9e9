"""Checks across hands: the table of cases, files in any order, and no false alarm where hands are missing."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hhparse.audit import sequence
from hhparse.audit.sequence import Tables, across
from hhparse.errors import HandError
from hhparse.model import GAMES, Hand, Post
from hhparse.reading.read import Reading
from hhparse.rules.ruleset import RuleSet

from .hands import hand

CASES: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "cases" / "sequence.toml").read_text(encoding="utf-8")
)["case"]
RULES = RuleSet("plain")
FIRST = datetime(2020, 1, 1, tzinfo=UTC)


def told(case: dict[str, Any]) -> list[Hand]:
    apart = timedelta(seconds=case.get("apart", 60))
    found = []
    for number, (table, *script) in enumerate(case["hands"]):
        one = hand(f"NL 1/2 {case.get('options', '')}", table, *script)
        found.append(replace(one, hand_id=str(number + 1), played_at=FIRST + number * apart))
    return found


def slugs(found: Iterable[HandError]) -> list[str]:
    return [f"{finding.slug} {finding.severity}" for finding in found]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_case(case: dict[str, Any]) -> None:
    rules = replace(RULES, **case.get("rules", {}))
    found = list(across(told(case), rules))
    assert slugs(found) == case.get("expected", [])
    if "message" in case:
        assert case["message"] in found[0].message


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_newest_first_finds_the_same(case: dict[str, Any]) -> None:
    rules = replace(RULES, **case.get("rules", {}))
    assert slugs(across(told(case)[::-1], rules)) == case.get("expected", [])


def case_of(name: str) -> list[Hand]:
    return told(next(case for case in CASES if case["name"].startswith(name)))


def in_file(one: Hand, path: str) -> Hand:
    return replace(one, source=one.source._replace(path=path))


def test_hands_of_fast_fold_are_of_no_table() -> None:
    hands = [replace(one, variant="fast fold") for one in case_of("R67 bad")]
    assert list(across(hands, RULES)) == []


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_hands_of_one_table_in_two_files(order: tuple[int, int]) -> None:
    hands = case_of("R67 bad")
    hands = [in_file(one, f"{number}.txt") for number, one in enumerate(hands)]
    found = list(across([hands[at] for at in order], RULES))
    assert slugs(found) == ["NEXT-STACK warning"]
    assert found[0].location.path == "1.txt"
    assert found[0].notes[0] == "the hand before is 1, 0.txt:100"


def test_the_same_hand_twice_is_no_finding() -> None:
    hands = case_of("R15 ok")
    assert list(across([hands[0], hands[0], hands[1], hands[1]], RULES)) == []


def test_other_tables_between() -> None:
    first, second = case_of("R67 bad")
    other = [replace(one, table="U") for one in case_of("R67 ok: he reloads")]
    assert slugs(across([first, other[0], second, other[1]], RULES)) == ["NEXT-STACK warning"]


@pytest.mark.parametrize("newest_first", [False, True])
def test_a_file_longer_than_a_batch(newest_first: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sequence, "BATCH", 1)
    hands = case_of("the button stays where it is")
    assert slugs(across(hands[::-1] if newest_first else hands, RULES)) == ["BUTTON-MOVE error"]


def test_the_place_is_a_line_of_the_later_hand() -> None:
    found = next(iter(across(case_of("R67 bad"), RULES)))
    assert str(found.location) == "test.txt:100:1"
    assert found.hand_id == "2"
    assert "rule R67, rule set plain" in found.notes[-1]


def test_feeding_ends_a_batch_with_the_file() -> None:
    tables = Tables(RULES)
    first, second = case_of("R67 bad")
    assert tables.feed(first) == []
    assert tables.feed(second) == []
    assert slugs(row.finding for row in tables.feed(in_file(first, "next.txt"))) == ["NEXT-STACK warning"]
    assert tables.finish() == []


SCOOPED = (
    "p2 sb 2", "p3 bb 4", "p1 fold", "p2 call 2", "p3 check", "flop Kc 7s 5s", "p2 check", "p3 check", "turn 3d",
    "p2 check", "p3 check", "river 9h", "p2 check", "p3 check", "p2 show Ad 6d Qc Jc", "p3 show As 2s Kh Kd",
    "p3 win 8",
)  # fmt: skip


@pytest.mark.skipif(not hasattr(RULES, "kill_type"), reason="the rule sets have no kills yet")
@pytest.mark.parametrize("posted", [False, True])
def test_kill_after_a_scoop(posted: bool) -> None:
    first = hand("FL 4/8 game=omaha_hilo", "b1 1:200 2:200 3:200", *SCOOPED)
    script = ("p3 sb 2", "p1 bb 4", "p2 fold", "p3 fold", "p1 uncalled 2", "p1 win 4")
    second = hand("FL 4/8 game=omaha_hilo", "b2 1:200 2:196 3:204", *script)
    small = second.events[0]
    assert isinstance(small, Post)
    if posted:
        second = replace(second, events=(small._replace(kind="kill", live=8), *second.events[1:]))
    second = replace(second, hand_id="2", played_at=FIRST + timedelta(minutes=1))
    fields: dict[str, Any] = {"kill_type": "full"}
    rules = replace(RULES, **fields)
    assert first.game == GAMES["omaha_hilo"]
    assert slugs(across([first, second], rules)) == ([] if posted else ["KILL-DUE error"])


def corpus_hands(corpus: Path) -> list[Hand]:
    return [item for item in Reading([corpus / "pokerstars"]) if isinstance(item, Hand)]


def test_the_corpus_has_no_finding(corpus: Path) -> None:
    assert list(across(corpus_hands(corpus))) == []


@pytest.mark.parametrize("seed", range(12))
def test_missing_hands_raise_no_alarm(seed: int, corpus: Path) -> None:
    random = Random(seed)
    lost = random.choice([0.05, 0.2, 0.5, 0.8])
    hands = [one for one in corpus_hands(corpus) if random.random() > lost]
    found = [finding for finding in across(hands) if finding.severity != "info"]
    assert [finding.render() for finding in found] == []


def test_a_wrong_button_in_the_corpus_is_found(corpus: Path) -> None:
    hands = [one for one in corpus_hands(corpus) if one.table == "63858762 9"]
    wrong = hands[50]
    assert wrong.button is not None
    hands[50] = replace(wrong, button=hands[48].button)
    found = list(across(hands))
    assert "BUTTON-MOVE error" in slugs(found)
    first = next(finding for finding in found if finding.severity == "error")
    assert first.hand_id == wrong.hand_id
    assert "is the button" in first.excerpt
    assert first.excerpt[first.location.column - 1].isdigit()


def test_hands_without_a_date_have_no_neighbours() -> None:
    hands = case_of("R15 bad")
    assert list(across(hands, RULES)) != []
    assert list(across([replace(one, played_at=None) for one in hands], RULES)) == []
