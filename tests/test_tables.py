from __future__ import annotations

import dataclasses
from datetime import UTC, datetime
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from hhparse.errors import Location, ParseError
from hhparse.model import (
    GAMES,
    Cancelled,
    Claims,
    Collect,
    DealBoard,
    DealHole,
    Hand,
    NotAwarded,
    Seat,
    SeatClaim,
    Show,
    Source,
    Stakes,
    Uncalled,
)
from hhparse.reading.read import Refused
from hhparse.tables import (
    ERRORS,
    EVENTS,
    HANDS,
    POSITIONS,
    SCHEMA,
    SEATS,
    Batch,
    Tables,
    batched,
    describe,
    distinct,
    errors,
    read,
    refusals,
    scan,
    tabulate,
    write,
)
from hhparse.tables.positions import between, positions
from tests.hands import hand
from tests.plays import play, table

LINE = "UTG f, HJ f, CO r6, BTN c, SB f, BB c / BB x, CO b8, BTN r24, BB f, CO c / CO x, BTN b168!, CO c168! /"
ACES = ("As", "Ah")


def one(tables: Tables, player: str) -> dict[str, object]:
    """Return the seat row of a player."""
    return tables.seats.row(by_predicate=pl.col("player") == player, named=True)


def places(line: str, **options: object) -> dict[str, str | None]:
    """Return the positions by player."""
    return dict(tabulate([play(line, **options)]).seats.select("player", "position").iter_rows())  # type: ignore[arg-type]


def test_frames_have_the_schema() -> None:
    for tables in (tabulate([play(LINE, won="CO")]), tabulate([])):
        for part, schema in zip(tables, (HANDS, SEATS, EVENTS), strict=True):
            assert dict(part.schema) == schema
    assert not any(dtype in (pl.Object(), pl.Float64()) for schema in SCHEMA.values() for dtype in schema.values())
    assert all(describe()["text"].str.len_chars() > 3)
    assert describe().height == sum(map(len, SCHEMA.values()))


def test_the_row_of_a_hand() -> None:
    row = tabulate([play(LINE, won="CO", rake=3, hero="CO")], first=7).hands.row(0, named=True)
    expected = {
        "hand": 7, "hand_id": "1", "site": "Site", "played_at": datetime(2024, 5, 1, 12, tzinfo=UTC), "button": 6,
        "game": "holdem", "hilo": False, "limit": "NL", "kind": "ring", "currency": "USD", "exponent": 2,
        "big_blind": 2, "tournament_id": None, "hero": "CO", "seats": 6, "street": "river",
        "board": "2c 7d Jh 4s 9c", "board_2": None, "runs": 1, "cancelled": False, "total_pot": 403, "rake": 3,
        "total_means": "gross", "path": "play.txt", "line": 1,
    }  # fmt: skip
    assert {name: row[name] for name in expected} == expected


def test_the_rows_of_seats_follow_the_money() -> None:
    tables = tabulate([play(LINE, won="CO", hero="CO")])
    winner, loser, blind = one(tables, "CO"), one(tables, "BTN"), one(tables, "BB")
    assert (winner["contributed"], winner["collected"], winner["net"]) == (198, 403, 205)
    assert (loser["contributed"], loser["collected"], loser["net"], loser["won"]) == (198, 0, -198, False)
    assert (blind["posted"], blind["contributed"], blind["folded_on"]) == (2, 6, "flop")
    assert (winner["hero"], winner["all_in"], winner["showdown"], winner["shown"]) == (True, True, True, "As Ah")
    assert winner["unit"] == 2


