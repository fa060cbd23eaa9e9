"""Statistics against hands a person can count: tests/cases/stats/*.toml, the notation is that of tests/plays.py."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hhparse.model import Hand
from hhparse.stats import DEFINITIONS, FLAGS, TEXTS, Definition, flags, hands_behind, load, stats
from hhparse.stats.flags import SHOWN
from hhparse.tables import Batch, Tables, scan, tabulate, write
from tests.plays import play, table

CASES = Path(__file__).parent / "cases" / "stats"


def cases() -> list[tuple[str, str, dict[str, Any], dict[str, dict[str, str]]]]:
    """Return every case as (file, title, options of the play, counts by statistic).

    A file of one statistic names it at its head and has the counts of its players; the others name it in the counts.
    """
    found = []
    for path in sorted(CASES.glob("*.toml")):
        document = tomllib.loads(path.read_text(encoding="utf-8"))
        for case in document["case"]:
            title, counts = case.pop("title"), case.pop("counts")
            statistic = document.get("statistic")
            found.append((path.stem, title, case, counts if statistic is None else {statistic: counts}))
    return found


def counted(tables: Tables, *names: str) -> dict[str, dict[str, str]]:
    """Return k/n of statistics by player, as text, those with 0/0 left out."""
    found: dict[str, dict[str, str]] = {name: {} for name in names}
    for row in stats(tables, definitions=[DEFINITIONS[name] for name in names]).iter_rows(named=True):
        if row["k"] or row["n"]:
            found[row["statistic"]][row["player"]] = f"{row['k']}/{row['n']}"
    return found


@pytest.mark.parametrize(("options", "counts"), [pytest.param(*row[2:], id=f"{row[0]}: {row[1]}") for row in cases()])
def test_case(options: dict[str, Any], counts: dict[str, dict[str, str]]) -> None:
    line = options.pop("play")
    assert counted(tabulate([play(line, **options)]), *counts) == counts


def test_every_statistic_has_three_cases() -> None:
    """One at least in which it counts, and one in which a player has the chance and does not take it or is left out."""
    all_counts = [counts for *_, counts in cases()]
    for name, item in DEFINITIONS.items():
        mine = [counts[name] for counts in all_counts if name in counts]
        assert len(mine) >= 3, name
        assert any(not text.startswith("0/") for counts in mine for text in counts.values()), name
        if item.kind == "share" and name != "low_possible":
            assert any(text.startswith("0/") for counts in mine for text in counts.values()), name


def value(tables: Tables, name: str, player: str) -> float | None:
    rows = stats(tables, player=player).filter(pl.col("statistic") == name)
    found: float | None = rows["value"].item()
    return found


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("BTN c, BB x / BB b2, BTN c / BB b4, BTN c / BB b8, BTN c", None),
        ("BTN c, BB x / BB b2, BTN c / BB x, BTN x / BB b8, BTN c", None),
        ("BTN c, BB x / BB b2, BTN c / BB x, BTN x / BB x, BTN b8, BB c", 1.0),
        ("BTN c, BB x / BB b2, BTN c / BB x, BTN b4, BB c / BB x, BTN b8, BB c", 0.5),
    ],
)
def test_af_check_lines(line: str, expected: float | None) -> None:
    assert value(tabulate([play(line, seats=2, won="BB")]), "af", "BB") == expected


def test_nothing_of_nothing_is_null_not_zero() -> None:
    tables = tabulate([play("BTN f, SB f", seats=3)])
    assert value(tables, "three_bet", "BTN") is None
    assert value(tables, "vpip", "BB") is None  # a walk
    assert value(tables, "vpip", "BTN") == 0.0


def test_shares_and_rates_over_several_hands() -> None:
    lines = ["BTN r6, SB f, BB f", "BTN f, SB f", "BTN c, SB f, BB x / BB x, BTN b4, BB f"]
    tables = tabulate([play(line, seats=3, hand_id=str(number)) for number, line in enumerate(lines)])
    assert value(tables, "vpip", "BTN") == pytest.approx(2 / 3)
    assert value(tables, "won", "BTN") == 6
    assert value(tables, "bb100", "BTN") == pytest.approx(100 * 3 / 3)


def test_by_position_and_pooled() -> None:
    tables = tabulate([play("UTG f, HJ f, CO r6, BTN f, SB f, BB f")])
    by_position = stats(tables, by=("player", "position"), player="CO")
    assert by_position["position"].unique().to_list() == ["CO"]
    pooled = stats(tables, by=())
    assert pooled.filter(pl.col("statistic") == "vpip").select("k", "n").row(0) == (1, 6)
    places = stats(tables, by=("position",))["position"].unique(maintain_order=True).to_list()
    assert places == ["SB", "BB", "UTG", "HJ", "CO", "BTN"]


def test_currencies_never_add_up() -> None:
    hands = [
        play("BTN r6, SB f, BB f", seats=3, hand_id=str(number), currency=currency)
        for number, currency in enumerate(("USD", "USD", "EUR", "CHIPS"))
    ]
    rows = stats(tabulate(hands), player="BTN")
    won = rows.filter(pl.col("statistic") == "won").select("currency", "k", "n").rows()
    assert won == [("CHIPS", 3, 1), ("EUR", 3, 1), ("USD", 6, 2)]
    assert rows.filter(pl.col("statistic") == "hands").select("currency", "k").rows() == [(None, 4)]
    by_currency = stats(tabulate(hands), by=("currency",))
    assert by_currency.filter(pl.col("statistic") == "won").height == 3


def test_big_blinds_and_big_bets_are_kept_apart() -> None:
    hands = [
        play("BTN r4, SB f, BB f", seats=3, hand_id="1"),
        play("BTN r4, SB f, BB f", seats=3, hand_id="2", limit="FL"),
    ]
    rows = stats(tabulate(hands), player="BTN").filter(pl.col("statistic") == "bb100")
    assert rows.select("measure", "k", "value").rows() == [("BB", 75, 75.0), ("bb", 150, 150.0)]


def test_a_hand_read_twice_counts_once() -> None:
    hand = play("BTN r6, SB f, BB f", seats=3)
    other = play("BTN r6, SB f, BB f", seats=3, site="Elsewhere")
    assert counted(tabulate([hand, hand, other]), "hands")["hands"]["BTN"] == "2/2"


def test_hands_behind_a_figure() -> None:
    lines = ["BTN r6, SB f, BB f", "BTN f, SB f", "BTN c, SB f, BB x / BB x, BTN b4, BB f"]
    tables = tabulate([play(line, seats=3, hand_id=str(number)) for number, line in enumerate(lines)])
    behind = hands_behind(tables, "vpip", "BTN")
    assert behind.select("hand_id", "k", "n").rows() == [("0", 1, 1), ("1", 0, 1), ("2", 1, 1)]
    assert hands_behind(tables, "cbet_flop", "BTN").is_empty()
    with pytest.raises(KeyError):
        hands_behind(tables, "luck", "BTN")


def test_flags_have_their_columns_and_no_nulls() -> None:
    rows = flags(tabulate([play("UTG f, HJ f, CO r6, BTN f, BB f", absent="SB", posts="BB 2")]))
    assert tuple(rows.columns) == FLAGS
    acted = [flag.name for flag in SHOWN if flag.stage in ("any", "count", "sum")]
    assert (
        rows.select(*acted, "dealt_in", "chance", "saw_flop", "faced_steal").null_count().sum_horizontal().item() == 0
    )
    assert set(FLAGS) == set(TEXTS)
    assert all(len(text) > 3 and "\n" not in text for text in TEXTS.values())
    assert rows.filter(player="SB").select("dealt_in", "chance", "saw_flop").row(0) == (False, False, False)


def test_lazy_tables_give_the_same(tmp_path: Path) -> None:
    tables = tabulate([play("UTG f, HJ f, CO r6, BTN c, SB f, BB f / CO b4, BTN f")])
    write([Batch(tables)], tmp_path / "out")
    assert stats(scan(tmp_path / "out")).equals(stats(tables))


def test_only_flags_can_be_grouped_by() -> None:
    with pytest.raises(ValueError, match="cannot group by mood"):
        stats(tabulate([]), by=("player", "mood"))


def test_no_hands_give_no_rows() -> None:
    assert stats(tabulate([])).is_empty()
    assert flags(tabulate([])).is_empty()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("statistic = 3 3", "bad.toml"),
        ('[[statistic]]\nname = "x"', "missing key title"),
        ('[[statistic]]\nname = "x"\ncolour = "red"', "unknown key colour"),
        ("{numerator}luck", "numerator speaks of luck, which is no flag"),
        ("{numerator}entered AND", "is no expression"),
    ],
)
def test_bad_definitions_say_where(tmp_path: Path, text: str, message: str) -> None:
    head = '[[statistic]]\nname = "x"\ntitle = "X"\nunit = "hand"\nkind = "share"\ndenominator = "chance"\nnote = ""\n'
    if text.startswith("{numerator}"):
        text = f'{head}numerator = "{text.removeprefix("{numerator}")}"\n'
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        load(path)


def test_own_definitions_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(
        '[[statistic]]\nname = "limp"\ntitle = "Limp"\nunit = "hand"\nkind = "share"\n'
        'numerator = "entered AND NOT raised"\ndenominator = "first_in"\nnote = ""\n',
        encoding="utf-8",
    )
    tables = tabulate([play("BTN c, SB f, BB x / BB x, BTN b4, BB f", seats=3)])
    rows = stats(tables, player="BTN", definitions=load(path).values())
    assert rows.select("statistic", "k", "n").rows() == [("limp", 1, 1)]


def random_hand(seed: int) -> Hand:
    """Return a hand of random play: legal in turn and verb, with raises that double the bet."""
    chance = random.Random(seed)
    names = table(chance.randint(2, 6))
    first = {"SB": 1, "BB": 2} if len(names) > 2 else {"BTN": 1, "BB": 2}
    live, streets = list(names), []
    for street in range(4):
        wager = dict.fromkeys(names, 0) | (first if street == 0 else {})
        order = list(names[2:] + names[:2]) if street == 0 and len(names) > 2 else list(names)
        if street and len(names) == 2:
            order.reverse()
        waiting, acts = [name for name in order if name in live], []
        while waiting and len(live) > 1:
            name = waiting.pop(0)
            bet = max(wager.values())
            choice = chance.choice("fccr" if wager[name] < bet else "xxb" if bet == 0 else "xxr")
            if choice in "br" and bet < 64:
                wager[name] = max(2 * bet, 2)
                acts.append(f"{name} {choice}{wager[name]}")
                turn = order.index(name)
                waiting = [other for other in order[turn + 1 :] + order[:turn] if other in live]
            elif choice == "f":
                live.remove(name)
                acts.append(f"{name} f")
            else:
                acts.append(f"{name} {'c' if wager[name] < bet else 'x'}")
                wager[name] = bet
        streets.append(", ".join(acts))
        if len(live) == 1:
            break
    winners = " ".join(chance.sample(live, chance.randint(1, len(live)))) if len(live) > 1 else ""
    stacks = dict.fromkeys(names, 1000)
    return play(
        " / ".join(streets), seats=len(names), won=winners, rake=chance.choice((0, 1)), hand_id=str(seed), stacks=stacks
    )


def outside(tables: Tables) -> dict[str, pl.DataFrame]:
    """Return the rows in which the numerator of a share is no part of its denominator, by statistic and profile."""
    names = {name for item in DEFINITIONS.values() for each in profiled(item) for name in each.needs}
    rows = flags(tables, {*names, "hand_id", "player"}).filter("dealt_in")
    found = {}
    for item in DEFINITIONS.values():
        for each in profiled(item):
            if each.kind != "share":
                continue
            part, whole = (pl.sql_expr(text).cast(pl.Int64).fill_null(0) for text in (each.numerator, each.denominator))
            if each.unit == "hand" and each.needs & {"won", "net"}:  # words of their own: counted where n is
                part = each.k.cast(pl.Int64).fill_null(0)
            wrong = rows.filter((part < 0) | (part > whole))
            if not wrong.is_empty():
                found[f"{each.name} {each.numerator}"] = wrong
    return found


def profiled(item: Definition) -> list[Definition]:
    """Return a definition as it is and as each profile has it."""
    return [item, *(item.under(profile) for profile in item.profiles)]


@settings(deadline=None, max_examples=40)
@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=5, unique=True))
def test_the_numerator_is_a_part_of_the_denominator(seeds: list[int]) -> None:
    tables = tabulate(map(random_hand, seeds))
    assert outside(tables) == {}
    counts = stats(tables)
    assert (
        counts.filter(pl.col("statistic").is_in([i.name for i in DEFINITIONS.values() if i.kind == "share"]))
        .select(((pl.col("k") >= 0) & (pl.col("k") <= pl.col("n"))).all())
        .item()
    )
    assert counts.filter((pl.col("n") == 0) & pl.col("value").is_not_null()).is_empty()


@settings(deadline=None, max_examples=40)
@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=5, unique=True))
def test_all_seats_together_lose_the_rake(seeds: list[int]) -> None:
    tables = tabulate(map(random_hand, seeds))
    net = tables.seats.group_by("hand").agg(pl.col("net").sum()).join(tables.hands, on="hand")
    assert net.filter(pl.col("net") != -pl.col("rake")).is_empty()


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6))
def test_hands_behind_add_up_to_k_and_n(seed: int) -> None:
    tables = tabulate([random_hand(seed), random_hand(seed + 1)])
    for row in stats(tables, player="BTN").iter_rows(named=True):
        behind = hands_behind(tables, row["statistic"], "BTN")
        assert (round(behind["k"].sum()), behind["n"].sum()) == (row["k"], row["n"])
