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


@word("a post")
def post(draft: Draft, player: str, amount: str, all_in: str | None) -> None:
    """Put in a live blind that is not named, of a newcomer or a returning player: the big one unless it is smaller."""
    chips = draft.amounts[amount]
    _post(draft, player, "big blind" if chips >= draft.big_blind else "small blind", chips, 0, all_in)


@word("a small and a big blind in one post")
def post_both(draft: Draft, player: str, amount: str, all_in: str | None) -> None:
    """Put in both blinds: the big one is live, the rest dead."""
    chips = draft.amounts[amount]
    live = min(chips, draft.big_blind)
    _post(draft, player, "both", live, chips - live, all_in)


@word("a dead blind")
def post_dead(draft: Draft, player: str, amount: str, all_in: str | None) -> None:
    """Put in dead money."""
    _post(draft, player, "dead", 0, draft.amounts[amount], all_in)


@word("missed blinds")
def post_missed(draft: Draft, player: str, amount: str, all_in: str | None, small: str | None) -> None:
    """Put in missed blinds in one amount: of both the big one is live, the rest dead.

    The small one alone is dead, or live where `small` says so.
    """
    chips, big = draft.amounts[amount], draft.big_blind
    if 0 < big < chips:
        _post(draft, player, "both", big, chips - big, all_in)
    elif chips == big:
        _post(draft, player, "big blind", chips, 0, all_in)
    elif small == "live":
        _post(draft, player, "small blind", chips, 0, all_in)
    else:
        _post(draft, player, "dead", 0, chips, all_in)


@word("a big blind, perhaps with a missed small one")
def post_big_or_both(draft: Draft, player: str, amount: str, all_in: str | None) -> None:
    """Put in a big blind, or both blinds of a returning player: what is above a big blind posted before is dead."""
    first = not any(type(event) is Post and event.kind == "big blind" for event in draft.events)
    (post_big_blind if first or draft.amounts[amount] <= draft.big_blind else post_both)(draft, player, amount, all_in)


@word("a button blind")
def post_button_blind(draft: Draft, player: str, amount: str, all_in: str | None) -> None:
    """Put in the button's blind, live."""
    _post(draft, player, "button blind", draft.amounts[amount], 0, all_in)


@word("a straddle")
def straddle(draft: Draft, player: str, amount: str, all_in: str | None) -> None:
    """Put in a straddle, live; the amount is the seat's whole straddle with what it has posted before.

    Who straddles again raises his own straddle: only the last one stands.
    """
    number = draft.names[player]
    last = draft.events[-1] if draft.events else None
    if type(last) is Post and last.seat == number and last.kind == "straddle":
        del draft.events[-1]
        draft.committed[number] -= last.live
    _post(draft, player, "straddle", draft.amounts[amount] - draft.committed.get(number, 0), 0, all_in)


@word("a cancelled hand")
def cancelled(draft: Draft) -> None:
    """Call the hand off."""
    draft.events.append(Cancelled(draft.line, draft.start, draft.end))


@word("money added by the house")
def splash(draft: Draft, amount: str) -> None:
    """Add the house's money to the pot."""
