"""The five cards that make a hand: which of the player's own, which of the board."""

from __future__ import annotations

from itertools import combinations

from hhparse.cards import RANKS, Cards
from hhparse.model import Game
from hhparse.rules.evaluate import best_high, best_low, high, high_short_deck, low8


def five_cards(game: Game, hole: Cards, board: Cards, side: str) -> tuple[Cards, Cards] | None:
    """Return the hole cards and the board cards of the best high or low (`side` "low"), None without a low.

    Where several fives are as good, the one with the fewest hole cards is told; highest cards first.
    """
    low = side == "low"
    best = best_low(game, hole, board) if low else best_high(game, hole, board)
    if best is None:
        return None
    rank = low8 if low else high_short_deck if game.short_deck else high
    counts = [game.from_hand] if game.from_hand is not None else range(max(0, 5 - len(board)), len(hole) + 1)
    for count in counts:
        for mine in combinations(hole, count):
            for theirs in combinations(board, 5 - count):
                if rank(mine + theirs) == best:
                    return _sorted(mine, low), _sorted(theirs, low)
    raise AssertionError(f"no five cards of {hole} and {board} make the best hand")


def spelled(cards: tuple[Cards, Cards] | None) -> str:
    """Return five cards with the player's own in brackets: `[As 3h] 8d 6c 4s`."""
    if cards is None:
        return ""
    mine, theirs = cards
    return " ".join(filter(None, [f"[{' '.join(mine)}]" if mine else "", " ".join(theirs)]))


def _sorted(cards: Cards, low: bool) -> Cards:
    order = "A" + RANKS[:-1] if low else RANKS
    return tuple(sorted(cards, key=lambda card: order.index(card[0]), reverse=True))