def test_an_all_in_hand_has_its_average_beside_its_net() -> None:
    told = {"cards": {"BTN": "Ah Qh", "BB": "Kd Ks"}, "board": "Kh 7h 2c 3d 5h", "won": "BTN", "rake": 44}
    line = "BTN c, BB x / BB x, BTN x / BB b108!, BTN c108! /"
    tables = tabulate([play(line, seats=2, stacks={"BTN": 110, "BB": 110}, **told)])  # type: ignore[arg-type]
    columns = ("net", "net_adjusted", "not_adjusted")
    assert [one(tables, "BTN")[name] for name in columns] == [66, -82, None]
    assert [one(tables, "BB")[name] for name in columns] == [-110, 38, None]
    tables = tabulate([play("BTN r6, SB f, BB f", seats=3)])
    assert [one(tables, "BTN")[name] for name in columns] == [3, 3, "folded to"]


def test_an_uncalled_bet_is_returned() -> None:
    row = one(tabulate([play("BTN r6, SB f, BB f", seats=3)]), "BTN")
    assert (row["contributed"], row["returned"], row["collected"], row["net"]) == (6, 4, 5, 3)
    assert row["showdown"] is False


def test_an_uncalled_bet_without_a_line_is_returned_once() -> None:
    hand = play("BTN r6, SB f, BB f", seats=3)
    silent = tuple(event for event in hand.events if not isinstance(event, Uncalled))
    row = one(tabulate([dataclasses.replace(hand, events=silent)]), "BTN")
    assert (row["returned"], row["collected"], row["net"]) == (4, 5, 3)
    inside = tuple(event._replace(amount=9) if isinstance(event, Collect) else event for event in silent)
    row = one(tabulate([dataclasses.replace(hand, events=inside)]), "BTN")
    assert (row["returned"], row["collected"], row["net"]) == (0, 9, 3)


def test_actions_know_what_came_before() -> None:
    acts = tabulate([play(LINE, won="CO")]).events.filter(pl.col("event") == "act")
    columns = ("player", "verb", "level", "callers", "to_call", "players", "pot_before", "aggressor", "initiative")
    assert acts.select(columns).rows()[2:11] == [
        ("CO", "raise", 1, 0, 2, 4, 3, None, None),
        ("BTN", "call", 2, 0, 6, 4, 9, 5, None),
        ("SB", "fold", 2, 1, 5, 4, 15, 5, None),
        ("BB", "call", 2, 1, 4, 3, 15, 5, None),
        ("BB", "check", 0, 0, 0, 3, 19, None, 5),
        ("CO", "bet", 0, 1, 0, 3, 19, None, 5),
        ("BTN", "raise", 1, 0, 8, 3, 27, 5, 5),
        ("BB", "fold", 2, 0, 24, 3, 51, 6, 5),
        ("CO", "call", 2, 0, 16, 2, 51, 6, 5),
    ]


def test_every_event_has_a_row_with_its_place() -> None:
    hand = play(LINE, won="CO")
    events = tabulate([hand]).events
    assert events["no"].to_list() == list(range(len(hand.events)))
    assert events.select("line", "byte_start", "byte_end").rows() == [tuple(event[-3:]) for event in hand.events]
    assert events.filter(pl.col("event") == "board")["cards"].to_list() == ["2c 7d Jh", "4s", "9c"]
    assert set(events["event"]) == {"post", "act", "board", "show", "collect"}


@pytest.mark.parametrize("count", range(2, 13))
def test_every_table_size_has_its_positions(count: int) -> None:
    names = table(count)
    numbers = tuple(range(1, count + 1))
    found = positions(numbers, 1 if count == 2 else count, (1,), (2,), ())
    assert [found[number] for number in numbers] == list(names)
    assert len(set(names)) == count


def test_positions_of_the_usual_tables() -> None:
    assert between(3) == ("UTG", "HJ", "CO")  # six seats
    assert between(6) == ("UTG", "UTG+1", "MP", "LJ", "HJ", "CO")  # nine
    assert set(between(7)) < set(POSITIONS)


def test_a_missing_small_blind_shifts_nobody() -> None:
    found = places("UTG f, HJ f, CO r6, BTN f, BB f", absent="SB", posts="BB 2")
    assert found == {"SB": None, "BB": "BB", "UTG": "UTG", "HJ": "HJ", "CO": "CO", "BTN": "BTN"}


