"""Rule sets are read from files, extend one another, and say where a file is wrong."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from hhparse.audit import audit
from hhparse.audit.elsewhere import allowed_by
from hhparse.model import Hand, Post
from hhparse.replay import replay
from hhparse.rules.house import rules_of
from hhparse.rules.pots import rake_of_pots
from hhparse.rules.rake import most, takes
from hhparse.rules.ruleset import FIELDS, FOLDER, RuleSet, RuleSetError, house_rules, load, parse, presets
from hhparse.views.rulesets import written
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
        ("cap_bet = 4", "home.toml:1: cap_bet: no such field; the nearest are cap_bets,"),
        ("name = 'x'", "home.toml:1: name: no such field; `hhparse rules sets permissive` shows them all"),
        ('"a\\nb" = 4', r"home.toml: 'a\nb': no such field"),
        ("", "home.toml:1: the file is empty"),
        ("# nothing\n", "home.toml:1: the file is empty"),
        ("[[case]]\nid = 3", "home.toml:1: case: no such field"),
        ("cap_bets = 2024-01-01", "home.toml:1: cap_bets: 2024-01-01 should be a whole number"),
        ("cap_bets = {a = 1}", "home.toml:1: cap_bets: {'a': 1} should be a whole number"),
        ("rake_cap = [[2, 1.5]]", "home.toml:1: rake_cap: [[2, 1.5]] should be an amount or [players, amount] pairs"),
        ("hello", "home.toml:1: not TOML: Expected '=' after a key"),
        ("cap_bets = 4\0", "home.toml:1: not TOML: Expected newline"),
        ("cap_bets = " + 5000 * "1", "home.toml:1: not TOML: Exceeds the limit"),
        ("cap_bets = " + 5000 * "[", "home.toml:1: not TOML: nested too deeply"),
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
    (tmp_path / "bytes.toml").write_bytes(b"cap_bets = 4\n# caf\xe9\n")
    with pytest.raises(RuleSetError, match=r"bytes\.toml:2: cannot be read: is not UTF-8 text"):
        load(str(tmp_path / "bytes.toml"))
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(RuleSetError, match=r"folder\.toml: cannot be read: Is a directory"):
        load(str(tmp_path / "folder.toml"))


def test_a_file_with_a_byte_order_mark(tmp_path: Path) -> None:
    (tmp_path / "home.toml").write_text("cap_bets = 5\n", encoding="utf-8-sig")
    assert load(str(tmp_path / "home.toml")).cap_bets == 5


# --- which house forbids it

FIFTH_BET = ("p2 sb 1", "p3 bb 3", "p1 raise 6", "p2 raise 9", "p3 raise 12", "p1 raise 15")


def test_what_one_house_forbids_another_allows() -> None:
    dealt = hand("FL 3/6 dialect=pokerstars", "b1 1:200 2:200 3:200", *FIFTH_BET)
    (violation,) = replay(dealt).violations
    assert (violation.slug, violation.severity, violation.ruleset_field, violation.value) == (
        "RAISE-CAP", "H", "cap_bets", 4
    )  # fmt: skip
    assert allowed_by(dealt, violation) == ("everest", "permissive")
    (finding,) = [row for row in audit(dealt) if row.slug == "RAISE-CAP"]
    assert finding.notes[-1] == "illegal under pokerstars (cap_bets = 4); legal under everest, permissive"


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


ALL_IN = ("p1 sb 5", "p2 bb 10", "p1 raise 100 !", "p2 call 90 !", "flop 2c 7d 9h", "turn1 Ks", "river1 3d")
TWICE = ("turn2 Qs", "river2 4d")
THRICE = (*TWICE, "turn3 Js", "river3 5d")
SHOWN = ("p2 show As Ah", "p1 show 8c 8d", "p2 win 200", "total 200 rake 0")


@pytest.mark.parametrize(
    ("most", "boards", "says"),
    [
        (1, (), ""),
        (1, TWICE, "the board is run out 2 times, but the house allows 1"),
        (1, THRICE, "the board is run out 2 times, but the house allows 1"),
        (2, TWICE, ""),
        (2, THRICE, "the board is run out 3 times, but the house allows 2"),
        (3, THRICE, ""),
        (0, THRICE, ""),
    ],
)
def test_how_often_the_board_is_run_out(most: int, boards: tuple[str, ...], says: str) -> None:
    dealt = hand("NL 5/10", "b1 1:100 2:100", *ALL_IN, *boards, *SHOWN)
    found = audit(dealt, replace(load("permissive"), runs_max=most))
    assert [(row.slug, row.message) for row in found] == ([("BOARD-COUNT", says)] if says else [])
    assert all(f"(runs_max = {most})" in row.notes[0] for row in found)


def test_two_boards_from_the_start_are_run_out_once() -> None:
    boards = ("flop1 2c 7d 9h", "flop2 2d 7c 9d", "turn1 Ks", "turn2 Kd", "river1 3d", "river2 3c")
    dealt = hand("NL 5/10 game=split_holdem", "b1 1:100 2:100", *ALL_IN[:4], *boards, *SHOWN)
    assert audit(dealt, replace(load("permissive"), runs_max=1)) == ()


def test_a_board_too_many_leaves_the_awards_to_be_checked() -> None:
    wrong = [line.replace("p2 win", "p1 win") for line in SHOWN]
    found = audit(hand("NL 5/10", "b1 1:100 2:100", *ALL_IN, *TWICE, *wrong), load("seed_literal"))
    assert [row.slug for row in found] == ["BOARD-COUNT", "AWARD-WRONG-WINNER"]
    assert found[0].notes[-1].startswith("illegal under seed_literal (runs_max = 1); legal under 888, ")


FOUR = "b1 1:200 2:200 3:200 4:200"


def newcomer() -> Hand:
    """Return a hand in which seat 4 posts a big blind dead."""
    dealt = hand("NL 1/2", FOUR, "p2 sb 1", "p3 bb 2")
    return replace(dealt, events=(*dealt.events, Post(4, "big blind", 0, 2, False, 100, 0, 0)))


@pytest.mark.parametrize(
    ("rules", "dealt", "field", "others"),
    [
        ("permissive", newcomer(), "newcomer_post = live", "none of the presets"),
        ("permissive", hand("NL 1/2", FOUR, "p1,p3,p4 ante 2", "p2 ante 5"), "ante_kind = log", "none of the presets"),
        ("permissive", hand("NL 1/2", FOUR, "p1,p3,p4 bomb 2"), "ante_kind = log", "none of the presets"),
        (
            "seed_literal",
            hand("NL 1/2", FOUR, "p3 ante 2", "p2 sb 1", "p3 bb 2"),
            "ante_kind = uniform",
            ", ".join(name for name in presets() if name != "seed_literal"),
        ),
    ],
)
def test_a_post_that_a_house_forbids(rules: str, dealt: Hand, field: str, others: str) -> None:
    found = [row for row in audit(dealt, load(rules)) if row.slug in ("NEWPLAYER-POST", "ANTE-AMOUNT")]
    assert [row.notes[-1] for row in found] == [f"illegal under {rules} ({field}); legal under {others}"]


def test_a_house_may_let_a_newcomer_post_dead() -> None:
    assert [row.slug for row in replay(newcomer(), load("permissive")).violations] == ["NEWPLAYER-POST"]
    assert replay(newcomer(), replace(load("permissive"), newcomer_post="either")).violations == ()


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


@pytest.mark.parametrize("name", presets())
def test_a_printed_rule_set_is_read_again(name: str) -> None:
    text = "\n".join(written(load(name)))
    assert parse(text, "again.toml", name) == load(name)


def test_a_printed_rule_set_shows_every_field() -> None:
    lines = list(written(load("permissive")))
    assert [line.removeprefix("# ").split(" = ")[0] for line in lines if " = " in line] == ["description", *FIELDS]
