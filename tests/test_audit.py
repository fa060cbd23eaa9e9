"""The audit: clean hands, and hands in which one figure was changed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from hhparse.audit import audit, figures
from hhparse.errors import HandError
from hhparse.reading.read import parse_hand
from hhparse.rules.ruleset import load

SIDE_POT = """\
PokerStars Hand #7001:  Hold'em No Limit ($1/$2 USD) - 2020/01/02 10:00:00 ET
Table 'Vega' 6-max Seat #1 is the button
Seat 1: ann ($50 in chips)
Seat 2: bob ($100 in chips)
Seat 3: cid ($100 in chips)
bob: posts small blind $1
cid: posts big blind $2
*** HOLE CARDS ***
ann: raises $48 to $50 and is all-in
bob: raises $50 to $100 and is all-in
cid: calls $98 and is all-in
*** FLOP *** [3c 4d 8h]
*** TURN *** [3c 4d 8h] [Ks]
*** RIVER *** [3c 4d 8h Ks] [Qs]
*** SHOW DOWN ***
bob: shows [Qc Qd] (three of a kind, Queens)
cid: shows [Jc Jd] (a pair of Jacks)
bob collected $100 from side pot
ann: shows [Kc Kd] (three of a kind, Kings)
ann collected $147 from main pot
*** SUMMARY ***
Total pot $250 Main pot $147. Side pot $100. | Rake $3
Board [3c 4d 8h Ks Qs]
Seat 1: ann (button) showed [Kc Kd] and won ($147) with three of a kind, Kings
Seat 2: bob (small blind) showed [Qc Qd] and won ($100) with three of a kind, Queens
Seat 3: cid (big blind) showed [Jc Jd] and lost with a pair of Jacks
"""

HILO = """\
PokerStars Hand #7002:  Omaha Hi/Lo Pot Limit ($0.50/$1 USD) - 2020/01/02 11:00:00 ET
Table 'Mira' 6-max Seat #3 is the button
Seat 3: cid ($90 in chips)
Seat 6: fay ($90 in chips)
Seat 9: ivo ($90 in chips)
fay: posts small blind $0.50
ivo: posts big blind $1
*** HOLE CARDS ***
cid: calls $1
fay: calls $0.50
ivo: checks
*** FLOP *** [3c 4d 8h]
fay: checks
ivo: checks
cid: checks
*** TURN *** [3c 4d 8h] [Ks]
fay: checks
ivo: checks
cid: folds
*** RIVER *** [3c 4d 8h Ks] [Qs]
fay: checks
ivo: checks
*** SHOW DOWN ***
fay: shows [Ac 2d Kh Kd] (HI: three of a kind, Kings; LO: 8,4,3,2,A)
ivo: shows [Ah 2h Qh Qd] (HI: three of a kind, Queens; LO: 8,4,3,2,A)
fay collected $1.43 from pot
fay collected $0.72 from pot
ivo collected $0.71 from pot
*** SUMMARY ***
Total pot $3 | Rake $0.14
Board [3c 4d 8h Ks Qs]
Seat 3: cid (button) folded on the Turn
Seat 6: fay (small blind) showed [Ac 2d Kh Kd] and won ($2.15) with HI: three of a kind, Kings; LO: 8,4,3,2,A
Seat 9: ivo (big blind) showed [Ah 2h Qh Qd] and won ($0.71) with HI: three of a kind, Queens; LO: 8,4,3,2,A
"""

TIE = """\
PokerStars Hand #7003:  Hold'em No Limit ($1/$2 USD) - 2020/01/02 12:00:00 ET
Table 'Lyra' 6-max Seat #3 is the button
Seat 3: cid ($90 in chips)
Seat 6: fay ($90 in chips)
Seat 9: ivo ($90 in chips)
fay: posts small blind $1
ivo: posts big blind $2
*** HOLE CARDS ***
cid: folds
fay: calls $1
ivo: checks
*** FLOP *** [As Ks Qs]
fay: checks
ivo: checks
*** TURN *** [As Ks Qs] [Js]
fay: checks
ivo: checks
*** RIVER *** [As Ks Qs Js] [Ts]
fay: checks
ivo: checks
*** SHOW DOWN ***
fay: shows [Kc Kd] (a Royal Flush)
ivo: shows [Qc Qd] (a Royal Flush)
fay collected $1.91 from pot
ivo collected $1.90 from pot
*** SUMMARY ***
Total pot $4 | Rake $0.19
Board [As Ks Qs Js Ts]
Seat 3: cid (button) folded before Flop (didn't bet)
Seat 6: fay (small blind) showed [Kc Kd] and won ($1.91) with a Royal Flush
Seat 9: ivo (big blind) showed [Qc Qd] and won ($1.90) with a Royal Flush
"""

TWICE = """\
PokerStars Hand #7004:  Hold'em No Limit ($1/$2 USD) - 2020/01/02 13:00:00 ET
Table 'Cetus' 6-max Seat #1 is the button
Seat 1: ann ($20 in chips)
Seat 2: bob ($20 in chips)
ann: posts small blind $1
bob: posts big blind $2
*** HOLE CARDS ***
ann: raises $18 to $20 and is all-in
bob: calls $18 and is all-in
*** FLOP *** [3c 4d 8h]
*** FIRST TURN *** [3c 4d 8h] [Ks]
*** FIRST RIVER *** [3c 4d 8h Ks] [Qs]
*** SECOND TURN *** [3c 4d 8h] [2s]
*** SECOND RIVER *** [3c 4d 8h 2s] [Jh]
*** FIRST SHOW DOWN ***
bob: shows [Qc Qd] (three of a kind, Queens)
ann: shows [Jc Jd] (a pair of Jacks)
bob collected $19.88 from pot
*** SECOND SHOW DOWN ***
bob: shows [Qc Qd] (a pair of Queens)
ann: shows [Jc Jd] (three of a kind, Jacks)
ann collected $19.87 from pot
*** SUMMARY ***
Total pot $40 | Rake $0.25
Hand was run twice
FIRST Board [3c 4d 8h Ks Qs]
SECOND Board [3c 4d 8h 2s Jh]
Seat 1: ann (button) (small blind) showed [Jc Jd] and lost with a pair of Jacks, and won ($19.87) with Jacks
Seat 2: bob (big blind) showed [Qc Qd] and won ($19.88) with three of a kind, Queens, and lost with a pair of Queens
"""

MUCKED = """\
PokerStars Hand #7005:  Hold'em No Limit ($1/$2 USD) - 2020/01/02 14:00:00 ET
Table 'Ara' 6-max Seat #1 is the button
Seat 1: ann ($20 in chips)
Seat 2: bob ($20 in chips)
ann: posts small blind $1
bob: posts big blind $2
*** HOLE CARDS ***
ann: calls $1
bob: checks
*** FLOP *** [3c 4d 8h]
bob: checks
ann: checks
*** TURN *** [3c 4d 8h] [Ks]
bob: bets $2
ann: calls $2
*** RIVER *** [3c 4d 8h Ks] [Qs]
bob: checks
ann: checks
*** SHOW DOWN ***
bob: shows [Kc Jd] (a pair of Kings)
ann: mucks hand
bob collected $8 from pot
*** SUMMARY ***
Total pot $8 | Rake $0
Board [3c 4d 8h Ks Qs]
Seat 1: ann (button) (small blind) mucked [9c 9d]
Seat 2: bob (big blind) showed [Kc Jd] and won ($8) with a pair of Kings
"""

CASHED_OUT = """\
PokerStars Hand #7006:  Hold'em No Limit ($1/$2 USD) - 2021/01/02 14:00:00 ET
Table 'Pavo' 6-max Seat #1 is the button
Seat 1: ann ($20 in chips)
Seat 2: bob ($20 in chips)
ann: posts small blind $1
bob: posts big blind $2
*** HOLE CARDS ***
ann: raises $18 to $20 and is all-in
bob: calls $18 and is all-in
*** FLOP *** [3c 4d 8h]
*** TURN *** [3c 4d 8h] [Ks]
*** RIVER *** [3c 4d 8h Ks] [Qs]
*** SHOW DOWN ***
bob: shows [Kc Jd] (a pair of Kings)
ann: shows [9c 9d] (a pair of Nines)
bob collected $38 from pot
ann cashed out the hand for $12.50 | Cash Out Fee $0.13
*** SUMMARY ***
Total pot $40 | Rake $2
Board [3c 4d 8h Ks Qs]
Seat 1: ann (button) (small blind) showed [9c 9d] and lost with a pair of Nines (cashed out)
Seat 2: bob (big blind) showed [Kc Jd] and won ($38) with a pair of Kings
"""

NOT_AWARDED = (
    CASHED_OUT.replace("bob collected $38 from pot\nann cashed out", "bob cashed out")
    .replace(" (cashed out)", "")
    .replace("with a pair of Kings\n", "with a pair of Kings (pot not awarded as player cashed out)\n")
)

SILENT_RETURN = """\
PokerStars Game #7007: Tournament #55, $5+$0.50 USD Hold'em No Limit - Level I (10/20) - 2006/01/02 14:00:00 ET
Table '55 1' 9-max Seat #1 is the button
Seat 1: ann (1500 in chips)
Seat 2: bob (1500 in chips)
Seat 3: cid (1500 in chips)
bob: posts small blind 10
cid: posts big blind 20
*** HOLE CARDS ***
ann: raises 40 to 60
bob: folds
cid: folds
ann collected 50 from pot
*** SUMMARY ***
Total pot 50 | Rake 0
Seat 1: ann (button) collected (50)
Seat 2: bob (small blind) folded before Flop
Seat 3: cid (big blind) folded before Flop
"""

AWAY_ALL_IN = """\
PokerStars Game #7008: Tournament #56, $5+$0.50 USD Hold'em No Limit - Level II (15/30) - 2010/01/02 14:00:00 ET
Table '56 1' 9-max Seat #1 is the button
Seat 1: ann (150 in chips)
Seat 2: bob (150 in chips)
Seat 3: cid (20 in chips) is sitting out
bob: posts small blind 15
cid: posts big blind 20 and is all-in
*** HOLE CARDS ***
ann: calls 30
bob: raises 120 to 150 and is all-in
cid: folds
ann: calls 120 and is all-in
*** FLOP *** [3c 4d 8h]
*** TURN *** [3c 4d 8h] [Ks]
*** RIVER *** [3c 4d 8h Ks] [Qs]
*** SHOW DOWN ***
bob: shows [Kc Jd] (a pair of Kings)
ann: shows [9c 9d] (a pair of Nines)
bob collected 260 from side pot
bob collected 60 from main pot
*** SUMMARY ***
Total pot 320 Main pot 60. Side pot 260. | Rake 0
Board [3c 4d 8h Ks Qs]
Seat 1: ann (button) showed [9c 9d] and lost with a pair of Nines
Seat 2: bob (small blind) showed [Kc Jd] and won (320) with a pair of Kings
Seat 3: cid (big blind) folded before Flop
"""

CLEAN = {
    "side pot": SIDE_POT,
    "hi/lo": HILO,
    "tie": TIE,
    "run twice": TWICE,
    "mucked": MUCKED,
    "cashed out": CASHED_OUT,
    "not awarded": NOT_AWARDED,
}


def findings(text: str, severity: str = "warning") -> list[HandError]:
    """Return the findings of a hand, information left out unless asked for."""
    wanted = {"error", "warning", severity}
    return [finding for finding in audit(parse_hand(text, "x.txt")) if finding.severity in wanted]


@pytest.mark.parametrize("name", CLEAN)
def test_clean(name: str) -> None:
    assert [finding.render() for finding in findings(CLEAN[name], "info")] == []


@pytest.mark.parametrize("name", CLEAN)
def test_figures_of_clean_hands_agree(name: str) -> None:
    rows = figures(parse_hand(CLEAN[name]))
    assert rows
    assert all(row.ok and row.claimed == row.computed for row in rows), rows


class Change(NamedTuple):
    """A change of figures, and the only finding that it should make: slug, line, the text under the caret, words."""

    rule: str
    text: str
    edits: tuple[tuple[str, str], ...]
    slug: str
    line: int
    at: str
    words: str


CHANGES = (
    Change(
        "total", SIDE_POT, (("Total pot $250", "Total pot $251"),),
        "POT-TOTAL", 22, "251", "the total pot (gross) is printed as $251.00, the play gives $250.00",
    ),
    Change(
        "R57", SIDE_POT, (("Main pot $147. Side pot $100.", "Main pot $247."),),
        "POT-LAYERS", 22, "247", "1 pots are printed, the contributions make 2",
    ),
    Change(
        "R57", SIDE_POT, (("Main pot $147. Side pot $100.", "Main pot $137. Side pot $110."),),
        "POT-LAYERS", 22, "137", "the main pot is printed as $137.00, the contributions make it $147.00",
    ),
    Change(
        "R63", SIDE_POT, (("Rake $3", "Rake $2"),),
        "RAKE-SUM", 22, "2", "$247.00 collected and $2.00 rake are $249.00, the pot is $250.00",
    ),
    Change(
        "R63", SIDE_POT, (("ann collected $147", "ann collected $174"),),
        "RAKE-SUM", 20, "174", "$274.00 collected and $3.00 rake are $277.00, the pot is $250.00",
    ),
    Change(
        "R58", SIDE_POT, (("bob collected $100", "ann collected $100"), ("won ($147)", "won ($247)"),
                          ("won ($100) with three of a kind, Queens", "lost with three of a kind, Queens")),
        "AWARD-INELIGIBLE", 18, "100", "ann collects $247.00, the pots he can win give $147.00",
    ),
    Change(
        "R13", SIDE_POT, (("ann collected $147", "bob collected $147"), ("won ($100)", "won ($247)"),
                          ("won ($147) with three of a kind, Kings", "lost with three of a kind, Kings")),
        "AWARD-WRONG-WINNER", 20, "147", "bob collects $247.00, the shown cards give $100.00",
    ),
    Change(
        "R13", SIDE_POT, (("bob collected $100", "cid collected $100"),),
        "AWARD-WRONG-WINNER", 18, "100", "cid collects $100.00, the shown cards give $0.00",
    ),
    Change(
        "board", SIDE_POT, (("Board [3c 4d 8h Ks Qs]", "Board [3c 4d 8h Ks Qh]"),),
        "BOARD-CLAIM", 23, "3c 4d", "the board is printed as [3c 4d 8h Ks Qh], dealt were [3c 4d 8h Ks Qs]",
    ),
    Change(
        "cards", SIDE_POT, (("showed [Jc Jd]", "showed [Jc Js]"),),
        "SHOW-OTHER-CARDS", 26, "Jc Js", "the summary gives cid [Jc Js], shown were [Jc Jd]",
    ),
    Change(
        "seat", SIDE_POT, (("won ($147)", "won ($148)"),),
        "SEAT-CLAIM", 24, "148", "the summary says that ann won $148.00, the hand pays $147.00",
    ),
    Change(
        "R12", HILO, (("fay collected $0.72 from pot\n", ""), ("ivo collected $0.71", "ivo collected $1.43"),
                      ("won ($2.15)", "won ($1.43)"), ("won ($0.71)", "won ($1.43)")),
        "AWARD-LOW-TIE", 27, "1.43", "ivo collects $1.43, the shown cards give $0.71",
    ),
    Change(
        "R11", HILO, (("fay collected $1.43 from pot\n", ""), ("won ($2.15)", "won ($0.72)")),
        "AWARD-HILO-SPLIT", 29, "0.14", "$1.43 collected and $0.14 rake are $1.57, the pot is $3.00",
    ),
    Change(
        "R09", HILO, (("8h", "9h"), (" [Qs]", " [Js]"), ("Ks Qs]", "Ks Js]"), ("LO: 8,4,3,2,A", "LO: 9,4,3,2,A"),
                      ("three of a kind, Queens", "a pair of Queens"),
                      ("fay collected $0.72 from pot\n", ""), ("ivo collected $0.71", "ivo collected $1.43"),
                      ("won ($2.15)", "won ($1.43)"), ("won ($0.71)", "won ($1.43)")),
        "LOW-BOARD-IMPOSSIBLE", 27, "1.43", "ivo collects $1.43, the shown cards give $0.00",
    ),
    Change(
        "R08", HILO, (("[Ah 2h Qh Qd] (HI: three of a kind, Queens; LO: 8,4,3,2,A)",
                       "[Ah Th Qh Qd] (HI: three of a kind, Queens)"),
                      ("[Ac 2d Kh Kd] (HI: three of a kind, Kings; LO: 8,4,3,2,A)",
                       "[Ac Jd Kh Kd] (HI: three of a kind, Kings)"),
                      ("showed [Ah 2h", "showed [Ah Th"), ("showed [Ac 2d", "showed [Ac Jd"),
                      ("fay collected $0.72 from pot\n", ""), ("ivo collected $0.71", "ivo collected $1.43"),
                      ("won ($2.15)", "won ($1.43)"), ("won ($0.71)", "won ($1.43)")),
        "LOW-UNQUALIFIED", 27, "1.43", "ivo collects $1.43, the shown cards give $0.00",
    ),
    Change(
        "fold", HILO, (("folded on the Turn", "folded on the River"),),
        "SEAT-CLAIM", 32, "cid", "the summary folds cid on the river, the hand on the turn",
    ),
    Change(
        "R58", HILO, (("ivo collected $0.71", "cid collected $0.71"), ("won ($0.71)", "lost")),
        "AWARD-INELIGIBLE", 28, "0.71", "cid collects $0.71, the pots he can win give $0.00",
    ),
    Change(
        "R61", TIE, (("fay collected $1.91", "fay collected $1.90"), ("ivo collected $1.90", "ivo collected $1.91"),
                     ("won ($1.91)", "won ($1.9)"), ("won ($1.90)", "won ($1.91)")),
        "ODD-CHIP", 25, "1.91", "ivo collects $1.91, the division of the pot gives $1.90",
    ),
    Change(
        "R60", TIE, (("fay collected $1.91", "fay collected $3.81"), ("ivo collected $1.90 from pot\n", ""),
                     ("won ($1.91)", "won ($3.81)"), ("won ($1.90)", "lost")),
        "AWARD-TIE", 24, "3.81", "fay collects $3.81, the shown cards give $1.91",
    ),
    Change(
        "two boards", TWICE, (("bob collected $19.88", "ann collected $19.88"),),
        "AWARD-WRONG-WINNER", 18, "19.88", "ann collects $39.75, the shown cards give $19.87",
    ),
    Change(
        "two boards", TWICE, (("SECOND Board [3c 4d 8h 2s Jh]", "SECOND Board [3c 4d 8h Ks Jh]"),),
        "BOARD-CLAIM", 27, "3c 4d", "board 2 is printed as [3c 4d 8h Ks Jh], dealt were [3c 4d 8h 2s Jh]",
    ),
    Change(
        "R54", MUCKED, (("bob collected $8", "ann collected $8"),),
        "AWARD-TO-MUCKED", 22, "8", "ann collects $8.00, the shown cards give $0.00",
    ),
    Change(
        "D22", CASHED_OUT, (("bob collected $38", "bob collected $28"),),
        "RAKE-SUM", 16, "28", "$28.00 collected and $2.00 rake are $30.00, the pot is $40.00",
    ),
    Change(
        "D22", NOT_AWARDED, (("won ($38)", "won ($36)"),),
        "RAKE-SUM", 18, "2", "$36.00 collected and $2.00 rake are $38.00, the pot is $40.00",
    ),
    Change(
        "lost card", MUCKED, (("[3c 4d 8h] [Ks]", "[3c 4d 8h] []"), ("[3c 4d 8h Ks] [Qs]", "[3c 4d 8h] [Qs]")),
        "BOARD-UNKNOWN", 13, "", "a card of the turn is missing: the history lost it",
    ),
)  # fmt: skip


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: f"{change.rule} {change.slug}")
def test_one_change_one_finding(change: Change) -> None:
    text = change.text
    for old, new in change.edits:
        assert old in text
        text = text.replace(old, new)
    found = findings(text)
    assert [finding.slug for finding in found] == [change.slug], [finding.render() for finding in found]
    place = found[0].location
    assert (place.path, place.line, found[0].message) == ("x.txt", change.line, change.words)
    assert found[0].excerpt == text.splitlines()[change.line - 1]
    assert found[0].excerpt[place.column - 1 :].startswith(change.at)


def test_rendered() -> None:
    text = SIDE_POT.replace("bob collected $100", "cid collected $100")
    assert findings(text)[0].render() == (
        "x.txt:18:16: error: AWARD-WRONG-WINNER cid collects $100.00, the shown cards give $0.00\n"
        "  cid collected $100 from side pot\n"
        "                 ^\n"
        "  main pot: ann should win $147.00 with three of a kind, Kings (K-K-K-Q-8)\n"
        "  side pot 1: bob should win $100.00 with three of a kind, Queens (Q-Q-Q-K-8)\n"
        "  cid shows a pair of Jacks (J-J-K-Q-8)\n"
        "  hand 7001; rule R13, rule set pokerstars"
    )


def test_rendered_illegal_action() -> None:
    text = TIE.replace("ivo: checks\n*** RIVER", "ivo: bets $1\nfay: calls $1\n*** RIVER")
    lines = findings(text)[0].render().splitlines()
    assert lines[0].startswith("x.txt:17:12: error: BET-SHORT ")
    assert lines[1:3] == ["  ivo: bets $1", "             ^"]
    assert lines[3].startswith("  hand 7003, turn, bet to call $0.00, ")
    assert lines[3].endswith("; rule R42, rule set pokerstars (nl_min_bet = bb)")


def test_words_are_advisory() -> None:
    """Report words that name another hand as information, and nothing else: cards speak."""
    text = SIDE_POT.replace("[Qc Qd] (three of a kind, Queens)", "[Qc Qd] (two pair, Kings and Queens)")
    assert findings(text) == []
    (found,) = findings(text, "info")
    assert (found.slug, found.severity, str(found.location)) == ("SAID-HAND", "info", "x.txt:16:21")
    assert found.message == "the cards make three of a kind, Queens (Q-Q-Q-K-8)"


def test_low_in_words() -> None:
    text = HILO.replace("Queens; LO: 8,4,3,2,A)", "Queens; LO: 8,5,3,2,A)")
    assert [finding.slug for finding in findings(text, "info")] == ["SAID-HAND"]


def test_a_return_without_a_line() -> None:
    """Take an uncalled bet that the sums account for as returned, even where the house prints a line for it."""
    assert findings(SILENT_RETURN, "info") == []
    printed = replace(load("pokerstars"), uncalled_line="printed")
    (found,) = audit(parse_hand(SILENT_RETURN), printed)
    assert (found.slug, found.severity) == ("UNCALLED-RETURN", "info")


def test_a_return_that_was_paid_out_is_one_finding() -> None:
    text = SILENT_RETURN.replace("collected 50", "collected 90").replace("collected (50)", "collected (90)")
    text = text.replace("Total pot 50", "Total pot 90")
    (found,) = findings(text)
    assert found.slug == "UNCALLED-RETURN"
    assert found.message == "the total pot is printed as 90, 40 of which nobody called"
    assert audit(parse_hand(text), replace(load("pokerstars"), uncalled_line="in_winnings")) == ()


def test_cancelled() -> None:
    text = SILENT_RETURN.replace("ann: raises 40 to 60\nbob: folds\ncid: folds\n", "Hand cancelled\n")
    (found,) = findings(text)
    assert (found.slug, found.location.line) == ("HAND-CANCELLED", 10)
    assert found.message == "ann collects 50 from a cancelled hand"
    assert figures(parse_hand(text)) == ()


def test_findings_are_in_line_order() -> None:
    text = SIDE_POT.replace("Total pot $250", "Total pot $251").replace("8h Ks Qs]\nSeat", "8h Ks Qh]\nSeat")
    text = text.replace("and lost with a pair of Jacks", "and won ($1) with a pair of Jacks")
    assert [finding.location.line for finding in findings(text)] == [22, 23, 26]


def test_figures_show_what_differs() -> None:
    rows = {row.figure: row for row in figures(parse_hand(SIDE_POT.replace("Rake $3", "Rake $2")))}
    assert rows["rake"] == ("rake", 200, 300, False)
    assert rows["total pot"] == ("total pot", 25000, 25000, True)
    assert rows["collected by bob"].ok
    assert rows["board"].claimed == ("3c", "4d", "8h", "Ks", "Qs")


def test_rake_is_divided_as_the_pots_were_collected() -> None:
    """Accept the division of the rake that the collecting lines show, where no pots are printed."""
    text = (
        SIDE_POT.replace(" Main pot $147. Side pot $100.", "").replace("$147", "$149").replace("$100 from", "$98 from")
    )
    assert findings(text.replace("won ($100)", "won ($98)"), "info") == []


def test_pots_cut_at_a_blind_that_was_folded_while_all_in() -> None:
    """Accept a pot more: a player who is away is all-in with his blind, folded for him, and still cuts a pot."""
    text = AWAY_ALL_IN
    assert not [finding.slug for finding in findings(text) if finding.slug != "ACT-WHEN-ALLIN"]
    wrong = findings(text.replace("Main pot 60. Side pot 260.", "Main pot 70. Side pot 250."))
    assert [finding.slug for finding in wrong if finding.slug != "ACT-WHEN-ALLIN"] == ["POT-LAYERS"]


def test_nobody_shows() -> None:
    """Prove no winner where no hand is shown, but hold the payment against the pots."""
    text = MUCKED.replace("bob: shows [Kc Jd] (a pair of Kings)\n", "bob: mucks hand\n").replace(
        "showed [Kc Jd] and won ($8) with a pair of Kings", "collected ($8)"
    )
    assert findings(text) == []


@pytest.mark.parametrize(("pots_mean", "sound"), [("net", (147, 100)), ("gross", (150, 100))])
def test_pots_are_printed_without_the_rake_or_with_it(pots_mean: Any, sound: tuple[int, int]) -> None:
    rules = replace(load("pokerstars"), pots_mean=pots_mean)
    for main, side in ((147, 100), (150, 100), (146, 104)):
        text = SIDE_POT.replace("Main pot $147. Side pot $100.", f"Main pot ${main}. Side pot ${side}.")
        found = [finding.slug for finding in audit(parse_hand(text), rules)]
        assert found == ([] if (main, side) == sound else ["POT-LAYERS"]), (main, side)
        assert all(row.ok for row in figures(parse_hand(text), rules)) == ((main, side) == sound)
