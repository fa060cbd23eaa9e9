"""Statistics as text: a row a group with the values and k/n under each, or a row a statistic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from hhparse.money import CURRENCIES, money
from hhparse.stats import CANONICAL, DEFINITIONS, FLAGS, TEXTS, Definition
from hhparse.views.columns import columns

Row = dict[str, Any]
Group = tuple[list[str], list[Row]]
Definitions = Mapping[str, Definition]

WIDE = 14  # so many statistics still stand side by side


def statistics(
    table: pl.DataFrame,
    by: Sequence[str],
    most: int | None = None,
    definitions: Definitions = DEFINITIONS,
    intervals: bool = False,
) -> Iterator[str]:
    """Yield the lines of a table of `hhparse.stats.stats`, the groups with the most hands first.

    `most` limits the groups. Up to WIDE statistics of several groups stand in a row a group, money below them in a
    table of its own with a row for each currency; else there is a row a statistic. `intervals` adds the bounds.
    """
    groups = grouped(table, by)
    if not set(by) & {"position", "depth", "month", "session", "pot_type"}:
        groups.sort(key=lambda group: -_hands(group[1], definitions))
    shown = groups[:most]
    side_by_side = sum(not definitions[name].money for name in table["statistic"].unique())
    if intervals or len(groups) == 1 or side_by_side > WIDE:
        yield from _tall(shown, by, definitions)
    else:
        yield from _wide(shown, by, definitions)
    if len(groups) > len(shown):
        yield f"  ... and {len(groups) - len(shown):,} more"


def grouped(table: pl.DataFrame, by: Sequence[str]) -> list[Group]:
    """Return the rows of each group with its name, in the table's order."""
    found: dict[tuple[Any, ...], list[Row]] = {}
    for row in table.iter_rows(named=True):
        found.setdefault(tuple(row[key] for key in by), []).append(row)
    return [([named(key) for key in keys], rows) for keys, rows in found.items()]


def named(key: object) -> str:
    """Return the name of a group; moments without their seconds and zone."""
    return "-" if key is None else str(key)[:16] if hasattr(key, "tzinfo") else str(key)


def _hands(rows: list[Row], definitions: Definitions) -> int:
    """Return over how many hands the rows of a group run, those that count actions left out."""
    return max((int(row["n"]) for row in rows if definitions[row["statistic"]].unit == "hand"), default=0)


def _wide(groups: list[Group], by: Sequence[str], definitions: Definitions) -> Iterator[str]:
    """Yield what is not money, the values of a group and k/n under them; then the money of each currency."""
    plain = [[row for row in rows if not definitions[row["statistic"]].money] for _, rows in groups]
    if plain and plain[0]:
        lines = [[*map(_heading, by), *(row["title"] for row in plain[0])]]
        for (name, _), rows in zip(groups, plain, strict=True):
            lines.append([*name, *(_value(row, definitions) for row in rows)])
            lines.append([*("" for _ in by), *(_counts(row, definitions) for row in rows)])
        yield from columns(lines, left=range(len(by)))
    money_lines = list(_money(groups, by, definitions))
    if len(money_lines) > 1:
        if plain and plain[0]:
            yield ""
        yield from columns(money_lines, left=range(len(by) + 1))


def _heading(key: str) -> str:
    return key.replace("_", " ").capitalize()


def _money(groups: list[Group], by: Sequence[str], definitions: Definitions) -> Iterator[list[str]]:
    """Yield the cells of the money: for each group and currency the amounts, and the rates in big blinds or bets."""
    wanted = dict.fromkeys(row["statistic"] for _, rows in groups for row in rows if row["currency"] is not None)
    chosen = [definitions[name] for name in wanted if definitions[name].money]
    yield [*map(_heading, by), "Currency", "Hands", *(item.title for item in chosen)]
    for name, rows in groups:
        paid = [row for row in rows if row["currency"] is not None and row["n"]]
        for currency in dict.fromkeys(row["currency"] for row in paid):
            mine = [row for row in paid if row["currency"] == currency]
            cells = [
                ", ".join(_rate(row, definitions) for row in mine if row["statistic"] == item.name) for item in chosen
            ]
            yield [*name, currency, f"{_hands_of(mine):,}", *cells]


def _hands_of(rows: list[Row]) -> int:
    """Return over how many hands rows of one currency run: those of both units together."""
    by_name: dict[str, int] = {}
    for row in rows:
        by_name[row["statistic"]] = by_name.get(row["statistic"], 0) + int(row["n"])
    return max(by_name.values())


def _rate(row: Row, definitions: Definitions) -> str:
    """Return an amount, or what is won in big blinds or big bets with its hands: `+12.5 bb (of 570)`."""
    value = _value(row, definitions)
    return value if row["measure"] is None else f"{value} (of {row['n']:,})"


