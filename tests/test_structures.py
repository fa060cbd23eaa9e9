"""What the random hands of every structure reach; `pytest tests/test_structures.py -m slow -s` prints the table."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from hhparse.audit import audit
from hhparse.model import Act, CashOut, DealBoard, Post, Show
from hhparse.replay import replay
from hhparse.rules.ruleset import RuleSet
from hhparse.tables import tabulate
from hhparse.views.log import log
from tests.hands import hand
from tests.strategies import dealt
from tests.structures import SHAPES, house

REACHED = ("hands", "decisions", "raises", "all-ins", "short posts", "rivers", "showdowns", "side pots", "splits")


def reached(name: str, count: int) -> Counter[str]:
    """Play hands of a shape and return how often they come to what."""
    found: Counter[str] = Counter(hands=count)
    for seed in range(count):
        one = dealt(Random(f"{name} {seed}"), name)
        acts = [event for event in one.events if isinstance(event, Act)]
        played = replay(one, house(name))
        ledger = played.ledger
        assert ledger is not None
        found.update({
            "decisions": len(acts),
            "raises": sum(act.verb in ("bet", "raise") for act in acts),
            "all-ins": sum(act.all_in for act in acts),
            "short posts": sum(isinstance(event, Post) and event.all_in for event in one.events),
            "rivers": any(isinstance(event, DealBoard) and event.street == "river" for event in one.events),
            "showdowns": any(isinstance(event, Show) for event in one.events),
            "side pots": len(ledger.pots) > 1,
            "splits": len(ledger.awards) > len(ledger.pots),
            "chops": played.chopped,
            "cash-outs": any(isinstance(event, CashOut) for event in one.events),
        })  # fmt: skip
    return found


@pytest.mark.parametrize("name", SHAPES)
def test_every_structure_is_played_to_the_end(name: str) -> None:
    found = reached(name, 40)
    assert min(found[what] for what in ("decisions", "raises", "rivers", "showdowns")) > 0
    extra = SHAPES[name].extra
    assert (found["chops"] > 0, found["cash-outs"] > 0) == (extra == "chop", extra == "cash-out")


@pytest.mark.slow
def test_the_table_of_what_is_reached() -> None:
    print(f"\n{'structure':34}" + "".join(f"{what:>12}" for what in REACHED))
    for name in SHAPES:
        found = reached(name, 100)
        print(f"{name:34}" + "".join(f"{found[what]:12,}" for what in REACHED))
        assert min(found[what] for what in ("decisions", "raises", "rivers", "showdowns")) > 0


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
    rules = replace(RuleSet("plain"), chop_allowed=True)
    result = replay(dealt, rules)
    assert (result.complete, result.chopped, result.violations) == (True, True, ())
    assert result.stacks == {1: 200, 2: 200, 3: 200}
    assert audit(dealt, rules) == ()
