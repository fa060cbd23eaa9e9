"""Whole hands, played at random by what `legal()` allows: every structure, with claims, summary and collected pots.

    dealt(Random(7), "pl omaha hilo") -> Hand
    hands()                           -> a hypothesis strategy of such hands

The shapes are those of tests/structures.py. The chips are counted here: what is uncalled, the rake and the summary are
the generator's own sums, so that an audit without findings says something; who wins what is the engine's ledger.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random

from hypothesis import strategies as st

from hhparse.cards import DECK, SHORT_DECK, Cards
from hhparse.model import (
    GAMES,
    STREETS,
    Act,
    Chop,
    DealBoard,
    DealHole,
    Event,
    Game,
    Hand,
    Post,
    PostKind,
    Splash,
    Stakes,
    Uncalled,
    Verb,
)
from hhparse.rules import betting, blinds
from hhparse.rules.betting import ALL_IN, FOLDED, NOT_YET, Legal, State, legal
from hhparse.rules.ruleset import RuleSet
from tests import endings
from tests.structures import SHAPES, Shape, house

MOOD = {"fold": 2, "call": 6, "raise": 5}  # how often what is tried
TIMID = {"fold": 12, "call": 1, "raise": 1}  # where the blinds are to be left alone
KILLS = {"half": 3, "full": 4}  # in halves of the lower limit


def hands(names: tuple[str, ...] = tuple(SHAPES)) -> st.SearchStrategy[Hand]:
    """Return the strategy of complete legal hands of the named shapes."""
    return st.builds(lambda name, seed: dealt(Random(seed), name), st.sampled_from(names), st.integers(0, 2**32))


def dealt(random: Random, name: str) -> Hand:
    """Return a random complete hand of a shape that breaks no rule of its house."""
    return Table(random, SHAPES[name], house(name), name).play()


def stream(names: tuple[str, ...]) -> Iterator[Hand]:
    """Yield hands without end, of each of the named shapes in turn."""
    for seed in count():
        for name in names:
            yield dealt(Random(f"{name} {seed}"), name)


class Table:
    """A hand being played and written down; `seating` is a button and stacks, where they are not to be random."""

    def __init__(
        self,
        random: Random,
        shape: Shape,
        rules: RuleSet,
        name: str = "T",
        seating: tuple[int, dict[int, int]] | None = None,
    ) -> None:
        self.random, self.shape, self.rules, self.name = random, shape, rules, name
        self.game: Game = GAMES[shape.game]
        self.big = shape.blinds[1] or shape.button_blind
        self.button, self.stacks = seating or self.seated()
        seats = sorted(self.stacks)
        self.order = [seat for seat in seats if seat > self.button] + [seat for seat in seats if seat <= self.button]
        deck = list(SHORT_DECK if self.game.short_deck else DECK)
        random.shuffle(deck)
        self.holes: dict[int, Cards] = {
            seat: tuple(deck.pop() for _ in range(self.game.hole_cards)) for seat in self.order
        }
        self.deck = deck
        self.cap = rules.hand_cap or shape.cap
        self.stakes = Stakes(*shape.blinds, *shape.limits, shape.ante, shape.cap, shape.button_blind)
        self.events: list[Event] = []
        self.boards: dict[int, list[str]] = {}
        self.folded: dict[int, int] = {}
        self.posts: list[blinds.Posted] = []
        self.sold: set[int] = set()  # who has cashed out
        self.state = State(
            rules, shape.limit, self.order, [self.stacks[seat] for seat in self.order],
            small_blind=self.stakes.small_blind, big_blind=self.big,
            small_bet=self.stakes.small_bet or self.big, big_bet=self.stakes.big_bet or 2 * self.big,
            cap=self.cap, ante=shape.ante,
        )  # fmt: skip

    def seated(self) -> tuple[int, dict[int, int]]:
        """Return a random button and random stacks, some of them too small for a post."""
        random, shape = self.random, self.shape
        seats = sorted(random.sample(range(1, 10), random.randint(*shape.players)))
        button = random.choice(seats)
        if shape.extra == "dead button":
            button = random.choice([seat for seat in range(1, 10) if seat not in seats])
        enough = 2 * self.big + shape.ante  # for any post
        least = enough if shape.deep > 3 else shape.unit
        stacks = {seat: self.amount(least, random.choice([6, shape.deep]) * self.big) for seat in seats}
        if random.random() < 0.3:  # somebody may be all-in on his post
            stacks[random.choice(seats)] = self.amount(shape.unit, enough)
        return button, stacks

    def amount(self, low: int, high: int) -> int:
        """Return a random amount of whole units, both ends included."""
        unit = self.shape.unit
        return unit * self.random.randint(-(-low // unit), high // unit)

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
                if self.shape.extra == "chop" and self.may_chop() and self.random.random() < 0.7:
                    return self.chop()
                self.act(options, *self.choose(options))
        return endings.finish(self)

    # --- posts

    def post_all(self) -> None:
        """Make the posts in the order in which a short stack pays them, and open the first round."""
        self.heads_up = len(self.order) == 2
        extra, _, where = self.shape.extra.partition(" ")
        antes = self.ante_payers()
        if self.rules.ante_first:
            self.post_antes(antes)
        if extra == "bomb":
            for seat in self.order:
                self.post(seat, "bomb", 0, 2 * self.big)
        elif self.shape.button_blind:
            self.post(self.order[-1], "button blind", self.shape.button_blind, 0)
        else:
            self.post_blinds(where if extra == "kill" and self.rules.kill_replaces else "")
        if not self.rules.ante_first:
            self.post_antes(antes)
        self.post_extra(extra, where)
        ring = not self.shape.tournament
        found = blinds.open_round(self.state, self.posts, self.button, ring)
        assert not found, [row.slug for row in found]

    def blind_seats(self) -> tuple[int, int]:
        """Return the seats of the small and the big blind; 0 where nobody posts the small one."""
        if self.shape.extra == "no small blind":
            return 0, self.order[0]
        first = self.heads_up or self.shape.extra == "between"
        return self.order[first], self.order[0 if self.heads_up else first + 1]

    def ante_payers(self) -> list[int]:
        match self.shape.ante_of:
            case "big blind":
                return [self.blind_seats()[1]]
            case "button":
                return [self.order[-1]]
            case _:
                return sorted(self.order)

    def post_antes(self, payers: list[int]) -> None:
        for seat in payers if self.shape.ante else ():
            self.post(seat, "ante", 0, self.shape.ante)

    def post_blinds(self, replaced: str) -> None:
        """Post the blinds; `replaced` is the one whose seat posts a kill."""
        small, big = self.blind_seats()
        if small and replaced != "sb":
            self.post(small, "small blind", self.shape.blinds[0], 0)
        if replaced != "bb":
            self.post(big, "big blind", self.shape.blinds[1], 0)

    def post_extra(self, word: str, where: str) -> None:
        small, big = self.shape.blinds
        kinds: dict[str, tuple[PostKind, int, int]] = {
            "big": ("big blind", big, 0),
            "both": ("both", big, small) if where != "live" else ("both", big + small, 0),
            "dead": ("dead", 0, small),
            "small": ("small blind", small, 0),
        }
        match word:
            case "splash":
                self.splash(self.random.randint(1, 3 * big))
            case "between":
                self.post(self.order[0], "big blind", big, 0)
            case "kill":
                self.post_kill(where)
            case "straddle":
                self.post_straddles(where)
            case _ if word in kinds and where != "button":
                kind, live, dead = kinds[word]
                able = [seat for seat in self.order[2:] if self.left(seat) >= live + dead]
                if able:
                    self.post(self.random.choice(able), kind, live, dead)

    def post_kill(self, where: str) -> None:
        unit = self.shape.limits[0] or self.big
        due = (KILLS[self.rules.kill_type] * unit + 1) // 2
        if where in ("sb", "bb") or where.isdigit():
            seat = int(where) if where.isdigit() else self.blind_seats()[where == "bb"]
            put = self.state.committed[self.state.index[seat]]
            self.post(seat, "kill", due - put, 0)
            return
        able = [seat for seat in self.order[2:] if self.left(seat) >= due]
        if able:
            seat = self.random.choice(able)
            most = max(due, self.left(seat) // 2)
            self.post(seat, "kill", due if where != "more" else self.random.randint(due, most), 0)

    def post_straddles(self, where: str) -> None:
        seats = {"utg": self.order[2:3], "button": self.order[-1:], "twice": self.order[2:4]}
        for times, seat in enumerate(seats.get(where) or [self.random.choice(self.order[2:])]):
            self.post(seat, "straddle", (2 << times) * self.big, 0)

    def splash(self, amount: int) -> None:
        self.events.append(Splash(amount, *self.place))
        self.state.dead += amount
        self.state.splash += amount

    def left(self, seat: int) -> int:
        return self.state.stacks[self.state.index[seat]]

    def post(self, seat: int, kind: PostKind, live: int, dead: int) -> None:
        """Post as much as is left, the dead part first."""
        left = self.left(seat)
        dead = min(dead, left)
        live = min(live, left - dead)
        if not live and not dead:
            return
        self.events.append(Post(seat, kind, live, dead, live + dead == self.behind(seat), *self.place))
        self.posts.append(blinds.post(self.state, seat, kind, live, dead))

    def behind(self, seat: int) -> int:
        """Return all chips of a player that are not in the middle, those above the cap included."""
        return self.left(seat) + (max(0, self.stacks[seat] - self.cap) if self.cap else 0)

    # --- decisions

    def choose(self, options: Legal) -> tuple[Verb, int]:
        """Return what the player to act does, and his total after it."""
        put = self.state.committed[self.state.turn]
        mood = TIMID if self.shape.extra == "chop" and self.state.street == 0 else MOOD
        word = self.random.choices(list(mood), list(mood.values()))[0]
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

    def may_chop(self) -> bool:
        """Tell whether only the blinds are left, and neither has acted."""
        state = self.state
        acted = any(state.acted[i] != NOT_YET for i, status in enumerate(state.status) if status != FOLDED)
        return (
            state.street == 0
            and state.live == 2
            and self.order[state.turn] == self.blind_seats()[0]
            and not (acted or state.raised)
        )

    def chop(self) -> Hand:
        """Give both blinds back, in a line of its own or as bets that are returned."""
        if self.random.random() < 0.5:
            self.events.append(Chop(*self.place))
        else:
            for i, seat in enumerate(self.order):
                if self.state.committed[i]:
                    self.events.append(Uncalled(seat, self.state.committed[i], *self.place))
        return endings.chopped(self)

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
