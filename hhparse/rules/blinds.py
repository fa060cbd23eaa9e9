"""Blinds: what the posts make of the first round, and which of them are out of order.

Antes, straddles and kills have modules of their own.
"""

from __future__ import annotations

from collections.abc import Sequence

from hhparse.model import PostKind
from hhparse.rules import antes, betting, kills, straddles
from hhparse.rules.betting import ALL_IN, FOLDED, State
from hhparse.rules.posts import Posted
from hhparse.rules.rulebook import Violation

__all__ = ["Posted", "chop", "open_round", "post"]

_BLINDS = frozenset({"small blind", "big blind", "both", "dead"})
_PARTS: dict[PostKind, tuple[PostKind, ...]] = {"dead": ("small blind",), "both": ("big blind", "small blind")}


def post(state: State, seat: int, kind: PostKind, live: int, dead: int, *, event: int = -1) -> Posted:
    """Put a post in and return what `open_round` needs to know of it."""
    betting.put_in(state, seat, kind, live, dead)
    i = state.index[seat]
    return Posted(i, kind, live, dead, state.stacks[i], event)


def open_round(state: State, posts: Sequence[Posted], button: int | None, ring: bool) -> list[Violation]:
    """Set the bet and the first to act from the posts; return the posts that break rules.

    `button` is its seat, None if not told. The posts decide where they differ from the stakes.
    """
    state.button = -1 if button is None else state.index.get(button, -1)
    found = _twice(state, posts)
    small = [row for row in posts if row.kind == "small blind"]
    big = [row for row in posts if row.kind in ("big blind", "both")]
    first_small = min((row.i for row in small if row.live), default=None)
    the_big = _big_blind(state, big, first_small)
    found += _amounts(state, small, big, ring=ring)
    swallowed = False
    if the_big is not None:
        state.bb_index = state.opener = the_big.i
        found += _seats(state, small, the_big, first_small, button=button, ring=ring)
    elif first_small is not None:  # the big blind went all-in on its ante: the bet is what it should have been
        state.bb_index = state.opener = (first_small + 1) % len(state.order)
    elif swallowed := _swallowed(state, posts):
        state.bb_index = state.opener = min(1, len(state.order) - 2)
    state.level = max([state.big_blind if big or small or swallowed else 0, *state.committed])
    if the_big is not None and the_big.live < state.big_blind and state.rules.short_bb_call == "actual":
        state.level = max(state.committed)
    state.last_full = state.big_blind
    state.bets = 1 if state.level else 0
    state.missing_blinds = state.small_blind + state.big_blind if swallowed else _missing(state, small, big)
    bombs: list[Posted] = []
    if len(posts) > len(small) + len(big):
        payers = [row for row in posts if row.kind == "ante"]
        if payers:
            found += antes.judge(state, payers, small + big, button)
        if len(posts) > len(small) + len(big) + len(payers):
            bombs = [row for row in posts if row.kind == "bomb"]
            found += _raised(state, posts) + (antes.bomb(state, bombs) if bombs else [])
    state.base = state.level
    if not bombs:
        betting.start(state)
    return found


def _raised(state: State, posts: Sequence[Posted]) -> list[Violation]:
    """Let straddles and kills raise the bet."""
    raising = [row for row in posts if row.kind in ("straddle", "button blind")]
    found = straddles.judge(state, raising) if raising else []
    killing = [row for row in posts if row.kind == "kill"]
    if killing:
        found += kills.judge(state, killing, [row for row in posts if row.kind in _BLINDS])
    return found


def chop(state: State) -> list[Violation]:
    """End the hand with both blinds taken back; return why they may not be."""
    live = [i for i, status in enumerate(state.status) if status != FOLDED]
    posted = all(state.committed[i] for i in live)
    entered = state.street > 0 or state.raised or len(live) != 2 or not posted or state.bb_index not in live
    if not state.rules.chop_allowed:
        message = "the blinds are taken back, but the house allows no chop"
    elif entered or any(state.acted[i] != betting.NOT_YET for i in live):
        message = "the blinds are taken back, but another player has entered or one of them has acted"
    elif state.dead or any(state.antes):
        message = "the blinds are taken back, but other chips are in the pot"
    else:
        return []
    return [Violation("CHOP", message, "", {}, "", "chop_allowed")]


def _twice(state: State, posts: Sequence[Posted]) -> list[Violation]:
    """Return a violation for each post of a blind or ante that the player has posted before."""
    seen: set[tuple[int, str]] = set()
    found: list[Violation] = []
    for row in posts:
        parts = [(row.i, part) for part in _PARTS.get(row.kind, (row.kind,))]
        twice = [part for part in parts if part in seen]
        if twice:
            message = f"seat {state.order[row.i]} posts the {twice[0][1]} twice"
            found.append(Violation("POST-TWICE", message, "player", event=row.event))
        seen.update(parts)
    return found


def _swallowed(state: State, posts: Sequence[Posted]) -> bool:
    """Tell whether both blinds went all-in on their antes: none is posted, but the bet is what it should have been."""
    return bool(posts) and all(row.kind == "ante" for row in posts) and state.status[:2] == [ALL_IN, ALL_IN]


def _big_blind(state: State, big: Sequence[Posted], first_small: int | None) -> Posted | None:
    """Return the post of the big blind's seat: the first one clockwise from the small blind."""
    count = len(state.order)
    origin = -1 if first_small is None else first_small
    return min(big, key=lambda row: (row.i - origin - 1) % count, default=None)


