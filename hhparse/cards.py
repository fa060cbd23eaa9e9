"""Cards are two-character strings, rank then suit: `As`, `Td`; `??` is a card nobody showed."""

from __future__ import annotations

Cards = tuple[str, ...]

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK: Cards = tuple(rank + suit for rank in RANKS for suit in SUITS)
SHORT_DECK: Cards = tuple(card for card in DECK if card[0] in "6789TJQKA")
UNKNOWN = "??"

RANK_NAMES = ("Deuce", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace")
RANK_PLURALS = tuple("Sixes" if name == "Six" else name + "s" for name in RANK_NAMES)
