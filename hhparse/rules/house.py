"""The house of a hand: which rules it is judged by."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from hhparse.model import Hand
from hhparse.rules.ruleset import RuleSet, house_rules


def rules_of(hand: Hand, rules: RuleSet | None = None) -> RuleSet:
    """Return the rules of a hand: those of its site unless others are given, with the chips of its stakes."""
    rules = rules or house_rules(hand.site, hand.dialect)
    if not rules.chip_units or hand.kind != "ring" or not hand.currency.exponent:
        return rules
    return _at_stakes(rules, hand.stakes.big_blind or hand.stakes.small_bet)


@lru_cache(maxsize=256)
def _at_stakes(rules: RuleSet, big_blind: int) -> RuleSet:
    unit = next((amount for least, amount in reversed(rules.chip_units) if big_blind >= least), rules.chip_unit)
    return rules if unit == rules.chip_unit else replace(rules, chip_unit=unit)
