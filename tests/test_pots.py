"""Pots and their division: the tables of cases, and what holds for every division."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hhparse.cards import DECK, Cards
from hhparse.model import GAMES
from hhparse.rules.pots import Ledger, layers, settle, shares
from hhparse.rules.ruleset import RuleSet

CASES: dict[str, list[dict[str, Any]]] = tomllib.loads(
    (Path(__file__).parent / "cases" / "pots.toml").read_text(encoding="utf-8")
)
RULES = RuleSet("plain")


def by_seat(table: dict[str, int]) -> dict[int, int]:
    return {int(seat): amount for seat, amount in table.items()}


@pytest.mark.parametrize("case", CASES["layers"], ids=lambda case: case["rule"])
def test_layers(case: dict[str, Any]) -> None:
    found = layers(by_seat(case["contributed"]), case["live"], case.get("dead", 0))
    assert [[amount, list(eligible)] for amount, eligible in found] == case["pots"]


def settled(case: dict[str, Any]) -> Ledger:
    contributed = by_seat(case["contributed"])
    return settle(
        GAMES[case["game"]],
        contributed,
        case.get("dead", 0),
        case.get("live", list(contributed)),
        case["order"],
        [tuple(board.split()) for board in case.get("boards", [])],
        {int(seat): tuple(cards.split()) for seat, cards in case.get("hands", {}).items()},
        case.get("rake", 0),
        case.get("claimed", []),
        replace(RULES, **case.get("rules", {})),
        case.get("fees", 0),
    )


@pytest.mark.parametrize("case", CASES["settle"], ids=lambda case: case["rule"])
def test_settle(case: dict[str, Any]) -> None:
    ledger = settled(case)
    if "awards" in case:
        assert [list(award) for award in ledger.awards] == case["awards"]
    if "totals" in case:
        assert ledger.totals == by_seat(case["totals"])
    if "rakes" in case:
        assert [pot.rake for pot in ledger.pots] == case["rakes"]
    assert list(ledger.unknown) == case.get("unknown", [])
    assert ledger.rake_inferred == case.get("inferred", False)
    if not ledger.unknown:
        total = sum(case["contributed"].values()) + case.get("dead", 0)
        assert sum(ledger.totals.values()) + case.get("rake", 0) == total


def test_nobody_live() -> None:
    with pytest.raises(ValueError, match="no seat is live"):
        layers({1: 10, 2: 10}, [], 0)


@pytest.mark.parametrize(
    ("amount", "parts", "unit", "expected"),
    [
        (101, 2, 1, [51, 50]),
        (100, 3, 1, [34, 33, 33]),
        (0, 2, 1, [0, 0]),
        (175, 2, 25, [100, 75]),
        (110, 2, 50, [60, 50]),
    ],
)
def test_shares(amount: int, parts: int, unit: int, expected: list[int]) -> None:
    assert shares(amount, parts, unit) == expected


AMOUNTS = st.lists(st.integers(0, 300), min_size=2, max_size=9)


@given(AMOUNTS, st.data(), st.integers(0, 50))
def test_layers_hold_every_chip(amounts: list[int], data: st.DataObject, dead: int) -> None:
    contributed = dict(enumerate(amounts, 1))
    live = sorted(data.draw(st.sets(st.sampled_from(list(contributed)), min_size=1)))
    pots = layers(contributed, live, dead)
    assert sum(pot.amount for pot in pots) == sum(amounts) + dead
    assert all(pot.amount > 0 for pot in pots)
    sets = [set(pot.eligible) for pot in pots]
    assert all(later < earlier for earlier, later in pairwise(sets))


@st.composite
def showdowns(draw: st.DrawFn) -> dict[str, Any]:
    """Draw the arguments of a division: game, contributions, folds, mucks, boards, rake, house rules."""
    game = GAMES[draw(st.sampled_from(["holdem", "shortdeck", "omaha", "omaha_hilo", "omaha5_hilo"]))]
    contributed = dict(enumerate(draw(st.lists(st.integers(0, 200), min_size=2, max_size=5)), 1))
    live = sorted(draw(st.sets(st.sampled_from(list(contributed)), min_size=1)))
    shown = draw(st.sets(st.sampled_from(live), min_size=1))
    runs = draw(st.integers(1, 3))
    deck = [card for card in DECK if not game.short_deck or card[0] in "6789TJQKA"]
    drawn = draw(st.permutations(deck))
    size = game.hole_cards
    hands: dict[int, Cards] = {
        seat: tuple(drawn[15 + size * place : 15 + size * (place + 1)]) for place, seat in enumerate(sorted(shown))
    }
    boards = [tuple(drawn[5 * run : 5 * run + 5]) for run in range(runs)]
    start = draw(st.integers(0, len(contributed) - 1))
    seats = list(contributed)
    dead = draw(st.integers(0, 30))
    rules = replace(
        RULES,
        odd_order=draw(st.sampled_from(["left_of_button", "high_card", "last_seat"])),
        odd_hi=draw(st.sampled_from(["high", "low"])),
        odd_board=draw(st.sampled_from(["first", "last"])),
        identical_even=draw(st.booleans()),
        chip_unit=draw(st.sampled_from([1, 5])),
    )
    rake = draw(st.integers(0, min(10, sum(contributed.values()) + dead)))
    return {
        "game": game, "contributed": contributed, "dead": dead, "live": live, "order": seats[start:] + seats[:start],
        "boards": boards, "hands": hands, "rake": rake, "claimed_pots": (), "rules": rules,
    }  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(showdowns())
def test_every_chip_is_awarded_once(case: dict[str, Any]) -> None:
    ledger = settle(**case)
    assert sum(pot.amount for pot in ledger.pots) == sum(case["contributed"].values()) + case["dead"]
    assert sum(pot.rake for pot in ledger.pots) == case["rake"]
    for index, pot in enumerate(ledger.pots):
        given_out = [award for award in ledger.awards if award.pot == index]
        assert {award.seat for award in given_out} <= set(pot.eligible)
        expected = 0 if index in ledger.unknown else pot.amount - pot.rake
        assert sum(award.amount for award in given_out) == expected
    by_award: dict[int, int] = {}
    for award in ledger.awards:
        by_award[award.seat] = by_award.get(award.seat, 0) + award.amount
    assert ledger.totals == by_award


@settings(max_examples=150, deadline=None)
@given(showdowns())
def test_no_one_wins_more_than_the_pots_he_is_eligible_for(case: dict[str, Any]) -> None:
    ledger = settle(**case)
    for seat, amount in ledger.totals.items():
        assert amount <= sum(pot.amount - pot.rake for pot in ledger.pots if seat in pot.eligible)
    assert set(ledger.totals) <= set(case["live"])
