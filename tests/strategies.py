"""Whole hands, played at random by what `legal()` allows: every structure, with claims, summary and collected pots.

    dealt(Random(7), SHAPES["pl omaha hilo"], rules) -> Hand
    hands(rules)                                     -> a hypothesis strategy of such hands

A shape is a structure with its posts. The chips are counted here: what is uncalled, the rake and the summary are this
module's own sums, so that an audit without findings says something; who wins what is the engine's ledger.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from hhparse.cards import DECK, SHORT_DECK, Cards
from hhparse.model import (
    GAMES,
    STREETS,
    Act,
    BoardClaim,
    Claims,
    Collect,
    DealBoard,
    DealHole,
    Event,
    Game,
    Hand,
    Limit,
    Muck,
    Post,
    PostKind,
    PotClaim,
    Seat,
    SeatClaim,
    Show,
    Source,
    Stakes,
    Tournament,
    Uncalled,
    Verb,
)
from hhparse.money import CHIPS, CURRENCIES
from hhparse.replay import replay
from hhparse.rules import betting, blinds
from hhparse.rules.betting import ALL_IN, FOLDED, Legal, State, legal
from hhparse.rules.ruleset import RuleSet


class Shape(NamedTuple):
    """A structure: `extra` is one post beside the blinds, `runs` how often the board is dealt once all are all-in."""

    limit: Limit
    game: str = "holdem"
    blinds: tuple[int, int] = (5, 10)  # in fixed limit the big blind is the small bet
    ante: int = 0
    cap: int = 0
    button_blind: int = 0
    extra: PostKind | None = None
    runs: int = 1
    players: tuple[int, int] = (2, 6)
    deep: int = 60  # stacks are up to so many big blinds
    tournament: bool = False
    unit: int = 1  # of which everything is a multiple


SHAPES: dict[str, Shape] = {
    "nl": Shape("NL"),
    "nl heads-up": Shape("NL", players=(2, 2)),
    "nl short": Shape("NL", deep=6, players=(3, 6)),
    "nl antes": Shape("NL", ante=2, tournament=True, blinds=(10, 20), deep=12),
    "nl cap": Shape("NL", cap=120),
    "nl straddle": Shape("NL", extra="straddle", players=(3, 6)),
    "nl newcomer": Shape("NL", extra="big blind", players=(4, 6)),
    "nl missed blinds": Shape("NL", extra="both", players=(4, 6)),
    "nl missed small blind": Shape("NL", extra="dead", players=(4, 6)),
    "nl twice": Shape("NL", runs=2, deep=8),
    "nl two boards": Shape("NL", "split_holdem"),
    "nl short deck": Shape("NL", "shortdeck", blinds=(0, 0), ante=5, button_blind=5),
    "nl omaha hilo": Shape("NL", "omaha_hilo"),
    "nl uneven blinds": Shape("NL", blinds=(3, 7)),
    "pl": Shape("PL"),
    "pl omaha": Shape("PL", "omaha"),
    "pl omaha hilo": Shape("PL", "omaha_hilo", blinds=(5, 11)),
    "pl omaha short": Shape("PL", "omaha", deep=8, players=(3, 6)),
    "pl omaha hilo short": Shape("PL", "omaha_hilo", deep=5, players=(3, 6)),
    "pl omaha hilo twice": Shape("PL", "omaha_hilo", runs=2, deep=8),
    "pl five cards": Shape("PL", "omaha5"),
    "pl five cards hilo": Shape("PL", "omaha5_hilo"),
    "pl six cards": Shape("PL", "omaha6", players=(2, 5)),
    "pl six cards hilo": Shape("PL", "omaha6_hilo", players=(2, 5)),
    "pl courchevel": Shape("PL", "courchevel"),
    "pl courchevel hilo": Shape("PL", "courchevel_hilo"),
    "pl straddle": Shape("PL", "omaha", extra="straddle", players=(3, 6)),
    "pl-nl": Shape("PL-NL", "omaha"),
    "fl": Shape("FL", blinds=(10, 20)),
    "fl heads-up": Shape("FL", blinds=(10, 20), players=(2, 2)),
    "fl short": Shape("FL", blinds=(10, 20), deep=6, players=(3, 6)),
    "fl omaha hilo": Shape("FL", "omaha_hilo", blinds=(10, 20)),
    "fl antes": Shape("FL", blinds=(10, 20), ante=3),
    "fl missed blinds": Shape("FL", "omaha_hilo", blinds=(10, 20), extra="both", players=(4, 6)),
}
MOOD = {"fold": 2, "call": 6, "raise": 5}  # how often what is tried


def hands(rules: RuleSet, names: tuple[str, ...] = tuple(SHAPES)) -> st.SearchStrategy[Hand]:
    """Return the strategy of complete legal hands of the named shapes."""
    seeds = st.integers(0, 2**32)
    return st.builds(lambda name, seed: dealt(Random(seed), SHAPES[name], rules), st.sampled_from(names), seeds)


def dealt(random: Random, shape: Shape, rules: RuleSet) -> Hand:
    """Return a random complete hand that breaks no rule."""
    return Table(random, shape, rules).play()


class Table:
    """A hand being played and written down."""

    def __init__(self, random: Random, shape: Shape, rules: RuleSet) -> None:
        self.random, self.shape, self.rules = random, shape, rules
        self.game: Game = GAMES[shape.game]
        seats = sorted(random.sample(range(1, 10), random.randint(*shape.players)))
        self.button = random.choice(seats)
        self.order = [seat for seat in seats if seat > self.button] + [seat for seat in seats if seat <= self.button]
        big = shape.blinds[1] or shape.button_blind
        enough = 2 * big + shape.ante  # for any post
        self.stacks = {seat: self.amount(enough, random.choice([6, shape.deep]) * big) for seat in seats}
        if random.random() < 0.3:  # somebody may be all-in on his post
            self.stacks[random.choice(seats)] = self.amount(shape.ante + shape.unit, enough)
        deck = list(SHORT_DECK if self.game.short_deck else DECK)
        random.shuffle(deck)
        self.holes: dict[int, Cards] = {
            seat: tuple(deck.pop() for _ in range(self.game.hole_cards)) for seat in self.order
        }
        self.deck = deck
        self.stakes = self._stakes()
        self.events: list[Event] = []
        self.boards: dict[int, list[str]] = {}
        self.folded: dict[int, int] = {}
        self.posts: list[blinds.Posted] = []
        self.state = State(
            rules, shape.limit, self.order, [self.stacks[seat] for seat in self.order],
            small_blind=self.stakes.small_blind, big_blind=big,
            small_bet=self.stakes.small_bet or big, big_bet=self.stakes.big_bet or 2 * big,
            cap=shape.cap, ante=shape.ante,
        )  # fmt: skip

    def amount(self, low: int, high: int) -> int:
        """Return a random amount of whole units, both ends included."""
        unit = self.shape.unit
        return unit * self.random.randint(low // unit, high // unit)

    def _stakes(self) -> Stakes:
        small, big = self.shape.blinds
        bets = (big, 2 * big) if self.shape.limit == "FL" else (0, 0)
        return Stakes(small, big, *bets, self.shape.ante, self.shape.cap, self.shape.button_blind)

    @property
    def place(self) -> tuple[int, int, int]:
        line = 100 + len(self.events)
        return line, 40 * line, 40 * line + 39

    def play(self) -> Hand:
        self.post_all()
        if self.random.random() < 0.5:  # the cards of one player are told, or of all
            told = self.order if self.random.random() < 0.2 else [self.random.choice(self.order)]
            self.events += [DealHole(seat, self.holes[seat], 100 + len(self.events) + at, 0, 0)
                            for at, seat in enumerate(told)]  # fmt: skip
        if self.game.first_card_early:
            self.deal(0)
        for street in range(4):
            if street and (self.state.live == 1 or not self.deal(street)):
                break
            while (options := legal(self.state)) is not None:
                self.act(options, *self.choose(options))
        return self.finish()

    # --- posts

    def post_all(self) -> None:
        small, big = self.shape.blinds
        for seat in sorted(self.order):
            if self.shape.ante:
                self.post(seat, "ante", 0, self.shape.ante)
        if self.shape.button_blind:
            self.post(self.order[-1], "button blind", self.shape.button_blind, 0)
        else:
            heads_up = len(self.order) == 2
            self.post(self.order[heads_up], "small blind", small, 0)
            self.post(self.order[not heads_up], "big blind", big, 0)
        if self.shape.extra:
            self.extra_post(self.shape.extra)
        found = blinds.open_round(self.state, self.posts, self.button, not self.shape.tournament)
        assert not found, [row.slug for row in found]

    def extra_post(self, kind: PostKind) -> None:
        small, big = self.shape.blinds
        if kind == "straddle":
            self.post(self.order[2], kind, 2 * big, 0)
            return
        able = [seat for seat in self.order[2:] if self.stacks[seat] >= big + small]
        if not able:
            return
        seat = self.random.choice(able)
        match kind:
            case "both":
                self.post(seat, kind, big, small)
            case "dead":
                self.post(seat, kind, 0, small)
            case _:
                self.post(seat, kind, big, 0)

    def post(self, seat: int, kind: PostKind, live: int, dead: int) -> None:
        """Post as much as is left, the dead part first."""
        left = self.state.stacks[self.state.index[seat]]
        dead = min(dead, left)
        live = min(live, left - dead)
        if not live and not dead:
            return
        self.events.append(Post(seat, kind, live, dead, live + dead == self.behind(seat), *self.place))
        self.posts.append(blinds.post(self.state, seat, kind, live, dead))

    def behind(self, seat: int) -> int:
        """Return all chips of a player that are not in the middle, those above the cap included."""
        return self.state.stacks[self.state.index[seat]] + (
            max(0, self.stacks[seat] - self.shape.cap) if self.shape.cap else 0
        )

    # --- decisions

    def choose(self, options: Legal) -> tuple[Verb, int]:
        """Return what the player to act does, and his total after it."""
        put = self.state.committed[self.state.turn]
        word = self.random.choices(list(MOOD), list(MOOD.values()))[0]
        if word == "raise" and options.may_raise:
            span = (options.min_to, options.max_to)
            to = self.random.choice([*span, span[0], self.amount(*span)])
            return ("raise" if self.state.level else "bet"), to
        if options.may_check:
            return "check", put
        return ("fold", put) if word == "fold" else ("call", put + options.to_call)

    def act(self, options: Legal, verb: Verb, to: int) -> None:
        seat, state = options.seat, self.state
        level, added = state.level, to - state.committed[state.turn]
        by = to - level if verb == "raise" and self.random.random() < 0.7 else None
        all_in = added > 0 and added == self.behind(seat)
        self.events.append(Act(seat, verb, to, added, by, all_in, *self.place))
        if verb == "fold":
            self.folded[seat] = state.street
        found = betting.step(state, seat, verb, to)
        assert not [row for row in found if not row.unproven], (verb, to, [row.slug for row in found])

    # --- cards

    def deal(self, street: int) -> bool:
        """Deal a street, or all that are left where the hand is run twice: then return False."""
        if street:
            assert not betting.deal(self.state, street)
        deep = sum(status not in (FOLDED, ALL_IN) for status in self.state.status)
        if street and self.shape.runs > 1 and deep < 2:
            for later in range(street + 1, 4):
                betting.deal(self.state, later)
            for board in range(1, self.shape.runs + 1):
                for later in range(street, 4):
                    self.deal_board(later, board)
            return False
        for board in range(1, self.game.boards + 1) if self.game.boards > 1 else (0,):
            self.deal_board(street, board)
        return True

    def deal_board(self, street: int, board: int) -> None:
        count = (0, 3, 1, 1)[street]
        if self.game.first_card_early:
            count = (1, 2, 1, 1)[street]
        before = self.boards.setdefault(board, list(self.boards.get(0, [])))
        cards = tuple(self.deck.pop() for _ in range(count))
        reprinted = tuple(before) if street > 1 and self.random.random() < 0.6 else ()
        self.events.append(DealBoard(STREETS[street], board, cards, reprinted, *self.place))
        before += cards

    # --- the end

    def finish(self) -> Hand:
        state = self.state
        totals = {seat: state.earlier[i] + state.committed[i] for i, seat in enumerate(self.order)}
        first, second = sorted(totals.values())[:-3:-1]
        if first > second:
            self.events.append(Uncalled(max(totals, key=totals.__getitem__), first - second, *self.place))
        live = [seat for i, seat in enumerate(self.order) if state.status[i] != FOLDED]
        hand = self.write(Claims())
        shown: set[int] = set()
        if len(live) > 1:
            paid = self.showdown(live, set())
            losers = [seat for seat in live if not paid.get(seat) and self.random.random() < 0.3]
            self.showdown(live, set(losers), keep=True)
            shown = {*live} - {*losers}
        gross = sum(totals.values()) + sum(state.antes) + state.dead - (first - second)
        hand = self.pay(gross)
        return self.summary(hand, shown)

    def showdown(self, live: list[int], mucked: set[int], *, keep: bool = False) -> dict[int, int]:
        """Write the showdown and return what everyone then wins; take it back unless it is to be kept."""
        length = len(self.events)
        for seat in self.show_order(live):
            if seat in mucked:
                self.events.append(Muck(seat, 0, *self.place))
            else:
                self.events.append(Show(seat, self.holes[seat], "", 0, *self.place))
        ledger = replay(self.write(Claims(), Collect(live[0], 0, None, 0, *self.place)), self.rules).ledger
        assert ledger is not None
        if not keep:
            del self.events[length:]
        return ledger.totals

    def show_order(self, live: list[int]) -> list[int]:
        """Return the live seats, those of each later pot first, of them the last bettor of the last round."""
        totals = [a + b for a, b in zip(self.state.earlier, self.state.committed, strict=True)]
        most = {seat: totals[i] + self.state.antes[i] for i, seat in enumerate(self.order)}
        second = sorted(most.values())[-2]
        bettor = self.state.aggressor
        start = bettor if bettor >= 0 and self.order[bettor] in live else 0
        turned = self.order[start:] + self.order[:start]
        top = min(second, max(most[seat] for seat in live))
        return sorted((seat for seat in turned if seat in live), key=lambda seat: -min(most[seat], top))

    def pay(self, gross: int) -> Hand:
        """Take the rake out of every pot and have the winners collect."""
        flop = any(isinstance(event, DealBoard) and event.street == "flop" for event in self.events)
        raked = flop and not self.shape.tournament and self.random.random() < 0.7
        ledger = replay(self.write(Claims(), self._nothing()), self.rules).ledger
        assert ledger is not None
        assert sum(pot.amount for pot in ledger.pots) == gross
        rakes, total = [], 0
        for pot in ledger.pots:  # on the running total, at most 40
            rakes.append(min(40, (total + pot.amount) // 20) - min(40, total // 20) if raked else 0)
            total += pot.amount
        nets = tuple(pot.amount - rake for pot, rake in zip(ledger.pots, rakes, strict=True))
        claim = PotClaim(gross, "gross", nets if len(nets) > 1 else (), sum(rakes), 900, 0, 0)
        ledger = replay(self.write(Claims(pot=claim), self._nothing()), self.rules).ledger
        assert ledger is not None
        assert not ledger.unknown
        for award in ledger.awards:
            pot_index = award.pot if len(nets) > 1 else None
            self.events.append(Collect(award.seat, award.amount, pot_index, award.board, *self.place))
        return self.write(Claims(pot=claim))

    def _nothing(self) -> Collect:
        return Collect(self.order[0], 0, None, 0, *self.place)

    def summary(self, hand: Hand, shown: set[int]) -> Hand:
        """Write the summary: every seat and every board."""
        won: dict[int, int] = {}
        for event in self.events:
            if isinstance(event, Collect):
                won[event.seat] = won.get(event.seat, 0) + event.amount
        boards = [(number, cards) for number, cards in sorted(self.boards.items()) if len(cards) == 5]
        if not boards and len(self.boards.get(0, ())) > 2:
            boards = [(0, self.boards[0])]
        claims = [self.seat_claim(seat, won, shown, 910 + at) for at, seat in enumerate(sorted(self.order))]
        said = [BoardClaim(number, tuple(cards), 901 + number, 0, 0) for number, cards in boards]
        runs = self.shape.runs if self.shape.runs > 1 and 2 in self.boards else None
        return replace(hand, claims=hand.claims._replace(boards=tuple(said), seats=tuple(claims), runs=runs))

    def seat_claim(self, seat: int, won: dict[int, int], shown: set[int], line: int) -> SeatClaim:
        street = STREETS[self.folded[seat]] if seat in self.folded else None
        cards = self.holes[seat] if seat in shown else ()
        if street:
            fate = "folded"
        elif seat in won:
            fate = "won" if seat in shown else "collected"
        else:
            fate = "lost" if seat in shown else "mucked"
        return SeatClaim(seat, f"p{seat}", fate, street, cards, won.get(seat), False, line, 0, 0)

    def write(self, claims: Claims, *more: Event) -> Hand:
        events = (*self.events, *more)
        last = 920 - 100
        return Hand(
            site="Test",
            dialect="test",
            hand_id="1",
            played_at=datetime(2020, 1, 1, tzinfo=UTC),
            zone="UTC",
            table="T",
            max_seats=9,
            button=self.button,
            game=self.game,
            limit=self.shape.limit,
            kind="tournament" if self.shape.tournament else "ring",
            stakes=self.stakes,
            currency=CHIPS if self.shape.tournament else CURRENCIES["USD"],
            tournament=Tournament("1") if self.shape.tournament else None,
            hero=None,
            seats=tuple(Seat(seat, f"p{seat}", self.stacks[seat]) for seat in sorted(self.order)),
            events=events,
            claims=claims,
            source=Source("test.txt", 100, 0, 0, ("",) * last),
        )


def stream(rules: RuleSet, names: tuple[str, ...], seed: int = 0) -> Iterator[Hand]:
    """Yield hands without end, of each shape in turn."""
    while True:
        for name in names:
            yield dealt(Random(f"{name} {seed}"), SHAPES[name], rules)
        seed += 1
