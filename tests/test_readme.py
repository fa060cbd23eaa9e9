"""The README's examples run and print what it says."""

from __future__ import annotations

import doctest
import re
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

import hhparse
from hhparse.cli import main

from .conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", README, re.DOTALL)
COMMANDS = [text for kind, text in BLOCKS if kind == "console"]


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the samples in it, so that examples may write."""
    shutil.copytree(ROOT / "samples", tmp_path / "samples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def printed(command: str) -> str:
    program, *arguments = shlex.split(command)
    assert program == "hhparse"
    return CliRunner().invoke(main, arguments).output


def matches(wanted: str, output: str) -> bool:
    """Compare, where a line `...` stands for any lines."""
    pattern = "".join("(?:.*\n)*?" if line == "..." else re.escape(line) + "\n" for line in wanted.splitlines())
    return re.fullmatch(pattern, output) is not None


@pytest.mark.parametrize("block", COMMANDS, ids=[block.splitlines()[0] for block in COMMANDS])
def test_a_command_prints_what_is_shown(block: str, workplace: Path) -> None:
    command, wanted = block.split("\n", 1)
    output = printed(command.removeprefix("$ "))
    assert matches(wanted, output), output


def test_python_examples(workplace: Path) -> None:
    printed("hhparse parse samples/pokerstars -o build/tables")
    for number, text in enumerate(text for kind, text in BLOCKS if kind == "pycon"):
        test = doctest.DocTestParser().get_doctest(text, {}, f"README {number}", "README.md", 0)
        assert doctest.DocTestRunner().run(test).failed == 0


def test_docstrings(workplace: Path) -> None:
    assert doctest.testmod(hhparse).failed == 0


def test_ci_calls_the_test_command() -> None:
    (test_command,) = [
        text.strip() for kind, text in BLOCKS if kind == "sh" and "pytest\n" in text and "venv .venv" in text
    ]
    assert test_command in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_every_command_is_in_the_table() -> None:
    listed = set(re.findall(r"^\| `hhparse (\w+)", README, re.MULTILINE))
    assert listed == set(main.commands)


def test_every_site_is_in_the_table() -> None:
    from hhparse.reading.grammar import names, sites

    table = README[README.index("## Sites and games") : README.index("## How it is built")]
    assert all(site in table for name in names() for site in sites(name))
