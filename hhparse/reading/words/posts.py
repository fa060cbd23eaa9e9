"""Words of what is put in before the first decision."""

from __future__ import annotations

from hhparse.model import Cancelled, Post, PostKind
from hhparse.reading.draft import Draft, FieldError
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
def post_small_blind(draft: Draft, player: str, amount: str, missed: str | None, all_in: str | None) -> None:
    """Put in a small blind: the first is live, a later one was missed and is dead, unless `missed` is live."""
    chips = draft.amounts[amount]
    if draft.small_blind_posted and missed != "live":
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
    draft: Draft,
    player: str,
    amount: str | None,
    dead: str | None,
    live: str | None,
    numbers: str | None,
    all_in: str | None,
) -> None:
    """Put in both blinds: the big one is live, the rest dead; or the two parts as printed, of which one may be nil.

    `numbers` is the style of this one line, where it is not the hand's.
    """
    if amount is not None:
        chips = draft.amount(amount, numbers)
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


@word("the deal")
def blinds_untold(draft: Draft) -> None:
    """Deal after blinds that no line tells: of the header's size, from the seats that owe them."""
    numbers = sorted(row.seat for row in draft.seats if not (row.sitting_out or row.out_of_hand))
    after = [number for number in numbers if number > (draft.button or 0)]
    order = after + [number for number in numbers if number not in after]
    if len(order) < 2:
        raise FieldError("", "nobody is there to post the blinds")
    if len(order) == 2:  # the button has the small blind
        order.reverse()
    small, big = draft.blinds
    stacks = {row.seat: row.stack for row in draft.seats}
    draft.untold = {number: chips for number, chips in ((order[0], small), (order[1], big)) if stacks[number] > chips}
    for number, kind, chips in ((order[0], "small blind", small), (order[1], "big blind", big)):
        live = min(chips, stacks[number])
        draft.committed[number] = live
        draft.events.append(Post(number, kind, live, 0, False, draft.line, draft.start, draft.end))  # type: ignore[arg-type]
    draft.small_blind_posted = True
