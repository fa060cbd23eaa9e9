"""Hands -> frames: one pass over the events of a hand gives its rows, one frame is built for a whole batch.

The cells of a batch stand in one flat list, row after row in the order of the schema, and are cut into columns at the
end: no tuple is kept, so the garbage collector has nothing to walk through. What the statistics need and the pass
knows anyway (bets so far, callers, who has the initiative) is written beside each action.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hhparse.cards import UNKNOWN, Cards
from hhparse.equity import NOT_ASKED, Skipped, adjusted
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
    Muck,
    NotAwarded,
    Post,
    Seat,
    Show,
    Splash,
    Uncalled,
)
from hhparse.rules.ruleset import house_rules
from hhparse.tables.frames import Cells, Tables, frame
from hhparse.tables.halves import UNDIVIDED, Outcome, low_possible, outcomes
from hhparse.tables.positions import positions
from hhparse.tables.schema import EVENTS, HANDS, SEATS
from hhparse.tables.seating import dealt_in, known
from hhparse.tables.streets import Rounds, stakes_text

Row = tuple[object, ...]


def tabulate(hands: Iterable[Hand], first: int = 0, *, actions_only: bool = False, equities: bool = True) -> Tables:
    """Return the frames of `hands`; the running key `hand` counts from `first`.

    With `actions_only` the events are the actions alone, which is all that statistics read of them. Without `equities`
    no result is all-in adjusted.
    """
    hand_cells: Cells = []
    seat_cells: Cells = []
    event_cells: Cells = []
    for key, hand in enumerate(hands, first):
        walk = _Pass(key, hand, event_cells.extend, actions_only, equities)
        walk.run()
        hand_cells.extend(walk.hand_row())
        for row in walk.seat_rows():
            seat_cells.extend(row)
    return Tables(frame(hand_cells, HANDS), frame(seat_cells, SEATS), frame(event_cells, EVENTS))


class _Tally:
    """What a seat has done so far in the hand."""

    __slots__ = (
        "all_in_on", "cashed_out", "collected", "contributed", "dealt_in", "folded_on", "hole", "kept", "last",
        "live", "matched", "player", "posted", "posted_all_in", "returned", "seat", "shown", "stack", "wager",
    )  # fmt: skip

    def __init__(self, seat: Seat, dealt_in: bool) -> None:
        self.seat, self.player, self.stack = seat.seat, seat.player, seat.stack
        self.dealt_in = dealt_in
        self.wager = self.live = self.posted = self.contributed = self.returned = self.collected = 0
        self.kept = 0  # uncalled chips that stand among those collected
        self.cashed_out: int | None = None
        self.folded_on: str | None = None
        self.all_in_on: str | None = None
        self.posted_all_in = False
        self.hole: Cards = ()
        self.shown: Cards = ()
        self.last: str | None = None  # verb on this street
        self.matched = 0  # level it made or met on this street

    def pay(self, amount: int, all_in: bool, street: str) -> bool:
        """Take chips off the stack; return whether they were the last, as printed or by the stack."""
        self.contributed += amount
        if all_in or 0 < self.stack <= self.contributed:
            self.all_in_on = self.all_in_on or street
            all_in = True
        return all_in

    @property
    def cards(self) -> Cards:
        """Return the hole cards as far as known."""
        # of known hole cards just one may be shown
        return self.shown if self.shown and known(self.shown) > known(self.hole) else self.hole or self.shown


class _Pass:
    """One pass over the events of a hand; adds a row an event, then gives the rows of the hand and its seats."""

    def __init__(self, key: int, hand: Hand, add: Callable[[Row], None], actions_only: bool, equities: bool) -> None:
        self.key, self.hand, self.add, self.actions_only, self.equities = key, hand, add, actions_only, equities
        self.called_off = hand.cancelled
        dealt = dealt_in(hand, self.called_off)
        self.seats = {seat.seat: _Tally(seat, seat.seat in dealt) for seat in hand.seats}
        self.players = self.dealt = len(dealt)
        self.street = "preflop"
        self.level = 1  # the big blind is the first bet
        self.bet = 0  # what a seat must have on this street to stay in
        self.callers = self.chips = 0
        self.aggressor: int | None = None
        self.initiative: int | None = None
        self.shoved = False  # the last bet or raise of the street was all-in
        self.entered = False  # somebody called, bet or raised
        self.rounds = Rounds()
        self.places: dict[int, str] = {}  # positions by seat, known after the pass
        self.boards: dict[int, Cards] = {}
        self.blind = hand.stakes.big_blind
        self.posters: dict[str, tuple[int, ...]] = {}  # seats by kind of post, and "broke": all-in from the ante

    def run(self) -> None:
        """Add the rows of all events."""
        for no, event in enumerate(self.hand.events):
            _RECORD[type(event)](self, no, event)
        if not any(tally.returned for tally in self.seats.values()):
            self.give_back()
        self.fold_the_silent()
        self.places = self.positions()

    def fold_the_silent(self) -> None:
        """Fold who folds in the summary only: on the street it names, before the flop where it names none."""
        for claim in self.hand.claims.seats:
            tally = self.seats[claim.seat]
            if claim.fate == "folded" and tally.dealt_in and tally.folded_on is None and not tally.collected:
                tally.folded_on = claim.street or "preflop"
                self.players -= 1

    def give_back(self) -> None:
        """Return an uncalled bet that no line returns, unless it stands among the winnings.

        What the largest of the live totals exceeds the second largest by, folders included, is uncalled.
        """
        ranked = sorted(self.seats.values(), key=lambda tally: tally.live)
        uncalled = ranked[-1].live - ranked[-2].live if len(ranked) > 1 else 0
        claim = self.hand.claims.pot
        rake = claim.rake or 0 if claim else 0
        collected = sum(tally.collected for tally in ranked)
        silently = collected + rake + uncalled <= self.chips
        ranked[-1].returned, ranked[-1].kept = (uncalled, 0) if silently else (0, uncalled)

    def post(self, no: int, event: Post) -> None:
        seat, kind, live, dead, all_in, line, start, end = event
        tally = self.seats[seat]
        tally.posted += live + dead
        tally.wager += live
        tally.live += live
        self.chips += live + dead
        if tally.pay(live + dead, all_in, self.street):
            all_in = tally.posted_all_in = True
            if kind == "ante":
                self.posters["broke"] = (*self.posters.get("broke", ()), seat)
        self.posters[kind] = (*self.posters.get(kind, ()), seat)
        self.bet = max(self.bet, tally.wager)
        if kind == "big blind":
            self.bet = max(self.bet, self.hand.stakes.big_blind)  # a short blind does not lower the price
            self.blind = max(self.blind, live)
        if self.actions_only:
            return
        self.add(
            (self.key, no, self.street, "post", seat, tally.player, None, kind, live, dead, None, None, None, None,
             None, all_in, None, None, None, None, None, None, None, None, None, None, None, None, None, None, line,
             start, end)
        )  # fmt: skip

    def act(self, no: int, event: Act) -> None:
        seat, verb, to, added, by, all_in, line, start, end = event
        tally = self.seats[seat]
        to_call = self.bet - tally.wager
        state = (
            self.level, self.callers, to_call if to_call > 0 else 0, self.players, self.chips, self.aggressor,
            self.initiative, tally.last, tally.matched, self.shoved,
        )  # fmt: skip
        all_in = tally.pay(added, all_in, self.street)
        tally.last = verb
        tally.live += added
        self.chips += added
        if verb == "fold":
            if tally.folded_on is None:  # a history may fold a hand twice
                tally.folded_on = self.street
                self.players -= tally.dealt_in
        elif verb == "check":
            self.callers += 1
        else:
            self.entered = True
            tally.wager = to
            self.bet = max(self.bet, to)
            if verb == "call":
                self.callers += 1
                if self.level == 2 and self.street == "preflop":
                    self.rounds.callers.append(seat)
            else:
                self.rounds.raises.append((seat, self.callers))
                self.level += 1
                self.callers = 0
                self.aggressor = seat
                self.shoved = all_in
            tally.matched = self.level
        self.add(
            (self.key, no, self.street, "act", seat, tally.player, verb, None, None, None, to, added, by, None, None,
             all_in, None, None, None, None, *state, line, start, end)
        )  # fmt: skip

    def board(self, no: int, event: DealBoard) -> None:
        street, board, cards, shown_before, line, start, end = event
        early = self.hand.game.first_card_early and street == "flop" and len(cards) == 1
        if not early and STREETS.index(street) > STREETS.index(self.street):
            self.next_street(street)
        before = shown_before or self.boards.get(board) or self.boards.get(0, ())
        self.boards[board] = before + cards
        self.note(no, "board", None, (line, start, end), cards=" ".join(cards), board=board)

    def next_street(self, street: str) -> None:
        """Start a street: nobody has bet, and the last aggressor of the one before has the initiative."""
        self.street = street
        self.initiative, self.aggressor = self.aggressor, None
        self.level = self.bet = self.callers = 0
        self.shoved = False
        for tally in self.seats.values():
            tally.wager = tally.matched = 0
            tally.last = None
        lead = self.initiative
        leader = None if lead is None or self.seats[lead].all_in_on is not None else lead
        self.rounds.next(leader, self.chips)
        if street == "flop":
            self.rounds.last_on_flop = self.last_to_act()

    def last_to_act(self) -> int | None:
        """Return the seat that acts last on this street; None where nobody can or no button is printed."""
        button = self.hand.button
        able = [
            seat
            for seat, tally in self.seats.items()
            if tally.folded_on is None and tally.all_in_on is None and tally.dealt_in
        ]
        if button is None or not able:
            return None
        return max([seat for seat in able if seat <= button] or able)

    def hole(self, no: int, event: DealHole) -> None:
        self.seats[event.seat].hole = event.cards
        self.note(no, "hole", event.seat, event[2:], cards=" ".join(event.cards))

    def disconnected(self, no: int, event: Disconnected) -> None:
        self.note(no, "disconnected", event.seat, event[1:])

    def uncalled(self, no: int, event: Uncalled) -> None:
        self.seats[event.seat].returned += event.amount
        self.note(no, "uncalled", event.seat, event[2:], amount=event.amount)

    def show(self, no: int, event: Show) -> None:
        self.seats[event.seat].shown = event.cards
        said = event.said or None
        self.note(no, "show", event.seat, event[4:], cards=" ".join(event.cards), board=event.board, said=said)

    def muck(self, no: int, event: Muck) -> None:
        self.note(no, "muck", event.seat, event[2:], board=event.board)

    def collect(self, no: int, event: Collect) -> None:
        self.seats[event.seat].collected += event.amount
        self.note(no, "collect", event.seat, event[4:], amount=event.amount, board=event.board, pot=event.pot)

    def cash_out(self, no: int, event: CashOut) -> None:
        tally = self.seats[event.seat]
        tally.cashed_out = (tally.cashed_out or 0) + event.amount
        self.note(no, "cash-out", event.seat, event[3:], amount=event.amount, fee=event.fee)

    def not_awarded(self, no: int, event: NotAwarded) -> None:
        self.note(no, "not awarded", None, event)

    def cancelled(self, no: int, event: Cancelled) -> None:
        self.note(no, "cancelled", None, event)

    def chop(self, no: int, event: Chop) -> None:
        for tally in self.seats.values():
            tally.returned += tally.wager if tally.folded_on is None else 0
        self.note(no, "chop", None, event)

    def splash(self, no: int, event: Splash) -> None:
        self.chips += event.amount
        self.note(no, "splash", None, event[1:], amount=event.amount)

    def note(
        self,
        no: int,
        event: str,
        seat: int | None,
        place: tuple[int, int, int],
        *,
        amount: int | None = None,
        fee: int | None = None,
        cards: str | None = None,
        board: int | None = None,
        pot: int | None = None,
        said: str | None = None,
    ) -> None:
        """Add the row of an event that is neither a post nor an action."""
        if self.actions_only:
            return
        player = None if seat is None else self.seats[seat].player
        self.add(
            (self.key, no, self.street, event, seat, player, None, None, None, None, None, None, None, amount, fee,
             None, cards, board, pot, said, None, None, None, None, None, None, None, None, None, None, *place)
        )  # fmt: skip

    def hand_row(self) -> Row:
        """Return the row of the hand, after the pass."""
        hand = self.hand
        stakes, tournament, pot = hand.stakes, hand.tournament, hand.claims.pot
        event = ("", "", "") if tournament is None else (tournament.tournament_id, tournament.buy_in, tournament.level)
        claim = (None, None, None) if pot is None else (pot.total, pot.total_means, pot.rake)
        boards = {board: " ".join(cards) or None for board, cards in self.boards.items()}
        return (
            self.key, hand.hand_id, hand.site, hand.dialect, hand.played_at, hand.table, hand.max_seats, hand.button,
            hand.game.name, hand.game.hilo, hand.limit, hand.kind, hand.variant, hand.currency.code,
            hand.currency.exponent, *stakes[:6], *((None,) * 3 if tournament is None else event), hand.hero,
            self.dealt, self.street, boards.get(1) or boards.get(0), boards.get(2), boards.get(3), self.runs(),
            self.called_off, stakes_text(stakes, hand.limit, hand.currency), *self.rounds.row(self.places),
            self.cap_bets(), low_possible(hand.game, self.boards), *claim, hand.source.path, hand.source.line,
            hand.source.start, hand.source.end,
        )  # fmt: skip

    def runs(self) -> int:
        """Return how often the board was run: as claimed, else by the boards dealt in a game of one board."""
        return self.hand.claims.runs or (max(self.boards, default=0) if self.hand.game.boards == 1 else 0) or 1

    def seat_rows(self) -> Iterable[Row]:
        """Yield the rows of the seats, after the pass."""
        key, hero, unit, cancelled = self.key, self.hand.hero, self.unit(), self.called_off
        names = self.places
        paid = {seat: tally.contributed - tally.returned for seat, tally in self.seats.items()}
        average = adjusted(self.hand, paid, self.players) if self.equities else Skipped(NOT_ASKED)
        reason, average = (str(average), {}) if isinstance(average, Skipped) else (None, average)
        walk = self.players == 1 and not self.entered and not cancelled
        showdown = self.players > 1 and not cancelled
        halves = self.halves() if self.hand.game.hilo and not cancelled else {}
        for tally in self.seats.values():
            stays = tally.dealt_in and tally.folded_on is None
            cards = tally.cards
            received = tally.collected if tally.cashed_out is None else tally.cashed_out
            net = 0 if cancelled else received + tally.returned - tally.contributed
            yield (
                key, tally.seat, tally.player, tally.player == hero, tally.stack, names.get(tally.seat),
                tally.dealt_in, " ".join(cards) or None, bool(cards) and UNKNOWN not in cards, tally.posted,
                tally.contributed, tally.returned, tally.collected, tally.cashed_out, net, tally.folded_on,
                tally.posted_all_in, tally.all_in_on is not None, walk and stays, showdown and stays,
                " ".join(tally.shown) or None, self.won(tally), tally.all_in_on,
                *halves.get(tally.seat, UNDIVIDED), unit,
                average.get(tally.seat, net), reason,
            )  # fmt: skip

    def won(self, tally: _Tally) -> bool:
        """Tell whether a seat won chips of a pot; the site's word counts where a cash-out took their place."""
        if tally.collected or tally.cashed_out is None:
            return tally.collected > tally.kept
        return any(claim.seat == tally.seat and claim.fate in ("won", "collected") for claim in self.hand.claims.seats)

    def unit(self) -> int | None:
        """Return the unit of bb/100: the big blind, in fixed limit the big bet; None when there is none."""
        stakes = self.hand.stakes
        if self.hand.limit == "FL":
            return stakes.big_bet or 2 * (stakes.small_bet or self.blind) or None
        return stakes.big_blind or self.blind or stakes.button_blind or None

    def cap_bets(self) -> int | None:
        """Return how many bets a street the house allows; None outside fixed limit and where it knows no cap."""
        hand = self.hand
        return house_rules(hand.site, hand.dialect).cap_bets or None if hand.limit == "FL" else None

    def halves(self) -> dict[int, Outcome]:
        """Return how the halves of the pots went, by seat."""
        tallies = [tally for tally in self.seats.values() if tally.dealt_in]
        return outcomes(
            self.hand.game,
            {tally.seat: tally.contributed - tally.returned for tally in tallies},
            {tally.seat: tally.cards for tally in tallies if tally.folded_on is None},
            {tally.seat for tally in tallies if self.won(tally)},
            self.boards,
        )

    def positions(self) -> dict[int, str]:
        """Return the position of every seat dealt in."""
        posters = self.posters.get
        broke = posters("broke", ())
        small, big = posters("small blind", ()) + broke, posters("big blind", ()) + broke
        dealt = tuple(sorted([seat for seat, tally in self.seats.items() if tally.dealt_in]))
        return positions(dealt, self.hand.button, small, big, posters("straddle", ()))


_RECORD: dict[type[Event], Callable[..., None]] = {
    Post: _Pass.post,
    DealHole: _Pass.hole,
    DealBoard: _Pass.board,
    Act: _Pass.act,
    Disconnected: _Pass.disconnected,
    Uncalled: _Pass.uncalled,
    Show: _Pass.show,
    Muck: _Pass.muck,
    Collect: _Pass.collect,
    CashOut: _Pass.cash_out,
    NotAwarded: _Pass.not_awarded,
    Cancelled: _Pass.cancelled,
    Chop: _Pass.chop,
    Splash: _Pass.splash,
}
