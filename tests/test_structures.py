"""Every structure, played at random by what legal() allows: no finding, no chip lost."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from hhparse.audit import audit
from hhparse.model import Splash
from hhparse.replay import frames, replay
from hhparse.rules.ruleset import load
from hhparse.tables import tabulate
from hhparse.views.log import log
from tests.hands import hand, random_play
from tests.structures import STRUCTURES, fitted

RULES = replace(load("pokerstars"), hu_cap="none", pl_nominal_blinds="yes")  # every rule proven


@pytest.mark.parametrize("structure", STRUCTURES)
def test_legal_and_step_agree(structure: str) -> None:
    rules = fitted(structure, RULES)
    for seed in range(25):
        played = random_play(Random(f"{structure} {seed}"), rules, structure)
        dealt = played.hand()
        result = replay(dealt, rules)
        assert result.violations == (), (seed, played)
        assert result.complete
        assert [str(finding) for finding in audit(dealt, rules)] == [], (seed, played)
        assert result.ledger is not None
        chips = sum(seat.stack for seat in dealt.seats)
        rake = dealt.claims.pot.rake if dealt.claims.pot is not None else 0
        assert sum(result.stacks.values()) + sum(result.ledger.totals.values()) + (rake or 0) == chips + result.splash
        if "cap" not in played.stakes:
            splashed = 0
            for frame in frames(dealt, rules):
                splashed += frame.event.amount if isinstance(frame.event, Splash) else 0
                assert sum(frame.stacks.values()) + frame.pot == chips + splashed, (seed, played, frame)


def test_a_chop_and_chips_of_the_house_in_log_and_tables() -> None:
    table = "b1 1:200 2:200 3:200"
    chopped = hand("FL 2/4", table, "p2 sb 1", "p3 bb 2", "p1 fold", "chop")
    splashed = hand(
        "NL 1/2", table, "splash 20", "p2 sb 1", "p3 bb 2", "p1,p2 fold", "p3 uncalled 1", "p3 win 22"
    )  # fmt: skip
    assert log(chopped).splitlines()[-1].endswith("blinds taken back")
    assert "20.00 added by the house" not in log(splashed)
    assert "0.20 added by the house" in log(splashed)
    tables = tabulate([chopped, splashed])
    nets = tables.seats.sort("hand", "seat")["net"].to_list()
    assert nets == [0, 0, 0, 0, -1, 21]


def test_a_chop_costs_nothing() -> None:
    dealt = hand("FL 2/4", "b1 1:200 2:200 3:200", "p2 sb 1", "p3 bb 2", "p1 fold", "chop")
    rules = replace(RULES, chop_allowed=True)
    result = replay(dealt, rules)
    assert (result.complete, result.chopped, result.violations) == (True, True, ())
    assert result.stacks == {1: 200, 2: 200, 3: 200}
    assert audit(dealt, rules) == ()
