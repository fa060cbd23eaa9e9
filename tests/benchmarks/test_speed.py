"""How fast: against another parser on the same hands in the same run, and against what no parser can beat.

    pytest tests/benchmarks --benchmark-enable --benchmark-group-by=func     timings
    pytest tests/benchmarks -s                                               ratios, memory

Ratios are taken in one process, the two sides in turns, so that a busy machine slows both.
"""

from __future__ import annotations

import importlib
import io
import re
import statistics
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from hhparse.audit import audit
from hhparse.equity import Skipped, adjusted
from hhparse.equity.count import boards, equities
from hhparse.equity.deal import deal
from hhparse.model import GAMES, Hand
from hhparse.reading.grammar import any_start, dialect
from hhparse.reading.read import parse_text
from hhparse.reading.source import Block, blocks
from hhparse.replay import replay
from hhparse.report import page, survey
from hhparse.stats import stats
from hhparse.tables import tabulate

# hands of no-limit hold'em that the other parser takes without an error
FILES = (
    "pokerstars/ring/NLHE-6max-EUR-0.05-0.10-200911.txt",
    "pokerstars/ring/NLHE-6max-USD-0.05-0.10-200911.txt",
    "pokerstars/tour/NLHE-USD-MTT-5r-200710.txt",
)
ROUNDS = 5


@pytest.fixture(scope="module")
def text(corpus: Path) -> str:
    return "\n\n".join((corpus / name).read_text(encoding="utf-8") for name in FILES)


