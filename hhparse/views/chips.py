"""Where the chips of a hand come from: what each seat puts in, by kind of post and by street, and into which pot."""

from __future__ import annotations

from hhparse.model import Act, DealBoard, Hand, Post, PostKind
from hhparse.replay import Replay
from hhparse.rules.pots import Ledger

# The columns of what is paid in, by the kind of post, with the rule that sets its amount.
COLUMNS: dict[PostKind, tuple[str, str]] = {
    "ante": ("ante", "ANTE-AMOUNT"),
    "bomb": ("bomb", "ANTE-AMOUNT"),
    "dead": ("dead", "MISSED-SB"),
    "small blind": ("blinds", "POST-SB-AMOUNT"),
    "big blind": ("blinds", "POST-BB-AMOUNT"),
    "both": ("blinds", "MISSED-BB"),
    "button blind": ("button", "POST-BB-AMOUNT"),
    "straddle": ("straddle", "STRADDLE"),
    "kill": ("kill", "KILL-VOLUNTARY"),
}


def posted(post: Post) -> dict[str, int]:
    """Return what a post puts into which columns: dead chips apart, antes by themselves."""
    column = COLUMNS[post.kind][0]
    found = ((column, post.live), (column if column in ("ante", "bomb") else "dead", post.dead))
    return {name: amount for name, amount in found if amount}


def paid_in(hand: Hand) -> dict[int, dict[str, int]]:
    """Return what each seat puts in, by column: posts by kind, dead money apart, bets by street."""
    found: dict[int, dict[str, int]] = {}
    committed: dict[int, int] = {}
    street = "preflop"
    for event in hand.events:
        if isinstance(event, DealBoard) and event.street != street:
            street = event.street
            committed.clear()
        elif isinstance(event, Post):
            put = found.setdefault(event.seat, {})
            for column, amount in posted(event).items():
                put[column] = put.get(column, 0) + amount
            committed[event.seat] = committed.get(event.seat, 0) + event.live
        elif isinstance(event, Act) and event.verb not in ("fold", "check"):
            put, before = found.setdefault(event.seat, {}), committed.get(event.seat, 0)
            put[street] = put.get(street, 0) + event.to - before
            committed[event.seat] = event.to
    return found


def cuts(played: Replay, found: Ledger) -> list[tuple[int, int]]:
    """Return between which amounts of a player's chips each pot lies, the main pot first."""
    put = played.contributed
    spans, below = [], 0
    for pot in found.pots:
        top = min(put.get(seat, 0) for seat in pot.eligible)
        spans.append((below, top))
        below = top
    if spans:  # what folders put in above the last level goes to the last pot
        spans[-1] = (spans[-1][0], max([spans[-1][1], *put.values()]))
    return spans