def test_an_empty_button_leaves_nobody_there() -> None:
    found = places("UTG f, HJ f, CO r6, SB f, BB f", absent="BTN")
    assert found == {"SB": "SB", "BB": "BB", "UTG": "UTG", "HJ": "HJ", "CO": "CO", "BTN": None}


def test_a_straddler_is_str_and_shifts_nobody() -> None:
    found = places("HJ f, CO f, BTN f, SB f, BB f", posts="SB 1, BB 2, UTG straddle 4")
    assert found == {"SB": "SB", "BB": "BB", "UTG": "STR", "HJ": "HJ", "CO": "CO", "BTN": "BTN"}


def test_a_newcomer_is_no_blind() -> None:
    found = places("UTG f, HJ f, CO x, BTN f, SB f, BB x /", posts="SB 1, BB 2, CO big 2, HJ small 1")
    assert found == {name: name for name in table(6)}


def test_a_small_blind_broke_on_the_ante_is_still_the_small_blind() -> None:
    found = places("UTG f, HJ f, CO f, BTN f, BB x /", posts="SB ante 1!, BB 2", won="BB", stacks={"SB": 1})
    assert found == {name: name for name in table(6)}


def test_no_button_no_positions() -> None:
    hand = dataclasses.replace(play("BTN f, SB f", seats=3), button=None)
    assert set(tabulate([hand]).seats["position"]) == {None}


def test_a_silent_seat_is_dealt_in_only_when_the_summary_names_it() -> None:
    hand = play("BTN r6, BB f", seats=3, absent="SB", posts="BB 2")
    assert one(tabulate([hand]), "SB")["dealt_in"] is False
    claims = Claims(seats=tuple(SeatClaim(n, "", "folded", None, (), None, False, 9, 0, 0) for n in (1, 2, 3)))
    assert one(tabulate([dataclasses.replace(hand, claims=claims)]), "SB")["dealt_in"] is True
    away = tuple(seat._replace(sitting_out=seat.seat == 1) for seat in hand.seats)
    assert one(tabulate([dataclasses.replace(hand, claims=claims, seats=away)]), "SB")["dealt_in"] is False


def test_a_seat_sitting_out_that_acts_is_dealt_in() -> None:
    hand = play("BTN f, SB f", seats=3)
    away = tuple(seat._replace(sitting_out=True) for seat in hand.seats)
    assert all(tabulate([dataclasses.replace(hand, seats=away)]).seats["dealt_in"])


def test_cards_known_are_the_fullest() -> None:
    hand = play("BTN f, SB f", seats=3)
    more = (DealHole(2, ACES, 3, 0, 0), Show(2, ("As",), "", 0, 9, 0, 0), DealHole(1, ("Kd", "??"), 3, 0, 0))
    tables = tabulate([dataclasses.replace(hand, events=hand.events + more)])
    assert (one(tables, "BB")["hole"], one(tables, "BB")["hole_known"], one(tables, "BB")["shown"]) == (
        "As Ah",
        True,
        "As",
    )
    assert (one(tables, "SB")["hole"], one(tables, "SB")["hole_known"]) == ("Kd ??", False)
    assert (one(tables, "BTN")["hole"], one(tables, "BTN")["hole_known"]) == (None, False)


def test_two_boards_share_what_was_dealt_before() -> None:
    hand = play("BTN r200!, SB f, BB c200!", seats=3, won="BB")
    flop = DealBoard("flop", 0, ("2c", "3c", "4c"), (), 5, 0, 0)
    turns = [DealBoard("turn", board, (card,), (), 6, 0, 0) for board, card in ((1, "5c"), (2, "6c"))]
    rivers = [DealBoard("river", board, (card,), (), 7, 0, 0) for board, card in ((1, "7c"), (2, "8c"))]
    dealt = (flop, turns[0], rivers[0], turns[1], rivers[1])
    row = tabulate([dataclasses.replace(hand, events=hand.events + dealt)]).hands.row(0, named=True)
    assert (row["board"], row["board_2"]) == ("2c 3c 4c 5c 7c", "2c 3c 4c 6c 8c")
    assert (row["runs"], row["street"]) == (2, "river")


