"""Words of the cards dealt, and cards as text."""

from __future__ import annotations

import re

from hhparse.cards import UNKNOWN, Cards
from hhparse.model import Act, DealBoard, DealHole, Show, Street
from hhparse.reading.draft import Draft, FieldError
from hhparse.reading.words.word import word


def cards_of(text: str) -> Cards:
    """Return the cards of a text, one unknown card for an empty one.

    `As Kd`, `AsKd`, `As, Kd`; also the suit first and a ten as 10 (`S10 dK`); `X`, `XX` and `??` are unknown.
    Words of other languages that mean one card alone (`Kns`, `8Pik`) are read as what they mean: see `NATIONAL`.
    """
    cards = CARDS.get(text)
    if cards is None:
        if len(CARDS) > 100_000:
            CARDS.clear()
        known = _NATIONAL.sub(lambda match: NATIONAL[match[0]], text)
        pattern = _SUIT_FIRST if _SUIT_FIRST.match(known.lstrip("X?, ")) else _RANK_FIRST
        cards = tuple(_card(match) for match in pattern.finditer(known)) or (UNKNOWN,)
        CARDS[text] = cards
    return cards


# a card nobody showed is X, XX or ??
_RANK_FIRST = re.compile(r"(?P<rank>10|[2-9TJQKA])(?P<suit>[cdhsCDHS])|XX?|\?\?")
_SUIT_FIRST = re.compile(r"(?P<suit>[cdhsCDHS])(?P<rank>10|[2-9TJQKA])|XX?|\?\?")


# Ranks and suits in languages of which a grammar may take some. Letters that mean different cards in different
# languages (V is a queen or a jack, B a jack, H a king or hearts) are none of them.
NATIONAL = {
    **{"Kn": "J", "E": "A"},  # Scandinavian: knekt, ess
    **{"В": "J", "Д": "Q", "К": "K", "Т": "A"},  # Russian
    **{"Â": "J", "Ä": "Q", "Ê": "K", "Ò": "A"},  # the same in cp1251, read as cp1252
    **{"Pik": "s", "Karo": "d", "Herz": "h", "Kreuz": "c"},  # German
    **{"p": "s", "t": "c"},  # pique, trèfle; pik, trefl
}
_LONGEST_FIRST = "|".join(sorted(NATIONAL, key=len, reverse=True))
# D is a queen (dame, dam) where a card begins with it and its suit is a small letter
_NATIONAL = re.compile(rf"{_LONGEST_FIRST}|(?<![^\s,])D(?=[a-z])")
NATIONAL["D"] = "Q"


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


@word("a player's hole cards")
def held(draft: Draft, player: str, cards: str | None) -> None:
    """Note the cards that a player holds: dealt to the hero, whom the header names, and shown at the end.

    They are dealt before the first decision, wherever the line stands. Hidden ones tell only how many there are.
    """
    number, place = draft.names[player], (draft.line, draft.start, draft.end)
    known = cards_of(cards) if cards else ()
    draft.held = max(draft.held, len(known))
    if not known or UNKNOWN in known:
        return
    if player == draft.fields.get("hero"):
        draft.hero = player
        first = next((at for at, event in enumerate(draft.events) if type(event) is Act), len(draft.events))
        draft.events.insert(first, DealHole(number, known, *place))
    draft.shows.append(Show(number, known, "", 0, *place))


@word("a card dealt to a player")
def dealt_card(draft: Draft, player: str, cards: str) -> None:
    """Show the next of a player's cards, where each has a line of its own."""
    number = draft.names[player]
    last = draft.events[-1] if draft.events else None
    if type(last) is DealHole and last.seat == number:
        draft.events[-1] = last._replace(cards=last.cards + cards_of(cards))
    else:
        dealt(draft, player, cards)


@word("cards dealt to a player")
def dealt_open(draft: Draft, player: str, cards: str) -> None:
    """Show the cards dealt to a player where the history shows everyone's: it does not make him the hero."""
    draft.events.append(DealHole(draft.names[player], cards_of(cards), draft.line, draft.start, draft.end))


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


@word("a street printed again")
def street_again(draft: Draft, cards: str) -> None:
    """Deal nothing: these cards of the board were dealt on a line before."""
    if not any(isinstance(event, DealBoard) and event.cards == cards_of(cards) for event in draft.events):
        raise FieldError("cards", "the street is printed again with other cards")


@word("cards dealt to the board")
def board_cards(draft: Draft, cards: str) -> None:
    """Deal the next street where the line does not name it: three cards are the flop, then come turn and river."""
    streets = [event.street for event in draft.events if isinstance(event, DealBoard)]
    if len(streets) > 2 or len(cards_of(cards)) != (1 if streets else 3):
        raise FieldError("cards", "these cards are no street of the board")
    draft.committed.clear()
    _deal(draft, ("flop", "turn", "river")[len(streets)], None, cards, None)


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
