"""What a hand's rounds of betting leave behind for the row of the hand."""

from __future__ import annotations

from functools import lru_cache

from hhparse.model import Limit, Stakes
from hhparse.money import Currency, plain
from hhparse.tables.positions import BIG_BLIND, SMALL_BLIND, STRADDLE

_BLINDS = (SMALL_BLIND, BIG_BLIND, STRADDLE)
Raises = list[tuple[int, int]]  # seat, and calls (unbet: checks) before it


class Rounds:
    """The bets and raises of each street, who led into it and what lay in the pot; filled by the pass over a hand."""

    __slots__ = ("_rounds", "callers", "last_on_flop", "leaders", "pots", "raises")

    def __init__(self) -> None:
        self.raises: Raises = []  # of the street being played
        self._rounds: dict[str, Raises] = {"preflop": self.raises}
        self.callers: list[int] = []  # seats that called the first raise before the flop
        self.leaders: dict[str, int | None] = {}
        self.pots: dict[str, int] = {}
        self.last_on_flop: int | None = None

    def next(self, street: str, leader: int | None, pot: int) -> None:
        """Start a street with its leader and pot."""
        self.raises = self._rounds[street] = []
        self.leaders[street] = leader
        self.pots[street] = pot

    def row(self, positions: dict[int, str]) -> tuple[object, ...]:
        """Return the cells of the hand from `opener` to `pot_river`."""
        before = self._rounds["preflop"]
        after = [self._rounds.get(street, ()) for street in ("flop", "turn", "river")]
        opener, limpers = before[0] if before else (None, None)
        third, callers = before[1] if len(before) > 1 else (None, None)
        return (
            opener,
            None if opener is None else positions.get(opener),
            limpers,
            sum(positions.get(seat) not in _BLINDS for seat in self.callers),
            third,
            callers,
            1 + len(before),
            *[len(raises) for raises in after],
            *[raises[0][0] if raises else None for raises in after],
            *[self.leaders.get(street) for street in ("flop", "turn", "river")],
            self.last_on_flop,
            *[self.pots.get(street) for street in ("flop", "turn", "river")],
        )


@lru_cache(maxsize=1024)
def stakes_text(stakes: Stakes, limit: Limit, currency: Currency) -> str:
    """Return stakes as people name them: `0.05/0.10 USD`; what the header does not give is 0."""
    blinds = stakes.small_blind, stakes.big_blind or stakes.button_blind
    pair = (stakes.small_bet, stakes.big_bet) if limit in ("FL", "SL") and stakes.big_bet else blinds
    low, high = (plain(amount, currency.exponent) for amount in pair)
    return f"{low}/{high} {currency.code}"
