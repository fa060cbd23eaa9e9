"""What a replay comes to: pots, returns, boards, showdowns, and properties of random legal hands."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hhparse.replay as replays
from hhparse import rules
from hhparse.model import Hand
from hhparse.replay import frames, replay
from hhparse.rules.rulebook import CLAIMS, RULES
from hhparse.rules.ruleset import load
from tests.hands import hand, random_play

# What is not proven of a house is settled here, so that what legal() allows is free of warnings.
RULES_KNOWN = replace(load("pokerstars"), hu_cap="none", pl_nominal_blinds="yes")


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32))
def test_legal_play_breaks_nothing_and_conserves_chips(seed: int) -> None:
    played = random_play(Random(seed), RULES_KNOWN)
    dealt = played.hand()
    result = replay(dealt, RULES_KNOWN)
    assert result.violations == (), played
    assert result.complete, played
    chips = sum(seat.stack for seat in dealt.seats)
    for frame in frames(dealt, RULES_KNOWN):
        assert sum(frame.stacks.values()) + frame.pot == chips, (played, frame)
    assert result.ledger is not None
    pots = sum(pot.amount for pot in result.ledger.pots)
    assert sum(result.contributed.values()) + result.dead == pots
    rake = sum(pot.rake for pot in result.ledger.pots)
    assert sum(result.stacks.values()) + sum(result.ledger.totals.values()) + rake == chips


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 30))
def test_a_prefix_replays_to_a_prefix(seed: int, length: int) -> None:
    dealt = random_play(Random(seed), RULES_KNOWN).hand()
    prefix = replace(dealt, events=dealt.events[:length])
    whole = list(frames(dealt, RULES_KNOWN))
    part = list(frames(prefix, RULES_KNOWN))
    # The last frame of a prefix that ends among the posts takes the posts as complete.
    assert part[:-1] == whole[: len(part)][:-1]
    assert [row._replace(legal=None) for row in part] == [row._replace(legal=None) for row in whole[: len(part)]]
    assert replay(prefix, RULES_KNOWN).violations == ()


def stars(stakes: str, table: str, *script: str) -> Hand:
    return hand(f"{stakes} dialect=pokerstars", table, *script)


def test_layers_of_a_short_big_blind() -> None:
    result = replay(
        stars(
            "NL 50/100",
            "b4 1:900 2:60 3:900 4:900",
            *("p1 sb 50", "p2 bb 60 !", "p3 call 100", "p4 fold", "p1 call 50"),
            *("flop 2c 7d 9h", "p1,p3 check", "turn Ks", "p1,p3 check", "river 3d", "p1,p3 check"),
            *("p2 show As Ah", "p1 show Kd Qd", "p3 muck", "p2 win 180", "p1 win 80"),
        )
    )
    assert result.violations == ()
    assert result.ledger is not None
    assert [(pot.amount, pot.eligible) for pot in result.ledger.pots] == [(180, (1, 2, 3)), (80, (1, 3))]
    assert result.ledger.totals == {1: 80, 2: 180}


def test_short_all_ins_and_antes() -> None:
    """Hand 25234313412: main pot 1680 (antes 600 and 3 x 360), side pot 240."""
    result = replay(
        stars(
            "NL 300/600 ante=100 tour",
            "b6 1:5000 2:460 3:580 4:5000 5:5000 6:5000",
            *(
                "p1,p2,p3,p4,p5,p6 ante 100",
                "p1 sb 300",
                "p2 bb 360 !",
                "p3 call 480 !",
                "p4,p5,p6 fold",
                "p1 call 180",
            ),
            *("flop 2c 7d 9h", "turn Ks", "river 3d", "p1 show As Ah", "p2 show Qs Qh", "p3 show 8s 4h", "p1 win 1920"),
        )
    )
    assert result.violations == ()
    assert result.ledger is not None
    assert [pot.amount for pot in result.ledger.pots] == [1680, 240]


def test_a_big_blind_ante_is_dead_money() -> None:
    result = replay(
        stars(
            "NL 500/1000 ante=1000 tour",
            "b1 1:9000 2:9000 3:9000",
            *("p3 ante 1000", "p2 sb 500", "p3 bb 1000", "p1,p2 fold", "p3 uncalled 500", "p3 win 2000"),
        )
    )
    assert (result.violations, result.dead, result.contributed) == ((), 1000, {2: 500, 3: 500, 1: 0})
    assert result.ledger is not None
    assert result.ledger.totals == {3: 2000}


def test_an_unprinted_return_is_made_all_the_same() -> None:
    result = replay(
        stars("NL 1/2", "b1 1:200 2:200 3:200", "p2 sb 1", "p3 bb 2", "p1 raise 9", "p2,p3 fold", "p1 win 5")
    )
    assert (result.returned, result.returns_due) == ({}, {1: 7})
    assert result.contributed == {2: 1, 3: 2, 1: 2}
    assert result.stacks == {2: 199, 3: 198, 1: 198}


def test_boards_run_twice_share_what_came_before() -> None:
    result = replay(
        stars(
            "NL 1/2",
            "b1 1:100 2:100",
            *("p1 sb 1", "p2 bb 2", "p1 raise 100 !", "p2 call !", "flop 2c 7d 9h", "p1 show As Ah", "p2 show Ks Kh"),
            *("turn1 3c", "river1 3d", "turn2 Kd", "river2 4c", "p1 win 100", "p2 win 100"),
        )
    )
    assert result.violations == ()
    assert result.boards == (("2c", "7d", "9h", "3c", "3d"), ("2c", "7d", "9h", "Kd", "4c"))
    assert result.ledger is not None
    assert result.ledger.totals == {1: 100, 2: 100}


def test_the_early_card_of_courchevel() -> None:
    result = replay(
        stars(
            "PL 1/2 game=courchevel",
            "b1 1:100 2:100",
            *("p1 sb 1", "p2 bb 2", "first 2c", "p1 call", "p2 check", "flop 7d 9h", "p2 bet 2", "p1 fold"),
            *("p2 uncalled 2", "p2 win 4"),
        )
    )
    assert (result.violations, result.boards) == ((), (("2c", "7d", "9h"),))


def test_a_hand_goes_on_after_an_illegal_action() -> None:
    result = replay(
        stars(
            "NL 1/2",
            "b1 1:200 2:200 3:200",
            *("p2 sb 1", "p3 bb 2", "p1 raise 3", "p2 fold", "p3 call 1", "flop 2c 7d 9h", "p3 bet 1", "p1 fold"),
            *("p3 uncalled 1", "p3 win 7"),
        )
    )
    assert [(row.slug, row.event) for row in result.violations] == [("RAISE-SHORT", 2), ("BET-SHORT", 6)]
    assert result.complete
    assert result.ledger is not None
    assert result.ledger.totals == {3: 7}


@pytest.mark.parametrize(
    ("script", "slugs"),
    [
        (("flop 2c 7d 9h", "p2,p1 check", "river 3d"), ["HAND-ORDER"]),
        (("flop 2c 7d 9h", "p2,p1 check", "flop 3d 4d 5d"), ["HAND-ORDER"]),
        (("turn Ks",), ["HAND-ORDER"]),
    ],
)
def test_streets_out_of_order_stop_the_replay(script: tuple[str, ...], slugs: list[str]) -> None:
    played = ("p1 sb 1", "p2 bb 2", "p1 call", "p2 check", *script, "p1 win 4")
    result = replay(stars("NL 1/2", "b1 1:200 2:200", *played))
    assert [row.slug for row in result.violations] == slugs
    assert (result.complete, result.ledger) == (False, None)


def test_a_showdown_needs_the_whole_board() -> None:
    played = ("p1 sb 1", "p2 bb 2", "p1 call", "p2 check", "flop 2c 7d 9h", "p2,p1 check", "p1 win 4")
    result = replay(stars("NL 1/2", "b1 1:200 2:200", *played))
    assert [row.slug for row in result.violations] == ["BOARD-COUNT"]
    assert not result.complete


def test_a_hand_that_ends_too_early() -> None:
    result = replay(stars("NL 1/2", "b1 1:200 2:200 3:200", "p2 sb 1", "p3 bb 2", "p1 call", "p2 fold", "p1 win 5"))
    assert [row.slug for row in result.violations] == ["BB-OPTION", "BOARD-COUNT"]


def test_cancelled_and_unfinished_hands_have_no_ledger() -> None:
    cancelled = replay(stars("NL 1/2", "b1 1:200 2:200", "p1 sb 1", "p2 bb 2", "cancelled"))
    assert (cancelled.complete, cancelled.ledger, cancelled.violations) == (True, None, ())
    unfinished = replay(stars("NL 1/2", "b1 1:200 2:200", "p1 sb 1", "p2 bb 2", "p1 call"))
    assert (unfinished.complete, unfinished.ledger, unfinished.violations) == (False, None, ())


def test_a_silent_seat_was_not_dealt_in() -> None:
    result = replay(
        stars("NL 1/2", "b1 1:200 2:200 3:200 5:200", "p2 sb 1", "p3 bb 2", "p1,p2 fold", "p3 uncalled 1", "p3 win 2")
    )
    assert [(row.slug, row.severity) for row in result.violations] == [("SEAT-SILENT", "I")]
    assert result.order == (2, 3, 1)


def test_a_sitting_out_player_all_in_from_his_blind_folds() -> None:
    played = ("p2 sb 10", "p3 bb 16 !", "p1 raise 40", "p2 call", "p3 fold", "flop 2c 7d 9h", "p2 bet 20", "p1 fold")
    result = replay(stars("NL 10/20 tour", "b1 1:200 2:200 3:16out", *played, "p2 uncalled 20", "p2 win 96"))
    assert [row.slug for row in result.violations] == ["ACT-WHEN-ALLIN"]
    assert (result.live, result.complete) == ((2,), True)


def test_the_cap_of_a_hand_is_all_in_for_every_rule() -> None:
    played = ("p1 sb 1", "p2 bb 2", "p1 raise 60", "p2 call 58", "flop 2c 7d 9h", "turn Ks", "river 3d")
    result = replay(stars("NL 1/2 cap=60", "b1 1:200 2:300", *played, "p1 show As Ah", "p2 show Qs Qh", "p1 win 120"))
    assert (result.violations, result.stacks) == ((), {2: 240, 1: 140})


def test_every_slug_is_in_the_catalogue_once() -> None:
    assert all(slug == rule.slug and rule.severity in "EHWI" for slug, rule in RULES.items())
    assert {int(rule.number[1:]) for rule in RULES.values()} >= set(range(1, 68))


def test_every_reported_slug_is_in_the_catalogue() -> None:
    files = [*Path(rules.__path__[0]).glob("*.py"), Path(replays.__file__)]
    slugs = {slug for file in files for slug in re.findall(r'"([A-Z]+(?:-[A-Z0-9]+)+)"', file.read_text("utf-8"))}
    assert "RAISE-SHORT" in slugs
    assert slugs - {"PL-NL", "WSOP-LA"} <= {*RULES, *CLAIMS}
