"""Hands as three Polars frames, `hands`, `seats` and `events`, joined by the running key `hand`.

    Hand records -> tabulate() -> Tables -> write() -> DIR/{hands,seats,events,errors}/00000.parquet -> read(), scan()

`SCHEMA` names every column with its type and meaning. Amounts are Int64 in minor units of `hands.currency`, which has
`hands.exponent` decimal digits.
"""

from hhparse.tables.dataset import Batch, batched, errors, read, scan, write
from hhparse.tables.frames import LazyTables, Tables, distinct, refusals
from hhparse.tables.positions import POSITIONS
from hhparse.tables.schema import ERRORS, EVENTS, HANDS, SCHEMA, SEATS, Column, describe
from hhparse.tables.tabulate import tabulate

__all__ = [
    "ERRORS",
    "EVENTS",
    "HANDS",
    "POSITIONS",
    "SCHEMA",
    "SEATS",
    "Batch",
    "Column",
    "LazyTables",
    "Tables",
    "batched",
    "describe",
    "distinct",
    "errors",
    "read",
    "refusals",
    "scan",
    "tabulate",
    "write",
]
