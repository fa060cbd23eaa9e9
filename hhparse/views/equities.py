"""Equities as a table: a row a hand, in percent of the pot."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from hhparse.equity.count import boards, equities
from hhparse.equity.deal import Deal
from hhparse.model import Game
from hhparse.views.columns import columns, count

_SIDES = {"scoop": "Scoop", "high": "High", "low": "Low"}


def equity_table(game: Game, table: Deal) -> Iterator[str]:
    """Yield the lines: what was counted, then by hand how often it wins and ties, and its part of the pot.

    In a game with a low also how often it takes everything, and its parts of the pot by the high and the low side.
    """
    found = boards(game, *table)
    on = f", board {' '.join(table.board)}" if table.board else ""
    without = f", without {' '.join(table.dead)}" if table.dead else ""
    yield f"{game.name}{on}{without}: exact, {count(int(found.ways.sum()), 'board')}"
    sides = _SIDES if game.hilo else {}
    rows = [["Hand", "Win", "Tie", *sides.values(), "Equity"]]
    for hand, row in zip(table.hands, equities(found), strict=True):
        parts = (row.win, row.tie, *(getattr(row, name) for name in sides), row.equity)
        rows.append([" ".join(hand), *map(_percent, parts)])
    yield from columns(rows)


def _percent(part: Fraction) -> str:
    return f"{float(100 * part):.2f}%"
