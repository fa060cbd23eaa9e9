"""The division of one pot, line by line: boards, high and low, who wins with what, where the odd chip falls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hhparse.cards import UNKNOWN, Cards
from hhparse.model import Hand
from hhparse.replay import Replay
from hhparse.rules.evaluate import best_high, best_low, describe_high, describe_low
from hhparse.rules.pots import Award, Ledger
from hhparse.rules.ruleset import RuleSet
from hhparse.views.fivecards import five_cards, spelled


class Line(NamedTuple):
    """A line: a heading, or with a seat a hand at the showdown. `depth` indents it; `rule` is a slug or ""."""

    depth: int
    words: str
    rule: str = ""
    amount: int | None = None
    seat: int | None = None
    cards: str = ""


_ODD_ORDER = {
    "left_of_button": "the first winners left of the button",
    "high_card": "the winners with the highest cards",
    "last_seat": "the last winners before the button",
}


def division(hand: Hand, played: Replay, rules: RuleSet, found: Ledger, pot: int) -> list[Line]:
    """Return the lines that divide a pot whose winners are known."""
    return list(_Division(hand, played, rules, found, pot).lines())


class _Division:
    __slots__ = ("awards", "eligible", "hand", "net", "played", "rules", "shown")

    def __init__(self, hand: Hand, played: Replay, rules: RuleSet, found: Ledger, pot: int) -> None:
        self.hand, self.played, self.rules = hand, played, rules
        self.awards = [award for award in found.awards if award.pot == pot]
        self.eligible = found.pots[pot].eligible
        self.net = found.pots[pot].amount - found.pots[pot].rake
        wanted = hand.game.hole_cards
        self.shown = {
            seat: played.shown[seat]
            for seat in self.eligible
            if len(played.shown.get(seat, ())) == wanted and UNKNOWN not in played.shown[seat]
        }

    def lines(self) -> Iterator[Line]:
        """Yield the boards one after another, after them the hands that take no part."""
        several = len(self.played.boards) > 1
        for board in sorted({award.board for award in self.awards}):
            mine = [award for award in self.awards if award.board == board]
            yield from self._board(board, mine, several)
        yield from self._out()

    def _board(self, board: int, awards: list[Award], several: bool) -> Iterator[Line]:
        alone = awards[0]
        if alone.rule == "SHOW-UNCALLED":
            words = "nobody else can win it" if len(self.played.live) > 1 else "everyone else folded"
            yield Line(0, words, alone.rule, alone.amount, alone.seat)
            return
        cards = self.played.boards[max(0, board - 1)] if self.played.boards else ()
        if board:
            parts = {at: sum(award.amount for award in self.awards if award.board == at) for at in self._boards()}
            odd = parts[board] > min(parts.values())
            words = f"board {board} [{' '.join(cards)}]{', with the odd chip' if odd else ''}:"
            yield Line(0, words, "ODD-CHIP", parts[board])
        elif cards:
            yield Line(0, f"board [{' '.join(cards)}]")
        depth = int(several)
        if alone.rule == "AWARD-TO-MUCKED":
            yield Line(depth, "the only hand shown", alone.rule, alone.amount, alone.seat)
        else:
            yield from self._sides(awards, cards, depth)

    def _boards(self) -> list[int]:
        return sorted({award.board for award in self.awards})

    def _sides(self, awards: list[Award], cards: Cards, depth: int) -> Iterator[Line]:
        """Yield the halves with their hands, or the whole."""
        halves = {side: [award for award in awards if award.side == side] for side in ("high", "low")}
        if not self.hand.game.hilo:
            yield from self._hands(awards, cards, "whole", depth)
        elif any(halves.values()):
            sums = {side: sum(award.amount for award in mine) for side, mine in halves.items()}
            for side, mine in halves.items():
                odd = sums[side] > min(sums.values())
                rule = "ODD-CHIP" if odd else "AWARD-HILO-SPLIT"
                yield Line(depth, f"{side} half{', with the odd chip' if odd else ''}:", rule, sums[side])
                yield from self._hands(mine, cards, side, depth + 1)
        else:
            yield from self._whole(awards, cards, depth)

    def _whole(self, awards: list[Award], cards: Cards, depth: int) -> Iterator[Line]:
        """Yield a pot of high and low that is not halved: no low, or the same hands tie both ways."""
        if all(best_low(self.hand.game, hole, cards) is None for hole in self.shown.values()):
            low_ranks = len({card[0] for card in cards} & set("A2345678"))
            if low_ranks < 3:
                words = f"no low: the board has {low_ranks} of the three low ranks it takes; all goes to the high"
                yield Line(depth, words, "LOW-BOARD-IMPOSSIBLE")
            else:
                yield Line(depth, "no low: no hand shown makes one; all goes to the high", "LOW-UNQUALIFIED")
            yield from self._hands(awards, cards, "high", depth)
            return
        yield Line(depth, "the same hands tie for high and for low: the whole is divided once", "AWARD-HILO-SPLIT")
        yield from self._hands(awards, cards, "high", depth)
        yield Line(depth, "and their lows")
        for award in awards:
            yield self._hand(award.seat, None, cards, "low", "AWARD-TIE", depth)

    def _hands(self, awards: list[Award], cards: Cards, side: str, depth: int) -> Iterator[Line]:
        """Yield the winners of a side in the order of its odd chips, then who loses it, the best first."""
        won = {award.seat: award for award in awards}
        game, low = self.hand.game, side == "low"

        def rank(seat: int) -> int:
            hole = self.shown[seat]
            return (best_low(game, hole, cards) if low else best_high(game, hole, cards)) or 0

        beaten = sorted((seat for seat in self.shown if seat not in won), key=rank, reverse=True)
        ordinary = "LOW-ORDER" if low else "RANK-ORDER"
        for award in awards:
            rule = ordinary if award.rule == "AWARD-HILO-SPLIT" else award.rule
            yield self._hand(award.seat, award.amount, cards, side, rule, depth)
        if any(award.rule == "ODD-CHIP" and award.amount for award in awards):
            yield Line(depth, f"odd chips go one each to {_ODD_ORDER[self.rules.odd_order]}")
        for seat in beaten:
            rule = "LOW-UNQUALIFIED" if low and not rank(seat) else ordinary
            yield self._hand(seat, 0, cards, side, rule, depth)

    def _hand(self, seat: int, amount: int | None, cards: Cards, side: str, rule: str, depth: int) -> Line:
        hole, game = self.shown[seat], self.hand.game
        if side == "low":
            rank = best_low(game, hole, cards)
            words = "no low" if rank is None else describe_low(rank)
        else:
            words = describe_high(best_high(game, hole, cards))
        return Line(depth, words, rule, amount, seat, spelled(five_cards(game, hole, cards, side)))

    def _out(self) -> Iterator[Line]:
        """Yield who could win the pot but shows no hand."""
        if len(self.eligible) < 2:
            return
        for seat in self.eligible:
            if seat in self.shown or any(award.seat == seat for award in self.awards):
                continue
            cards = self.played.shown.get(seat)
            if cards is None:
                yield Line(0, "shows nothing", "AWARD-TO-MUCKED", 0, seat)
            else:
                yield Line(0, f"shows {len(cards)} cards: a dead hand", "DEAL-HOLE-COUNT", 0, seat)
