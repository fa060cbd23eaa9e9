"""The vocabulary: one function for each word a grammar may use for a line. A word carries the meaning, never a site.

A function takes the draft of the hand and the fields of its line as text; the names of its parameters are the names
of the fields, None where a field is absent. `WORDS` is the table of all words, with a phrase for messages.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

from hhparse.cards import UNKNOWN, Cards
from hhparse.model import (
    Act,
    BoardClaim,
    Cancelled,
    CashOut,
    Collect,
    DealBoard,
    DealHole,
    Muck,
    Post,
    PostKind,
    PotClaim,
    Seat,
    SeatClaim,
    Show,
    Street,
    Uncalled,
)
from hhparse.reading.draft import Draft, FieldError


class Word(NamedTuple):
    """A word of the vocabulary: what it does with a line, the fields it takes, how messages name it."""

    name: str
    function: Callable[..., None]
    fields: tuple[str, ...]
    phrase: str


WORDS: dict[str, Word] = {}


def word(phrase: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Enter a function into the table under its own name in capitals."""

    def enter(function: Callable[..., None]) -> Callable[..., None]:
        name = function.__name__.upper()
        fields = tuple(list(inspect.signature(function).parameters)[1:])
        WORDS[name] = Word(name, function, fields, phrase)
        return function

    return enter


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


# ---- the header


@word("the first line of a hand")
def hand(draft: Draft, fields: dict[str, str]) -> None:
    """Take the whole header; `fields` are all fields of the line that took part in the match."""
    draft.take_header(fields)


@word("the table line")
def table(draft: Draft, table: str, max_seats: str | None, button: str | None, play_money: str | None) -> None:
    """Take the table's name, size and button."""
    draft.table = table
    draft.max_seats = int(max_seats) if max_seats else None
    draft.button = int(button) if button else None
    if play_money:
        draft.play_money()


@word("a seat line")
def seat(
    draft: Draft,
    seat: str,
    player: str,
    stack: str,
    bounty: str | None,
    sitting_out: str | None,
    out_of_hand: str | None,
) -> None:
    """Seat a player."""
    number = int(seat)
    if player in draft.names:
        raise FieldError("player", f"{player} is seated twice")
    if number in draft.taken:
        raise FieldError("seat", f"seat {number} is taken twice")
    draft.taken.add(number)
    draft.names[player] = number
    draft.seats.append(
        Seat(
            number,
            player,
            draft.amounts[stack],
            sitting_out is not None,
            out_of_hand is not None,
            draft.prizes[bounty] if bounty else None,
        )
    )


# ---- posts


def _post(draft: Draft, player: str, kind: PostKind, live: int, dead: int, all_in: str | None) -> None:
    number = draft.names[player]
    if live:
        draft.committed[number] = draft.committed.get(number, 0) + live
    draft.events.append(Post(number, kind, live, dead, all_in is not None, draft.line, draft.start, draft.end))


@word("an ante")
def post_ante(draft: Draft, player: str, amount: str, all_in: str | None) -> None:
    """Put in an ante, which is dead."""
    _post(draft, player, "ante", 0, draft.amounts[amount], all_in)


@word("a small blind")
def post_small_blind(draft: Draft, player: str, amount: str, all_in: str | None) -> None:
    """Put in a small blind: the first is live, a later one was missed and is dead."""
    chips = draft.amounts[amount]
    if draft.small_blind_posted:
        _post(draft, player, "dead", 0, chips, all_in)
    else:
        _post(draft, player, "small blind", chips, 0, all_in)
        draft.small_blind_posted = True


@word("a big blind")
def post_big_blind(draft: Draft, player: str, amount: str, all_in: str | None) -> None:
    """Put in a big blind, live; a second one is a newcomer's."""
    _post(draft, player, "big blind", draft.amounts[amount], 0, all_in)


@word("a small and a big blind in one post")
def post_both(draft: Draft, player: str, amount: str, all_in: str | None) -> None:
    """Put in both blinds: the big one is live, the rest dead."""
    chips = draft.amounts[amount]
    live = min(chips, draft.big_blind)
    _post(draft, player, "both", live, chips - live, all_in)


@word("a dead blind")
def post_dead(draft: Draft, player: str, amount: str, all_in: str | None) -> None:
    """Put in dead money."""
    _post(draft, player, "dead", 0, draft.amounts[amount], all_in)


@word("a button blind")
def post_button_blind(draft: Draft, player: str, amount: str, all_in: str | None) -> None:
    """Put in the button's blind, live."""
    _post(draft, player, "button blind", draft.amounts[amount], 0, all_in)


@word("a straddle")
def straddle(draft: Draft, player: str, amount: str, all_in: str | None) -> None:
    """Put in a straddle, live; the amount is the whole straddle, added to what the seat has posted."""
    _post(draft, player, "straddle", draft.amounts[amount], 0, all_in)


@word("a cancelled hand")
def cancelled(draft: Draft) -> None:
    """Call the hand off."""
    draft.events.append(Cancelled(draft.line, draft.start, draft.end))


# ---- decisions


@word("a fold")
def fold(draft: Draft, player: str, cards: str | None) -> None:
    """Fold, perhaps showing cards."""
    number = draft.names[player]
    to = draft.committed.get(number, 0)
    draft.events.append(Act(number, "fold", to, 0, None, False, draft.line, draft.start, draft.end))
    if cards:
        draft.events.append(Show(number, cards_of(cards), "", draft.board, draft.line, draft.start, draft.end))


@word("a check")
def check(draft: Draft, player: str) -> None:
    """Check."""
    number = draft.names[player]
    to = draft.committed.get(number, 0)
    draft.events.append(Act(number, "check", to, 0, None, False, draft.line, draft.start, draft.end))


