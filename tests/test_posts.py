"""Posts that a mutant or a random hand once showed to be judged wrongly."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hhparse.audit import audit
from hhparse.model import Hand
from hhparse.replay import frames, replay
from hhparse.rules.ruleset import RuleSet
from hhparse.views.ledger import ledger
from tests.hands import hand

RULES = RuleSet("plain", kill_type="full")
DECK = "NL 0/0 ante=5 bblind=5 game=shortdeck"
THREE = "b1 1:100 2:100 3:100"
ANTES = ("p1 ante 5", "p2 ante 5", "p3 ante 5")


def slugs(one: Hand) -> list[str]:
    return [row.slug for row in replay(one, RULES).violations]


@pytest.mark.parametrize(("posted", "found"), [("5", []), ("4", ["POST-BB-AMOUNT"]), ("6", ["POST-BB-AMOUNT"])])
def test_a_button_blind_is_what_the_stakes_say(posted: str, found: list[str]) -> None:
    assert slugs(hand(DECK, THREE, *ANTES, f"p1 button {posted}", "p2 fold")) == found


def test_a_button_blind_may_be_all_in_for_less() -> None:
    assert slugs(hand(DECK, "b1 1:8 2:100 3:100", *ANTES, "p1 button 3 !", "p2 call 5")) == []


@pytest.mark.parametrize(
    ("table", "antes", "found"),
    [
        (THREE, ANTES, []),
        (THREE, ANTES[:2], ["ANTE-AMOUNT"]),
        ("b1 1:100 2:100 3:10", ANTES[:2], ["ANTE-AMOUNT"]),  # the ante comes before the blind that takes all
    ],
)
def test_everyone_pays_the_ante(table: str, antes: tuple[str, ...], found: list[str]) -> None:
    blinds = ("p2 sb 5", "p3 bb 10 !" if table.endswith(":10") and len(antes) < 3 else "p3 bb 10")
    assert slugs(hand("NL 5/10 ante=5 tour", table, *antes, *blinds, "p1 fold")) == found


def test_a_blind_that_takes_all_leaves_no_ante_where_it_comes_first() -> None:
    one = hand("NL 5/10 ante=5 tour", "b1 1:100 2:100 3:10", "p2 sb 5", "p3 bb 10 !", *ANTES[:2], "p1 fold")
    assert replay(one, replace(RULES, ante_first=False)).violations == ()


@pytest.mark.parametrize(
    ("stakes", "table", "antes"),
    [
        ("NL 5/10 ante=5 tour", "b1 1:100 2:5 3:4 4:100", ("p1 ante 5", "p2 ante 5 !", "p3 ante 4 !", "p4 ante 5")),
        ("NL 0/0 ante=10 bblind=10 game=shortdeck", "b1 1:10 2:50 3:50", ("p1 ante 10 !", "p2 ante 10", "p3 ante 10")),
    ],
)
def test_blinds_that_are_all_in_on_their_antes_leave_the_bet_as_it_is(
    stakes: str, table: str, antes: tuple[str, ...]
) -> None:
    *_, last = frames(hand(stakes, table, *antes), RULES)
    assert last.legal is not None
    assert (last.legal.may_check, last.legal.to_call, last.legal.min_to) == (False, 10, 20)


@pytest.mark.parametrize(
    ("stakes", "posts", "later", "slug"),
    [
        ("NL 1/2", "p2 sb 1, p3 bb 2, p4 straddle 3", "p1 call 4, p2 call 3, p3 call 2, p4 check", "STRADDLE"),
        ("FL 4/8", "p2 sb 2, p3 bb 4, p4 kill 7", "p4 check, p1 call 8, p2 call 6, p3 call 4", "KILL-VOLUNTARY"),
    ],
)
def test_what_follows_from_a_short_post_is_no_finding_of_its_own(
    stakes: str, posts: str, later: str, slug: str
) -> None:
    script = f"{posts}, {later}, flop 2c 7d 9h, p2,p3,p4 fold".split(", ")
    one = hand(stakes, "b1 1:200 2:200 3:200 4:200", *script)
    assert [row.slug for row in audit(one, RULES) if row.severity == "error"] == [slug]


def test_the_ledger_of_a_bomb_pot_and_of_chips_of_the_house() -> None:
    bomb = hand(
        "NL 1/2", THREE, "p1,p2,p3 bomb 5", "flop 2c 7d 9h", "p2 bet 5", "p3,p1 fold", "p2 uncalled 5", "p2 win 15"
    )
    splash = hand(
        "NL 1/2", THREE, "splash 20", "p2 sb 1", "p3 bb 2", "p1,p2 fold", "p3 uncalled 1", "p3 win 22"
    )  # fmt: skip
    assert "bomb" in ledger(bomb, RULES)
    assert "+ 0.20 from the house" in ledger(splash, RULES)
    assert all("DOES NOT" not in ledger(one, RULES) for one in (bomb, splash))
