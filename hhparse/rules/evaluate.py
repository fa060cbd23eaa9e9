"""Rank hands by table: high (full and short deck), eight-or-better low, Omaha's two hole and three board cards.

A rank is an int, larger is better: the category in the bits above 20, then up to five rank nibbles (0 for a deuce to
12 for an ace) from the most significant card down. A low rank is 255 minus the bit mask of its five cards, ace lowest.

A card is one int too: a nibble a rank counts how often the rank occurs, four more nibbles count the suits, so that the
sum of some cards tells all that a ranking needs, short of which cards make a flush.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from hhparse.cards import RANK_NAMES, RANK_PLURALS, RANKS, SUITS, Cards
from hhparse.model import Game

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, SHORT_DECK_FLUSH, QUADS, STRAIGHT_FLUSH = range(10)

ACE = 12
WHEEL = 0b1_0000_0000_1111  # A-2-3-4-5
SHORT_WHEEL = 0b1_0000_1111_0000  # A-6-7-8-9
_SUIT_CARRY, _FIVE_SUITED, _THREE_SUITED = 0x8888, 0x3333, 0x5555  # adding sets a suit's top bit at 5, at 3 cards

_RANK_OF = {rank + suit: index for index, rank in enumerate(RANKS) for suit in SUITS}
_COUNT_OF = {
    rank + suit: 1 << (16 + 4 * index) | 1 << 4 * place
    for index, rank in enumerate(RANKS)
    for place, suit in enumerate(SUITS)
}
_LOW_BIT = {rank + suit: 1 << "A2345678".index(rank) if rank in "A2345678" else 0 for rank in RANKS for suit in SUITS}


def _pack(category: int, ranks: list[int]) -> int:
    value = category
    for index in range(5):
        value = value << 4 | (ranks[index] if index < len(ranks) else 0)
    return value


def _straight_top(mask: int, wheel: int) -> int | None:
    """Return the index of the top card of the best straight in a rank mask, or None."""
    run = mask & mask << 1 & mask << 2 & mask << 3 & mask << 4
    if run:
        return run.bit_length() - 1
    if mask & wheel == wheel:
        return (wheel & ~(1 << ACE)).bit_length() - 1
    return None


def _straight(category: int, top: int, wheel: int) -> int:
    """Return the rank of a straight: its top card, then its bottom one, which only a description needs."""
    wheel_top = (wheel & ~(1 << ACE)).bit_length() - 1
    return _pack(category, [top, ACE if top == wheel_top else top - 4])


class _ByCounts(dict[int, int]):
    """Rank by the nibbles that count each rank, no flush considered; an entry is computed when first asked for."""

    def __init__(self, wheel: int) -> None:
        super().__init__()
        self.wheel = wheel

    def __missing__(self, counts: int) -> int:
        value = self[counts] = self._rank(counts)
        return value

    def _rank(self, counts: int) -> int:
        many = sorted(((counts >> 4 * rank & 15, rank) for rank in range(13) if counts >> 4 * rank & 15), reverse=True)
        ranks = [rank for _, rank in many]
        first, second = many[0][0], many[1][0] if len(many) > 1 else 0
        if first == 4:
            return _pack(QUADS, [ranks[0], *sorted(ranks[1:], reverse=True)[:1]])
        if first == 3 and second >= 2:
            return _pack(FULL_HOUSE, ranks[:2])
        top = _straight_top(sum(1 << rank for rank in ranks), self.wheel)
        if top is not None:
            return _straight(STRAIGHT, top, self.wheel)
        if first == 3:
            return _pack(TRIPS, ranks[:3])
        if second == 2:
            return _pack(TWO_PAIR, [*ranks[:2], *sorted(ranks[2:], reverse=True)[:1]])
        return _pack(PAIR, ranks[:4]) if first == 2 else _pack(HIGH_CARD, ranks[:5])


class _BySuited(dict[int, int]):
    """Rank by the rank mask of five or more cards of one suit; an entry is computed when first asked for."""

    def __init__(self, wheel: int, flush: int) -> None:
        super().__init__()
        self.wheel = wheel
        self.flush = flush

    def __missing__(self, mask: int) -> int:
        top = _straight_top(mask, self.wheel)
        if top is None:
            value = _pack(self.flush, [rank for rank in range(12, -1, -1) if mask >> rank & 1][:5])
        else:
            value = _straight(STRAIGHT_FLUSH, top, self.wheel)
        self[mask] = value
        return value


class _ByLowMask(dict[int, int]):
    """Low rank by the mask of ranks up to eight, ace lowest; 0 where five distinct ones are missing."""

    def __missing__(self, mask: int) -> int:
        bits = [1 << place for place in range(8) if mask >> place & 1]
        value = self[mask] = 255 - sum(bits[:5]) if len(bits) >= 5 else 0
        return value


_COUNTS, _SHORT_COUNTS = _ByCounts(WHEEL), _ByCounts(SHORT_WHEEL)
_SUITED, _SHORT_SUITED = _BySuited(WHEEL, FLUSH), _BySuited(SHORT_WHEEL, SHORT_DECK_FLUSH)
_LOW = _ByLowMask()


def _suited_mask(cards: Cards, place: int) -> int:
    suit = SUITS[place]
    return sum(1 << _RANK_OF[card] for card in cards if card[1] == suit)


def _carried_suit(carry: int) -> int:
    """Return the place of the only suit whose nibble has its top bit set."""
    return carry.bit_length() // 4 - 1


def _best_of_all(cards: Cards, counts: _ByCounts, suited: _BySuited) -> int:
    total = 0
    for card in cards:
        total += _COUNT_OF[card]
    best = counts[total >> 16]
    carry = ((total & 0xFFFF) + _FIVE_SUITED) & _SUIT_CARRY
    return max(best, suited[_suited_mask(cards, _carried_suit(carry))]) if carry else best


def high(cards: Cards) -> int:
    """Return the rank of the best five-card high hand of 5 to 7 cards.

    Raises KeyError for an unknown card.
    """
    return _best_of_all(cards, _COUNTS, _SUITED)


def high_short_deck(cards: Cards) -> int:
    """Return the rank of the best five of 5 to 7 cards of a short deck: a flush beats a full house, A-6-7-8-9 runs.

    Trips do not beat a straight.
    """
    return _best_of_all(cards, _SHORT_COUNTS, _SHORT_SUITED)


def high_of_any(cards: Cards) -> int:
    """Return the rank of the best five of any number of cards, whosever they are: what an Omaha hand need not make."""
    total = sum(_COUNT_OF[card] for card in cards)
    carry = ((total & 0xFFFF) + _FIVE_SUITED) & _SUIT_CARRY
    flushes = [_SUITED[_suited_mask(cards, place)] for place in range(4) if carry >> 4 * place & 8]
    return max([_COUNTS[total >> 16], *flushes])


def unsuited(counts: int, *, short_deck: bool = False) -> int:
    """Return the high rank of five cards, no flush considered, by how often each rank occurs, a nibble a rank."""
    return _SHORT_COUNTS[counts] if short_deck else _COUNTS[counts]


def suited(mask: int, *, short_deck: bool = False) -> int:
    """Return the high rank of five or more cards of one suit by the mask of their ranks, a deuce lowest."""
    return _SHORT_SUITED[mask] if short_deck else _SUITED[mask]


def low8(cards: Cards) -> int | None:
    """Return the rank of the best eight-or-better low of any number of cards, None where there is none."""
    mask = 0
    for card in cards:
        mask |= _LOW_BIT[card]
    return _LOW[mask] or None


@lru_cache(maxsize=4096)
def _board_triples(board: Cards) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Return the rank counts of the board's distinct triples, the masks of its possible low triples, its flush suit.

    The suit is a place in SUITS, -1 where no suit has three cards.
    """
    triples = list(combinations(board, 3))
    counts = {sum(_COUNT_OF[card] for card in triple) >> 16 for triple in triples}
    lows = {_low_mask(triple) for triple in triples}
    suits = sum(_COUNT_OF[card] for card in board) & 0xFFFF
    carry = (suits + _THREE_SUITED) & _SUIT_CARRY
    return tuple(counts), tuple(low for low in lows if low.bit_count() == 3), _carried_suit(carry) if carry else -1


