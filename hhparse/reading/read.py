"""Read histories: files in, hands and refusals out, every byte accounted for."""

from __future__ import annotations

import gc
import io
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from hhparse.errors import HandError, Location, NoHand, ParseError, UnknownFormat, UnsupportedGame
from hhparse.model import Hand, Source
from hhparse.reading.build import build
from hhparse.reading.grammar import any_separator, any_start, any_tournament_summary, dialect, folded, layouts
from hhparse.reading.source import STDIN, UNREADABLE, Block, Input, blocks, inputs, reason, unreadable
from hhparse.reading.units import Layout, is_wide, width


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

        before, heading = account.read_bytes, Heading()
        try:
            with item.open() as stream:
                for block in blocks(stream, any_start().match, counted, folded()):
                    for found in hands(item.path, block, heading):
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
                for left in heading.left(item.path):
                    account.ignored_bytes += left.source.start - position
                    position = left.source.end
                    account.refused_bytes += left.source.end - left.source.start
                    yield self._count(left)
        except UNREADABLE as error:
            yield self._count(_nothing(unreadable(item.path, reason(error))))
        account.ignored_bytes += account.read_bytes - before - position


def _nothing(error: UnknownFormat) -> Refused:
    return Refused(error, Source(error.location.path, error.location.line, 0, 0, ()))


class Heading:
    """What stands once in a file for the hands that follow it: read with each of them, part of the first one's span."""

    def __init__(self) -> None:
        self.units = Block(0, [], [], [])
        self.fresh = False  # no hand has been read with it yet
        self.kind: type[UnknownFormat] = NoHand  # of the error when no hand follows, UnknownFormat after the first hand

    def take(self, path: str, units: Block) -> Iterator[Refused]:
        """Put units in the place of those before; refuse these if no hand has followed them."""
        yield from self.left(path)
        self.units, self.fresh = units, True

    def left(self, path: str) -> Iterator[Refused]:
        """Refuse what no hand has followed."""
        if self.fresh:
            self.fresh = False
            _, lines, starts, ends, places = self.units
            source = Source(path, places[0].line, starts[0], ends[-1], lines, places)
            place = Location(path, *places[0][:2])
            yield Refused(
                self.kind(place, "no hand follows what stands here for several", lines[0], begins=place.column), source
            )


def hands(path: str, block: Block, heading: Heading) -> Iterator[Hand | Refused]:
    """Return the hands of a block of lines, and what stands before the first; `heading` is kept from block to block."""
    if block.places:
        yield from _hands_of_units(path, block, heading)
        return
    yield from heading.left(path)
    begins = any_start().match
    cuts = [at for at, line in enumerate(block.lines) if begins(line)]
    if not cuts:
        yield from _strange(path, block, len(block.lines), NoHand if block.line == 1 else UnknownFormat)
    elif cuts[0] > 0:
        yield from _strange(path, block, cuts[0], UnknownFormat)
    for first, last in pairwise([*cuts, len(block.lines)]):
        yield from _hand(path, block, first, last)


def _hands_of_units(path: str, block: Block, heading: Heading) -> Iterator[Hand | Refused]:
    """Return the hands of a block in which some text is read in other units than lines."""
    begins, headings = any_start().match, [layout.heading.match for layout in layouts().values()]
    marks = []  # where hands and headings begin
    for at, line in enumerate(block.lines):
        if match := begins(line):
            marks.append((at, match.lastgroup or ""))
        elif any(begin(line) for begin in headings) and (not marks or marks[-1][1]):
            marks.append((at, ""))
    first = marks[0][0] if marks else len(block.lines)
    if first:
        yield from _strange(path, block, first, NoHand if heading.kind is NoHand and not marks else UnknownFormat)
    for (first, name), (last, _) in pairwise([*marks, (len(block.lines), "")]):
        layout = layouts().get(name)
        if not name:
            yield from heading.take(path, _part(block, range(first, last)))
        elif layout is None:
            yield from heading.left(path)
            heading.kind = UnknownFormat
            yield from _hand(path, block, first, last)
        else:
            heading.kind = UnknownFormat
            yield _hand_of_units(path, block, range(first, last), heading, name, layout)


def _part(block: Block, which: Sequence[int]) -> Block:
    columns = (block.lines, block.starts, block.ends, block.places)
    return Block(block.line, *([column[at] for at in which] for column in columns))  # type: ignore[arg-type]


def _hand_of_units(path: str, block: Block, span: range, heading: Heading, name: str, layout: Layout) -> Hand | Refused:
    """Read a hand with the heading it shares with others; its numbered units are put in their order."""
    order = layout.in_order(block.lines[span.start : span.stop])
    _, lines, starts, ends, places = _part(block, [span.start + at for at in order])
    first = heading.units if heading.fresh else _part(block, span[:1])
    head, heading.fresh = heading.units, False
    source = Source(
        path,
        first.places[0].line,
        first.starts[0],
        block.ends[span.stop - 1],
        [*head.lines, *lines],
        [*head.places, *places],
    )
    try:
        return build(dialect(name), source, [*head.starts, *starts], [*head.ends, *ends])
    except HandError as error:
        # what is wrong in the heading is so before the hand's own number is read
        error.hand_id = error.hand_id or dialect(name).value(block.lines[span.start], "hand_id")
        return Refused(error.with_traceback(None), source)


def _hand(path: str, block: Block, first: int, last: int) -> Iterator[Hand | Refused]:
    lines = block.lines
    while not lines[last - 1].strip():
        last -= 1
    match = any_start().match(lines[first])
    name = (match and match.lastgroup) or ""
    starts, ends = block.starts[first:last], block.ends[first:last]
    source = Source(path, block.place(first)[0], starts[0], ends[-1], lines[first:last], block.places[first:last])
    try:
        yield build(dialect(name), source, starts, ends)
        return
    except HandError as error:
        refusal = error.with_traceback(None)  # a value: it must not keep the frames of the reader alive
    if not isinstance(refusal, ParseError):
        yield Refused(refusal, source)
        return
    glued = None if block.places else _glued(source, refusal)
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
    wide = is_wide(block.lines, block.starts, block.ends)
    middle = block.ends[at] - width(line[column:], line, block.ends[at] - block.starts[at], wide=wide)
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


def _strange(path: str, block: Block, last: int, kind: type[UnknownFormat]) -> Iterator[Refused]:
    """Refuse the lines before the first hand, blank ones and separators left out."""
    kept = [at for at, line in enumerate(block.lines[:last]) if line.strip() and not _separates(line)]
    if kept:
        low, high = kept[0], kept[-1]
        lines = block.lines[low : high + 1]
        line, column = block.place(low)
        places = block.places[low : high + 1]
        source = Source(path, line, block.starts[low], block.ends[high], lines, places)
        summary = any_tournament_summary().match(lines[0])
        message = "a tournament summary, not a hand" if summary else "no hand history of a known site begins here"
        yield Refused(kind(Location(path, line, column), message, lines[0], begins=column), source)


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
    heading, data = Heading(), io.BytesIO(text.encode("utf-8", "replace"))
    for block in blocks(data, any_start().match, lambda count: None, folded()):
        yield from hands(path, block, heading)
    yield from heading.left(path)
