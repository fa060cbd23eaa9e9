"""Random hands of one table, one after the other: stacks carried on, the button moved, kills posted when they are due.

session(Random(7), "half kill due") -> the hands
session(Random(7), "moving", Slip("button", 3)) -> the same, but before hand 3 the button goes a seat too far
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, NamedTuple

from hhparse.model import Hand, Show
from hhparse.replay import Replay, replay
from hhparse.rules.ruleset import RuleSet
from tests.strategies import Table
from tests.structures import SHAPES, Shape, house

START = datetime(2020, 1, 1, tzinfo=UTC)
APART = timedelta(seconds=15)  # no time for a hand in between


class Session(NamedTuple):
    """A table of a shape in a house."""

    shape: Shape
    rules: RuleSet


def _session(name: str, **needs: Any) -> Session:
    shape = SHAPES[name]._replace(extra="", players=(3, 6), deep=100)
    return Session(shape, replace(house(name), **needs))


SESSIONS: dict[str, Session] = {
    "moving": _session("nl", button_policy="moving"),
    "dead": _session("nl", button_policy="dead"),
    "previous small blind": _session("fl", button_policy="prev_sb"),
    "tournament": _session("nl antes", button_policy="moving"),
    "pot limit": _session("pl omaha hilo", button_policy="moving"),
    "kill due": _session("fl omaha hilo", kill_type="full"),
    "half kill due": _session("half kill"),
}


class Slip(NamedTuple):
    """What goes wrong before a hand: the `button` goes a seat too far, a `stack` loses a chip, no `kill` is posted."""

    what: str
    hand: int


def session(random: Random, name: str, slip: Slip | None = None, length: int = 8) -> list[Hand]:
    """Return the hands until there are enough, or somebody is broke."""
    shape, rules = SESSIONS[name]
    seats = sorted(random.sample(range(1, 10), random.randint(*shape.players)))
    stacks = {seat: random.randint(40, 100) * shape.blinds[1] for seat in seats}
    button, killer = seats[0], 0
    found: list[Hand] = []
    for number in range(length):
        if slip == Slip("stack", number):
            stacks[random.choice(seats)] -= 1
        if slip == Slip("button", number):
            button = after(seats, button)
        posts = f"kill {_place(seats, button, killer)}" if killer and slip != Slip("kill", number) else ""
        table = Table(random, shape._replace(extra=posts), rules, name, (button, stacks))
        one = table.play()
        found.append(replace(one, hand_id=str(number + 1), played_at=START + number * APART))
        played = replay(one, rules)
        assert played.ledger is not None
        stacks = {seat: played.stacks[seat] + played.ledger.totals.get(seat, 0) for seat in seats}
        if min(stacks.values()) < 4 * shape.blinds[1]:
            break
        button, killer = after(seats, button), _scooper(one, played, rules)
    return found


def after(seats: list[int], seat: int) -> int:
    """Return the next seat clockwise."""
    return seats[(seats.index(seat) + 1) % len(seats)]


def _place(seats: list[int], button: int, killer: int) -> str:
    """Return where a killer sits: in a blind, or his seat."""
    small = after(seats, button)
    return {small: "sb", after(seats, small): "bb"}.get(killer, str(killer))


def _scooper(hand: Hand, played: Replay, rules: RuleSet) -> int:
    """Return who has won high and low of a shown hand and must kill the next, 0 if nobody has."""
    ledger = played.ledger
    assert ledger is not None
    shown = any(isinstance(event, Show) for event in hand.events)
    low = any(award.side == "low" for award in ledger.awards)
    return next(iter(ledger.totals)) if rules.kill_type != "none" and shown and low and len(ledger.totals) == 1 else 0
