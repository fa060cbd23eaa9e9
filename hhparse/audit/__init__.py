"""Set what the site claims beside what the engine computes; every difference is a finding at a line and column.

The site's figures are read, never edited. One cause is reported once: what follows from a finding is none of its own.
Amounts are integers in minor units.
"""

from __future__ import annotations

from hhparse.audit.case import CLAIMS, Case
from hhparse.audit.causes import independent
from hhparse.audit.claims import check_claims
from hhparse.audit.figures import Check, figures_of
from hhparse.errors import HandError
from hhparse.model import Hand
from hhparse.replay import replay
from hhparse.rules.ruleset import RuleSet, house_rules

__all__ = ["CLAIMS", "Check", "audit", "figures"]


def audit(hand: Hand, rules: RuleSet | None = None) -> tuple[HandError, ...]:
    """Return every finding in line order: illegal actions, and claims that differ from what the hand gives."""
    rules = rules or house_rules(hand.site, hand.dialect)
    case = _examined(hand, rules)
    found = case.findings
    if len(found) > 1:
        if case.broken:
            found = independent(case, lambda other, brief: _examined(other, rules, brief=brief))
        found.sort(key=lambda finding: finding.location.line)
    return tuple(found)


def _examined(hand: Hand, rules: RuleSet, *, brief: bool = False) -> Case:
    """Return the hand with all its findings, consequences among them."""
    case = Case(hand, rules, replay(hand, rules), brief=brief)
    lost = case.lost_card
    if lost is not None:
        message = f"a card of the {lost.street} is missing: the history lost it"
        case.report("BOARD-UNKNOWN", lost.line, "cards", message)
    for violation in case.played.violations:
        if lost is None or violation.slug != "BOARD-COUNT":
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
    rules = rules or house_rules(hand.site, hand.dialect)
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
