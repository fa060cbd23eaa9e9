"""Read histories: files in, hands and refusals out, every byte accounted for."""

from __future__ import annotations

import gc
import io
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from hhparse.errors import HandError, Location, NoHand, ParseError, UnknownFormat, UnsupportedGame
from hhparse.model import Hand, Source
from hhparse.reading.build import build
from hhparse.reading.grammar import any_separator, any_start, any_tournament_summary, dialect
from hhparse.reading.source import STDIN, UNREADABLE, Block, Input, blocks, inputs, reason, unreadable


class Refused(NamedTuple):
    """Text that gave no hand: why, and where it stands (an empty span for a file that could not be read)."""

    error: HandError
    source: Source


@dataclass(slots=True)
class Account:
    """Where the bytes went: hands + refused + ignored = read."""

    files: int = 0
    hands: int = 0
    refused: int = 0  # faults: without the next two
    unsupported: int = 0  # hands of games that are not played here
    other_files: int = 0  # found in a folder, without a hand in them
    read_bytes: int = 0
    hand_bytes: int = 0
    refused_bytes: int = 0
    ignored_bytes: int = 0  # blank lines and separators between hands

    @property
    def balanced(self) -> bool:
        """Tell whether every byte is accounted for."""
        return self.hand_bytes + self.refused_bytes + self.ignored_bytes == self.read_bytes


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pause the cyclic garbage collector while many hands are built.

    Hands hold no cycles, and looking for some among ever more of them costs up to half the speed.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class Reading:
    """Iterate over the hands and refusals of files; `account` is right when the iteration has ended.

    `finished` is called with the bytes of each stretch of a file that is done (for a progress bar).
    """

    def __init__(
        self, paths: Iterable[str | os.PathLike[str]], finished: Callable[[int], None] = lambda count: None
    ) -> None:
        asked = [str(path) for path in paths]
        self._inputs = inputs(asked)
        self._named = {STDIN, *asked}
        self._finished = finished
        self.account = Account()

    def __iter__(self) -> Iterator[Hand | Refused]:
        for item in self._inputs:
            if isinstance(item, HandError):
                yield self._count(_nothing(item))
            else:
                yield from self._file(item)

    def is_fault(self, refused: Refused) -> bool:
        """Tell whether a refusal is a fault: not a game to come, nor another file that stands in a folder."""
        error = refused.error
        if isinstance(error, NoHand):
            return error.location.path in self._named
        return not isinstance(error, UnsupportedGame)

    def _count(self, refused: Refused) -> Refused:
        account = self.account
        if self.is_fault(refused):
            account.refused += 1
        elif isinstance(refused.error, UnsupportedGame):
            account.unsupported += 1
        else:
            account.other_files += 1
        return refused

    def _file(self, item: Input) -> Iterator[Hand | Refused]:
        account = self.account
        account.files += 1
        position = 0

        def counted(count: int) -> None:
            account.read_bytes += count

        before = account.read_bytes
        try:
            with item.open() as stream:
                for block in blocks(stream, any_start().match, counted):
                    for found in hands(item.path, block):
                        source = found.source
                        account.ignored_bytes += source.start - position
                        position = source.end
                        if isinstance(found, Hand):
                            account.hands += 1
                            account.hand_bytes += source.end - source.start
                        else:
                            self._count(found)
                            account.refused_bytes += source.end - source.start
                        yield found
                    self._finished(block.ends[-1] - block.starts[0])
        except UNREADABLE as error:
            yield self._count(_nothing(unreadable(item.path, reason(error))))
        account.ignored_bytes += account.read_bytes - before - position


def _nothing(error: UnknownFormat) -> Refused:
    return Refused(error, Source(error.location.path, error.location.line, 0, 0, ()))


def hands(path: str, block: Block) -> Iterator[Hand | Refused]:
    """Return the hands of a block of lines, and what stands before the first."""
    begins = any_start().match
    cuts = [at for at, line in enumerate(block.lines) if begins(line)]
    if not cuts:
        yield from _strange(path, block, len(block.lines), NoHand if block.line == 1 else UnknownFormat)
    elif cuts[0] > 0:
        yield from _strange(path, block, cuts[0], UnknownFormat)
    for first, last in pairwise([*cuts, len(block.lines)]):
        yield from _hand(path, block, first, last)


