"""Words of the summary, and of what is not part of the hand."""

from __future__ import annotations

from hhparse.model import BoardClaim, PotClaim, SeatClaim, Street
from hhparse.reading.draft import Draft, FieldError
from hhparse.reading.words.cards import cards_of
from hhparse.reading.words.word import word


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


@word("chat or a table message")
def noise(draft: Draft) -> None:
    """Say nothing: chat, joins, timeouts and the like. Nobody in it need be seated."""


@word("a separator")
def separator(draft: Draft) -> None:
    """Say nothing: a line that archives put between hands."""
