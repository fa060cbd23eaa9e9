"""Faults that look alike are told apart: each is found once, under the name of the rule that it breaks."""

from __future__ import annotations

import pytest

from hhparse.audit import audit
from hhparse.cases.case import of_table
from hhparse.errors import HandError
from hhparse.model import GAMES
from hhparse.rules.evaluate import FLUSH, category, high_of_any, low_beside_the_high_ace, low_of_the_high, spell_high
from hhparse.rules.words import said_of_any_five

OMAHA, HILO = GAMES["omaha"], GAMES["omaha_hilo"]


def found(seats: str, hand: str, game: str = "holdem", stakes: str = "25/50", **fields: object) -> list[HandError]:
    """Return what is found wrong, the button in seat 1; more than information only."""
    rows = "\n".join(seats.split(", "))
    table = {"game": game, "stakes": stakes, "button": 1, "seats": rows, "hand": hand, **fields}
    case = of_table(table)
    return [finding for finding in audit(case.hand, case.rules) if finding.severity != "info"]


def showdown(board: str, ann: str, bob: str, paid: str, game: str = "omaha") -> list[HandError]:
    """Return what is found wrong with a showdown of two for 100; the streets are checked."""
    flop, turn, river = board[:8], board[9:11], board[12:]
    checks = "Bob checks\nAnn checks"
    return found(
        "1 Ann 200, 2 Bob 200",
        f"Ann posts small blind 25\nBob posts big blind 50\nAnn calls\nBob checks\nflop {flop}\n{checks}\nturn {turn}\n"
        f"{checks}\nriver {river}\n{checks}\nBob shows {bob}\nAnn shows {ann}\n{paid}\npot 100\nrake 0",
        game,
    )


def slugs(findings: list[HandError]) -> str:
    return " ".join(finding.slug for finding in findings)


SPADES = "Ks Qs Js 9s 2d"


@pytest.mark.parametrize(
    ("ann", "bob", "paid", "slug"),
    [
        # the words alone are wrong
        ("As 3h 4c 6d (a flush, Ace high)", "8c 7c 5d 4h", "Ann collects 100", "SHOW-NOT-2PLUS3"),
        ("As 3h 4c 6d (two pair, Aces and Kings)", "8c 7c 5d 4h", "Ann collects 100", ""),
        ("As 3h 4c 6d (high card Ace)", "8c 7c 5d 4h", "Ann collects 100", ""),
        # and the pot follows them: one cause, one finding
        ("As 3h 4c 6d (a flush, Ace high)", "Kc 7c 5d 4h (a pair of Kings)", "Ann collects 100", "SHOW-NOT-2PLUS3"),
        ("As 3h 4c 6d (high card Ace)", "Kc 7c 5d 4h (a pair of Kings)", "Ann collects 100", "AWARD-WRONG-WINNER"),
        ("As 3h 4c 6d", "Kc 7c 5d 4h", "Ann collects 100", "AWARD-WRONG-WINNER"),
        # shown on a board that there is not
        ("As 3h 4c 6d (a flush, Ace high) on board 3", "Kc 7c 5d 4h", "Ann collects 100", "AWARD-WRONG-WINNER"),
    ],
)
def test_a_hand_of_any_five_cards(ann: str, bob: str, paid: str, slug: str) -> None:
    assert slugs(showdown(SPADES, ann, bob, paid)) == slug


def test_a_flush_that_is_paid_says_who_should_win() -> None:
    (finding,) = showdown(SPADES, "As 3h 4c 6d (a flush, Ace high)", "Kc 7c 5d 4h", "Ann collects 100")
    assert finding.message == "Ann collects 100, the shown cards give 0, of two hole and three board cards"
    assert finding.notes[:2] == (
        "Bob should win 100 with a pair of Kings (K-K-Q-J-7)",
        "Ann shows high card Ace (A-K-Q-J-6)",
    )


def test_words_of_holdem_are_only_worth_knowing() -> None:
    assert showdown("Ks Qs 7s 9h 2d", "As 3h (a flush, Ace high)", "8c 7c", "Bob collects 100", "holdem") == []


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("HI: high card Ace; LO: 8,4,3,2,A", False),  # what the cards make
        ("HI: high card Ace; LO: 7,4,3,2,A", True),  # three of the hand
        ("HI: high card Ace; LO: 8,7,3,2,A", False),  # no low of theirs at all
    ],
)
def test_a_low_of_any_five_cards(said: str, wrong: bool) -> None:
    hole, board = ("Ac", "4d", "7h", "Kc"), ("2h", "3d", "8s", "Qd", "Jh")
    assert said_of_any_five(HILO, hole, board, said) is wrong