def test_an_early_first_card_opens_no_street() -> None:
    hand = play("BTN f, SB c, BB x / SB x, BB x", seats=3, won="BB")
    early = dataclasses.replace(
        hand,
        game=GAMES["courchevel"],
        events=(DealBoard("flop", 0, ("Td",), (), 2, 0, 0), *hand.events),
    )
    tables = tabulate([early])
    assert tables.events.filter(pl.col("verb") == "fold")["street"].to_list() == ["preflop"]
    assert tables.hands["street"].item() == "flop"


def test_the_unit_of_a_hand() -> None:
    def unit(**options: object) -> object:
        return tabulate([play("BTN f, SB f", seats=3, **options)]).seats["unit"][0]  # type: ignore[arg-type]

    assert unit() == 2
    assert unit(stakes=Stakes()) == 2  # the header is silent: by the post
    assert unit(stakes=Stakes(small_bet=4, big_bet=8), limit="FL") == 8
    assert unit(stakes=Stakes(), limit="FL") == 4
    assert unit(stakes=Stakes(ante=5), posts="SB ante 5, BB ante 5, BTN ante 5") is None


def test_a_cash_out_is_won_when_the_site_says_so() -> None:
    hand = play("BTN r200!, SB f, BB c200! / / /", seats=3, won="BB", cash_out={"BTN": 190})
    tables = tabulate([hand])
    assert (one(tables, "BTN")["cashed_out"], one(tables, "BTN")["net"], one(tables, "BTN")["won"]) == (190, -10, False)
    claims = Claims(seats=(SeatClaim(3, "BTN", "won", None, (), None, True, 9, 0, 0),))
    events = tuple(event for event in hand.events if not isinstance(event, Collect))
    hand = dataclasses.replace(hand, claims=claims, events=(*events, NotAwarded(9, 0, 0)))
    assert one(tabulate([hand]), "BTN")["won"] is True


def test_a_cancelled_hand_moves_no_chips() -> None:
    hand = play("BTN c", seats=3, cancelled=True)
    assert isinstance(hand.events[-1], Cancelled)
    tables = tabulate([hand])
    assert tables.hands["cancelled"].item() is True
    assert tables.seats["net"].to_list() == [0, 0, 0]
    assert not any(tables.seats["walk"])


def test_a_walk() -> None:
    assert tabulate([play("BTN f, SB f", seats=3)]).seats["walk"].to_list() == [False, True, False]
    assert not any(tabulate([play("BTN c, SB f, BB r8, BTN f", seats=3)]).seats["walk"])


def test_no_stack_makes_nobody_all_in() -> None:
    hand = play("BTN r6, SB f, BB f", seats=3)
    unknown = tuple(Seat(seat.seat, seat.player, 0) for seat in hand.seats)
    assert not any(tabulate([dataclasses.replace(hand, seats=unknown)]).seats["all_in"])


def test_repeats_are_left_out_and_counted() -> None:
    hands = [play("BTN f, SB f", seats=3, hand_id=name) for name in ("1", "2", "1", "", "")]
    kept, repeats = distinct(tabulate(hands))
    assert repeats == 1
    assert kept.hands["hand"].to_list() == [0, 1, 3, 4]
    assert set(kept.seats["hand"]) == set(kept.events["hand"]) == {0, 1, 3, 4}
    assert distinct(kept) == (kept, 0)


def refused(line: int) -> Refused:
    error = ParseError(Location("a.txt", line, 3), "cannot stand here", "xxx", hand_id="5")
    return Refused(error, Source("a.txt", line, 10, 90, ("xxx",)))


