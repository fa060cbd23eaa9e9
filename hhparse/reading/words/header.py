"""Words of the beginning of a hand: its first line, the table, the seats."""

from __future__ import annotations

from hhparse.model import Seat
from hhparse.reading.draft import Draft, FieldError
from hhparse.reading.words.word import word


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
