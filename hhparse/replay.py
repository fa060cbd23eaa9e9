"""Replay a hand: a fold of its events through the betting engine, and what comes out at the end.

An illegal action is reported, then applied as the history tells it, so that every later one can still be judged.
The replay computes; what the site says of the result is compared elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from hhparse.cards import Cards
from hhparse.model import (
    STREETS,
    Act,
    Cancelled,
    CashOut,
    Collect,
    DealBoard,
    DealHole,
    Event,
    Hand,
    Muck,
    NotAwarded,
    Post,
    Show,
    Street,
    Uncalled,
)
from hhparse.rules import betting, blinds
from hhparse.rules.betting import Legal, State
from hhparse.rules.dealing import Dealing, duplicates
from hhparse.rules.pots import Ledger, settle
from hhparse.rules.rulebook import Violation
from hhparse.rules.ruleset import RuleSet, house_rules

STREET_NUMBER = {street: number for number, street in enumerate(STREETS)}


@dataclass(frozen=True, slots=True)
class Replay:
    """What a hand comes to. Amounts are by seat, in minor units.

    `order` is the dealt-in seats clockwise from the button's left, `live` those that did not fold. `contributed` is
    live chips and uniform antes after returns; `dead` is what only the main pot knows (dead blinds, an ante paid
    for all). `returned` is what is printed as uncalled, `returns_due` what the rules return. `stacks` is before
    the pots are collected. `boards` are as far as they were dealt. A hand that stops early, or breaks off where it
    makes no sense, is not `complete` and has no `ledger`; nor has a cancelled one.
    """

    hand: Hand
    violations: tuple[Violation, ...]
    complete: bool
    order: tuple[int, ...]
    live: tuple[int, ...]
    contributed: dict[int, int]
    dead: int
    returned: dict[int, int]
    returns_due: dict[int, int]
    stacks: dict[int, int]
    boards: tuple[Cards, ...]
    shown: dict[int, Cards]
    showdown: bool
    ledger: Ledger | None


class Frame(NamedTuple):
    """The table after an event: `pot` holds all chips in the middle, `collected` those of former streets."""

    at: int  # index of the event
    event: Event
    street: Street
    pot: int
    collected: int
    boards: tuple[Cards, ...]
    stacks: dict[int, int]
    committed: dict[int, int]
    live: tuple[int, ...]
    legal: Legal | None


def replay(hand: Hand, rules: RuleSet | None = None) -> Replay:
    """Play the hand through the rules (by default those of its site) and return what it comes to.

    Raises KeyError for an action of a seat that the hand does not have.
    """
    fold = _Fold(hand, rules or house_rules(hand.site, hand.dialect))
    visits = _VISITS
    for index, event in enumerate(hand.events):
        visit = visits.get(type(event))
        if visit is not None and visit(fold, index, event):
            break
    return fold.finish()


def frames(hand: Hand, rules: RuleSet | None = None) -> Iterator[Frame]:
    """Yield the table after every event, as far as the hand makes sense."""
    fold = _Fold(hand, rules or house_rules(hand.site, hand.dialect))
    for index, event in enumerate(hand.events):
        visit = _VISITS.get(type(event))
        if visit is not None and visit(fold, index, event):
            return
        following = hand.events[index + 1 : index + 2]
        if not fold.opened and not (following and type(following[0]) is Post):
            fold.open()
        yield fold.frame(index, event)


class _Fold:
    """A replay in progress."""

    __slots__ = (
        "cancelled",
        "cards",
        "collected",
        "hand",
        "opened",
        "posts",
        "prints_all_in",
        "returned",
        "rules",
        "silent_all_ins",
        "state",
        "stopped",
        "uncalled",
        "violations",
    )

    def __init__(self, hand: Hand, rules: RuleSet) -> None:
        self.hand, self.rules = hand, rules
        self.violations: list[Violation] = []
        self.posts: list[blinds.Posted] = []
        self.returned: dict[int, int] = {}
        self.silent_all_ins: list[int] = []
        self.prints_all_in = self.opened = self.stopped = self.cancelled = False
        self.collected = self.uncalled = -1  # the first event that pays, the last that returns
        seats = self._dealt_in()
        stakes = hand.stakes
        big_blind = stakes.big_blind or stakes.button_blind or stakes.small_bet
        self.state = State(
            rules,
            hand.limit,
            [row.seat for row in seats],
            [row.stack for row in seats],
            small_blind=stakes.small_blind,
            big_blind=big_blind,
            small_bet=stakes.small_bet or big_blind,
            big_bet=stakes.big_bet or 2 * big_blind,
            cap=stakes.cap,
            ante=stakes.ante,
        )
        self.cards = Dealing(hand.game, self.state.order)
        self.violations += self.cards.overrun()

    def _dealt_in(self) -> list[Any]:
        """Return the seats that take part, clockwise from the button's left.

        In a hand told to its end everyone who is dealt in posts or acts; before that only the seat lines can tell.
        """
        hand = self.hand
        present = {event.seat for event in hand.events if type(event) in _TAKES_PART}  # type: ignore[union-attr]
        seats = sorted(hand.seats)
        button = self._blind_button() if hand.button is None else hand.button
        order = [row for row in seats if row.seat > button] + [row for row in seats if row.seat <= button]
        if len(present) < len(order):
            ended = any(type(event) in _PAYS for event in hand.events)
            silent = [row for row in order if row.seat not in present]
            out = [row for row in silent if ended or row.sitting_out or row.out_of_hand]
            self.violations += [
                Violation("SEAT-SILENT", f"seat {row.seat} takes no part in the hand")
                for row in out
                if not row.sitting_out and not row.out_of_hand
            ]
            order = [row for row in order if row not in out]
        return order

    def _blind_button(self) -> int:
        """Return where the button must be for the small blind to sit where it does, where it is not told."""
        small = next((row.seat for row in self.hand.events if type(row) is Post and row.kind == "small blind"), 1)
        return small if len(self.hand.seats) == 2 else small - 1

    def add(self, index: int, *found: Violation) -> None:
        """Keep violations as belonging to event `index`, unless they say otherwise."""
        self.violations += [row if row.event >= 0 else row._replace(event=index) for row in found]

    def open(self) -> None:
        """Begin the first round: the posts are complete."""
        self.opened = True
        ring = self.hand.kind == "ring"
        self.violations += blinds.open_round(self.state, self.posts, self.hand.button, ring)

    def totals(self) -> list[int]:
        """Return the live chips of each player over the hand."""
        return [a + b for a, b in zip(self.state.earlier, self.state.committed, strict=True)]

    def finish(self) -> Replay:
        """Check what only the end can tell, divide the pots, and return the result."""
        if not self.opened:
            self.open()
        hand, state = self.hand, self.state
        order = state.order
        totals, answered, dead = self.totals(), None, state.dead
        due = returns_due(order, totals)
        if state.amiss or state.amiss_before:  # a wrong call answers the bet: nothing of it is uncalled
            lacking = betting.answered_amiss(state)
            answered = [put + lacking.get(i, 0) for i, put in enumerate(totals)]
            dead -= sum(lacking.values())
            if self.returned != due:
                due = returns_due(order, answered)
        over = self.collected >= 0 and not self.stopped and not self.cancelled
        boards = self.cards.full_boards()
        if over:
            self._check_end(due, boards)
        seen = self.cards.seen
        if len(set(seen)) != len(seen):
            self.violations += duplicates(hand.events)
        if self.silent_all_ins and self.prints_all_in:
            for index in self.silent_all_ins:
                self.add(index, Violation("ALLIN-MISMATCH", "the last chip goes in, but all-in is not printed"))
        back = self.returned or due
        status, left = state.status, state.stacks
        contributed, stacks = {}, {}
        for i, seat in enumerate(order):
            returned = back.get(seat, 0) if back else 0
            contributed[seat] = totals[i] + state.antes[i] - returned
            stacks[seat] = left[i] + returned
        if hand.stakes.cap:
            for row in hand.seats:
                if row.seat in stacks:
                    stacks[row.seat] += max(0, row.stack - hand.stakes.cap)
        entered = contributed
        if answered is not None:
            entered = {seat: contributed[seat] + answered[i] - totals[i] for i, seat in enumerate(order)}
        live = tuple([seat for i, seat in enumerate(order) if status[i] != betting.FOLDED])
        settled = over and (len(live) == 1 or (len(live) > 1 and all(len(board) == 5 for board in boards)))
        pot = hand.claims.pot
        ledger = None
        if settled:
            rake, parts = (pot.rake or 0, pot.pots) if pot is not None else (0, ())
            ledger = settle(hand.game, entered, dead, live, order, boards, self.cards.shown, rake, parts, self.rules)
        return Replay(
            hand=hand,
            violations=tuple(self.violations),
            complete=(settled or self.cancelled) and not self.stopped,
            order=order,
            live=live,
            contributed=contributed,
            dead=state.dead,
            returned=self.returned,
            returns_due=due,
            stacks=stacks,
            boards=boards,
            shown=self.cards.shown,
            showdown=len(live) > 1 and over,
            ledger=ledger,
        )

    def _check_end(self, due: Mapping[int, int], boards: tuple[Cards, ...]) -> None:
        state = self.state
        self.add(self.collected, *betting.unfinished(state))
        if state.live > 1 and not (boards and all(len(board) == 5 for board in boards)):
            message = f"{state.live} hands are live, but the board is not complete"
            self.add(self.collected, Violation("BOARD-COUNT", message))
        if self.returned != due and (self.returned or self.rules.uncalled_line == "printed"):
            self.add(self.uncalled if self.uncalled >= 0 else self.collected, self._wrong_return(due))

    def _wrong_return(self, due: Mapping[int, int]) -> Violation:
        amounts = {"returned": sum(self.returned.values()), "due": sum(due.values())}
        field = "" if self.returned else "uncalled_line"
        if not due:
            message = "{returned} is returned, but every bet was called"
        elif not self.returned:
            message = f"{{due}} was not called by anyone, but is not returned to seat {next(iter(due))}"
        elif set(due) != set(self.returned):
            message = f"{{returned}} is returned to seat {next(iter(self.returned))}, not to seat {next(iter(due))}"
        else:
            message = "{returned} is returned, but {due} was not called"
        return Violation("UNCALLED-RETURN", message, "amount", amounts, "", field)

    def frame(self, index: int, event: Event) -> Frame:
        """Return the table as it stands after event `index`."""
        state = self.state
        back = sum(self.returned.values())
        stacks = {seat: state.stacks[i] + self.returned.get(seat, 0) for i, seat in enumerate(state.order)}
        live = tuple(seat for i, seat in enumerate(state.order) if state.status[i] != betting.FOLDED)
        committed = dict(zip(state.order, state.committed, strict=True))
        pot = state.pot - back
        return Frame(
            at=index,
            event=event,
            street=STREETS[state.street],
            pot=pot,
            collected=state.pot - sum(state.committed),
            boards=tuple(tuple(board) for _, board in sorted(self.cards.boards.items())),
            stacks=stacks,
            committed=committed,
            live=live,
            legal=betting.legal(state) if self.opened else None,
        )


def returns_due(order: tuple[int, ...], totals: list[int]) -> dict[int, int]:
    """Return the uncalled bet: what the largest of the live totals exceeds the second largest by, folders included."""
    if len(totals) < 2:
        return {}
    ranked = sorted(totals)
    uncalled = ranked[-1] - ranked[-2]
    return {order[totals.index(ranked[-1])]: uncalled} if uncalled else {}


def _post(fold: _Fold, index: int, event: Post) -> bool:
    state = fold.state
    spare = state.stacks[state.index[event.seat]] - event.live - event.dead
    if spare < 0:
        amounts = {"post": event.live + event.dead, "stack": spare + event.live + event.dead}
        fold.add(index, Violation("BET-OVER-STACK", "post of {post}, but only {stack} is there", "amount", amounts))
    if fold.opened or fold.cards.seats:
        fold.add(index, Violation("POST-AFTER-DEAL", f"seat {event.seat} posts after the cards are dealt"))
    row = blinds.post(state, event.seat, event.kind, event.live, event.dead, event=index)
    if fold.opened:
        state.level = max(state.level, event.live)
    else:
        fold.posts.append(row)
    _all_in(fold, index, event.all_in, spare)
    return False


def _all_in(fold: _Fold, index: int, printed: bool, left: int) -> None:
    """Hold a printed all-in against the chips left."""
    if printed:
        fold.prints_all_in = True
        if left > 0:
            message = "all-in is printed, but {left} is left"
            fold.add(index, Violation("ALLIN-MISMATCH", message, "", {"left": left}))
    elif left <= 0 and not fold.hand.stakes.cap:  # reaching the cap of a hand is no printed all-in
        fold.silent_all_ins.append(index)


def _deal_hole(fold: _Fold, index: int, event: DealHole) -> bool:
    found = fold.cards.hole(event.seat, event.cards)
    if found:
        fold.add(index, *found)
    return False


def _deal_board(fold: _Fold, index: int, event: DealBoard) -> bool:
    if not fold.opened:
        fold.open()
    number = STREET_NUMBER[event.street]
    found = fold.cards.board(event.board, number, event.cards, event.shown_before)
    if found:
        fold.add(index, *found)
        if found[0].slug == "HAND-ORDER":
            fold.stopped = True
            return True
    if number > fold.state.street:
        found = [*betting.deal(fold.state, number)]
        if found:
            fold.add(index, *found)
    return False


def _act(fold: _Fold, index: int, event: Act) -> bool:
    if not fold.opened:
        fold.open()
    seat, verb, to, added, by, all_in, *_ = event
    state = fold.state
    i = state.index[seat]
    level, put = state.level, state.committed[i]
    found = betting.step(state, seat, verb, to)
    if found:
        fold.add(index, *found)
    # over a short blind some sites count from what is really in
    if by is not None and by != to - level and by != to - max(put, *state.committed[:i], *state.committed[i + 1 :]):
        message = "raise by {by} to {to}, but {to} is {size} more than {level}"
        amounts = {"by": by, "to": to, "size": to - level, "level": level}
        fold.add(index, Violation("RAISE-BY-MISMATCH", message, "by", amounts))
    if verb in _BETS:
        left = state.stacks[i]
        if all_in or not left:
            _all_in(fold, index, all_in, left)
        if added != to - put:
            message = "{added} is put in, but {size} makes {to}"
            amounts = {"added": added, "size": to - put, "to": to}
            fold.add(index, Violation(_BETS[verb], message, "amount", amounts))
    return False


def _uncalled(fold: _Fold, index: int, event: Uncalled) -> bool:
    fold.returned[event.seat] = fold.returned.get(event.seat, 0) + event.amount
    fold.uncalled = index
    return False


def _show(fold: _Fold, index: int, event: Show) -> bool:
    found = fold.cards.show(event.seat, event.cards)
    if found:
        fold.add(index, *found)
    return False


def _paid(fold: _Fold, index: int, _event: Collect | NotAwarded | CashOut) -> bool:
    if fold.collected < 0:
        fold.collected = index
    return False


def _cancelled(fold: _Fold, _index: int, _event: Cancelled) -> bool:
    fold.cancelled = True
    return False


_BETS = {"call": "CALL-AMOUNT", "bet": "RAISE-BY-MISMATCH", "raise": "RAISE-BY-MISMATCH"}
_TAKES_PART = frozenset({Post, Act, DealHole, Show, Muck})
_PAYS = frozenset({Collect, NotAwarded, CashOut})
_VISITS: dict[type, Callable[[_Fold, int, Any], bool]] = {
    Post: _post,
    DealHole: _deal_hole,
    DealBoard: _deal_board,
    Act: _act,
    Uncalled: _uncalled,
    Show: _show,
    Collect: _paid,
    NotAwarded: _paid,
    CashOut: _paid,
    Cancelled: _cancelled,
}
