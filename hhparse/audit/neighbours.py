"""Two hands of a table, one after the other: who stayed, whose chips are as the first left them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hhparse.model import Act, CashOut, Collect, DealHole, Hand, NotAwarded, Post, Uncalled

SEATS = 24  # more than any table has


class Seen(NamedTuple):
    """What later hands need to know of a hand. Players are names where not said otherwise.

    `starts` and `ends` are stacks before and after it, None where the history does not tell; `dealt` are the seats
    that took part, `names` the players by seat, `posts` the kinds of post by seat; `small` and `big` are the seats
    of the blinds.
    """

    hand: Hand
    starts: dict[str, int]
    ends: dict[str, int | None]
    names: dict[int, str]
    dealt: frozenset[int]
    posts: dict[int, set[str]]
    small: int | None
    big: int | None
    killed: bool

    @property
    def players(self) -> set[str]:
        """Return the names of those who took part."""
        return {self.names[seat] for seat in self.dealt}


class Step(NamedTuple):
    """From one hand to the next: players by what became of their chips.

    A hand that is missing between the two has a winner and a loser. `strange` counts who may be either: players who
    came, went, changed seats, bought chips, or whose stack is not known.
    """

    same: tuple[str, ...]
    less: tuple[str, ...]
    more: tuple[str, ...]
    strange: int

    @property
    def proven(self) -> bool:
        """Tell whether the chips prove that no hand is missing: one player alone cannot be winner and loser."""
        return bool(self.same) and not self.less and self.strange + len(self.more) <= 1

    @property
    def unexplained(self) -> bool:
        """Tell whether chips are missing that nobody can have won."""
        return bool(self.less and self.same) and not self.more and not self.strange


def seen(hand: Hand) -> Seen:
    """Return what later hands need to know of a hand."""
    chips = {seat.seat: seat.stack for seat in hand.seats}
    starts = {seat.player: seat.stack for seat in hand.seats}
    posts: dict[int, set[str]] = {}
    posted: list[Post] = []
    dealt, sold, over = set(), set(), hand.cancelled
    for event in hand.events:
        if isinstance(event, Act):
            dealt.add(event.seat)
            chips[event.seat] -= event.added
        elif isinstance(event, Post):
            dealt.add(event.seat)
            posted.append(event)
            posts.setdefault(event.seat, set()).add(event.kind)
            chips[event.seat] -= event.live + event.dead
        elif isinstance(event, DealHole):
            dealt.add(event.seat)
        elif isinstance(event, Uncalled):
            chips[event.seat] += event.amount
        elif isinstance(event, Collect):
            chips[event.seat] += event.amount
            over = True
        elif isinstance(event, CashOut):
            sold.add(event.seat)
            over = True
        elif isinstance(event, NotAwarded):
            over = True
    ends = {row.player: chips[row.seat] if over and row.seat not in sold else None for row in hand.seats}
    small, big = _blinds(hand.button, posted)
    return Seen(
        hand=hand,
        starts=starts,
        ends=dict(starts) if hand.cancelled else ends,
        names={seat.seat: seat.player for seat in hand.seats},
        dealt=frozenset(dealt),
        posts=posts,
        small=small,
        big=big,
        killed=any("kill" in kinds for kinds in posts.values()),
    )


def _blinds(button: int | None, posts: list[Post]) -> tuple[int | None, int | None]:
    """Return the seats of the small and the big blind; a big blind elsewhere is a newcomer's."""
    small = next((post.seat for post in posts if post.kind == "small blind" and post.live), None)
    bigs = [post.seat for post in posts if post.kind == "big blind"]
    origin = button if small is None else small
    if origin is None or not bigs:
        return small, None
    return small, min(bigs, key=lambda seat: (seat - origin - 1) % SEATS)


def step(a: Seen, b: Seen) -> Step:
    """Compare the players of two hands."""
    seats = {name: seat for seat, name in b.names.items()}
    same: list[str] = []
    less: list[str] = []
    more: list[str] = []
    strange = sum(name not in a.starts for name in seats)
    for seat, name in a.names.items():
        left = a.ends[name]
        if seats.get(name) != seat or left is None:
            strange += 1 if name not in seats or left is None else 2
        elif b.starts[name] == left:
            same.append(name)
        else:
            (less if b.starts[name] < left else more).append(name)
    return Step(tuple(same), tuple(less), tuple(more), strange)


def between(old: int, new: int) -> Iterator[int]:
    """Yield the seats passed from one seat to another clockwise; all others where it is the same."""
    for number in range(old + 1, old + SEATS):
        seat = number % SEATS
        if seat == new % SEATS:
            return
        yield seat