@word("a call")
def call(draft: Draft, player: str, amount: str, all_in: str | None) -> None:
    """Call; the amount is what is added."""
    number = draft.names[player]
    added = draft.amounts[amount]
    to = draft.committed.get(number, 0) + added
    draft.committed[number] = to
    draft.events.append(Act(number, "call", to, added, None, all_in is not None, draft.line, draft.start, draft.end))


@word("a bet")
def bet(draft: Draft, player: str, amount: str, all_in: str | None) -> None:
    """Bet; the amount is what is added."""
    number = draft.names[player]
    added = draft.amounts[amount]
    to = draft.committed.get(number, 0) + added
    draft.committed[number] = to
    draft.events.append(Act(number, "bet", to, added, None, all_in is not None, draft.line, draft.start, draft.end))


@word("a raise")
def raise_to(draft: Draft, player: str, by: str | None, to: str, all_in: str | None) -> None:
    """Raise to the seat's total on this street; `by` above the bet so far, where printed."""
    number = draft.names[player]
    total = draft.amounts[to]
    added = total - draft.committed.get(number, 0)
    draft.committed[number] = total
    above = draft.amounts[by] if by else None
    draft.events.append(
        Act(number, "raise", total, added, above, all_in is not None, draft.line, draft.start, draft.end)
    )


# ---- cards


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


# ---- the result


@word("the showdown")
def showdown(draft: Draft, board: str | None) -> None:
    """Open the showdown, of one board where there are several."""
    draft.board = int(board) if board else 0


@word("an uncalled bet returned")
def uncalled(draft: Draft, amount: str, player: str) -> None:
    """Return an uncalled bet."""
    chips = draft.amounts[amount]
    draft.events.append(Uncalled(draft.names[player], chips, draft.line, draft.start, draft.end))


@word("chips collected")
def collect(draft: Draft, player: str, amount: str, pot: str | None) -> None:
    """Take chips from a pot."""
    number = draft.names[player]
    which = int(pot) if pot else None
    draft.events.append(Collect(number, draft.amounts[amount], which, draft.board, draft.line, draft.start, draft.end))


@word("a hand shown")
def show(draft: Draft, player: str, cards: str, said: str | None) -> None:
    """Show cards; `said` is what the site calls the hand."""
    number = draft.names[player]
    draft.events.append(Show(number, cards_of(cards), said or "", draft.board, draft.line, draft.start, draft.end))


@word("a hand mucked")
def muck(draft: Draft, player: str) -> None:
    """Keep the cards hidden."""
    draft.events.append(Muck(draft.names[player], draft.board, draft.line, draft.start, draft.end))


@word("a cash-out")
def cash_out(draft: Draft, player: str, amount: str, fee: str | None) -> None:
    """Sell the hand to the house."""
    number = draft.names[player]
    charged = draft.amounts[fee] if fee else None
    draft.events.append(CashOut(number, draft.amounts[amount], charged, draft.line, draft.start, draft.end))


@word("how often the board was run")
def runs(draft: Draft, runs: str) -> None:
    """Note how often the board was run."""
    draft.runs = int(runs)


# ---- the summary


@word("the summary")
def summary(draft: Draft) -> None:
    """Open the summary."""


@word("the total pot")
def total_pot(
    draft: Draft,
    total: str,
    rake: str | None,
    pot_0: str | None,
    pot_1: str | None,
    pot_2: str | None,
    pot_3: str | None,
    pot_4: str | None,
    pot_5: str | None,
    pot_6: str | None,
    pot_7: str | None,
) -> None:
    """Note the total pot, rake included, and its parts where they are printed."""
    amounts = draft.amounts
    pots: tuple[int, ...] = ()
    if pot_0:
        pots = tuple(amounts[pot] for pot in (pot_0, pot_1, pot_2, pot_3, pot_4, pot_5, pot_6, pot_7) if pot)
    taken = amounts[rake] if rake else None
    draft.pot = PotClaim(amounts[total], "gross", pots, taken, draft.line, draft.start, draft.end)


@word("the board")
def board(draft: Draft, board: str | None, cards: str) -> None:
    """Note a board as the summary prints it."""
    number = int(board) if board else 0
    draft.boards.append(BoardClaim(number, cards_of(cards), draft.line, draft.start, draft.end))


@word("a seat's result")
def seat_claim(
    draft: Draft,
    seat: str,
    player: str,
    fate: str | None,
    street: Street | None,
    cards: str | None,
    won: str | None,
    won_too: str | None,
    cashed_out: str | None,
) -> None:
    """Note what the summary says of a seat; the seat's number and name must belong together."""
    number = draft.names[player]
    if number != int(seat):
        raise FieldError("seat", f"{player} sits in seat {number}")
    total = None
    if won or won_too:
        total = (draft.amounts[won] if won else 0) + (draft.amounts[won_too] if won_too else 0)
    draft.claims.append(
        SeatClaim(
            number,
            player,
            fate or ("lost" if total is None else "won"),
            street,
            cards_of(cards) if cards else (),
            total,
            cashed_out is not None,
            draft.line,
            draft.start,
            draft.end,
        )
    )


# ---- what is not part of the hand


@word("chat or a table message")
def noise(draft: Draft) -> None:
    """Say nothing: chat, joins, timeouts and the like. Nobody in it need be seated."""


@word("a separator")
def separator(draft: Draft) -> None:
    """Say nothing: a line that archives put between hands."""


def field_names() -> dict[str, Any]:
    """Return the fields each word takes, for the page on adding a site."""
    return {name: entry.fields for name, entry in WORDS.items()}
