"""Bytes to lines: every encoding and line end gives the same lines, and every line its byte span."""

from __future__ import annotations

import gzip
import io
import itertools
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hhparse.errors import UnknownFormat
from hhparse.reading import source
from hhparse.reading.source import Block, Input, blocks, inputs, sniff

TEXT = "PokerStars Hand #1: é €\nSeat 1: Ünal\n\nlast"


def lines_of(data: bytes, begins: str = "PokerStars") -> list[Block]:
    return list(blocks(io.BytesIO(data), lambda line: line.startswith(begins), lambda count: None))


def flat(found: list[Block]) -> list[str]:
    return [line for block in found for line in block.lines]


@pytest.mark.parametrize(
    ("data", "skipped"),
    [
        (TEXT.encode(), 0),
        (TEXT.encode("utf-8-sig"), 3),
        (b"\xff\xfe" + TEXT.encode("utf-16-le"), 2),
        (b"\xfe\xff" + TEXT.encode("utf-16-be"), 2),
        (TEXT.encode("utf-16-le"), 0),
        (TEXT.encode("utf-16-be"), 0),
        (TEXT.encode("cp1252"), 0),
        (TEXT.replace("\n", "\r\n").encode(), 0),
        (TEXT.replace("\n", "\r").encode("cp1252"), 0),
        (TEXT.replace("\n", "\r\n", 1).encode(), 0),
        (TEXT.replace("\n", "\r", 1).encode("utf-8-sig"), 3),
    ],
)
def test_the_same_lines_in_every_encoding(data: bytes, skipped: int) -> None:
    (block,) = lines_of(data)
    assert block.lines == TEXT.split("\n")
    assert sniff(data)[1] == skipped == block.starts[0]
    assert block.ends[-1] == len(data)


def test_lines_that_mix_encodings_are_told_apart() -> None:
    data = "Jürgen €5".encode() + b"\n" + "Jürgen €5".encode("cp1252") + b"\n\x81\xa0"
    (block,) = lines_of(data)
    assert block.lines == ["Jürgen €5", "Jürgen €5", "\x81\xa0"]
    assert [data[start:end] for start, end in zip(block.starts, block.ends, strict=True)] == data.split(b"\n")


def test_zero_bytes_and_marks_inside_a_file_are_not_part_of_a_line() -> None:
    data = b"a\n\0\0b\0\n\xef\xbb\xbfc\n\0"
    (block,) = lines_of(data)
    assert block.lines == ["a", "b", "c", ""]
    spans = list(zip(block.starts, block.ends, strict=True))
    assert [data[start:end] for start, end in spans] == [b"a", b"b", b"c", b""]


@given(st.binary(max_size=300))
def test_any_bytes_give_lines_with_rising_spans(data: bytes) -> None:
    found = lines_of(data)
    starts = list(itertools.chain(*(block.starts for block in found)))
    ends = list(itertools.chain(*(block.ends for block in found)))
    assert all(start <= end for start, end in zip(starts, ends, strict=True))
    assert all(end <= start for end, start in zip(ends, starts[1:], strict=False))
    assert not ends or ends[-1] <= len(data)


@given(st.lists(st.sampled_from(["hand", "x", "", "é"]), max_size=40), st.sampled_from(["\n", "\r\n", "\r"]))
def test_blocks_end_where_hands_begin(lines: list[str], end: str) -> None:
    whole = lines_of(end.join(lines).encode())
    small = source.BLOCK
    source.BLOCK = 7
    try:
        pieces = lines_of(end.join(lines).encode(), "hand")
    finally:
        source.BLOCK = small
    assert flat(pieces) == flat(whole)
    assert [at for block in pieces for at in block.starts] == [at for block in whole for at in block.starts]
    assert all(block.lines[0] == "hand" for block in pieces[1:])
    assert [block.line for block in pieces] == [
        1 + sum(len(earlier.lines) for earlier in pieces[:at]) for at in range(len(pieces))
    ]


def test_text_without_hands_is_passed_on_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "BLOCK", 64)
    monkeypatch.setattr(source, "LONGEST", 256)
    found = lines_of(b"nothing here\n" * 1000)
    assert len(found) > 10
    assert len(flat(found)) == 1001


def names(paths: list[str | Path]) -> list[str]:
    return [item.path if isinstance(item, Input) else str(item) for item in inputs(paths)]


def test_folders_and_archives_are_opened(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "one.txt").write_text("1")
    (tmp_path / "a.txt.gz").write_bytes(gzip.compress(b"2"))
    with zipfile.ZipFile(tmp_path / "c.zip", "w") as archive:
        archive.writestr("in/two.txt", "3")
    found = list(inputs([tmp_path]))
    assert [item.path.removeprefix(f"{tmp_path}/") for item in found if isinstance(item, Input)] == [
        "a.txt.gz",
        "b/one.txt",
        "c.zip/in/two.txt",
    ]
    for item, content in zip(found, [b"2", b"1", b"3"], strict=True):
        assert isinstance(item, Input)
        with item.open() as stream:
            assert stream.read() == content


def test_a_link_to_a_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("1")
    (tmp_path / "again").symlink_to(tmp_path)
    assert names([tmp_path]) == [f"{tmp_path}/a.txt"]


def test_a_broken_archive_is_an_error_in_its_place(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(b"PK not really")
    (tmp_path / "b.txt").write_text("1")
    first, second = inputs([tmp_path])
    assert isinstance(first, UnknownFormat)
    assert first.render() == f"{tmp_path}/a.zip:1:1: error: cannot be read: file is not a zip file"
    assert isinstance(second, Input)
