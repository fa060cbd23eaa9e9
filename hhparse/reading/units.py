"""Units: text that is read in other pieces than lines, as its grammar says, each with its place in the file."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from hhparse.model import Place


class Layout(NamedTuple):
    """How a dialect's text is laid out where its units are not lines.

    `unit` matches a unit; `heading` begins what stands once for the hands that follow it. `order` finds in a unit its
    number among the units of a round, which may be printed in another order; `round` begins a round. These two may be
    absent.
    """

    unit: re.Pattern[str]
    heading: re.Pattern[str]
    order: re.Pattern[str] | None
    round: re.Pattern[str] | None

    def in_order(self, units: Sequence[str]) -> list[int]:
        """Return the places of the units in the order of reading: numbered ones change places inside their round."""
        places = list(range(len(units)))
        if self.order is None or self.round is None:
            return places
        numbered: list[tuple[int, int]] = []
        for at, unit in enumerate(units):
            if self.round.match(unit):
                _settle(places, numbered)
                numbered = []
            elif found := self.order.match(unit):
                numbered.append((int(found[1]), at))
        _settle(places, numbered)
        return places


def _settle(places: list[int], numbered: list[tuple[int, int]]) -> None:
    for (_, at), (_, taken) in zip(numbered, sorted(numbered), strict=True):
        places[at] = taken


class Lines(NamedTuple):
    """Pieces of a file: their texts, their byte spans, and the file's line and column of each."""

    texts: list[str]
    starts: list[int]
    ends: list[int]
    places: list[Place]


class Folded(NamedTuple):
    """How to find the text that is not read by lines, and its units.

    `probe` finds where such text begins, and names its dialect; `begins` tells whether a line begins a hand.
    """

    probe: re.Pattern[str]
    probe_bytes: re.Pattern[bytes]
    layouts: dict[str, Layout]
    begins: Callable[[str], re.Match[str] | None]

    def unfold(self, lines: list[str], starts: list[int], ends: list[int], line: int, column: int) -> Lines:
        """Return the units of the lines where they have some, and all other lines as they are.

        The first line begins at `line` and `column` of the file.
        """
        found = Lines([], [], [], [])
        layout: Layout | None = None
        wide = is_wide(lines, starts, ends)
        for at, text in enumerate(lines):
            hit = self.probe.search(text)
            if hit:
                layout = self.layouts[hit.lastgroup or ""]
            elif layout is not None and self.begins(text):
                layout = None
            first = column if at == 0 else 1
            if layout is None:
                pieces: Iterator[tuple[int, int]] = iter([(0, len(text))])
            else:
                pieces = _pieces(text, layout.unit)
            offset = _offsets(text, ends[at] - starts[at], wide=wide)
            for start, end in pieces:
                found.texts.append(text[start:end])
                found.starts.append(starts[at] + offset(start))
                found.ends.append(starts[at] + offset(end))
                found.places.append(Place(line + at, first + start, found.starts[-1]))
        return found


def _pieces(text: str, unit: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Yield the spans of the units of a line, and of what is between them and not blank."""
    at = 0
    for match in unit.finditer(text):
        yield from _between(text, at, match.start())
        yield match.span()
        at = match.end()
    yield from _between(text, at, len(text))


def _between(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    part = text[start:end]
    if bare := part.strip():
        start += part.index(bare)
        yield start, start + len(bare)


def width(part: str, line: str, size: int, *, wide: bool) -> int:
    """Return how many bytes a part of a line takes; the line's `size` in bytes tells its encoding."""
    encoding = _encoding(line, size, wide=wide)
    return len(part) if encoding == "latin-1" else len(part.encode(encoding, "surrogatepass"))


def is_wide(lines: Sequence[str], starts: Sequence[int], ends: Sequence[int]) -> bool:
    """Tell whether lines are UTF-16: one line whose bytes fit no other encoding decides."""
    for line, start, end in zip(lines, starts, ends, strict=True):
        if end - start != len(line.encode("utf-8", "surrogatepass")):
            return end - start == len(line.encode("utf-16-le", "surrogatepass"))
        if line and line.isascii():
            return False
    return False


def _encoding(line: str, size: int, *, wide: bool) -> str:
    """Return the encoding of a line that takes `size` bytes, latin-1 for any with one byte a character."""
    if wide:
        return "utf-16-le"
    return "utf-8" if len(line.encode("utf-8", "surrogatepass")) == size else "latin-1"


def _offsets(line: str, size: int, *, wide: bool) -> Callable[[int], int]:
    """Return the function from the characters of a line to its bytes."""
    encoding = _encoding(line, size, wide=wide)
    if encoding == "latin-1" or size == len(line):
        return lambda at: at
    broad = [at for at, character in enumerate(line) if encoding != "utf-8" or not character.isascii()]
    ends, total = [], 0
    for at in broad:
        total += len(line[at].encode(encoding, "surrogatepass")) - 1
        ends.append(total)

    def offset(at: int) -> int:
        before = bisect_right(broad, at - 1)
        return at + (ends[before - 1] if before else 0)

    return offset
