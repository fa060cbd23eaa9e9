"""Statistics against hands a person can count: tests/cases/stats/*.toml, the notation is that of tests/plays.py."""

from __future__ import annotations

import random
import statistics
import tomllib
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hhparse.model import Hand
from hhparse.stats import (
    DEFINITIONS,
    FLAGS,
    PROFILES,
    TEXTS,
    TOPICS,
    Definition,
    Pool,
    aliases,
    flags,
    hands_behind,
    in_profile,
    load,
    stats,
)
from hhparse.stats.flags import SHOWN
from hhparse.stats.intervals import wilson
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
        ("{numerator}entred", "numerator speaks of entred, which is no flag; near: entered"),
        ("", r"no \[\[statistic\]\] in it"),
        ("colour = 3\n{numerator}entered", "unknown key colour before the first statistic"),
        ("{numerator}entered\nnumber = 'x'", "number must be a whole number"),
        ("{numerator}entered\n[statistic.profiles.pt5]\nnote = ''", "unknown profile pt5; there are pt4, hm3, fpdb"),
        ("{numerator}entered\n[statistic.profiles.pt4]\nname = ''", "profile pt4 may change denominator, note"),
        ("{numerator}entered\n[statistic.profiles.pt4]\nnumerator = 'luck'", "profile pt4: numerator speaks of luck"),
    ],
)
def test_bad_definitions_say_where(tmp_path: Path, text: str, message: str) -> None:
    head = '[[statistic]]\nname = "x"\ntitle = "X"\nunit = "hand"\nkind = "share"\ndenominator = "chance"\nnote = ""\n'
    if "{numerator}" in text:
        before, _, after = text.partition("{numerator}")
        numerator, *rest = after.split("\n")
        text = "\n".join([before + head + f'numerator = "{numerator}"', *rest])
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


@pytest.mark.parametrize(
    ("k", "n", "low", "high"),
    [(26, 40, 0.495, 0.779), (260, 400, 0.602, 0.695), (0, 20, 0.0, 0.161), (0, 0, None, None)],
)
def test_wilson(k: int, n: int, low: float | None, high: float | None) -> None:
    row = pl.DataFrame({"k": [k], "n": [n]}).select(*map(pl.Expr.alias, wilson(pl.col("k"), pl.col("n")), ("a", "b")))
    assert row.row(0) == (low, high) if low is None else row.row(0) == pytest.approx((low, high), abs=5e-4)


def nets(*amounts: int) -> Tables:
    """Return hands in which BTN wins or loses so many big blinds."""
    lines = {3: ("BTN r10, SB f, BB c / BB x, BTN x / BB x, BTN x / BB x, BTN x", "BTN"), 0: ("BTN f, SB f", "")}
    lines[-1] = ("BTN c, SB f, BB x / BB x, BTN x / BB x, BTN x / BB x, BTN x", "BB")
    plays = [(lines[amount], number) for number, amount in enumerate(amounts)]
    return tabulate(play(line, seats=3, won=won, hand_id=str(number)) for (line, won), number in plays)


def test_the_deviation_and_the_interval_of_the_win_rate() -> None:
    """Nets of 5.5, 0, -1 and 0 big blinds: deviation 2.9545 a hand, 29.5 a hundred; the mean is bounded by it."""
    table = stats(nets(3, 0, -1, 0), player="BTN")
    (deviation,) = table.filter(statistic="deviation").iter_rows(named=True)
    (rate,) = table.filter(statistic="bb100").iter_rows(named=True)
    expected = statistics.stdev([5.5, 0, -1, 0])
    assert deviation["value"] == pytest.approx(10 * expected)
    assert rate["value"] == pytest.approx(100 * 4.5 / 4)
    error = 1.959964 * 10 * expected / (4 / 100) ** 0.5
    assert (rate["low"], rate["high"]) == pytest.approx((rate["value"] - error, rate["value"] + error))
    (single,) = stats(nets(3), player="BTN").filter(statistic="deviation").iter_rows(named=True)
    assert single["value"] is None


def test_profiles_change_what_trackers_count_otherwise() -> None:
    line = "BTN c, BB x / BB x, BTN x / BB x, BTN x / BB x, BTN x"
    hand = play(line, seats=3, stacks={"SB": 1}, posts="SB 1!, BB 2", won="BTN")
    for profile, n in (("canonical", 0), ("pt4", 1), ("hm3", 1), ("fpdb", 1)):
        table = stats(tabulate([hand]), player="SB", definitions=in_profile(profile).values())
        assert table.filter(statistic="vpip")["n"].item() == n
    assert {name for item in DEFINITIONS.values() for name in item.profiles} < set(PROFILES)


def test_every_definition_says_where_it_is_from() -> None:
    assert all(item.source and item.note and item.number and item.topic in TOPICS for item in DEFINITIONS.values())
    numbers = {item.number for item in DEFINITIONS.values()}
    absent = {16, 25, 41, 53, 71}  # the dictionary has no such numbers
    assert {*range(1, 74), 76, 77, *range(78, 87)} - numbers == absent