def _tall(groups: list[Group], by: Sequence[str], definitions: Definitions) -> Iterator[str]:
    """Yield a row a statistic, group after group: value, k/n, the bounds of the value."""
    for at, (name, rows) in enumerate(groups):
        if at:
            yield ""
        if by:
            yield "  " + ", ".join(f"{_heading(key)} {word}" for key, word in zip(by, name, strict=True))
        lines = [["No", "Statistic", "Value", "k/n", "95%"], *figures(rows, definitions)]
        yield from columns(lines, left=(1,))


def figures(rows: list[Row], definitions: Definitions) -> list[list[str]]:
    """Return a line a statistic of a group: number, title, value, k/n and the bounds of the value."""
    lines = []
    for row in rows:
        item = definitions[row["statistic"]]
        if item.money and (row["currency"] is None or not row["n"]):
            continue
        title = f"{item.title}, {row['currency']}" if item.money else item.title
        number = "" if item.number is None else str(item.number)
        lines.append([number, title, _value(row, definitions), _counts(row, definitions), _bounds(row, item)])
    return lines


def _value(row: Row, definitions: Definitions) -> str:
    """Return the value as people write it, `-` for none."""
    item, value = definitions[row["statistic"]], row["value"]
    if value is None:
        return "-"
    if item.money == "amount":
        return money(int(row["k"]), CURRENCIES[row["currency"]])
    if item.money == "unit":
        return f"{value:{'+' if item.kind == 'mean' else ''}.1f} {row['measure']}"
    return (
        f"{100 * value:.1f}%" if item.kind == "share" else f"{value:,.0f}" if item.kind == "total" else f"{value:.2f}"
    )


def _counts(row: Row, definitions: Definitions) -> str:
    """Return k/n, or of how many the value is where k is a sum of figures."""
    item = definitions[row["statistic"]]
    if item.kind in ("share", "ratio"):
        return f"{row['k']}/{row['n']}"
    return "" if item.kind == "total" and not item.money else f"of {row['n']:,}"


def _bounds(row: Row, item: Definition) -> str:
    """Return the bounds of the value: `49.5 to 77.9`."""
    if row["low"] is None:
        return ""
    scale, sign = (100, "") if item.kind == "share" else (1, "+" if item.money else "")
    return f"{scale * row['low']:{sign}.1f} to {scale * row['high']:{sign}.1f}"


def listed(definitions: Definitions) -> Iterator[str]:
    """Yield a line a statistic: number, name, title, unit, topic, profiles that differ."""
    rows = [["No", "Name", "Title", "Unit", "Topic", "Profiles that differ"]]
    for item in definitions.values():
        number = "" if item.number is None else str(item.number)
        rows.append([number, item.name, item.title, item.unit, item.topic, ", ".join(item.profiles)])
    yield from columns(rows, left=(1, 2, 3, 4, 5), indent="")


def explained(item: Definition) -> Iterator[str]:
    """Yield what a statistic is: its parts, the meaning of each flag in them, unit, source, other programs' ways."""
    number = "" if item.number is None else f", number {item.number}"
    yield f"{item.name}: {item.title}{number}"
    yield f"  {item.note}"
    source = [["source", item.source]] if item.source else []
    money_row = (
        [["money", "kept apart by currency" + (" and unit" if item.money == "unit" else "")]] if item.money else []
    )
    yield from columns(
        [["numerator", item.numerator], ["denominator", item.denominator], ["unit", item.unit], ["kind", item.kind],
         *money_row, *source],
        left=(0, 1),
    )  # fmt: skip
    yield "  flags"
    yield from _meanings(item)
    for profile, differences in item.profiles.items():
        yield f"  {profile}, unlike {CANONICAL}"
        yield from columns([[key, text] for key, text in differences.items()], left=(0, 1), indent="    ")
        further = item.under(profile)
        if further.needs - item.needs:
            yield from _meanings(further, item.needs)


def _meanings(item: Definition, known: frozenset[str] = frozenset()) -> Iterator[str]:
    """Yield the meaning of each flag a statistic speaks of."""
    rows = [[name, TEXTS[name]] for name in FLAGS if name in item.needs - known]
    yield from columns(rows, left=(0, 1), indent="    ")


def behind(hands: pl.DataFrame, item: Definition) -> Iterator[str]:
    """Yield the hands behind a figure: place in the file, hand, player, what each adds to k and to n; then the sums."""
    rows = [["Place", "Hand", "Player", "k", "n"]]
    for row in hands.iter_rows(named=True):
        rows.append([f"{row['path']}:{row['line']}", row["hand_id"], row["player"], _figure(row["k"]), str(row["n"])])
    rows.append([item.title, "", "", _figure(sum(hands["k"])), str(sum(hands["n"]))])
    yield from columns(rows, left=(0, 1, 2), indent="")


def _figure(number: float) -> str:
    return f"{number:.2f}" if isinstance(number, float) else str(number)
