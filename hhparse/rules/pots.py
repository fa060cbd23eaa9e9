"""Divide what was put in: layers, rake, boards, high and low, ties and odd units; the result is a ledger.

Amounts are integers in minor units. The order of division is fixed: the pots by layer, the rake out of each, the
boards, high and low, the winners; each step has its own rule for the unit that does not divide.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from hhparse.cards import DECK, UNKNOWN, Cards
from hhparse.model import Game
from hhparse.rules.evaluate import best_high, best_low
from hhparse.rules.rake import divided
from hhparse.rules.ruleset import RuleSet

Side = Literal["whole", "high", "low"]


class Layer(NamedTuple):
    """A pot before rake, and the seats that can win it."""

    amount: int
    eligible: tuple[int, ...]


class Pot(NamedTuple):
    """A pot: its gross amount, the rake taken from it, and the seats that can win it."""

    amount: int
    rake: int
    eligible: tuple[int, ...]


class Award(NamedTuple):
    """A share of a pot. `board` is 0 where there is one board, else 1, 2...; `rule` is what justifies the share."""

    pot: int
    board: int
    side: Side
    seat: int
    amount: int
    rule: str


@dataclass(frozen=True, slots=True)
class Ledger:
    """Who gets what and why.

    `unknown` lists the pots whose winner the shown cards cannot prove: they have no awards. `rake_inferred` tells
    that the rake's division among several pots is the house rule's and not read from printed pots.
    """

    pots: tuple[Pot, ...]
    awards: tuple[Award, ...]
    totals: dict[int, int]
    unknown: tuple[int, ...]
    rake_inferred: bool


def layers(contributed: Mapping[int, int], live: Sequence[int], dead: int) -> tuple[Layer, ...]:
    """Cut the contributions into pots, the main pot first.

    `contributed` is by seat, folders included, uncalled bets already returned; `dead` money goes to the main pot.
    What folders put in above the last live level goes to the last pot. Raises ValueError when nobody is live.
    """
    if not live:
        raise ValueError("no seat is live: nobody can win the pot")
    levels = sorted({contributed.get(seat, 0) for seat in live})
    found: list[Layer] = []
    below, extra = 0, dead
    for level in levels:
        top = level if level != levels[-1] else max(level, *contributed.values(), 0)
        amount = extra + sum(min(put, top) - min(put, below) for put in contributed.values())
        if amount:  # a level of nothing has no pot, unless dead money lies there
            found.append(Layer(amount, tuple(seat for seat in live if contributed.get(seat, 0) >= level)))
        below, extra = level, 0
    return tuple(found)


def shares(amount: int, parts: int, unit: int = 1) -> list[int]:
    """Divide an amount into equal parts of whole units; the odd units go one each to the first parts.

    What is less than a unit stays with the first part.
    """
    if parts == 1:
        return [amount]
    each, odd = divmod(amount // unit, parts)
    divided = [(each + (place < odd)) * unit for place in range(parts)]
    divided[0] += amount % unit
    return divided


def rake_of_pots(
    gross: Sequence[int], rake: int, claimed: Sequence[int], house: Sequence[int]
) -> tuple[list[int], bool]:
    """Return the rake of each pot, and whether its division is inferred.

    `claimed` are the pots as printed, net of rake: they decide where they fit, else what the `house` takes of each.
    """
    if len(claimed) == len(gross):
        taken = [full - net for full, net in zip(gross, claimed, strict=True)]
        if sum(taken) == rake and all(part >= 0 for part in taken):
            return taken, False
    return list(house), len(gross) > 1 and rake > 0


def settle(
    game: Game,
    contributed: Mapping[int, int],
    dead: int,
    live: Sequence[int],
    order: Sequence[int],
    boards: Sequence[Cards],
    hands: Mapping[int, Cards],
    rake: int,
    claimed_pots: Sequence[int],
    rules: RuleSet,
    fees: int = 0,
) -> Ledger:
    """Award every pot to the shown hands that win it.

    `order` is the dealt-in seats clockwise from the button's left, `live` those that did not fold, `boards` the
    complete five-card boards, `hands` the shown hands by seat: a live hand that is absent wins no contested pot, one
    with too many cards is dead, and one with cards missing leaves the pot unknown. `fees` is that part of `rake`
    which goes to jackpots and the like.
    """
    cut = layers(contributed, live, dead)
    gross = [layer.amount for layer in cut]
    taken, inferred = rake_of_pots(gross, rake, claimed_pots, divided(rules, gross, rake, fees, len(order)))
    table = _Table(game, order, boards, hands, rules)
    awards: list[Award] = []
    unknown: list[int] = []
    for index, (layer, part) in enumerate(zip(cut, taken, strict=True)):
        given = table.award(index, layer.amount - part, layer.eligible)
        if given is None:
            unknown.append(index)
        else:
            awards += given
    totals: dict[int, int] = {}
    for award in awards:
        totals[award.seat] = totals.get(award.seat, 0) + award.amount
    pots = tuple(Pot(layer.amount, part, layer.eligible) for layer, part in zip(cut, taken, strict=True))
    return Ledger(pots, tuple(awards), totals, tuple(unknown), inferred)


class _Table:
    """What decides every pot of a hand: the game, the order of seats, the boards and the shown hands."""

    __slots__ = ("boards", "game", "hands", "order", "rules")

    def __init__(
        self, game: Game, order: Sequence[int], boards: Sequence[Cards], hands: Mapping[int, Cards], rules: RuleSet
    ) -> None:
        self.game = game
        self.order = order
        self.boards = boards
        self.hands = hands
        self.rules = rules

    def award(self, pot: int, amount: int, eligible: tuple[int, ...]) -> list[Award] | None:
        """Return the awards of a pot net of rake, None where its winner cannot be proven."""
        if len(eligible) == 1:
            return [Award(pot, 0, "whole", eligible[0], amount, "SHOW-UNCALLED")]
        wanted = self.game.hole_cards
        shown = [seat for seat in eligible if seat in self.hands and len(self.hands[seat]) <= wanted]
        if not shown or any(len(self.hands[seat]) < wanted or UNKNOWN in self.hands[seat] for seat in shown):
            return None
        if len(shown) > 1 and not (self.boards and all(complete(board) for board in self.boards)):
            return None
        several = len(self.boards) > 1
        parts = shares(amount, max(1, len(self.boards)), self.rules.chip_unit)
        if self.rules.odd_board == "last":
            parts.reverse()
        awards: list[Award] = []
        for index, part in enumerate(parts):
            board = index + 1 if several else 0
            if len(shown) == 1:
                awards.append(Award(pot, board, "whole", shown[0], part, "AWARD-TO-MUCKED"))
            else:
                awards += self._board(pot, board, part, shown, self.boards[index])
        return [award for award in awards if award.amount]

    def _board(self, pot: int, board: int, amount: int, shown: list[int], cards: Cards) -> list[Award]:
        """Return the awards of one board's part of a pot."""
        highs = winners({seat: best_high(self.game, self.hands[seat], cards) for seat in shown})
        lows = winners({seat: best_low(self.game, self.hands[seat], cards) for seat in shown}) if self.game.hilo else []
        if not lows or (self.rules.identical_even and len(highs) > 1 and highs == lows):
            return self._side(pot, board, "whole", amount, highs)
        high, low = shares(amount, 2, self.rules.chip_unit)
        if self.rules.odd_hi == "low":
            high, low = low, high
        if self.rules.odd_low_tie == "high":
            odd = low % (len(lows) * self.rules.chip_unit)
            high, low = high + odd, low - odd
        return [*self._side(pot, board, "high", high, highs), *self._side(pot, board, "low", low, lows)]

    def _side(self, pot: int, board: int, side: Side, amount: int, seats: list[int]) -> list[Award]:
        """Divide one side among its winners, in the order in which the odd units fall."""
        if len(seats) == 1:
            alone = "AWARD-HILO-SPLIT" if self.game.hilo else "RANK-ORDER"
            return [Award(pot, board, side, seats[0], amount, alone)]
        seats = self._odd_first(seats)
        parts = shares(amount, len(seats), self.rules.chip_unit)
        tied = "AWARD-LOW-TIE" if side == "low" else "AWARD-TIE"
        return [
            Award(pot, board, side, seat, part, "ODD-CHIP" if part > parts[-1] else tied)
            for seat, part in zip(seats, parts, strict=True)
        ]

    def _odd_first(self, seats: list[int]) -> list[int]:
        if self.rules.odd_order == "high_card":
            return sorted(seats, key=lambda seat: max(map(DECK.index, self.hands[seat])), reverse=True)
        return sorted(seats, key=self.order.index, reverse=self.rules.odd_order == "last_seat")


def winners(ranks: Mapping[int, int | None]) -> list[int]:
    """Return the seats with the best rank, ties included; none where no seat has a rank."""
    best = max((rank for rank in ranks.values() if rank is not None), default=None)
    return [] if best is None else [seat for seat, rank in ranks.items() if rank == best]


def complete(board: Cards) -> bool:
    """Tell whether a board has five known cards."""
    return len(board) == 5 and UNKNOWN not in board