def _hand(path: str, block: Block, first: int, last: int) -> Iterator[Hand | Refused]:
    lines = block.lines
    while not lines[last - 1].strip():
        last -= 1
    match = any_start().match(lines[first])
    name = (match and match.lastgroup) or ""
    starts, ends = block.starts[first:last], block.ends[first:last]
    source = Source(path, block.line + first, starts[0], ends[-1], lines[first:last])
    try:
        yield build(dialect(name), source, starts, ends)
        return
    except HandError as error:
        refusal = error.with_traceback(None)  # a value: it must not keep the frames of the reader alive
    if not isinstance(refusal, ParseError):
        yield Refused(refusal, source)
        return
    glued = _glued(source, refusal)
    if glued is None:
        yield Refused(refusal, source)
    else:
        yield from _unglued(path, block, first, last, refusal, glued)


def _glued(source: Source, error: ParseError) -> int | None:
    """Return the column at which the next hand's first line begins inside the line that was refused."""
    if error.location.line == source.line:
        return None
    line = source.excerpt(error.location.line)
    for match in any_start().finditer(line, 1):
        if dialect(match.lastgroup or "").first.match(line[match.start() :]):
            return match.start()
    return None


def _unglued(
    path: str, block: Block, first: int, last: int, refusal: ParseError, column: int
) -> Iterator[Hand | Refused]:
    """Refuse a hand that was cut off in the middle of a line, and go on with the hand that follows on that line."""
    at = refusal.location.line - block.line
    line = block.lines[at]
    middle = block.ends[at] - _width(line[column:], line, block.ends[at] - block.starts[at])
    head = [*block.lines[first:at], line[:column]]
    source = Source(path, block.line + first, block.starts[first], middle, head)
    place = Location(path, refusal.location.line, column + 1)
    message = "the hand is cut off here, in the middle of a line, where another begins"
    yield Refused(ParseError(place, message, line, hand_id=refusal.hand_id), source)
    rest = Block(
        block.line + at,
        [line[column:], *block.lines[at + 1 : last]],
        [middle, *block.starts[at + 1 : last]],
        block.ends[at:last],
    )
    yield from _hand(path, rest, 0, len(rest.lines))


def _width(part: str, line: str, size: int) -> int:
    """Return how many bytes a part of a line takes; the line's `size` in bytes tells its encoding."""
    encodings = ("utf-8", "utf-16-le")
    encoding = next((name for name in encodings if len(line.encode(name, "surrogatepass")) == size), "latin-1")
    return len(part) if encoding == "latin-1" else len(part.encode(encoding, "surrogatepass"))


def _strange(path: str, block: Block, last: int, kind: type[UnknownFormat]) -> Iterator[Refused]:
    """Refuse the lines before the first hand, blank ones and separators left out."""
    kept = [at for at, line in enumerate(block.lines[:last]) if line.strip() and not _separates(line)]
    if kept:
        low, high = kept[0], kept[-1]
        lines = block.lines[low : high + 1]
        source = Source(path, block.line + low, block.starts[low], block.ends[high], lines)
        summary = any_tournament_summary().match(lines[0])
        message = "a tournament summary, not a hand" if summary else "no hand history of a known site begins here"
        yield Refused(kind(Location(path, source.line), message, lines[0]), source)


def _separates(line: str) -> bool:
    """Tell whether a line only separates hands, as archives number them and as sites announce the next one."""
    bare = line.strip()
    if any_tournament_summary().match(bare):
        return False
    return (bare.startswith("*****") and bare.endswith("*****")) or any_separator().fullmatch(bare) is not None


def read(paths: Iterable[str | os.PathLike[str]] | str | os.PathLike[str]) -> Reading:
    """Return the hands and refusals of files, folders and archives, lazily; never raises for a bad hand."""
    return Reading([paths] if isinstance(paths, (str, os.PathLike)) else paths)


def parse_text(text: str, path: str = "<text>") -> tuple[list[Hand], list[HandError]]:
    """Return the hands in a text and the errors of what could not be read."""
    with collector_paused():
        found = list(_text(text, path))
    errors = [item.error for item in found if isinstance(item, Refused)]
    return [item for item in found if isinstance(item, Hand)], errors


def parse_hand(text: str, path: str = "<text>") -> Hand:
    """Return the one hand in a text. Raises HandError when it cannot be read or is not one hand."""
    found = list(_text(text, path))
    for item in found:
        if isinstance(item, Refused):
            raise item.error
    if len(found) != 1:
        line = found[1].source.line if found else 1
        raise UnknownFormat(Location(path, line), f"expected one hand, found {len(found)}")
    assert isinstance(found[0], Hand)
    return found[0]


def _text(text: str, path: str) -> Iterator[Hand | Refused]:
    for block in blocks(io.BytesIO(text.encode("utf-8", "replace")), any_start().match, lambda count: None):
        yield from hands(path, block)
