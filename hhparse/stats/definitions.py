"""Definitions of statistics, read from TOML; the format is described at the head of `definitions.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Literal, get_args

import polars as pl

from hhparse.stats.flags import FLAGS

Unit = Literal["hand", "action"]
Kind = Literal["share", "ratio", "total"]
Money = Literal["", "amount", "unit"]


@dataclass(frozen=True, slots=True)
class Definition:
    """A statistic; see the head of `definitions.toml` for its fields."""

    name: str
    title: str
    unit: Unit
    kind: Kind
    numerator: str
    denominator: str
    note: str
    number: int | None = None
    money: Money = ""

    @property
    def n(self) -> pl.Expr:
        """Return the denominator of a row."""
        return pl.sql_expr(self.denominator)

    @property
    def k(self) -> pl.Expr:
        """Return the numerator of a row; of a share it counts only where the denominator does."""
        numerator = pl.sql_expr(self.numerator)
        return numerator & self.n if self.kind == "share" else numerator


CHOICES = {"unit": get_args(Unit), "kind": get_args(Kind), "money": get_args(Money)}


def load(path: Path) -> dict[str, Definition]:
    """Return the definitions of a TOML file by name.

    Raises ValueError, naming the file and the statistic, for a definition that does not hold.
    """
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path}: {error}") from error
    definitions: dict[str, Definition] = {}
    for number, table in enumerate(document.get("statistic", ()), 1):
        name = table.get("name", f"number {number}")
        faults = _faults(table) or ([f"{name} is defined twice"] if name in definitions else [])
        if faults:
            raise ValueError(f"{path}: statistic {name}: {'; '.join(faults)}")
        definitions[name] = Definition(**table)
    return definitions


def _faults(table: dict[str, object]) -> list[str]:
    """Return what is wrong with a definition, in words."""
    known = {field.name for field in fields(Definition)}
    needed = known - {"number", "money"}
    faults = [f"unknown key {key}" for key in sorted(table.keys() - known)]
    faults += [f"missing key {key}" for key in sorted(needed - table.keys())]
    faults += [f"{key} must be text" for key in sorted(needed & table.keys()) if not isinstance(table[key], str)]
    faults += [
        f"{key} must be one of {', '.join(filter(None, choices))}"
        for key, choices in CHOICES.items()
        if key in table and table[key] not in choices
    ]
    return faults or [fault for key in ("numerator", "denominator") for fault in _bad_expression(key, str(table[key]))]


def _bad_expression(key: str, text: str) -> list[str]:
    try:
        names = pl.sql_expr(text).meta.root_names()
    except pl.exceptions.PolarsError as error:
        return [f"{key} {text!r} is no expression: {error}"]
    return [f"{key} speaks of {name}, which is no flag" for name in names if name not in FLAGS]


DEFINITIONS = load(Path(__file__).with_name("definitions.toml"))
