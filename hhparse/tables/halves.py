"""Hi/lo: how the halves of the pots went for each seat at a showdown, told by the known cards."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import NamedTuple

from hhparse.cards import UNKNOWN, Cards
from hhparse.model import Game
from hhparse.rules.evaluate import best_high, best_low, low8
from hhparse.rules.pots import complete, layers, winners

Boards = Mapping[int, Cards]  # by number: 0 the only one, and what boards 1, 2... have in common

_LOW_RANKS = frozenset("A2345678")


class Outcome(NamedTuple):
    """The cells of a seat from `scooped` to `counterfeited`; None where it does not apply or is not known."""

    scooped: bool | None = None
    high_won: bool | None = None
    low_won: bool | None = None
    quartered: bool | None = None
    three_quartered: bool | None = None
    counterfeited: bool | None = None


UNDIVIDED = Outcome()


class Division(NamedTuple):
    """Who won a pot's high and low on one board; `low` is empty where no low qualified."""

    eligible: tuple[int, ...]
    high: list[int]
    low: list[int]


def low_possible(game: Game, boards: Boards) -> bool | None:
    """Tell whether some board has three distinct ranks up to eight; None for a game without a low or a board."""
    if not game.hilo or not boards:
        return None
    return any(len({card[0] for card in board} & _LOW_RANKS) >= 3 for board in boards.values())


def outcomes(
    game: Game, contributed: Mapping[int, int], hands: Mapping[int, Cards], paid: set[int], boards: Boards
) -> dict[int, Outcome]:
    """Return the outcome of each seat that did not fold.

    `contributed` is by seat without what was returned, `hands` the cards of the seats left, `paid` who won anything.
    Halves are told only where the known cards explain who was paid: every winner's cards must be known.
    """
    played = [board for number, board in boards.items() if number or len(boards) == 1]
    divided = _divisions(game, contributed, hands, played) if len(hands) > 1 else []
    winning = {seat for division in divided for seat in (*division.high, *division.low)}
    if winning != paid:
        divided = []
    return {
        seat: _outcome([each for each in divided if seat in each.eligible], seat)._replace(
            counterfeited=_counterfeited(game, cards, played[0]) if len(played) == 1 else None
        )
        for seat, cards in hands.items()
    }


def _divisions(
    game: Game, contributed: Mapping[int, int], hands: Mapping[int, Cards], boards: list[Cards]
) -> list[Division]:
    """Return the division of every pot on every board; none unless all boards are complete."""
    if not boards or not all(map(complete, boards)):
        return []
    shown = {seat: cards for seat, cards in hands.items() if _known(game, cards)}
    found = []
    for layer in layers(contributed, list(hands), 0):
        if len(layer.eligible) > 1:
            for board in boards:
                mine = {seat: cards for seat, cards in shown.items() if seat in layer.eligible}
                highs = winners({seat: best_high(game, cards, board) for seat, cards in mine.items()})
                lows = winners({seat: best_low(game, cards, board) for seat, cards in mine.items()})
                found.append(Division(layer.eligible, highs, lows))
    return found


def _known(game: Game, cards: Cards) -> bool:
    return len(cards) == game.hole_cards and UNKNOWN not in cards


def _outcome(divided: list[Division], seat: int) -> Outcome:
    """Return the outcome of a seat from the pots it contested."""
    if not divided:
        return UNDIVIDED
    halved = [each for each in divided if each.low]
    return Outcome(
        all(each.high == [seat] and each.low in ([], [seat]) for each in divided),
        any(seat in each.high for each in divided),
        any(seat in each.low for each in halved) if halved else None,
        any(_tied_and(each, seat, won=False) for each in halved) if halved else None,
        any(_tied_and(each, seat, won=True) for each in halved) if halved else None,
    )


def _tied_and(division: Division, seat: int, won: bool) -> bool:
    """Tell whether a seat tied one half and won the other alone, or lost it."""
    sides = ((division.high, division.low), (division.low, division.high))
    return any(
        len(tied) > 1 and seat in tied and (other == [seat] if won else seat not in other) for tied, other in sides
    )


def _counterfeited(game: Game, hole: Cards, board: Cards) -> bool | None:
    """Tell whether a later card paired a hole card of a low made before and the low got no better.

    The low a hand has never gets worse by a card; its rank stays while those of the others get better. None unless the
    hand is known and had a low on the flop or the turn of a board that went on.
    """
    if not _known(game, hole) or UNKNOWN in board:
        return None
    made = None
    for seen in range(3, len(board)):
        before, rank = best_holding(game, hole, board[:seen])
        if rank is None:
            continue
        made = made or False
        paired = board[seen][0] in {card[0] for card in before}
        if paired and best_holding(game, hole, board[: seen + 1])[1] == rank:
            return True
    return made


def best_holding(game: Game, hole: Cards, board: Cards) -> tuple[Cards, int | None]:
    """Return the hole cards that play in the best low on a board of three to five cards, and its rank."""
    best: tuple[Cards, int | None] = ((), None)
    for used in combinations(hole, game.from_hand or len(hole)):
        for three in combinations(board, 3):
            rank = low8(used + three)
            if rank is not None and (best[1] is None or rank > best[1]):
                best = (used, rank)
    return best
