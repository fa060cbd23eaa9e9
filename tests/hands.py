"""Build hands from a few words, for tests.

    hand("NL 1/2", "b1 1:200 2:200 3:200", "p2 sb 1", "p3 bb 2", "p1 raise 6", "p2 fold", "p3 call", ...)

The first argument is `LIMIT SMALL/BIG`, with options after it:

    NL 1/2   PL 5/10   PL-NL 1/2   FL 2/4 (small bet/big bet; the blinds are half the small bet and the small bet)
    ante=10  cap=60  bblind=2 (button blind)  game=omaha  tour  dialect=pokerstars (which also picks the rule set)

The second is the button and the stacks by seat: `b1 1:200 2:200 3:200`; `3:200out` sits out. Every further argument
is one event, `pN` being the player in seat N (named pN); `p1,p2 fold` is an event for each:

    p2 sb 1          p3 bb 2          p4 straddle 4    p1 button 2      p1 ante 10       p4 both 2 1 (live, dead)
    p4 dead 1        p4 post small 1 (a live small blind)         p4 kill 8        p4 bomb 10       splash 20
    p1 fold   p1 check   p1 call [ADDED]   p1 bet TO   p1 raise TO [BY]   ... and a final `!` prints all-in
    p1 cards As Kd   flop 2c 7d 9h   turn Ks   river 3d   flop1 ... flop2 ... (several boards)
    p1 uncalled 4    p1 show As Kd   p1 muck   p1 win 10 [POT]   total 12 rake 1   cancelled   chop
    p1 cashout 10 [FEE]     and the summary: p1 folded flop   p1 won 10   p1 lost   board 2c 7d 9h Ks 3d   board1 ...

A call without an amount is worked out from what is committed. Amounts are the currency's minor units. Lines count
from 100, one an event.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import get_args

from hhparse.model import (
    GAMES,
    Act,
    BoardClaim,
    Cancelled,
    CashOut,
    Chop,
    Claims,
    Collect,
    DealBoard,
    DealHole,
    Disconnected,
    Event,
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
    Splash,
    Stakes,
    Street,
    Tournament,
    Uncalled,
    Verb,
)
from hhparse.money import CHIPS, CURRENCIES

POSTS: dict[str, PostKind] = {
    "sb": "small blind",
    "bb": "big blind",
    "straddle": "straddle",
    "button": "button blind",
    "ante": "ante",
    "both": "both",
    "dead": "dead",
    "kill": "kill",
    "bomb": "bomb",
}


def hand(stakes: str, table: str, *script: str) -> Hand:
    """Return the hand that the notation of this module describes."""
    return _Script(stakes, table).run(script)


class _Script:
    def __init__(self, stakes: str, table: str) -> None:
        limit, amounts, *options = stakes.split()
        assert limit in get_args(Limit)
        self.limit: Limit = limit  # type: ignore[assignment]
        self.options = dict(option.partition("=")[::2] for option in options)
        low, high = map(int, amounts.split("/"))
        blinds = (low // 2, low, low, high) if limit in ("FL", "SL") else (low, high, 0, 0)
        extra = [int(self.options.get(name, 0)) for name in ("ante", "cap", "bblind")]
        self.stakes = Stakes(*blinds, *extra)
        button, *seats = table.split()
        self.button = int(button[1:])
        self.seats = tuple(_seat(text) for text in seats)
        self.committed: dict[int, int] = {}
        self.left = {seat.seat: seat.stack for seat in self.seats}
        self.events: list[Event] = []
        self.board: dict[int, list[str]] = {}
        self.claim: PotClaim | None = None
        self.boards: list[BoardClaim] = []
        self.results: list[SeatClaim] = []

    def run(self, script: tuple[str, ...]) -> Hand:
        for number, text in enumerate(script):
            self.add(text.split(), 100 + number)
        tournament = Tournament("1") if "tour" in self.options else None
        return Hand(
            site="Test",
            dialect=self.options.get("dialect", "test"),
            hand_id="1",
            played_at=datetime(2020, 1, 1, tzinfo=UTC),
            zone="UTC",
            table="T",
            max_seats=None,
            button=self.button,
            game=GAMES[self.options.get("game", "holdem")],
            limit=self.limit,
            kind="tournament" if tournament else "ring",
            stakes=self.stakes,
            currency=CHIPS if tournament else CURRENCIES["USD"],
            tournament=tournament,
            hero=None,
            seats=self.seats,
            events=tuple(self.events),
            claims=Claims(self.claim, tuple(self.boards), tuple(self.results)),
            source=Source("test.txt", 100, 0, 0, script),
        )

    def add(self, words: list[str], line: int) -> None:
        place = (line, 0, 0)
        if words[0].startswith(("flop", "turn", "river")):
            street, number = words[0].rstrip("123"), words[0].lstrip("abcdefghijklmnopqrstuvwxyz")
            self.deal(street, int(number or 0), tuple(words[1:]), place)  # type: ignore[arg-type]
        elif words[0] == "first":  # the early card of Courchevel
            self.deal("preflop", 0, tuple(words[1:]), place)
        elif words[0] == "total":
            self.claim = PotClaim(int(words[1]), "gross", (), int(words[3]), *place)
        elif words[0] == "cancelled":
            self.events.append(Cancelled(*place))
        elif words[0] == "chop":
            self.events.append(Chop(*place))
        elif words[0] == "splash":
            self.events.append(Splash(int(words[1]), *place))
        elif words[0].startswith("board"):
            self.boards.append(BoardClaim(int(words[0][5:] or 0), tuple(words[1:]), *place))
        else:
            for player in words[0].split(","):
                self.player(int(player[1:]), words[1], words[2:], place)

    def deal(self, street: Street, board: int, cards: tuple[str, ...], place: tuple[int, int, int]) -> None:
        self.events.append(DealBoard(street, board, cards, (), *place))
        if street != "preflop":
            self.committed.clear()

    def player(self, seat: int, verb: str, rest: list[str], place: tuple[int, int, int]) -> None:
        all_in = rest[-1:] == ["!"]
        numbers = [int(word) for word in rest if word.isdigit()]
        if verb in POSTS or verb == "post":
            self.events.append(self.post(seat, verb, numbers, all_in, place))
        elif verb in get_args(Verb):
            self.events.append(self.act(seat, verb, numbers, all_in, place))
        else:
            pot = numbers[1] if len(numbers) > 1 else None
            cards = tuple(rest)
            match verb:
                case "cards":
                    self.events.append(DealHole(seat, cards, *place))
                case "uncalled":
                    self.events.append(Uncalled(seat, numbers[0], *place))
                case "disconnected":
                    self.events.append(Disconnected(seat, *place))
                case "show":
                    self.events.append(Show(seat, cards, "", 0, *place))
                case "muck":
                    self.events.append(Muck(seat, 0, *place))
                case "win":
                    self.events.append(Collect(seat, numbers[0], pot, 0, *place))
                case "cashout":
                    self.events.append(CashOut(seat, numbers[0], pot, *place))
                case "folded" | "won" | "lost":
                    self.results.append(self.result(seat, verb, rest, place))
                case _:
                    raise ValueError(f"unknown word {verb!r}")

    def post(self, seat: int, word: str, numbers: list[int], all_in: bool, place: tuple[int, int, int]) -> Post:
        live, dead = numbers[0], 0
        if word == "both":
            dead = numbers[1]
        elif word in ("ante", "dead", "bomb"):
            live, dead = 0, live
        self.pay(seat, live, dead)
        return Post(seat, POSTS.get(word, "small blind"), live, dead, all_in, *place)

    def result(self, seat: int, fate: str, rest: list[str], place: tuple[int, int, int]) -> SeatClaim:
        street: Street | None = rest[0] if fate == "folded" else None  # type: ignore[assignment]
        won = int(rest[0]) if fate == "won" else None
        return SeatClaim(seat, f"p{seat}", fate, street, (), won, False, *place)

    def act(self, seat: int, verb: str, numbers: list[int], all_in: bool, place: tuple[int, int, int]) -> Act:
        before = self.committed.get(seat, 0)
        added = 0
        if verb == "call":
            owed = max(self.committed.values(), default=0) - before
            added = numbers[0] if numbers else min(owed, self.left[seat])
        elif verb in ("bet", "raise"):
            added = numbers[0] - before
        self.pay(seat, added, 0)
        by = numbers[1] if len(numbers) > 1 else None
        return Act(seat, verb, before + added, added, by, all_in, *place)  # type: ignore[arg-type]

    def pay(self, seat: int, live: int, dead: int) -> None:
        self.committed[seat] = self.committed.get(seat, 0) + live
        self.left[seat] -= live + dead


def _seat(text: str) -> Seat:
    number, _, stack = text.partition(":")
    return Seat(int(number), f"p{number}", int(stack.removesuffix("out")), sitting_out=stack.endswith("out"))
