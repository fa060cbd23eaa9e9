"""Every sample has a golden beside it: what the command prints."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from hhparse.cli import main

from .conftest import ROOT

SAMPLES = ROOT / "samples"
Golden = Callable[[Path, str], None]


def texts(folder: str) -> list[str]:
    return sorted(str(path.relative_to(ROOT)) for path in (SAMPLES / folder).rglob("*.txt"))


def printed(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, list(arguments))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.output


@pytest.mark.parametrize("path", [path for path in texts("") if not path.startswith("samples/bad")])
def test_a_sample_reads_as_its_log(path: str, root: Path, golden: Golden) -> None:
    code, output = printed("log", path)
    golden((root / path).with_suffix(".log"), output)
    assert code == 0


@pytest.mark.parametrize("path", [path for path in texts("") if not path.startswith("samples/bad")])
def test_a_sample_is_clean(path: str, root: Path) -> None:
    code, output = printed("audit", path)
    assert (code, output.strip().splitlines()[-1].endswith("no finding")) == (0, True), output


@pytest.mark.parametrize("path", texts("bad/read"))
def test_text_that_cannot_be_read_says_why(path: str, root: Path, golden: Golden) -> None:
    code, output = printed("log", path)
    golden((root / path).with_suffix(".expected"), output)
    assert code == 1


@pytest.mark.parametrize("path", texts("bad/rules"))
def test_a_broken_rule_is_named(path: str, root: Path, golden: Golden) -> None:
    code, output = printed("audit", path)
    golden((root / path).with_suffix(".expected"), output)
    assert code == 1


def test_there_are_samples_enough() -> None:
    names = [Path(path).name for path in texts("pokerstars")]
    assert len(names) >= 40
    assert 2 * len([name for name in names if "omaha" in name or "courchevel" in name]) >= len(names)


def test_every_golden_belongs_to_a_sample() -> None:
    orphans = [
        str(path)
        for path in SAMPLES.rglob("*")
        if path.suffix in (".log", ".expected") and not path.with_suffix(".txt").exists()
    ]
    assert orphans == []
