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

    __slots__ = ("callers", "last_on_flop", "later", "preflop", "raises")

    def __init__(self) -> None:
        self.preflop: Raises = []
        self.raises = self.preflop  # of the street being played
        self.later: list[tuple[int | None, int, Raises]] = []  # of the streets after: leader, pot, bets and raises
        self.callers: list[int] = []  # seats that called the first raise before the flop
        self.last_on_flop: int | None = None

    def next(self, leader: int | None, pot: int) -> None:
        """Start a street with its leader and pot."""
        self.raises = []
        self.later.append((leader, pot, self.raises))

    def row(self, positions: dict[int, str]) -> tuple[object, ...]:
        """Return the cells of the hand from `opener` to `pot_river`."""
        before = self.preflop
        after = self.after() if self.later else _NO_FLOP
        if not before:
            return (None, None, None, 0, None, None, 1, *after)
        opener, limpers = before[0]
        third, callers = before[1] if len(before) > 1 else (None, None)
        called = sum([positions.get(seat) not in _BLINDS for seat in self.callers]) if self.callers else 0
        return (opener, positions.get(opener), limpers, called, third, callers, 1 + len(before), *after)

    def after(self) -> tuple[object, ...]:
        """Return the cells from `bets_flop` to `pot_river` of a hand with a flop."""
        played = self.later
        missing = (None,) * (3 - len(played))
        return (
            *[len(raises) for _, _, raises in played],
            *([0] * len(missing)),
            *[raises[0][0] if raises else None for _, _, raises in played],
            *missing,
            *[leader for leader, _, _ in played],
            *missing,
            self.last_on_flop,
            *[pot for _, pot, _ in played],
            *missing,
        )


_NO_FLOP = (0, 0, 0, *(None,) * 10)


@lru_cache(maxsize=1024)
def stakes_text(stakes: Stakes, limit: Limit, currency: Currency) -> str:
    """Return stakes as people name them: `0.05/0.10 USD`; what the header does not give is 0."""
    blinds = stakes.small_blind, stakes.big_blind or stakes.button_blind
    pair = (stakes.small_bet, stakes.big_bet) if limit in ("FL", "SL") and stakes.big_bet else blinds
    low, high = (plain(amount, currency.exponent) for amount in pair)
    return f"{low}/{high} {currency.code}"