@pytest.fixture(scope="module")
def history(text: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("speed") / "hands.txt"
    path.write_text(text, encoding="utf-8")
    return path


def block_of(text: str) -> Block:
    (block,) = blocks(io.BytesIO(text.encode()), lambda line: False, lambda count: None)
    return block


def other_parser(text: str) -> int:
    from pokerkit import PokerStarsParser

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return sum(1 for _ in PokerStarsParser()(text))


def parsed(text: str) -> list[Hand]:
    return parse_text(text)[0]


def audited(text: str) -> int:
    return sum(len(audit(hand)) for hand in parsed(text))


def reported(path: Path) -> int:
    return len(list(page(survey([str(path)]))))


def recognised(block: Block) -> int:
    """Match every line by the grammar alone: no hand is built."""
    first = dialect("pokerstars").first
    begins = any_start().match
    state, known = first, 0
    for line in block.lines:
        if begins(line):
            state = first
        match = state.match(line)
        if match is not None and match.lastindex is not None:
            state = state.moves[match.lastindex].after
            known += 1
    return known


FLOOR = re.compile(
    r"(?P<player>.+?): (?P<verb>folds|checks|calls|bets|raises|posts|shows|mucks)(?P<rest>.*)"
    r"|Seat (?P<seat>\d+): (?P<who>.+?) \((?P<stack>.*)|(?P<other>.*)"
)


def floor(text: str) -> int:
    """Read, split, and match one expression with named groups a line: what any parser by lines must do."""
    match = FLOOR.fullmatch
    return sum(match(line) is not None for line in text.split("\n"))


def seconds(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def ratio(slow: Callable[[], object], fast: Callable[[], object]) -> float:
    """Return how many times faster `fast` is: the median over rounds in which both run in turn."""
    fast()  # compiled and cached
    return statistics.median(seconds(slow) / seconds(fast) for _ in range(ROUNDS))


def test_against_another_parser(text: str, history: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Per hand: text to hands at least 20 times faster, to audited hands 12 times, the whole report 8 times."""
    theirs = other_parser(text)
    ours = len(parsed(text))
    share = ours / theirs  # it loses hands; the ratio is per hand
    ratios = {
        "text to hands": (20, share * ratio(lambda: other_parser(text), lambda: parsed(text))),
        "text to audited hands": (12, share * ratio(lambda: other_parser(text), lambda: audited(text))),
        "the whole report": (8, share * ratio(lambda: other_parser(text), lambda: reported(history))),
    }
    with capsys.disabled():
        print(f"\n{ours} hands here, {theirs} there")
        for name, (least, times) in ratios.items():
            print(f"  {name:24} {times:6.1f} times faster (at least {least})")
    for name, (least, times) in ratios.items():
        assert times >= least, name


def test_recogniser_beside_the_floor(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    block = block_of(text)
    times = 1 / ratio(lambda: floor(text), lambda: recognised(block))
    with capsys.disabled():
        print(f"\n  the recogniser takes {times:.2f} times the floor")
    assert times < 6


def test_replay_costs_at_most_as_much_as_parsing(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    hands = parsed(text)
    times = ratio(lambda: parsed(text), lambda: [replay(hand) for hand in hands])
    with capsys.disabled():
        print(f"\n  parsing takes {times:.2f} times a replay")
    assert times >= 1


def peak(history: Path, output: Path) -> int:
    """Return the peak memory in KiB of a process that parses a file to Parquet."""
    code = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    command = [sys.executable, "-m", "hhparse", "parse", str(history), "-o", str(output)]
    return int(subprocess.run([sys.executable, "-c", code, *command], capture_output=True, check=True).stdout)


def test_memory_does_not_grow_with_the_hands(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Parse to Parquet twenty and sixty times the hands: the peak of the process stays."""
    peaks = []
    for times in (20, 60):
        history = tmp_path / f"{times}.txt"
        history.write_text((text + "\n\n") * times, encoding="utf-8")
        peaks.append(peak(history, tmp_path / f"tables{times}"))
    with capsys.disabled():
        print(f"\n  peak {peaks[0] // 1024} MiB for 20 times the hands, {peaks[1] // 1024} MiB for 60 times")
    assert peaks[1] < 1.1 * peaks[0]


def test_equities_are_a_small_part_of_a_report(
    corpus: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of a folder in which every sixth hand is all-in with cards to come."""
    module = importlib.import_module("hhparse.tables.tabulate")
    spent = 0.0

    def timed(hand: Hand, paid: dict[int, int], live: int) -> dict[int, int] | Skipped:
        nonlocal spent
        begin = time.thread_time()
        found = adjusted(hand, paid, live)
        spent += time.thread_time() - begin
        return found

    monkeypatch.setattr(module, "adjusted", timed)
    parts = []
    for _ in range(ROUNDS):
        spent, begin = 0.0, time.thread_time()
        reported(corpus / "pokerstars")
        parts.append(spent / (time.thread_time() - begin))
    with capsys.disabled():
        print(f"\n  equities are {parts[0]:.0%} of the first report, {statistics.median(parts):.0%} of a later one")
    assert statistics.median(parts) < 0.2


@pytest.mark.parametrize(
    ("game", "hands", "board", "least"),
    [
        ("holdem", "AhKh QdJd", "", 500e6),
        ("omaha", "AhKh7d8d QdJdTc9c", "", 200e6),
        ("omaha_hilo", "AhKh7d8d QdJdTc9c", "", 100e6),
        ("omaha6_hilo", "AhKh7d8d2s3s QdJdTc9c4h5h", "", 40e6),
        ("holdem", "AhKh QdJd", "2h 3h 4d", 1e6),
        ("omaha_hilo", "AhKh7d8d QdJdTc9c", "2h 3h 4d", 5e5),
    ],
)
def test_boards_counted_in_a_second(
    game: str, hands: str, board: str, least: float, capsys: pytest.CaptureFixture[str]
) -> None:
    table = deal(GAMES[game], hands, board)
    ranked = len(table.hands) * int(boards(GAMES[game], *table).ways.sum())
    best = min(seconds(lambda: equities(boards(GAMES[game], *table))) for _ in range(20))
    with capsys.disabled():
        print(
            f"\n  {game} {board or 'before the flop'}: {1e3 * best:.2f} ms,"
            f" {ranked / best / 1e6:,.0f} million hands a second"
        )
    assert ranked / best > least


def test_help_starts_fast(capsys: pytest.CaptureFixture[str]) -> None:
    """Start-up imports neither lark nor polars nor matplotlib."""
    code = "import hhparse.cli, sys; print(sorted({'lark', 'polars', 'matplotlib', 'numpy'} & set(sys.modules)))"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


@pytest.mark.benchmark(group="steps")
def test_time_of_parsing(benchmark: BenchmarkFixture, text: str) -> None:
    benchmark(parsed, text)


@pytest.mark.benchmark(group="steps")
def test_time_of_replay(benchmark: BenchmarkFixture, text: str) -> None:
    hands = parsed(text)
    benchmark(lambda: [replay(hand) for hand in hands])


@pytest.mark.benchmark(group="steps")
def test_time_of_audit(benchmark: BenchmarkFixture, text: str) -> None:
    hands = parsed(text)
    benchmark(lambda: [audit(hand) for hand in hands])


@pytest.mark.benchmark(group="steps")
def test_time_of_tables(benchmark: BenchmarkFixture, text: str) -> None:
    hands = parsed(text)
    benchmark(tabulate, hands)


@pytest.mark.benchmark(group="steps")
def test_time_of_report(benchmark: BenchmarkFixture, history: Path) -> None:
    benchmark(reported, history)


@pytest.mark.benchmark(group="steps")
def test_time_of_recogniser(benchmark: BenchmarkFixture, text: str) -> None:
    block = block_of(text)
    benchmark(recognised, block)


@pytest.mark.benchmark(group="steps")
def test_time_of_floor(benchmark: BenchmarkFixture, text: str) -> None:
    benchmark(floor, text)


MILLION = """
import resource, sys, time
import polars as pl
from hhparse.reading.read import parse_text
from hhparse.stats import DEFINITIONS, stats
from hhparse.tables import Tables, tabulate
from hhparse.tables.dataset import renumbered
tables = tabulate(parse_text(open(sys.argv[1], encoding="utf-8").read())[0])
times = 1_000_000 // tables.events.height + 1
parts = [renumbered(tables, number * tables.hands.height) for number in range(times)]
hands, seats, events = (pl.concat(part) for part in zip(*parts))
many = Tables(hands.with_columns(pl.col("hand").cast(pl.String).alias("hand_id")), seats, events)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for chosen in ([DEFINITIONS["vpip"]], DEFINITIONS.values()):
    begin = time.perf_counter()
    stats(many, definitions=chosen)
    print(time.perf_counter() - begin)
print(many.events.height, before, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def test_statistics_of_a_million_events(history: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All statistics by player in one pass: less than 20 times one of them, and no more than 1 GiB above the tables."""
    result = subprocess.run([sys.executable, "-c", MILLION, str(history)], capture_output=True, text=True, check=True)
    one, every, rest = result.stdout.splitlines()
    rows, before, after = map(int, rest.split())
    with capsys.disabled():
        print(f"\n  {rows:,} events: one statistic {float(one):.2f} s, all {float(every):.2f} s")
        print(f"  peak {after // 1024} MiB, of which the tables {before // 1024} MiB")
    assert float(every) < 20 * float(one)
    assert after - before < 2**20


@pytest.mark.benchmark(group="steps")
def test_time_of_statistics(benchmark: BenchmarkFixture, text: str) -> None:
    tables = tabulate(parsed(text))
    benchmark(stats, tables)
