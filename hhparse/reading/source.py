"""Bytes to lines of text: files, folders, archives and standard input; encodings, line ends, stray bytes.

Every line knows its byte span in its file, so that every byte can be accounted for.
"""

from __future__ import annotations

import gzip
import os
import re
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import IO, AnyStr, NamedTuple

from hhparse.errors import Location, UnknownFormat
from hhparse.model import Place
from hhparse.reading.units import Folded

BLOCK = 1 << 20  # bytes read at a time
STDIN = "<stdin>"  # the name of standard input in messages
LONGEST = 1 << 24  # text without the beginning of a hand is passed on in pieces of about this size

# Bytes that cp1252 leaves undefined are kept as the control characters of latin-1.
_CP1252 = {
    code: bytes([code]).decode("cp1252") for code in range(0x80, 0xA0) if code not in (0x81, 0x8D, 0x8F, 0x90, 0x9D)
}
_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_LINE_BYTES = re.compile(rb"([^\r\n]*)(\r\n|\r|\n|\Z)")
STRAY = "\0\ufeff"  # what copying and appending leave at the ends of lines
UNREADABLE = (OSError, EOFError, zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError)


class Input(NamedTuple):
    """Something to read: `path` is its name in messages; `open` returns its bytes."""

    path: str
    open: Callable[[], IO[bytes]]


class Block(NamedTuple):
    """Lines of a file: `starts` and `ends` are their byte spans without line ends; `line` numbers the first.

    Where other units than lines are read, `places` tells where each begins.
    """

    line: int
    lines: list[str]
    starts: list[int]
    ends: list[int]
    places: Sequence[Place] = ()

    def place(self, at: int) -> tuple[int, int]:
        """Return the file's line and the column at which `lines[at]` begins."""
        return self.places[at][:2] if self.places else (self.line + at, 1)


def inputs(paths: Iterable[str | os.PathLike[str]]) -> Iterator[Input | UnknownFormat]:
    """Return every file under the paths: folders in the order of names, archives opened, `-` standard input.

    A path that cannot be read is returned as an error in its place.
    """
    for path in paths:
        if str(path) == "-":
            yield Input(STDIN, lambda: sys.stdin.buffer)
        else:
            yield from _inputs(Path(path))


def _inputs(path: Path) -> Iterator[Input | UnknownFormat]:
    try:
        if path.is_dir():
            for entry in sorted(path.iterdir()):
                if not (entry.is_symlink() and entry.is_dir()):  # a link to a folder could lead in a circle
                    yield from _inputs(entry)
        elif path.suffix.lower() == ".zip":
            yield from _members(path)
        elif path.suffix.lower() == ".gz":
            yield Input(str(path), lambda: _gunzip(path))
        elif path.exists() and not path.is_file():
            yield unreadable(str(path), "not a regular file")
        else:
            yield Input(str(path), lambda: path.open("rb"))
    except UNREADABLE as error:
        yield unreadable(str(path), reason(error))


def _gunzip(path: Path) -> IO[bytes]:
    return gzip.open(path, "rb")  # type: ignore[return-value]


def _members(path: Path) -> Iterator[Input]:
    archive = zipfile.ZipFile(path)  # stays open as long as one of its members is still to be read
    for name in sorted(info.filename for info in archive.infolist() if not info.is_dir()):
        yield Input(f"{path}/{name}", lambda name=name: archive.open(name))  # type: ignore[misc]


def unreadable(path: str, why: str) -> UnknownFormat:
    """Return the error for a file that cannot be read."""
    return UnknownFormat(Location(path, 1), f"cannot be read: {why}")


def reason(error: BaseException) -> str:
    """Return what the operating system or the archive said, in lower case and without the path."""
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return text[:1].lower() + text[1:]


def blocks(
    stream: IO[bytes],
    begins: Callable[[str], object],
    counted: Callable[[int], None],
    folded: Folded | None = None,
) -> Iterator[Block]:
    """Return the lines of a stream in blocks that end where a hand begins, so that no hand is cut.

    `begins` tells of a line whether a hand begins there; `counted` is told the bytes read; `folded` finds what is read
    in other units than lines.
    """
    data, offset, line, column, encoding, want = b"", 0, 1, 1, "", BLOCK
    while True:
        more = _read(stream, want)
        counted(len(more))
        final = len(more) < want
        data += more
        if not encoding:
            encoding, skip = sniff(data)
            data, offset = data[skip:], skip
        block = Block(line, *split(data if final else _whole(data), encoding, offset))
        if folded and folded.probe_bytes.search(data if encoding == "8-bit" else data.replace(b"\0", b"")):
            block = Block(line, *folded.unfold(block.lines, block.starts, block.ends, line, column))
        if final:
            yield block
            return
        _, lines, starts, ends, places = block
        cut = next((at for at in range(len(lines) - 1, 0, -1) if begins(lines[at])), 0)
        if not cut and len(data) > LONGEST:
            cut = len(lines) - 1
        if cut:
            yield Block(line, lines[:cut], starts[:cut], ends[:cut], places[:cut])
            data = data[starts[cut] - offset :]
            line, column = block.place(cut)
            offset, want = starts[cut], BLOCK
        else:
            want = max(BLOCK, len(data))  # twice as much, so that a long stretch is not read over and over


