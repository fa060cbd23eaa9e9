"""Text whose units are not lines: the same hands however it is broken, and every unit at its place in the file."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hhparse.audit import audit
from hhparse.errors import NoHand, ParseError, UnknownFormat, UnsupportedGame
from hhparse.model import Act, Claims, Collect, DealHole, Hand, Post, Show
from hhparse.reading import source
from hhparse.reading.grammar import folded, layouts
from hhparse.reading.read import Reading, Refused, parse_text, read
from hhparse.reading.units import Layout

from .conftest import ROOT
from .test_read import checked, mutations

SAMPLES = sorted((ROOT / "samples" / "ipoker").glob("*.txt"))
TEXT = (ROOT / "samples" / "ipoker" / "holdem_nl_by_player.txt").read_text(encoding="utf-8")
OTHER = (ROOT / "samples" / "pokerstars" / "holdem_heads_up.txt").read_text(encoding="utf-8")
WAYS: dict[str, Callable[[str], bytes]] = {
    "LF": lambda text: text.encode(),
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "CR": lambda text: text.replace("\n", "\r").encode(),
    "one line": lambda text: re.sub(r"\s*\n\s*", "", text).encode(),
    "a line each": lambda text: text.replace("><", ">\n<").encode(),
    "cp1252": lambda text: text.encode("cp1252"),
    "utf-16": lambda text: b"\xff\xfe" + text.encode("utf-16-le"),
    "byte order mark": lambda text: text.encode("utf-8-sig"),
}


def without_places(hand: Hand) -> Hand:
    """Return the hand as if it stood nowhere, to be compared."""
    events = tuple(event._replace(line=0, start=0, end=0) for event in hand.events)
    return replace(
        hand,
        events=events,
        claims=Claims(),
        source=hand.source._replace(path="", line=0, start=0, end=0, lines=(), places=()),
    )


def hands_of(data: bytes, folder: Path) -> list[Hand]:
    (path := folder / "text").write_bytes(data)
    return [item for item in read(path) if isinstance(item, Hand)]


@pytest.mark.parametrize("way", WAYS)
def test_the_same_hand_however_the_text_is_broken(way: str, tmp_path: Path) -> None:
    text = TEXT.replace("Quill", "Qüill").replace("$", "€")
    (plain,) = parse_text(text)[0]
    (hand,) = hands_of(WAYS[way](text), tmp_path)
    assert without_places(hand) == without_places(plain)


@pytest.mark.parametrize("way", WAYS)
def test_every_unit_stands_where_its_place_says(way: str, tmp_path: Path) -> None:
    data = WAYS[way](TEXT.replace("Quill", "Qüill").replace("$", "€"))
    (hand,) = hands_of(data, tmp_path)
    encoding = {"cp1252": "cp1252", "utf-16": "utf-16", "byte order mark": "utf-8-sig"}.get(way, "utf-8")
    lines = re.split("\r\n|\r|\n", data.decode(encoding))
    for text, place in zip(hand.source.lines, hand.source.places, strict=True):
        assert lines[place.line - 1][place.column - 1 :].startswith(text)
        plain = encoding.removesuffix("-sig") if way != "utf-16" else "utf-16-le"
        assert data[place.start :].startswith(text.encode(plain))
    for event in hand.events:
        assert hand.source.unit(event.line, event.start)[1].encode(plain) == data[event.start : event.end]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
@pytest.mark.parametrize("size", [64, 500, 3000])
def test_blocks_cut_no_hand(path: Path, size: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    data = path.read_bytes() * 3
    whole = hands_of(data, tmp_path)
    monkeypatch.setattr(source, "BLOCK", size)
    assert hands_of(data, tmp_path) == whole
    assert len(whole) % 3 == 0


@pytest.mark.parametrize("kept", [1, 2])
def test_a_character_cut_at_a_block_spoils_nothing(kept: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    data = WAYS["one line"](TEXT.replace("Quill", "Ünal").replace("$", "€")) * 2
    whole = hands_of(data, tmp_path)
    monkeypatch.setattr(source, "BLOCK", data.rindex("€".encode()) + kept)
    assert hands_of(data, tmp_path) == whole
    assert [hand.seats[0].player for hand in whole] == ["Ünal"] * 2


@example("\r ‹€€", "utf-16-le")
@example("\r €", "utf-16-le")  # as many bytes in UTF-8
@given(st.text(alphabet='<>/ab\n\r é€"=?', max_size=80), st.sampled_from(["utf-8", "utf-16-le"]))
def test_units_leave_nothing_out_but_blanks(text: str, encoding: str) -> None:
    data = ("<session>" + text).encode(encoding)
    lines, starts, ends = source.split(data, "8-bit" if encoding == "utf-8" else encoding, 0)
    found = folded().unfold(lines, starts, ends, 1, 1)
    assert all(end <= start for end, start in zip(found.ends, found.starts[1:], strict=False))
    left, at = [], 0
    for unit, start, end in zip(found.texts, found.starts, found.ends, strict=True):
        assert data[start:end].decode(encoding) == unit
        left.append(data[at:start])
        at = end
    assert not b"".join([*left, data[at:]]).decode(encoding).strip()


def test_numbered_units_change_places_inside_their_round() -> None:
    layout = Layout(re.compile(""), re.compile(""), re.compile(r"a(\d+)"), re.compile("r"))
    assert layout.in_order(["a9", "r", "a3", "x", "a1", "a2", "r", "a5", "a4", "x"]) == [0, 1, 4, 3, 5, 2, 6, 8, 7, 9]
    assert layout._replace(order=None).in_order(["a2", "a1"]) == [0, 1]


def test_actions_are_read_in_the_order_of_their_numbers() -> None:
    (hand,) = parse_text(TEXT)[0]
    acts = [(event.start, hand.player(event.seat)) for event in hand.events if isinstance(event, Act)]
    assert [player for _, player in acts[:5]] == ["Quill", "Marlow", "Tamsin", "Odette", "Marlow"]
    assert acts[4][0] < acts[2][0]


def test_what_stands_once_is_read_with_every_hand(tmp_path: Path) -> None:
    path = ROOT / "samples" / "ipoker" / "holdem_nl_one_line.txt"
    reading = Reading([path])
    first, second = (item for item in reading if isinstance(item, Hand))
    assert first.table == second.table == "Corfu (Heads UP), 134690001"
    assert (first.source.start, second.source.start) == (0, first.source.end + 2)
    assert reading.account.balanced
    assert reading.account.refused_bytes == 0


def test_other_histories_in_the_same_file_are_read_by_lines(tmp_path: Path) -> None:
    data = "\n\n".join([OTHER, TEXT, OTHER, TEXT]).encode()
    found, account = checked(data, tmp_path)
    assert [item.dialect for item in found if isinstance(item, Hand)] == ["pokerstars", "ipoker"] * 2
    assert account.refused == 0
    third = [item for item in found if isinstance(item, Hand)][2]
    assert third.source.line == 1 + data.decode().splitlines().index(OTHER.splitlines()[0], 5)
    assert without_places(third) == without_places(parse_text(OTHER)[0][0])


HEADING = TEXT[: TEXT.index("<game ")]


@pytest.mark.parametrize(
    ("text", "kind", "at", "message"),
    [
        (HEADING, NoHand, "<?xml", "no hand follows what stands here for several"),
        (TEXT + HEADING, UnknownFormat, "<?xml", "no hand follows what stands here for several"),
        (HEADING + "\n\n" + OTHER, NoHand, "<?xml", "no hand follows what stands here for several"),
        ("junk " + TEXT, UnknownFormat, "junk", "no hand history of a known site begins here"),
        (TEXT[TEXT.index("<game ") :], ParseError, "<game", "the first line of a hand cannot stand here"),
        (TEXT.replace("Holdem NL", "Holdem XX"), ParseError, "<gametype>Holdem XX", "the line is not understood"),
        (
            TEXT.replace("Holdem NL", "7 Card Stud L"),
            UnsupportedGame,
            "7 Card Stud",
            "7 Card Stud is not supported yet",
        ),
        (TEXT.replace("05 19:20:21<", "05 19:20:99<"), ParseError, "2011-10-05 19:20:99", "is no time"),
        (TEXT.replace('type="5"', 'type="55"'), ParseError, '<action no="8"', "the line is not understood"),
        (TEXT.replace('player="Odette" type="0"', 'player="Odet" type="0"'), ParseError, 'Odet"', "is not seated"),
        (TEXT.replace('chips="$20"', 'chips="$20.005"'), ParseError, "20.005", "'20.005' has more than 2 decimals"),
        (TEXT[: TEXT.index("</round>")], ParseError, "", "the hand is cut off here"),
    ],
)
def test_what_cannot_be_read_is_refused_at_its_place(
    text: str, kind: type[Exception], at: str, message: str, tmp_path: Path
) -> None:
    found, _ = checked(text.encode(), tmp_path)
    (error,) = (item.error for item in found if isinstance(item, Refused))
    assert type(error) is kind
    assert message in error.message
    assert error.hand_id == ("3100200301" if "<game" in text and kind not in (NoHand, UnknownFormat) else "")
    place = error.location
    rest = text.splitlines()[place.line - 1][place.column - 1 :]
    assert rest.startswith(at) if at else not rest
    excerpt, caret = error.render().splitlines()[1:3]
    assert excerpt[caret.index("^") :].startswith(at)


def test_a_finding_stands_at_its_own_element() -> None:
    (hand,) = parse_text(TEXT.replace('sum="$1.20"', 'sum="$1.40"'))[0]
    found = next(row for row in audit(hand) if row.slug == "CALL-AMOUNT")
    assert found.excerpt == '<action no="7" player="Marlow" type="3" sum="$1.40" cards=""/>'
    assert TEXT.splitlines()[found.location.line - 1][found.location.column - 1 :].startswith("1.20")
    assert found.render().splitlines()[2].index("^") - 2 == found.excerpt.index("1.40")


def players(hand: Hand, kind: type[Show | DealHole]) -> list[str]:
    return [hand.player(event.seat) for event in hand.events if isinstance(event, kind)]


def test_what_stands_with_the_seats_comes_at_the_end() -> None:
    (hand,) = parse_text(TEXT)[0]
    assert [type(event) for event in hand.events[-3:]] == [Show, Show, Collect]
    assert players(hand, Show) == ["Marlow", "Tamsin"]
    assert players(hand, DealHole) == ["Marlow"] == [hand.hero]
    first = next(at for at, event in enumerate(hand.events) if isinstance(event, Act))
    assert isinstance(hand.events[first - 1], DealHole)


def test_the_hero_shows_nothing_who_folds() -> None:
    last = TEXT.rindex('player="Marlow" type="4"')
    (hand,) = parse_text(TEXT[:last] + TEXT[last:].replace('type="4"', 'type="0"', 1))[0]
    assert players(hand, Show) == ["Tamsin"]


def test_a_big_blind_that_is_more_than_the_blind_is_both() -> None:
    sample = (ROOT / "samples" / "ipoker" / "holdem_tournament_divided_chips.txt").read_text(encoding="utf-8")
    text = sample.replace(
        '<action no="3" player="Sorrel" type="1" sum="2,000"', '<action no="5" player="Sorrel" type="2" sum="6,000"'
    )
    (hand,) = parse_text(text)[0]
    blinds = [(post.kind, post.live, post.dead) for post in hand.events if isinstance(post, Post) and post.live]
    assert blinds == [("big blind", 400000, 0), ("both", 400000, 200000)]


def test_a_game_without_a_name_needs_cards_to_be_told() -> None:
    sample = (ROOT / "samples" / "ipoker" / "omaha5_pl_without_a_name.txt").read_text(encoding="utf-8")
    (hand,) = parse_text(sample)[0]
    assert (hand.game.name, hand.variant) == ("omaha5", "game told by its hole cards")
    four = re.sub(r">((?:\S+ ){3}\S+) \S+</cards>", r">\1</cards>", sample)
    assert parse_text(four)[0][0].game.name == "omaha"
    (error,) = parse_text(re.sub(r">(?:\S+ ){4}\S+</cards>", "></cards>", sample))[1]
    assert error.message == "the game has no name and no cards are dealt that would tell it"
    assert error.location.line == 7


def test_every_layout_declares_what_it_needs() -> None:
    assert layouts()
    for layout in layouts().values():
        assert layout.unit.groups <= 1
        assert (layout.order is None) == (layout.round is None)


def test_a_thousand_mutants_are_read_or_refused(tmp_path: Path) -> None:
    chance = random.Random(21)
    originals = [path.read_bytes() for path in SAMPLES]
    count = read_again = 0
    while count < 1000:
        for mutant in mutations(chance.choice(originals), chance):
            found, _ = checked(mutant, tmp_path)
            for item in found:
                if isinstance(item, Hand):
                    read_again += 1
                    for finding in audit(item):
                        assert finding.render()
            count += 1
    assert read_again > 50
