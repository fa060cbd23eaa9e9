"""Hands of players whose tendencies are known: each decides by chance, at rates of his own.

    Tendency(vpip=0.22, ...)      one player's rates, by the names of the statistics they come out as
    Ring(random, tendencies)      deals hands of six of them in turn: `hand(number)` is a complete legal hand

Every rate is that of one kind of decision, whatever came before, so that the statistic of the same name is a count
of independent trials. Before the flop nobody raises after a 4-bet; after it the last raiser may c-bet the flop, and
all else is checked. Cards are not looked at: the pot goes to one of those left, all alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import NamedTuple

from hhparse.model import Hand
from tests.plays import play, table

SIZES = (0, 2, 6, 18, 54)  # what a bet of each level comes to
START = datetime(2024, 5, 1, tzinfo=UTC)


class Tendency(NamedTuple):
    """How often a player does what he can do."""

    vpip: float = 0.22  # enters, at his first decision
    rfi: float = 0.18  # raises first in; the rest of vpip limps
    three_bet: float = 0.09
    fold_to_three_bet: float = 0.52
    four_bet: float = 0.03
    cbet_flop: float = 0.62
    fold_to_cbet_flop: float = 0.52

    def known(self) -> dict[str, float]:
        """Return the rate of each statistic that is known by it."""
        return {
            **self._asdict(),
            "steal": self.rfi,
            "squeeze": self.three_bet,
            "fold_to_steal": 1 - self.vpip,
        }


class Ring:
    """Tables of six, drawn by chance from the players; `hero` of them, if given, sits at each."""

    def __init__(self, random: Random, tendencies: Sequence[Tendency], hero: int | None = None) -> None:
        self.random, self.tendencies, self.hero = random, tendencies, hero

    def hand(self, number: int) -> Hand:
        """Return the hand of a number: a minute later than the one before, sessions of a hundred hands."""
        others = [index for index in range(len(self.tendencies)) if index != self.hero]
        count = 6 if self.hero is None else 5
        seated = self.random.sample(others, count) + ([] if self.hero is None else [self.hero])
        self.random.shuffle(seated)
        names = table(6)
        players = {name: self.tendencies[index] for name, index in zip(names, seated, strict=True)}
        line, won = _Line(self.random, players).play()
        when = START + timedelta(minutes=number, hours=12 * (number // 100))
        hand = play(line, won=won, hand_id=str(number), played_at=when)
        seats = tuple(seat._replace(player=f"P{index}") for seat, index in zip(hand.seats, seated, strict=True))
        return replace(hand, seats=seats)


class _Line:
    """A line of play in the notation of tests/plays.py, in the making."""

    def __init__(self, random: Random, players: dict[str, Tendency]) -> None:
        self.random, self.players = random, players
        self.level, self.pot = 1, 3
        self.matched = dict.fromkeys(players, 0) | {"BB": 1}
        self.acted: dict[str, str] = {}
        self.live = list(players)
        self.words: list[str] = []
        self.raiser = ""

    def play(self) -> tuple[str, str]:
        """Return the line and the winner, "" where only one is left."""
        order = [name for name in self.players if name not in ("SB", "BB")] + ["SB", "BB"]
        waiting = list(order)
        while waiting and len(self.live) > 1:
            name = waiting.pop(0)
            if self.preflop(name):
                at = order.index(name)
                waiting = [other for other in order[at + 1 :] + order[:at] if other in self.live]
        streets = [", ".join(self.words)]
        if len(self.live) > 1:
            streets += [self.flop()]
        if len(self.live) > 1:
            streets += [", ".join(f"{name} x" for name in self.live)] * 2
        return " / ".join(streets), self.random.choice(self.live) if len(self.live) > 1 else ""

    def preflop(self, name: str) -> bool:
        """Let a player act; return whether he raised."""
        enters, raises = self.rates(name)
        drawn = self.random.random()
        word = "r" if drawn < raises else "c" if drawn < enters else "f"
        if self.matched[name] == self.level:  # the big blind's option
            word = "r" if word != "f" else "x"
        if word == "r":
            self.level += 1
            self.raiser = name
            word += str(SIZES[self.level])
        if word == "f":
            self.live.remove(name)
        elif word != "x":
            self.matched[name] = self.level
            self.acted[name] = word
        self.words.append(f"{name} {word}")
        return word[0] == "r"

    def rates(self, name: str) -> tuple[float, float]:
        """Return how often a player stays in, and how often he does so with a raise."""
        mine, first = self.players[name], name not in self.acted
        match self.level:
            case 1:
                return mine.vpip, mine.rfi
            case 2:
                return (mine.vpip if first else 0.5), mine.three_bet
            case 3 if self.acted.get(name) == "r6":
                return 1 - mine.fold_to_three_bet, mine.four_bet
        return (mine.vpip if first else 0.5), 0.0

    def flop(self) -> str:
        """Play the flop: checks, a c-bet by chance, folds and calls of it."""
        words, behind = [], []
        for name in list(self.live):
            if name != self.raiser:
                words.append(f"{name} x")
                behind.append(name)
                continue
            if self.random.random() >= self.players[name].cbet_flop:
                words.append(f"{name} x")
                continue
            at = self.live.index(name)
            words = [*words, f"{name} b10"]
            for other in self.live[at + 1 :] + self.live[:at]:
                folds = self.random.random() < self.players[other].fold_to_cbet_flop
                words.append(f"{other} {'f' if folds else 'c'}")
                if folds:
                    behind.append(f"-{other}")
            self.live = [one for one in self.live if f"-{one}" not in behind]
            break
        return ", ".join(words)
