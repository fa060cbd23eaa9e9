"""The commands as a new user meets them: right and wrong arguments, strange files, closed pipes, full disks."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner, Result

from hhparse.cli import main

from .conftest import ROOT

SAMPLES = ROOT / "samples" / "pokerstars"
GOOD = SAMPLES / "omaha_hilo_pl_scoop.txt"
BAD = ROOT / "samples" / "bad" / "rules" / "raise_too_short.txt"


def run(*arguments: str | Path, stdin: bytes | None = None) -> Result:
    result = CliRunner().invoke(main, [str(argument) for argument in arguments], input=stdin)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def process(*arguments: str | Path, **options: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hhparse", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, **options)  # type: ignore[call-overload,no-any-return]


@pytest.mark.parametrize("name", sorted(name for name in main.commands if name not in ("rules", "dispute")))
def test_help_has_an_example(name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert "Example:\n  hhparse " + name in result.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["report"], "Missing argument 'PATHS...'"),
        (["audit", "no/such/file"], "Path 'no/such/file' does not exist"),
        (["nonsense"], "No such command 'nonsense'"),
        (["stats", str(GOOD), "--by", "mood"], "'mood' is not one of player, position"),
        (["stats"], "Missing argument 'PATHS...'"),
        (["stats", str(GOOD), "--by", "positon"], "near: position"),
        (["stats", str(GOOD), "--stat", "vpip,three_bt"], "there is no statistic 'three_bt'; near: three_bet"),
        (["stats", "--explain", "vpp"], "there is no statistic 'vpp'; near: vpip"),
        (["stats", str(GOOD), "--hands", "luck"], "there is no statistic 'luck'; see hhparse stats --list"),
        (["stats", str(GOOD), "--where", "gane = 'omaha'"], "gane, which is no flag; near: game"),
        (["stats", str(GOOD), "--where", "seats > 99"], "no hand is left by this selection"),
        (["stats", str(GOOD), "--hands", "vpip", "--where", "seats > 99"], "no hand is left by this selection"),
        (["stats", str(GOOD), "--alias", "Me"], "is not of the form Me=name@site"),
        (["stats", str(GOOD), "--topic", "own"], "there is no statistic of own"),
        (["stats", str(GOOD), "--player", "nobody"], "there is no player nobody in these files"),
        (["stats", str(BAD.parent.parent / "read" / "prose.txt")], "there is no hand in these files"),
        (["replay", str(GOOD), "--hand", "77"], "there is no hand 77 in"),
        (["audit", str(GOOD), "--rules", "no_such_house"], "no_such_house"),
        (["audit", str(GOOD), "--format", "xml"], "'xml' is not one of 'text', 'json'"),
        (["parse", str(GOOD)], "Missing option '-o'"),
    ],
)
def test_wrong_usage_says_what_is_wrong(arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.output


def test_a_near_name_is_offered() -> None:
    names = [row["player"] for row in json.loads(run("stats", GOOD, "--format", "json").output)]
    result = run("stats", GOOD, "--player", names[0][:-1] + "_")
    assert f"in these files; near: {names[0]}" in result.output


@pytest.mark.parametrize(("path", "code"), [(GOOD, 0), (BAD, 1), (ROOT / "samples" / "bad" / "read" / "razz.txt", 0)])
def test_exit_status(path: Path, code: int) -> None:
    assert run("audit", path).exit_code == code
    assert run("report", path).exit_code == code


def test_an_empty_folder_and_an_empty_file(tmp_path: Path) -> None:
    assert run("report", tmp_path).output.startswith("Reading\n  0 files, 0 hands read")
    (tmp_path / "empty.txt").write_bytes(b"")
    assert run("audit", tmp_path).output == "0 hands audited, no finding\n"
    assert run("log", tmp_path / "empty.txt").exit_code == 0
    assert run("parse", tmp_path, "-o", tmp_path / "out").exit_code == 0
    assert pl.read_parquet(tmp_path / "out" / "hands" / "*.parquet").height == 0


def test_a_folder_of_mixed_garbage(tmp_path: Path) -> None:
    (tmp_path / "a.bin").write_bytes(bytes(range(256)) * 20)
    (tmp_path / "b.txt").write_text("Dear diary,\n\ntoday I played poker.\n")
    (tmp_path / "c.txt").write_bytes(GOOD.read_bytes()[:700])
    (tmp_path / "d.gz").write_bytes(gzip.compress(GOOD.read_bytes()))
    (tmp_path / "e.gz").write_bytes(gzip.compress(GOOD.read_bytes())[:200])
    with zipfile.ZipFile(tmp_path / "f.zip", "w") as archive:
        archive.writestr("deep/inside.txt", BAD.read_bytes())
    os.mkfifo(tmp_path / "g")
    result = run("audit", tmp_path)
    assert result.exit_code == 1
    *findings, last = result.output.splitlines()
    assert last == "2 hands audited, 2 other files without a hand, 3 texts refused, 1 finding in 1 hand"
    text = "\n".join(findings)
    assert f"{tmp_path}/c.txt:" in text
    assert f"{tmp_path}/e.gz:1:1: error: cannot be read:" in text
    assert f"{tmp_path}/g:1:1: error: cannot be read: not a regular file" in text
    assert f"{tmp_path}/f.zip/deep/inside.txt:12:28: error: RAISE-SHORT" in text


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_an_unreadable_file(tmp_path: Path) -> None:
    path = tmp_path / "locked.txt"
    path.write_bytes(GOOD.read_bytes())
    path.chmod(0)
    assert "cannot be read: permission denied" in run("audit", tmp_path).output


def test_a_file_that_vanishes_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(GOOD.read_bytes())

    def fail(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "open", fail)
    assert f"{path}:1:1: error: cannot be read: permission denied" in run("audit", tmp_path).output


def test_standard_input() -> None:
    result = process("audit", "-", input=GOOD.read_text(encoding="utf-8"))
    assert (result.returncode, result.stdout) == (0, "1 hand audited, no finding\n")
    result = process("audit", "-", input="hello")
    assert result.returncode == 1
    assert result.stdout.startswith("<stdin>:1:1: error: no hand history of a known site begins here")


def test_json_is_one_document() -> None:
    found = json.loads(run("audit", ROOT / "samples" / "bad", "--format", "json").output)
    assert found["summary"]["findings"] == len([row for row in found["findings"] if row["slug"]])
    first = next(row for row in found["findings"] if row["slug"] == "RAISE-SHORT")
    assert (first["line"], first["column"], first["severity"]) == (12, 28, "error")
    assert {row["figure"] for row in first["figures"]} >= {"total pot", "rake"}


def test_figures_stand_beside_each_other() -> None:
    output = run("audit", ROOT / "samples" / "bad" / "rules" / "total_pot_wrong.txt", "--figures").output
    assert [line for line in output.splitlines() if line.endswith("differs")]


@pytest.mark.parametrize("form", ["csv", "json"])
def test_statistics_as_data(form: str, tmp_path: Path) -> None:
    path = tmp_path / f"stats.{form}"
    path.write_text(run("stats", SAMPLES, "--by", "position", "--format", form).output, encoding="utf-8")
    table = pl.read_csv(path) if form == "csv" else pl.read_json(path, infer_schema_length=None)
    assert {"position", "statistic", "k", "n", "value"} <= set(table.columns)
    assert table.filter(pl.col("statistic") == "hands")["n"].sum() > 300


def test_parse_replaces_only_its_own_output(tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert run("parse", GOOD, "-o", out).exit_code == 0
    assert run("parse", GOOD, BAD, "-o", out).exit_code == 0
    assert pl.read_parquet(out / "hands" / "*.parquet").height == 2
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "diary.txt").write_text("precious")
    result = run("parse", GOOD, "-o", tmp_path / "mine")
    assert result.exit_code == 2
    assert (tmp_path / "mine" / "diary.txt").read_text() == "precious"


def test_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m hhparse log {SAMPLES / 'omaha_hilo_fl_three_hands.txt'} | head -1"
    result = subprocess.run(command, shell=True, capture_output=True, text=True, check=True, timeout=60)
    assert result.stdout.startswith("hand ")
    assert result.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_is_said() -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "hhparse", "report", str(SAMPLES)]
        result = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=60)
    assert result.returncode == 2
    assert result.stderr.strip() == "hhparse: output: No space left on device"
    assert "Traceback" not in result.stderr


def test_an_interrupt_ends_it(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_bytes(GOOD.read_bytes() * 20_000)
    out = tmp_path / "out"
    command = [sys.executable, "-m", "hhparse", "parse", str(path), "-o", str(out)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        time.sleep(1.5)
        running.send_signal(signal.SIGINT)
        _, errors = running.communicate(timeout=60)
    assert (running.returncode, errors.strip()) == (130, "interrupted")
    assert [path.name for path in tmp_path.iterdir()] == ["long.txt"]


def test_no_progress_bar_in_a_pipe() -> None:
    assert process("report", SAMPLES).stderr == ""


def test_sites() -> None:
    assert "omaha_hilo" in run("sites").output


def test_replay_of_one_hand() -> None:
    output = run("replay", SAMPLES / "omaha_hilo_fl_odd_chip_side_pot.txt").output
    assert "may fold, call" in output
    assert "side pot 1" in output


def test_replay_marks_what_is_illegal() -> None:
    assert "! RAISE-SHORT" in run("replay", BAD).output


def test_the_module_runs_as_the_command_does() -> None:
    assert process("--version").stdout.startswith("hhparse, version")


OWN = """
[[statistic]]
name = "small_pair_plans"
title = "Calls a 3-bet deep"
unit = "hand"
kind = "share"
numerator = "called_three_bet AND eff_stack_bb > 100"
denominator = "faced_three_bet AND eff_stack_bb > 100"
note = "called; of 3-bets faced deep"
"""


def test_own_statistics_stand_beside_the_usual_ones(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN, encoding="utf-8")
    assert "Calls a 3-bet deep" in run("stats", SAMPLES, "--definitions", path, "--by", "game").output
    rows = json.loads(run("stats", SAMPLES, "--definitions", path, "--topic", "own", "--format", "json").output)
    assert {row["statistic"] for row in rows} == {"small_pair_plans"}
    path.write_text(OWN.replace("small_pair_plans", "vpip"), encoding="utf-8")
    result = run("stats", SAMPLES, "--definitions", path)
    assert (result.exit_code, "own.toml: statistic vpip: name: there is one already" in result.output) == (2, True)
    path.write_text(OWN.replace("AND eff", "AND ef"), encoding="utf-8")
    result = run("stats", SAMPLES, "--definitions", path)
    assert "statistic small_pair_plans: numerator speaks of ef_stack_bb, which is no flag; near: eff" in result.output


def test_statistics_are_listed_and_explained() -> None:
    lines = run("stats", "--list").output.splitlines()
    assert lines[3].split() == ["3", "vpip", "VPIP", "hand", "preflop", "pt4,", "hm3,", "fpdb"]
    assert len(lines) > 100
    assert len(run("stats", "--list", "--topic", "hilo").output.splitlines()) == 10
    text = run("stats", "--explain", "vpip").output
    assert "called, bet or raised before the flop" in text
    assert "pt4, unlike canonical\n    denominator  dealt_in AND NOT walk" in text
    assert "denominator  dealt_in AND NOT walk" in run("stats", "--explain", "vpip", "--profile", "pt4").output


def test_the_hands_behind_a_statistic() -> None:
    lines = run("stats", SAMPLES, "--hands", "three_bet").output.splitlines()
    assert lines[0].split() == ["Place", "Hand", "Player", "k", "n"]
    k, n = lines[-1].split()[-2:]
    rows = json.loads(run("stats", SAMPLES, "--by", "kind", "--stat", "three_bet", "--format", "json").output)
    assert (int(k), int(n)) == (sum(row["k"] for row in rows), sum(row["n"] for row in rows))
    place, hand_id = lines[1].split()[:2]
    path, _, line = place.rpartition(":")
    assert hand_id in Path(path).read_text(encoding="utf-8-sig").splitlines()[int(line) - 1]


def test_a_player_is_shown_with_intervals_and_many_statistics_in_rows() -> None:
    player = json.loads(run("stats", GOOD, "--format", "json").output)[0]["player"]
    text = run("stats", GOOD, "--player", player).output
    assert text.splitlines()[1].split() == ["No", "Statistic", "Value", "k/n", "95%"]
    rows = run("stats", SAMPLES, "--topic", "preflop", "--most", "2").output.splitlines()
    assert sum(line.strip().startswith("Player ") for line in rows) == 2
    assert all(len(line) < 100 for line in rows)


def test_an_alias_joins_players() -> None:
    rows = json.loads(run("stats", SAMPLES, "--stat", "hands", "--format", "json").output)
    first, second = rows[0], rows[1]
    alias = f"Us={first['player']},{second['player']}"
    options = ("--alias", alias, "--player", "Us", "--stat", "hands", "--format", "json")
    joined = json.loads(run("stats", SAMPLES, *options).output)
    assert [row["k"] for row in joined] == [first["k"] + second["k"]]


def test_sessions_bring_their_player() -> None:
    text = run("stats", SAMPLES, "--by", "session", "--stat", "hands", "--most", "3").output
    assert text.splitlines()[0].split() == ["Player", "Session", "Hands"]
