"""Words of the beginning of a hand: its first line, the table, the seats."""

from __future__ import annotations

from hhparse.model import Collect, Seat
from hhparse.reading.draft import Draft, FieldError
from hhparse.reading.words.word import word


@word("the first line of a hand")
def hand(draft: Draft, fields: dict[str, str]) -> None:
    """Take the whole header, or its first line; `fields` are all fields that took part in the match."""
    draft.take_header(fields)


@word("a further line of the header")
def more(draft: Draft, fields: dict[str, str]) -> None:
    """Take a further line of the header, which may say anything that the first one may."""
    draft.take_header(fields)


@word("the table line")
def table(draft: Draft, fields: dict[str, str]) -> None:
    """Take the table's name, size and button, and whatever else of the header stands there."""
    draft.take_header(fields)
    if button := fields.get("button"):
        draft.button = int(button)


@word("the button")
def button(draft: Draft, seat: str | None, player: str | None) -> None:
    """Take the button's seat, by number or by its player."""
    draft.button = int(seat) if seat else draft.names[player or ""]


@word("a seat line")
def seat(
    draft: Draft,
    seat: str | None,
    player: str,
    stack: str | None,
    bounty: str | None,
    sitting_out: str | None,
    out_of_hand: str | None,
    hero: str | None,
    button: str | None,
    in_order: str | None,
    numbers: str | None,
    won: str | None,
) -> None:
    """Seat a player, with nothing where no stack is printed; he collects at the end what the line says that he wins.

    `in_order` says that the line's place tells the seat, and the number printed does not; `numbers` is the style of
    this and all further amounts, where the line shows it.
    """
    if numbers:
        draft.write_numbers(numbers)
    number = len(draft.seats) + 1 if in_order is not None else int(seat or 0)
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
            draft.amounts[stack] if stack else 0,
            sitting_out is not None,
            out_of_hand is not None,
            draft.prizes[bounty] if bounty else None,
        )
    )
    if hero:
        draft.hero = player
    if button:
        draft.button = number
    if won and (chips := draft.amounts[won]):
        draft.winnings.append(Collect(number, chips, None, 0, draft.line, draft.start, draft.end))


@word("a player who sits out")
def sit_out(draft: Draft, player: str, anyone: str | None) -> None:
    """Let a seated player sit out, or wait for the big blind: no cards are dealt to him.

    `anyone` says that the line may also be of somebody who has just come and is not seated in this hand.
    """
    number = draft.names[player] if anyone is None else draft.names.get(player)
    draft.seats = [row._replace(sitting_out=True) if row.seat == number else row for row in draft.seats]
