"""Leaks: what is published, what simulated players of known tendencies show, and the command.

The rates measured are printed: `pytest -s tests/test_leaks.py`, `-m slow` for the larger run.
"""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from dataclasses import replace
from math import sqrt
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner

from hhparse.audit import audit
from hhparse.cli import main
from hhparse.stats import aliases, stats
from hhparse.stats.bands import Band, Bands, BandsError, load, presets, usual
from hhparse.stats.chances import (
    FALSE,
    FEW,
    FIRM,
    FLAT,
    MOST,
    Edges,
    Prior,
    Trial,
    fit,
    judged,
    needed,
    outside,
    shrunk,
    standing,
    tails,
    verdict,
)
from hhparse.stats.costs import FEWEST, Cost, cost, slope
from hhparse.stats.intervals import wilson
from hhparse.stats.leaks import Counts, Leak, leaks
from hhparse.tables import tabulate
from hhparse.views.leaks import leaks_text
from tests.conftest import ROOT
from tests.plays import play
from tests.tendencies import Ring, Tendency

SESSION = ROOT / "samples" / "sessions" / "zoom_60_hands.txt"
PLO = ROOT / "hhparse" / "stats" / "bands" / "plo_6max.toml"


# --- chances


@pytest.mark.parametrize(("k", "n", "low", "high"), [(26, 40, 49.5, 77.9), (260, 400, 60.2, 69.5), (0, 20, 0.0, 16.1)])
def test_published_intervals(k: int, n: int, low: float, high: float) -> None:
    bounds = pl.select(*(each.alias(str(at)) for at, each in enumerate(wilson(pl.lit(k), pl.lit(n))))).row(0)
    assert [round(100 * each, 1) for each in bounds] == [low, high]


# the fifteen chances of Benjamini and Hochberg (1995), section 3.3: four stand
EXAMPLE = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0,
]  # fmt: skip


@pytest.mark.parametrize(
    ("chances", "count"),
    [
        (EXAMPLE, 4),
        (EXAMPLE[::-1], 4),
        ([], 0),
        ([0.051], 0),
        ([0.05], 1),
        ([0.03, 0.05], 2),
        ([0.03, 0.06], 0),
        ([0.026, 0.9], 0),
    ],
)
def test_which_tests_stand(chances: list[float], count: int) -> None:
    assert standing(chances) == count


@pytest.mark.parametrize(("a", "b"), [(12.0, 38.0), (4.0, 46.0), (40.0, 40.0), (1.5, 20.0)])
def test_the_fit_finds_the_pool(a: float, b: float) -> None:
    random = np.random.default_rng(3)
    n = random.integers(50, 800, 1500)
    prior = fit(random.binomial(n, random.beta(a, b, 1500)).tolist(), n.tolist())
    assert shrunk(0, 0, prior) == pytest.approx(a / (a + b), abs=0.01)
    assert prior.a + prior.b == pytest.approx(a + b, rel=0.15)


def test_a_pool_is_worth_no_more_than_it_tells() -> None:
    assert fit([3] * (FEW - 1), [10] * (FEW - 1)) == FLAT
    assert fit([3] * FEW + [0], [10] * FEW + [0]) == fit(
        [3] * FEW, [10] * FEW
    )  # who never had the chance tells nothing
    alike = fit([300] * 50, [1000] * 50)
    assert alike.a + alike.b == pytest.approx(FIRM)
    short = fit([2, 3, 4] * 4, [10] * 12)
    assert short.a + short.b < FIRM / 2  # so short that they look alike
    none = fit([0] * 50, [100] * 50)
    assert 0 < none.a < 0.1


def test_chances_by_hand() -> None:
    band = Edges(0.2, 0.5)
    assert outside(0, 0, band, Prior(1, 1)) == pytest.approx((0.2, 0.5))  # uniform
    assert outside(1, 1, band, Prior(1, 1)) == pytest.approx((0.04, 0.75))  # density 2x
    assert tails(2, 2, band) == pytest.approx((1, 2 * 0.25))  # both of two at a half; two edges
    assert tails(0, 3, band) == pytest.approx((1, 1))  # 2 x 0.512 is no chance
    assert tails(0, 3, Edges(0.5, 1)) == pytest.approx((0.125, 1))
    assert shrunk(1, 2, Prior(2, 6)) == 0.3


