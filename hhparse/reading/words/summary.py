"""Words of the summary, and of what is not part of the hand."""

from __future__ import annotations

from hhparse.model import BoardClaim, DealBoard, PotClaim, SeatClaim, Street
from hhparse.reading.draft import Draft, FieldError
from hhparse.reading.streets import place_streets
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
    means: str | None,
    pot_0: str | None,
    pot_1: str | None,
    pot_2: str | None,
    pot_3: str | None,
    pot_4: str | None,
    pot_5: str | None,
    pot_6: str | None,
    pot_7: str | None,
    fee_1: str | None,
    fee_2: str | None,
    fee_3: str | None,
    fee_4: str | None,
) -> None:
    """Note the total pot and its parts where they are printed.

    `means` says what the site's total is where that is not gross: net of rake, or net_plus_uncalled.
    """
    amounts = draft.amounts
    pots: tuple[int, ...] = ()
    if pot_0:
        pots = tuple(amounts[pot] for pot in (pot_0, pot_1, pot_2, pot_3, pot_4, pot_5, pot_6, pot_7) if pot)
    fees = sum(amounts[fee] for fee in (fee_1, fee_2, fee_3, fee_4) if fee)
    rake = rake or draft.fields.get("rake")
    taken = amounts[rake] + fees if rake else None
    draft.pot = PotClaim(amounts[total], means or "gross", pots, taken, draft.line, draft.start, draft.end)


@word("the rake")
def rake(draft: Draft, rake: str) -> None:
    """Note the rake on a line of its own, before or after the total pot."""
    taken = draft.amounts[rake]
    if draft.pot is None:
        draft.fields["rake"] = rake
    else:
        draft.pot = draft.pot._replace(rake=taken)


@word("the board")
def board(draft: Draft, board: str | None, cards: str) -> None:
    """Note a board as the summary prints it."""
    number = int(board) if board else 0
    shown = cards_of(cards)
    if number > 1 and draft.boards and len(shown) < len(draft.boards[0].cards):
        shown = draft.boards[0].cards[: -len(shown)] + shown  # a later board without what it shares with the first
    draft.boards.append(BoardClaim(number, shown, draft.line, draft.start, draft.end))


@word("the board")
def board_or_streets(draft: Draft, cards: str) -> None:
    """Note the board; where the play marks no street, its cards were dealt where the betting rounds end."""
    if not any(isinstance(event, DealBoard) for event in draft.events):
        place_streets(draft, cards_of(cards))
    board(draft, None, cards)


@word("a seat's result")
def seat_claim(
    draft: Draft,
    seat: str | None,
    player: str,
    fate: str | None,
    street: Street | None,
    cards: str | None,
    won: str | None,
    won_too: str | None,
    won_three: str | None,
    cashed_out: str | None,
    half: str | None,
) -> None:
    """Note what the summary says of a seat; the seat's number, where it tells one, and name must belong together.

    `half` says that the line tells the high or the low half alone: the two lines of a seat are one claim.
    """
    number = draft.names[player]
    if seat and number != int(seat):
        raise FieldError("seat", f"{player} sits in seat {number}")
    total = None
    if won or won_too or won_three:
        total = sum(draft.amounts[part] for part in (won, won_too, won_three) if part)
    claim = SeatClaim(
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
    before = draft.claims[-1] if half and draft.claims else None
    if before is not None and before.seat == number and before.fate in ("won", "lost"):
        draft.claims.pop()
        if before.won is not None:
            claim = claim._replace(fate="won", won=before.won + (claim.won or 0))
    draft.claims.append(claim)


@word("chat or a table message")
def noise(draft: Draft) -> None:
    """Say nothing: chat, joins, timeouts and the like. Nobody in it need be seated."""


@word("a separator")
def separator(draft: Draft) -> None:
    """Say nothing: a line that archives put between hands."""
