"""The fields of a case as TOML gives them, each with its line in the file; what is wrong with one says where it stands.

Numbers with decimals are kept as written (as Decimal): money is never a float.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from difflib import get_close_matches
from typing import Any

from hhparse.errors import Location, ParseError
from hhparse.money import Currency, minor_units

_HEADER = re.compile(r"\s*\[(\[?)\s*([\w.-]+)\s*\]")
_KEY = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([\w.-]+))\s*=\s*(.*)""")
_TOML_PLACE = re.compile(r"(.*?) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)
_WORDS = {
    str: "text in quotes",
    int: "a whole number",
    bool: "true or false",
    dict: "a table {...}",
    list: "a list [...]",
}


@dataclass(frozen=True, slots=True)
class Fields:
    """A table of fields. `places` are the lines of keys by their full name, `lines` those of the whole file.

    `prefix` leads the names of this table in `places`. A table that comes from no file has no places and no lines.
    """

    path: str
    table: Mapping[str, Any]
    places: Mapping[str, int]
    lines: Sequence[str]
    prefix: str = ""

    def line(self, key: str = "") -> int:
        """Return the line of a key, that of the table where the key has none."""
        found = self.places.get(f"{self.prefix}{key}")
        return self.places.get(self.prefix.rstrip("."), 1) if found is None else found

    def wrong(self, key: str, message: str, line: int = 0, excerpt: str = "") -> ParseError:
        """Return the error of a field; `line` is its own line where it has several."""
        at = line or self.line(key)
        shown = excerpt or (self.lines[at - 1] if at <= len(self.lines) else "")
        return ParseError(Location(self.path, at), message, shown)

    def known(self, names: Collection[str], what: str) -> None:
        """Raise ParseError when there is a field that is none of the names."""
        for key in self.table:
            if key not in names:
                near = get_close_matches(key, names, 1, 0.6)
                hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(sorted(names))}"
                raise self.wrong(key, f"{key!r} is no field of {what}: {hint}")

    def typed(self, key: str, kind: type, default: Any = None) -> Any:
        """Return a field of a type, the default where it is absent. Raises ParseError for another type."""
        value = self.table.get(key)
        if value is None:
            return default
        if type(value) is not kind:
            raise self.wrong(key, f"{key} should be {_WORDS[kind]}, not {value!r}")
        return value

    def text(self, key: str, default: str = "") -> str:
        """Return a text."""
        found = self.typed(key, str, default)
        assert isinstance(found, str)
        return found

    def choice(self, key: str, allowed: Collection[str], default: str) -> str:
        """Return a text that is one of those allowed."""
        value = self.text(key, default)
        if value not in allowed:
            raise self.wrong(key, f"{key} is {value!r}, but it may be {', '.join(allowed)}")
        return value

    def amount(self, key: str, currency: Currency) -> int:
        """Return an amount in minor units, 0 where it is absent."""
        return self.positive(key, self.table.get(key, 0), currency)

    def positive(self, key: str, value: object, currency: Currency) -> int:
        """Return a number or a text as minor units; ParseError for what is below 0."""
        found = self.money(key, value, currency)
        if found < 0:
            raise self.wrong(key, f"{key} is {value}, but it may not be below 0")
        return found

    def money(self, key: str, value: object, currency: Currency, line: int = 0) -> int:
        """Return a number or a text as minor units; a minus sign is allowed. Raises ParseError."""
        if type(value) not in (int, str, Decimal):
            raise self.wrong(key, f"{key} should be an amount, not {value!r}", line)
        text = str(value)
        try:
            return minor_units(text.lstrip("-"), currency.exponent) * (-1 if text.startswith("-") else 1)
        except ValueError as error:
            raise self.wrong(key, f"{key}: {error}{_decimals(text, currency)}", line) from None

    def below(self, key: str) -> Fields:
        """Return the table that a field is, an empty one where it is absent."""
        return Fields(self.path, self.typed(key, dict, {}), self.places, self.lines, f"{self.prefix}{key}.")

    def texts(self, key: str) -> Iterator[tuple[int, str]]:
        """Yield the lines of a text that are not blank, each with its line in the file (from 1 where there is none)."""
        first = self.line(key) if self.lines else 1
        if self.lines and self.lines[first - 1].rstrip().endswith(('"""', "'''")):
            first += 1
        for at, line in enumerate(self.text(key).splitlines(), first):
            if line.strip():
                yield at, line.strip()


def _decimals(text: str, currency: Currency) -> str:
    return f" ({currency.code} has {currency.exponent} decimals)" if "." in text else ""


def parse(text: str, path: str) -> list[Fields]:
    """Return the cases in a TOML text: the file itself, or each of its [[case]] tables. Raises ParseError."""
    lines = text.splitlines()
    try:
        table = tomllib.loads(text, parse_float=Decimal)
    except (ValueError, RecursionError) as error:
        message = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise _not_toml(message, path, lines) from None
    places = _places(lines)
    whole = Fields(path, table, places, lines)
    if not table:
        raise whole.wrong("", "the file is empty: a case needs at least seats and a hand")
    if "case" not in table:
        return [whole]
    beside = [key for key in table if key != "case"]
    if beside:
        raise whole.wrong(beside[0], f"{beside[0]!r} stands beside the [[case]] tables: write it into them")
    rows = whole.typed("case", list)
    if not rows or not all(isinstance(row, dict) for row in rows):
        raise whole.wrong("case", "case should be tables, each headed [[case]]")
    return [Fields(path, row, places, lines, f"case.{at}.") for at, row in enumerate(rows)]


def _not_toml(message: str, path: str, lines: Sequence[str]) -> ParseError:
    match = _TOML_PLACE.fullmatch(message)
    line, column = len(lines) or 1, 1
    if match is not None and match[2]:
        line, column = int(match[2]), int(match[3])
    said = (match[1] if match is not None else message).rstrip(".")
    excerpt = lines[line - 1] if line <= len(lines) else ""
    return ParseError(Location(path, line, column), f"not TOML: {said[:1].lower()}{said[1:]}", excerpt)


def _places(lines: Sequence[str]) -> dict[str, int]:
    """Return the lines of the keys of a TOML text that is known to be sound."""
    found: dict[str, int] = {}
    counts: dict[str, int] = {}
    prefix = quote = ""
    for number, line in enumerate(lines, 1):
        if quote:
            quote = "" if quote in line else quote
            continue
        header, key = _HEADER.match(line), _KEY.match(line)
        if header is not None:
            head, _, rest = header[2].partition(".")
            if header[1] and not rest:
                counts[head] = counts.get(head, -1) + 1
            name = f"{head}.{counts[head]}" if head in counts else head
            prefix = f"{name}.{rest}." if rest else f"{name}."
            found[prefix.rstrip(".")] = number
        elif key is not None:
            found[prefix + (key[1] or key[2] or key[3])] = number
            value = key[4]
            if value[:3] in ('"""', "'''") and value[:3] not in value[3:]:
                quote = value[:3]
    return found