def test_the_best_five_of_eleven_cards() -> None:
    assert spell_high(high_of_any(("As", "Ks", "9s", "4s", "2s", "Qh", "Jh", "8h", "6h", "5h", "3c"))) == "A-K-9-4-2"
    assert category(high_of_any(("As", "Ks", "9s", "4s", "2h", "2d", "2c", "9h", "9d", "9c"))) > FLUSH


@pytest.mark.parametrize(
    ("board", "ann", "bob", "slug"),
    [
        # kings high and the nut low of other cards
        ("Kc 7s 5s 3d 9h", "As 2s Kh Kd", "Ad 6d Qc Jc", "HILO-COMBO"),
        # a flush and a low of the same two cards, the ace both ways
        ("2s 3s 7s Kd Qh", "As 4s Th Tc", "5d 6d 8h 9c", "HILO-COMBO"),
        # a straight and a low of the same two cards without an ace
        ("2c 3d 6h Kd Qh", "4s 5s Th Tc", "4d 7c 9h 9c", "LOW-ORDER"),
        # who has the low does not win the high
        ("3c 5h 7d Js Qc", "Ac 4d Kh Tc", "2c 6d Qh 9d", "LOW-ORDER"),
    ],
)
def test_the_low_is_paid_to_the_lesser(board: str, ann: str, bob: str, slug: str) -> None:
    paid = "Ann collects 50\nBob collects 50" if "5h" not in board else "Bob collects 100"
    assert slugs(showdown(board, ann, bob, paid, "omaha_hilo")) == slug


def test_misread_lows() -> None:
    hole, board = ("As", "2s", "Kh", "Kd"), ("Kc", "7s", "5s", "3d", "9h")
    assert low_of_the_high(HILO, hole, board) is None
    assert low_beside_the_high_ace(HILO, hole, board) is not None  # the high has no ace
    assert low_beside_the_high_ace(HILO, ("As", "4s", "Th", "Tc"), ("2s", "3s", "7s", "Kd", "Qh")) is None


@pytest.mark.parametrize(
    ("board", "ann", "bob", "slug"),
    [
        ("Jc Td 2h 2d 7s", "Jh Js", "Th Ts", "RANK-ORDER"),  # JJJ22 and TTT22
        ("Kd 8s 3c 4h 9c", "As Kc", "Ks Jd", "RANK-ORDER"),  # the kicker
        ("Kd 8s 3c 4h 9c", "Kc 8d", "As Kh", "AWARD-WRONG-WINNER"),  # two pair and a pair
        ("5c 6d 7h Ks Kd", "8s 9s", "As Ad", "AWARD-WRONG-WINNER"),  # a straight and two pair
    ],
)
def test_a_lesser_hand_is_paid(board: str, ann: str, bob: str, slug: str) -> None:
    assert slugs(showdown(board, ann, bob, "Bob collects 100", "holdem")) == slug


FOUR = "1 Ann 200, 2 Bob 200, 3 Cleo 200, 4 Dan 200"
FLOP = "flop 2c 7d 9h\n"


def flop(before: str, after: str) -> str:
    """Return what is found on a flop of four players, as far as it is told."""
    start = f"Bob posts small blind 25\nCleo posts big blind 50\nDan calls\n{before}\nCleo checks\n"
    rows = found(FOUR, f"{start}{FLOP}{after}")
    return slugs([row for row in rows if row.slug != "HAND-INCOMPLETE"])