def _low_mask(cards: Cards) -> int:
    mask = 0
    for card in cards:
        mask |= _LOW_BIT[card]
    return mask


def _two_and_three_flush(hole: Cards, board: Cards, place: int) -> int:
    """Return the best flush of exactly two hole and three board cards of a suit, 0 without one."""
    suit = SUITS[place]
    mine = [1 << _RANK_OF[card] for card in hole if card[1] == suit]
    theirs = [1 << _RANK_OF[card] for card in board if card[1] == suit]
    best = 0
    for first, second in combinations(mine, 2):
        for triple in combinations(theirs, 3):
            best = max(best, _SUITED[first | second | sum(triple)])
    return best


@lru_cache(maxsize=4096)
def _two_and_three_high(hole: Cards, board: Cards) -> int:
    triples, _, place = _board_triples(board)
    table = _COUNTS
    nibbles = [_COUNT_OF[card] >> 16 for card in hole]
    pairs = {first + second for first, second in combinations(nibbles, 2)}
    best = max([table[pair + triple] for pair in pairs for triple in triples])
    return best if place < 0 else max(best, _two_and_three_flush(hole, board, place))


@lru_cache(maxsize=4096)
def _two_and_three_low(hole: Cards, board: Cards) -> int:
    triples = _board_triples(board)[1]
    bits = {_LOW_BIT[card] for card in hole} - {0}
    if not triples or len(bits) < 2:
        return 0
    pairs = [first | second for first, second in combinations(bits, 2)]
    table = _LOW
    return max([table[pair | triple] for pair in pairs for triple in triples])


