"""Words of the summary, and of what is not part of the hand."""

from __future__ import annotations

from hhparse.model import BoardClaim, Collect, PotClaim, SeatClaim, Show, Street
from hhparse.reading.draft import Draft, FieldError, UnknownPlayer
from hhparse.reading.words.cards import cards_of
from hhparse.reading.words.word import word


@word("the summary")
def summary(draft: Draft) -> None:
    """Open the summary."""


@word("the total pot")
def total_pot(
    draft: Draft,
    total: str | None,
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

    `means` says what the site's total is where that is not gross: net of rake, or net_plus_uncalled. Where the parts
    alone are printed, they make the total.
    """
    amounts = draft.amounts
    pots: tuple[int, ...] = ()
    if pot_0:
        pots = tuple(amounts[pot] for pot in (pot_0, pot_1, pot_2, pot_3, pot_4, pot_5, pot_6, pot_7) if pot)
    fees = sum(amounts[fee] for fee in (fee_1, fee_2, fee_3, fee_4) if fee)
    rake = rake or draft.fields.get("rake")
    taken = amounts[rake] + fees if rake else None
    draft.pot = PotClaim(
        amounts[total] if total else sum(pots), means or "gross", pots, taken, draft.line, draft.start, draft.end
    )


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
    won_three: str | None,
    cashed_out: str | None,
) -> None:
    """Note what the summary says of a seat; the seat's number and name must belong together."""
    number = draft.names[player]
    if number != int(seat):
        raise FieldError("seat", f"{player} sits in seat {number}")
    total = None
    if won or won_too or won_three:
        total = sum(draft.amounts[part] for part in (won, won_too, won_three) if part)
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


@word("a player's result")
def result(
    draft: Draft, player: str, fate: str | None, amount: str | None, cards: str | None, said: str | None
) -> None:
    """Take what a player shows and collects from one line at the end, or the claim that he folded."""
    number, place = draft.names[player], (draft.line, draft.start, draft.end)
    if cards:
        draft.events.append(Show(number, cards_of(cards), said or "", draft.board, *place))
    if amount:
        draft.events.append(Collect(number, draft.amounts[amount], None, draft.board, *place))
    if fate:
        draft.claims.append(SeatClaim(number, player, fate, None, (), None, False, *place))


@word("chat or a table message")
def noise(draft: Draft) -> None:
    """Say nothing: chat, joins, timeouts and the like. Nobody in it need be seated."""


@word("chat")
def chat(draft: Draft, player: str) -> None:
    """Say nothing. The speaker need not be seated, but a seated player's name with a colon in it goes before."""
    if player not in draft.names and any(name.startswith(f"{player}:") for name in draft.names):
        raise UnknownPlayer(player)


@word("a separator")
def separator(draft: Draft) -> None:
    """Say nothing: a line that archives put between hands."""
