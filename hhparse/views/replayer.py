"""The replay of a hand as text: every street with its stacks and pot, every decision with what the rules allowed."""

from __future__ import annotations

from collections.abc import Iterator

from hhparse.cards import Cards
from hhparse.model import DealBoard, Hand
from hhparse.money import money
from hhparse.replay import Frame, Replay, frames, replay
from hhparse.rules.ruleset import RuleSet
from hhparse.views.log import describe, moment_text, stakes_text

_WIDTH = 60


def replayed(hand: Hand, rules: RuleSet | None = None) -> str:
    """Return the hand street by street, with stacks, pots, who may do what, and who wins what by which rule."""
    return "\n".join(_lines(hand, rules)) + "\n"


def _lines(hand: Hand, rules: RuleSet | None) -> Iterator[str]:
    yield (
        f"hand {hand.hand_id}  {hand.site}  {hand.game.name} {hand.limit} {stakes_text(hand)} {hand.currency.code}"
        f"  {moment_text(hand)}"
    )
    names = {seat.seat: seat.player for seat in hand.seats}
    played = replay(hand, rules)
    wrong: dict[int, list[str]] = {}
    for violation in played.violations:
        wrong.setdefault(violation.event, []).append(violation.slug)
    street, pot, options = "", -1, ""
    shown = list(frames(hand, rules))
    for frame in shown:
        if frame.street != street:
            street = frame.street
            yield from _street(hand, frame, names)
        if not _is_whole_board(frame):
            yield _event(hand, frame, names, frame.pot != pot)
        pot = frame.pot
        yield from (f"     ! {slug}" for slug in wrong.get(frame.at, ()))
        before, options = options, _options(frame, hand, names)
        if options and options != before:
            yield f"       {options}"
    if len(shown) < len(hand.events):
        yield f"the replay stops before line {hand.events[len(shown)].line}"
    yield from (f"     ! {slug}" for slug in wrong.get(-1, ()))
    yield from _result(hand, played, names)


def _is_whole_board(frame: Frame) -> bool:
    """Tell whether the event deals the only board: the street's heading says so already."""
    return isinstance(frame.event, DealBoard) and frame.event.board == 0 and frame.event.street == frame.street


def _street(hand: Hand, frame: Frame, names: dict[int, str]) -> Iterator[str]:
    first = frame.at == 0
    boards = "" if first or not _is_whole_board(frame) else " ".join(whole_boards(frame.boards)[0])
    pot = "" if first else f"pot {money(frame.pot, hand.currency)}"
    yield ""
    yield "  ".join(filter(None, [frame.street, boards, pot]))
    started = {seat.seat: seat.stack for seat in hand.seats}
    for seat in frame.live:
        stack = money(started[seat] if first else frame.stacks[seat], hand.currency)
        button = "  button" if seat == hand.button else ""
        yield f"       seat {seat:<2} {names[seat]:<24} {stack:>12}{button}"


def whole_boards(boards: tuple[Cards, ...]) -> list[Cards]:
    """Return the boards without those that are only the shared beginning of others."""
    return [
        board
        for at, board in enumerate(boards)
        if not any(other[: len(board)] == board for later, other in enumerate(boards) if later > at)
    ]


def _event(hand: Hand, frame: Frame, names: dict[int, str], pot_changed: bool) -> str:
    text = describe(frame.event, names, hand.currency.exponent)
    if not pot_changed:
        return f"{frame.event.line:5}  {text}"
    seat = getattr(frame.event, "seat", None)
    stack = f"  stack {money(frame.stacks[seat], hand.currency)}" if seat in frame.stacks else ""
    return f"{frame.event.line:5}  {text:<{_WIDTH}}  pot {money(frame.pot, hand.currency):>10}{stack}"


def _options(frame: Frame, hand: Hand, names: dict[int, str]) -> str:
    """Return what the player to act may do: `bob may fold, call $5.00, raise to $10.00 ... $150.50`."""
    legal = frame.legal
    if legal is None:
        return ""

    def cash(amount: int) -> str:
        return money(amount, hand.currency)

    options = ["check"] if legal.may_check else ["fold", f"call {cash(legal.to_call)}"]
    if legal.may_raise:
        verb = "raise to" if any(frame.committed.values()) else "bet"
        span = cash(legal.min_to) if legal.min_to == legal.max_to else f"{cash(legal.min_to)} ... {cash(legal.max_to)}"
        all_in = " (all-in)" if legal.max_to == legal.all_in_to else ""
        options.append(f"{verb} {span}{all_in}")
    return f"> {names[legal.seat]} may {', '.join(options)}"


def _result(hand: Hand, played: Replay, names: dict[int, str]) -> Iterator[str]:
    def cash(amount: int) -> str:
        return money(amount, hand.currency)

    yield ""
    ledger = played.ledger
    if ledger is None:
        yield "no result: the hand was called off" if hand.cancelled else "no result: the hand does not make sense"
        return
    yield "result"
    for at, pot in enumerate(ledger.pots):
        name = "main pot" if at == 0 else f"side pot {at}"
        rake = f", rake {cash(pot.rake)}" if pot.rake else ""
        yield f"  {name} {cash(pot.amount)}{rake}, for {', '.join(names[seat] for seat in pot.eligible)}"
        if at in ledger.unknown:
            yield "    the cards shown do not tell who wins it"
        for award in ledger.awards:
            if award.pot == at:
                board = f"board {award.board} " if award.board else ""
                side = "" if award.side == "whole" else f"{award.side} "
                yield f"    {board}{side}{names[award.seat]} {cash(award.amount)}  {award.rule}"
    for seat in played.order:
        started = next(row.stack for row in hand.seats if row.seat == seat)
        net = played.stacks[seat] + ledger.totals.get(seat, 0) - started
        if net:
            yield f"  {names[seat]:<24} {'+' if net > 0 else ''}{cash(net)}"
