"""The house: imports go down only, and no Python file names a site."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from hhparse.reading.grammar import sites, starts

from .conftest import ROOT

PACKAGE = ROOT / "hhparse"

# From the roof down. A module may import from lower lines only, or from its own package.
LAYERS = [
    ["__main__"],
    ["cli"],
    ["rules_cli", "disputes_cli", "plot_cli"],
    ["leaks_cli", "stats_cli"],
    ["options"],
    ["page"],
    ["report"],
    ["views"],
    ["cases"],
    ["stats"],
    ["tables"],
    ["equity"],
    ["audit"],
    ["replay"],
    ["reading", "rules"],  # these two never import each other: the hand is the seam
    ["model"],
    ["errors", "cards", "money"],
]
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
MODULES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")


def part(module: Path) -> str:
    return module.parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            module = node.module or ""
            names |= {f"hhparse.{alias.name}" for alias in node.names} if module == "hhparse" else {module}
    return {name.split(".")[1] for name in names if name.startswith("hhparse.")}


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_imports_go_down(module: Path) -> None:
    own = part(module)
    assert own in LEVEL, f"{module} is in no layer"
    for other in imported(PACKAGE / module):
        below = LEVEL[other] > LEVEL[own]
        assert below or other == own or {own, other} <= {"errors", "cards", "money"}, f"{module} imports {other}"


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_files_are_short(module: Path) -> None:
    assert len((PACKAGE / module).read_text(encoding="utf-8").splitlines()) <= 460


# Words of a rule set may name the house they are of; they are data, and so are samples and grammars.
def test_no_python_file_names_a_site() -> None:
    names = {site for dialect in starts() for site in [dialect, *sites(dialect)]}
    pattern = re.compile("|".join(map(re.escape, names)), re.IGNORECASE)
    for path in PACKAGE.rglob("*.py"):
        found = pattern.search(path.read_text(encoding="utf-8"))
        assert found is None, f"{path.relative_to(ROOT)} names {found and found[0]}"
