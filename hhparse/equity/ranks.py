"""Tables over multisets of ranks and over masks of the ranks of one suit, each built once, when first asked for.

Without flushes a hand is worth what its ranks are, and 52 cards have few multisets of ranks: five of them 6,188. A
multiset of `size` ranks (0 for a deuce to 12 for an ace) is known by its place in a fixed order, so that a table over
multisets is an array and taking one step from multiset to multiset (a rank more, a rank less) is an array of places.
What a hand of five is worth comes from `hhparse.rules.evaluate`; its ranks are kept as their places in the order of
all ranks, which fit 16 bits.
"""

from __future__ import annotations

from functools import cache, reduce
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np
import numpy.typing as npt

from hhparse.cards import RANKS, SUITS
from hhparse.rules.evaluate import low8, suited, unsuited

Places = npt.NDArray[np.intp]
Worths = npt.NDArray[np.int16]
Ways = npt.NDArray[np.int64]

RANK_COUNT = 13
MASKS = 1 << RANK_COUNT
_BELOW: Places = np.array([[comb(n, k) for k in range(8)] for n in range(RANK_COUNT + 7)], dtype=np.intp)


def place(rows: Places) -> Places:
    """Return the place of each multiset; the last axis holds its ranks, ascending."""
    size = rows.shape[-1]
    places = np.zeros(rows.shape[:-1], dtype=np.intp)
    for at in range(size):
        places += _BELOW[rows[..., at] + at, at + 1]
    return places


@cache
def multisets(size: int) -> Places:
    """Return the multisets of `size` ranks, a row each at its place, ranks ascending."""
    rows = np.array(list(combinations_with_replacement(range(RANK_COUNT), size)), dtype=np.intp)
    rows = rows.reshape(comb(RANK_COUNT + size - 1, size), size)
    return rows[np.argsort(place(rows))]


@cache
def adding(size: int) -> Places:
    """Return by rank and by multiset of `size` the place of the multiset with that rank added."""
    rows = multisets(size)
    more = np.empty((RANK_COUNT, len(rows), size + 1), dtype=np.intp)
    more[..., :size] = rows
    more[..., size] = np.arange(RANK_COUNT)[:, np.newaxis]
    more.sort(axis=-1)
    return place(more)


@cache
def dropping(size: int) -> Places:
    """Return, for each of the `size` ranks, by multiset the place of the multiset without it."""
    rows = multisets(size)
    return np.array([place(np.delete(rows, at, axis=1)) for at in range(size)])


@cache
def _drawings(size: int) -> tuple[Places, Ways]:
    """Return for each rank of a multiset five times the rank plus how many equal ones stand before it, and in how many
    orders its equal cards come.
    """
    rows = multisets(size)
    before = np.zeros(rows.shape, dtype=np.intp)
    for at in range(1, size):
        before[:, at] = np.where(rows[:, at] == rows[:, at - 1], before[:, at - 1] + 1, 0)
    return (5 * rows + before).T.copy(), np.prod(before + 1, axis=1, dtype=np.int64)


def ways(size: int, left: Places) -> Ways:
    """Return by multiset in how many ways it can be drawn, where `left` cards of each rank are there."""
    if not size:
        return np.ones(1, dtype=np.int64)
    draws, orders = _drawings(size)
    still = np.maximum(left[:, np.newaxis] - np.arange(5), 0).ravel()  # by rank, and by how many of it are drawn
    drawn: Ways = reduce(np.multiply, [still.take(draw) for draw in draws])
    return drawn // orders


@cache
def suit_masks(size: int) -> tuple[Places, Places]:
    """Return the masks of `size` ranks of one suit, and the places of their ranks as multisets."""
    rows = list(combinations(range(RANK_COUNT), size))
    ranks = np.array(rows, dtype=np.intp).reshape(len(rows), size)
    return np.array([sum(1 << rank for rank in row) for row in rows], dtype=np.intp), place(ranks)


@cache
def dropping_from_masks(size: int) -> Places:
    """Return, for each of the `size` ranks, by mask (its row in `suit_masks`) the mask without it."""
    rows = list(combinations(range(RANK_COUNT), size))
    masks = suit_masks(size)[0]
    return np.array([masks - [1 << row[at] for row in rows] for at in range(size)])


@cache
def joined(size: int, rest: int) -> Places:
    """Return by mask of `size` (its row in `suit_masks`) and multiset of `rest` the place of both together."""
    _, start = suit_masks(size)
    both = np.repeat(start[:, np.newaxis], len(multisets(rest)), axis=1)
    for at in range(rest):
        both = adding(size + at)[multisets(rest)[:, at], both]
    return both


@cache
def worths(short_deck: bool) -> tuple[Worths, Worths]:
    """Return what five cards are worth: by multiset without a flush, and by the mask of five or more of one suit.

    Larger is better and 0 stands for no hand; both are on one scale.
    """
    counts = np.left_shift(1, 4 * multisets(5)).sum(axis=1)
    plain = [unsuited(count, short_deck=short_deck) for count in counts.tolist()]
    fives = [mask for mask in range(MASKS) if mask.bit_count() == 5]
    flushes = [suited(mask, short_deck=short_deck) for mask in fives]
    scale = np.unique(np.array(plain + flushes, dtype=np.int64), return_inverse=True)[1].astype(np.int16) + 1
    by_mask = np.zeros(MASKS, dtype=np.int16)
    by_mask[fives] = scale[len(plain) :]
    for size in (6, 7):
        more = suit_masks(size)[0]
        for rank in range(RANK_COUNT):
            by_mask[more] = np.maximum(by_mask[more], by_mask[more & ~(1 << rank)])
    return scale[: len(plain)].astype(np.int16), by_mask


@cache
def low_worths() -> Worths:
    """Return by multiset of five what they are worth as an eight-or-better low, 0 for no low."""
    rows = multisets(5)
    low = np.zeros(len(rows), dtype=np.int16)
    for row in np.flatnonzero((np.diff(rows) > 0).all(axis=1)).tolist():
        low[row] = low8(tuple(RANKS[rank] + SUITS[0] for rank in rows[row])) or 0
    return low
