"""Tables on disk: a directory of Parquet part files, written batch by batch and put in place only when complete."""

from __future__ import annotations

import json
import shutil
import time
import uuid
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from hhparse.model import Hand
from hhparse.tables.schema import SCHEMA
from hhparse.tables.tabulate import LazyTables, Tables, frame, refusals, tabulate

if TYPE_CHECKING:  # tables on disk are used without the reader and its parser
    from hhparse.reading.read import Refused

MARK = "hhparse-tables.json"  # tells our directories from others
VERSION = 2  # of the schema


class Batch(NamedTuple):
    """What is written at once: the tables of some hands, and the texts refused between them.

    The tables may come from any process: `write` renumbers their hands.
    """

    tables: Tables
    refused: Iterable[Refused] = ()


class Written(NamedTuple):
    """How many hands and refused texts a directory holds."""

    hands: int
    refused: int


def batched(found: Iterable[Hand | Refused], size: int = 2000) -> Iterator[Batch]:
    """Yield what a reading finds as batches of `size` hands and refusals."""
    stream = iter(found)
    while part := list(islice(stream, size)):
        hands = [item for item in part if isinstance(item, Hand)]
        yield Batch(tabulate(hands), [item for item in part if not isinstance(item, Hand)])


def write(batches: Iterable[Batch], directory: str | Path) -> Written:
    """Write batches as DIRECTORY/{hands,seats,events,errors}/00000.parquet, one part file a batch and frame.

    Memory holds one batch. The directory appears, or replaces an earlier one written here, when all is written: a
    failure leaves nothing behind. Raises FileExistsError when it exists, is not empty and was not written here.
    """
    target = Path(directory).resolve()
    check(target)
    partial = _beside(target)
    try:
        partial.mkdir(parents=True)
        written = _write_parts(batches, partial)
        (partial / MARK).write_text(json.dumps({"version": VERSION, **written._asdict()}) + "\n", encoding="utf-8")
        _replace(target, partial)
    except BaseException:  # also on an interrupt: then too nothing half-written may stay
        _remove(partial)
        raise
    return written


def _remove(partial: Path) -> None:
    """Remove what was written, also what a thread is still writing while an interrupt ends the job."""
    for _ in range(40):
        shutil.rmtree(partial, ignore_errors=True)
        if not partial.exists():
            return
        time.sleep(0.05)


def check(directory: Path) -> None:
    """Raise FileExistsError unless tables may be written to `directory`: absent, empty, or written here before.

    A file of anyone else in it makes it theirs.
    """
    if not directory.exists():
        return
    found = {path.name for path in directory.iterdir()} if directory.is_dir() else {directory.name}
    if found and not (MARK in found and found <= {MARK, *SCHEMA}):
        raise FileExistsError(f"{directory} exists and holds something other than tables written by hhparse")


def scan(directory: str | Path) -> LazyTables:
    """Return the tables of a directory lazily. Raises FileNotFoundError or ValueError when it holds none."""
    hands, seats, events = (_scan(directory, name) for name in LazyTables._fields)
    return LazyTables(hands, seats, events)


def read(directory: str | Path) -> Tables:
    """Return the tables of a directory. Raises FileNotFoundError or ValueError when it holds none."""
    hands, seats, events = pl.collect_all(scan(directory))
    return Tables(hands, seats, events)


def errors(directory: str | Path) -> pl.DataFrame:
    """Return the refused texts of a directory. Raises FileNotFoundError or ValueError when it holds no tables."""
    return _scan(directory, "errors").collect()


def _scan(directory: str | Path, name: str) -> pl.LazyFrame:
    mark = Path(directory) / MARK
    if not mark.is_file():
        raise FileNotFoundError(f"{directory} holds no tables: {MARK} is missing")
    version = json.loads(mark.read_text(encoding="utf-8")).get("version")
    if version != VERSION:
        raise ValueError(f"{directory} holds tables of schema version {version}, this program reads {VERSION}")
    return pl.scan_parquet(sorted((Path(directory) / name).glob("*.parquet")), schema=SCHEMA[name])


def _write_parts(batches: Iterable[Batch], directory: Path) -> Written:
    for name in SCHEMA:
        (directory / name).mkdir()
    hands = refused = number = first = 0
    for batch in batches:
        tables, lost = renumbered(batch.tables, first), refusals(batch.refused)
        _write_part(directory, number, tables, lost)
        hands, refused, number = hands + tables.hands.height, refused + lost.height, number + 1
        first = max(tables.hands["hand"].to_list(), default=first - 1) + 1
    if not number:  # so that a directory without hands can be read all the same
        _write_part(directory, 0, Tables(*(frame([], SCHEMA[name]) for name in Tables._fields)), refusals(()))
    return Written(hands, refused)


def _write_part(directory: Path, number: int, tables: Tables, lost: pl.DataFrame) -> None:
    for name, part in zip((*Tables._fields, "errors"), (*tables, lost), strict=True):
        part.write_parquet(directory / name / f"{number:05}.parquet")


def renumbered(tables: Tables, first: int) -> Tables:
    """Return the tables with their running key counted from `first`."""
    start = min(tables.hands["hand"].to_list(), default=first)
    if start == first:
        return tables
    key = (pl.col("hand").cast(pl.Int64) + (first - start)).cast(pl.UInt32)
    hands, seats, events = (part.with_columns(key.alias("hand")) for part in tables)
    return Tables(hands, seats, events)


def _replace(target: Path, partial: Path) -> None:
    """Put `partial` where `target` is; the old directory is moved aside first and removed last."""
    if not target.exists():
        partial.rename(target)
        return
    old = target.rename(_beside(target))
    try:
        partial.rename(target)
    except BaseException:
        old.rename(target)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _beside(target: Path) -> Path:
    """Return an unused hidden name in the same directory, so that a rename to `target` stays on its file system."""
    return target.with_name(f".{target.name}.{uuid.uuid4().hex[:12]}")
