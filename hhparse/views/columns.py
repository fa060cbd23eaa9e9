"""Rows of cells as aligned text."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from unicodedata import combining, east_asian_width


def width(text: str) -> int:
    """Return how many columns a terminal gives a text: wide characters two, combining ones none."""
    if text.isascii():
        return len(text)
    return sum(2 if east_asian_width(char) in "WF" else 0 if combining(char) else 1 for char in text)


def columns(rows: Sequence[Sequence[str]], left: Collection[int] = (0,), indent: str = "  ") -> Iterator[str]:
    """Yield rows with their cells aligned: the columns numbered in `left` to the left, the others to the right."""
    if not rows:
        return
    widths = [max(width(row[at]) for row in rows) for at in range(len(rows[0]))]
    for row in rows:
        padded = [(cell, " " * (size - width(cell))) for cell, size in zip(row, widths, strict=True)]
        cells = [cell + blank if at in left else blank + cell for at, (cell, blank) in enumerate(padded)]
        yield (indent + "  ".join(cells)).rstrip()


def count(number: int, one: str, many: str | None = None) -> str:
    """Return a number with its noun: `1 hand`, `2,000 hands`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
