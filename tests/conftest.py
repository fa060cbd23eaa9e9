from __future__ import annotations

from collections.abc import Callable
from difflib import unified_diff
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CORPUS = ROOT.parent / "shared" / "corpus"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite the goldens from what is printed now")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Compare a text with the golden file, showing the difference; rewrite it with --update-golden."""

    def check(path: Path, text: str) -> None:
        if request.config.getoption("--update-golden"):
            path.write_text(text, encoding="utf-8", newline="\n")
            return
        wanted = path.read_text(encoding="utf-8") if path.exists() else ""
        difference = "".join(
            unified_diff(wanted.splitlines(keepends=True), text.splitlines(keepends=True), str(path), "printed now")
        )
        if difference:
            pytest.fail(f"{difference}\n(--update-golden accepts it)", pytrace=False)

    return check


@pytest.fixture
def root(monkeypatch: pytest.MonkeyPatch) -> Path:
    """The project's folder, made the current one, so that printed paths are relative."""
    monkeypatch.chdir(ROOT)
    return ROOT


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of real histories; tests that need it are skipped where it is absent."""
    if not CORPUS.is_dir():
        pytest.skip(f"the corpus of real histories is not at {CORPUS}")
    return CORPUS
