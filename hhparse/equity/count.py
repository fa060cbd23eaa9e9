"""Equity by counting every board that can still come, none of them sampled.

Boards are not dealt one by one. Where no flush is possible a board counts by its ranks alone: the five cards to come
before the flop are 6,188 multisets of ranks, each as often as the cards left allow. What a hand makes on a multiset
takes a step up from its hole cards: what it is worth with three cards of the board, then with the best three of four,
then of five. The boards with three or more cards of a suit that can give somebody a flush are split off by suit: the
mask of the ranks in that suit, and the multiset of the others. So Omaha with six cards, high and low, costs little more
than hold'em, and no equity here has an error.

What was chosen from, measured on one core of a busy machine (Python 3.11, NumPy 2.4): hands ranked in a second, and
how long two hands before the flop take on all of their boards, 1,712,304 in hold'em and 1,086,008 in Omaha.

    evaluator                         hold'em          Omaha       AhKh QdJd     four cards   the same, high and low
    pokerkit 0.7                        6,400          1,700           530 s        1,300 s                  2,000 s
    hhparse.rules.evaluate            360,000         59,000             9 s           37 s                     37 s
      its tables filled             1,700,000                            2 s
    phevaluator 0.6, texts            460,000        330,000             7 s            7 s                   no low
    phevaluator 0.6, numbers        7,000,000      3,000,000           0.5 s          0.7 s                   no low
    counting, as here           2,300,000,000  1,300,000,000          1.5 ms         1.7 ms                   2.3 ms

Six cards with a low take 3.8 ms before the flop. On the flop hold'em takes 0.1 ms and Omaha 0.2. Ranks seen before
(two hole cards have 91 pairs of them) halve the time. The tables themselves take 60 ms, once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import combinations
from math import lcm
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from hhparse.cards import DECK, RANKS, SHORT_DECK, SUITS, Cards
from hhparse.equity.ranks import (
    MASKS,
    Places,
    Ways,
    Worths,
    adding,
    dropping,
    dropping_from_masks,
    joined,
    low_worths,
    multisets,
    suit_masks,
    ways,
    worths,
)
from hhparse.model import Game

BOARD = 5
Side = Literal["high", "short", "low"]
_RANK = {card: RANKS.index(card[0]) for card in DECK}
_SUIT = {card: SUITS.index(card[1]) for card in DECK}


class Boards(NamedTuple):
    """What every hand makes on every kind of board that can come.

    `high` and `low` (None in a game without a low) are by hand and kind of board, larger is better, a low of 0 is
    none; `ways` is how often each kind of board comes.
    """

    high: Worths
    low: Worths | None
    ways: Ways


class Equity(NamedTuple):
    """What a hand can expect, as parts of one pot.

    `win` is how often it alone has the best high hand, `tie` how often it shares it, `scoop` how often it takes the
    whole pot. `high` and `low` are the parts of the pot won by either side, `equity` is both.
    """

    win: Fraction
    tie: Fraction
    scoop: Fraction
    high: Fraction
    low: Fraction
    equity: Fraction


def boards(game: Game, hands: Sequence[Cards], board: Cards = (), dead: Cards = ()) -> Boards:
    """Return what the hands make on every board that completes `board`, without the dead cards.

    All cards are known, of the game's deck, and none stands twice.
    """
    return _Count(game, hands, board, dead).boards()


def equities(found: Boards) -> tuple[Equity, ...]:
    """Return the equity of each hand, exactly."""
    hands = range(len(found.high))
    total, unit = int(found.ways.sum()), _unit(len(hands))
    high, low = _divided(found, hands)
    best = found.high == found.high.max(axis=0)
    alone = best & (best.sum(axis=0) == 1)
    whole = alone if found.low is None else alone & _others_without_low(found.low)
    rows = []
    for at in hands:
        win, tie, scoop = (Fraction(int(found.ways[which[at]].sum()), total) for which in (alone, best & ~alone, whole))
        top, bottom = Fraction(high[at], total * unit), Fraction(low[at], total * unit)
        rows.append(Equity(win, tie, scoop, top, bottom, top + bottom))
    return tuple(rows)


def shares(found: Boards, among: Sequence[int]) -> tuple[Fraction, ...]:
    """Return what each of some hands, by their numbers, can expect of a pot that only they can win."""
    total = int(found.ways.sum()) * _unit(len(among))
    high, low = _divided(found, among)
    return tuple(Fraction(one + other, total) for one, other in zip(high, low, strict=True))


def _unit(players: int) -> int:
    """Return into how many parts a pot goes so that every half and every tie are whole parts."""
    return 2 * reduce(lcm, range(1, players + 1))


def _divided(found: Boards, among: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return by hand what it takes as high and as low over all boards, in parts of `_unit`."""
    unit, players = _unit(len(among)), len(among)
    each = np.array([0, *(unit // count for count in range(1, players + 1))], dtype=np.int64)
    chosen = slice(None) if list(among) == list(range(len(found.high))) else list(among)  # a slice copies nothing
    if found.low is None:
        return _won(found.high[chosen], found.ways, each), [0] * players
    low = found.low[chosen]
    split = _best(low) > 0
    high = _won(found.high[chosen], np.where(split, found.ways, 2 * found.ways), each // 2)
    return high, _won(low, np.where(split, found.ways, 0), each // 2)


def _won(worth: Worths, ways: Ways, each: Ways) -> list[int]:
    """Return by hand what it takes over all boards, where a board gives `each` by the number of winners."""
    best = worth == _best(worth)
    count = reduce(np.add, best.view(np.int8))
    won: list[int] = (best @ (ways * each.take(count))).tolist()
    return won


def _others_without_low(low: Worths) -> npt.NDArray[np.bool_]:
    """Tell by hand and board whether nobody else takes a part of the low."""
    best = (low == low.max(axis=0)) & (low > 0)
    nobody: npt.NDArray[np.bool_] = best.sum(axis=0) == best
    return nobody


class _Count:
    """The boards that can come: `left` are by rank the cards not seen yet, `suits` by suit the mask of their ranks."""

    def __init__(self, game: Game, hands: Sequence[Cards], board: Cards, dead: Cards) -> None:
        self.game, self.hands, self.board = game, hands, board
        self.coming = BOARD - len(board)
        seen = {*board, *dead, *(card for hand in hands for card in hand)}
        unseen = [card for card in (SHORT_DECK if game.short_deck else DECK) if card not in seen]
        self.suits = _masks(unseen)
        self.left = np.bincount([_RANK[card] for card in unseen], minlength=len(RANKS))
        self.free = game.from_hand is None  # none, one or two of the hole cards may play

    def boards(self) -> Boards:
        """Return every kind of board: those that make no flush, then for each suit those that can."""
        rows, board = len(multisets(self.coming)), _ranks(self.board)
        side: Side = "short" if self.game.short_deck else "high"
        high = np.array([_worth(side, _ranks(hand), board, self.free) for hand in self.hands])
        low = None
        if self.game.hilo:
            low = np.array([_worth("low", _ranks(hand), board, self.free) for hand in self.hands])
        places, often, flush = (
            [np.arange(rows)],
            [ways(self.coming, self.left)],
            [np.zeros((len(high), rows), np.int16)],
        )
        for held, masks, at, each in self.flushes():
            places.append(at.ravel())
            often.append(np.repeat(each[np.newaxis], len(masks), axis=0).ravel())
            worth = [_flush(mine, self.game.short_deck, self.free).take(masks) for mine in held]
            flush.append(np.repeat(np.array(worth), len(each), axis=1))
        at, count = np.concatenate(places), np.concatenate(often)
        count[:rows] -= np.bincount(at[rows:], count[rows:], rows).astype(np.int64)  # those without a flush are left
        high = np.maximum(high.take(at, axis=1), np.concatenate(flush, axis=1))
        return Boards(high, None if low is None else low.take(at, axis=1), count)

    def flushes(self) -> Iterator[tuple[tuple[int, ...], Places, Places, Ways]]:
        """Yield the boards on which somebody can have a flush.

        Each time: by hand the mask of its ranks in the suit, the masks of the board's ranks in it, by mask and other
        cards the place of the multiset of all cards to come, and by other cards how often they come. Suits that are
        alike are one.
        """
        held = zip(*map(_masks, self.hands), strict=True)
        for (unseen, known, mine), alike in Counter(zip(self.suits, _masks(self.board), held, strict=True)).items():
            most = max(mask.bit_count() for mask in mine)
            if most < 2 and not self.free:
                continue
            least = (5 - min(most, 2)) - known.bit_count()
            others = self.left - np.array([unseen >> rank & 1 for rank in range(len(RANKS))], dtype=np.intp)
            for size in range(max(least, 0), self.coming + 1):
                masks = suit_masks(size)[0]
                rows = np.flatnonzero(masks & ~unseen == 0)
                often = alike * ways(self.coming - size, others)
                yield mine, masks.take(rows) | known, joined(size, self.coming - size).take(rows, axis=0), often


def _ranks(cards: Cards) -> tuple[int, ...]:
    return tuple(sorted([_RANK[card] for card in cards]))


@lru_cache(maxsize=1024)
def _worth(side: Side, hand: tuple[int, ...], board: tuple[int, ...], free: bool) -> Worths:
    """Return what a hand makes by its ranks alone on each multiset to come on a board, the ranks of both ascending."""
    table = low_worths() if side == "low" else worths(side == "short")[0]
    size = BOARD - len(board)
    full = np.arange(len(multisets(size)))
    for more, rank in enumerate(board, size):
        full = adding(more)[rank].take(full)
    three = _best([table.take(adding(4)[two].take(adding(3)[one])) for one, two in set(combinations(hand, 2))])
    four = _best([three.take(less) for less in dropping(4)])
    if free:
        four = _best([four, *(table.take(adding(4)[rank]) for rank in set(hand))])
    five = _best([four.take(less) for less in (dropping(5).take(full, axis=1) if board else dropping(5))])
    return np.maximum(five, table.take(full)) if free else five


@lru_cache(maxsize=256)
def _flush(mine: int, short_deck: bool, free: bool) -> Worths:
    """Return what a flush of a hand's ranks in a suit is worth by the mask of the board's, 0 where it has none.

    Only of masks of three ranks or more, and not `free` of no more than five, as a board has them.
    """
    by_mask = worths(short_deck)[1]
    if free:
        return by_mask.take(np.arange(MASKS) | mine)
    bits = [1 << rank for rank in range(len(RANKS)) if mine >> rank & 1]
    table = np.zeros(MASKS, dtype=np.int16)
    if len(bits) >= 2:
        threes = suit_masks(3)[0]
        table[threes] = _best([by_mask.take(threes | one | two) for one, two in combinations(bits, 2)])
        for size in (4, 5):
            table[suit_masks(size)[0]] = _best([table.take(fewer) for fewer in dropping_from_masks(size)])
    return table


def _best(worths: Iterable[Worths]) -> Worths:
    """Return the largest, place by place."""
    return reduce(np.maximum, worths)


def _masks(cards: Sequence[str]) -> list[int]:
    """Return by suit the mask of the ranks among some cards."""
    masks = [0] * len(SUITS)
    for card in cards:
        masks[_SUIT[card]] |= 1 << _RANK[card]
    return masks
