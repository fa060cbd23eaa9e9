"""One player under several names: aliases, and the names nearest to one that is not known."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path

import polars as pl

Aliases = Mapping[tuple[str, str], str]
"""By name and site (in small letters, "" for any): what the player is called."""


def aliases(text: str) -> dict[tuple[str, str], str]:
    """Return the aliases of a text, `Me=name@site,other name@other site`, or of a TOML file when it ends in .toml.

    The file has a line a player: `Me = ["name@site", "Hero"]`; a name without a site stands for all sites, and
    one that contains an @ needs its site. Raises ValueError for what is neither.
    """
    if text.endswith(".toml"):
        return _of_file(Path(text))
    alias, equals, names = text.partition("=")
    if not (alias and equals and names):
        raise ValueError(f"{text!r} is not of the form Me=name@site,name@site and no .toml file")
    return _named(alias, names.split(","))


def _of_file(path: Path) -> dict[tuple[str, str], str]:
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ValueError(f"{path}: {error}") from error
    found: dict[tuple[str, str], str] = {}
    for alias, names in document.items():
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise ValueError(f"{path}: {alias} must be a list of names")
        found |= _named(alias, names)
    return found


def _named(alias: str, names: Iterable[str]) -> dict[tuple[str, str], str]:
    found = {}
    for text in names:
        name, at, site = text.rpartition("@")
        found[(name, site.casefold()) if at else (site, "")] = alias
    return found


def called(name: str, site: str, given: Aliases) -> str:
    """Return what a player of a site is called."""
    return given.get((name, site.casefold())) or given.get((name, "")) or name


def renamed(given: Aliases) -> pl.Expr:
    """Return the expression of a player's name with the aliases put in place."""
    site = pl.col("site").str.to_lowercase()
    rows = [
        pl.when((pl.col("player") == name) & ((site == at) if at else pl.lit(True))).then(pl.lit(alias))
        for (name, at), alias in sorted(given.items(), key=lambda row: not row[0][1])  # the one with its site first
    ]
    return pl.coalesce(*rows, "player").alias("player")


def nearest(name: str, known: Iterable[str]) -> str:
    """Return `; near: a, b` with the known names most like an unknown one, or nothing."""
    small = {each.casefold(): each for each in known}
    near = get_close_matches(name.casefold(), small, 3, 0.5)
    return f"; near: {', '.join(small[each] for each in near)}" if near else ""
