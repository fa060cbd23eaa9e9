"""The ledger as people read it: goldens beside the samples, width, sums, rules, and what is wrong said as it is."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from random import Random

import pytest

from hhparse.cards import Cards
from hhparse.model import GAMES, Claims, Hand, PotClaim
from hhparse.reading.read import Reading, read
from hhparse.rules.evaluate import best_high, best_low, high, low8
from hhparse.rules.rulebook import RULES as BOOK
from hhparse.rules.ruleset import RuleSet
from hhparse.views.columns import width
from hhparse.views.fivecards import five_cards, spelled
from hhparse.views.ledger import WIDTH, ledger, shortened

from .conftest import ROOT
from .hands import hand
from .strategies import dealt
from .structures import SHAPES, house

SAMPLES = ROOT / "samples" / "pokerstars"
RULES = RuleSet("plain")
Golden = Callable[[Path, str], None]

GOLDENS = {
    "omaha_hilo_pl_low_tie_quarters": "a quarter each of the low half",
    "omaha_hilo_pl_low_tie_three_ways": "three tie for the low",
    "omaha_hilo_three_highs_tied_odd_chips": "three tie for the high, two odd chips",
    "omaha_hilo_identical_hands_both_ways": "the same hands tie both ways",
    "omaha_hilo_pl_run_twice": "two boards, each with a high and a low",
    "omaha_hilo_fl_odd_chip_side_pot": "main and side pot, each halved, odd chips",
    "omaha_hilo_pl_three_pots": "three pots, each halved",
    "omaha_hilo_pl_board_without_low": "no low is possible",
    "omaha_odd_chip_left_of_button": "the odd chip of a tie",
    "omaha_pl_cash_out_winner": "the winner has sold his hand",
    "holdem_cash_out_loser": "the loser has sold his hand",
    "holdem_small_and_big_blinds": "dead money",
    "holdem_run_it_twice": "two boards",
    "holdem_split_two_boards": "two boards from the flop",
    "holdem_straddle": "a straddle",
    "holdem_nl_uncalled_bet": "an uncalled bet",
    "holdem_nl_walk": "a walk",
    "omaha_hilo_nl_tournament_antes": "antes",
    "omaha_hilo_cancelled": "a hand called off",
}


OTHER_GOLDENS = {
    "ipoker/omaha_pl_side_pot": "a rake that no line prints, over two pots",
    "winamax/holdem_nl_rake_of_each_pot": "a rake that each pot pays by its size",
    "ggpoker/omaha_pl_cash_drop": "money of the house in the pot, fees beside the rake",
}


def hands_of(path: Path) -> list[Hand]:
    return [item for item in read(path) if isinstance(item, Hand)]


@pytest.mark.parametrize("name", [*(f"pokerstars/{name}" for name in GOLDENS), *OTHER_GOLDENS])
def test_golden(name: str, golden: Golden) -> None:
    path = ROOT / "samples" / f"{name}.txt"
    golden(path.with_suffix(".ledger"), "\n".join(ledger(one) for one in hands_of(path)))


def test_every_golden_belongs_to_a_sample() -> None:
    assert {path.stem for path in SAMPLES.glob("*.ledger")} == set(GOLDENS)
    others = {path.relative_to(ROOT / "samples") for path in (ROOT / "samples").rglob("*.ledger")}
    names = {path.with_suffix("").as_posix() for path in others if path.parts[0] != SAMPLES.name}
    assert names == set(OTHER_GOLDENS)


ADDING_UP = sorted(SAMPLES.glob("*.txt")) + [ROOT / "samples" / f"{name}.txt" for name in OTHER_GOLDENS]


@pytest.mark.parametrize("path", ADDING_UP, ids=lambda path: path.stem)
def test_a_sample_adds_up_in_a_hundred_columns(path: Path) -> None:
    for one in hands_of(path):
        text = ledger(one)
        assert max(map(width, text.splitlines())) <= WIDTH
        assert "DOES NOT" not in text
        assert "differs" not in text
        assert_sums_hold(text)
        assert_rules_are_explained(text)


def assert_sums_hold(text: str) -> None:
    """Work out every written sum again, from its text alone."""
    for line in text.splitlines():
        left, equals, right = line.partition(" = ")
        if equals and re.match(r" {3}\d", line):
            terms = re.findall(r"(^|[-+]) *(\d+(?:\.\d+)?)", left.strip())
            total = sum(float(amount) * (-1 if sign == "-" else 1) for sign, amount in terms)
            assert total == pytest.approx(float(right.split()[0])), line


def assert_rules_are_explained(text: str) -> None:
    body, _, book = text.partition("\nRules\n")
    cited = set(re.findall(r"\b(R\d\d)\b", body))
    assert cited == set(re.findall(r"^ +(R\d\d)", book, re.M))
    for number, slug in re.findall(r"\b(R\d\d) ([A-Z][A-Z0-9-]{3,})", body):
        assert BOOK[slug].number == number


def test_the_corpus_adds_up(corpus: Path) -> None:
    """Only hands that the audit faults may differ or not add up."""
    wrong = []
    for item in Reading([corpus / "pokerstars"]):
        if isinstance(item, Hand):
            text = ledger(item)
            assert max(map(width, text.splitlines())) <= WIDTH
            if "Findings of the audit" not in text and ("DOES NOT" in text or "differs" in text):
                wrong.append(f"{item.source.path}:{item.source.line}")
    assert wrong == []


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("table", SHAPES)
def test_random_hands_add_up(seed: int, table: str) -> None:
    text = ledger(dealt(Random(seed), table), house(table))
    assert "DOES NOT" not in text
    assert "differs" not in text
    assert_sums_hold(text)


# --- single lines --------------------------------------------------------------------------------------------------

SIDE_POT = (
    "b1 1:100 2:30 3:100",
    "p2 sb 1", "p3 bb 2", "p1 raise 30", "p2 call 29 !", "p3 call", "flop Kh 8s 3c", "p3 bet 20", "p1 call",
    "turn 4h", "p3 check", "p1 check", "river 9c", "p3 check", "p1 check",
    "p3 show As Kc", "p1 show Ks Jd", "p2 show 9d 9s", "p2 win 86", "p3 win 39",
)  # fmt: skip


def test_inferred_rake_says_so() -> None:
    one = hand("NL 1/2", *SIDE_POT, "total 130 rake 5")
    text = ledger(one, RULES)
    assert "its division among the pots is inferred: the main pot pays first" in text
    assert "0.90 main pot - 0.05 rake = 0.85 to be won" in text
    pot = PotClaim(130, "gross", (86, 39), 5, 100, 0, 0)
    text = ledger(replace(one, claims=Claims(pot=pot)), RULES)
    assert "its division among the pots is read from the pots as printed" in text
    assert "0.90 main pot - 0.04 rake = 0.86 to be won" in text


@pytest.mark.parametrize(
    ("fields", "claim", "words"),
    [
        ({}, "total 130 rake 5", "as printed; its division among the pots is inferred: the main pot pays first"),
        ({}, "", "which no line prints: so much is missing of what is collected"),
        ({}, "", "its division among the pots is inferred from what each player collects"),
        ({"rake_alloc": "proportional"}, "total 130 rake 5", "is inferred: each pot pays by its size"),
        ({"rake_percent": Decimal(4)}, "total 130 rake 5", "is inferred: the house's table on the running total"),
        ({"fee_unprinted": 2}, "total 130 rake 3", "0.05 rake in all, 0.02 of it a fee that no line prints"),
    ],
)
def test_where_the_rake_comes_from(fields: dict[str, object], claim: str, words: str) -> None:
    script = [*SIDE_POT, claim] if claim else [*SIDE_POT]
    text = ledger(hand("NL 1/2", *script), replace(RULES, **fields))  # type: ignore[arg-type]
    assert words in " ".join(text.split())


def test_who_can_win_what() -> None:
    text = ledger(hand("NL 1/2", *SIDE_POT, "total 130 rake 5"), RULES)
    assert re.search(r"^ +2 p2 +0\.30 \* +- +0\.30$", text, re.M)
    assert re.search(r"^ +3 p3 +0\.30 \* +0\.20 \* +0\.50$", text, re.M)


def test_a_wrong_award_differs_and_the_audit_is_quoted() -> None:
    path = ROOT / "samples" / "bad" / "rules" / "wrong_winner_paid.txt"
    text = ledger(hands_of(path)[0])
    assert "differs by +33.73" in text
    assert "line 28: error: RANK-ORDER coppice7 collects $33.73" in text


def test_a_mucked_hand_is_named() -> None:
    script = ["p2 sb 1", "p3 bb 2", "p1 call", "p2 fold", "p3 check", "flop Kh 8s 3c", "p3 check", "p1 check"]
    script += ["turn 4h", "p3 check", "p1 check", "river 9c", "p3 check", "p1 check"]
    text = ledger(hand("NL 1/2", "b1 1:50 2:50 3:50", *script, "p3 show As Kc", "p1 muck", "p3 win 5"), RULES)
    assert re.search(r"3 p3 +0.05  the only hand shown +R54 AWARD-TO-MUCKED", text)
    assert re.search(r"1 p1 +-  shows nothing +R54 AWARD-TO-MUCKED", text)


def test_a_hand_that_breaks_off() -> None:
    text = ledger(hand("NL 1/2", "b1 1:50 2:50 3:50", "p2 sb 1", "p3 bb 2", "p1 call"), RULES)
    assert "The hand breaks off: nothing is divided." in text
    assert "Net" not in text


# --- five cards ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "hole", "board", "side", "expected"),
    [
        ("omaha", "As 3h 4c 6d", "Ks Qs Js 9s 2d", "high", "[As 6d] Ks Qs Js"),
        ("omaha_hilo", "As 2s Kh Kd", "Kc 7s 5s 3d 9h", "high", "[Kh Kd] Kc 9h 7s"),
        ("omaha_hilo", "As 2s Kh Kd", "Kc 7s 5s 3d 9h", "low", "[2s As] 7s 5s 3d"),
        ("omaha_hilo", "Ac 9d Kh Kd", "2c 5h 8d Js Qc", "low", ""),
        ("holdem", "2c 3d", "As Ks Qs Js Ts", "whole", "As Ks Qs Js Ts"),
        ("holdem", "Ah Kd", "Kc 7s 5s 3d 9h", "whole", "[Ah Kd] Kc 9h 7s"),
        ("shortdeck", "Ah 6d", "7c 8s 9s Kd Qh", "whole", "[Ah 6d] 9s 8s 7c"),
    ],
)
def test_five_cards(game: str, hole: str, board: str, side: str, expected: str) -> None:
    assert spelled(five_cards(GAMES[game], tuple(hole.split()), tuple(board.split()), side)) == expected


@pytest.mark.parametrize("seed", range(30))
def test_five_cards_have_the_rank(seed: int) -> None:
    deck: Cards = tuple(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")
    cards = tuple(Random(seed).sample(deck, 9))
    hole, board, game = cards[:4], cards[4:], GAMES["omaha_hilo"]
    found = five_cards(game, hole, board, "high")
    assert found is not None
    assert (len(found[0]), high(found[0] + found[1])) == (2, best_high(game, hole, board))
    low = five_cards(game, hole, board, "low")
    assert (low8(low[0] + low[1]) if low else None) == best_low(game, hole, board)


def test_long_and_wide_names_are_shortened() -> None:
    assert shortened("2 abcdefghijklmnopqrstuvwxyz", 10) == "2 abcdefg…"
    assert width(shortened("2 漢字漢字漢字漢字漢字", 10)) <= 10
