"""Set what the site claims beside what the engine computes; every difference is a finding at a line and column.

The site's figures are read, never edited. One cause is reported once: what follows from a finding is none of its own.
Amounts are integers in minor units.
"""

from __future__ import annotations

from collections.abc import Iterator

from hhparse.audit.case import Case
from hhparse.audit.causes import independent
from hhparse.audit.claims import check_claims
from hhparse.audit.figures import Check, figures_of
from hhparse.audit.sequence import Across, Tables
from hhparse.errors import HandError
from hhparse.model import Hand
from hhparse.replay import replay
from hhparse.rules.house import rules_of
from hhparse.rules.rulebook import CLAIMS
from hhparse.rules.ruleset import RuleSet

__all__ = ["CLAIMS", "Auditor", "Check", "audit", "figures"]


def audit(hand: Hand, rules: RuleSet | None = None) -> tuple[HandError, ...]:
    """Return every finding in line order: illegal actions, and claims that differ from what the hand gives."""
    rules = rules_of(hand, rules)
    case = _examined(hand, rules)
    found = case.findings
    if len(found) > 1:
        if case.broken:
            found = independent(case, lambda other: _examined(other, rules))
        found.sort(key=lambda finding: finding.location.line)
    return tuple(found)


class Auditor:
    """Audit hands as they are read, each by itself and beside the one before it at its table.

    `rules` are by default those of the site of each hand.
    """

    __slots__ = ("_rules", "_tables")

    def __init__(self, rules: RuleSet | None = None) -> None:
        self._rules = rules
        self._tables = Tables(rules)

    def feed(self, hand: Hand) -> Iterator[tuple[Hand, tuple[HandError, ...]]]:
        """Yield the hand with its own findings, and before it the hands of a file just ended that have more."""
        yield from map(_alone, self._tables.feed(hand))
        yield hand, audit(hand, self._rules)

    def finish(self) -> Iterator[tuple[Hand, tuple[HandError, ...]]]:
        """Yield the hands of the last file that have more findings."""
        yield from map(_alone, self._tables.finish())


def _alone(row: Across) -> tuple[Hand, tuple[HandError, ...]]:
    return row.hand, (row.finding,)


def _examined(hand: Hand, rules: RuleSet) -> Case:
    """Return the hand with all its findings, consequences among them."""
    case = Case(hand, rules, replay(hand, rules))
    lost = case.lost_card
    if lost is not None:
        message = f"a card of the {lost.street} is missing: the history lost it"
        case.report("BOARD-UNKNOWN", lost.line, "cards", message)
    for violation in case.played.violations:
        if lost is None or violation.slug != "BOARD-COUNT" or violation.ruleset_field:
            case.illegal(violation, proven=violation.slug == "UNCALLED-RETURN" and case.returned_silently)
    if hand.cancelled:
        _check_cancelled(case)
    elif not case.played.complete:
        _check_stopped(case)
    else:
        check_claims(case)
    return case


def figures(hand: Hand, rules: RuleSet | None = None) -> tuple[Check, ...]:
    """Return every figure the site prints beside the computed one; () for a cancelled hand."""
    rules = rules_of(hand, rules)
    return () if hand.cancelled else figures_of(Case(hand, rules, replay(hand, rules)))


def _check_cancelled(case: Case) -> None:
    """Check that a hand called off pays nobody."""
    for event in case.collects:
        name, amount = case.hand.player(event.seat), case.money(event.amount)
        case.report("HAND-CANCELLED", event.line, "amount", f"{name} collects {amount} from a cancelled hand")


def _check_stopped(case: Case) -> None:
    """Say where the replay stopped, unless a violation does."""
    if not any(finding.severity == "error" for finding in case.findings):
        message = "the hand breaks off here: no figure of it can be checked"
        case.report("HAND-INCOMPLETE", case.last_line, "", message)
