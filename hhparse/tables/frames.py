"""The frames of some hands: three that belong together, built from flat lists of cells."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from hhparse.tables.schema import ERRORS

if TYPE_CHECKING:  # tables on disk are used without the reader and its parser
    from hhparse.reading.read import Refused

Cells = list[object]


class Tables(NamedTuple):
    """The three frames of some hands."""

    hands: pl.DataFrame
    seats: pl.DataFrame
    events: pl.DataFrame


class LazyTables(NamedTuple):
    """The three frames of some hands, not read yet."""

    hands: pl.LazyFrame
    seats: pl.LazyFrame
    events: pl.LazyFrame


def refusals(refused: Iterable[Refused]) -> pl.DataFrame:
    """Return refused texts as a frame of the `errors` schema."""
    cells: Cells = []
    for error, source in refused:
        names = (error.kind, error.severity, error.slug or None, error.hand_id or None)
        cells.extend((*error.location, *names, error.message, error.excerpt, source.start, source.end))
    return frame(cells, ERRORS)


def distinct(tables: Tables) -> tuple[Tables, int]:
    """Return the tables without repeats of a hand (same site and hand id; the first stays) and the repeats left out.

    A hand without an id is never a repeat.
    """
    kept = tables.hands.filter((pl.col("hand_id") == "") | pl.struct("site", "hand_id").is_first_distinct())
    repeats = tables.hands.height - kept.height
    if not repeats:
        return tables, 0
    seats, events = (part.join(kept, on="hand", how="semi", maintain_order="left") for part in tables[1:])
    return Tables(kept, seats, events), repeats


def frame(cells: Cells, schema: dict[str, pl.DataType]) -> pl.DataFrame:
    """Return cells, row after row in schema order, as a frame."""
    width = len(schema)
    return pl.DataFrame({name: cells[place::width] for place, name in enumerate(schema)}, schema=schema)
