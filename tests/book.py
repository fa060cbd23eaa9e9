"""The chips and the turns of a hand, counted from its events without the engine: what mutants are judged by."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hhparse.model import Act, DealBoard, Hand, Post, Splash
from tests.structures import house


class Spot(NamedTuple):
    """A decision as the events tell it. `low` and `most` are the least and the most of a raise."""

    at: int
    act: Act
    street: int
    put: int
    behind: int
    level: int
    low: int
    most: int
    unit: int
    least_bet: int  # the lower limit of spread limit
    bets: int
    acted: int | None
    closed: bool  # he has acted, and the bet has not grown by a full raise since
    capped: bool  # no more raises are allowed on this street
    rivals: bool  # somebody else who is live has chips
    last: bool  # nobody raises after him on this street, and every later call is a full one

    @property
    def wager(self) -> bool:
        return self.act.verb in ("bet", "raise")

    @property
    def all_in(self) -> bool:
        return self.act.added == self.behind

    @property
    def wrong(self) -> bool:
        """Tell whether it is a wager that breaks a rule, in a structure whose sizes are known."""
        if not self.wager:
            return False
        fits = self.low <= self.act.to <= self.most or (self.all_in and self.level < self.act.to < self.low)
        return self.closed or self.capped or not self.rivals or not fits

    @property
    def room(self) -> bool:
        """Tell whether he has more than a call, and the raise would be his but for the cap."""
        return self.rivals and not self.closed and self.put + self.behind > self.level


class Book:
    """The chips of a hand, counted from its events by the rules of its house, without the engine."""

    def __init__(self, hand: Hand) -> None:
        self.hand, self.rules = hand, house(hand.table)
        stakes, rules = hand.stakes, self.rules
        self.big = stakes.big_blind or stakes.button_blind
        self.bets_of = [stakes.small_bet, stakes.small_bet, stakes.big_bet, stakes.big_bet]
        cap = rules.hand_cap or stakes.cap
        self.left = {seat.seat: min(seat.stack, cap or seat.stack) for seat in hand.seats}
        self.put = dict.fromkeys(self.left, 0)
        self.total = dict.fromkeys(self.left, 0)
        self.folded: set[int] = set()
        self.pot = self.antes = self.splash = 0
        self.street = 0
        self.level, self.base, self.full, self.bets = self.big, self.big, self.big, 1
        self.heads_up = len(self.left) == 2  # when the street began
        self.crowded = False  # three players or more have reached the cap
        self.acted: dict[int, int] = {}
        self.spots: list[Spot] = []
        if rules.short_bb_call == "actual":
            self.level = self.base = 0
        for at, event in enumerate(hand.events):
            if isinstance(event, Post):
                self.post(event)
            elif isinstance(event, Splash):
                self.pot += event.amount
                self.splash += event.amount
            elif isinstance(event, DealBoard) and event.street != "preflop":
                self.deal(event)
            elif isinstance(event, Act):
                self.spots.append(self.spot(at, event))
                self.act(event)

    @property
    def fixed(self) -> bool:
        return self.hand.limit == "FL"

    @property
    def unit(self) -> int:
        return self.bets_of[self.street]

    def pay(self, seat: int, live: int, dead: int) -> None:
        self.left[seat] -= live + dead
        self.put[seat] += live
        self.total[seat] += live
        self.pot += live + dead

    def post(self, event: Post) -> None:
        self.pay(event.seat, event.live, event.dead)
        if event.kind in ("ante", "bomb"):
            self.antes += event.dead
        total, rules = self.put[event.seat], self.rules
        if event.kind == "bomb":
            self.big = self.full = event.dead if rules.bomb_pot_min_bet == "ante" else self.big
        elif event.kind == "straddle":
            self.level = self.base = max(total, rules.straddle_mult * self.level)
            self.full = self.level if rules.straddle_min_raise == "straddle" else self.big
            self.bets += rules.straddle_counts
        elif event.kind == "kill":
            halves = {"half": 3, "full": 4}[rules.kill_type]
            due = (halves * (self.unit or self.big) + 1) // 2
            self.level = self.base = max(total, due)
            self.bets_of = [halves * bet // 2 for bet in self.bets_of]
            if self.hand.limit in ("NL", "PL"):
                self.big = self.full = due
        elif event.kind != "ante":
            self.level = self.base = max(self.level, total)

    def deal(self, event: DealBoard) -> None:
        street = ("preflop", "flop", "turn", "river").index(event.street)
        if street > self.street:
            self.street = street
            self.put = dict.fromkeys(self.put, 0)
            self.level, self.base, self.full, self.bets = 0, 0, self.big, 0
            self.acted = {}
            self.heads_up = len(self.left) - len(self.folded) == 2
            self.crowded = False

    def least(self) -> int:
        """Return the least bet or raise; the one there is in fixed limit, completed where the all-in was too short."""
        if self.hand.limit == "SL":
            return self.level + max(self.low_limit, self.full if self.level else 0)
        if not self.fixed:
            half = self.rules.nl_min_bet == "by_street" and self.street < 2
            return self.level + self.full if self.level else (self.big + 1) // 2 if half else self.big
        completed = self.rules.short_allin_limit == "half" and 2 * (self.level - self.base) < self.unit
        return (self.base if completed else self.level) + self.unit

    @property
    def low_limit(self) -> int:
        """Return the lower limit of spread limit."""
        return self.bets_of[0]

    def most(self, seat: int) -> int:
        """Return the most that a raise may come to."""
        stack, limit = self.put[seat] + self.left[seat], self.hand.limit
        if limit == "FL":
            return self.least()
        if limit == "SL":
            return self.level + self.bets_of[3]
        pot = limit == "PL" or (limit == "PL-NL" and self.street == 0)
        return max(self.least(), self.pot_to(self.put[seat])) if pot else stack

    def counts(self, to: int) -> bool:
        """Tell whether a wager is a full bet or raise."""
        if not self.fixed:
            return to >= self.least()
        rule, enough = self.rules.short_allin_limit, to >= self.least()
        return enough or rule == "any" or (rule == "half" and 2 * (to - self.base) >= self.unit)

    def act(self, event: Act) -> None:
        if event.verb == "fold":
            self.folded.add(event.seat)
        elif event.verb in ("bet", "raise"):
            if self.counts(event.to):
                self.base, self.full, self.bets = event.to, event.to - self.level, self.bets + 1
                self.crowded |= self.bets >= self.rules.cap_bets and len(self.left) - len(self.folded) > 2
            self.level = event.to
        self.pay(event.seat, event.to - self.put[event.seat], 0)
        self.acted[event.seat] = self.level

    def closed(self, seat: int) -> bool:
        """Tell whether a player has acted and no full raise, or enough of short ones, has come since."""
        acted = self.acted.get(seat)
        if acted is None:
            return False
        grown = self.level - acted
        if not self.fixed:
            if self.rules.short_allin_bigbet == "single":
                return self.base <= acted
            return grown < (max(self.full, self.low_limit) if self.hand.limit == "SL" else self.full)
        return {"half": 2 * grown < self.unit, "full": grown < self.unit, "any": grown <= 0}[
            self.rules.short_allin_limit
        ]

    def capped(self) -> bool:
        """Tell whether the street has all the raises it may have, by each reading of two players."""
        if not self.fixed:
            return bool(self.rules.nl_raise_cap) and self.bets > self.rules.nl_raise_cap
        if self.bets < self.rules.cap_bets:
            return False
        two = len(self.left) - len(self.folded) == 2
        free = {
            "none": False,
            "becomes_hu": two,
            "began_hu": two and self.heads_up,
            "until_capped": two and not self.crowded,
            "five_raises": two and self.heads_up and self.bets < 6,
        }
        return not free[self.rules.hu_cap]

    def pot_to(self, put: int) -> int:
        """Return what a raise of the pot comes to, as the house counts the pot."""
        rules, owed = self.rules, self.level - put
        pot = self.pot - (0 if rules.ante_in_pl_pot else self.antes) - (0 if rules.splash_in_pot else self.splash)
        if self.street == 0:
            pot += self.missing() if rules.pl_nominal_blinds == "yes" else 0
            pot += self.hand.stakes.big_blind - self.hand.stakes.small_blind if rules.pl_sb_as_bb else 0
        to = self.level + pot + (owed if rules.pl_mode == "call_then_pot" else 0)
        return to + -to % rules.pl_round

    def missing(self) -> int:
        """Return what short or absent blinds lack, where there is no kill."""
        rows = [event for event in self.hand.events if isinstance(event, Post)]
        big = [row.live for row in rows if row.kind in ("big blind", "both")]
        small = [row.live + row.dead for row in rows if row.kind == "small blind"]
        if any(row.kind in ("kill", "bomb") for row in rows):
            return 0
        stakes = self.hand.stakes
        return max(0, stakes.big_blind - max(big, default=0)) + max(0, stakes.small_blind - max(small, default=0))

    def spot(self, at: int, act: Act) -> Spot:
        seat, put = act.seat, self.put[act.seat]
        rivals = any(self.left[other] > 0 for other in self.left if other != seat and other not in self.folded)
        later = list(self.later(at))
        full_calls = all(event.verb != "call" or event.to == act.to for _, event in later)
        return Spot(
            at, act, self.street, put, self.left[seat], self.level, self.least(), self.most(seat),
            self.unit, self.low_limit, self.bets, self.acted.get(seat), self.closed(seat), self.capped(), rivals,
            full_calls and not any(event.verb in ("bet", "raise") for _, event in later),
        )  # fmt: skip

    def later(self, at: int) -> Iterator[tuple[int, Act]]:
        """Yield the later actions of the street."""
        for index in range(at + 1, len(self.hand.events)):
            event = self.hand.events[index]
            if isinstance(event, DealBoard):
                return
            if isinstance(event, Act):
                yield index, event
