"""The rule book: five languages that agree, a check for every rule, and every worked example played through."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from click.testing import CliRunner

from hhparse.model import GAMES
from hhparse.rules.catalogue import LANGUAGES, SOURCES, Entry, Example, claims, examples, named, nearest, rules
from hhparse.rules.evaluate import best_high
from hhparse.rules.rulebook import CLAIMS, RULES
from hhparse.rules_cli import rules as command
from hhparse.views.rulebook import explained, work

from .conftest import ROOT

RULE_ENTRIES, CLAIM_ENTRIES = list(rules().values()), list(claims().values())
ENTRIES = [*RULE_ENTRIES, *CLAIM_ENTRIES]
# Nothing can be found wrong by these: a history does not tell what they speak of, or may do either.
INFORMATION = {"BOARD-BURN", "ENTRY-FEE", "SHOW-UNCALLED", "MUCKED-IN-HISTORY", "SEAT-SILENT"}


def labelled() -> list[tuple[str, Example]]:
    """Name the examples: the rule, the verdict, which of those with the same verdict."""
    found = []
    for rows in examples().values():
        seen: Counter[str] = Counter()
        for row in rows:
            seen[row.verdict] += 1
            found.append((f"{row.rule} {row.verdict} {seen[row.verdict]}", row))
    return found


EXAMPLES = [pytest.param(row, id=label) for label, row in labelled()]


def test_the_rule_book_and_the_catalogue_agree() -> None:
    assert [entry.slug for entry in RULE_ENTRIES] == list(RULES)
    assert [entry.slug for entry in CLAIM_ENTRIES] == list(CLAIMS)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.slug)
def test_every_language_says_the_same(entry: Entry) -> None:
    assert set(entry.wording) == set(LANGUAGES)
    assert len(set(entry.wording.values())) == len(LANGUAGES)
    sentences = {language: len(re.findall(r"\.(?=\s|$)", text)) for language, text in entry.wording.items()}
    assert set(sentences.values()) <= {1, 2}
    assert len(set(sentences.values())) == 1, sentences
    numbers = {language: sorted(re.findall(r"\d+", text)) for language, text in entry.wording.items()}
    assert all(found == numbers["en"] for found in numbers.values()), numbers
    assert re.search("[а-яё]", entry.wording["ru"])


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.slug)
def test_every_rule_has_its_sources(entry: Entry) -> None:
    assert entry.title
    assert entry.sources
    assert {source.partition(" ")[0] for source in entry.sources} <= set(SOURCES)


UNTOLD = {"BOARD-CLAIM"}  # the notation of cases has no summary's board


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.slug)
def test_every_rule_has_its_examples(entry: Entry) -> None:
    verdicts = {row.verdict for row in examples().get(entry.slug, ())}
    assert verdicts == (set() if entry.slug in UNTOLD else {"ok"} if entry.slug in INFORMATION else {"ok", "bad"})


def test_every_example_has_its_rule() -> None:
    assert set(examples()) <= {*rules(), *claims()}
    assert all(row.verdict in ("ok", "bad") and row.case["title"] for rows in examples().values() for row in rows)


@pytest.mark.parametrize("slug", [*RULES, *CLAIMS])
def test_every_rule_is_checked_somewhere(slug: str) -> None:
    if slug in INFORMATION:
        assert RULES[slug].severity == "I"
        return
    package = ROOT / "hhparse"
    folders = [package / "rules", package / "audit"]
    files = [path for folder in folders for path in folder.rglob("*.py") if path.name != "rulebook.py"]
    sources = [path.read_text(encoding="utf-8") for path in [*files, package / "replay.py"]]
    assert any(f'"{slug}"' in source for source in sources), f"nothing ever reports {slug}"


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_comes_out(example: Example) -> None:
    worked = work(example)
    found = [(finding.slug, finding.severity, finding.message) for finding in worked.findings]
    if example.verdict == "ok":
        assert not worked.serious, found
        return
    assert example.rule in {finding.slug for finding in worked.findings}, found
    assert not [
        finding.slug for finding in worked.serious if finding.severity == "error" and finding.slug != example.rule
    ]


def test_the_moment_of_an_example_is_a_line_of_it() -> None:
    for label, example in labelled():
        if example.moment:
            assert example.moment in str(example.case["hand"]).splitlines(), label


def test_a_full_house_of_jacks_beats_one_of_tens() -> None:
    """R14 with its own cards, which no single board can give to two players."""
    jacks = best_high(GAMES["holdem"], ("Jc", "Jd"), ("Jh", "2c", "2d", "3h", "4s"))
    tens = best_high(GAMES["holdem"], ("Tc", "Td"), ("Th", "Ac", "Ad", "3h", "4s"))
    assert jacks > tens


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.slug)
def test_every_rule_can_be_explained(entry: Entry) -> None:
    for language in LANGUAGES:
        lines = list(explained(entry, language))
        assert lines[0].startswith(f"{entry.number} {entry.slug}  {entry.severity}: ")
        assert " ".join(entry.wording[language].split())[:40] in " ".join(lines)


def test_rules_lists_every_rule() -> None:
    result = CliRunner().invoke(command, [])
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert len(lines) == len(RULES)
    assert lines[0] == "R01  DEAL-HOLE-COUNT       E  Everyone gets the game's number of hole cards."


def test_explain_works_a_rule_through() -> None:
    result = CliRunner().invoke(command, ["explain", "R39"])
    assert result.exit_code == 0
    assert "R39 RAISE-SHORT  E: illegal anywhere" in result.output
    assert "  > Ann may fold, call 30, raise to 60 up to 190\n  * Ann: raise to 50 (adds 50)\n" in result.output
    assert "  error: RAISE-SHORT raise to 50 is below the minimum, 60\n" in result.output


def test_explain_speaks_the_languages() -> None:
    for language in LANGUAGES:
        result = CliRunner().invoke(command, ["explain", "raise-short", "--lang", language])
        assert result.exit_code == 0
        assert rules()["RAISE-SHORT"].wording[language][:40] in result.output


def test_explain_of_a_number_tells_all_its_rules() -> None:
    assert [entry.slug for entry in named("r05")] == ["DECK-OVERRUN", "BOARD-BURN"]


@pytest.mark.parametrize("slug", [*RULES, *CLAIMS])
def test_explain_answers_for_all_that_an_audit_reports(slug: str) -> None:
    result = CliRunner().invoke(command, ["explain", slug.lower()])
    assert result.exit_code == 0
    assert result.output.startswith(f"{(RULES.get(slug) or CLAIMS[slug]).number} {slug}  ")


def test_explain_offers_the_nearest_rules() -> None:
    result = CliRunner().invoke(command, ["explain", "RAISE-SHRT"])
    assert result.exit_code == 2
    assert "the nearest are RAISE-SHORT" in result.output
    assert nearest("SAID")[0] == "SAID-HAND"
    assert nearest("xyzzyx") == []
