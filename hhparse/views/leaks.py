"""Leaks as text a player understands, and as JSON."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from itertools import groupby
from math import ceil

from hhparse.stats.chances import FLAT
from hhparse.stats.leaks import Leak
from hhparse.views.columns import columns, count

Places = Mapping[tuple[str, str, str], list[tuple[str, str]]]
"""Hands behind each leak, by bands, statistic and position: place in the file, and number."""


def joined(leak: Leak, where: str | None) -> str:
    """Return the expression over the flags of the hands of a leak, with that of the selection."""
    return leak.where if where is None else f"({where}) AND ({leak.where})"


def command_of(leak: Leak, command: str, where: str | None) -> str:
    """Return the command that shows the hands behind a leak; `command` is what all of them begin with."""
    return f"{command} --where {_quoted(joined(leak, where))} --hands {leak.statistic}"


def _quoted(text: str) -> str:
    """Return a word for a shell, in double quotes where they do: an expression has single ones in it."""
    return shlex.quote(text) if re.search(r'["$`\\!]', text) else f'"{text}"'


def leaks_text(found: list[Leak], name: str, command: str, where: str | None, places: Places) -> Iterator[str]:
    """Yield the lines of a player's leaks, a section a game."""
    by_bands = sorted(found, key=lambda leak: leak.bands.name)
    for at, (_, group) in enumerate(groupby(by_bands, key=lambda leak: leak.bands.name)):
        rows = list(group)
        bands = rows[0].bands
        if at:
            yield ""
        yield f"{name}, {bands.title}: {count(rows[0].hands, 'hand')}"
        yield f"  bands {bands.name} of {bands.version}"
        yield f"  from {bands.source}"
        yield from _leaks([row for row in rows if row.verdict == "leak"], command, where, places)
        yield from _unsure([row for row in rows if row.verdict == "unsure"])
        yield from _inside([row for row in rows if row.verdict == "inside"])


def _leaks(rows: list[Leak], command: str, where: str | None, places: Places) -> Iterator[str]:
    if not rows:
        yield "  no leak that these hands show for sure"
        return
    order = "the most expensive first" if rows[0].cost.value is not None else "the most frequent first"
    yield f"  {count(len(rows), 'leak')}, {order}"
    for number, leak in enumerate(rows, 1):
        side = "high" if leak.too_high else "low"
        edge = "above" if leak.too_high else "below"
        shrunk = f"shrunk to the pool {_shrunk(leak)}" if leak.prior != FLAT else "no pool to shrink it to"
        chance = leak.above if leak.too_high else leak.below
        yield f"  {number}. {leak.title} is too {side}: {leak.k}/{leak.n} = {_percent(leak.rate)}, band {_band(leak)}"
        yield (f"     95% interval {_interval(leak)}, {shrunk}, {_chance(chance)} sure to be {edge} the band")
        yield f"     {_cost(leak)}"
        yield f"     {command_of(leak, command, where)}"
        shown = places.get((leak.bands.name, leak.statistic, leak.position), [])
        yield from columns([list(row) for row in shown], left=(0, 1), indent="       ")


def cells(leak: Leak) -> list[str]:
    """Return a statistic beside its band: title, verdict, k/n, rate, interval, rate shrunk, band, and a leak's cost."""
    rates = [f"{leak.k}/{leak.n}", _percent(leak.rate), _interval(leak), _shrunk(leak), _band(leak)]
    return [leak.title, leak.verdict, *rates, _cost(leak) if leak.verdict == "leak" else ""]


def _cost(leak: Leak) -> str:
    """Return what a leak costs, or how often it comes and why no cost is known."""
    value, interval, why = leak.cost
    if value is None:
        many = "many" if leak.too_high else "few"
        return f"{leak.excess:.1f} times too {many} in 100 hands; cost unknown: {why}"
    if interval is None:
        return f"costs about {value:.1f} {leak.unit}/100; {why}"
    low, high = interval
    doubt = "" if low > 0 else "; it may cost nothing" if value > 0 else "; no loss is seen"
    return f"costs {value:.1f} {leak.unit}/100, 95% interval {low:.1f} to {high:.1f}{doubt}"


def _unsure(rows: list[Leak]) -> Iterator[str]:
    if not rows:
        return
    yield f"  not enough hands for {len(rows)}; at the shrunk rate it takes about"
    lines = [["Statistic", "k/n", "Rate", "95%", "Shrunk", "Band", "More occasions", "More hands"]]
    for leak in rows:
        hands = "" if leak.more is None or not leak.n else f"{_rounded(leak.more * leak.hands / leak.n):,}"
        more = "-" if leak.more is None else f"{_rounded(leak.more):,}"
        rates = [f"{leak.k}/{leak.n}", _percent(leak.rate), _interval(leak), _shrunk(leak)]
        lines.append([leak.title, *rates, _band(leak), more, hands])
    yield from columns(lines, left=(0,), indent="    ")


def _rounded(number: float) -> int:
    """Return a forecast to two figures, upwards."""
    step: int = 10 ** max(0, len(str(ceil(number))) - 2)
    return ceil(number / step) * step


def _inside(rows: list[Leak]) -> Iterator[str]:
    if rows:
        texts = [f"{leak.title} {_percent(leak.rate)} ({leak.k}/{leak.n})" for leak in rows]
        yield f"  inside: {', '.join(texts)}"


def _percent(rate: float | None) -> str:
    return "-" if rate is None else f"{100 * rate:.1f}%"


def _shrunk(leak: Leak) -> str:
    """Return the shrunk rate, nothing where neither hands nor pool tell one."""
    return "" if not leak.n and leak.prior == FLAT else _percent(leak.mean)


def _interval(leak: Leak) -> str:
    return "" if leak.interval is None else f"{100 * leak.interval[0]:.1f} to {100 * leak.interval[1]:.1f}"


def _band(leak: Leak) -> str:
    low, high = f"{100 * leak.low:g}", f"{100 * leak.high:g}"
    return f"up to {high}%" if leak.low == 0 else f"from {low}%" if leak.high == 1 else f"{low} to {high}%"


def _chance(chance: float) -> str:
    return "over 99.9%" if chance > 0.999 else f"{100 * chance:.1f}%"


def leaks_json(found: list[Leak], name: str, command: str, where: str | None, places: Places) -> str:
    """Return leaks as one document: the player, the bands, a row a statistic."""
    bands = {leak.bands.name: leak.bands for leak in found}
    document = {
        "player": name,
        "bands": [
            {"name": one.name, "title": one.title, "version": one.version, "source": one.source, "where": one.where}
            for one in bands.values()
        ],
        "statistics": [_row(leak, command, where, places) for leak in found],
    }
    return json.dumps(document, indent=2, ensure_ascii=False)


def _row(leak: Leak, command: str, where: str | None, places: Places) -> dict[str, object]:
    row = {
        "bands": leak.bands.name,
        **{key: value for key, value in leak._asdict().items() if key not in ("bands", "cost", "unit")},
        "prior": leak.prior._asdict(),
        "side": "high" if leak.too_high else "low",
        "cost": leak.cost.value,
        "cost_interval": leak.cost.interval,
        "cost_unit": f"{leak.unit}/100",
        "cost_note": leak.cost.why,
        "command": command_of(leak, command, where),
    }
    shown = places.get((leak.bands.name, leak.statistic, leak.position))
    return row if shown is None else {**row, "shown": [{"place": place, "hand_id": number} for place, number in shown]}
