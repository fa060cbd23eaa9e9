"""Words of the decisions: fold, check, call, bet, raise."""

from __future__ import annotations

from hhparse.model import Act, Post, Show, Verb
from hhparse.reading.draft import Draft, FieldError
from hhparse.reading.words.cards import cards_of
from hhparse.reading.words.word import word

CAPPED = "capped"  # all-in in a game with a cap whose header does not say how much it is


def _learn_cap(draft: Draft, number: int) -> None:
    """Note the cap of a hand: all that a player has put in who is said to have reached it."""
    if draft.cap is None:
        acts = sum(event.added for event in draft.events if type(event) is Act and event.seat == number)
        posts = sum(event.live + event.dead for event in draft.events if type(event) is Post and event.seat == number)
        draft.cap = acts + posts


@word("a fold")
def fold(draft: Draft, player: str, cards: str | None) -> None:
    """Fold, perhaps showing cards."""
    number = draft.names[player]
    to = draft.committed.get(number, 0)
    draft.events.append(Act(number, "fold", to, 0, None, False, draft.line, draft.start, draft.end))
    if cards:
        draft.events.append(Show(number, cards_of(cards), "", draft.board, draft.line, draft.start, draft.end))


@word("a check")
def check(draft: Draft, player: str) -> None:
    """Check."""
    number = draft.names[player]
    to = draft.committed.get(number, 0)
    draft.events.append(Act(number, "check", to, 0, None, False, draft.line, draft.start, draft.end))


@word("a call")
def call(draft: Draft, player: str, amount: str, all_in: str | None) -> None:
    """Call; the amount is what is added."""
    number = draft.names[player]
    added = draft.amounts[amount]
    to = draft.committed.get(number, 0) + added
    draft.committed[number] = to
    draft.events.append(Act(number, "call", to, added, None, all_in is not None, draft.line, draft.start, draft.end))
    if all_in == CAPPED:
        _learn_cap(draft, number)


@word("a bet")
def bet(draft: Draft, player: str, amount: str, all_in: str | None) -> None:
    """Bet; the amount is what is added."""
    number = draft.names[player]
    added = draft.amounts[amount]
    to = draft.committed.get(number, 0) + added
    draft.committed[number] = to
    draft.events.append(Act(number, "bet", to, added, None, all_in is not None, draft.line, draft.start, draft.end))
    if all_in == CAPPED:
        _learn_cap(draft, number)


@word("a raise")
def raise_to(draft: Draft, player: str, by: str | None, to: str, all_in: str | None) -> None:
    """Raise to the seat's total on this street; `by` above the bet so far, where printed."""
    number = draft.names[player]
    total = draft.amounts[to]
    added = total - draft.committed.get(number, 0)
    draft.committed[number] = total
    above = draft.amounts[by] if by else None
    draft.events.append(
        Act(number, "raise", total, added, above, all_in is not None, draft.line, draft.start, draft.end)
    )
    if all_in == CAPPED:
        _learn_cap(draft, number)


def _put(draft: Draft, player: str, verb: Verb, to: int, by: int | None, all_in: bool) -> None:
    number = draft.names[player]
    added = to - draft.committed.get(number, 0)
    draft.committed[number] = to
    draft.events.append(Act(number, verb, to, added, by, all_in, draft.line, draft.start, draft.end))


@word("a raise")
def raise_added(draft: Draft, player: str, amount: str, to: str | None, all_in: str | None) -> None:
    """Raise; the amount is what is added, `to` the seat's total where that is printed too: the two must agree."""
    total = draft.committed.get(draft.names[player], 0) + draft.amounts[amount]
    if to and draft.amounts[to] != total:
        raise FieldError("to", f"{amount} more do not make {to}")
    _put(draft, player, "raise", total, None, all_in is not None)


@word("an all-in")
def all_in(draft: Draft, player: str, amount: str, capped: str | None, not_always: str | None) -> None:
    """Go all-in; the amount is what is added: a call unless it is more than anyone has in, else a bet or raise.

    It may be all that a cap allows, which the header does not say. Where the site does not always call an all-in by
    this name, nothing is taken as printed of it.
    """
    number = draft.names[player]
    to = draft.committed.get(number, 0) + draft.amounts[amount]
    _put(draft, player, _all_in_verb(draft, to), to, None, not_always is None)
    if capped is not None:
        _learn_cap(draft, number)


@word("an all-in said on its own")
def all_in_said(draft: Draft, player: str) -> None:
    """Note that the player's last decision put him all-in, where a line of its own says so."""
    number, events = draft.names[player], draft.events
    for at in range(len(events) - 1, -1, -1):
        event = events[at]
        if isinstance(event, Act) and event.seat == number:
            events[at] = event._replace(all_in=True)
            return
    raise FieldError("player", f"{player} has not acted")


def _all_in_verb(draft: Draft, to: int) -> Verb:
    level = max(draft.committed.values(), default=0)
    return "call" if to <= level else "raise" if level else "bet"
