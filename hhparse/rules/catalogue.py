"""The rule book for readers: every rule in five languages with its sources, and worked examples of it.

The data are the TOML files of the folders `catalogue` (the wording) and `examples` (an `ok` and a `bad` hand a rule);
they are read when first asked for. Numbers, severities and titles are those of `rulebook`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib import resources
from typing import Any, Literal, NamedTuple

from hhparse.rules.rulebook import CLAIMS, RULES, Rule, Severity

LANGUAGES = {"en": "English", "it": "Italian", "es": "Spanish", "ru": "Russian", "fi": "Finnish"}
SOURCES = {
    "IT8": "rules of Omaha high-low, Italian",
    "IT4": "rules of Omaha, Italian",
    "ES": "rules of Omaha hi/lo, Spanish",
    "RU": "rules of Omaha hi-lo, Russian",
    "FI": "rules of Omaha hi-low, Finnish",
    "TDA": "rules of the Poker Tournament Directors Association",
    "RROP": "Robert's Rules of Poker",
    "WSOP-LA": "live-action rules of the World Series of Poker",
    "log": "seen in real histories",
    "book": "what no page states and every game needs",
}
Verdict = Literal["ok", "bad"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A rule as people read it: `wording` is by language, `notes` tell where a source misleads."""

    number: str
    slug: str
    severity: Severity
    title: str
    wording: Mapping[str, str]
    sources: tuple[str, ...]
    notes: tuple[str, ...]


class Example(NamedTuple):
    """A worked example: `case` is what the notation of cases reads, `verdict` whether it keeps the rule.

    `moment` is the line of the hand that decides, "" where the finding, or the other example, tells it.
    """

    rule: str
    verdict: Verdict
    moment: str
    case: Mapping[str, Any]


@cache
def rules() -> dict[str, Entry]:
    """Return every rule by its slug, in the order of the rule book."""
    return _entries("rule", RULES)


@cache
def claims() -> dict[str, Entry]:
    """Return by slug what is found of a site's own words and sums, and is no rule of the game."""
    return _entries("claim", CLAIMS)


@cache
def examples() -> dict[str, tuple[Example, ...]]:
    """Return the worked examples by slug, in the order in which they are written."""
    found: dict[str, list[Example]] = {}
    for table in _tables("examples"):
        for row in table["case"]:
            slug, verdict, moment = row.pop("rule"), row.pop("verdict"), row.pop("moment", "")
            found.setdefault(slug, []).append(Example(slug, verdict, moment, row))
    return {slug: tuple(rows) for slug, rows in found.items()}


def named(name: str) -> list[Entry]:
    """Return the rules or claims of a slug or a number, whatever its case: `raise-short`, `R39`; none where none is."""
    wanted = name.upper()
    return [entry for entry in (*rules().values(), *claims().values()) if wanted in (entry.slug, entry.number)]


def nearest(name: str) -> list[str]:
    """Return up to three slugs that are written most like a name, those that contain it first."""
    wanted = name.upper()
    slugs = [*rules(), *claims()]
    within = [slug for slug in slugs if wanted in slug]
    return list(dict.fromkeys([*within, *get_close_matches(wanted, slugs, 3, 0.5)]))[:3]


def _entries(kind: str, book: Mapping[str, Rule]) -> dict[str, Entry]:
    rows = [row for table in _tables("catalogue") for row in table.get(kind, ())]
    return {row["slug"]: _entry(row, book[row["slug"]]) for row in rows}


def _entry(row: Mapping[str, Any], rule: Rule) -> Entry:
    return Entry(
        number=rule.number,
        slug=rule.slug,
        severity=rule.severity,
        title=rule.text,
        wording={language: row[language] for language in LANGUAGES if language in row},
        sources=tuple(row["sources"]),
        notes=tuple(row.get("notes", ())),
    )


def _tables(folder: str) -> Iterator[dict[str, Any]]:
    """Yield the TOML files of a folder, in the order of their names."""
    place = resources.files("hhparse.rules") / folder
    for entry in sorted(place.iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".toml"):
            yield tomllib.loads(entry.read_text(encoding="utf-8"))
