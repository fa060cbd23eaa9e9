"""Statistics over all real histories: parts within wholes, lines that add up, and another tracker's flags."""

from __future__ import annotations

import json
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from hhparse.model import Hand
from hhparse.reading.read import Reading, read
from hhparse.stats import DEFINITIONS, flags, stats
from hhparse.tables import Tables, tabulate

from .conftest import CORPUS, ROOT
from .test_stats import outside

TRACKER = tomllib.loads((ROOT / "tests" / "cases" / "tracker.toml").read_text(encoding="utf-8"))
DIFFERS = {(row["file"], key) for row in TRACKER["differs"] for key in row["keys"]}


@lru_cache(maxsize=1)
def everything() -> Tables:
    """Return the tables of all hands of the corpus that can be read."""
    return tabulate(item for item in Reading([CORPUS]) if isinstance(item, Hand))


def test_every_numerator_is_a_part_of_its_denominator(corpus: Path) -> None:
    assert outside(everything()) == {}


def test_every_statistic_of_every_player_holds(corpus: Path) -> None:
    table = stats(everything())
    shares = [name for name, item in DEFINITIONS.items() if item.kind == "share"]
    assert table.filter(pl.col("statistic").is_in(shares) & ~pl.col("k").is_between(0, pl.col("n"))).is_empty()
    assert table.filter((pl.col("n") == 0) & pl.col("value").is_not_null()).is_empty()
    assert table.filter(pl.col("value").is_nan() | pl.col("value").is_infinite()).is_empty()
    assert table.filter((pl.col("low") > pl.col("value")) | (pl.col("value") > pl.col("high"))).is_empty()


def test_every_statistic_occurs(corpus: Path) -> None:
    """A flag that a typing error keeps false would satisfy every other test."""
    table = stats(everything(), by=()).group_by("statistic").agg(pl.col("k").abs().sum(), pl.col("n").sum())
    never = table.filter((pl.col("k") == 0) | (pl.col("n") == 0))["statistic"].to_list()
    assert sorted(never) == sorted(TRACKER["never_in_the_corpus"])


def test_statistics_need_no_event_but_the_actions(corpus: Path) -> None:
    hands = [item for item in Reading([CORPUS / "pokerstars"]) if isinstance(item, Hand)]
    assert_frame_equal(flags(tabulate(hands, actions_only=True)), flags(tabulate(hands)))


def test_red_and_blue_line_add_up_to_what_is_won(corpus: Path) -> None:
    rows = stats(everything(), definitions=[DEFINITIONS[name] for name in ("won", "red_line", "blue_line")])
    wide = rows.pivot("statistic", index=["player", "currency"], values="k")
    assert wide.height > 500
    assert wide.filter(pl.col("red_line") + pl.col("blue_line") != pl.col("won")).is_empty()


def tracked() -> list[Any]:
    """Return the hands another tracker counted, as (file, its flags by player)."""
    path = CORPUS / "expected_stats.jsonl"
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines()) if path.exists() else ()
    return [pytest.param(row["file"], row["players"], id=row["file"]) for row in rows]


@pytest.mark.parametrize(("file", "players"), tracked())
def test_the_flags_of_another_tracker(file: str, players: dict[str, dict[str, int]]) -> None:
    hands = [item for item in read(CORPUS / file) if isinstance(item, Hand)]
    assert bool(hands) == (file not in TRACKER["not_read_yet"]), "list it under not_read_yet, or no longer"
    if not hands:
        return
    rows = flags(tabulate(hands)).filter(
        pl.col("dealt_in") | pl.col("player").is_in([*players])
    )  # it has absent ones too
    for key, expression in TRACKER["counterpart"].items():
        ours = dict(rows.select("player", pl.sql_expr(expression).cast(pl.Int64).fill_null(0)).iter_rows())
        theirs = {player: their(key, row) for player, row in players.items()}
        assert (ours == theirs) == ((file, key) not in DIFFERS), (key, ours, theirs)


def their(key: str, row: dict[str, int]) -> int:
    """Return the value of a key of the tracker: a sum of its columns, or whether that is above 0."""
    names, above, _ = key.partition(" > 0")
    total = sum(int(row[name]) for name in names.split(" + "))
    return int(total > 0) if above else total


def test_every_key_of_the_tracker_is_named(corpus: Path) -> None:
    keys = {key for case in tracked() for row in case.values[1].values() for key in row}
    named = {name for key in TRACKER["counterpart"] for name in key.partition(" > 0")[0].split(" + ")}
    assert keys == named | {row["key"] for row in TRACKER["without"]}
    assert all(len(row["reason"]) > 10 for row in (*TRACKER["without"], *TRACKER["differs"]))
