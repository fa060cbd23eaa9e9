"""What another house would say: which presets allow what a hand's own house forbids."""

from __future__ import annotations

from hhparse.model import Hand
from hhparse.replay import replay
from hhparse.rules.rulebook import Violation
from hhparse.rules.ruleset import RuleSet, load, presets, shown


def allowed_by(hand: Hand, violation: Violation) -> tuple[str, ...]:
    """Return the presets that allow what a violation of the hand is about: at most irregular to them."""
    at = (violation.event, violation.field)
    return tuple([
        name
        for name in presets()
        if not any((row.event, row.field) == at and row.severity in "EH" for row in replay(hand, load(name)).violations)
    ])  # fmt: skip


def elsewhere(hand: Hand, violation: Violation, rules: RuleSet) -> tuple[str, ...]:
    """Return, of what this house alone forbids, a line that tells which presets allow it."""
    if not violation.ruleset_field or violation.severity not in "EH":
        return ()
    others = allowed_by(hand, violation)
    if not others and violation.severity == "E":
        return ()
    house = f"{rules.name} ({violation.ruleset_field} = {shown(violation.value)})"
    return (f"illegal under {house}; legal under {', '.join(others) or 'none of the presets'}",)
