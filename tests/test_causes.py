"""One slip, one finding: what follows from it is none of its own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hhparse.audit import audit
from hhparse.errors import HandError
from hhparse.reading.read import parse_hand
from hhparse.rules.ruleset import load
from tests.conftest import ROOT
from tests.hands import hand

PLAYED = """\
PokerStars Hand #7101: Hold'em No Limit ($0.50/$1 USD) - 2023/03/11 12:43:17 ET
Table 'Vega' 6-max Seat #1 is the button
Seat 1: ann ($100 in chips)
Seat 2: bob ($100 in chips)
Seat 4: cid ($100 in chips)
Seat 6: dot ($100 in chips)
bob: posts small blind $0.50
cid: posts big blind $1
*** HOLE CARDS ***
Dealt to dot [Ks Jd]
dot: raises $2 to $3
ann: calls $3
bob: folds
cid: folds
*** FLOP *** [Kd 8s 3c]
dot: bets $4
ann: calls $4
*** TURN *** [Kd 8s 3c] [4h]
dot: checks
ann: bets $10
dot: calls $10
*** RIVER *** [Kd 8s 3c 4h] [9c]
dot: checks
ann: checks
*** SHOW DOWN ***
dot: shows [Ks Jd] (a pair of Kings)
ann: mucks hand
dot collected $33.73 from pot
*** SUMMARY ***
Total pot $35.50 | Rake $1.77
Board [Kd 8s 3c 4h 9c]
Seat 1: ann (button) mucked [Qs 8h]
Seat 2: bob (small blind) folded before Flop
Seat 4: cid (big blind) folded before Flop
Seat 6: dot showed [Ks Jd] and won ($33.73) with a pair of Kings
"""

LIMPED = """\
PokerStars Hand #7102: Hold'em No Limit ($0.50/$1 USD) - 2023/03/11 12:43:17 ET
Table 'Vega' 6-max Seat #1 is the button
Seat 1: ann ($100 in chips)
Seat 2: bob ($100 in chips)
Seat 4: cid ($100 in chips)
Seat 6: dot ($100 in chips)
bob: posts small blind $0.50
cid: posts big blind $1
*** HOLE CARDS ***
dot: calls $1
ann: folds
bob: calls $0.50
cid: checks
*** FLOP *** [Kd 8s 3c]
bob: checks
cid: checks
dot: bets $2
bob: folds
cid: folds
Uncalled bet ($2) returned to dot
dot collected $2.85 from pot
*** SUMMARY ***
Total pot $3 | Rake $0.15
Board [Kd 8s 3c]
Seat 1: ann (button) folded before Flop (didn't bet)
Seat 2: bob (small blind) folded on the Flop
Seat 4: cid (big blind) folded on the Flop
Seat 6: dot collected ($2.85)
"""

ANTES = """\
PokerStars Hand #7103: Tournament #55, $5+$0.50 USD Hold'em No Limit - Level VI (100/200) - 2023/03/12 15:58:40 ET
Table '55 8' 9-max Seat #1 is the button
Seat 1: ann (3000 in chips)
Seat 2: bob (3000 in chips)
Seat 4: cid (3000 in chips)
ann: posts the ante 20
bob: posts the ante 20
cid: posts the ante 20
bob: posts small blind 100
cid: posts big blind 200
*** HOLE CARDS ***
ann: raises 250 to 450
bob: folds
cid: folds
Uncalled bet (250) returned to ann
ann collected 560 from pot
*** SUMMARY ***
Total pot 560 | Rake 0
Seat 1: ann (button) collected (560)
Seat 2: bob (small blind) folded before Flop
Seat 4: cid (big blind) folded before Flop
"""

COURCHEVEL = (ROOT / "samples" / "pokerstars" / "courchevel_hilo_pl.txt").read_text("utf-8")
SIDE_POT = (ROOT / "samples" / "bad" / "rules" / "side_pot_to_a_short_stack.txt").read_text("utf-8")
SIDE_POT = (
    SIDE_POT.replace("Tredegar collected $80", "Hagbard_S collected $80")
    .replace("won ($167)", "won ($87)")
    .replace("showed [Ah Kh] and lost", "showed [Ah Kh] and won ($80)")
)
HILO = (ROOT / "samples" / "bad" / "rules" / "low_paid_to_the_worse_low.txt").read_text("utf-8")

SLIPS = [
    # what is wrong, hand, edits, the only finding, its line
    ("flop of four", PLAYED, [("FLOP *** [Kd 8s 3c]", "FLOP *** [Kd 8s 3c 2h]")], "BOARD-COUNT", 15),
    ("flop and turn lack a card", PLAYED, [("FLOP *** [Kd 8s 3c]", "FLOP *** [Kd 8s]"),
                                           ("TURN *** [Kd 8s 3c]", "TURN *** [Kd 8s]")], "BOARD-COUNT", 15),
    ("turn of two", PLAYED, [("[4h]\n", "[4h 4s]\n")], "BOARD-COUNT", 18),
    ("river of two", PLAYED, [("[9c]\n", "[9c 9d]\n")], "BOARD-COUNT", 22),
    ("flop reprinted twice", PLAYED, [("TURN *** [Kd 8s 3c", "TURN *** [Kd 8s 3d"),
                                      ("RIVER *** [Kd 8s 3c", "RIVER *** [Kd 8s 3d")], "BOARD-COUNT", 18),
    ("flop misprinted", PLAYED, [("FLOP *** [Kd 8s 3c]", "FLOP *** [Kd 8s 3d]")], "BOARD-COUNT", 18),
    ("early card misprinted", COURCHEVEL, [("FLOP *** [3h 8c", "FLOP *** [3d 8c")], "BOARD-COUNT", 14),
    ("hole card on the flop", PLAYED, [("to dot [Ks", "to dot [Kd"), ("shows [Ks", "shows [Kd"),
                                       ("showed [Ks", "showed [Kd")], "CARD-DUPLICATE", 15),
    ("flop card on the river", PLAYED, [("[9c]\n", "[8s]\n")], "CARD-DUPLICATE", 22),
    ("call short", PLAYED, [("ann: calls $4", "ann: calls $3")], "CALL-AMOUNT", 17),
    ("call short, sums follow", PLAYED, [("ann: calls $4", "ann: calls $3"), ("$35.50", "$34.50"),
                                         ("collected $33.73", "collected $32.73"), ("won ($33.73)", "won ($32.73)")],
     "CALL-AMOUNT", 17),
    ("call long", PLAYED, [("ann: calls $4", "ann: calls $5")], "CALL-AMOUNT", 17),
    ("bet misprinted", PLAYED, [("dot: bets $4", "dot: bets $40")], "CALL-AMOUNT", 17),
    ("raise misprinted", PLAYED, [("raises $2 to $3", "raises $2 to $4")], "RAISE-BY-MISMATCH", 11),
    ("small blind misprinted", PLAYED, [("small blind $0.50", "small blind $0.40")], "POST-SB-AMOUNT", 7),
    ("big blind misprinted", PLAYED, [("big blind $1", "big blind $2")], "POST-BB-AMOUNT", 8),
    ("small blind twice", PLAYED, [("bob: posts small blind $0.50\n", 2 * "bob: posts small blind $0.50\n")],
     "POST-TWICE", 8),
    ("ante twice", ANTES, [("bob: posts the ante 20\n", 2 * "bob: posts the ante 20\n")], "POST-TWICE", 8),
    ("two lines exchanged", PLAYED, [("bob: folds\ncid: folds\n", "cid: folds\nbob: folds\n")],
     "TURN-ORDER-PRE", 13),
    ("a street one line early", PLAYED, [("cid: folds\n*** FLOP *** [Kd 8s 3c]\n",
                                         "*** FLOP *** [Kd 8s 3c]\ncid: folds\n")], "ROUND-CLOSE", 14),
    ("bet missing", PLAYED, [("ann: bets $10\n", "")], "TURN-ORDER-POST", 20),
    ("last bet missing", LIMPED, [("dot: bets $2\n", "")], "TURN-ORDER-POST", 17),
    ("return twice", LIMPED, [("Uncalled bet ($2) returned to dot\n", 2 * "Uncalled bet ($2) returned to dot\n")],
     "UNCALLED-RETURN", 21),
    ("blinds exchanged", PLAYED, [("bob: posts small", "cid: posts small"), ("cid: posts big", "bob: posts big")],
     "POST-SEAT", 7),
    ("button is the small blind", PLAYED, [("Seat #1 is", "Seat #2 is")], "POST-SEAT", 7),
    ("button is the small blind of three", ANTES, [("Seat #1 is", "Seat #2 is")], "POST-SEAT", 9),
    ("button too far right", PLAYED, [("Seat #1 is", "Seat #6 is")], "POST-SEAT", 7),
    ("fold missing", PLAYED, [("bob: folds\n", "")], "TURN-ORDER-PRE", 13),
    ("two folds missing", PLAYED, [("bob: folds\ncid: folds\n", "")], "ROUND-CLOSE", 13),
    ("call missing", PLAYED, [("ann: calls $3\n", "")], "TURN-ORDER-PRE", 12),
    ("last call missing", PLAYED, [("dot: calls $10\n", "")], "ROUND-CLOSE", 21),
    ("river checks missing", PLAYED, [("[9c]\ndot: checks\nann: checks\n", "[9c]\n")], "ROUND-CLOSE", 26),
    ("folded player named", PLAYED, [("ann: calls $4", "cid: calls $4")], "ACT-AFTER-FOLD", 17),
    ("fold twice", PLAYED, [("cid: folds\n", "cid: folds\ncid: folds\n")], "ACT-AFTER-FOLD", 15),
    ("stack misprinted", PLAYED, [("dot ($100", "dot ($10")], "BET-OVER-STACK", 21),
    ("option missing", LIMPED, [("bob: calls $0.50\ncid: checks\n", "bob: calls $0.50\n")], "BB-OPTION", 13),
    ("big blind says nothing", LIMPED, [("cid: checks\n", ""), ("cid: folds\n", "")], "BB-OPTION", 13),
    ("return misprinted", LIMPED, [("bet ($2)", "bet ($1)")], "UNCALLED-RETURN", 20),
    ("return too large", LIMPED, [("bet ($2)", "bet ($20)")], "UNCALLED-RETURN", 20),
    ("return to another", LIMPED, [("returned to dot", "returned to bob")], "UNCALLED-RETURN", 20),
    ("ante too large", ANTES, [("cid: posts the ante 20", "cid: posts the ante 25"), ("560", "565")],
     "ANTE-AMOUNT", 8),
    ("ante misprinted", ANTES, [("cid: posts the ante 20", "cid: posts the ante 15")], "ANTE-AMOUNT", 8),
    ("lesser low paid", HILO, [], "LOW-ORDER", 28),
    ("half unpaid, one hand shown", HILO, [
        ("Tredegar collected $7.36 from pot\n", ""), ("won ($14.73)", "won ($7.37)"),
        ("coppice7: shows [As 2s Kd Jd] (HI: a pair of Kings; LO: 8,5,3,2,A)", "coppice7: mucks hand"),
        ("showed [As 2s Kd Jd] and lost with HI: a pair of Kings; LO: 8,5,3,2,A", "mucked [As 2s Kd Jd]")],
     "AWARD-HILO-SPLIT", 29),
    ("pots exchanged", SIDE_POT, [("from side pot", "from pot X"), ("from main pot", "from side pot"),
                                  ("from pot X", "from main pot")], "AWARD-INELIGIBLE", 26),
    ("shows out of turn", PLAYED, [("dot: shows [Ks Jd] (a pair of Kings)\nann: mucks hand",
                                          "ann: mucks hand\ndot: shows [Ks Jd] (a pair of Kings)")],
     "SHOW-ORDER", 26),
]  # fmt: skip


def found_in(text: str) -> list[HandError]:
    return [finding for finding in audit(parse_hand(text, "x.txt")) if finding.severity != "info"]


@pytest.mark.parametrize("text", [PLAYED, LIMPED, ANTES, COURCHEVEL, SIDE_POT])
def test_without_a_slip_there_is_no_finding(text: str) -> None:
    assert [finding.render() for finding in found_in(text)] == []


@pytest.mark.parametrize(("text", "edits", "slug", "line"), [row[1:] for row in SLIPS], ids=[row[0] for row in SLIPS])
def test_one_slip_one_finding(text: str, edits: list[tuple[str, str]], slug: str, line: int) -> None:
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    found = found_in(text)
    assert [(finding.slug, finding.location.line) for finding in found] == [(slug, line)], [
        finding.render() for finding in found
    ]


def test_two_slips_two_findings() -> None:
    text = PLAYED.replace("ann: calls $4", "ann: calls $3").replace("small blind $0.50", "small blind $0.40")
    assert [finding.slug for finding in found_in(text)] == ["POST-SB-AMOUNT", "CALL-AMOUNT"]


def test_words() -> None:
    text = PLAYED.replace("[9c]\n", "[8s]\n")
    assert found_in(text)[0].message == "8s is seen on the river, but was on the flop already"
    text = COURCHEVEL.replace("FLOP *** [3h 8c", "FLOP *** [3d 8c")
    assert found_in(text)[0].message.endswith("3d in place of 3h")
    text = LIMPED.replace("collected $2.85", "collected $3.85").replace("($2.85)", "($3.85)")
    assert not any("shown cards" in finding.render() for finding in found_in(text))


def test_a_called_bettor_shows_where_the_house_wants_it() -> None:
    text = PLAYED.replace("[9c]\ndot: checks\nann: checks", "[9c]\ndot: bets $5\nann: calls $5")
    text = text.replace("$35.50", "$45.50").replace("33.73", "43.73")
    text = text.replace("dot: shows [Ks Jd] (a pair of Kings)\nann: mucks hand\ndot coll", "dot: mucks hand\n"
                        "ann: shows [Qs 8h] (a pair of Eights)\nann coll")  # fmt: skip
    text = text.replace("showed [Ks Jd] and won ($43.73) with a pair of Kings", "mucked [Ks Jd]")
    text = text.replace("(button) mucked [Qs 8h]", "(button) showed [Qs 8h] and won ($43.73) with a pair of Eights")
    assert found_in(text) == []
    (found,) = audit(parse_hand(text, "x.txt"), replace(load("pokerstars"), aggressor_may_muck=False))
    assert (found.slug, found.location.line) == ("MUCK-RIGHT", 26)
    assert found.notes[-1].endswith("(aggressor_may_muck = False)")


def test_side_pots_show_first_where_the_house_always_wants_it() -> None:
    always = replace(load("pokerstars"), show_order="always")
    assert audit(parse_hand(SIDE_POT, "x.txt"), always) == ()
    shows = "willow.knot: shows [Qc Qs] (a pair of Queens)\n"
    text = SIDE_POT.replace(shows, "").replace("(a pair of Kings)\n", f"(a pair of Kings)\n{shows}")
    assert found_in(text) == []
    (found,) = audit(parse_hand(text, "x.txt"), always)
    assert (found.slug, found.severity, found.location.line) == ("SHOW-ORDER", "warning", 22)
    assert found.message == "Hagbard_S shows before willow.knot, whose turn it is to show"


@pytest.mark.parametrize(
    ("shows", "message"),
    [
        ("4 1 3 2", ""),  # the last side pot, the first one, the main pot
        ("1 4 3 2", "p1 shows before p4, whose turn it is to show"),
        ("4 1 2 3", "p2 shows before p3, whose turn it is to show"),
        ("3 4 1 2", "p3 shows before p4, whose turn it is to show"),
    ],
)
def test_a_pot_after_another_shows(shows: str, message: str) -> None:
    cards = {1: "Qc Qd", 2: "Ac Ad", 3: "Kc Kd", 4: "Jc Jd"}
    table = "b1 1:100 2:20 3:50 4:100"
    play = ["p2 sb 1", "p3 bb 2", "p4 raise 100 !", "p1 call 100 !", "p2 call 19 !", "p3 call 48 !"]
    play += ["flop 2c 7d 9h", "turn 3s", "river 4s", *[f"p{seat} show {cards[int(seat)]}" for seat in shows.split()]]
    play += ["p1 win 100 2", "p3 win 90 1", "p2 win 80 0"]
    found = audit(hand("NL 1/2", table, *play), replace(load("permissive"), show_order="always"))
    assert [row.message for row in found if row.slug == "SHOW-ORDER"] == [message] * bool(message)
    assert {row.slug for row in found} <= {"SHOW-ORDER"}


def test_a_hand_without_a_grammar() -> None:
    """Place a finding on a hand that no grammar has read at the beginning of its line."""
    (found,) = audit(hand("NL 1/2", "b1 1:200 2:200", "p1 sb 1", "p2 bb 2", "p1 raise 3", "p2 fold", "p1 win 4"))[:1]
    assert (found.slug, found.location.column) == ("RAISE-SHORT", 1)
