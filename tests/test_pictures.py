"""Pictures: the figures they show, names as they are written, the same file every time, and what goes wrong."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import polars as pl
import pytest
from click.testing import Result
from matplotlib.figure import Figure
from matplotlib.text import Text

from hhparse.stats.bands import Bands
from hhparse.stats.chances import FLAT, Verdict
from hhparse.stats.costs import Cost
from hhparse.stats.leaks import Leak
from hhparse.views.pictures.grid import cell, grid, holding, holdings
from hhparse.views.pictures.groups import MOST, groups, rates, scale
from hhparse.views.pictures.hilo import hilo, outcomes
from hhparse.views.pictures.leaks import leaks
from hhparse.views.pictures.results import NothingToDraw, comparable
from hhparse.views.pictures.style import FORMATS, VERMILION, format_of, rendered, signed
from hhparse.views.pictures.winnings import lines, winnings

from .conftest import ROOT
from .test_cli import process, run

GOOD = ROOT / "samples" / "pokerstars" / "omaha_hilo_pl_scoop.txt"
START = datetime(2024, 1, 30, 20, tzinfo=UTC)
HALVES = ("scooped", "high_won", "low_won", "quartered", "three_quartered")


def played(*units: float, **columns: object) -> pl.DataFrame:
    """Hands of a player, a day apart, with a blind of 100; `columns` say what is not as usual."""
    size = len(units)
    usual = {
        "played_at": [START + timedelta(days=day) for day in range(size)],
        "kind": "ring",
        "measure": "bb",
        "unit": 100,
        "net_units": list(units),
        "net_adjusted": [round(100 * each) for each in units],
        "showdown": False,
        "game": "holdem",
        "hole": "As Kd",
        "position": "BTN",
        **dict.fromkeys(HALVES),
    }
    filled = {
        name: value if isinstance(value, list) else [value] * size for name, value in {**usual, **columns}.items()
    }
    return pl.DataFrame(filled, schema_overrides={**dict.fromkeys(HALVES, pl.Boolean), "net_units": pl.Float64})


def texts(figure: Figure) -> list[str]:
    return [text.get_text() for text in figure.findobj(Text) if isinstance(text, Text) and text.get_text()]


def test_lines_are_sums_in_order_of_time() -> None:
    hands = played(1, -3, 5, showdown=[False, True, True], net_adjusted=[100, 50, 500])
    assert {name: line.tolist() for name, line in lines(hands).items()} == {
        "net": [0, 1, -2, 3],
        "adjusted": [0, 1, 1.5, 6.5],
        "showdown": [0, 0, -3, 2],
        "before": [0, 1, 1, 1],
    }
    assert comparable(hands.reverse()).hands["net_units"].to_list() == [1, -3, 5]


def test_what_cannot_be_added_up_is_left_out_and_said() -> None:
    hands = played(
        1, 2, 3, 4, 5,
        measure=["bb", "bb", "BB", "bb", "bb"], kind=["ring"] * 4 + ["tournament"], net_units=[1.0, None, 3, 4, 5],
    )  # fmt: skip
    kept, unit, caption = comparable(hands)
    assert (kept["net_units"].to_list(), unit) == ([1, 4], "big blinds")
    left = "1 without a known blind, 1 of tournaments, 1 counted in big bets"
    assert caption == f"2 hands, 2024-01-30 to 2024-02-02; left out: {left}"
    with pytest.raises(NothingToDraw, match="1 without a known blind"):
        comparable(hands[1:2])


def test_rates_have_intervals_and_an_order() -> None:
    hands = played(1, 3, -5, 0, position=["BTN", "BTN", "SB", None], stakes=["10/20 USD", "9/18 USD", "2/4 EUR", "x"])
    table = rates(hands, "position")
    assert table["position"].to_list() == ["SB", "BTN", None]
    assert table["rate"].to_list() == [-500, 200, 0]
    low, high = table["low"].to_list(), table["high"].to_list()
    assert low[0] is None  # one hand says nothing of the others
    assert high[1] - low[1] == pytest.approx(2 * 1.959964 * 100)  # the deviation of 100 and 300, by the root of two
    assert rates(hands, "stakes")["stakes"].to_list() == ["2/4 EUR", "9/18 USD", "10/20 USD", "x"]


def test_groups_are_named_as_in_the_tables() -> None:
    figure = groups(played(1, 2, session=[START, None]), "me", "session")
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == ["2024-01-30 20:00", "-"]


def test_a_group_of_few_hands_has_no_say_in_the_scale() -> None:
    hands = played(*[0.1, -0.1] * 30, 500, position=["BTN"] * 60 + ["SB"])
    left, right = scale(rates(hands, "position"))
    assert -10 < left < 0 < right < 10
    assert scale(rates(played(7), "position"))[1] > 700  # but where all are few they fit


def test_more_groups_than_can_be_read() -> None:
    hands = played(*[1] * 100, *[2] * 50, stakes=[str(at) for at in range(100)] + [str(at) for at in range(50, 100)])
    figure = groups(hands, "me", "stakes")
    assert f"150 hands, 2024-01-30 to 2024-06-27; the {MOST} groups with the most hands of 100" in texts(figure)
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == [str(at) for at in range(50, 90)]


@pytest.mark.parametrize(("cards", "name"), [("As Kd", "AKo"), ("9h Ah", "A9s"), ("7c 7d", "77"), ("2c Ts", "T2o")])
def test_a_holding_has_its_cell(cards: str, name: str) -> None:
    assert holding(cards) == name
    assert [cell(row, column) for row in range(13) for column in range(13)].count(name) == 1


def test_the_grid_adds_up_holdings() -> None:
    hands = played(1, 2, -4, hole=["As Kd", "Kh Ac", "2c 2d"])
    assert holdings(hands).rows() == [("22", 1, -4), ("AKo", 2, 3)]
    assert {"AKo", "+3.0", "22", "−4.0"} <= set(texts(grid(hands, "me")))
    with pytest.raises(NothingToDraw, match="hold'em"):
        grid(played(1, 2, 3, game=["omaha", "holdem", "holdem"], hole=["As Ks Qs Js", None, "As ??"]), "me")


# scooped, high won, low won, quartered, three quarters; and what it is called
SHOWDOWNS = [
    ([True, True, True, False, False], "scooped"),
    ([True, True, None, None, None], "scooped"),
    ([False, True, True, False, True], "three quarters"),
    ([False, True, False, False, False], "split"),
    ([False, True, None, None, None], "split"),  # a tie for a pot without a low
    ([False, False, True, True, False], "quartered"),
    ([False, False, False, False, False], "lost"),
    ([None, None, None, None, None], None),
]


@pytest.mark.parametrize(("told", "name"), SHOWDOWNS)
def test_outcomes_of_showdowns(told: list[bool | None], name: str | None) -> None:
    table = outcomes(played(1, **dict(zip(HALVES, told, strict=True))))
    assert table.filter(pl.col("k") > 0)["outcome"].to_list() == ([] if name is None else [name])
    assert table["k"].sum() == table["n"][0] == (name is not None)


UNKNOWN = Cost(None, None, "too few")


def leak(title: str, k: int, n: int, verdict: Verdict, cost: Cost = UNKNOWN) -> Leak:
    """A statistic of 200 hands with a band of 20 to 30%."""
    bands = Bands("mine", "my game", "1", "invented", "seats > 1", ())
    rate, interval = (k / n, (0.3, 0.5)) if n else (None, None)
    return Leak(
        bands, "vpip", "", title, 0.2, 0.3, k, n, 200, rate, interval, 0.35, FLAT, 0.0, 1.0, verdict, cost, "bb", None
    )  # fmt: skip


def test_leaks_are_told_apart() -> None:
    rows = [
        leak("3-bet", 7, 20, "unsure"),
        leak("never met", 0, 0, "unsure"),
        leak("VPIP", 80, 200, "leak", Cost(2.3, (0.4, 4.1), "")),
        leak("PFR", 80, 200, "leak"),
    ]
    figure = leaks(rows, "me")
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == ["VPIP", "PFR", "3-bet"]
    assert {"Leaks of me", "leak", "40.0%", "80/200", "+2.3 bb (+0.4 to +4.1)", "unknown"} <= set(texts(figure))
    assert figure.texts[1].get_text().startswith("my game, 200 hands. Grey: the band")
    dots = [line for line in figure.axes[0].lines if line.get_marker() == "o"]
    assert [dot.get_color() == VERMILION for dot in dots] == [True, True, False]
    assert "lost in 100 hands" not in texts(leaks(rows[:1], "me"))
    with pytest.raises(NothingToDraw):
        leaks(rows[1:2], "me")


KINDS: list[Callable[[pl.DataFrame, str], Figure]] = [winnings, partial(groups, by="position"), grid, hilo]
HILO = {"scooped": True, "high_won": True, "low_won": True}


@pytest.mark.parametrize("name", ["$ick_of_$2$", r"\frac{1}", "名前 Пётр Ünï", "<b>&amp;", "x" * 300, "a\x07b"])
def test_any_name_is_drawn_as_it_is(name: str) -> None:
    figure = groups(played(1, -2, 3, table=name), name, "table")
    shown = name.replace("\x07", "␇")
    title, label = figure.texts[0].get_text(), figure.axes[0].get_yticklabels()[0].get_text()
    assert title == f"Win rate of {shown if len(shown) < 40 else 'x' * 39 + '…'} by table"
    assert label == (shown if len(shown) < 36 else "x" * 35 + "…")
    assert rendered(figure, "png").startswith(b"\x89PNG")


@pytest.mark.parametrize("draw", KINDS)
@pytest.mark.parametrize("units", [[0], [1], [1, -2], [0.5, -1] * 400])
def test_few_hands_and_many(draw: Callable[[pl.DataFrame, str], Figure], units: list[float]) -> None:
    figure = draw(played(*units, **HILO), "me")
    assert figure.get_size_inches()[0] * figure.dpi == 1200
    assert len(rendered(figure, "png")) > 10_000


@pytest.mark.parametrize("draw", KINDS)
@pytest.mark.parametrize("form", FORMATS)
def test_the_same_hands_give_the_same_file(draw: Callable[[pl.DataFrame, str], Figure], form: str) -> None:
    hands = played(1, -2, 3, **HILO)
    assert rendered(draw(hands, "me"), form) == rendered(draw(hands, "me"), form)


@pytest.mark.parametrize(("figure", "text"), [(1234.56, "+1,234.6"), (-0.32, "−0.3"), (0, "0.0"), (-0.04, "0.0")])
def test_figures_have_their_sign(figure: float, text: str) -> None:
    assert signed(figure) == text


@pytest.mark.parametrize(
    ("kind", "ending"), [("winnings", "png"), ("groups", "svg"), ("grid", "pdf"), ("hilo", "PNG"), ("leaks", "svg")]
)
def test_the_command_writes_a_file(kind: str, ending: str, tmp_path: Path) -> None:
    file = tmp_path / f"picture.{ending}"
    result = run("plot", kind, ROOT / "samples", "--player", "Hero", "-o", file)
    assert result.output.startswith(f"{file}: {kind} of Hero, ")
    assert result.exit_code == 0
    assert format_of(str(file)) == ending.lower()
    assert file.stat().st_size > 5000


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["winings", GOOD, "-o", "x.png"],
            "there is no picture 'winings', but winnings, groups, grid, hilo, leaks; near: winnings",
        ),
        (["groups", GOOD, "-o", "x.jpg"], "'x.jpg' does not end in .png, .svg, .pdf"),
        (["groups", GOOD, "-o", "x.png", "--by", "positon"], "there is no column 'positon'; near: position"),
        (["groups", GOOD, "-o", "x.png", "--player", "Tredegr"], "there is no player Tredegr in these files"),
        (["groups", GOOD, "-o", "x.png", "--where", "seats > 99"], "no hand is left by this selection"),
        (["grid", GOOD, "-o", "x.png"], "no hand of hold'em with known hole cards is left by this selection"),
        (["grid", ROOT / "samples" / "pokerstars", "-o", "x.png"], " heroes: choose a --player, as "),
        (["grid", ROOT / "samples" / "bad" / "read" / "prose.txt", "-o", "x.png"], "there is no hand in these files"),
        (["leaks", GOOD, "-o", "x.png"], "no statistic with a band has an occasion in this selection"),
        (["leaks", GOOD, "-o", "x.png", "--player", "nobody"], "there is no player nobody in these files"),
        (["leaks", GOOD, "-o", "x.png", "--bands", "nlhe_6mx"], "nlhe_6mx"),
        (["grid", GOOD], "Missing option '-o'"),
    ],
)
def test_wrong_usage_of_plot(
    arguments: list[str | Path], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("plot", *arguments)
    assert result.exit_code == 2
    assert message in result.output
    assert not list(tmp_path.iterdir())


def test_hands_without_a_hero_need_a_player(tmp_path: Path) -> None:
    text = "\n".join(line for line in GOOD.read_text(encoding="utf-8").splitlines() if not line.startswith("Dealt to"))
    path = tmp_path / "observed.txt"
    path.write_text(text, encoding="utf-8")
    result = run("plot", "winnings", path, "-o", tmp_path / "x.png")
    assert "no hand says whose history it is: choose a --player, as " in result.output
    assert (result.exit_code, len(result.output.splitlines())) == (2, 1)


def test_sessions_are_those_of_all_hands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import hhparse.report

    def drawn(file: str) -> Result:
        folder = ROOT / "samples" / "bad" / "rules"
        return run("plot", "groups", folder, "--player", "Tredegar", "--by", "session", "-o", tmp_path / file)

    one = drawn("one.svg")
    monkeypatch.setattr(hhparse.report, "BATCH", 1)
    drawn("two.svg")
    assert one.exit_code == 0
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()


@pytest.mark.parametrize("command", [["plot", "hilo", "-o"], ["report", "--html"]])
def test_a_file_that_cannot_be_written(command: list[str], tmp_path: Path) -> None:
    places = {tmp_path / "none" / "x.svg": "No such file or directory"}
    if Path("/dev/full").exists():
        full = tmp_path / "full.svg"
        full.symlink_to("/dev/full")
        places[full] = "No space left on device"
    for place, reason in places.items():
        result = process(*command, place, GOOD)
        assert (result.returncode, result.stderr) == (2, f"hhparse: {place}: {reason}\n")


def test_other_commands_do_not_load_matplotlib() -> None:
    import subprocess
    import sys

    code = (
        "import sys; from click.testing import CliRunner; from hhparse.cli import main;"
        f"[CliRunner().invoke(main, [name, {str(GOOD)!r}]) for name in ('report', 'audit', 'stats', 'log', 'replay')];"
        "print('polars' in sys.modules, 'matplotlib' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "True False\n"
