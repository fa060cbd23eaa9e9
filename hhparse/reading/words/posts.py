"""Words of what is put in before the first decision."""

from __future__ import annotations

from hhparse.model import Cancelled, Post, PostKind
from hhparse.reading.draft import Draft
from hhparse.reading.words.word import word


def _post(draft: Draft, player: str, kind: PostKind, live: int, dead: int, all_in: str | None) -> None:
    number = draft.names[player]
    if live:
        draft.committed[number] = draft.committed.get(number, 0) + live
    draft.events.append(Post(number, kind, live, dead, all_in is not None, draft.line, draft.start, draft.end))


@word("an ante")
def post_ante(draft: Draft, player: str, amount: str, all_in: str | None) -> None:
    """Put in an ante, which is dead."""
    _post(draft, player, "ante", 0, draft.amounts[amount], all_in)


@word("a small blind")
def post_small_blind(draft: Draft, player: str, amount: str, all_in: str | None) -> None:
    """Put in a small blind: the first is live, a later one was missed and is dead."""
    chips = draft.amounts[amount]
    if draft.small_blind_posted:
        _post(draft, player, "dead", 0, chips, all_in)
    else:
        _post(draft, player, "small blind", chips, 0, all_in)
        draft.small_blind_posted = True


@word("a big blind")
def post_big_blind(draft: Draft, player: str, amount: str, all_in: str | None) -> None:
    """Put in a big blind, live; a second one is a newcomer's."""
    _post(draft, player, "big blind", draft.amounts[amount], 0, all_in)


@word("a small and a big blind in one post")
def post_both(
    draft: Draft, player: str, amount: str | None, dead: str | None, live: str | None, all_in: str | None
) -> None:
    """Put in both blinds: the big one is live, the rest dead; or the two parts as printed, of which one may be nil."""
    if amount is not None:
        chips = draft.amounts[amount]
        part = min(chips, draft.big_blind)
        _post(draft, player, "both", part, chips - part, all_in)
    else:
        lost, played = draft.amounts[dead or "0"], draft.amounts[live or "0"]
        _post(draft, player, "both" if played else "dead", played, lost, all_in)


@word("a dead blind")
def post_dead(draft: Draft, player: str, amount: str, all_in: str | None) -> None:
    """Put in dead money."""
    _post(draft, player, "dead", 0, draft.amounts[amount], all_in)


@word("a button blind")
def post_button_blind(draft: Draft, player: str, amount: str, all_in: str | None) -> None:
    """Put in the button's blind, live."""
    _post(draft, player, "button blind", draft.amounts[amount], 0, all_in)


@word("a straddle")
def straddle(draft: Draft, player: str, amount: str, all_in: str | None) -> None:
    """Put in a straddle, live; the amount is the seat's whole straddle with what it has posted before."""
    posted = draft.committed.get(draft.names[player], 0)
    _post(draft, player, "straddle", draft.amounts[amount] - posted, 0, all_in)


@word("a cancelled hand")
def cancelled(draft: Draft) -> None:
    """Call the hand off."""
    draft.events.append(Cancelled(draft.line, draft.start, draft.end))


@word("money added by the house")
def splash(draft: Draft, amount: str) -> None:
    """Add the house's money to the pot."""
