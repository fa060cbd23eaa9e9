"""The audit of files: every refusal and finding in the order of the files, as text or as one JSON document."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from hhparse.audit import audit
from hhparse.audit import figures as figures_of
from hhparse.errors import HandError, UnsupportedGame
from hhparse.model import Hand
from hhparse.money import money, plain
from hhparse.reading.read import Reading, Refused
from hhparse.rules.ruleset import RuleSet


class Echo(Protocol):
    """Something that prints a line."""

    def __call__(self, message: str, /) -> None:
        """Print it."""


@dataclass(slots=True)
class Outcome:
    """What an audit of files comes to."""

    hands: int = 0
    unclean: int = 0
    findings: int = 0
    refused: int = 0
    unsupported: Counter[str] = field(default_factory=Counter)

    @property
    def clean(self) -> bool:
        """Tell whether all text was read and nothing was found (games not supported apart)."""
        return not self.findings and not self.refused

    def __str__(self) -> str:
        parts = [f"{self.hands:,} {'hand' if self.hands == 1 else 'hands'} audited"]
        if self.unsupported:
            games = ", ".join(f"{game} {times}" for game, times in self.unsupported.most_common())
            parts.append(f"{self.unsupported.total():,} of games not supported yet ({games})")
        if self.refused:
            parts.append(f"{self.refused:,} {'text' if self.refused == 1 else 'texts'} refused")
        if self.findings:
            findings = f"{self.findings:,} {'finding' if self.findings == 1 else 'findings'}"
            parts.append(f"{findings} in {self.unclean:,} {'hand' if self.unclean == 1 else 'hands'}")
        else:
            parts.append("no finding")
        return ", ".join(parts)


def audited(
    reading: Iterable[Hand | Refused], rules: RuleSet | None, outcome: Outcome, info: bool
) -> Iterator[tuple[Hand | None, list[HandError]]]:
    """Yield each hand with its findings and each refusal without a hand; unsupported games are only counted."""
    for item in reading:
        if isinstance(item, Refused):
            if isinstance(item.error, UnsupportedGame):
                outcome.unsupported[item.error.game] += 1
            else:
                outcome.refused += 1
                yield None, [item.error]
            continue
        found = audit(item, rules)
        counted = sum(finding.severity != "info" for finding in found)
        outcome.hands += 1
        outcome.findings += counted
        outcome.unclean += counted > 0
        yield item, [finding for finding in found if info or finding.severity != "info"]


def audit_text(
    paths: Iterable[str],
    rules: RuleSet | None,
    finished: Callable[[int], None],
    echo: Echo,
    *,
    info: bool = False,
    figures: bool = False,
) -> bool:
    """Print the findings as a compiler would, then the outcome. Return whether all is clean."""
    outcome = Outcome()
    for hand, found in audited(Reading(paths, finished), rules, outcome, info):
        for finding in found:
            echo(finding.render())
        if hand is not None and figures:
            echo("\n".join(_table(hand, rules)))
    echo(str(outcome))
    return outcome.clean


def _table(hand: Hand, rules: RuleSet | None) -> Iterator[str]:
    yield f"{hand.source.path}:{hand.source.line}: hand {hand.hand_id}: claimed, computed"
    for row in figures_of(hand, rules):
        claimed, computed = _shown(row.claimed, hand), _shown(row.computed, hand)
        yield f"  {row.figure:<32} {claimed:>16} {computed:>16}{'' if row.ok else '  differs'}"


def _shown(figure: int | tuple[str, ...] | None, hand: Hand) -> str:
    if figure is None:
        return "-"
    return money(figure, hand.currency) if isinstance(figure, int) else " ".join(figure)


def audit_json(
    paths: Iterable[str],
    rules: RuleSet | None,
    finished: Callable[[int], None],
    echo: Echo,
    *,
    info: bool = False,
    figures: bool = False,
) -> bool:
    """Print one JSON document: the findings, a line each, the figures of the hands they are in, the outcome."""
    outcome, reading = Outcome(), Reading(paths, finished)
    echo('{"findings": [')
    comma = ""
    for hand, found in audited(reading, rules, outcome, info):
        rows = _figures_json(hand, rules) if hand is not None and (found or figures) else None
        records = [finding.as_dict() for finding in found]
        if figures and hand is not None and not found:
            records = [{"path": hand.source.path, "line": hand.source.line, "kind": "Figures", "hand_id": hand.hand_id}]
        for record in records:
            text = json.dumps({**record, "figures": rows} if rows is not None else record, ensure_ascii=False)
            echo(comma + text)
            comma = ","
    account = reading.account
    summary = {
        "hands": outcome.hands,
        "hands_with_findings": outcome.unclean,
        "findings": outcome.findings,
        "refused": outcome.refused,
        "unsupported": dict(outcome.unsupported.most_common()),
        "clean": outcome.clean,
        "files": account.files,
        "bytes": account.read_bytes,
    }
    echo(f'], "summary": {json.dumps(summary, ensure_ascii=False)}}}')
    return outcome.clean


def _figures_json(hand: Hand, rules: RuleSet | None) -> list[dict[str, Any]]:
    def value(figure: int | tuple[str, ...] | None) -> str | None:
        if figure is None:
            return None
        return plain(figure, hand.currency.exponent) if isinstance(figure, int) else " ".join(figure)

    return [
        {"figure": row.figure, "claimed": value(row.claimed), "computed": value(row.computed), "ok": row.ok}
        for row in figures_of(hand, rules)
    ]
