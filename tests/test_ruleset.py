"""Rule sets are read from files, and say where a file is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from hhparse.rules.ruleset import RuleSetError, house_rules, load, parse, presets


@pytest.mark.parametrize("name", presets())
def test_presets_load(name: str) -> None:
    rules = load(name)
    assert rules.name == name
    assert rules.description


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "kitchen.toml"
    path.write_text('description = "at home"\ncap_bets = 5\n', encoding="utf-8")
    rules = load(str(path))
    assert (rules.name, rules.cap_bets, rules.pl_mode) == ("kitchen", 5, "call_then_pot")


def test_the_house_is_found_by_site_then_by_grammar() -> None:
    assert house_rules("Poker Stars", "x").name == "pokerstars"
    assert house_rules("x", "pokerstars").name == "pokerstars"
    assert house_rules("x", "y").name == "permissive"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cap_bet = 4", "home.toml: cap_bet: no such field; the fields are name, description, button_policy,"),
        ("cap_bets = '4'", "home.toml: cap_bets: '4' should be a whole number"),
        ("cap_bets = true", "home.toml: cap_bets: True should be a whole number"),
        ("cap_bets = -1", "home.toml: cap_bets: -1 is below 0"),
        ("pl_round = 0", "home.toml: pl_round: 0 is below 1"),
        ("pl_sb_as_bb = 1", "home.toml: pl_sb_as_bb: 1 should be true or false"),
        ("pl_mode = 'pot'", "home.toml: pl_mode: 'pot' is not one of call_then_pot, literal"),
        ("pl_mode = ", "home.toml: not TOML: "),
    ],
)
def test_wrong_files(text: str, message: str) -> None:
    with pytest.raises(RuleSetError) as error:
        parse(text, "home.toml", "home")
    assert str(error.value).startswith(message)


def test_unknown_names(tmp_path: Path) -> None:
    with pytest.raises(RuleSetError, match="no rule set 'nowhere'; there are"):
        load("nowhere")
    with pytest.raises(RuleSetError, match=r"absent\.toml: cannot be read"):
        load(str(tmp_path / "absent.toml"))
