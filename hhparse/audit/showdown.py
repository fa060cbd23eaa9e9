"""The showdown: who shows first, and who may not throw his hand away."""

from __future__ import annotations

from hhparse.audit.case import Case
from hhparse.model import Act, CashOut, DealBoard, Muck, Show
from hhparse.rules.pots import Ledger


def check_showdown(case: Case, ledger: Ledger) -> None:
    """Check the order of showing, and that a called bettor shows where the house wants it."""
    played = case.played
    if not played.showdown or (case.rules.show_order == "any" and case.rules.aggressor_may_muck):
        return
    turns, bettor, betting = _turns(case)
    if not case.rules.aggressor_may_muck:
        _check_muck(case, turns, bettor)
    if len(turns) > 1 and (case.rules.show_order == "always" or (betting and case.rules.show_order != "any")):
        _check_order(case, ledger, turns, bettor)


def _turns(case: Case) -> tuple[list[Show | Muck], int | None, bool]:
    """Return the first show or muck of each live seat after the last card, who bet last in the last round (None:
    nobody), and whether anybody had a decision to make in it.
    """
    live = case.played.live
    first: dict[int, Show | Muck] = {}
    bettor: int | None = None
    betting = False
    for event in reversed(case.hand.events):
        kind = type(event)
        if kind is Show or kind is Muck:
            assert isinstance(event, Show | Muck)
            if event.seat in live:
                first.pop(event.seat, None)
                first[event.seat] = event
        elif kind is CashOut:  # the house shows for who has sold his hand
            return [], None, False
        elif isinstance(event, Act):
            betting = True
            if bettor is None and event.verb in ("bet", "raise"):
                bettor = event.seat
        elif isinstance(event, DealBoard):
            break
    return list(reversed(first.values())), bettor, betting


def _check_order(case: Case, ledger: Ledger, turns: list[Show | Muck], bettor: int | None) -> None:
    """Check that the players of the last side pot show first: the last bettor, or the first left of the button.

    The players of the other pots follow, the main pot last, in the same order each.
    """
    order = case.played.order
    start = order.index(bettor) if bettor in order else 0
    seats = [event.seat for event in turns]
    clockwise = [seat for seat in (*order[start:], *order[:start]) if seat in seats]
    due = list(dict.fromkeys(seat for pot in reversed(ledger.pots) for seat in clockwise if seat in pot.eligible))
    for seat, event in zip(due, turns, strict=False):
        if seat != event.seat:
            name = case.hand.player
            verb = "shows" if isinstance(event, Show) else "mucks"
            message = f"{name(event.seat)} {verb} before {name(seat)}"
            why = "who bet last" if seat == bettor else "whose turn it is to show"
            case.report(
                "SHOW-ORDER", event.line, "player", f"{message}, {why}", ruleset_field="show_order", start=event.start
            )
            return


def _check_muck(case: Case, turns: list[Show | Muck], bettor: int | None) -> None:
    """Check that a called bettor does not muck first against a hand that is shown."""
    if not turns or bettor is None or not isinstance(turns[0], Muck) or turns[0].seat != bettor:
        return
    if any(isinstance(event, Show) for event in turns):
        name = case.hand.player(bettor)
        case.report(
            "MUCK-RIGHT",
            turns[0].line,
            "player",
            f"{name} bet last, was called and mucks first",
            ruleset_field="aggressor_may_muck",
        )
