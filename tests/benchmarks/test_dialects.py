"""How fast each grammar is beside the first one: no dialect takes more than twice its time per line.

    pytest tests/benchmarks/test_dialects.py -s

The hands are the samples, repeated. Lines are compared, since a hand of one site has twice the lines of another's, and
lines of the same play differ by few characters. The two sides run in turns, so that a busy machine slows both.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from statistics import median

import pytest

from hhparse.model import Hand
from hhparse.reading.grammar import names
from hhparse.reading.read import parse_text, read

from ..conftest import ROOT
from .test_speed import seconds

FIRST = "pokerstars"
LINES = 6000  # of each side in each round
ROUNDS = 7
MOST = 2.0  # times


@lru_cache(maxsize=1)
def samples() -> dict[str, list[Hand]]:
    found: dict[str, list[Hand]] = {}
    for hand in read(ROOT / "samples"):
        if isinstance(hand, Hand):
            found.setdefault(hand.dialect, []).append(hand)
    return found


def history(name: str) -> tuple[str, int]:
    """Return the samples of a dialect, repeated, and the number of their lines."""
    lines = [line for hand in samples()[name] for line in (*hand.source.lines, "", "")]
    printed = sum(1 for line in lines if line.strip())
    times = -(-LINES // printed)
    return "\n".join(lines * times), printed * times


def work(text: str) -> Callable[[], object]:
    hands, errors = parse_text(text)
    assert (bool(hands), errors) == (True, [])
    return partial(parse_text, text)


@pytest.mark.parametrize("name", [name for name in names() if name != FIRST])
def test_a_dialect_is_as_fast_as_the_first(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    (text, lines), (first_text, first_lines) = history(name), history(FIRST)
    one, other = work(text), work(first_text)  # compiled and cached
    times = median(seconds(one) / seconds(other) for _ in range(ROUNDS)) * first_lines / lines
    with capsys.disabled():
        print(f"\n  {name}: {times:.2f} times the time of {FIRST} per line")
    assert times <= MOST
