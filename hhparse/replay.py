"""Replay a hand: a fold of its events through the betting engine, and what comes out at the end.

An illegal action is reported, then applied as the history tells it, so that every later one can still be judged.
The replay computes; what the site says of the result is compared elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from hhparse.cards import Cards
from hhparse.model import (
    STREETS,
    Act,
    Cancelled,
    CashOut,
    Chop,
    Collect,
    DealBoard,
    DealHole,
    Disconnected,
    Event,
    Hand,
    NotAwarded,
    Post,
    Show,
    Splash,
    Uncalled,
)
from hhparse.rules import betting, blinds, limits, rake
from hhparse.rules.betting import State
from hhparse.rules.dealing import Dealing, duplicates
from hhparse.rules.house import rules_of
from hhparse.rules.outcome import Frame, Replay
from hhparse.rules.posts import Posted
from hhparse.rules.pots import Ledger, settle
from hhparse.rules.returns import returns_due, wrong_return
from hhparse.rules.rulebook import Violation
from hhparse.rules.ruleset import RuleSet
from hhparse.rules.seating import dealt_in
from hhparse.rules.untold import Facts, Untold, told

__all__ = ["Frame", "Replay", "frames", "replay"]

STREET_NUMBER = {street: number for number, street in enumerate(STREETS)}


def replay(hand: Hand, rules: RuleSet | None = None) -> Replay:
    """Play the hand through the rules (by default those of its site) and return what it comes to.

    Raises KeyError for an action of a seat that the hand does not have.
    """
    fold = _Fold(hand, rules_of(hand, rules))
    visits = _VISITS
    for index, event in enumerate(hand.events):
        visit = visits.get(type(event))
        if visit is not None and visit(fold, index, event):
            break
    return fold.finish()


def frames(hand: Hand, rules: RuleSet | None = None) -> Iterator[Frame]:
    """Yield the table after every event, as far as the hand makes sense."""
    fold = _Fold(hand, rules_of(hand, rules))
    for index, event in enumerate(hand.events):
        visit = _VISITS.get(type(event))
        if visit is not None and visit(fold, index, event):
            return
        following = hand.events[index + 1 : index + 2]
        if not fold.opened and not (following and type(following[0]) in _BEFORE_PLAY):
            fold.open()
        yield fold.frame(index, event)


class _Fold:
    """A replay in progress."""

    __slots__ = (
        "cancelled",
        "cards",
        "chopped",
        "collected",
        "hand",
        "opened",
        "posts",
        "prints_all_in",
        "retold",
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
        self.posts: list[Posted] = []
        self.returned: dict[int, int] = {}
        self.retold: dict[int, int] = {}  # what lines return after a chop, which has returned it already
        self.silent_all_ins: list[int] = []
        self.prints_all_in = self.opened = self.stopped = self.cancelled = False
        self.collected = self.uncalled = self.chopped = -1  # the first event that pays, the last that returns, a chop
        seats, silent = dealt_in(hand)
        self.violations += silent
        stakes = hand.stakes
        big_blind = stakes.big_blind or stakes.button_blind or stakes.small_bet
        self.state = State(
            rules,
            hand.limit if rules.structure == "log" else rules.structure,
            [row.seat for row in seats],
            [row.stack for row in seats],
            small_blind=stakes.small_blind,
            big_blind=big_blind,
            small_bet=rules.small_bet or stakes.small_bet or big_blind,
            big_bet=rules.big_bet or stakes.big_bet or 2 * (rules.small_bet or big_blind),
            cap=rules.hand_cap or stakes.cap,
            ante=stakes.ante,
        )
        self.cards = Dealing(hand.game, self.state.order, rules.deal_listing)
        self.violations += self.cards.overrun()

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
        if len(self.returned) > 1 and self.chopped < 0:
            self._told_chop()
        if self.retold and self.retold != self.returned:
            self.add(self.uncalled, wrong_return(self.retold, self.returned))
        totals, answered, dead = self.totals(), None, state.dead
        due = returns_due(order, totals, state.antes)
        if state.amiss or state.amiss_before:  # a wrong call answers the bet: nothing of it is uncalled
            lacking = betting.answered_amiss(state)
            answered = [put + lacking.get(i, 0) for i, put in enumerate(totals)]
            dead -= sum(lacking.values())
            if self.returned != due:
                due = returns_due(order, answered)
        chopped = self.chopped >= 0
        over = self.collected >= 0 and not (self.stopped or self.cancelled or chopped)
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
        if cap := self.rules.hand_cap or hand.stakes.cap:
            for row in hand.seats:
                if row.seat in stacks:
                    stacks[row.seat] += max(0, row.stack - cap)
        entered = contributed
        if answered is not None:
            entered = {seat: contributed[seat] + answered[i] - totals[i] for i, seat in enumerate(order)}
        live = tuple([seat for i, seat in enumerate(order) if status[i] != betting.FOLDED])
        settled = over and (len(live) == 1 or (len(live) > 1 and all(len(board) == 5 for board in boards)))
        ledger, untold = None, None
        if settled:
            ledger, untold = self._settled(contributed, entered, dead, live, boards, {} if self.returned else due)
        elif chopped and not any(contributed.values()):
            due, ledger = self.returned, Ledger((), (), {}, (), False)
        return Replay(
            hand=hand,
            violations=tuple([self._valued(row) for row in self.violations]) if self.violations else (),
            complete=(settled or self.cancelled or chopped) and not self.stopped,
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
            splash=state.splash,
            chopped=chopped,
            untold=untold,
        )

    def _settled(
        self,
        contributed: Mapping[int, int],
        entered: Mapping[int, int],
        dead: int,
        live: tuple[int, ...],
        boards: tuple[Cards, ...],
        uncalled: Mapping[int, int],
    ) -> tuple[Ledger, Untold | None]:
        """Divide the pots; `entered` counts wrong calls as if they had matched, `uncalled` is what no line returns."""
        hand, state, rules = self.hand, self.state, self.rules
        pot = hand.claims.pot
        printed = pot.pots if pot is not None and rules.pots_mean == "net" else ()
        flop, raised = state.street > 0, state.raised

        def divide(rake: int, fees: int, pots: tuple[int, ...]) -> Ledger:
            order, shown = state.order, self.cards.shown
            return settle(hand.game, entered, dead, live, order, boards, shown, rake, pots or printed, rules, fees)

        if pot is not None and pot.rake and (not flop or rules.rake_percent):
            self._check_rake(pot.rake, sum(contributed.values()) + state.dead)
        if pot is not None and pot.rake is not None and not rules.fee_unprinted:
            return divide(pot.rake, pot.fees, ()), None
        gross, walk = sum(contributed.values()) + state.dead, not flop and not raised and len(live) == 1
        raked = hand.kind == "ring" and rake.is_due(rules, flop=flop, raised=raised)
        return told(hand, rules, Facts(gross, uncalled, len(state.order), raked, walk), divide)

    def _valued(self, row: Violation) -> Violation:
        """Return a violation with what the rule set says in its field."""
        return row._replace(value=getattr(self.rules, row.ruleset_field)) if row.ruleset_field else row

    def _told_chop(self) -> None:
        """Take it as a chop when everyone takes back before the flop all that he put in."""
        state = self.state
        put = {seat: state.committed[i] for i, seat in enumerate(state.order) if state.committed[i]}
        if state.street == 0 and self.returned == put:
            self.chopped = self.uncalled
            self.add(self.uncalled, *blinds.chop(state))

    def _check_rake(self, taken: int, total: int) -> None:
        """Check the printed rake against the house's."""
        state = self.state
        flop, raised = state.street > 0, state.raised
        found = rake.judge(self.rules, taken, total, len(state.order), flop=flop, raised=raised)
        self.add(self.collected, *found)

    def _check_end(self, due: Mapping[int, int], boards: tuple[Cards, ...]) -> None:
        state = self.state
        self.add(self.collected, *betting.unfinished(state))
        if state.live > 1 and not (boards and all(len(board) == 5 for board in boards)):
            message = f"{state.live} hands are live, but the board is not complete"
            self.add(self.collected, Violation("BOARD-COUNT", message))
        line = self.rules.uncalled_line
        walk = state.live == 1 and not (state.street or state.raised)
        if self.returned != due and (self.returned or line == "printed" or (line == "but_walks" and not walk)):
            wrong = wrong_return(self.returned, due)
            self.add(self.uncalled if self.uncalled >= 0 else self.collected, wrong)

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