def at(minute: int, **options: Any) -> Hand:
    moment = datetime(2024, 5, 1, 12, tzinfo=UTC) + timedelta(minutes=minute)
    return play("BTN r6, SB f, BB f", seats=3, hand_id=str(minute), played_at=moment, **options)


@pytest.mark.parametrize("batches", [1, 2, 3, 7])
def test_sessions_are_joined_over_batches(batches: int) -> None:
    """A pause of more than 30 minutes begins a session, in whatever order and batches the hands come."""
    hands = [at(minute) for minute in (0, 200, 30, 60, 91, 122, 230)]
    pool = Pool(("player", "session"), player="BTN", definitions=[DEFINITIONS["hands"]])
    for number in range(batches):
        pool.add(tabulate(hands[number::batches]))
    found = [(row["session"].strftime("%H:%M"), row["k"]) for row in pool.result().iter_rows(named=True)]
    assert found == [("12:00", 3), ("13:31", 1), ("14:02", 1), ("15:20", 2)]


def test_sessions_of_two_sites_and_players_are_apart() -> None:
    tables = tabulate([at(0), at(10, site="Elsewhere")])
    rows = stats(tables, by=("player", "session"), definitions=[DEFINITIONS["hands"]])
    assert rows.select("k").to_series().to_list() == [1] * 6


def test_filters_over_the_flags() -> None:
    lines = ["BTN r6, SB f, BB f", "BTN c, SB f, BB x / BB x, BTN b4, BB f"]
    tables = tabulate([play(line, seats=3, hand_id=str(number)) for number, line in enumerate(lines)])
    for where, hands in (("pot_type = 'limped'", 1), ("eff_stack_bb < 60", 0), ("position = 'BTN' AND raised", 1)):
        found = stats(tables, by=(), where=where).filter(statistic="hands")["n"].to_list()
        assert sum(found) == hands * (3 if "limped" in where else 1), where
    assert stats(tables, where="eff_stack_bb < 60").is_empty()
    assert hands_behind(tables, "vpip", "BTN", where="pot_type = 'limped'")["hand_id"].to_list() == ["1"]


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ("eff_stak_bb < 60", "eff_stak_bb, which is no flag; near: eff_stack_bb"),
        ("game =", "is no expression"),
        ("session IS NOT NULL", "cannot speak of session"),
    ],
)
def test_bad_filters_say_what_is_wrong(where: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Pool(where=where)


def test_one_player_of_several_names(tmp_path: Path) -> None:
    tables = tabulate([at(0), at(1, site="Elsewhere"), at(2, site="Third")])
    path = tmp_path / "me.toml"
    path.write_text('Me = ["BTN@Site", "BTN@elsewhere"]', encoding="utf-8")
    for text in ("Me=BTN@site,BTN@ELSEWHERE", str(path)):
        rows = stats(tables, definitions=[DEFINITIONS["hands"]], aliases=aliases(text))
        assert dict(rows.select("player", "k").iter_rows()) == {"Me": 2, "BTN": 1, "SB": 3, "BB": 3}
    anywhere = stats(tables, player="Me", definitions=[DEFINITIONS["hands"]], aliases=aliases("Me=BTN"))
    assert anywhere["k"].to_list() == [3]
    for text in ("Me", "=BTN", "Me=", str(tmp_path / "none.toml")):
        with pytest.raises(ValueError, match=r"is not of the form|No such file"):
            aliases(text)


def test_stacks_in_reach() -> None:
    tables = tabulate([play("BTN r6, SB f, BB c / BB x, BTN x", seats=3, stacks={"BTN": 500, "SB": 90, "BB": 100})])
    rows = flags(tables, ("player", "effective", "eff_stack_bb", "depth", "behind_flop", "spr_flop"))
    assert rows.rows() == [
        ("SB", 90, 45.0, "40-75", None, None),
        ("BB", 100, 50.0, "40-75", 94, 94 / 13),
        ("BTN", 100, 50.0, "40-75", 94, 94 / 13),
    ]
    depths = stats(tables, by=("depth",))["depth"].unique().to_list()
    assert depths == ["40-75"]


def test_flags_give_only_what_is_asked_for() -> None:
    tables = tabulate([play("BTN r6, SB f, BB f", seats=3)])
    assert flags(tables, ("player", "three_bet")).columns == ["player", "three_bet"]
    for name in FLAGS:
        assert flags(tables, (name,)).columns == [name]
    with pytest.raises(KeyError, match="luck"):
        flags(tables, ("luck",))


def test_every_column_can_be_grouped_by() -> None:
    tables = tabulate([play("BTN r6, SB f, BB f", seats=3)])
    for name in FLAGS:
        rows = stats(tables, by=(name,), definitions=[DEFINITIONS["hands"], DEFINITIONS["bb100"]])
        assert rows.filter(statistic="hands")["k"].sum() == 3, name
