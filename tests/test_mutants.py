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
from hhparse.model import Hand, Uncalled
from hhparse.replay import replay
from hhparse.rules.ruleset import RuleSet, load
from tests.mutants import LEGAL, Book, Result, collects, rebet
from tests.mutations import KINDS, Kind
from tests.strategies import SHAPES, dealt

RULES = replace(load("pokerstars"), hu_cap="none", pl_nominal_blinds="yes")  # every rule proven
SHARE = 0.995
HEAD = f"{'kind of fault':30}{'mutants':>9}{'caught':>9}{'right slug':>12}{'share':>9}{'legal by accident':>19}"


class Tally(NamedTuple):
    """How many mutants of a kind were made, caught by any finding, and caught by a right one; `legal` are none."""

    kind: Kind
    made: int
    caught: int
    right: int
    legal: int
    missed: tuple[tuple[str, int, tuple[str, ...]], ...]  # shape, seed, slugs found

    @property
    def share(self) -> float:
        return self.right / self.made if self.made else 1.0

    def __str__(self) -> str:
        share = f"{self.share:9.2%}" if self.made else f"{'-':>9}"
        return f"{self.kind.name:30}{self.made:9}{self.caught:9}{self.right:12}{share}{self.legal:19}"


@lru_cache(maxsize=4096)
def parent(shape: str, seed: int) -> Hand:
    return dealt(Random(f"{shape} {seed}"), SHAPES[shape], RULES)


def slugs(hand: Hand, rules: RuleSet = RULES) -> tuple[str, ...]:
    return tuple(finding.slug for finding in audit(hand, rules) if finding.severity != "info")


def unprinted(hand: Hand) -> Hand:
    """Return a hand without its total pot and rake, which some sites never print."""
    return replace(hand, claims=hand.claims._replace(pot=None))


def of_one_pot(kind: Kind) -> Kind:
    """Return a kind of mutants that have no side pots."""

    def mutate(random: Random, hand: Hand) -> Result:
        ledger = replay(hand, RULES).ledger
        return kind.mutate(random, hand) if ledger is not None and len(ledger.pots) == 1 else None

    return kind._replace(mutate=mutate)


def bred(kind: Kind, wanted: int, rules: RuleSet = RULES, *, rake_printed: bool = True) -> Tally:
    """Breed that many mutants of a kind and audit them."""
    counts: Counter[str] = Counter()
    missed = []
    shapes = kind.shapes or tuple(SHAPES)
    for number in range(wanted * 60):
        shape, seed = shapes[number % len(shapes)], number // len(shapes)
        mutant = kind.mutate(Random(f"{kind.name} {number}"), parent(shape, seed))
        if isinstance(mutant, str):
            assert mutant == LEGAL
            counts["legal"] += 1
        elif mutant is not None:
            found = slugs(mutant if rake_printed else unprinted(mutant), rules)
            counts.update(made=1, caught=bool(found), right=not kind.slugs.isdisjoint(found))
            if kind.slugs.isdisjoint(found):
                missed.append((shape, seed, found))
        if (counts["made"] or counts["legal"] * (not kind.slugs)) >= wanted:
            break
    return Tally(kind, counts["made"], counts["caught"], counts["right"], counts["legal"], tuple(missed))


def check(wanted: int) -> None:
    tallies = [bred(kind, wanted) for kind in KINDS]
    print("\n" + "\n".join([HEAD, *map(str, tallies)]))
    made, right = sum(tally.made for tally in tallies), sum(tally.right for tally in tallies)
    print(f"{'all':30}{made:9}{sum(tally.caught for tally in tallies):9}{right:12}{right / made:9.2%}")
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
    rules = replace(RULES, rake_percent=Decimal(5), rake_cap=((0, 40),)) if table else RULES
    kinds = [kind if table else of_one_pot(kind) for kind in KINDS if kind.name in AWARDS]
    tallies = [bred(kind, 60, rules, rake_printed=False) for kind in kinds]
    assert len(tallies) == len(AWARDS)
    print("\n" + "\n".join([HEAD, *map(str, tallies)]))
    for tally in tallies:
        assert tally.made >= 60, tally.kind.name
        assert tally.right >= SHARE * tally.made, (tally.kind.name, tally.missed[:3])


@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_missing_is_the_rake_where_none_is_printed(shape: str) -> None:
    """Find nothing in legal hands, but where no table could have taken the rake from three pots as it was."""
    for seed in range(12):
        hand = parent(shape, seed)
        result = replay(hand, RULES)
        if result.ledger is not None and len(result.ledger.pots) < 3:
            assert slugs(unprinted(hand)) == (), seed


def test_every_kind_of_fault_is_found() -> None:
    check(40)


@pytest.mark.parametrize("name", ["nl", "nl heads-up", "nl omaha hilo"])
def test_what_is_legal_by_accident_has_no_finding(name: str) -> None:
    """Raise one chip more in no limit, or leave out the line that returns a bet, as old histories do."""
    for seed in range(60):
        hand = parent(name, seed)
        spots = [spot for spot in Book(hand).spots if spot.wager and spot.last and spot.behind > spot.act.added]
        if spots and len(collects(hand)) == 1:  # then the chip is his who wins all
            assert slugs(rebet(hand, spots[-1], spots[-1].act.to + 1)) == ()
        assert slugs(replace(hand, events=tuple(row for row in hand.events if not isinstance(row, Uncalled)))) == ()


@pytest.mark.slow
def test_every_kind_of_fault_is_found_in_many_hands() -> None:
    check(300)
