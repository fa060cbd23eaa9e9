"""Hands, board and dead cards as a person types them: `AhAd KcKs`, `2c 7d 9h`."""

from __future__ import annotations

from typing import NamedTuple

from hhparse.cards import DECK, RANKS, SHORT_DECK, SUITS, Cards
from hhparse.model import Game


class Deal(NamedTuple):
    """Cards on a table: all known, of the game's deck, none of them twice."""

    hands: tuple[Cards, ...]
    board: Cards
    dead: Cards


def deal(game: Game, hands: str, board: str = "", dead: str = "") -> Deal:
    """Return the cards of a table; hands stand apart by blanks, elsewhere blanks mean nothing.

    Raises ValueError, its message one line, for what cannot be.
    """
    found = Deal(tuple(cards(hand) for hand in hands.split()), cards(board), cards(dead))
    if len(found.hands) < 2:
        raise ValueError("an equity takes two hands at least")
    for hand in found.hands:
        if len(hand) != game.hole_cards:
            raise ValueError(f"{''.join(hand)} has {_count(len(hand))}, but {game.name} deals {game.hole_cards}")
    sizes = (0, *((1,) if game.first_card_early else ()), 3, 4, 5)
    if len(found.board) not in sizes:
        told = ", ".join(map(str, sizes[:-1]))
        raise ValueError(f"a board of {_count(len(found.board))}, but in {game.name} it has {told} or {sizes[-1]}")
    every = [card for part in (*found.hands, found.board, found.dead) for card in part]
    deck = SHORT_DECK if game.short_deck else DECK
    for at, card in enumerate(every):
        if card not in deck:
            raise ValueError(f"{card} is not in the deck of {game.name}")
        if card in every[:at]:
            raise ValueError(f"{card} stands twice")
    if len(deck) - len(every) < 5 - len(found.board):
        raise ValueError("the deck has not cards enough to complete the board")
    return found


def cards(text: str) -> Cards:
    """Return the cards of a text such as `AhAd` or `2c 7D 9h`. Raises ValueError for what is no card."""
    bare = "".join(text.split())
    found = tuple(bare[at].upper() + bare[at + 1 : at + 2].lower() for at in range(0, len(bare), 2))
    for card in found:
        if len(card) != 2 or card[0] not in RANKS or card[1] not in SUITS:
            raise ValueError(f"{card!r} in {text!r} is no card: a card is one of {RANKS} and one of {SUITS}, as Td")
    return found


def _count(number: int) -> str:
    return f"{number} card{'' if number == 1 else 's'}"
