"""The page on adding a site is true: its site is added, its commands are run, its words exist."""

from __future__ import annotations

import doctest
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from hhparse.cli import main
from hhparse.reading import grammar
from hhparse.reading.words import WORDS

from .conftest import ROOT

PAGE = (ROOT / "grammars" / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", PAGE, re.DOTALL)
CACHED = (grammar.starts, grammar.any_start, grammar.any_tournament_summary, grammar.dialect)


def blocks(kind: str) -> list[str]:
    return [text for this, text in BLOCKS if this == kind]


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with the page's history, beside the grammars with the page's own among them."""
    grammars = tmp_path / "grammars"
    shutil.copytree(ROOT / "grammars", grammars)
    (history,), (text,) = blocks("text"), blocks("lark")
    (tmp_path / "riverboat.txt").write_text(history, encoding="utf-8")
    (grammars / "riverboat.lark").write_text(text, encoding="utf-8")
    monkeypatch.setattr(grammar, "folder", lambda: grammars)
    monkeypatch.chdir(tmp_path)
    for function in CACHED:
        function.cache_clear()
    yield tmp_path
    for function in CACHED:
        function.cache_clear()


def run(command: str, workplace: Path) -> str:
    """Run a command of the page: hhparse, or a replacement in the history."""
    program, rest = command.split(" ", 1)
    if program == "hhparse":
        return CliRunner().invoke(main, rest.split()).output
    old, new, file = re.fullmatch(r"sed -i 's/(.*?)/(.*?)/' (\S+)", command).groups()  # type: ignore[union-attr]
    text, times = re.subn(old, new, (workplace / file).read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert times == 1
    (workplace / file).write_text(text, encoding="utf-8")
    return ""


def test_the_commands_print_what_the_page_shows(workplace: Path) -> None:
    for block in blocks("console"):
        commands = re.findall(r"^\$ (.*)\n", block, re.MULTILINE)
        assert "".join(f"$ {command}\n{run(command, workplace)}" for command in commands) == block


def test_a_game_that_the_page_names_as_not_played_is_refused_by_name(workplace: Path) -> None:
    file = workplace / "riverboat.txt"
    file.write_text(file.read_text(encoding="utf-8").replace("Omaha Hi/Lo", "Badugi"), encoding="utf-8")
    assert "Badugi is not supported yet" in run("hhparse log riverboat.txt", workplace)


def test_a_wrong_answer_about_raises_shows_as_the_page_says(workplace: Path) -> None:
    (wrong,) = re.findall(r"`(RAISE_ADDED: [^`]*)`", PAGE)
    file = workplace / "grammars" / "riverboat.lark"
    text = re.sub(r"^RAISE_TO: .*$", wrong, file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    file.write_text(text.replace("| RAISE_TO |", "| RAISE_ADDED |"), encoding="utf-8")
    found = run("hhparse audit riverboat.txt", workplace)
    assert "CALL-AMOUNT call of $5.00, but the call is $7.00" in found


def test_python_examples() -> None:
    for number, text in enumerate(blocks("pycon")):
        test = doctest.DocTestParser().get_doctest(text, {}, f"page {number}", "README.md", 0)
        assert doctest.DocTestRunner().run(test).failed == 0


def test_the_words_of_the_page_exist() -> None:
    shared = set(re.findall(r"^(\w+):", (ROOT / "grammars" / "poker.lark").read_text(encoding="utf-8"), re.MULTILINE))
    apart = {"START", "WORDS"} | {"NL", "PL", "FL", "PL_NL"}
    named = {name.split("__")[0] for name in re.findall(r"`([A-Z][A-Z_]+)`", PAGE)}
    assert named - apart - shared <= set(WORDS)
    assert {"RAISE_TO", "CALL", "NOISE"} <= named
