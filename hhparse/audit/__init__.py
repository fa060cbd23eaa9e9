"""Set what the site claims beside what the engine computes; every difference is a finding at a line and column.

The site's figures are read, never edited. One cause is reported once: where the collected chips are wrong, the summary
that repeats them is not reported again. Amounts are integers in minor units.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from hhparse.cards import UNKNOWN, Cards
from hhparse.errors import ClaimMismatch, HandError, IllegalAction, Location
from hhparse.model import Act, CashOut, Collect, DealBoard, Event, Hand, PotClaim, SeatClaim, Show, Street
from hhparse.money import money
from hhparse.replay import Replay, replay
from hhparse.rules.pots import Award, Ledger, settle
from hhparse.rules.rulebook import RULES, Rule, Violation
from hhparse.rules.ruleset import RuleSet, load, presets
from hhparse.rules.words import hand_in_words, said_wrongly

@lru_cache(maxsize=64)
def house_rules(site: str, dialect: str) -> RuleSet:
    """Return the preset named like the site, else like the grammar that read the hand, else the permissive one."""
    known = presets()
    names = (site.casefold().replace(" ", ""), dialect, "permissive")
    return load(next(name for name in names if name in known))


def audit(hand: Hand, rules: RuleSet | None = None) -> tuple[HandError, ...]:
    """Return every finding in line order: illegal actions, and claims that differ from what the hand gives."""
    rules = rules or house_rules(hand.site, hand.dialect)
    case = Case(hand, rules, replay(hand, rules))
    for violation in case.played.violations:
        case.illegal(violation)
    if hand.cancelled:
        case.cancelled()
    elif not case.played.complete:
        case.stopped()
    else:
        case.claims()
    case.findings.sort(key=lambda finding: finding.location.line)
    return tuple(case.findings)


# ---- hands with nothing to add up

def cancelled(self) -> None:
    """Check that a hand called off pays nobody."""
    for event in self.collects:
        name, amount = self.hand.player(event.seat), self.money(event.amount)
        self.report("HAND-CANCELLED", event.line, "amount", f"{name} collects {amount} from a cancelled hand")

def stopped(self) -> None:
    """Say where the replay stopped, unless a violation does."""
    if not any(finding.severity == "error" for finding in self.findings):
        line = self.hand.events[-1].line if self.hand.events else self.hand.source.line
        self.report("HAND-INCOMPLETE", line, "", "the hand breaks off here: no figure after it is checked")

