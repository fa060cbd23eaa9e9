"""Words of the result: the showdown, returns, collected chips."""

from __future__ import annotations

from hhparse.model import CashOut, Collect, Muck, SeatClaim, Show, Uncalled
from hhparse.reading.draft import Draft, FieldError
from hhparse.reading.words.cards import cards_of
from hhparse.reading.words.word import word


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
def collect(draft: Draft, player: str, amount: str, pot: str | None, board: str | None) -> None:
    """Take chips from a pot, of the board whose showdown it is if the line itself names none."""
    number = draft.names[player]
    which = int(pot) if pot else None
    of = int(board) if board else draft.board
    draft.events.append(Collect(number, draft.amounts[amount], which, of, draft.line, draft.start, draft.end))


@word("a hand shown")
def show(draft: Draft, player: str, cards: str, said: str | None) -> None:
    """Show cards; `said` is what the site calls the hand."""
    number = draft.names[player]
    draft.events.append(Show(number, cards_of(cards), said or "", draft.board, draft.line, draft.start, draft.end))


@word("a hand's name")
def show_name(draft: Draft, player: str, said: str) -> None:
    """Say what a hand makes that the player has shown before."""
    number = draft.names[player]
    shown = next((event for event in reversed(draft.events) if type(event) is Show and event.seat == number), None)
    if shown is None:
        raise FieldError("said", f"{player} has shown no cards")
    draft.events.append(Show(number, shown.cards, said, draft.board, draft.line, draft.start, draft.end))


@word("a hand mucked")
def muck(draft: Draft, player: str, cards: str | None) -> None:
    """Keep the cards hidden from the table; where the history tells them all the same, that is a claim of the site."""
    number, place = draft.names[player], (draft.line, draft.start, draft.end)
    draft.events.append(Muck(number, draft.board, *place))
    if cards and draft.claimed.setdefault(number, len(draft.claims)) == len(draft.claims):
        draft.claims.append(SeatClaim(number, player, "mucked", None, cards_of(cards), None, False, *place))


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
