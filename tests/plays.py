"""Hands from a line of play: `UTG f, CO r6, BTN c, SB f, BB x / BB x, CO b8!, BTN f`.

Players are called by their positions; streets stand between slashes; f fold, x check, c call, b8 bet 8, r6 raise to 6,
! all-in. The blinds are 1 and 2 unless `posts` says otherwise; an empty street is dealt and not played. The last one
left wins, else those named in `won`, in equal parts with the odd chip to the first. Who stays shows the hand named in
`cards`; without `cards` the winners show a pair of aces.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from hhparse.model import (
    GAMES,
    STREETS,
    Act,
    Cancelled,
    CashOut,
    Claims,
    Collect,
    DealBoard,
    Event,
    Hand,
    Limit,
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
from hhparse.money import CURRENCIES
from hhparse.tables.positions import between

VERBS: dict[str, Verb] = {"f": "fold", "x": "check", "c": "call", "b": "bet", "r": "raise"}
POSTS: dict[str, PostKind] = {"SB": "small blind", "BB": "big blind"}
KINDS: dict[str, PostKind] = {
    "small": "small blind",
    "big": "big blind",
    "ante": "ante",
    "both": "both",
    "dead": "dead",
    "straddle": "straddle",
}
BOARD = "2c 7d Jh 4s 9c"
DEALT = (slice(0, 3), slice(3, 4), slice(4, 5))


def table(count: int) -> tuple[str, ...]:
    """Return the players of a table in seat order from seat 1, the small blind."""
    return ("BTN", "BB") if count == 2 else ("SB", "BB", *between(count - 3), "BTN")


class Table:
    """Chips on a table while a line of play is read."""

    def __init__(
        self,
        names: tuple[str, ...],
        stacks: Mapping[str, int],
        board: str,
        second: str,
        cards: Mapping[str, str] | None,
    ) -> None:
        self.cards, self.second = tuple(board.split()), tuple((second or board).split())
        self.hands = None if cards is None else {name: tuple(hand.split()) for name, hand in cards.items()}
        self.seats = tuple(Seat(number, name, stacks.get(name, 200)) for number, name in enumerate(names, 1))
        self.number = {seat.player: seat.seat for seat in self.seats}
        self.wager = dict.fromkeys(self.number, 0)
        self.put = dict.fromkeys(self.number, 0)
        self.live = set(self.number)
        self.events: list[Event] = []

    @property
    def place(self) -> tuple[int, int, int]:
        line = len(self.events) + 10
        return line, 40 * line, 40 * line + 39

    def post(self, text: str) -> None:
        """Read a post: `SB 1`, `UTG straddle 4`, `CO both 3` (a live big blind of 2), `HJ ante 1`."""
        words = text.split()
        name, amount = words[0], int(words[-1].rstrip("!"))
        kind = KINDS[words[1]] if len(words) == 3 else POSTS.get(name, "small blind")
        live = {"ante": 0, "dead": 0, "both": 2}.get(kind, amount)
        self.wager[name] += live
        self.put[name] += amount
        all_in = words[-1].endswith("!")
        self.events.append(Post(self.number[name], kind, live, amount - live, all_in, *self.place))

    def act(self, text: str) -> None:
        """Read an action: `CO r6`, `BB x`, `BTN c3!` (a call for less: up to 3)."""
        name, code = text.split()
        all_in, code = code.endswith("!"), code.rstrip("!")
        verb, figure = VERBS[code[0]], code[1:]
        to = self.wager[name] if verb in ("fold", "check") else int(figure or max(self.wager.values()))
        added = to - self.wager[name]
        self.wager[name] = to
        self.put[name] += added
        if verb == "fold":
            self.live.remove(name)
        self.events.append(Act(self.number[name], verb, to, added, None, all_in, *self.place))

    def deal(self, street: int) -> None:
        """Start street 1, 2 or 3."""
        self.wager = dict.fromkeys(self.number, 0)
        first, second = (cards[DEALT[street - 1]] for cards in (self.cards, self.second))
        for number, cards in [(0, first)] if first == second else [(1, first), (2, second)]:
            self.events.append(DealBoard(STREETS[street], number, cards, (), *self.place))

    def pay(self, won: Iterable[str], rake: int) -> int:
        """Return the uncalled bet and pay the pot; return the pot with its rake."""
        most, next_most = sorted(self.put.values())[:-3:-1]
        if most > next_most:
            first = max(self.put, key=self.put.__getitem__)
            self.events.append(Uncalled(self.number[first], most - next_most, *self.place))
        pot = sum(self.put.values()) - (most - next_most)
        winners = list(won) or sorted(self.live)
        if len(self.live) > 1:
            shown = dict.fromkeys(winners, ("As", "Ah")) if self.hands is None else self.hands
            self.events += [Show(self.number[name], hand, "", 0, *self.place) for name, hand in shown.items()]
        for index, name in enumerate(winners):
            odd = (pot - rake) % len(winners) if index == 0 else 0
            amount = (pot - rake) // len(winners) + odd
            self.events.append(Collect(self.number[name], amount, 0, 0, *self.place))
        return pot


def play(
    line: str,
    *,
    seats: int = 6,
    posts: str = "",
    stacks: Mapping[str, int] | None = None,
    won: str = "",
    rake: int = 0,
    hand_id: str = "1",
    site: str = "Site",
    currency: str = "USD",
    limit: Limit = "NL",
    stakes: Stakes | None = None,
    hero: str | None = None,
    button: int | None = None,
    absent: str = "",
    cash_out: Mapping[str, int] | None = None,
    cancelled: bool = False,
    game: str = "holdem",
    board: str = BOARD,
    second: str = "",
    cards: Mapping[str, str] | None = None,
    played_at: datetime = datetime(2024, 5, 1, 12, tzinfo=UTC),
    rake_known: bool = True,
) -> Hand:
    """Return the hand of a line of play; `absent` players sit at the table without cards."""
    names = table(seats)
    state = Table(names, stacks or {}, board, second, cards)
    state.live -= set(absent.split())
    default = "BTN 1, BB 2" if seats == 2 else "SB 1, BB 2"
    for text in filter(None, (posts or default).split(", ")):
        state.post(text)
    for number, street in enumerate(line.split("/")):
        if number:
            state.deal(number)
        for text in filter(None, street.strip().split(", ")):
            state.act(text)
    pot = 0
    if cancelled:
        state.events.append(Cancelled(*state.place))
    else:
        pot = state.pay(won.split(), rake)
    for name, amount in (cash_out or {}).items():
        state.events.append(CashOut(state.number[name], amount, None, *state.place))
    claims = tuple(
        SeatClaim(seat.seat, seat.player, "other", None, (), None, False, 99, 0, 0)
        for seat in state.seats
        if seat.player not in absent.split()
    )
    return Hand(
        site=site,
        dialect="site",
        hand_id=hand_id,
        played_at=played_at,
        zone="UTC",
        table="Table",
        max_seats=seats,
        button=button or state.number["BTN"],
        game=GAMES[game],
        limit=limit,
        kind="tournament" if currency == "CHIPS" else "ring",
        stakes=stakes or Stakes(small_blind=1, big_blind=2),
        currency=CURRENCIES[currency],
        tournament=Tournament("77") if currency == "CHIPS" else None,
        hero=hero,
        seats=state.seats,
        events=tuple(state.events),
        claims=Claims(pot=PotClaim(pot, "gross", (), rake if rake_known else None, 98, 0, 0), seats=claims),
        source=Source("play.txt", 1, 0, 40 * len(state.events) + 500, ()),
    )