@pytest.mark.parametrize(
    ("before", "after", "slug"),
    [
        ("Ann folds\nBob calls", "Cleo checks\nDan checks\nBob checks", "BUTTON-AFTER-FOLD"),
        ("Ann folds\nBob calls", "Cleo bets 50\nDan folds\nBob folds", "BUTTON-AFTER-FOLD"),
        ("Ann folds\nBob folds", "Dan checks\nCleo checks", "BUTTON-AFTER-FOLD"),
        ("Ann folds\nBob calls", "Bob checks\nCleo checks\nDan checks", ""),
        ("Ann calls\nBob calls", "Cleo checks\nDan checks\nAnn checks\nBob checks", "TURN-ORDER-POST"),  # still in
        ("Ann folds\nBob calls", "Dan checks\nBob checks\nCleo checks", "TURN-ORDER-POST"),  # two seats late
        ("Ann folds\nBob calls", "Bob checks\nDan checks\nCleo checks", "TURN-ORDER-POST"),  # not the first to act
        ("Ann folds\nBob calls", "Cleo folds\nBob checks\nDan checks", "TURN-ORDER-POST"),  # a bet is missing
    ],
)
def test_a_folded_button(before: str, after: str, slug: str) -> None:
    assert flop(before, after) == slug


LATE = """
Bob posts small blind 5
Cleo posts big blind 10
Dan calls 10
Ann calls 10
Bob calls 5
Cleo raises to 100 all-in
Dan calls 90
Ann calls 40 all-in
Bob raises to 200 all-in
Dan calls 100 all-in
flop 2c 7d 9h
turn Ks
river 3d
Bob shows Js Jd
Dan shows Ts Td
Cleo shows Qs Qd
Ann shows As Ad
"""
SOUND = "Bob collects 200\nCleo collects 150\nAnn collects 200"


@pytest.mark.parametrize(
    ("paid", "printed", "slug"),
    [
        (SOUND, "main pot 200\nside pot 1 150\nside pot 2 200\nrake 0", ""),
        (SOUND, "main pot 350\nside pot 1 200\nrake 0", "POT-ORDER"),
        ("Bob collects 200\nAnn collects 350", "main pot 350\nside pot 1 200\nrake 0", "POT-ORDER"),
        (SOUND.replace("200", "195", 1), "main pot 350\nside pot 1 195\nrake 5", "POT-ORDER"),
        (SOUND, "main pot 300\nside pot 1 250\nrake 0", "POT-LAYERS"),
        (SOUND, "main pot 200\nside pot 1 200\nside pot 2 150\nrake 0", "POT-LAYERS"),
    ],
)
def test_pots_cut_in_the_order_of_going_all_in(paid: str, printed: str, slug: str) -> None:
    seats = "1 Ann 50, 2 Bob 200, 3 Cleo 100, 4 Dan 200"
    assert slugs(found(seats, f"{LATE}{paid}\npot 550\n{printed}", stakes="5/10")) == slug


@pytest.mark.parametrize(
    ("collected", "pot", "rake", "slug"),
    [
        (97, 100, 3, ""),
        (98, 101, 3, "CHIPS-CONSERVED"),  # the house's own sum is right, the play is not its
        (97, 99, 2, "CHIPS-CONSERVED"),
        (98, 100, 3, "RAKE-SUM"),  # the house's own sum is wrong
        (97, 100, 2, "RAKE-SUM"),
        (97, 101, 3, "POT-TOTAL"),  # the total alone is wrong
    ],
)
def test_chips_that_appear_and_vanish(collected: int, pot: int, rake: int, slug: str) -> None:
    hand = (
        "Ann posts small blind 25\nBob posts big blind 50\nAnn calls\nBob checks\n"
        f"{FLOP}Bob checks\nAnn checks\nturn Ks\nBob checks\nAnn checks\nriver 3d\nBob checks\nAnn checks\n"
        f"Bob mucks\nAnn shows As Ad\nAnn collects {collected}\npot {pot}\nrake {rake}"
    )
    assert slugs(found("1 Ann 200, 2 Bob 200", hand)) == slug


@pytest.mark.parametrize(("rake", "slug"), [(2, ""), (1, "RAKE-SUM")])
def test_a_rake_that_is_one_off_is_no_unpaid_low_of_one_chip(rake: int, slug: str) -> None:
    hand = (
        "Ann posts small blind 1\nBob posts big blind 2\nAnn calls\nBob checks\nflop 3c 5h 7d\nBob checks\nAnn checks\n"
        "turn Js\nBob checks\nAnn checks\nriver Qc\nBob checks\nAnn checks\nBob shows 2c 6d Qh 9d\n"
        f"Ann shows Ac 4d Kh Tc\nBob collects 1\nAnn collects 1\npot 4\nrake {rake}"
    )
    assert slugs(found("1 Ann 200, 2 Bob 200", hand, "omaha_hilo", "1/2")) == slug
