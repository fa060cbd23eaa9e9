"""Hand values: the tables of cases, and an independent evaluator over random hands."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pokerkit
import pytest

from hhparse.cards import DECK, SHORT_DECK, Cards
from hhparse.model import GAMES, Game
from hhparse.rules.evaluate import best_high, best_low, describe_high, describe_low, high, low8, spell_high

CASES: dict[str, list[dict[str, Any]]] = tomllib.loads(
    (Path(__file__).parent / "cases" / "evaluate.toml").read_text(encoding="utf-8")
)


def cards(text: str) -> Cards:
    return tuple(text.split())


@pytest.mark.parametrize("case", CASES["hand"], ids=lambda case: f"{case['rule']} {case['hole']}")
def test_hand(case: dict[str, str]) -> None:
    game, hole, board = GAMES[case["game"]], cards(case["hole"]), cards(case["board"])
    rank = best_high(game, hole, board)
    assert (spell_high(rank), describe_high(rank)) == (case["rank"], case["words"])
    if "low" in case:
        low = best_low(game, hole, board)
        assert (describe_low(low) if low else "none") == case["low"]


@pytest.mark.parametrize("case", CASES["order"], ids=lambda case: f"{case['rule']} {case['better']}")
def test_order(case: dict[str, str]) -> None:
    game, board = GAMES[case["game"]], cards(case["board"])
    rank = best_low if case["side"] == "low" else best_high
    better, worse = rank(game, cards(case["better"]), board), rank(game, cards(case["worse"]), board)
    assert better is not None
    assert worse is not None
    assert better > worse


def test_categories_are_ordered() -> None:
    texts = (
        "As Kd 9h 7c 2d", "2s 2d 3h 4c 5d", "2s 2d 3h 3c 4d", "2s 2d 2h 3c 4d", "As 2d 3h 4c 5d", "2s 3s 4s 5s 7s",
        "2s 2d 2h 3c 3d", "2s 2d 2h 2c 3d", "As 2s 3s 4s 5s", "As Ks Qs Js Ts",
    )  # fmt: skip
    assert all(low < top for low, top in pairwise([high(cards(text)) for text in texts]))


def test_low_of_any_number_of_cards() -> None:
    assert low8(cards("8c 7d 6h 5s")) is None
    low = low8(cards("8c 7d 6h 5s 4c 3c 2c Ac 8d"))
    assert low is not None
    assert describe_low(low) == "5-4-3-2-A"


def test_unknown_card_is_refused() -> None:
    with pytest.raises(KeyError):
        high(cards("As Kd 9h 7c ??"))


ORACLES = {
    "holdem": (pokerkit.StandardHighHand, None),
    "shortdeck": (pokerkit.ShortDeckHoldemHand, None),
    "omaha": (pokerkit.OmahaHoldemHand, None),
    "omaha_hilo": (pokerkit.OmahaHoldemHand, pokerkit.OmahaEightOrBetterLowHand),
    "omaha5_hilo": (pokerkit.OmahaHoldemHand, pokerkit.OmahaEightOrBetterLowHand),
    "omaha6_hilo": (pokerkit.OmahaHoldemHand, pokerkit.OmahaEightOrBetterLowHand),
}
HANDS = {"holdem": 1500, "shortdeck": 1500, "omaha": 400, "omaha_hilo": 200, "omaha5_hilo": 120, "omaha6_hilo": 80}


def deals(game: Game, count: int) -> Iterator[tuple[Cards, Cards, Cards]]:
    """Yield two hands on a board; most cards of one suit or few ranks, so that rare hands are not rare."""
    source = random.Random(f"deals of {game.name}")
    deck = SHORT_DECK if game.short_deck else DECK
    for index in range(count):
        pool = {
            0: deck,
            1: tuple(card for card in deck if card[1] in "sh" or card[0] in "A6"),
            2: tuple(card for card in deck if card[0] in "A2345678T"),
        }[index % 3]
        drawn = source.sample(pool, 5 + 2 * game.hole_cards)
        yield tuple(drawn[5 : 5 + game.hole_cards]), tuple(drawn[5 + game.hole_cards :]), tuple(drawn[:5])


def sign(mine: Any, theirs: Any) -> int:
    return int(mine > theirs) - int(mine < theirs)


@pytest.mark.parametrize("name", ORACLES)
def test_against_an_independent_evaluator(name: str) -> None:
    game, (high_hand, low_hand) = GAMES[name], ORACLES[name]
    for first, second, board in deals(game, HANDS[name]):
        ours = [best_high(game, hole, board) for hole in (first, second)]
        theirs = [high_hand.from_game("".join(hole), "".join(board)) for hole in (first, second)]
        assert sign(*ours) == sign(*theirs), (first, second, board)
        if low_hand is None:
            continue
        lows = [best_low(game, hole, board) for hole in (first, second)]
        others = [low_hand.from_game_or_none("".join(hole), "".join(board)) for hole in (first, second)]
        assert [low is None for low in lows] == [other is None for other in others], (first, second, board)
        if all(lows):
            assert sign(*lows) == sign(*others), (first, second, board)


def test_five_cards_against_an_independent_evaluator() -> None:
    """Rank a few thousand five-card hands in the same order."""
    source = random.Random("five cards")
    hands = [tuple(source.sample(DECK, 5)) for _ in range(3000)]
    pairs = [(high(hand), pokerkit.StandardHighHand("".join(hand))) for hand in hands]
    assert all(sign(a, b) == sign(x, y) for (a, x), (b, y) in pairwise(pairs))
