"""The notation of cases: what it reads, what it says of mistakes, cases made out of real hands, the commands."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hhparse.cases.case import Case, load_cases, of_table, parse_cases
from hhparse.cases.judge import differences, judge
from hhparse.cases.record import NotRecorded, record
from hhparse.disputes_cli import dispute
from hhparse.errors import HandError
from hhparse.model import (
    Act,
    CashOut,
    Chop,
    Collect,
    DealBoard,
    DealHole,
    Disconnected,
    Hand,
    Post,
    Show,
    Splash,
    Uncalled,
)
from hhparse.reading.read import read
from hhparse.rules.ruleset import load
from tests.hands import hand as dealt

from .conftest import ROOT

HEAD = """
stakes = "50/100"
button = 3
seats = \"\"\"
1 A 1000
2 Bob the Rock 2,500
3 C 1000
\"\"\"
"""


def case(hand: str, expect: str = "", head: str = HEAD) -> Case:
    return parse_cases(f'{head}\nhand = """\n{hand}\n"""\n[expect]\n{expect}\n')[0]


def events(hand: str, head: str = HEAD) -> list[tuple[object, ...]]:
    """Return the events without their places, each led by its kind."""
    return [(type(event), *event[:-3]) for event in case(hand, head=head).hand.events]


BLINDS = "A posts small blind 50\nBob the Rock posts big blind 100"


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("A posts small blind 50", (Post, 1, "small blind", 50, 0, False)),
        ("A posts the big blind 100 all-in", (Post, 1, "big blind", 100, 0, True)),
        ("A posts ante 10", (Post, 1, "ante", 0, 10, False)),
        ("A posts dead 50", (Post, 1, "dead", 0, 50, False)),
        ("A posts both 150", (Post, 1, "both", 100, 50, False)),
        ("A posts both 150 live", (Post, 1, "both", 150, 0, False)),
        ("A posts small blind 50 dead", (Post, 1, "small blind", 0, 50, False)),
        ("A posts big blind 100 and 1 dead", (Post, 1, "big blind", 100, 1, False)),
        ("A posts straddle 200", (Post, 1, "straddle", 200, 0, False)),
        ("A posts kill 200", (Post, 1, "kill", 200, 0, False)),
        ("A posts button blind 5", (Post, 1, "button blind", 5, 0, False)),
        ("A has As Kd", (DealHole, 1, ("As", "Kd"))),
        ("Bob the Rock folds", (Act, 2, "fold", 0, 0, None, False)),
        ("A checks  # an option", (Act, 1, "check", 0, 0, None, False)),
        ("C bets 1,000", (Act, 3, "bet", 1000, 1000, None, True)),
        ("C raises by 200 to 300", (Act, 3, "raise", 300, 300, 200, False)),
        ("A is all-in for 250", (Act, 1, "bet", 250, 250, None, True)),
        ("A loses the connection", (Disconnected, 1)),
        ("flop 2c 7d 9h", (DealBoard, "flop", 0, ("2c", "7d", "9h"), ())),
        ("river 3d on board 2", (DealBoard, "river", 2, ("3d",), ())),
        ("first card 3d", (DealBoard, "preflop", 0, ("3d",), ())),
        ("75 returned to Bob the Rock", (Uncalled, 2, 75)),
        ("A shows As Kd (a pair of Aces)", (Show, 1, ("As", "Kd"), "a pair of Aces", 0)),
        ("A shows As Kd on board 1", (Show, 1, ("As", "Kd"), "", 1)),
        ("A collects 100", (Collect, 1, 100, None, 0)),
        ("A collects 100 from the main pot on board 2", (Collect, 1, 100, 0, 2)),
        ("A collects 100 from side pot 2", (Collect, 1, 100, 2, 0)),
        ("A cashes out for 10, fee 1", (CashOut, 1, 10, 1)),
        ("chop", (Chop,)),
        ("the blinds chop", (Chop,)),
        ("splash 1,500", (Splash, 1500)),
        ("house adds 5", (Splash, 5)),
        ("the house adds 5 to the pot", (Splash, 5)),
    ],
)
def test_a_line(line: str, event: tuple[object, ...]) -> None:
    assert events(f"{line}\nA folds")[0] == event


@pytest.mark.parametrize(
    ("lines", "to"),
    [
        ("C calls", 100),
        ("C raises to 300\nA calls", 300),
        ("C is all-in\nA folds\nBob the Rock calls", 1000),
        ("C calls\nA is all-in", 1000),
    ],
)
def test_a_call_without_a_number_is_what_is_right(lines: str, to: int) -> None:
    assert case(f"{BLINDS}\n{lines}").hand.events[-1][2] == to


def test_a_short_big_blind_is_called_in_full_or_not_as_the_rules_have_it() -> None:
    lines = "A posts small blind 50\nBob the Rock posts big blind 60 all-in\nC calls"
    head = HEAD.replace("2,500", "60")
    assert case(lines, head=head).hand.events[-1][2] == 100
    assert case(lines, head=head + 'set = {short_bb_call = "actual"}').hand.events[-1][2] == 60


def test_several_boards_are_numbered_from_the_street_that_has_them() -> None:
    rows = events("C folds\nflop 2c 7d 9h\nturn Ks\nriver 3d\nturn Qs on board 2\nriver 4d board 2")
    assert [row[2] for row in rows[1:]] == [0, 1, 1, 2, 2]


def test_figures_of_the_site() -> None:
    told = case(f"{BLINDS}\nC calls\nA folds\nBob the Rock checks\nmain pot 200\nside pot 50\nrake 5\nA won 10").hand
    assert told.claims.pot is not None
    assert told.claims.pot[:4] == (250, "gross", (200, 50), 5)
    assert told.claims.seats[0][:6] == (1, "A", "won", None, (), 10)


def test_lines_of_the_file() -> None:
    hand = case(f"{BLINDS}\n# a comment\n\nC folds").hand
    assert [hand.source.excerpt(event.line) for event in hand.events] == [*BLINDS.splitlines(), "C folds"]


def test_decimals_of_a_currency() -> None:
    head = HEAD.replace("50/100", "0.50/1") + 'currency = "USD"'
    assert case("A bets 1.5", head=head).hand.events[0][2] == 150


def test_a_table_of_fields_is_a_case_too() -> None:
    seats = "1 A 1000\n2 B 1000"
    table = {"stakes": "50/100", "button": 1, "seats": seats, "hand": "A posts small blind 50\nB posts big blind 90"}
    found = of_table(table | {"expect": {"illegal": [{"line": "B posts big blind 90", "rule": "POST-BB-AMOUNT"}]}})
    assert differences(judge(found)) == []


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("", "1:1", "the file is empty"),
        ("hand = ]", "1:8", "not TOML: invalid value"),
        ("stakes = '50/100'\nset = [", "2:1", "not TOML"),
        ("sets = 1", "1:1", "'sets' is no field of a case: did you mean seats?"),
        ("id = 3", "1:1", "id should be text in quotes, not 3"),
        ("seats = '1 A 0'", "1:1", "the stack of A is 0, but it must be above 0"),
        ("seats = '1 A -5'", "1:1", "the stack of A is -5, but it must be above 0"),
        ("seats = '''\n1 A 5\n1 B 5\n'''", "3:1", "seat 1 is there twice"),
        ("seats = '''\n1 A 5\n2 A 5\n'''", "3:1", "the player A is there twice"),
        ("seats = 'A 5'", "1:1", "a seat is its number, the player and his stack"),
        ("seats = '1 A five'", "1:1", "stack: 'five' is not an amount"),
        ("seats = '1 A 5'\nstakes = '50'", "2:1", "stakes should be two amounts"),
        ("seats = '1 A 5'\nstakes = '-5/10'", "2:1", "stakes is -5, but it may not be below 0"),
        ("seats = '1 A 5'\nstakes = '5/10'\nlimit = 'XL'", "3:1", "limit is 'XL', but it may be NL"),
        ("seats = '1 A 5'\nstakes = '5/10'\nbutton = 99", "3:1", "button 99 is no seat"),
        ("seats = '1 A 5'\nstakes = '5/10'", "1:1", "a case needs a hand"),
        ("rules = 'x'", "1:1", "no rule set 'x'"),
        ("set = {x = 1}", "1:1", "set: x: no such field"),
        ("set = {cap_bet = 1}", "1:1", "set: cap_bet: no such field; the nearest are cap_bets, "),
        ("set = {name = 'x'}", "1:1", "set: name: no such field"),
        ("set = {extends = 'permissive'}", "1:1", "set: extends: no such field"),
        ("set = {'a b' = 1}", "1:1", "set: 'a b': no such field"),
        ('set = {"a\\nb" = 1}', "1:1", r"set: 'a\nb': no such field"),
        ("set = {cap_bets = {a = 1}}", "1:1", "set: cap_bets: {'a': 1} should be a whole number"),
        ("set = {cap_bets = 2024-01-01}", "1:1", "set: cap_bets: 2024-01-01 should be a whole number"),
        ("[set]\n\ncap_bets = 'x'", "3:1", "set: cap_bets: 'x' should be a whole number"),
        ("set = [1]", "1:1", "set should be a table {...}, not [1]"),
        ("seats = '0 A 5'", "1:1", "seat 0 is none: seats are numbered from 1 to 24"),
        ("seats = '25 A 5'", "1:1", "seat 25 is none"),
        (f"seats = '{6000 * '1'} A 5'", "1:1", "seat 111111111 is none"),
        ("seats = '1 A 1.5'", "1:1", "stack: '1.5' has more than 0 decimals"),
        (f"seats = '1 A {30 * '9'}'", "1:1", "stack: 99999999999999999999... is more money than there is"),
        ("seats = 3", "1:1", "seats should be text in quotes, not 3"),
        ("seats = '1 A 5'\nstakes = 50", "2:1", "stakes should be text in quotes, not 50"),
        ("seats = '1 A 5'\nstakes = '5/10'\nante = -3", "3:1", "ante is -3, but it may not be below 0"),
        ("seats = '1 A 5'\nstakes = '5/10'\nante = nan", "3:1", "ante: 'NaN' is not an amount"),
        ("seats = '1 A 5'\nstakes = '5/10'\nante = true", "3:1", "ante should be an amount, not True"),
        ("seats = '1 A 5'\nstakes = '5/10'\nbutton = 'A'", "3:1", "button should be a whole number, not 'A'"),
        ("seats = '1 A 5'\nstakes = '5/10'\nhand = ['A folds']", "3:1", "hand should be text in quotes"),
        ("rules = 'absent.toml'", "1:1", "{folder}/absent.toml: cannot be read: No such file or directory"),
        ("rules = 3", "1:1", "rules should be text in quotes, not 3"),
        ("case = 3", "1:1", "case should be a list [...], not 3"),
        ("case = []", "1:1", "case should be tables, each headed [[case]]"),
        ("# nothing", "1:1", "the file is empty"),
        ("hello\n", "1:6", "not TOML: expected '=' after a key"),
        (f"a = {5000 * '['}", "1:1", "not TOML: nested too deeply"),
        (f"a = {5000 * '1'}", "1:1", "not TOML: exceeds the limit"),
        ("[[case]]\nid = 3", "2:1", "id should be text"),
        ("a = 1\n[[case]]\nid = 'x'", "1:1", "'a' stands beside the [[case]] tables"),
    ],
)
def test_a_mistake_in_the_fields(text: str, place: str, words: str, tmp_path: Path) -> None:
    one_error(text, place, words, tmp_path)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("A limps", "unknown word 'limps' after A"),
        ("A check", "unknown word 'check' after A: did you mean 'checks'?"),
        ("D folds", "unknown player 'D': there are A, Bob the Rock, C"),
        ("75 returned to D", "unknown player 'D'"),
        ("A raises 300", "'A raises 300' is not understood: write it like 'A raises to 300'"),
        ("A bets -5", "'A bets -5' is not understood"),
        ("A bets 0.5", "amount: '0.5' has more than 0 decimals"),
        ("A has 10h 9c", "'10h' is no card"),
        ("A shows", "the cards of A are not known"),
        ("flop", "'flop' is not understood: write it like 'flop 2c 7d 9h'"),
        ("winner takes all", "unknown word 'winner'"),
        ("splash", "'splash' is not understood: write it like 'splash 5'"),
        ("splash -5", "'splash -5' is not understood"),
        ("splash 0.5", "amount: '0.5' has more than 0 decimals"),
        ("chop 3", "'chop 3' is not understood: write it like 'chop'"),
        ("# nothing", "nobody does anything in this hand"),
    ],
)
def test_a_mistake_in_the_hand(line: str, words: str, tmp_path: Path) -> None:
    place = "9:1" if line.startswith("#") else "10:1"
    one_error(f'{HEAD}hand = """\n{line}\n"""\n', place, words, tmp_path)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("win = {A = 1}", "'win' is no field of [expect]"),
        ("wins = {D = 1}", "wins: unknown player 'D'"),
        ("wins = {A = 1.5}", "wins: '1.5' has more than 0 decimals"),
        ("wins = {A = true}", "wins should be an amount"),
        ("next = {player = 'A', calls = 3}", "'calls' is no field of next: did you mean call?"),
        ("next = {may_raise = 1}", "may_raise should be true or false, not 1"),
        ("illegal = [{rule = 'NO-RULE'}]", "illegal: there is no rule 'NO-RULE'"),
        ("illegal = [{line = 'A bets 5', rule = 'RAISE-SHORT'}]", "illegal: the hand has no line 'A bets 5'"),
        ("pots = 5", "pots should be a list"),
        ("legal = true\nillegal = []", "a case is legal or illegal"),
    ],
)
def test_a_mistake_in_what_is_expected(line: str, words: str, tmp_path: Path) -> None:
    one_error(f'{HEAD}hand = """\nA folds\n"""\n[expect]\n{line}\n', "13:1", words, tmp_path)


def one_error(text: str, place: str, words: str, folder: Path) -> None:
    path = folder / "case.toml"
    path.write_text(text, encoding="utf-8")
    found = list(load_cases([str(path)]))
    assert len(found) == 1
    assert isinstance(found[0], HandError)
    said = words.replace("{folder}", str(folder))
    assert str(found[0]).startswith(f"{path}:{place}: error: {said}"), str(found[0])
    assert "\n" not in str(found[0])


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_bytes(b"id = 'x'\ntitle = 'caf\xe9'")
    (tmp_path / "folder.toml").mkdir()
    found = list(load_cases([str(tmp_path), str(tmp_path / "absent.toml"), str(tmp_path / "folder.toml")]))
    assert [str(error) for error in found] == [
        f"{tmp_path / 'x.toml'}:2:1: error: cannot be read: is not UTF-8 text",
        f"{tmp_path / 'absent.toml'}:1:1: error: cannot be read: No such file or directory",
        f"{tmp_path / 'folder.toml'}:1:1: error: there is no case in this folder: cases are .toml files",
    ]


def test_a_file_with_a_byte_order_mark(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text(f'{HEAD}hand = """\nA folds\n"""\n', encoding="utf-8-sig")
    (found,) = load_cases([str(tmp_path)])
    assert isinstance(found, Case)


def hands() -> list[Hand]:
    return [item for item in read(str(ROOT / "samples")) if isinstance(item, Hand) and item.events]


def test_every_sample_is_recorded_and_checks_clean() -> None:
    for hand in hands():
        middle = hand.events[len(hand.events) // 2].line
        for line in (middle, hand.source.line + len(hand.source.lines)):
            found = parse_cases(record(hand, line))[0]
            assert differences(judge(found)) == [], (hand.source.path, line)
            assert found.hand.seats == tuple(seat._replace(bounty=None) for seat in hand.seats)


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        (dealt("FL 2/4", "b1 1:200 2:200 3:200", "p2 sb 1", "p3 bb 2", "p1 fold", "chop"), "chop"),
        (
            dealt("NL 1/2", "b1 1:200 2:200 3:200", "splash 20", "p2 sb 1", "p3 bb 2", "p1,p2 fold", "p3 uncalled 1",
                  "p3 win 22"),
            "splash 0.20",
        ),
    ],
    ids=["chop", "splash"],
)  # fmt: skip
def test_a_chop_and_chips_of_the_house_are_recorded(hand: Hand, words: str) -> None:
    text = record(hand, hand.events[-1].line, load("permissive"))
    assert words in text.splitlines()
    found = parse_cases(text)[0]
    assert [(type(event), *event[:-3]) for event in found.hand.events] == [
        (type(event), *event[:-3]) for event in hand.events
    ]
    assert differences(judge(found)) == []
    assert judge(found).values["legal"]


def test_nothing_is_recorded_before_the_first_event() -> None:
    hand = hands()[0]
    with pytest.raises(NotRecorded, match="its first event is line"):
        record(hand, hand.source.line)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(dispute, list(arguments))


D12 = "tests/cases/disputes/d12.toml"


def test_check(root: Path) -> None:
    result = run("check", D12)
    assert result.exit_code == 0
    assert result.output.splitlines()[0] == (
        "D12  The pot in a live room: the small blind counts as a big one:"
        " A may call 10 or raise to 20 at least, 40 at most. ok"
    )


def test_check_under_other_rules(root: Path) -> None:
    result = run("check", "--rules", "permissive", D12)
    assert result.exit_code == 1
    assert "    next.raise_max: expected 35, ruled 40" in result.output.splitlines()


def test_check_of_a_bad_file(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("x = 1", encoding="utf-8")
    result = run("check", str(tmp_path))
    assert result.exit_code == 2
    assert "'x' is no field of a case" in result.output


def test_check_wants_rules_that_exist(root: Path) -> None:
    result = run("check", "--rules", "nobody", D12)
    assert result.exit_code == 2
    assert "no rule set 'nobody'" in result.output


def test_diff(root: Path) -> None:
    house = next(str(path) for path in (ROOT / "hhparse/rules/rulesets").glob("p*s.toml"))
    result = run("diff", D12, "--rules", "permissive", "--rules", house)
    assert result.exit_code == 1
    assert result.output.splitlines()[1:3] == [
        "    permissive: A may call 10 or raise to 20 at least, 40 at most.",
        f"    {Path(house).stem}: A may call 10 or raise to 20 at least, 35 at most.",
    ]
    assert result.output.splitlines()[-1].startswith("2 of 2 rulings differ")
    assert run("diff", D12, "--rules", "permissive", "--rules", "permissive").exit_code == 0
    assert run("diff", D12, "--rules", "permissive").exit_code == 2


def test_record(tmp_path: Path) -> None:
    hand, out = hands()[0], tmp_path / "case.toml"
    arguments = ("record", hand.source.path, "--hand", hand.hand_id, "--at")
    assert run(*arguments, str(hand.events[3].line), "-o", str(out)).exit_code == 0
    assert run("check", str(out)).exit_code == 0
    assert "What is the ruling?" in run(*arguments, str(hand.events[3].line)).output
    assert run(*arguments, "1").exit_code == 2
    assert "there is no hand 0" in run("record", hand.source.path, "--hand", "0", "--at", "9").output


TOLD = """
button = 1
stakes = "1/2"
seats = '''
1 A 100
2 B 100
3 C 100
'''
hand = '''
{}
'''
"""
TWO_BLINDS = ("B posts small blind 1", "C posts big blind 2")


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (("A has As Ad", "C has Ks Kd", *TWO_BLINDS, "B has 2c 2d", "A folds"), []),
        ((*TWO_BLINDS, "A has As Ad", "B has 2c 2d", "A folds"), []),
        ((*TWO_BLINDS, "A folds", "B has 2c 2d"), []),
        ((*TWO_BLINDS, "B is dealt 2c 2d", "A is dealt As Ad", "A folds"), []),
        ((*TWO_BLINDS, "A is dealt As Ad", "B is dealt 2c 2d", "A folds"), ["DEAL-ORDER"]),
        (("B is dealt 2c 2d", *TWO_BLINDS, "A folds"), ["POST-AFTER-DEAL", "POST-AFTER-DEAL"]),
    ],
)
def test_what_somebody_has_is_told_in_any_order_and_a_deal_is_not(lines: tuple[str, ...], found: list[str]) -> None:
    (case,) = parse_cases(TOLD.format("\n".join(lines)))
    assert [slug for _, slug in judge(case).values["illegal"]] == found
