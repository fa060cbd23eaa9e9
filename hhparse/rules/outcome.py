"""What a replay comes to, at its end and after every event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from hhparse.cards import Cards
from hhparse.model import Event, Hand, Street
from hhparse.rules.betting import Legal
from hhparse.rules.pots import Ledger
from hhparse.rules.rulebook import Violation
from hhparse.rules.untold import Untold


@dataclass(frozen=True, slots=True)
class Replay:
    """What a hand comes to. Amounts are by seat, in minor units.

    `order` is the dealt-in seats clockwise from the button's left, `live` those that did not fold. `contributed` is
    live chips and uniform antes after returns; `dead` is what only the main pot knows (dead blinds, an ante paid
    for all, and the house's `splash`). `returned` is what is printed as uncalled, or taken back in a chop,
    `returns_due` what the rules return. `stacks` is before the pots are collected. `boards` are as far as they were
    dealt. A hand that stops early, or breaks off where it makes no sense, is not `complete` and has no `ledger`; nor
    has a cancelled one. `untold` is the rake where none is printed, None where no rake explains what is missing.
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
    splash: int = 0
    chopped: bool = False
    untold: Untold | None = None


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
