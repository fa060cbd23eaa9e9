"""Rule sets are read from files, extend one another, and say where a file is wrong."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from hhparse.audit import audit
from hhparse.replay import allowed_by, replay
from hhparse.rules.house import rules_of
from hhparse.rules.pots import rake_of_pots
from hhparse.rules.rake import most, takes
from hhparse.rules.ruleset import FIELDS, FOLDER, RuleSet, RuleSetError, house_rules, load, parse, presets
from tests.hands import hand

WANTED = "permissive pokerstars fulltilt ggpoker partypoker 888 winamax tda2024 rrop11 wsop_live2026 seed_literal"


def test_the_presets_of_the_rule_book_are_there() -> None:
    assert set(presets()) >= set(WANTED.split())


@pytest.mark.parametrize("name", presets())
def test_presets_load(name: str) -> None:
    rules = load(name)
    assert rules.name == name
    assert rules.description


@pytest.mark.parametrize("name", presets())
def test_a_preset_says_why_it_differs(name: str) -> None:
    text = (FOLDER / f"{name}.toml").read_text(encoding="utf-8")
    base = re.search(r'^extends = "(\w+)"', text, re.MULTILINE)
    rules, plain = load(name), load(base[1]) if base else RuleSet(name)
    lines = [line for line in text.splitlines() if line and not line.startswith(("#", "description"))]
    for line in lines:
        assert re.fullmatch(r"\w+ = .+? +# .+|\w+ = \w+", line), line
    assert {line.partition(" ")[0] for line in lines} >= {
        field for field in FIELDS if getattr(rules, field) != getattr(plain, field)
    }


def test_every_field_of_the_rule_book_is_explained() -> None:
    names = """
        structure hand_cap small_bet big_bet sb_rule cap_bets hu_cap straddle_counts short_allin_limit
        short_allin_bigbet nl_min_bet nl_raise_cap pl_mode pl_nominal_blinds pl_sb_as_bb pl_round ante_in_pl_pot
        splash_in_pot short_bb_call ante_first ante_kind straddle_seats straddle_mult straddle_min_raise kill_type
        kill_threshold kill_order kill_replaces missed_sb missed_bb_post newcomer_between button_policy chop_allowed
        odd_order odd_hi identical_even odd_board rake_percent rake_cap rake_rounding rake_alloc no_flop_no_drop
        total_pot_means uncalled_line aggressor_may_muck runs_max cashout_fee bomb_pot_min_bet chip_unit
    """
    assert set(names.split()) <= set(FIELDS)
    assert set(FIELDS) == set(RuleSet.__slots__) - {"name", "description"}
    assert all(field.text.endswith(".") and field.kind for field in FIELDS.values())
    assert FIELDS["hu_cap"].values == ("none", "began_hu", "becomes_hu", "until_capped", "five_raises", "unknown")
    assert FIELDS["ante_first"].values == ("true", "false", "either")
    assert FIELDS["cap_bets"][1:4] == ("a whole number", (), 4)


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "kitchen.toml"
    path.write_text('description = "at home"\ncap_bets = 5\n', encoding="utf-8")
    rules = load(str(path))
    assert (rules.name, rules.cap_bets, rules.pl_mode) == ("kitchen", 5, "call_then_pot")


def test_a_file_that_extends_a_preset_and_another_file(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text('extends = "tda2024"\ncap_bets = 5\n', encoding="utf-8")
    path = tmp_path / "kitchen.toml"
    path.write_text('extends = "club.toml"\nrake_percent = 4.5\nrake_cap = [[9, 300], [2, 100]]\n', encoding="utf-8")
    rules = load(str(path))
    assert (rules.name, rules.description, rules.cap_bets, rules.hu_cap) == ("kitchen", "", 5, "none")
    assert (rules.rake_percent, rules.rake_cap) == (Decimal("4.5"), ((2, 100), (9, 300)))


def test_the_house_is_found_by_site_then_by_grammar() -> None:
    assert house_rules("Poker Stars", "x").name == "pokerstars"
    assert house_rules("x", "pokerstars").name == "pokerstars"
    assert house_rules("x", "y").name == "permissive"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cap_bet = 4", "home.toml:1: cap_bet: no such field; the fields are description, structure,"),
        ("name = 'x'", "home.toml:1: name: no such field; the fields are"),
        ("# five\n\ncap_bets = '4'", "home.toml:3: cap_bets: '4' should be a whole number"),
        ("cap_bets = true", "home.toml:1: cap_bets: True should be a whole number"),
        ("cap_bets = 1.5", "home.toml:1: cap_bets: 1.5 should be a whole number"),
        ("cap_bets = -1", "home.toml:1: cap_bets: -1 is below 0"),
        ("pl_round = 0", "home.toml:1: pl_round: 0 is below 1"),
        ("pl_sb_as_bb = 1", "home.toml:1: pl_sb_as_bb: 1 should be true or false"),
        ("ante_first = 1", "home.toml:1: ante_first: 1 is not one of true, false, either"),
        ("pl_mode = 'pot'", "home.toml:1: pl_mode: 'pot' is not one of call_then_pot, literal"),
        ("pl_mode = ['pot']", "home.toml:1: pl_mode: ['pot'] is not one of call_then_pot, literal"),
        ("description = 3", "home.toml:1: description: 3 should be text in quotes"),
        ("rake_percent = 'much'", "home.toml:1: rake_percent: 'much' should be a number of percent"),
        ("rake_percent = 101", "home.toml:1: rake_percent: 101 should be a number of percent"),
        ("rake_percent = nan", "home.toml:1: rake_percent: NaN should be a number of percent"),
        ("chip_units = 5", "home.toml:1: chip_units: 5 should be a list of [big blind, amount] pairs"),
        ("chip_units = [[50, 0]]", "home.toml:1: chip_units: [[50, 0]] should be a list of [big blind, amount] pairs"),
        ("rake_cap = [3]", "home.toml:1: rake_cap: [3] should be an amount or [players, amount] pairs"),
        ("rake_cap = [[2, -3]]", "home.toml:1: rake_cap: [[2, -3]] should be an amount or [players, amount] pairs"),
        ("cashout_fee = 1", "home.toml:1: cashout_fee: 1 should be a list of percents"),
        ("[rake]\npercent = 5", "home.toml:1: rake: no such field"),
        ("pl_mode = 'literal'\npl_round = ", "home.toml:2: not TOML: Invalid value"),
        ("cap_bets = 4\ncap_bets = 5", "home.toml:2: not TOML: Cannot overwrite a value"),
        ("\nextends = 3", "home.toml:2: extends: 3 should be text in quotes"),
        ("extends = 'nowhere'", "home.toml:1: extends: no rule set 'nowhere'; there are 888, "),
        ("extends = 'absent.toml'", "home.toml:1: extends: absent.toml: cannot be read: No such file or directory"),
    ],
)
def test_wrong_files(text: str, message: str) -> None:
    with pytest.raises(RuleSetError) as error:
        parse(text, "home.toml", "home")
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)


def test_circles(tmp_path: Path) -> None:
    for name, base in (("a", "b"), ("b", "c"), ("c", "b"), ("self", "self")):
        (tmp_path / f"{name}.toml").write_text(f'# {name}\nextends = "{base}.toml"\n', encoding="utf-8")
    with pytest.raises(RuleSetError) as error:
        load(str(tmp_path / "a.toml"))
    assert str(error.value) == f"{tmp_path}/c.toml:2: extends: goes round in a circle: b.toml -> c.toml -> b.toml"
    with pytest.raises(RuleSetError, match=r"self\.toml:2: extends: goes round in a circle: self\.toml -> self\.toml"):
        load(str(tmp_path / "self.toml"))


def test_a_mistake_in_the_file_that_is_extended(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text("\ncap_bet = 4\n", encoding="utf-8")
    (tmp_path / "home.toml").write_text('extends = "base.toml"\n', encoding="utf-8")
    with pytest.raises(RuleSetError, match=r"base\.toml:2: cap_bet: no such field"):
        load(str(tmp_path / "home.toml"))


def test_unknown_names(tmp_path: Path) -> None:
    with pytest.raises(RuleSetError, match="no rule set 'nowhere'; there are"):
        load("nowhere")
    with pytest.raises(RuleSetError, match=r"absent\.toml: cannot be read: No such file"):
        load(str(tmp_path / "absent.toml"))
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(RuleSetError, match=r"bytes\.toml: cannot be read: is not UTF-8 text"):
        load(str(tmp_path / "bytes.toml"))


# --- which house forbids it

FIFTH_BET = ("p2 sb 1", "p3 bb 3", "p1 raise 6", "p2 raise 9", "p3 raise 12", "p1 raise 15")


def test_what_one_house_forbids_another_allows() -> None:
    dealt = hand("FL 3/6 dialect=pokerstars", "b1 1:200 2:200 3:200", *FIFTH_BET)
    (violation,) = replay(dealt).violations
    assert (violation.slug, violation.severity, violation.ruleset_field, violation.value) == (
        "RAISE-CAP", "H", "cap_bets", 4
    )  # fmt: skip
    assert allowed_by(dealt, violation) == ("permissive",)
    (finding,) = [row for row in audit(dealt) if row.slug == "RAISE-CAP"]
    assert finding.notes[-1] == "illegal under pokerstars (cap_bets = 4); legal under permissive"


def test_what_is_illegal_everywhere_has_no_house() -> None:
    dealt = hand("NL 1/2 dialect=pokerstars", "b1 1:200 2:200", "p1 sb 1", "p2 bb 2", "p1 raise 3")
    (violation,) = replay(dealt).violations
    assert (violation.slug, violation.severity, violation.ruleset_field, violation.value) == (
        "RAISE-SHORT",
        "E",
        "",
        None,
    )
    assert allowed_by(dealt, violation) == ()
    assert not [note for row in audit(dealt) for note in row.notes if "legal under" in note]


def test_what_is_only_irregular_is_allowed() -> None:
    dealt = hand(
        "FL 3/6", "b1 1:200 2:200", "p1 sb 1", "p2 bb 3", "p1 raise 6", "p2 raise 9", "p1 raise 12", "p2 raise 15"
    )
    (violation,) = replay(dealt, load("tda2024")).violations
    assert violation.ruleset_field == "cap_bets"
    assert set(allowed_by(dealt, violation)) == set(presets()) - {"tda2024"}


def test_the_smallest_chip_follows_the_stakes() -> None:
    rules = replace(load("permissive"), chip_units=parse("chip_units = [[2000, 50], [50, 5]]", "x", "x").chip_units)
    for stakes, unit in (
        ("NL 1/2", 1),
        ("NL 25/50", 5),
        ("FL 1000/2000", 5),
        ("FL 2000/4000", 50),
        ("NL 25/50 tour", 1),
    ):
        assert rules_of(hand(stakes, "b1 1:200 2:200"), rules).chip_unit == unit, stakes
    halves = hand("NL 25/50", "b1 1:400 2:400", *TIED_FOR_775)
    assert [finding.slug for finding in audit(halves, rules)] == []
    assert [finding.slug for finding in audit(halves, load("permissive"))] == ["ODD-CHIP"]


TIED_FOR_775 = (
    "p1 sb 25", "p2 bb 50", "p1 raise 400 !", "p2 call !", "flop 2c 7d 9h", "turn Ks", "river 3d", "p2 show As Ad",
    "p1 show Ac Ah", "p2 win 390", "p1 win 385", "total 800 rake 25",
)  # fmt: skip


# --- rake tables


def test_the_rake_of_several_pots_is_taken_on_the_running_total() -> None:
    rules = replace(load("permissive"), rake_percent=Decimal(5))
    assert takes(rules, [247, 93, 30], 3) == [12, 5, 1]
    assert rake_of_pots([247, 93, 30], 18, (), [12, 5, 1]) == ([12, 5, 1], True)


def test_at_the_cap_the_main_pot_pays_all() -> None:
    rules = replace(load("permissive"), rake_percent=Decimal(5), rake_cap=((0, 300),))
    assert takes(rules, [10000, 2000, 500], 3) == [300, 0, 0]


@pytest.mark.parametrize(
    ("changes", "total", "players", "taken"),
    [
        ({"rake_cap": ((0, 3),)}, 100, 2, 3),
        ({"rake_cap": ((0, 30),)}, 100, 2, 5),
        ({}, 119, 2, 5),
        ({"rake_rounding": "up"}, 101, 2, 6),
        ({"rake_rounding": "nearest"}, 110, 2, 6),
        ({"rake_rounding": "nearest"}, 109, 2, 5),
        ({"rake_percent": Decimal("4.5")}, 1000, 2, 45),
        ({"rake_cap": ((2, 50), (5, 100), (0, 300))}, 100_000, 2, 50),
        ({"rake_cap": ((2, 50), (5, 100), (0, 300))}, 100_000, 3, 100),
        ({"rake_cap": ((2, 50), (5, 100), (0, 300))}, 100_000, 6, 300),
        ({"rake_cap": ((2, 50), (5, 100))}, 100_000, 6, 100),
    ],
)
def test_a_rake_table(changes: dict[str, object], total: int, players: int, taken: int) -> None:
    rules = replace(load("permissive"), **{"rake_percent": Decimal(5), **changes})  # type: ignore[arg-type]
    assert most(rules, total, players) == taken


# --- what a rule set may overrule


def test_a_rule_set_overrules_the_header() -> None:
    rules = replace(load("permissive"), structure="PL", pl_sb_as_bb=False)
    dealt = hand("NL 5/10", "b3 1:900 2:900 3:900", "p1 sb 5", "p2 bb 10", "p3 raise 36")
    assert [row.slug for row in replay(dealt, rules).violations] == ["BET-OVER-POT"]
    limits = replace(load("permissive"), structure="FL", small_bet=20, big_bet=40)
    dealt = hand("NL 10/20", "b3 1:900 2:900 3:900", "p1 sb 10", "p2 bb 20", "p3 raise 50")
    assert [row.slug for row in replay(dealt, limits).violations] == ["BET-SIZE-FL"]
    capped = replace(load("permissive"), hand_cap=60)
    dealt = hand("NL 1/2", "b1 1:200 2:200", "p1 sb 1", "p2 bb 2", "p1 raise 61")
    assert [row.slug for row in replay(dealt, capped).violations] == ["BET-OVER-STACK"]