def best_high(game: Game, hole: Cards, board: Cards) -> int:
    """Return the rank of a hand's best high on a five-card board: exactly two hole cards where the game says so."""
    if game.from_hand == 2:
        return _two_and_three_high(hole, board)
    return high_short_deck(hole + board) if game.short_deck else high(hole + board)


def best_low(game: Game, hole: Cards, board: Cards) -> int | None:
    """Return the rank of a hand's best eight-or-better low on a five-card board, None where it makes none."""
    if game.from_hand == 2:
        return _two_and_three_low(hole, board) or None
    return low8(hole + board)


def low_of_the_high(game: Game, hole: Cards, board: Cards) -> int | None:
    """Return the best low of the two hole cards that make the best high, None where they make none: a misreading."""
    high_rank = best_high(game, hole, board)
    pairs = [pair for pair in combinations(hole, 2) if best_high(game, pair, board) == high_rank]
    return max((low for pair in pairs if (low := best_low(game, pair, board)) is not None), default=None)


def low_beside_the_high_ace(game: Game, hole: Cards, board: Cards) -> int | None:
    """Return the best low that leaves out the only ace where the best high plays it: a misreading too."""
    aces = [card for card in hole + board if card[0] == "A"]
    mine, theirs = (tuple(card for card in cards if card not in aces) for cards in (hole, board))
    if len(aces) != 1 or best_high(game, mine, theirs) == best_high(game, hole, board):
        return best_low(game, hole, board)
    return best_low(game, mine, theirs)


# How each category reads: {0} is the first rank's name, {1} the second's; the flag says that the names are plurals.
_WORDS: dict[int, tuple[str, bool]] = {
    HIGH_CARD: ("high card {0}", False),
    PAIR: ("a pair of {0}", True),
    TWO_PAIR: ("two pair, {0} and {1}", True),
    TRIPS: ("three of a kind, {0}", True),
    STRAIGHT: ("a straight, {1} to {0}", False),
    FLUSH: ("a flush, {0} high", False),
    FULL_HOUSE: ("a full house, {0} full of {1}", True),
    SHORT_DECK_FLUSH: ("a flush, {0} high", False),
    QUADS: ("four of a kind, {0}", True),
    STRAIGHT_FLUSH: ("a straight flush, {1} to {0}", False),
}
# How often each rank nibble of a category stands in the five cards.
_REPEATS: dict[int, tuple[int, ...]] = {
    HIGH_CARD: (1, 1, 1, 1, 1),
    PAIR: (2, 1, 1, 1),
    TWO_PAIR: (2, 2, 1),
    TRIPS: (3, 1, 1),
    FLUSH: (1, 1, 1, 1, 1),
    FULL_HOUSE: (3, 2),
    SHORT_DECK_FLUSH: (1, 1, 1, 1, 1),
    QUADS: (4, 1),
}


def category(rank: int) -> int:
    """Return the category of a high rank, one of HIGH_CARD to STRAIGHT_FLUSH."""
    return rank >> 20


def _nibbles(rank: int) -> list[int]:
    return [rank >> shift & 15 for shift in (16, 12, 8, 4, 0)]


def describe_high(rank: int) -> str:
    """Return a high rank in words: `two pair, Kings and Sevens`."""
    first, second, *_ = _nibbles(rank)
    if category(rank) == STRAIGHT_FLUSH and first == ACE:
        return "a royal flush"
    words, plural = _WORDS[category(rank)]
    names = RANK_PLURALS if plural else RANK_NAMES
    return words.format(names[first], names[second])


def spell_high(rank: int) -> str:
    """Return the five cards of a high rank, kickers included: `K-K-7-7-A`."""
    nibbles = _nibbles(rank)
    if category(rank) in (STRAIGHT, STRAIGHT_FLUSH):
        top, bottom = nibbles[:2]
        ranks = [top, top - 1, top - 2, top - 3, bottom]
    else:
        ranks = [one for one, times in zip(nibbles, _REPEATS[category(rank)], strict=False) for _ in range(times)]
    return "-".join(RANKS[one] for one in ranks)


def describe_low(rank: int) -> str:
    """Return a low rank as its cards from the highest down: `7-5-4-3-A`."""
    mask = 255 - rank
    return "-".join("A2345678"[place] for place in range(7, -1, -1) if mask >> place & 1)
