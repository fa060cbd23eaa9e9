"""Words of the cards dealt, and cards as text."""

from __future__ import annotations

import re

from hhparse.cards import UNKNOWN, Cards
from hhparse.model import DealBoard, DealHole, Street
from hhparse.reading.draft import Draft
from hhparse.reading.words.word import word


def cards_of(text: str) -> Cards:
    """Return the cards of a text, one unknown card for an empty one.

    `As Kd`, `AsKd`, `As, Kd`, `A of s, K of d`; also the suit first and a ten as 10 (`S10 dK`).
    `X`, `XX` and `??` are unknown.
    """
    cards = CARDS.get(text)
    if cards is None:
        if len(CARDS) > 100_000:
            CARDS.clear()
        pattern = _SUIT_FIRST if _SUIT_FIRST.match(text.lstrip("X?, ")) else _RANK_FIRST
        cards = tuple(_card(match) for match in pattern.finditer(text)) or (UNKNOWN,)
        CARDS[text] = cards
    return cards


# a card nobody showed is X, XX or ??
_RANK_FIRST = re.compile(r"(?P<rank>10|[2-9TJQKA])(?: of )?(?P<suit>[cdhsCDHS])|XX?|\?\?")
_SUIT_FIRST = re.compile(r"(?P<suit>[cdhsCDHS])(?P<rank>10|[2-9TJQKA])|XX?|\?\?")


def _card(match: re.Match[str]) -> str:
    rank, suit = match["rank"], match["suit"]
    return UNKNOWN if rank is None else ("T" if rank == "10" else rank) + suit.lower()


CARDS: dict[str, Cards] = {}


@word("the deal")
def hole_cards(draft: Draft) -> None:
    """Deal the hole cards; the line itself shows none."""


@word("cards dealt to a player")
def dealt(draft: Draft, player: str, cards: str | None) -> None:
    """Show the cards dealt to a player, or that they are hidden; the first one shown is the hero."""
    number = draft.names[player]
    if cards is None:
        return
    if draft.hero is None:
        draft.hero = player
    draft.events.append(DealHole(number, cards_of(cards), draft.line, draft.start, draft.end))


@word("a card dealt to a player")
def dealt_card(draft: Draft, player: str, cards: str) -> None:
    """Show the next of a player's cards, where each has a line of its own."""
    number = draft.names[player]
    last = draft.events[-1] if draft.events else None
    if type(last) is DealHole and last.seat == number:
        draft.events[-1] = last._replace(cards=last.cards + cards_of(cards))
    else:
        dealt(draft, player, cards)


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
def flop_turn(draft: Draft, cards: str, shown_before: str) -> None:
    """Deal the flop and the turn, where the flop has no line of its own."""
    draft.committed.clear()
    _deal(draft, "flop", None, shown_before, None)
    _deal(draft, "turn", None, cards, shown_before)


@word("the turn")
def turn(draft: Draft, board: str | None, cards: str, shown_before: str | None) -> None:
    """Deal the turn."""
    draft.committed.clear()
    _deal(draft, "turn", board, cards, shown_before)


@word("the river")
def river(draft: Draft, board: str | None, cards: str, shown_before: str | None) -> None:
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