def _post(fold: _Fold, index: int, event: Post) -> bool:
    seat, kind, live, dead, all_in, _line, _start, _end = event
    state = fold.state
    i = state.index[seat]
    spare = state.stacks[i] - live - dead
    if spare < 0:
        amounts = {"post": live + dead, "stack": spare + live + dead}
        fold.add(index, Violation("BET-OVER-STACK", "post of {post}, but only {stack} is there", "amount", amounts))
    if fold.opened or fold.cards.seats:
        late, field = ("STRADDLE", "straddle_seats") if kind == "straddle" else ("POST-AFTER-DEAL", "")
        message = f"seat {seat} posts after the cards are dealt"
        fold.add(index, Violation(late, message, ruleset_field=field))
    betting.put_in(state, seat, kind, live, dead)
    if fold.opened:
        state.level = max(state.level, live)
    else:
        fold.posts.append(Posted(i, kind, live, dead, state.stacks[i], index))
    if all_in or (spare <= 0 and fold.rules.all_in_said == "always"):
        _all_in(fold, index, all_in, spare)
    return False


def _all_in(fold: _Fold, index: int, printed: bool, left: int) -> None:
    """Hold a printed all-in against the chips left."""
    if printed:
        fold.prints_all_in = True
        if left > 0:
            message = "all-in is printed, but {left} is left"
            fold.add(index, Violation("ALLIN-MISMATCH", message, "", {"left": left}))
    elif left <= 0 and not (
        fold.hand.stakes.cap or fold.rules.hand_cap
    ):  # reaching the cap of a hand is no printed all-in
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
    if event.board > 1 and fold.hand.game.boards == 1:
        _run_out(fold, index, event.board)
    found = fold.cards.board(event.board, number, event.cards, event.shown_before)
    if found:
        fold.add(index, *found)
        if found[0].slug == "HAND-ORDER":
            fold.stopped = True
            return True
    if number > fold.state.street:
        open_still = betting.deal(fold.state, number)
        if open_still:
            fold.add(index, *open_still)
    return False