def test_the_pool_alone_accuses_and_acquits_nobody() -> None:
    loose, sound = Prior(80, 120), Prior(43, 157)
    assert outside(1, 4, Edges(0.18, 0.25), loose).above > 0.99
    assert verdict(1, 4, Edges(0.18, 0.25), loose, FALSE) == "unsure"
    assert verdict(0, 0, Edges(0.1, 0.5), sound, FALSE) == "unsure"
    assert verdict(0, 0, Edges(0.02, 0.04), FLAT, FALSE) == "unsure"  # outside on one side or the other for sure


def test_needed_falls_with_the_distance_and_with_what_was_played() -> None:
    band, prior = Edges(0.18, 0.25), Prior(20, 70)
    by_distance = [needed(k, 100, band, prior, FALSE) for k in range(28, 38)]
    known = [more for more in by_distance if more is not None]
    assert known == sorted(set(known), reverse=True)
    assert len(known) >= 9
    total = [(needed(36 * n // 100, n, band, prior, 0.001) or 0) for n in (25, 50, 75, 100)]
    assert total == sorted(total, reverse=True)
    strict = [needed(35, 100, band, prior, level) or 0 for level in (0.05, 0.01, 0.001)]
    assert strict == sorted(strict)


@pytest.mark.parametrize("k", [10, 21, 32, 35])
def test_needed_is_the_least_that_settles(k: int) -> None:
    band, prior = Edges(0.18, 0.25), Prior(20, 70)
    more = needed(k, 100, band, prior, 0.01)
    assert more is not None
    rate = shrunk(k, 100, prior)
    settled = [verdict(k + rate * extra, 100 + extra, band, prior, 0.01) != "unsure" for extra in (more - 1, more)]
    assert settled == [False, True]


def test_needed_says_nothing_where_nothing_is_known() -> None:
    assert needed(0, 0, Edges(0.18, 0.25), FLAT, FALSE) is None
    assert needed(0, 0, Edges(0.18, 0.25), Prior(20, 70), FALSE) is not None
    assert needed(25, 100, Edges(0.18, 0.25), Prior(25, 75), FALSE) is None  # on the edge
    assert MOST > 0


def test_a_statistic_without_occasions_is_no_test() -> None:
    """The verdict on one does not depend on bands that were not tested."""
    trial = Trial(40, 100, Edges(0.18, 0.30), FLAT)
    nothing = Trial(0, 0, Edges(0.18, 0.30), FLAT)
    assert tails(40, 100, trial.band).above == pytest.approx(0.0426, abs=1e-3)
    assert judged([trial])[0].verdict == "leak"
    assert judged([trial, *[nothing] * 20])[0].verdict == "leak"
    assert judged([trial, Trial(20, 100, Edges(0.18, 0.30), FLAT)])[0].verdict == "unsure"


# --- costs


def simulated(random: np.random.Generator, true_slope: float, players: int = 400) -> np.ndarray:
    """Return the halves of a pool: who does it more wins less, but each does it with his better hands."""
    rate = random.beta(12, 38, players)
    n = random.integers(60, 400, (2, players))
    k = random.binomial(n, rate)
    won = 1.5 * (k - n * rate) + n * (0.2 + true_slope * (rate - 0.24)) + random.normal(0, 3, (2, players)) * np.sqrt(n)
    return np.array([k, n, won], dtype=np.float64)


def test_the_cost_is_not_fooled_by_good_cards() -> None:
    pool = simulated(np.random.default_rng(4), -3.0, 4000)
    everyone = np.ones((1, pool.shape[2]))
    assert slope(pool, everyone)[0][0] == pytest.approx(-3.0, abs=0.35)
    k, n, won = pool.sum(axis=1)
    naive = np.polyfit(k / n, won / n, 1)[0]
    assert naive > -2.7  # the same hands for both: cards and habit are mixed up


def test_cost_and_its_interval() -> None:
    """In 40 pools the interval holds the true cost as often as it says."""
    sessions = np.array([[100, 35, 100]] * 20, dtype=np.float64)  # 35% where 25% is the edge: ten too many
    held = 0
    for seed in range(40):
        found = cost(sessions, simulated(np.random.default_rng(seed), -3.0), 0.25)
        assert found.value is not None
        assert found.interval is not None
        held += found.interval[0] <= 30.0 <= found.interval[1]
    print(f"\nintervals of the cost that hold it: {held}/40")
    assert held >= 34  # 38 are expected; fewer than 34 come in 2 of 100 runs


def test_too_low_costs_where_it_pays_to_do_more() -> None:
    sessions = np.array([[100, 15, 100]] * 20, dtype=np.float64)
    found = cost(sessions, simulated(np.random.default_rng(1), 3.0), 0.25)
    assert found.value == pytest.approx(30.0, abs=12)


def test_where_no_cost_is_known() -> None:
    random = np.random.default_rng(1)
    sessions = np.array([[100, 35, 100]] * FEWEST, dtype=np.float64)
    pool = simulated(random, -3.0)
    assert cost(sessions, pool[:, :, : FEW - 1], 0.25) == Cost(
        None, None, "only 9 others had the occasion often enough to compare results"
    )
    alike = pool.copy()
    alike[0] = random.binomial(pool[1].astype(int), 0.24)
    assert cost(sessions, alike, 0.25).why == "the others differ too little in it to compare results"
    few = cost(sessions[1:], pool, 0.25)
    assert (few.value is None, few.interval, few.why) == (False, None, "no interval from fewer than 5 sessions")


# --- bands


def test_the_bands_that_come_with_it() -> None:
    assert list(presets()) == ["nlhe_6max", "nlhe_6max_seats", "nlhe_full_ring", "plo_6max"]
    assert [bands.name for bands in usual()] == ["nlhe_6max", "nlhe_full_ring", "plo_6max"]
    for bands in presets().values():
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", bands.version)
        assert bands.source
    assert Band("cold_call", "", 0, 0.15) in load("nlhe_6max").bands
    assert Band("wsd", "", 0.47, 1) in load("nlhe_6max").bands
    assert Band("vpip", "BTN", 0.43, 0.51) in load("nlhe_6max_seats").bands
    assert len(load("nlhe_6max").bands) == 20


def test_no_default_bands_forbid_every_player() -> None:
    """VPIP by seat would: the mean of the least of each is above the most over all seats."""
    by_seat, pooled = load("nlhe_6max_seats"), load("nlhe_6max")
    (most,) = [band.high for band in pooled.bands if band.statistic == "vpip"]
    assert sum(band.low for band in by_seat.bands) / len(by_seat.bands) > most


HEAD = 'title = "T"\nversion = "2026-01-01"\nsource = "me"\n[applies]\nwhere = "seats > 2"\n'
GOOD_BAND = '[[band]]\nstatistic = "vpip"\nlow = 18\nhigh = 25\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title = ", "not TOML"),
        (HEAD, "there is no [[band]] in it"),
        (HEAD.replace("source", "sauce") + GOOD_BAND, "unknown key sauce; near: source"),
        (HEAD.replace('source = "me"\n', "") + GOOD_BAND, "missing key source"),
        (HEAD.replace('"2026-01-01"', "2026") + GOOD_BAND, "version must be text"),
        (HEAD.replace("[applies]\n", "") + GOOD_BAND, "unknown key where"),
        ('title = "T"\n' + GOOD_BAND, "there is no [applies] with a where in it"),
        (HEAD.replace("where =", "were =") + GOOD_BAND, "applies: unknown key were; near: where"),
        (HEAD.replace("seats >", "seat s >") + GOOD_BAND, "applies: where: the filter 'seat s > 2' is no expression"),
        (HEAD.replace("seats >", "chairs >") + GOOD_BAND, "which is no flag"),
        ("on_request = 1\n" + HEAD + GOOD_BAND, "on_request 1 must be true or false"),
        (HEAD + GOOD_BAND.replace("vpip", "vpi"), "band 1: there is no statistic vpi; near: vpip"),
        (HEAD + GOOD_BAND.replace("vpip", "af"), "band 1: af: it is no share of occasions"),
        (HEAD + GOOD_BAND.replace("low", "lo"), "band 1: vpip: unknown key lo; near: low"),
        (HEAD + GOOD_BAND.replace("18", '"18"'), "band 1: vpip: low '18' must be a number of percent, 0 to 100"),
        (HEAD + GOOD_BAND.replace("25", "true"), "band 1: vpip: high True must be a number of percent"),
        (HEAD + GOOD_BAND.replace("25", "250"), "band 1: vpip: high 250 must be a number of percent"),
        (HEAD + GOOD_BAND.replace("25", "18"), "band 1: vpip: low 18 is not below high 18"),
        (HEAD + '[[band]]\nstatistic = "vpip"\n', "band 1: vpip: missing key low or high"),
        (HEAD + GOOD_BAND + 'position = "UGT"\n', "band 1: vpip: position 'UGT' is not one of SB, BB"),
        (HEAD + GOOD_BAND + GOOD_BAND, "band 2: statistic vpip has its band already, number 1"),
        ("band = [3]\n" + HEAD, "band 1: it must be a table"),
        ("band = [{low = 3}]\n" + HEAD, "band 1: missing key statistic"),
    ],
)
def test_bad_bands_say_where(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(BandsError) as error:
        load(str(path))
    assert str(error.value).startswith(f"{path}: ")
    assert message in str(error.value)


def test_bands_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(BandsError, match=r"no bands 'nlhe_6mx'; there are nlhe_6max, .*; near: nlhe_6max"):
        load("nlhe_6mx")
    with pytest.raises(BandsError, match=r"none.toml: cannot be read: No such file"):
        load(str(tmp_path / "none.toml"))
    (tmp_path / "latin.toml").write_bytes(b'title = "\xe9"')
    with pytest.raises(BandsError, match=r"latin.toml: cannot be read: it is not UTF-8"):
        load(str(tmp_path / "latin.toml"))


# --- players of known tendencies, through tables, flags, sessions and all

EDGES = {
    "vpip": (0.18, 0.25),
    "rfi": (0.14, 0.20),
    "three_bet": (0.06, 0.12),
    "fold_to_three_bet": (0.45, 0.60),
    "four_bet": (0.02, 0.04),
    "cbet_flop": (0.55, 0.70),
    "fold_to_cbet_flop": (0.45, 0.60),
    "steal": (0.14, 0.20),
    "squeeze": (0.06, 0.12),
    "fold_to_steal": (0.75, 0.82),
}
BANDS = Bands("known", "Known", "1", "us", "seats = 6", tuple(Band(name, "", *edges) for name, edges in EDGES.items()))
LEAKY = 10  # every so many players have a leak of ten points in VPIP


class Measured(NamedTuple):
    """What was found of simulated players."""

    clean: int  # players without a leak
    accused: int  # of those, who was said to have one
    leaky: int
    caught: int
    occasions: float  # of the planted leak, on average
    found: int  # leaks of all players
    false: int  # of those, such as are none
    intervals: int
    held: int

    def __str__(self) -> str:
        return (
            f"\n{self.accused}/{self.clean} players without a leak were said to have one\n"
            f"{self.false}/{self.found} of all leaks found were false\n"
            f"{self.caught}/{self.leaky} planted leaks of 10 points were found, of {self.occasions:.0f} occasions\n"
            f"{self.held}/{self.intervals} = {100 * self.held / self.intervals:.1f}% of intervals hold the true rate"
        )


def drawn(random: Random, number: int) -> Tendency:
    """Return a player inside all bands, as often as not right on an edge; every tenth with a leak."""
    edges = {name: EDGES[name] for name in Tendency._fields}
    rates = {name: random.choice([low, high, random.uniform(low, high)]) for name, (low, high) in edges.items()}
    return Tendency(**{**rates, "vpip": EDGES["vpip"][1] + 0.1} if number % LEAKY == 0 else rates)


def measure(players: int, hands: int, seed: int) -> Measured:
    """Deal hands, count them in batches, and judge every player."""
    random = Random(seed)
    tendencies = [drawn(random, number) for number in range(players)]
    ring, counts = Ring(random, tendencies), Counts([BANDS])
    for start in range(0, hands, 2000):
        batch = [ring.hand(number) for number in range(start, min(hands, start + 2000))]
        counts.add(tabulate(batch, actions_only=True))
    accused = caught = found = false = intervals = held = occasions = 0
    for number, tendency in enumerate(tendencies):
        known, rows = tendency.known(), leaks(counts, f"P{number}")
        said = {row.statistic for row in rows if row.verdict == "leak"}
        none = {name for name in said if EDGES[name][0] <= known[name] <= EDGES[name][1]}
        found, false = found + len(said), false + len(none)
        if number % LEAKY == 0:
            caught += "vpip" in said
            occasions += sum(row.n for row in rows if row.statistic == "vpip")
        else:
            accused += bool(said)
        apart = [row for row in rows if row.interval and row.statistic not in ("steal", "squeeze")]  # parts of others
        intervals += len(apart)
        held += sum(row.interval[0] <= known[row.statistic] <= row.interval[1] for row in apart if row.interval)
    leaky = -(-players // LEAKY)
    return Measured(players - leaky, accused, leaky, caught, occasions / leaky, found, false, intervals, held)


def judge(measured: Measured) -> None:
    """Hold the measured rates against the stated ones, within three standard errors where luck may go either way."""
    print(measured)
    assert measured.accused <= FALSE * measured.clean
    assert measured.false <= FALSE * measured.found
    assert measured.caught >= 0.8 * measured.leaky
    assert 480 <= measured.occasions <= 600
    error = sqrt(0.95 * 0.05 / measured.intervals)
    assert abs(measured.held / measured.intervals - 0.95) <= 3 * error


def test_players_of_known_tendencies() -> None:
    judge(measure(players=60, hands=5600, seed=5))


@pytest.mark.slow
def test_many_players_of_known_tendencies() -> None:
    judge(measure(players=300, hands=28000, seed=6))


def test_simulated_hands_are_legal_and_their_tendencies_known() -> None:
    ring = Ring(Random(1), [Tendency()] * 8)
    hands = [ring.hand(number) for number in range(400)]
    assert [finding for hand in hands[:150] for finding in audit(hand)] == []
    pooled = stats(tabulate(hands), by=())
    for name, rate in Tendency().known().items():
        k, n = pooled.filter(pl.col("statistic") == name).select("k", "n").row(0)
        assert n > 0
        assert abs(k - n * rate) <= 4 * sqrt(n * rate * (1 - rate)), name


def shares(seed: int, players: int, excess: float) -> tuple[int, int]:
    """Return how many players are accused, and of how many the one statistic outside is found.

    All 20 statistics lie on an edge of their bands, where a wrong verdict is likeliest, but one that is `excess` above
    and has 500 occasions. The others have up to 800.
    """
    random = np.random.default_rng(seed)
    bands = [Edges(low, low + wide) for low in (0.05, 0.2, 0.45, 0.6) for wide in (0.03, 0.07, 0.1, 0.15, 0.2)]
    priors = [Prior(60 * (band.low + band.high) / 2, 60 * (1 - (band.low + band.high) / 2)) for band in bands]
    accused = caught = 0
    for _ in range(players):
        leaky, n = int(random.integers(len(bands))), random.integers(0, 800, len(bands))
        rates = [band[random.integers(2)] for band in bands]
        n[leaky], rates[leaky] = 500, bands[leaky].high + excess
        k = random.binomial(n, rates)
        rows = zip(k, n, bands, priors, strict=True)
        trials = [Trial(int(one), int(of), band, prior) for one, of, band, prior in rows]
        found = [row.verdict == "leak" for row in judged(trials)]
        accused += any(found)
        caught += found[leaky]
    return accused, caught


def test_players_on_every_edge() -> None:
    players = 200
    accused, _ = shares(1, players, 0.0)
    _, caught = shares(2, players, 0.1)
    print(
        f"\n{accused}/{players} players on the edges of 20 bands accused; {caught}/{players} leaks of 10 points found"
    )
    assert accused <= FALSE * players
    assert caught >= 0.8 * players


# --- the command


def run(*arguments: str | Path) -> str:
    result = CliRunner().invoke(main, ["leaks", *map(str, arguments)])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(*arguments: str | Path) -> str:
    result = CliRunner().invoke(main, ["leaks", *map(str, arguments)])
    assert result.exit_code == 2, result.output
    return result.output


def test_the_hero_is_the_player() -> None:
    assert run(SESSION) == run(SESSION, "--player", "Marjoram")
    assert run(SESSION).startswith("Marjoram, 6-max no-limit hold'em: 60 hands\n  bands nlhe_6max of 2026-11-30\n")


def test_json_has_all_fields_and_the_shown_hands() -> None:
    document = json.loads(run(SESSION, "--format", "json", "--hands", "3"))
    assert document["player"] == "Marjoram"
    assert [bands["name"] for bands in document["bands"]] == ["nlhe_6max"]
    rows = document["statistics"]
    assert len(rows) == 20
    named = {"mean", "prior", "below", "above", "verdict", "cost", "cost_interval", "cost_note", "more", "command"}
    for row in rows:
        assert named <= row.keys()
        assert ("shown" in row) == (row["verdict"] == "leak")
        assert row["n"] == 0 or row["interval"][0] - 1e-9 <= row["rate"] <= row["interval"][1] + 1e-9
    assert [row["verdict"] for row in rows] == sorted(
        (row["verdict"] for row in rows), key=["leak", "unsure", "inside"].index
    )
    assert all(len(row["shown"]) <= 3 for row in rows if "shown" in row)


@pytest.mark.parametrize("options", [(), ("--bands", "nlhe_6max_seats"), ("--where", "seats = 6 AND position <> 'BB'")])
def test_the_command_shown_shows_the_hands(options: tuple[str, ...]) -> None:
    """What it prints adds up to the k and n of the leak, and begins with the hands that --hands shows."""
    rows = json.loads(run(SESSION, "--format", "json", "--hands", "2", *options))["statistics"]
    found = [row for row in rows if row["verdict"] == "leak"]
    assert found
    for row in found:
        program, *arguments = shlex.split(row["command"])
        assert program == "hhparse"
        lines = CliRunner().invoke(main, arguments).stdout.splitlines()
        assert lines[-1].split()[-2:] == [str(row["k"]), str(row["n"])]
        hands = [line.split() for line in lines[1:-1]]
        kept = [cells[:2] for cells in hands if (int(cells[-2]) > 0) == (row["side"] == "high")]
        assert [[one["place"], one["hand_id"]] for one in row["shown"]] == kept[:2]


def test_the_text_shows_the_hands_under_each_leak() -> None:
    text = run(SESSION, "--hands", "2")
    places = re.findall(r"^ {7}(\S+):(\d+) +(\d+)$", text, re.MULTILINE)
    assert len(places) == 2 * text.count("is too ")
    lines = SESSION.read_text(encoding="utf-8").splitlines()
    for _, line, number in places:
        assert f"#{number}:" in lines[int(line) - 1]


def test_no_other_command_waits_for_scipy() -> None:
    code = (
        "import sys; from hhparse.cli import main; main(sys.argv[1:], standalone_mode=False);"
        "print('scipy' in sys.modules)"
    )
    for arguments, wanted in ((["stats", str(SESSION)], "False"), (["leaks", str(SESSION)], "True")):
        done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
        assert done.stdout.splitlines()[-1] == wanted


def test_an_alias_and_a_player_of_two_names() -> None:
    rows = json.loads(run(SESSION, "--alias", "Me=Marjoram,harebell", "--format", "json"))["statistics"]
    assert "--alias Me=Marjoram,harebell" in rows[0]["command"]
    alone = json.loads(run(SESSION, "--format", "json"))["statistics"]
    assert rows[0]["hands"] >= alone[0]["hands"]


def test_own_bands(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(HEAD + GOOD_BAND.replace("25", "90"))
    assert re.search(r"inside: VPIP \d+\.\d% \(\d+/\d+\)", run(SESSION, "--bands", path))
    assert "bands mine of 2026-01-01\n  from me\n" in run(SESSION, "--bands", path)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "Missing argument 'PATHS...'"),
        ((SESSION, "--player", "Marjorm"), "there is no player Marjorm in these files; near: Marjoram"),
        ((SESSION, "--bands", "nlhe"), "no bands 'nlhe'; there are nlhe_6max"),
        ((SESSION, "--bands", "plo_6max", "--bands", PLO), "two of them have the same name"),
        ((SESSION, "--bands", "plo_6max"), "no hand of Marjoram is of a game with bands: plo_6max"),
        ((SESSION, "--where", "seats > 9"), "no hand is left by this selection"),
        ((SESSION, "--where", "sets > 9"), "sets, which is no flag"),
        ((SESSION, "--hands", "0"), "0 is not in the range x>=1"),
        ((SESSION, "-", "--hands", "1"), "standard input does not allow"),
        ((ROOT / "samples" / "pokerstars",), "these are the hands of several; choose with --player"),
        ((ROOT / "samples" / "bad" / "read" / "prose.txt",), "there is no hand in these files"),
    ],
)
def test_wrong_usage(arguments: tuple[str | Path, ...], message: str) -> None:
    assert message in re.sub(r"\s+", " ", refused(*arguments))


def test_nobodys_hands_offer_the_players(tmp_path: Path) -> None:
    text = SESSION.read_text(encoding="utf-8")
    (tmp_path / "seen.txt").write_text(re.sub(r"^Dealt to .*\n", "", text, flags=re.MULTILINE), encoding="utf-8")
    assert "these are nobody's own hands; choose with --player: Marjoram, " in refused(tmp_path / "seen.txt")


# --- counting


def test_a_pool_is_of_the_same_stakes_without_the_player() -> None:
    ring = Ring(Random(3), [Tendency()] * 20)
    counts = Counts([BANDS])
    counts.add(tabulate([ring.hand(number) for number in range(300)]))
    fitted = leaks(counts, "P0")
    counts.add(tabulate([play("UTG r6, HJ f, CO f, BTN f, SB f, BB f", hand_id="x", stakes=None, currency="EUR")]))
    assert leaks(counts, "P0") == fitted  # euros are other stakes
    ring, small = Ring(Random(3), [Tendency()] * FEW), Counts([BANDS])
    small.add(tabulate([ring.hand(number) for number in range(300)]))
    assert all(leak.prior == FLAT for leak in leaks(small, "P0"))  # with himself it would be enough
    assert all(leak.prior == FLAT for leak in leaks(counts, "UTG"))


@pytest.mark.parametrize("size", [1, 7, 300])
def test_batches_make_no_difference(size: int) -> None:
    ring = Ring(Random(3), [Tendency(vpip=0.6)] * 20)
    hands = [ring.hand(number) for number in range(300)]
    parts = [hands[start : start + size] for start in range(0, 300, size)] if size > 1 else [hands[:1], hands[1:]]
    counts = Counts([BANDS])
    for part in parts:
        counts.add(tabulate(part))
    rows = counts.result().filter(pl.col("player") == "P1")
    assert rows["session"].n_unique() == 3  # a hundred hands each
    single = stats(tabulate(hands), player="P1")
    for leak in leaks(counts, "P1"):
        assert single.filter(pl.col("statistic") == leak.statistic).select("k", "n").row(0) == (leak.k, leak.n)


def test_positions_and_presets_are_told_apart() -> None:
    hands = [
        play("UTG r6, HJ f, CO f, BTN f, SB f, BB f", hand_id="1"),
        play("UTG f, UTG+1 f, LJ f, HJ f, CO f, BTN f, SB c, BB x", seats=8, hand_id="2"),
    ]
    counts = Counts(presets().values(), aliases=aliases("Me=UTG"))
    counts.add(tabulate(hands))
    found = {
        (leak.bands.name, leak.statistic, leak.position): (leak.k, leak.n, leak.hands) for leak in leaks(counts, "Me")
    }
    assert found["nlhe_6max", "vpip", ""] == (1, 1, 1)
    assert found["nlhe_6max_seats", "vpip", "UTG"] == (1, 1, 1)
    assert found["nlhe_6max_seats", "vpip", "BTN"] == (0, 0, 1)
    assert found["nlhe_full_ring", "vpip", ""] == (0, 1, 1)
    assert not any(name == "plo_6max" for name, *_ in found)


def test_the_text_says_what_leaks_cost() -> None:
    """The dearest first; a cost that may be none is said to be so; one unknown comes last, with its reason."""
    counts = Counts([BANDS])
    ring = Ring(Random(3), [Tendency(vpip=0.6), *[Tendency()] * 20], hero=0)
    counts.add(tabulate([ring.hand(number) for number in range(300)]))
    leak = next(leak for leak in leaks(counts, "P0") if leak.statistic == "vpip")
    costs = [
        Cost(2.04, (0.5, 3.6), ""),
        Cost(1.0, (-1.0, 3.0), ""),
        Cost(0.9, None, "one session"),
        Cost(-1.0, (-2.0, 0.5), ""),
    ]
    lines = list(leaks_text([leak._replace(cost=each) for each in costs], "P0", "hhparse stats x", None, {}))
    assert lines[3] == "  4 leaks, the most expensive first"
    assert [line.strip() for line in lines if " bb/100" in line] == [
        "costs 2.0 bb/100, 95% interval 0.5 to 3.6",
        "costs 1.0 bb/100, 95% interval -1.0 to 3.0; it may cost nothing",
        "costs about 0.9 bb/100; one session",
        "costs -1.0 bb/100, 95% interval -2.0 to 0.5; no loss is seen",
    ]
    unknown = list(leaks_text([leak._replace(cost=Cost(None, None, "why"))], "P0", "hhparse stats x", None, {}))
    assert unknown[3] == "  1 leak, the most frequent first"
    assert unknown[6].endswith(" times too many in 100 hands; cost unknown: why")


def test_big_bets_and_big_blinds_have_no_common_cost() -> None:
    ring = Ring(Random(3), [Tendency(vpip=0.8), *[Tendency()] * 20], hero=0)
    hands = [ring.hand(number) for number in range(200)]
    counts = Counts([BANDS])
    counts.add(tabulate([*hands[:100], *(replace(hand, limit="FL") for hand in hands[100:])]))
    leak = next(leak for leak in leaks(counts, "P0") if leak.statistic == "vpip")
    assert (leak.verdict, leak.unit) == ("leak", "BB, bb")
    assert leak.cost == Cost(None, None, "big blinds of no limit and big bets of fixed limit do not add up")


def test_a_leak_says_what_it_is() -> None:
    counts = Counts([BANDS])
    ring = Ring(Random(3), [Tendency(vpip=0.6), *[Tendency()] * 20], hero=0)
    counts.add(tabulate([ring.hand(number) for number in range(500)]))
    found: list[Leak] = leaks(counts, "P0")
    first = next(leak for leak in found if leak.statistic == "vpip")
    assert (first.verdict, first.too_high, first.where) == ("leak", True, "seats = 6")
    assert first.excess == pytest.approx(100 * (first.k - 0.25 * first.n) / 500)
    assert first.rate is not None
    assert first.mean < first.rate
    assert first.unit == "bb"
    assert all(leak.more is None or leak.verdict == "unsure" for leak in found)
