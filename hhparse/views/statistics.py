"""Statistics as text: a row a group with the values, and k/n under each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import polars as pl

from hhparse.money import CURRENCIES, money
from hhparse.stats import DEFINITIONS, win_rates
from hhparse.views.columns import columns

Row = dict[str, Any]
Errors = dict[tuple[str, ...], float | None]


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
    yield from _money(shown, by, _errors(table, by))
    if len(groups) > len(shown):
        yield f"  ... and {len(groups) - len(shown):,} more"


def _groups(table: pl.DataFrame, by: Sequence[str]) -> list[tuple[list[str], list[Row]]]:
    """Return the rows of each group with its name, in the table's order."""
    found: dict[tuple[str, ...], list[Row]] = {}
    for row in table.iter_rows(named=True):
        found.setdefault(_name(row, by), []).append(row)
    return [(list(name), rows) for name, rows in found.items()]


def _name(row: Row, by: Sequence[str]) -> tuple[str, ...]:
    return tuple("-" if row[key] is None else str(row[key]) for key in by)


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


def _money(groups: list[tuple[list[str], list[Row]]], by: Sequence[str], errors: Errors) -> Iterator[str]:
    """Yield what is money, for each currency: amounts, and rates in big blinds or big bets with half their interval."""
    amounts = [item for item in DEFINITIONS.values() if item.money == "amount"]
    titles = [item.title for item in amounts]
    lines = [[*(key.capitalize() for key in by), "Currency", "Hands", *titles, "per 100 hands", "adj. per 100"]]
    for name, rows in groups:
        found = {(row["statistic"], row["currency"], row["measure"]): row for row in rows if row["n"]}
        for row in [row for (statistic, *_), row in found.items() if statistic == "won"]:
            currency = row["currency"]
            cells = [_amount(found.get((item.name, currency, None))) for item in amounts]
            units = [measure for statistic, money, measure in found if (statistic, money) == ("bb100", currency)]
            rates = [_rate(found["bb100", currency, unit], errors[*name, currency, unit]) for unit in units]
            adjusted = [f"{found['ev_bb100', currency, unit]['value']:+.1f} {unit}" for unit in units]
            lines.append([*name, currency, f"{row['n']:,}", *cells, ", ".join(rates), ", ".join(adjusted)])
    yield from columns(lines, left=range(len(by) + 1))


def _amount(row: Row | None) -> str:
    return "-" if row is None else money(int(row["k"]), CURRENCIES[row["currency"]])


def _rate(row: Row, error: float | None) -> str:
    """Return what is won in 100 hands: `+12.5 ± 30.1 bb (of 570)`."""
    within = "" if error is None else f" ± {error:.1f}"
    return f"{row['value']:+.1f}{within} {row['measure']} (of {row['n']:,})"


def _errors(table: pl.DataFrame, by: Sequence[str]) -> Errors:
    """Return half of the 95% interval of every win rate, by group, currency and measure; None for one hand."""
    return {
        (*_name(row, by), row["currency"], row["measure"]): None if row["high"] is None else row["high"] - row["rate"]
        for row in win_rates(table).iter_rows(named=True)
    }