def _run_out(fold: _Fold, index: int, board: int) -> None:
    """Check that the board is run out no more often than the house allows, where a further one begins."""
    most = fold.rules.runs_max
    if board == most + 1 and most and board not in fold.cards.boards:
        message = f"the board is run out {board} times, but the house allows {most}"
        fold.add(index, Violation("BOARD-COUNT", message, ruleset_field="runs_max"))


def _act(fold: _Fold, index: int, event: Act) -> bool:
    if not fold.opened:
        fold.open()
    seat, verb, to, added, by, all_in, _line, _start, _end = event
    state = fold.state
    i = state.index[seat]
    level, put = state.level, state.committed[i]
    found = betting.step(state, seat, verb, to)
    if found:
        fold.add(index, *found)
    if by is not None and by != to - level and by not in limits.over_short_blind(state, i, level, put, to):
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


def _disconnected(fold: _Fold, _index: int, event: Disconnected) -> bool:
    if not fold.opened:
        fold.open()
    betting.protect(fold.state, event.seat)
    return False


def _uncalled(fold: _Fold, index: int, event: Uncalled) -> bool:
    told = fold.returned if fold.chopped < 0 else fold.retold
    told[event.seat] = told.get(event.seat, 0) + event.amount
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


def _cash_out(fold: _Fold, index: int, event: CashOut) -> bool:
    if event.fee is not None and fold.rules.cashout_fee:
        fold.add(index, *rake.cash_out(fold.rules, event.amount, event.fee))
    return _paid(fold, index, event)


def _chop(fold: _Fold, index: int, _event: Chop) -> bool:
    if not fold.opened:
        fold.open()
    state = fold.state
    fold.chopped = index
    fold.add(index, *blinds.chop(state))
    for i, seat in enumerate(state.order):
        if state.committed[i] and state.status[i] != betting.FOLDED:
            fold.returned[seat] = state.committed[i]
    state.turn = -1
    return False


def _splash(fold: _Fold, _index: int, event: Splash) -> bool:
    fold.state.dead += event.amount
    fold.state.splash += event.amount
    return False


def _cancelled(fold: _Fold, _index: int, _event: Cancelled) -> bool:
    fold.cancelled = True
    return False


_BETS = {"call": "CALL-AMOUNT", "bet": "RAISE-BY-MISMATCH", "raise": "RAISE-BY-MISMATCH"}
_BEFORE_PLAY = frozenset({Post, Splash})
_VISITS: dict[type, Callable[[_Fold, int, Any], bool]] = {
    Post: _post,
    DealHole: _deal_hole,
    DealBoard: _deal_board,
    Act: _act,
    Disconnected: _disconnected,
    Uncalled: _uncalled,
    Show: _show,
    Collect: _paid,
    NotAwarded: _paid,
    CashOut: _cash_out,
    Cancelled: _cancelled,
    Chop: _chop,
    Splash: _splash,
}
