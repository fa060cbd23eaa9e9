"""Where the ledger has the rake from, and how it was divided among the pots, in words."""

from __future__ import annotations

from typing import Literal

from hhparse.model import Hand
from hhparse.replay import Replay
from hhparse.rules.pots import Ledger
from hhparse.rules.rake import allocation
from hhparse.rules.ruleset import RuleSet

RakeSource = Literal["printed", "part", "missing"]
SOURCES: dict[RakeSource, str] = {
    "printed": "as printed",
    "part": "{cash} of it a fee that no line prints",
    "missing": "which no line prints: so much is missing of what is collected",
}
_WAYS = {
    "main_pot": "the main pot pays first",
    "proportional": "each pot pays by its size",
    "cumulative": "the house's table on the running total",
}


def rake_source(hand: Hand, played: Replay) -> tuple[RakeSource, int]:
    """Return whether the rake is printed, in part or missing of what is collected, and the fees within it."""
    claim, untold = hand.claims.pot, played.untold
    if claim is None or claim.rake is None:
        return "missing", 0
    if untold is not None and untold.rake > claim.rake:
        return "part", untold.rake - claim.rake
    return "printed", claim.fees


def rake_division(hand: Hand, rules: RuleSet, played: Replay, found: Ledger, fees: int) -> str:
    """Return how the rake came upon several pots: by the pots printed, by what is collected, or by a house rule."""
    claim = hand.claims.pot
    if not found.rake_inferred:
        printed = claim is not None and claim.pots and rules.pots_mean == "net"
        return "read from the pots as printed" if printed else "inferred from what each player collects"
    gross = [pot.amount for pot in found.pots]
    apart = fees if rules.fee_alloc == "proportional" else 0
    rake = sum(pot.rake for pot in found.pots) - apart
    way = _WAYS[allocation(rules, gross, rake, len(played.order))]
    return f"inferred: {way}{', of fees each by its size' if apart else ''}"