def _amounts(state: State, small: Sequence[Posted], big: Sequence[Posted], *, ring: bool) -> list[Violation]:
    """Compare the blinds with the stakes, and let full posts correct the stakes."""
    found: list[Violation] = []
    wrong_big = [row for row in big if row.kind == "big blind" and _differs(row, state.big_blind)]
    wrong_small = [row for row in small if state.small_blind and _differs(row, state.small_blind)]
    stale = bool(wrong_big and wrong_small)  # both blinds differ: a header that shows another level
    if stale and _before(state, wrong_small, wrong_big) and not ring and state.rules.header_level == "next":
        state.small_blind, state.big_blind = wrong_small[0].live, wrong_big[0].live
        return _amounts(state, small, big, ring=ring)
    for slug, rows, stake in (
        ("POST-BB-AMOUNT", wrong_big, state.big_blind),
        ("POST-SB-AMOUNT", wrong_small, state.small_blind),
    ):
        found += [
            Violation(
                slug,
                "post of {post}, but the blind is {blind}",
                "amount",
                {"post": row.live + row.dead, "blind": stake},
                unproven=stale,
                event=row.event,
            )
            for row in rows
            if stake
        ]
    state.big_blind = max((row.live for row in wrong_big), default=state.big_blind)
    if wrong_small or not state.small_blind:
        state.small_blind = max((row.live + row.dead for row in small), default=state.small_blind)
    if state.rules.sb_rule == "half":
        found += [_not_half(state, row) for row in small if row.left and 2 * row.live != state.big_blind]
    if state.rules.missed_bb_post == "both":
        found += [_missed(state, row) for row in big if row.kind == "both" and _wrong_both(state, row)]
    if state.rules.newcomer_post == "live":
        message, field = "big blind posted dead", "newcomer_post"
        found += [
            Violation("NEWPLAYER-POST", message, "amount", ruleset_field=field, event=row.event)
            for row in big
            if row.dead and not row.live
        ]
    return found


def _before(state: State, small: Sequence[Posted], big: Sequence[Posted]) -> bool:
    """Tell whether both blinds are lesser ones than the header's."""
    return small[0].live < state.small_blind and big[0].live < state.big_blind


def _differs(row: Posted, stake: int) -> bool:
    amount = row.live + row.dead
    return amount > stake or (amount < stake and row.left > 0)


def _wrong_both(state: State, row: Posted) -> bool:
    return row.left > 0 and (row.live, row.dead) != (state.big_blind, state.small_blind)


def _not_half(state: State, row: Posted) -> Violation:
    amounts = {"post": row.live, "big": state.big_blind}
    message = "small blind of {post} is not half the big blind, {big}"
    return Violation("POST-SB-AMOUNT", message, "amount", amounts, ruleset_field="sb_rule", event=row.event)


def _missed(state: State, row: Posted) -> Violation:
    amounts = {"live": row.live, "dead": row.dead, "big": state.big_blind, "small": state.small_blind}
    message = "missed blinds posted {live} live and {dead} dead, but they are {big} live and {small} dead"
    return Violation("MISSED-BB", message, "amount", amounts, ruleset_field="missed_bb_post", event=row.event)


def _seats(
    state: State, small: Sequence[Posted], big: Posted, first_small: int | None, *, button: int | None, ring: bool
) -> list[Violation]:
    """Check who posted: the small blind left of the button, the big blind next."""
    order, count = state.order, len(state.order)
    found: list[Violation] = []
    rule = state.rules.missed_sb
    if rule != "either":
        found += [
            Violation("MISSED-SB", f"missed small blind posted {said}", "amount", {}, "", "missed_sb", event=row.event)
            for row in small
            for said in ("live" if row.live else "dead",)
            if row.i != first_small and said != rule and row.left
        ]
    if first_small is None:
        return found
    if count == 2:
        if button in order and order[first_small] != button:
            message = f"seat {order[first_small]} posts the small blind, but the button is seat {button}"
            found.append(Violation("HU-BLINDS", message, "player", event=_event(small, first_small)))
        return found
    if first_small:
        found += _between(state, small, big, first_small, ring=ring)
    if (first_small + 1) % count != big.i and not any(row.slug == "POST-SEAT" for row in found):
        message = f"seat {order[big.i]} posts the big blind, but it is due from seat {order[(first_small + 1) % count]}"
        found.append(Violation("POST-SEAT", message, "player", event=big.event))
    return found


def _between(state: State, small: Sequence[Posted], big: Posted, first_small: int, *, ring: bool) -> list[Violation]:
    """Judge players between the button and the small blind: blinds in wrong seats, or newcomers dealt in early."""
    order, event = state.order, _event(small, first_small)
    newcomer = state.rules.newcomer_between
    astray = big.i < first_small or big.i == len(order) - 1  # across the button, or in exchanged seats
    if astray or not (ring or newcomer == "always"):
        message = f"seat {order[first_small]} posts the small blind, but it is due from seat {order[0]}"
        return [Violation("POST-SEAT", message, "player", event=event)]
    if newcomer:
        return []
    message = f"seat {order[0]} is dealt in between the button and the small blind"
    return [Violation("NEWPLAYER-SEAT", message, "player", {}, "", "newcomer_between", event=event)]


def _event(rows: Sequence[Posted], i: int) -> int:
    return next(row.event for row in rows if row.i == i)


def _missing(state: State, small: Sequence[Posted], big: Sequence[Posted]) -> int:
    """Return what short or absent blinds lack of their full size."""
    paid_big = max((row.live for row in big), default=0)
    paid_small = max((row.live + row.dead for row in small), default=0)
    if not big and not small:
        return 0
    return max(0, state.big_blind - paid_big) + max(0, state.small_blind - paid_small)
