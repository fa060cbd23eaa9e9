"""A ruling in plain sentences, with its numbers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from hhparse.errors import HandError
from hhparse.model import DealBoard, Hand
from hhparse.money import Currency
from hhparse.rules.pots import Ledger


def chips(amount: int, currency: Currency) -> str:
    """Return an amount as people write it, with thousands commas: `1,500`, `$4.00`, `-$0.50`."""
    whole, rest = divmod(abs(amount), 10**currency.exponent)
    decimals = f".{rest:0{currency.exponent}d}" if currency.exponent else ""
    return f"{'-' if amount < 0 else ''}{currency.symbol}{whole:,}{decimals}"


def pot_name(index: int) -> str:
    """Return what a pot is called."""
    return f"side pot {index}" if index else "main pot"


def listed(names: Sequence[str]) -> str:
    """Return names as a sentence lists them: `A, B and C`."""
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def sentences(
    hand: Hand, values: Mapping[str, Any], keys: Collection[str], found: Sequence[HandError], barred: str
) -> Iterator[str]:
    """Yield the ruling on the keys that are asked for; `barred` says why the next player may not raise."""
    for (line, slug), finding in zip(values["illegal"], found, strict=True):
        yield f"{line!r} breaks {slug}: {finding.message}." if line else f"{slug}: {finding.message}."
    if not found and ("legal" in keys or "illegal" in keys):
        yield "Every line is legal."
    if "next" in keys:
        yield _next(hand, values["next"], barred)
    for key, words in _WORDS.items():
        if key in keys and values.get(key):
            yield words(values[key], hand)
    if values.get("wins") is None and not {"wins", "net"}.isdisjoint(keys):
        yield "Who wins is not known."


def _next(hand: Hand, value: Mapping[str, Any], barred: str) -> str:
    if "call" not in value:
        return "Nobody is to act."

    def money(amount: int) -> str:
        return chips(amount, hand.currency)

    first = "check" if value["may_check"] else f"call {money(value['call'])}"
    player, low, high = value["player"], value["raise_min"], value["raise_max"]
    after_flop = any(isinstance(event, DealBoard) and event.street != "preflop" for event in hand.events)
    verb = "bet" if value["may_check"] and after_flop else "raise to"
    if not value["may_raise"]:
        why = f": {barred}" if barred else ", having no more"
        return f"{player} may {first}, but not {verb.split(maxsplit=1)[0]}{why}."
    if low == high:
        return f"{player} may {first} or {verb} {money(low)}."
    return f"{player} may {first} or {verb} {money(low)} at least, {money(high)} at most."


def _pots(amounts: Sequence[int], hand: Hand) -> str:
    if len(amounts) == 1:
        return f"The pot is {chips(amounts[0], hand.currency)}."
    names = ["main pot", "side pot"] if len(amounts) == 2 else [pot_name(at) for at in range(len(amounts))]
    text = listed([f"{name} {chips(amount, hand.currency)}" for name, amount in zip(names, amounts, strict=True)])
    return f"{text[:1].upper()}{text[1:]}."


def _by_player(words: str) -> Callable[[Mapping[str, int], Hand], str]:
    """Return the wording of amounts by player; `{}` in the words is where a player and his amount go."""
    return lambda value, hand: (
        listed([words.format(name, chips(amount, hand.currency)) for name, amount in value.items()]) + "."
    )


def _net(value: Mapping[str, int], hand: Hand) -> str:
    signed = [f"{name} {'+' if amount > 0 else ''}{chips(amount, hand.currency)}" for name, amount in value.items()]
    return f"Net: {', '.join(signed)}."


_WORDS: dict[str, Callable[[Any, Hand], str]] = {
    "returned": _by_player("{1} returns to {0}"),
    "pots": _pots,
    "wins": _by_player("{0} wins {1}"),
    "net": _net,
    "live": _by_player("{0} has {1} in as a bet"),
    "dead": _by_player("{0} has {1} in as dead money"),
    "shows_first": lambda value, hand: f"{value} shows first.",
    "dead_hands": lambda value, hand: f"The hand of {listed(value)} is dead.",
}


def ledger_lines(hand: Hand, ledger: Ledger) -> Iterator[str]:
    """Yield who gets what and why, a pot after another."""
    for index, pot in enumerate(ledger.pots):
        rake = f", rake {chips(pot.rake, hand.currency)}" if pot.rake else ""
        players = listed([hand.player(seat) for seat in pot.eligible])
        yield f"{pot_name(index)} {chips(pot.amount, hand.currency)}{rake}, for {players}"
        for award in ledger.awards:
            if award.pot == index:
                board = f" of board {award.board}" if award.board else ""
                side = "" if award.side == "whole" else f" {award.side}"
                amount = chips(award.amount, hand.currency)
                yield f"  {amount}{side}{board} to {hand.player(award.seat)} ({award.rule})"
        if index in ledger.unknown:
            yield "  nobody's cards prove who wins it"
