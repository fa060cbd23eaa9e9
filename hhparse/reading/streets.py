"""Streets that a history does not mark: the cards of the printed board were dealt where the betting rounds end."""

from __future__ import annotations

from hhparse.cards import Cards
from hhparse.model import STREETS, Act, DealBoard, DealHole, Event, Post
from hhparse.reading.draft import Draft, FieldError

_CARDS = {"flop": slice(0, 3), "turn": slice(3, 4), "river": slice(4, 5)}


def place_streets(draft: Draft, board: Cards) -> None:
    """Deal `board` between the actions read so far; totals and verbs of later streets follow from it.

    Raises FieldError where the rounds of the play and the streets of the board do not fit each other.
    """
    rounds = _Rounds(draft)
    streets = [street for street in STREETS[1:] if board[_CARDS[street]]]
    events: list[Event] = []

    def deal() -> None:
        if not streets:
            raise FieldError("cards", "the play has more betting rounds than the board has streets")
        street = streets.pop(0)
        place = (draft.line, draft.start, draft.end)
        events.append(DealBoard(street, 0, board[_CARDS[street]], (), *place))
        rounds.begin()

    last = max((at for at, event in enumerate(draft.events) if isinstance(event, Act)), default=-1)
    for at, event in enumerate(draft.events):
        if isinstance(event, Act):
            if not rounds.waiting:
                deal()
            events.append(rounds.act(event))
        else:
            rounds.see(event)
            events.append(event)
        if at == last:
            run_out = not rounds.waiting and len(rounds.able()) < 2 and len(rounds.live) > 1
            while streets and run_out:
                deal()
    if streets:
        raise FieldError("cards", "the board has more streets than the play has betting rounds")
    draft.events[:] = events


class _Rounds:
    """Who is still to act, as far as amounts tell it: no rule is checked."""

    def __init__(self, draft: Draft) -> None:
        self.left = {row.seat: row.stack for row in draft.seats}
        self.live = {event.seat for event in draft.events if isinstance(event, (DealHole, Act))}
        self.committed: dict[int, int] = {}
        self.waiting = set(self.live)

    def able(self) -> set[int]:
        """Return the live seats that have chips left."""
        return {seat for seat in self.live if self.left[seat] > 0}

    def begin(self) -> None:
        """Begin a street."""
        self.committed.clear()
        self.waiting = self.able()

    def _put(self, seat: int, live: int, dead: int = 0) -> None:
        self.committed[seat] = self.committed.get(seat, 0) + live
        self.left[seat] -= live + dead
        if self.left[seat] <= 0:
            self.waiting.discard(seat)

    def see(self, event: Event) -> None:
        """Take a post."""
        if isinstance(event, Post):
            self._put(event.seat, event.live, event.dead)

    def act(self, act: Act) -> Act:
        """Take an action and return it as it stands on its street."""
        seat, before = act.seat, self.committed.get(act.seat, 0)
        level = max(self.committed.values(), default=0)
        added = act.added
        if act.all_in:  # which is all he has, whether the line prints what is added or the total
            added = self.left[seat]
        elif act.verb == "raise":
            added = act.to - before
        to = before + added
        verb = act.verb
        if act.all_in:
            verb = "call" if to <= level else "raise" if level else "bet"
        self.waiting.discard(seat)
        self._put(seat, added)
        if verb == "fold":
            self.live.discard(seat)
        elif to > level:
            self.waiting = self.able() - {seat}
        return act._replace(verb=verb, to=to, added=added)
