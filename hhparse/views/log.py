"""The event log of a hand as text, one event a line, led by its line in the file: the form of the goldens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hhparse.model import (
    Act,
    BoardClaim,
    Cancelled,
    CashOut,
    Chop,
    Collect,
    DealBoard,
    DealHole,
    Event,
    Hand,
    Muck,
    NotAwarded,
    Post,
    PotClaim,
    Seat,
    SeatClaim,
    Show,
    Splash,
    Stakes,
    Uncalled,
)
from hhparse.money import plain


def log(hand: Hand) -> str:
    """Return the log of a hand: header, seats, events, claims; amounts without a symbol."""
    return "\n".join(_lines(hand)) + "\n"


def _lines(hand: Hand) -> Iterator[str]:
    exponent = hand.currency.exponent
    yield from _header(hand)
    yield from (_seat(seat, hand) for seat in hand.seats)
    names = {seat.seat: seat.player for seat in hand.seats}
    for event in hand.events:
        yield f"{event.line:5}  {describe(event, names, exponent)}"
    yield from _claims(hand)


def moment_text(hand: Hand) -> str:
    """Return when the hand was played, as people write it."""
    return f"{hand.played_at:%Y-%m-%d %H:%M:%S} UTC" if hand.played_at else "no date"


def stakes_text(hand: Hand) -> str:
    """Return the stakes as people write them: `0.05/0.10`, `0.25/0.50 cap 10.00 ante 0.05`."""
    stakes, exponent = hand.stakes, hand.currency.exponent
    limits = hand.limit in ("FL", "SL")
    low, high = (stakes.small_bet, stakes.big_bet) if limits else (stakes.small_blind, stakes.big_blind)
    parts = [f"{plain(low, exponent)}/{plain(high, exponent)}"] if high else []
    for name in Stakes._fields[4:]:
        if amount := getattr(stakes, name):
            parts.append(f"{name.replace('_', ' ')} {plain(amount, exponent)}")
    return " ".join(parts)


def _header(hand: Hand) -> Iterator[str]:
    played = f"{moment_text(hand)} ({hand.zone})" if hand.played_at else "no date"
    game = " ".join(filter(None, (hand.game.name, hand.limit, stakes_text(hand), hand.currency.code)))
    parts = [f"hand {hand.hand_id}", hand.site, game, *([hand.variant] if hand.variant else []), played]
    yield " | ".join(parts)
    if hand.tournament is not None:
        event = hand.tournament
        buy_in = f"{event.buy_in} {event.currency}".strip()
        yield " | ".join(filter(None, [f"tournament {event.tournament_id}", buy_in, event.level]))
    size = f"{hand.max_seats}-max" if hand.max_seats else "size not given"
    button = f"button {hand.button}" if hand.button else "no button"
    yield f"table {hand.table} | {size} | {button}"


def _seat(seat: Seat, hand: Hand) -> str:
    notes = [
        f"seat {seat.seat}",
        seat.player,
        plain(seat.stack, hand.currency.exponent),
        "hero" if seat.player == hand.hero else "",
        "sitting out" if seat.sitting_out else "",
        "out of hand" if seat.out_of_hand else "",
        f"bounty {plain(seat.bounty, 2)}" if seat.bounty is not None else "",
    ]
    return " | ".join(filter(None, notes))


def describe(event: Event, names: dict[int, str], exponent: int) -> str:
    """Return one event in words: `bob: raise to 4.00 (adds 2.00, by 2.00)`."""
    return _DESCRIBE[type(event)](event, names, lambda amount: plain(amount, exponent))


def _post(event: Post, names: dict[int, str], money: Callable[[int], str]) -> str:
    dead = money(event.dead) if event.kind == "ante" else f"{money(event.dead)} dead"
    amount = " + ".join([money(event.live)] * (event.live > 0) + [dead] * (event.dead > 0))
    kind = "small and big blind" if event.kind == "both" else f"{event.kind}{' blind' * (event.kind == 'dead')}"
    return f"{names[event.seat]}: post {kind} {amount}{' all-in' * event.all_in}"


def _act(event: Act, names: dict[int, str], money: Callable[[int], str]) -> str:
    text = f"{names[event.seat]}: {event.verb}"
    if event.verb in ("call", "bet"):
        text += f" {money(event.added)}" + (f" to {money(event.to)}" if event.to != event.added else "")
    elif event.verb == "raise":
        by = f", by {money(event.by)}" if event.by is not None else ""
        text += f" to {money(event.to)} (adds {money(event.added)}{by})"
    return text + " all-in" * event.all_in


def _on_board(board: int) -> str:
    return f" (board {board})" if board else ""


def _deal_board(event: DealBoard, names: dict[int, str], money: Callable[[int], str]) -> str:
    return f"{event.street}{_on_board(event.board)}: {' '.join(event.cards)}"


def _show(event: Show, names: dict[int, str], money: Callable[[int], str]) -> str:
    said = f" ({event.said})" if event.said else ""
    return f"{names[event.seat]}: show {' '.join(event.cards)}{said}{_on_board(event.board)}"


def _collect(event: Collect, names: dict[int, str], money: Callable[[int], str]) -> str:
    pot = "" if event.pot is None else " from the pot" if event.pot == 0 else f" from side pot {event.pot}"
    return f"{names[event.seat]}: collect {money(event.amount)}{pot}{_on_board(event.board)}"


def _cash_out(event: CashOut, names: dict[int, str], money: Callable[[int], str]) -> str:
    fee = "" if event.fee is None else f", fee {money(event.fee)}"
    return f"{names[event.seat]}: cash out for {money(event.amount)}{fee}"


_DESCRIBE: dict[type, Callable[[Any, dict[int, str], Callable[[int], str]], str]] = {
    Post: _post,
    Act: _act,
    DealHole: lambda event, names, money: f"{names[event.seat]}: dealt {' '.join(event.cards)}",
    DealBoard: _deal_board,
    Uncalled: lambda event, names, money: f"{names[event.seat]}: uncalled {money(event.amount)} returned",
    Show: _show,
    Muck: lambda event, names, money: f"{names[event.seat]}: muck{_on_board(event.board)}",
    Collect: _collect,
    CashOut: _cash_out,
    NotAwarded: lambda event, names, money: "pot not awarded",
    Cancelled: lambda event, names, money: "hand cancelled",
    Chop: lambda event, names, money: "blinds taken back",
    Splash: lambda event, names, money: f"{money(event.amount)} added by the house",
}


def _claims(hand: Hand) -> Iterator[str]:
    claims, exponent = hand.claims, hand.currency.exponent
    rows: list[tuple[int, str]] = []
    if claims.pot is not None:
        rows.append((claims.pot.line, _pot_claim(claims.pot, exponent)))
    rows += [(claim.line, _board_claim(claim)) for claim in claims.boards]
    rows += [(claim.line, _seat_claim(claim, exponent)) for claim in claims.seats]
    if rows or claims.runs:
        yield "claims" + (f" | run {claims.runs} times" if claims.runs else "")
    yield from (f"{line:5}  {text}" for line, text in sorted(rows))


def _pot_claim(claim: PotClaim, exponent: int) -> str:
    pots = [f"{'main' if not at else f'side {at}'} {plain(pot, exponent)}" for at, pot in enumerate(claim.pots)]
    rake = [] if claim.rake is None else [f"rake {plain(claim.rake, exponent)}"]
    return ", ".join([f"total pot {plain(claim.total, exponent)} {claim.total_means}", *pots, *rake])


def _board_claim(claim: BoardClaim) -> str:
    return f"board{f' {claim.board}' if claim.board else ''}: {' '.join(claim.cards)}"


def _seat_claim(claim: SeatClaim, exponent: int) -> str:
    street = f" {claim.street}" if claim.street else ""
    cards = f" with {' '.join(claim.cards)}" if claim.cards else ""
    won = f" {plain(claim.won, exponent)}" if claim.won is not None else ""
    return f"{claim.player}: {claim.fate}{street}{won}{cards}{', cashed out' * claim.cashed_out}"
