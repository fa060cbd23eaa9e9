"""Random hands beside pokerkit, the independent engine: `pytest tests/test_oracle.py -m slow -s` prints the tables."""

from __future__ import annotations

import pytest

from tests import oracle
from tests.oracle import GAMES, REASONS, Game


def test_hands_agree() -> None:
    found = oracle.survey(390)
    assert all(counts["hands"] for counts in found.values())


@pytest.mark.slow
def test_many_hands_agree() -> None:
    found = oracle.survey(20_000)
    print("\n" + oracle.report(found))
    total = {name: sum(counts[name] for counts in found.values()) for name in (*oracle.COMPARED, *REASONS)}
    assert total["hands"] == 20_000
    assert total["winnings"] > 0.97 * total["hands"]
    assert all(total[reason] for reason in REASONS)  # a reason that never occurs is none


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_hand_repeats(game: Game) -> None:
    assert oracle.play(game, 3) == oracle.play(game, 3)
