"""Words of the result: the showdown, returns, collected chips."""

from __future__ import annotations

from hhparse.model import CashOut, Collect, DealHole, Muck, PotClaim, Show, Uncalled
from hhparse.reading.draft import Draft, FieldError
from hhparse.reading.words.cards import cards_of
from hhparse.reading.words.summary import seat_claim
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


@word("a pot with its winners")
def pot_won(
    draft: Draft,
    total: str,
    pot: str,
    player: str,
    amount: str,
    player_2: str | None,
    amount_2: str | None,
    player_3: str | None,
    amount_3: str | None,
    player_4: str | None,
    amount_4: str | None,
    player_5: str | None,
    amount_5: str | None,
    player_6: str | None,
    amount_6: str | None,
) -> None:
    """Take chips from one pot: all its winners stand on the line. The total pot is the sum of these pots, gross."""
    pairs = (
        (player, amount),
        (player_2, amount_2),
        (player_3, amount_3),
        (player_4, amount_4),
        (player_5, amount_5),
        (player_6, amount_6),
    )
    for name, chips in pairs:
        if name and chips:
            collect(draft, name, chips, pot, None)
    so_far = draft.pot.total if draft.pot is not None else 0
    whole = so_far + draft.amounts[total]
    draft.pot = PotClaim(whole, "gross", (), None, draft.line, draft.start, draft.end)


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


@word("a hand shown")
def show_dealt(draft: Draft, player: str, said: str | None) -> None:
    """Show the cards that were dealt to the player; the line itself does not give them."""
    number = draft.names[player]
    for event in draft.events:
        if isinstance(event, DealHole) and event.seat == number:
            shown = Show(number, event.cards, said or "", draft.board, draft.line, draft.start, draft.end)
            draft.events.append(shown)
            return
    raise FieldError("player", f"{player} shows cards, but none were dealt to him")


@word("a hand mucked")
def muck(draft: Draft, player: str, cards: str | None) -> None:
    """Keep the cards hidden from the table; where the history tells them all the same, that is a claim of the site."""
    number, place = draft.names[player], (draft.line, draft.start, draft.end)
    draft.events.append(Muck(number, draft.board, *place))
    if cards:
        seat_claim(draft, None, player, "mucked", None, cards, None, None, None, None)


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
