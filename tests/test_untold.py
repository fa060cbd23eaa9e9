"""What no line tells of a pot: the rake that is inferred, and what it may not explain."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

import pytest

from hhparse.audit import audit, figures
from hhparse.model import Collect, Hand, PotClaim, Uncalled
from hhparse.replay import replay
from hhparse.rules.ruleset import load
from hhparse.rules.untold import Untold
from tests.hands import hand, random_play

STARS = load("pokerstars")
KNOWN = replace(STARS, hu_cap="none", pl_nominal_blinds="yes")
CHECKED = ("flop 2c 7d 9h", "p2,p1 check", "turn Ks", "p2,p1 check", "river 3d", "p2,p1 check")
SHOWN = ("p2 show As Ah", "p1 show Qs Qh")
TIED = ("p2 show As Ad", "p1 show Ac Ah")
LIMPED = ("p1 sb 1", "p2 bb 2", "p1 call", "p2 check")
RAISED = ("p1 sb 1", "p2 bb 2", "p1 raise 50", "p2 call")
BET = (*RAISED, *CHECKED[:-1], "p2 bet 40", "p1 fold")  # 100 in the pot, 40 that nobody called
THREE = ("NL 100/200", "b1 1:1000 2:3000 3:3000")
SIDE = (
    "p2 sb 100", "p3 bb 200", "p1 raise 1000 !", "p2 call", "p3 raise 3000 !", "p2 call !", "flop 2c 7d 9h",
    "turn Ks", "river 3d", "p1 show As Ah", "p2 show Qs Qh", "p3 show Js Jh",
)  # fmt: skip


class Case(NamedTuple):
    """A hand without a printed rake: what is inferred of it, and the slugs found."""

    about: str
    play: tuple[str, ...]
    untold: Untold | None
    found: tuple[str, ...] = ()
    changes: dict[str, Any] = {}  # noqa: RUF012 (never changed)
    stakes: str = "NL 1/2"
    table: str = "b1 1:1000 2:1000"


CASES = (
    Case("nothing is missing", (*RAISED, *CHECKED, *SHOWN, "p2 win 100"), Untold(0, 0)),
    Case("what is missing is the rake", (*RAISED, *CHECKED, *SHOWN, "p2 win 95"), Untold(5, 0)),
    Case("both halves of a tie are short of the same rake",
         (*RAISED, *CHECKED, *TIED, "p1 win 47", "p2 win 48"), Untold(5, 0)),
    Case("a chip moved between the winners of a tie",
         (*RAISED, *CHECKED, *TIED, "p1 win 46", "p2 win 49"), Untold(5, 0), ("ODD-CHIP",)),
    Case("a tie paid to one", (*RAISED, *CHECKED, *TIED, "p2 win 95"), Untold(5, 0), ("AWARD-TIE",)),
    Case("the wrong one is paid", (*RAISED, *CHECKED, *SHOWN, "p1 win 95"), Untold(5, 0), ("RANK-ORDER",)),
    Case("a tenth is the most", (*RAISED, *CHECKED, *SHOWN, "p2 win 90"), Untold(10, 0)),
    Case("more is no rake", (*RAISED, *CHECKED, *SHOWN, "p2 win 89"), None, ("CHIPS-CONSERVED",)),
    Case("unless the house takes as much",
         (*RAISED, *CHECKED, *SHOWN, "p2 win 89"), Untold(11, 0), (), {"rake_unprinted": 11}),
    Case("a table of the house is the most",
         (*RAISED, *CHECKED, *SHOWN, "p2 win 95"), None, ("CHIPS-CONSERVED",), {"rake_percent": 4}),
    Case("one chip of a small pot", (*LIMPED, *CHECKED, *SHOWN, "p2 win 3"), Untold(1, 0)),
    Case("no rake is less than nothing",
         (*RAISED, *CHECKED, *SHOWN, "p2 win 101"), None, ("CHIPS-CONSERVED",)),
    Case("a tournament takes none",
         (*RAISED, *CHECKED, *SHOWN, "p2 win 95"), None, ("CHIPS-CONSERVED",), stakes="NL 1/2 tour"),
    Case("nor is any taken without a flop",
         ("p1 sb 1", "p2 bb 2", "p1 raise 50", "p2 fold", "p1 uncalled 48", "p1 win 3"), None, ("CHIPS-CONSERVED",)),
    Case("but in some houses once somebody raised",
         ("p1 sb 1", "p2 bb 2", "p1 raise 50", "p2 fold", "p1 uncalled 48", "p1 win 3"), Untold(1, 0), (),
         {"no_flop_no_drop": "unless_raised"}),
    Case("a bet returned without a line", (*BET, "p2 win 95"), Untold(5, 0)),
    Case("a bet in the winnings", (*BET, "p2 win 135"), Untold(5, 40)),
    Case("a house where it always is", (*BET, "p2 win 135"), Untold(5, 40), (), {"uncalled_line": "in_winnings"}),
    Case("there it may not be missing",
         (*BET, "p2 win 95"), None, ("CHIPS-CONSERVED",), {"uncalled_line": "in_winnings"}),
    Case("a walk where only a walk has no line",
         ("p1 sb 1", "p2 bb 2", "p1 fold", "p2 win 3"), Untold(0, 1), (), {"uncalled_line": "but_walks"}),
    Case("the main pot pays first",
         (*SIDE, "p1 win 2700", "p2 win 4000"), Untold(300, 0), (), {}, *THREE),
    Case("or some table takes less of the main pot",
         (*SIDE, "p1 win 2850", "p2 win 3850"), Untold(300, 0), (), {}, *THREE),
    Case("at most in proportion",
         (*SIDE, "p1 win 2872", "p2 win 3828"), Untold(300, 0), ("AWARD-INELIGIBLE",), {}, *THREE),
    Case("each pot by its size",
         (*SIDE, "p1 win 2871", "p2 win 3829"), Untold(300, 0), (), {"rake_alloc": "proportional"}, *THREE),
    Case("and no chip of another",
         (*SIDE, "p1 win 2870", "p2 win 3830"), Untold(300, 0), ("ODD-CHIP",), {"rake_alloc": "proportional"}, *THREE),
    Case("what the house pays for a hand is no part of the pot",
         ("p1 sb 1", "p2 bb 2", "p1 raise 1000 !", "p2 call !", *CHECKED[::2], *SHOWN, "p1 cashout 90", "p2 win 1950"),
         Untold(50, 0)),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.about)
def test_case(case: Case) -> None:
    rules = replace(STARS, **case.changes)
    dealt = hand(f"{case.stakes} dialect=pokerstars", case.table, *case.play)
    assert replay(dealt, rules).untold == case.untold
    assert tuple(found.slug for found in audit(dealt, rules) if found.severity == "error") == case.found


def claimed(total: int, means: str, rake: int | None) -> Hand:
    """Return a hand with a pot of 100 of which 93 are collected, and what the summary says of it."""
    dealt = hand("NL 1/2 dialect=pokerstars", "b1 1:1000 2:1000", *RAISED, *CHECKED, *SHOWN, "p2 win 93")
    pot = PotClaim(total, means, (), rake, dealt.source.line, 0, 0)
    return replace(dealt, claims=dealt.claims._replace(pot=pot))


@pytest.mark.parametrize(
    ("fee", "total", "means", "rake", "found"),
    [
        (2, 93, "net", 5, []),
        (2, 100, "gross", 5, []),
        (2, 95, "net", 5, ["POT-TOTAL"]),
        (1, 93, "net", 5, ["POT-TOTAL", "RAKE-SUM"]),
        (0, 93, "net", 5, ["POT-TOTAL", "RAKE-SUM"]),
        (2, 93, "net", 7, []),
        (0, 93, "net", None, []),
        (0, 94, "net", None, ["POT-TOTAL"]),
    ],
)
def test_a_fee_beside_the_printed_rake(fee: int, total: int, means: str, rake: int | None, found: list[str]) -> None:
    """Take a fee that the house does not print as taken, if it is all that is missing, to the chip."""
    rules = replace(STARS, fee_unprinted=fee)
    dealt = claimed(total, means, rake)
    assert [finding.slug for finding in audit(dealt, rules)] == found
    assert all(row.ok for row in figures(dealt, rules)) == (not found)


def unprinted(dealt: Hand, *, returns: bool = True) -> Hand:
    """Return a hand without its total pot and rake, and perhaps without the bet returned, as some sites print it."""
    events = tuple(event for event in dealt.events if returns or not isinstance(event, Uncalled))
    return replace(dealt, events=events, claims=dealt.claims._replace(pot=None))


def test_an_unprinted_rake_is_found_again() -> None:
    """Find in legal hands the rake that was printed, wherever it says it of a pot that some rake explains."""
    seen = 0
    for seed in range(300):
        dealt = random_play(Random(seed), KNOWN).hand()
        silent = unprinted(dealt, returns=False)
        result = replay(silent, KNOWN)
        pot = dealt.claims.pot
        if pot is None or pot.rake is None or result.untold is None:
            continue
        assert result.untold == Untold(pot.rake, 0)
        assert audit(silent, KNOWN) == ()
        seen += pot.rake > 0
    assert seen > 30


def test_a_chip_moved_between_the_winners_of_one_pot_is_found() -> None:
    moved = 0
    for seed in range(600):
        dealt = unprinted(random_play(Random(seed), KNOWN).hand())
        result = replay(dealt, KNOWN)
        places = [at for at, event in enumerate(dealt.events) if isinstance(event, Collect)]
        others = [at for at in places if dealt.events[at].seat != dealt.events[places[0]].seat]  # type: ignore[union-attr]
        if result.untold is None or result.ledger is None or len(result.ledger.pots) > 1 or not others:
            continue
        events = list(dealt.events)
        for at, more in ((places[0], 1), (others[0], -1)):
            event = events[at]
            assert isinstance(event, Collect)
            events[at] = event._replace(amount=event.amount + more)
        found = audit(replace(dealt, events=tuple(events)), KNOWN)
        assert {finding.slug for finding in found} & {"ODD-CHIP", "AWARD-TIE", "AWARD-HILO-SPLIT"}, seed
        moved += 1
    assert moved > 10


@pytest.mark.parametrize(
    ("alloc", "paid", "found"),
    [
        ("as_rake", (2700, 4000), []),
        ("as_rake", (2807, 3893), ["AWARD-INELIGIBLE"]),
        ("proportional", (2842, 3858), []),
        ("proportional", (2843, 3857), ["AWARD-INELIGIBLE"]),
    ],
)
def test_printed_fees_fall_on_two_pots_as_the_house_has_it(alloc: Any, paid: tuple[int, int], found: list[str]) -> None:
    dealt = hand(f"{THREE[0]} dialect=pokerstars", THREE[1], *SIDE, f"p1 win {paid[0]}", f"p2 win {paid[1]}")
    pot = PotClaim(7000, "gross", (), 300, dealt.source.line, 0, 0, 250)
    rules = replace(STARS, fee_alloc=alloc)
    assert [row.slug for row in audit(replace(dealt, claims=dealt.claims._replace(pot=pot)), rules)] == found