def test_tables_come_back_as_they_were_written(tmp_path: Path) -> None:
    hands = [play(LINE, won="CO", hand_id=str(number), rake=number) for number in range(5)]
    whole = tabulate(hands)
    target = tmp_path / "deep" / "out"
    parts = (Batch(tabulate(hands[at : at + 2]), [refused(at + 1)]) for at in (0, 2, 4))  # each numbered from 0
    assert write(parts, target) == (5, 3)
    for got, lazy, expected in zip(read(target), scan(target), whole, strict=True):
        assert_frame_equal(got, expected)
        assert_frame_equal(lazy.collect(), expected)
    assert_frame_equal(errors(target), refusals(map(refused, (1, 3, 5))))
    assert dict(errors(target).schema) == ERRORS
    assert sorted(path.name for path in (target / "hands").iterdir()) == [f"0000{n}.parquet" for n in range(3)]
    assert errors(target).row(0)[:8] == ("a.txt", 1, 3, "ParseError", "error", None, "5", "cannot stand here")


def test_a_reading_is_cut_into_batches() -> None:
    found: list[Hand | Refused] = [play("BTN f, SB f", seats=3), refused(4), play("BTN f, SB f", seats=3)]
    assert [(part.tables.hands.height, len(list(part.refused))) for part in batched(found, 2)] == [(1, 1), (1, 0)]


def test_no_batches_make_empty_tables(tmp_path: Path) -> None:
    write([], tmp_path / "out")
    assert [part.height for part in read(tmp_path / "out")] == [0, 0, 0]
    assert dict(read(tmp_path / "out").events.schema) == EVENTS


def test_writing_again_replaces_our_own(tmp_path: Path) -> None:
    hand = play("BTN f, SB f", seats=3)
    target = tmp_path / "out"
    write([Batch(tabulate([hand]))] * 2, target)
    write([Batch(tabulate([hand]))], target)
    assert read(target).hands.height == 1
    assert list(tmp_path.iterdir()) == [target]


def test_a_failure_leaves_nothing_behind(tmp_path: Path) -> None:
    def broken() -> object:
        yield Batch(tabulate([play("BTN f, SB f", seats=3)]))
        raise RuntimeError("stopped")

    with pytest.raises(RuntimeError):
        write(broken(), tmp_path / "out")  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []
    write([], tmp_path / "out")
    with pytest.raises(RuntimeError):
        write(broken(), tmp_path / "out")  # type: ignore[arg-type]
    assert read(tmp_path / "out").hands.is_empty()
    assert list(tmp_path.iterdir()) == [tmp_path / "out"]


def test_other_directories_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(FileExistsError, match="something other"):
        write([], tmp_path)
    with pytest.raises(FileExistsError):
        write([], tmp_path / "notes.txt")
    (tmp_path / "empty").mkdir()
    write([], tmp_path / "empty")
    (tmp_path / "empty" / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(FileExistsError):
        write([], tmp_path / "empty")
    with pytest.raises(FileNotFoundError, match="no tables"):
        read(tmp_path)


def test_tables_of_another_version_are_refused(tmp_path: Path) -> None:
    write([], tmp_path / "out")
    (tmp_path / "out" / "hhparse-tables.json").write_text('{"version": 99}', encoding="utf-8")
    with pytest.raises(ValueError, match="version 99"):
        read(tmp_path / "out")


def test_a_hand_folded_twice_leaves_the_table_once() -> None:
    lines = ("p2 sb 1", "p3 bb 2", "p1 fold", "p1 fold", "p2 fold", "p2 fold", "p3 uncalled 1", "p3 win 2")
    acts = tabulate([hand("NL 1/2", "b1 1:200 2:200 3:200", *lines)]).events.filter(pl.col("event") == "act")
    assert acts["players"].to_list() == [3, 2, 2, 1]
