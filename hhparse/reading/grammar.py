"""Find the grammars, tell by their first terminals where hands begin and of which site they are, compile on demand."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import resources
from pathlib import Path

from lark import Lark

from hhparse.reading.lines import Dialect, GrammarError, NoLexer
from hhparse.reading.units import Folded, Layout

SHARED = "poker"
_START = re.compile(r"^START: /(.+)/$", re.MULTILINE)
_SEPARATOR = re.compile(r"^SEPARATOR: /(.+)/$", re.MULTILINE)
_TOURNAMENT_SUMMARY = re.compile(r"^TOURNAMENT_SUMMARY: /(.+)/$", re.MULTILINE)
_LAYOUT = {part: re.compile(rf"^{part}: /(.+)/$", re.MULTILINE) for part in ("UNIT", "HEADING", "ORDER", "ROUND")}


@lru_cache(maxsize=1)
def folder() -> Path:
    """Return the folder of the grammars: beside the package in a checkout, inside it when installed."""
    package = Path(str(resources.files("hhparse")))
    for candidate in (package.parent / "grammars", package / "grammars"):
        if (candidate / f"{SHARED}.lark").is_file():
            return candidate
    raise GrammarError(f"no grammars beside or inside {package}")


def names() -> list[str]:
    """Return the names of the dialects."""
    return sorted(path.stem for path in folder().glob("*.lark") if path.stem != SHARED)


def _text(name: str) -> str:
    return (folder() / f"{name}.lark").read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def starts() -> dict[str, str]:
    """Return for each dialect the expression that begins its hands, in the order of the names.

    Only the START line of each grammar is read, so a dialect costs nothing until a hand of it turns up.
    """
    found = {}
    for name in names():
        match = _START.search(_text(name))
        if match is None:
            raise GrammarError(f"{name}.lark has no line START: /.../")
        found[name] = match[1].replace("\\/", "/")
    return found


@lru_cache(maxsize=1)
def any_start() -> re.Pattern[str]:
    """Return one expression for the beginning of a hand of any dialect; the last group's name is the dialect."""
    return re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in starts().items()))


@lru_cache(maxsize=1)
def any_tournament_summary() -> re.Pattern[str]:
    """Return one expression for the beginning of a tournament summary of any dialect."""
    return _of_all(_TOURNAMENT_SUMMARY)


@lru_cache(maxsize=1)
def any_separator() -> re.Pattern[str]:
    """Return one expression for the lines between hands of the dialects that give one pattern for them."""
    return _of_all(_SEPARATOR)


def _of_all(line: re.Pattern[str]) -> re.Pattern[str]:
    found = filter(None, (line.search(_text(name)) for name in names()))
    return re.compile("|".join(match[1].replace("\\/", "/") for match in found) or r"(?!)")


@lru_cache(maxsize=1)
def layouts() -> dict[str, Layout]:
    """Return how the dialects are laid out whose units are not lines: those that declare a UNIT and a HEADING."""
    found = {}
    for name in names():
        text = _text(name)
        said = {part: match[1].replace("\\/", "/") for part, line in _LAYOUT.items() if (match := line.search(text))}
        if said:
            unit, heading = re.compile(said["UNIT"]), re.compile(said["HEADING"])
            order, begin = (re.compile(said[part]) if part in said else None for part in ("ORDER", "ROUND"))
            found[name] = Layout(unit, heading, order, begin)
    return found


@lru_cache(maxsize=1)
def folded() -> Folded:
    """Return how to find the text whose units are not lines."""
    begins = [f"(?P<{name}>{starts()[name]}|{layout.heading.pattern})" for name, layout in layouts().items()]
    probe = "|".join(begins) or r"(?!)"
    return Folded(re.compile(probe), re.compile(probe.encode()), layouts(), any_start().match)


@lru_cache
def dialect(name: str) -> Dialect:
    """Return the compiled grammar of a dialect."""
    path = folder() / f"{name}.lark"
    grammar = Lark(_text(name), parser="lalr", lexer=NoLexer, source_path=str(path), import_paths=[str(folder())])
    return Dialect(name, grammar)


def sites(name: str) -> list[str]:
    """Return the sites that a dialect's hands may name, as its grammar spells them."""
    return [site.replace("_", " ") for site in dict.fromkeys(re.findall(r"\(\?P<site__(\w+)>", _text(name)))]


def games(name: str) -> list[str]:
    """Return the games that a dialect reads, as names of `hhparse.model.GAMES`."""
    return list(dict.fromkeys(re.findall(r"\(\?P<game__(\w+)>", _text(name))))


def field_column(name: str, line: str, field: str) -> int:
    """Return the column (from 1) of a field in a line of a dialect, 1 where no line of its has it."""
    if name not in names():
        return 1
    return dialect(name).column(line, field) if name in names() else 1
