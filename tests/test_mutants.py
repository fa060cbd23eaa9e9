"""Every kind of fault is found: `pytest tests/test_mutants.py -s` prints the table, with `-m slow` of 300 each."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache
from random import Random
from typing import NamedTuple

import pytest

from hhparse.audit import audit
from hhparse.model import Hand, NotAwarded, Uncalled
from hhparse.replay import replay
from tests.book import Book
from tests.endings import RAKE_CAP
from tests.mutants import LEGAL, Result, collects, rebet
from tests.mutations import KINDS, Kind
from tests.mutations_house import COMPARED
from tests.strategies import dealt
from tests.structures import SHAPES, Needs, house

SHARE = 0.995
HEAD = f"{'kind of fault':30}{'mutants':>9}{'caught':>9}{'right slug':>12}{'alone':>9}{'share':>9}{'legal':>8}"


class Tally(NamedTuple):
    """How many mutants of a kind were made, caught by any finding, by a right one, and by right ones
    alone; `legal` are none.
    """

    kind: Kind
    made: int
    caught: int
    right: int
    alone: int
    legal: int
    missed: tuple[tuple[str, int, tuple[str, ...]], ...]  # shape, seed, slugs found

    @property
    def share(self) -> float:
        return self.right / self.made if self.made else 1.0

    def __str__(self) -> str:
        share = f"{self.share:9.2%}" if self.made else f"{'-':>9}"
        return f"{self.kind.name:30}{self.made:9}{self.caught:9}{self.right:12}{self.alone:9}{share}{self.legal:8}"


@lru_cache(maxsize=4096)
def parent(shape: str, seed: int) -> Hand:
    return dealt(Random(f"{shape} {seed}"), shape)


def slugs(hand: Hand, rules: Needs | None = None) -> tuple[str, ...]:
    """Return the slugs found in a hand; `rules` are fields in which its house differs."""
    found = audit(hand, replace(house(hand.table), **(rules or {})))
    return tuple(finding.slug for finding in found if finding.severity != "info")


def unprinted(hand: Hand) -> Hand:
    """Return a hand without its total pot and rake, which some sites never print."""
    return replace(hand, claims=hand.claims._replace(pot=None))


def of_one_pot(kind: Kind) -> Kind:
    """Return a kind of mutants that have no side pots."""

    def mutate(random: Random, hand: Hand) -> Result:
        ledger = replay(hand, house(hand.table)).ledger
        return kind.mutate(random, hand) if ledger is not None and len(ledger.pots) == 1 else None

    return kind._replace(mutate=mutate)


def bred(kind: Kind, wanted: int, rules: Needs | None = None, *, rake_printed: bool = True) -> Tally:
    """Breed that many mutants of a kind and audit them."""
    counts: Counter[str] = Counter()
    missed = []
    shapes = kind.shapes
    for number in range(wanted * 120):
        shape, seed = shapes[number % len(shapes)], number // len(shapes)
        legal = parent(shape, seed)
        if bool(collects(legal)) == kind.unpaid:
            continue
        mutant = kind.mutate(Random(f"{kind.name} {number}"), legal)
        if isinstance(mutant, str):
            assert mutant == LEGAL
            counts["legal"] += 1
        elif mutant is not None:
            found = slugs(mutant if rake_printed else unprinted(mutant), rules)
            alone = bool(found) and kind.slugs.issuperset(found)
            counts.update(made=1, caught=bool(found), right=not kind.slugs.isdisjoint(found), alone=alone)
            if kind.slugs.isdisjoint(found):
                missed.append((shape, seed, found))
        if (counts["made"] or counts["legal"] * (not kind.slugs)) >= wanted:
            break
    return Tally(
        kind, counts["made"], counts["caught"], counts["right"], counts["alone"], counts["legal"], tuple(missed)
    )


def check(wanted: int) -> None:
    tallies = [bred(kind, wanted) for kind in KINDS]
    print("\n" + "\n".join([HEAD, *map(str, tallies)]))
    alone = sum(tally.alone for tally in tallies)
    made, right = sum(tally.made for tally in tallies), sum(tally.right for tally in tallies)
    print(f"{'all':30}{made:9}{sum(tally.caught for tally in tallies):9}{right:12}{alone:9}{right / made:9.2%}")
    for tally in tallies:
        if tally.kind.slugs:
            assert tally.made >= wanted, tally.kind.name
            assert tally.right >= SHARE * tally.made, (tally.kind.name, tally.missed[:3])
        else:
            assert tally.legal >= wanted, tally.kind.name


AWARDS = ("wrong winner", "folded hand paid", "mucked hand paid", "wrong half", "odd chip moved", "pot split unevenly")


@pytest.mark.parametrize("table", [True, False], ids=["by the table of the house", "of one pot"])
def test_wrong_awards_are_found_where_no_rake_is_printed(table: bool) -> None:
    """Tell what is missing as rake from what is paid to the wrong one.

    Of which of several pots a rake is missing is known only where the house's table is.
    """
    rules: Needs = {"rake_percent": Decimal(5), "rake_cap": ((0, RAKE_CAP),)} if table else {}
    kinds = [kind if table else of_one_pot(kind) for kind in KINDS if kind.name in AWARDS]
    wanted = 60 if table else 30
    tallies = [bred(kind, wanted, rules, rake_printed=False) for kind in kinds]
    assert len(tallies) == len(AWARDS)
    print("\n" + "\n".join([HEAD, *map(str, tallies)]))
    for tally in tallies:
        assert tally.made >= wanted, tally.kind.name
        assert tally.right >= SHARE * tally.made, (tally.kind.name, tally.missed[:3])


@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_missing_is_the_rake_where_none_is_printed(shape: str) -> None:
    """Find nothing in legal hands.

    No table could have taken the rake from three pots as it was; what the house keeps of a pot has no line.
    """
    for seed in range(12):
        hand = parent(shape, seed)
        result = replay(hand, house(shape))
        kept = any(isinstance(event, NotAwarded) for event in hand.events)
        if result.ledger is not None and len(result.ledger.pots) < 3 and not kept:
            assert slugs(unprinted(hand)) == (), seed


def test_every_kind_of_fault_is_found() -> None:
    check(10)


@pytest.mark.parametrize("name", ["nl", "nl heads-up", "nl omaha hilo"])
def test_what_is_legal_by_accident_has_no_finding(name: str) -> None:
    """Raise one chip more in no limit, or leave out the line that returns a bet, as old histories do."""
    for seed in range(60):
        hand = parent(name, seed)
        spots = [spot for spot in Book(hand).spots if spot.wager and spot.last and spot.behind > spot.act.added]
        if spots and len(collects(hand)) == 1:  # then the chip is his who wins all
            assert slugs(rebet(hand, spots[-1], spots[-1].act.to + 1)) == ()
        assert slugs(replace(hand, events=tuple(row for row in hand.events if not isinstance(row, Uncalled)))) == ()


def compared(count: int) -> Counter[str]:
    """Play hands of one house in others that bet otherwise; return how many are illegal there and how many are not."""
    counts: Counter[str] = Counter()
    for number in range(count):
        name = COMPARED[number % len(COMPARED)]
        hand = parent(name, number // len(COMPARED))
        for table in COMPARED:
            if SHAPES[table].limit == hand.limit and house(table) != house(name):
                moved = replace(hand, table=table)
                wrong = [spot for spot in Book(moved).spots if spot.wrong]
                assert bool(wrong) == bool(slugs(moved)), (name, number // len(COMPARED), table, slugs(moved))
                counts["illegal" if wrong else "legal"] += 1
    return counts


def test_hands_are_legal_in_another_house_where_their_bets_are() -> None:
    counts = compared(300)
    assert min(counts["illegal"], counts["legal"]) > 50


@pytest.mark.slow
def test_many_hands_are_legal_in_another_house_where_their_bets_are() -> None:
    print("\n", dict(compared(2_000)))


@pytest.mark.slow
def test_every_kind_of_fault_is_found_in_many_hands() -> None:
    check(300)
