"""Bands of statistics, read from TOML: where winning players lie, in which hands, says who, since when."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from hhparse.stats.definitions import DEFINITIONS, condition
from hhparse.stats.players import nearest
from hhparse.tables import POSITIONS


class BandsError(ValueError):
    """A file of bands that cannot be used: says the file, the band and the key."""


class Band(NamedTuple):
    """A statistic and the rates, as fractions, that are no leak; at one position, or at all ("")."""

    statistic: str
    position: str
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Bands:
    """The bands of one kind of game.

    `where` is the expression over the flags of the hands they apply to; `on_request` are bands that contradict others
    and are used only by name.
    """

    name: str
    title: str
    version: str
    source: str
    where: str
    bands: tuple[Band, ...]
    on_request: bool = False

    @property
    def applies(self) -> pl.Expr:
        """Return whether they apply to a hand."""
        return condition(self.where)


@cache
def presets() -> dict[str, Bands]:
    """Return the bands that come with the package, by name."""
    folder = resources.files("hhparse.stats") / "bands"
    files = {entry.name.removesuffix(".toml"): entry for entry in folder.iterdir() if entry.name.endswith(".toml")}
    return {name: _parsed(files[name].read_text(encoding="utf-8"), f"{name}.toml", name) for name in sorted(files)}


def usual() -> list[Bands]:
    """Return the bands that are used when none are named."""
    return [bands for bands in presets().values() if not bands.on_request]


def load(name_or_path: str) -> Bands:
    """Return bands by their name, or those in a file (a name that ends in `.toml`). Raises BandsError."""
    if not name_or_path.endswith(".toml"):
        if name_or_path not in presets():
            near = nearest(name_or_path, presets())
            raise BandsError(f"no bands {name_or_path!r}; there are {', '.join(presets())}, or give a .toml file{near}")
        return presets()[name_or_path]
    try:
        text = Path(name_or_path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = "it is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else error.strerror or str(error)
        raise BandsError(f"{name_or_path}: cannot be read: {reason}") from None
    return _parsed(text, name_or_path, Path(name_or_path).stem)


_KEYS = ("title", "version", "source", "on_request", "applies", "band")
_BAND_KEYS = Band._fields


def _parsed(text: str, file: str, name: str) -> Bands:
    try:
        return _bands(tomllib.loads(text), name)
    except tomllib.TOMLDecodeError as error:
        raise BandsError(f"{file}: not TOML: {error}") from None
    except BandsError as error:
        raise BandsError(f"{file}: {error}") from None


def _bands(document: Mapping[str, Any], name: str) -> Bands:
    """Return the bands of a document. Raises BandsError that says where it is wrong."""
    _known(document, _KEYS)
    applies, rows = document.get("applies"), document.get("band")
    if not isinstance(applies, dict):
        raise BandsError("there is no [applies] with a where in it")
    _known(applies, ("where",), "applies: ")
    where = _text(applies, "where", "applies: ")
    try:
        condition(where)
    except ValueError as error:
        raise BandsError(f"applies: where: {error}") from None
    if not isinstance(rows, list) or not rows:
        raise BandsError("there is no [[band]] in it")
    title, version, source = (_text(document, key) for key in ("title", "version", "source"))
    on_request = document.get("on_request", False)
    if not isinstance(on_request, bool):
        raise BandsError(f"on_request {on_request!r} must be true or false")
    return Bands(name, title, version, source, where, tuple(_distinct(rows)), on_request)


def _known(table: Mapping[str, Any], keys: Iterable[str], place: str = "") -> None:
    for key in table:
        if key not in keys:
            raise BandsError(f"{place}unknown key {key}{nearest(key, keys)}")


def _text(table: Mapping[str, Any], key: str, place: str = "") -> str:
    value = table.get(key)
    if not isinstance(value, str) or not value:
        raise BandsError(f"{place}{key} must be text" if key in table else f"{place}missing key {key}")
    return value


def _distinct(rows: Iterable[Any]) -> Iterable[Band]:
    """Yield the bands. Raises BandsError for two of the same statistic and position."""
    seen: dict[tuple[str, str], int] = {}
    for number, row in enumerate(rows, 1):
        band = _band(row, f"band {number}: ")
        first = seen.setdefault((band.statistic, band.position), number)
        if first != number:
            raise BandsError(f"band {number}: statistic {band.statistic} has its band already, number {first}")
        yield band


def _band(row: Any, place: str) -> Band:
    """Return a band of the file. Raises BandsError that says which."""
    if not isinstance(row, dict):
        raise BandsError(f"{place}it must be a table")
    name = _text(row, "statistic", place)
    if name not in DEFINITIONS:
        raise BandsError(f"{place}there is no statistic {name}{nearest(name, DEFINITIONS)}")
    place = f"{place}{name}: "
    _known(row, _BAND_KEYS, place)
    if DEFINITIONS[name].kind != "share":
        raise BandsError(f"{place}it is no share of occasions, so it cannot have a band")
    position = row.get("position", "")
    if position and position not in POSITIONS:
        near = nearest(str(position), POSITIONS)
        raise BandsError(f"{place}position {position!r} is not one of {', '.join(POSITIONS)}{near}")
    if "low" not in row and "high" not in row:
        raise BandsError(f"{place}missing key low or high")
    low, high = _percent(row, "low", 0, place), _percent(row, "high", 100, place)
    if not low < high:
        raise BandsError(f"{place}low {low:g} is not below high {high:g}")
    return Band(name, position, low / 100, high / 100)


def _percent(row: Mapping[str, Any], key: str, other: float, place: str) -> float:
    value = row.get(key, other)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 100:
        raise BandsError(f"{place}{key} {value!r} must be a number of percent, 0 to 100")
    return float(value)
