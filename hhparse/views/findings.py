"""The audit of files: every refusal and finding in the order of the files, as text or as one JSON document."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from hhparse.audit import Auditor
from hhparse.audit import figures as figures_of
from hhparse.errors import HandError, UnsupportedGame
from hhparse.model import Hand
from hhparse.money import money, plain
from hhparse.reading.read import Account, Reading, Refused
from hhparse.rules.ruleset import RuleSet
from hhparse.views.columns import count


class Echo(Protocol):
    """Something that prints a line."""

    def __call__(self, message: str, /) -> None:
        """Print it."""


@dataclass(slots=True)
class Outcome:
    """What an audit of files comes to."""

    account: Account
    findings: int = 0
    unclean: set[tuple[str, int]] = field(default_factory=set)  # hands with findings, by file and line
    games: Counter[str] = field(default_factory=Counter)  # hands of games not supported

    @property
    def clean(self) -> bool:
        """Tell whether all text was read and nothing was found (games not supported and other files apart)."""
        return not self.findings and not self.account.refused

    def __str__(self) -> str:
        account = self.account
        parts = [f"{count(account.hands, 'hand')} audited"]
        if self.games:
            games = ", ".join(f"{game} {times}" for game, times in self.games.most_common())
            parts.append(f"{account.unsupported:,} of games not supported yet ({games})")
        if account.other_files:
            parts.append(f"{count(account.other_files, 'other file')} without a hand")
        if account.refused:
            parts.append(f"{count(account.refused, 'text')} refused")
        findings = f"{count(self.findings, 'finding')} in {count(len(self.unclean), 'hand')}"
        return ", ".join([*parts, findings if self.findings else "no finding"])


def audited(
    reading: Reading, rules: RuleSet | None, outcome: Outcome, info: bool
) -> Iterator[tuple[Hand | None, list[HandError]]]:
    """Yield each hand with its findings and each fault of the text without a hand; `outcome` counts.

    What shows only beside the hand before comes by itself, with its hand once more, when its file has been read.
    """
    auditor = Auditor(rules)

    def noted(hand: Hand, found: Iterable[HandError]) -> tuple[Hand, list[HandError]]:
        counted = sum(finding.severity != "info" for finding in found)
        outcome.findings += counted
        if counted:
            outcome.unclean.add((hand.source.path, hand.source.line))
        return hand, [finding for finding in found if info or finding.severity != "info"]

    for item in reading:
        if not isinstance(item, Refused):
            yield from (noted(hand, found) for hand, found in auditor.feed(item))
        elif reading.is_fault(item):
            yield None, [item.error]
        elif isinstance(item.error, UnsupportedGame):
            outcome.games[item.error.game] += 1
    yield from (noted(hand, found) for hand, found in auditor.finish())


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
    reading = Reading(paths, finished)
    outcome = Outcome(reading.account)
    for hand, found in audited(reading, rules, outcome, info):
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
    reading = Reading(paths, finished)
    outcome = Outcome(reading.account)
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
        "hands": account.hands,
        "hands_with_findings": len(outcome.unclean),
        "findings": outcome.findings,
        "refused": account.refused,
        "other_files": account.other_files,
        "unsupported": dict(outcome.games.most_common()),
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
