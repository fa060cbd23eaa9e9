"""Words of the summary, and of what is not part of the hand."""

from __future__ import annotations

from hhparse.model import BoardClaim, Collect, DealBoard, PotClaim, SeatClaim, Show, Street
from hhparse.reading.draft import Draft, FieldError, UnknownPlayer
from hhparse.reading.streets import place_streets
from hhparse.reading.words.cards import cards_of
from hhparse.reading.words.word import word


@word("the summary")
def summary(draft: Draft, board: str | None) -> None:
    """Open the summary, or the part of it that is of one board."""
    draft.board = int(board) if board else 0


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
    taken = amounts[rake] + fees if rake else None
    chips = amounts[total] if total else sum(pots)
    draft.pot = PotClaim(chips, means or "gross", pots, taken, draft.line, draft.start, draft.end, fees)


@word("the rake")
def rake(draft: Draft, rake: str) -> None:
    """Note the rake on a line of its own, after the pots."""
    assert draft.pot is not None  # grammars have the pots before
    draft.pot = draft.pot._replace(rake=draft.amounts[rake])


@word("the board")
def board(draft: Draft, board: str | None, cards: str) -> None:
    """Note a board as the summary prints it, where the line names none of the board whose summary it is."""
    number = int(board) if board else draft.board
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
) -> None:
    """Note what the summary says of a seat; the seat's number, where it tells one, and name must belong together.

    A seat may have several lines, one for each board or side: they are taken together.
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
    at = draft.claimed.setdefault(number, len(draft.claims))
    if at < len(draft.claims):
        draft.claims[at] = _together(draft.claims[at], claim)
    else:
        draft.claims.append(claim)


def _together(first: SeatClaim, second: SeatClaim) -> SeatClaim:
    """Return what two lines say of a seat: all that it won, and the rest as the first of them says it."""
    if second.won is None:
        return first if first.cards else first._replace(cards=second.cards)
    if first.won is None:
        return second if second.cards else second._replace(cards=first.cards)
    return first._replace(won=first.won + second.won, cards=first.cards or second.cards)


@word("a seat's result")
def seat_result(
    draft: Draft,
    seat: str | None,
    player: str,
    fate: str | None,
    cards: str | None,
    said: str | None,
    won: str | None,
) -> None:
    """Take what the summary alone says of a seat: the hand it shows (`said`) and the chips it collects.

    Cards of a hand that is mucked are a claim, and are not shown. A seat that has collected in a line of its own
    collects nothing more.
    """
    number, chips = draft.names[player], draft.amounts[won or "0"]
    place = (draft.line, draft.start, draft.end)
    if cards and fate != "mucked":
        draft.events.append(Show(number, cards_of(cards), said or "", draft.board, *place))
    if chips and not any(type(event) is Collect and event.seat == number for event in draft.events):
        draft.events.append(Collect(number, chips, None, draft.board, *place))
    fate = "collected" if chips else fate or ("lost" if cards else "other")
    seat_claim(draft, seat or str(number), player, fate, None, cards, won, None, None, None)


@word("chat")
def chat(draft: Draft, player: str) -> None:
    """Say nothing: someone talks, who need not be seated.

    Where what stands before the colon is only the beginning of a seated player's name, the line is no chat.
    """
    if any(name.startswith(player + ":") for name in draft.names):
        raise UnknownPlayer(player)


@word("chat or a table message")
def noise(draft: Draft) -> None:
    """Say nothing: chat, joins, timeouts and the like. Nobody in it need be seated."""


@word("a tag")
def frame(draft: Draft) -> None:
    """Say nothing: a tag that only holds others together."""


@word("a separator")
def separator(draft: Draft) -> None:
    """Say nothing: a line that archives put between hands."""
