"""Hands in words: what a shown hand makes, and what a site's words for it say."""

from __future__ import annotations

import re
from functools import lru_cache

from hhparse.cards import Cards
from hhparse.model import Game
from hhparse.rules import evaluate
from hhparse.rules.evaluate import best_high, best_low, describe_high, describe_low, high_of_any, low8, spell_high

# The first phrase that occurs tells the category, so that the longer ones come first.
_PHRASES = (
    ("royal flush", evaluate.STRAIGHT_FLUSH),
    ("straight flush", evaluate.STRAIGHT_FLUSH),
    ("four of a kind", evaluate.QUADS),
    ("full house", evaluate.FULL_HOUSE),
    ("three of a kind", evaluate.TRIPS),
    ("two pair", evaluate.TWO_PAIR),
    ("pair of", evaluate.PAIR),
    ("straight", evaluate.STRAIGHT),
    ("flush", evaluate.FLUSH),
    ("high card", evaluate.HIGH_CARD),
)
_LOW_PART = re.compile(r"\blo(?:w)?:? *([2-8a](?:[,-] ?[2-8a]){4})")


@lru_cache(maxsize=1024)
def said_category(said: str) -> int | None:
    """Return the category that a site's words name, None where they name none that is known."""
    text = said.casefold().partition("lo:")[0]
    return next((category for phrase, category in _PHRASES if phrase in text), None)


@lru_cache(maxsize=1024)
def said_low(said: str) -> int | None:
    """Return the rank of the low that a site's words spell, None where they spell none."""
    match = _LOW_PART.search(said.casefold())
    return low8(tuple(rank.upper() + "c" for rank in match[1] if rank.isalnum())) if match else None


def said_wrongly(game: Game, hole: Cards, board: Cards, said: str) -> bool:
    """Tell whether a site's words name another category, or spell another low, than the cards make."""
    category = said_category(said)
    made = evaluate.category(best_high(game, hole, board))
    if category is not None and category != (evaluate.FLUSH if made == evaluate.SHORT_DECK_FLUSH else made):
        return True
    low = said_low(said) if game.hilo else None
    return low is not None and low != best_low(game, hole, board)


def said_of_any_five(game: Game, hole: Cards, board: Cards, said: str) -> bool:
    """Tell whether the words, wrong for two hole and three board cards, fit the best five of all a player sees."""
    if game.from_hand is None:
        return False
    category = said_category(said)
    if category is not None and category != evaluate.category(best_high(game, hole, board)):
        return category == evaluate.category(high_of_any(hole + board))
    low = said_low(said) if game.hilo else None
    return low is not None and low != best_low(game, hole, board) and low == low8(hole + board)


def hand_in_words(game: Game, hole: Cards, board: Cards, side: str = "whole") -> str:
    """Return what a hand makes on a complete board: its high, its low, or both (`whole`, of a hi/lo game)."""
    low = best_low(game, hole, board) if game.hilo else None
    low_words = f"the low {describe_low(low)}" if low is not None else "no low"
    if side == "low":
        return low_words
    rank = best_high(game, hole, board)
    words = f"{describe_high(rank)} ({spell_high(rank)})"
    return f"{words} and {low_words}" if game.hilo and side == "whole" else words
