"""Words of what is put in before the first decision."""

from __future__ import annotations

from hhparse.model import Cancelled, Post, PostKind, Splash
from hhparse.reading.draft import Draft, FieldError
from hhparse.reading.words.word import word


def _post(draft: Draft, player: str, kind: PostKind, live: int, dead: int, all_in: str | None) -> None:
    number = draft.names[player]
    if live:
        draft.committed[number] = draft.committed.get(number, 0) + live
    draft.events.append(Post(number, kind, live, dead, all_in is not None, draft.line, draft.start, draft.end))


@word("the posts")
def posts(draft: Draft) -> None:
    """Open the posts; the line itself puts in nothing."""


@word("an ante")
def post_ante(draft: Draft, player: str, amount: str, all_in: str | None) -> None:
    """Put in an ante, which is dead."""
    if draft.taken_for_blind is not None:  # antes come before the blinds
        at, draft.taken_for_blind = draft.taken_for_blind, None
        post = draft.events[at]
        assert isinstance(post, Post)
        draft.committed.clear()
        draft.small_blind_posted = False
        draft.events[at] = post._replace(kind="ante", live=0, dead=post.live)
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


@word("a post")
def post(draft: Draft, player: str, amount: str, all_in: str | None) -> None:
    """Put in a live blind that is not named, of a newcomer or a returning player: the big one unless it is smaller."""
    chips = draft.amounts[amount]
    _post(draft, player, "big blind" if chips >= draft.big_blind else "small blind", chips, 0, all_in)


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


@word("a big blind")
def post_big_or_both(draft: Draft, player: str, amount: str, all_in: str | None) -> None:
    """Put in a big blind, live; what is more than the blind is a missed small one, dead.

    Where the header does not name the blind, it is what the first one puts in.
    """
    chips = draft.amounts[amount]
    blind = draft.big_blind
    if 0 < blind < chips:
        _post(draft, player, "both", blind, chips - blind, all_in)
    else:
        _post(draft, player, "big blind", chips, 0, all_in)


@word("a dead blind")
def post_dead(draft: Draft, player: str, amount: str, all_in: str | None) -> None:
    """Put in dead money."""
    _post(draft, player, "dead", 0, draft.amounts[amount], all_in)


@word("an all-in post")
def post_all_in(draft: Draft, player: str, amount: str, blind: str | None) -> None:
    """Put in the last chips as an ante or a blind, which the line does not tell.

    `blind` is the one he may owe, small or big: it is that when he has paid his ante or the blinds have begun, and in
    a hand without antes.
    """
    number, chips = draft.names[player], draft.amounts[amount]
    antes = [event.seat for event in draft.events if isinstance(event, Post) and event.kind == "ante"]
    if blind is None or (antes and number not in antes and not draft.committed):
        _post(draft, player, "ante", 0, chips, amount)
        return
    if not antes and not draft.committed:
        draft.taken_for_blind = len(draft.events)
    draft.small_blind_posted |= blind == "small"
    _post(draft, player, "small blind" if blind == "small" else "big blind", chips, 0, amount)


@word("missed blinds")
def post_missed(draft: Draft, player: str, amount: str, all_in: str | None) -> None:
    """Put in missed blinds in one amount: of both the big one is live, the small one, also alone, is dead."""
    chips = draft.amounts[amount]
    if chips < draft.big_blind:
        _post(draft, player, "dead", 0, chips, all_in)
    else:
        _post(draft, player, "both", draft.big_blind, chips - draft.big_blind, all_in)


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
    draft.events.append(Splash(draft.amounts[amount], draft.line, draft.start, draft.end))


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
