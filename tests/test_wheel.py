"""The installed package: a wheel brings its grammars along and reads without a checkout."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from hhparse.reading.grammar import folder, names

from .conftest import ROOT

SAMPLE = ROOT / "samples" / "pokerstars" / "omaha_hilo_pl_scoop.txt"


def test_the_checkout_finds_its_grammars() -> None:
    assert folder() == ROOT / "grammars"
    assert names() == sorted(path.stem for path in (ROOT / "grammars").glob("*.lark") if path.stem != "poker")


@pytest.mark.slow
def test_a_wheel_reads(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "build", "--wheel", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    inside = zipfile.ZipFile(wheel).namelist()
    assert {f"hhparse/grammars/{name}.lark" for name in [*names(), "poker"]} <= set(inside)
    assert "hhparse/rules/rulesets/permissive.toml" in inside
    assert "hhparse/stats/topics/preflop.toml" in inside
    assert "hhparse/stats/flags.toml" in inside
    assert "hhparse/stats/bands/nlhe_6max.toml" in inside
    assert "hhparse/py.typed" in inside
    assert not [name for name in inside if name.startswith(("samples", "tests", "hhparse/samples"))]
    install = [sys.executable, "-m", "pip", "install", "--no-deps", "--target", str(tmp_path / "site"), str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    run = [sys.executable, "-P", "-m", "hhparse", "audit", str(SAMPLE)]
    result = subprocess.run(
        run, capture_output=True, text=True, check=False, cwd=tmp_path, env={"PYTHONPATH": str(tmp_path / "site")}
    )
    assert result.stdout.strip() == "1 hand audited, no finding", result.stderr
    where = "import hhparse.reading.grammar as g; print(g.folder())"
    result = subprocess.run(
        [sys.executable, "-P", "-c", where],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path / "site")},
    )
    assert result.stdout.strip() == str(tmp_path / "site" / "hhparse" / "grammars")
