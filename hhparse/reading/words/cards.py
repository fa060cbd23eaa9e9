"""Words of the cards dealt, and cards as text."""

from __future__ import annotations

from hhparse.cards import UNKNOWN, Cards
from hhparse.model import DealBoard, DealHole, Street
from hhparse.reading.draft import Draft
from hhparse.reading.words.word import word


def cards_of(text: str) -> Cards:
    """Return the cards of `As Kd` (blanks do not matter; `XX` is unknown), one unknown card for an empty text."""
    cards = CARDS.get(text)
    if cards is None:
        if len(CARDS) > 100_000:
            CARDS.clear()
        packed = text.replace(" ", "").replace("XX", UNKNOWN)
        cards = tuple(packed[at : at + 2] for at in range(0, len(packed), 2)) or (UNKNOWN,)
        CARDS[text] = cards
    return cards


CARDS: dict[str, Cards] = {}


@word("the deal")
def hole_cards(draft: Draft) -> None:
    """Deal the hole cards; the line itself shows none."""


@word("cards dealt to a player")
def dealt(draft: Draft, player: str, cards: str) -> None:
    """Show the cards dealt to a player; the first one shown is the hero."""
    number = draft.names[player]
    if draft.hero is None:
        draft.hero = player
    draft.events.append(DealHole(number, cards_of(cards), draft.line, draft.start, draft.end))


@word("a card dealt before the betting")
def preflop(draft: Draft, cards: str) -> None:
    """Deal the first card of the board before the first round."""
    _deal(draft, "preflop", None, cards, None)


@word("the flop")
def flop(draft: Draft, board: str | None, cards: str, shown_before: str | None) -> None:
    """Deal the flop."""
    draft.committed.clear()
    _deal(draft, "flop", board, cards, shown_before)


@word("the turn")
def turn(draft: Draft, board: str | None, cards: str, shown_before: str) -> None:
    """Deal the turn."""
    draft.committed.clear()
    _deal(draft, "turn", board, cards, shown_before)


@word("the river")
def river(draft: Draft, board: str | None, cards: str, shown_before: str) -> None:
    """Deal the river."""
    draft.committed.clear()
    _deal(draft, "river", board, cards, shown_before)


def _deal(draft: Draft, street: Street, board: str | None, cards: str, shown_before: str | None) -> None:
    dealt = cards_of(cards)
    before = cards_of(shown_before) if shown_before else ()
    # where the flop's line prints a card that was dealt early as part of the flop, only the rest is new
    early = before or draft.early
    if street == "flop" and early and dealt[: len(early)] == early:
        before, dealt = early, dealt[len(early) :]
    if street == "preflop":
        draft.early = dealt
    number = int(board) if board else 0
    draft.events.append(DealBoard(street, number, dealt, before, draft.line, draft.start, draft.end))
