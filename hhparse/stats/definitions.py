"""Definitions of statistics, read from TOML; the format is described at the head of `topics/preflop.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Literal, get_args

import polars as pl

from hhparse.stats.flags import FLAGS
from hhparse.stats.players import nearest

Unit = Literal["hand", "action"]
Kind = Literal["share", "ratio", "total", "mean", "deviation"]
Money = Literal["", "amount", "unit"]

CANONICAL = "canonical"
PROFILES = (CANONICAL, "pt4", "hm3", "fpdb")


@dataclass(frozen=True, slots=True)
class Definition:
    """A statistic; see the head of `topics/preflop.toml` for its fields.

    `profiles` holds what other programs define otherwise: by profile, the keys that differ.
    """

    name: str
    title: str
    unit: Unit
    kind: Kind
    numerator: str
    denominator: str
    note: str
    number: int | None = None
    money: Money = ""
    topic: str = "own"
    source: str = ""
    usual: bool = False
    profiles: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def n(self) -> pl.Expr:
        """Return the denominator of a row."""
        return pl.sql_expr(self.denominator)

    @property
    def k(self) -> pl.Expr:
        """Return the numerator of a row; of hands it counts only where the denominator does."""
        numerator = pl.sql_expr(self.numerator)
        if self.unit == "action" or self.kind in ("ratio", "total"):
            return numerator
        return numerator & self.n if self.kind == "share" else pl.when(self.n).then(numerator)

    @property
    def needs(self) -> frozenset[str]:
        """Return the flags it speaks of."""
        return frozenset((*self.n.meta.root_names(), *pl.sql_expr(self.numerator).meta.root_names()))

    def under(self, profile: str) -> Definition:
        """Return the definition as a profile has it."""
        other: dict[str, Any] = dict(self.profiles.get(profile, {}))
        return replace(self, **other) if other else self


CHOICES = {"unit": get_args(Unit), "kind": get_args(Kind), "money": get_args(Money)}
_NEEDED = frozenset(("name", "title", "unit", "kind", "numerator", "denominator", "note"))
_TYPES = {"number": int, "usual": bool, "profiles": dict}
_VARIED = frozenset(("title", "numerator", "denominator", "note", "source"))


def load(path: Path) -> dict[str, Definition]:
    """Return the definitions of a TOML file by name.

    Keys before the first statistic (`topic`, `source`) hold for all that do not say otherwise. Raises ValueError,
    naming the file, the statistic and the key, for a definition that does not hold.
    """
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ValueError(f"{path}: {error}") from error
    rows = document.pop("statistic", [])
    if not isinstance(rows, list) or not rows:
        raise ValueError(f"{path}: no [[statistic]] in it")
    if strange := document.keys() - {"topic", "source"}:
        raise ValueError(f"{path}: unknown key {', '.join(sorted(strange))} before the first statistic")
    definitions: dict[str, Definition] = {}
    for number, table in enumerate(rows, 1):
        name = table.get("name", f"number {number}")
        faults = _faults(table) or ([f"{name} is defined twice"] if name in definitions else [])
        if faults:
            raise ValueError(f"{path}: statistic {name}: {'; '.join(faults)}")
        definitions[name] = Definition(**{**document, **table})
    return definitions


def _faults(table: dict[str, Any]) -> list[str]:
    """Return what is wrong with a definition, in words."""
    known = {each.name for each in fields(Definition)}
    faults = [f"unknown key {key}{nearest(key, known)}" for key in sorted(table.keys() - known)]
    faults += [f"missing key {key}" for key in sorted(_NEEDED - table.keys())]
    for key in sorted(known & table.keys()):
        wanted = _TYPES.get(key, str)
        if type(table[key]) is not wanted:
            faults.append(f"{key} must be {_KINDS[wanted]}")
        elif key in CHOICES and table[key] not in CHOICES[key]:
            faults.append(f"{key} must be one of {', '.join(filter(None, CHOICES[key]))}")
    if faults:
        return faults
    faults = _bad_expressions(table, "")
    for profile, differences in table.get("profiles", {}).items():
        if profile not in PROFILES[1:]:
            faults.append(f"unknown profile {profile}; there are {', '.join(PROFILES[1:])}")
        elif not isinstance(differences, dict) or not differences.keys() <= _VARIED:
            faults.append(f"profile {profile} may change {', '.join(sorted(_VARIED))}")
        else:
            faults += _bad_expressions(differences, f"profile {profile}: ")
    return faults


_KINDS: dict[type, str] = {str: "text", int: "a whole number", bool: "true or false", dict: "a table"}


def _bad_expressions(table: Mapping[str, Any], where: str) -> list[str]:
    faults = [_bad_expression(key, str(table[key])) for key in ("numerator", "denominator") if key in table]
    return [where + fault for found in faults for fault in found]


def _bad_expression(key: str, text: str) -> list[str]:
    """Return what is wrong with an SQL expression over the flags."""
    try:
        names = dict.fromkeys(pl.sql_expr(text).meta.root_names())
    except pl.exceptions.PolarsError as error:
        return [f"{key} {text!r} is no expression: {error}"]
    return [f"{key} speaks of {name}, which is no flag{nearest(name, FLAGS)}" for name in names if name not in FLAGS]


def condition(text: str) -> pl.Expr:
    """Return the expression of a filter over the flags.

    Raises ValueError for what is no expression, for unknown columns, and for the session, which is known only when
    all hands are.
    """
    if faults := _bad_expression("the filter", text):
        raise ValueError("; ".join(faults))
    expression = pl.sql_expr(text)
    if "session" in expression.meta.root_names():
        raise ValueError("the filter cannot speak of session; group by it, or filter by played_at")
    return expression


_FOLDER = Path(__file__).with_name("topics")
TOPICS = ("preflop", "postflop", "aggression", "showdown", "money", "hilo")
DEFINITIONS = {name: item for topic in TOPICS for name, item in load(_FOLDER / f"{topic}.toml").items()}


def in_profile(profile: str, definitions: Mapping[str, Definition] = DEFINITIONS) -> dict[str, Definition]:
    """Return the definitions as a profile has them."""
    return {name: item.under(profile) for name, item in definitions.items()}