def _whole(data: bytes) -> bytes:
    """Return the bytes without the beginning of a UTF-8 character that was cut off at their end."""
    for back in range(1, min(4, len(data) + 1)):
        byte = data[-back]
        if byte >= 0xC0:  # begins a character of two bytes, of three from E0, of four from F0
            return data[:-back] if back < 2 + (byte >= 0xE0) + (byte >= 0xF0) else data
        if byte < 0x80:
            break
    return data


def _read(stream: IO[bytes], size: int) -> bytes:
    """Return `size` bytes, fewer only at the end (a pipe may give less at a time)."""
    parts = []
    while size > 0:
        part = stream.read(size)
        if not part:
            break
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def sniff(data: bytes) -> tuple[str, int]:
    """Return the encoding by its mark or its zero bytes, and the length of the mark.

    "8-bit" is UTF-8 or cp1252, told line by line where a file mixes them.
    """
    if data.startswith(b"\xef\xbb\xbf"):
        return "8-bit", 3
    if data.startswith(b"\xff\xfe"):
        return "utf-16-le", 2
    if data.startswith(b"\xfe\xff"):
        return "utf-16-be", 2
    head = data[:400]
    if len(head) > 3:
        even, odd = head[0::2].count(0), head[1::2].count(0)
        if odd > 0.8 * len(head) / 2 and even < 0.1 * len(head) / 2:
            return "utf-16-le", 0
        if even > 0.8 * len(head) / 2 and odd < 0.1 * len(head) / 2:
            return "utf-16-be", 0
    return "8-bit", 0


def split(data: bytes, encoding: str, offset: int) -> tuple[list[str], list[int], list[int]]:
    """Return the lines of `data` and their byte spans, counted from `offset`."""
    if encoding != "8-bit":
        lines, starts, ends = _split_text(data.decode(encoding, "replace"), offset, encoding)
        last = offset + len(data)  # an odd last byte is half a character
        return _without_strays(lines, starts, [min(end, last) for end in ends], encoding)
    try:
        text = data.decode("ascii" if data.isascii() else "utf-8")
    except UnicodeDecodeError:
        return _without_strays(*_split_bytes(data, offset), "utf-8")
    lines, starts, ends = _split_text(text, offset, "utf-8")
    if "\0" in text or "\ufeff" in text:
        return _without_strays(lines, starts, ends, "utf-8")
    return lines, starts, ends


def _split_text(text: str, offset: int, encoding: str) -> tuple[list[str], list[int], list[int]]:
    returns = text.count("\r")
    if returns != text.count("\r\n"):
        found = _closed(_LINE.findall(text))
        lines, line_ends = [line for line, _ in found], [len(end) for _, end in found]
    else:
        lines = text.split("\n")
        line_ends = [1] * len(lines)
        if returns:
            line_ends = [2 if line.endswith("\r") else 1 for line in lines]
            lines = [line[:-1] if line.endswith("\r") else line for line in lines]
    if encoding != "utf-8":
        widths = [len(line.encode(encoding, "surrogatepass")) for line in lines]
        line_ends = [2 * end for end in line_ends]
    elif text.isascii():
        widths = [len(line) for line in lines]
    else:
        widths = [len(line) if line.isascii() else len(line.encode()) for line in lines]
    return (lines, *_spans(widths, line_ends, offset))


def _closed(found: list[tuple[AnyStr, AnyStr]]) -> list[tuple[AnyStr, AnyStr]]:
    """Return the lines without the empty one that the expression finds after a last line that has no line end."""
    return found[:-1] if len(found) > 1 and not found[-2][1] else found


def _spans(widths: list[int], line_ends: list[int], offset: int) -> tuple[list[int], list[int]]:
    steps = [width + end for width, end in zip(widths, line_ends, strict=True)]
    starts = list(accumulate(steps[:-1], initial=offset))
    return starts, [start + width for start, width in zip(starts, widths, strict=True)]


def _split_bytes(data: bytes, offset: int) -> tuple[list[str], list[int], list[int]]:
    """Split a file that is not UTF-8 throughout."""
    found = _closed(_LINE_BYTES.findall(data))
    lines = [decode(line) for line, _ in found]
    return (lines, *_spans([len(line) for line, _ in found], [len(end) for _, end in found], offset))


def decode(line: bytes) -> str:
    """Return a line of bytes as UTF-8 if it can be, else as cp1252."""
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode("latin-1").translate(_CP1252)


def _without_strays(
    lines: list[str], starts: list[int], ends: list[int], encoding: str
) -> tuple[list[str], list[int], list[int]]:
    """Take zero bytes and byte order marks off both ends of each line."""
    for at, line in enumerate(lines):
        if line and (line[0] in STRAY or line[-1] in STRAY):
            kept = line.lstrip(STRAY)
            starts[at] += len(line[: len(line) - len(kept)].encode(encoding))
            bare = kept.rstrip(STRAY)
            ends[at] -= len(kept[len(bare) :].encode(encoding))
            lines[at] = bare
    return lines, starts, ends
