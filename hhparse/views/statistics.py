"""Statistics as text: a row a group with the values, and k/n under each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import polars as pl

from hhparse.money import CURRENCIES, money
from hhparse.stats import DEFINITIONS
from hhparse.views.columns import columns

Row = dict[str, Any]


def statistics(table: pl.DataFrame, by: Sequence[str], most: int | None = None) -> Iterator[str]:
    """Yield the lines of a table of `hhparse.stats.stats`, the groups with the most hands first.

    `most` limits the groups. Money follows in a table of its own, with a row for each currency.
    """
    groups = _groups(table, by)
    if "position" not in by:
        groups.sort(key=lambda group: -_hands(group[1]))
    shown = groups[:most]
    yield from _shares(shown, by)
    yield ""
    yield from _money(shown, by)
    if len(groups) > len(shown):
        yield f"  ... and {len(groups) - len(shown):,} more"


def _groups(table: pl.DataFrame, by: Sequence[str]) -> list[tuple[list[str], list[Row]]]:
    """Return the rows of each group with its name, in the table's order."""
    found: dict[tuple[Any, ...], list[Row]] = {}
    for row in table.iter_rows(named=True):
        found.setdefault(tuple(row[key] for key in by), []).append(row)
    return [(["-" if key is None else str(key) for key in keys], rows) for keys, rows in found.items()]


def _hands(rows: list[Row]) -> int:
    return next((int(row["n"]) for row in rows if row["statistic"] == "hands"), 0)


def _shares(groups: list[tuple[list[str], list[Row]]], by: Sequence[str]) -> Iterator[str]:
    """Yield what is not money: the values of a group, and k/n under them."""
    lines: list[list[str]] = []
    for name, rows in groups:
        mine = [row for row in rows if not DEFINITIONS[row["statistic"]].money]
        if not lines:
            lines.append([*(key.capitalize() for key in by), *(row["title"] for row in mine)])
        lines.append([*name, *(_value(row) for row in mine)])
        lines.append([*("" for _ in by), *(_counts(row) for row in mine)])
    yield from columns(lines, left=range(len(by)))


def _value(row: Row) -> str:
    kind = DEFINITIONS[row["statistic"]].kind
    if row["value"] is None:
        return "-"
    if kind == "share":
        return f"{100 * row['value']:.1f}%"
    return f"{row['value']:.2f}" if kind == "ratio" else f"{int(row['k']):,}"


def _counts(row: Row) -> str:
    return "" if DEFINITIONS[row["statistic"]].kind == "total" else f"{row['k']}/{row['n']}"


def _money(groups: list[tuple[list[str], list[Row]]], by: Sequence[str]) -> Iterator[str]:
    """Yield what is money, for each currency: the amount won, and the rate in big blinds or big bets."""
    lines = [[*(key.capitalize() for key in by), "Currency", "Hands", "Won", "per 100 hands"]]
    for name, rows in groups:
        money_rows = [row for row in rows if row["currency"] is not None and row["n"]]
        won = {row["currency"]: row for row in money_rows if row["measure"] is None}
        for currency, row in won.items():
            rates = [_rate(rate) for rate in money_rows if rate["currency"] == currency and rate["measure"] is not None]
            amount = money(int(row["k"]), CURRENCIES[currency])
            lines.append([*name, currency, f"{row['n']:,}", amount, ", ".join(rates)])
    yield from columns(lines, left=range(len(by) + 1))


def _rate(row: Row) -> str:
    """Return what is won in 100 hands: `+12.5 bb (of 570)`."""
    return f"{row['value']:+.1f} {row['measure']} (of {row['n']:,})"
