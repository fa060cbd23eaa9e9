"""Text to hands: nothing lost, nothing guessed, every refusal at its place."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hhparse.errors import HandError, ParseError, UnknownFormat, UnsupportedGame
from hhparse.model import Act, Collect, Hand, Post
from hhparse.reading.read import Account, Reading, Refused, parse_hand, parse_text, read
from hhparse.reading.source import decode

from .conftest import ROOT

HAND = """\
PokerStars Hand #10971:  Hold'em No Limit ($1/$2 USD) - 2020/02/03 4:05:06 ET
Table 'Vega' 6-max Seat #1 is the button
Seat 1: ann ($200 in chips)
Seat 2: bob ($150.50 in chips)
Seat 3: x: folds ($80 in chips)
bob: posts small blind $1
x: folds: posts big blind $2
*** HOLE CARDS ***
Dealt to ann [As Kd]
ann: raises $4 to $6
bob: folds
x: folds: calls $4
*** FLOP *** [2c 7d 9h]
x: folds: checks
ann: bets $8
x: folds: folds
Uncalled bet ($8) returned to ann
ann collected $12.35 from pot
*** SUMMARY ***
Total pot $13 | Rake $0.65
Board [2c 7d 9h]
Seat 1: ann (button) collected ($12.35)
Seat 2: bob (small blind) folded before Flop
Seat 3: x: folds (big blind) folded on the Flop
"""
LINES = HAND.splitlines()


def changed(number: int, text: str) -> str:
    return "\n".join([*LINES[: number - 1], text, *LINES[number:]])


def refused(text: str) -> HandError:
    with pytest.raises(HandError) as caught:
        parse_hand(text, "h.txt")
    return caught.value


def test_a_hand() -> None:
    hand = parse_hand(HAND)
    assert (hand.hand_id, hand.game.name, hand.limit, hand.button, hand.hero) == ("10971", "holdem", "NL", 1, "ann")
    assert hand.played_at is not None
    assert hand.played_at.isoformat() == "2020-02-03T09:05:06+00:00"
    assert [(seat.player, seat.stack) for seat in hand.seats] == [("ann", 20000), ("bob", 15050), ("x: folds", 8000)]
    acts = [(hand.player(act.seat), act.verb, act.to, act.added) for act in hand.events if isinstance(act, Act)]
    assert acts[:3] == [("ann", "raise", 600, 600), ("bob", "fold", 100, 0), ("x: folds", "call", 600, 400)]
    assert acts[3:] == [("x: folds", "check", 0, 0), ("ann", "bet", 800, 800), ("x: folds", "fold", 0, 0)]
    assert [event.amount for event in hand.events if isinstance(event, Collect)] == [1235]
    assert hand.claims.pot is not None
    assert (hand.claims.pot.total, hand.claims.pot.rake) == (1300, 65)


def test_every_event_knows_its_line_and_bytes() -> None:
    hand = parse_hand(HAND)
    data = HAND.encode()
    for event in hand.events:
        assert data[event.start : event.end].decode() == LINES[event.line - 1] == hand.source.excerpt(event.line)


def test_a_hand_is_immutable() -> None:
    hand = parse_hand(HAND)
    with pytest.raises(AttributeError):
        hand.button = 2  # type: ignore[misc]


@pytest.mark.parametrize(
    ("number", "text", "kind", "column", "message"),
    [
        (1, LINES[0].replace("ET", "XYZT"), ParseError, 76, "the time zone XYZT is not known"),
        (1, LINES[0].replace("2020/02/03", "2020/02/30"), ParseError, 57, "2020/02/30 4:05:06 is no time"),
        (1, LINES[0].replace("$1/", "$0.005/"), ParseError, 45, "'0.005' has more than 2 decimals"),
        (1, LINES[0].replace("USD", "XYZ"), ParseError, 50, "the currency XYZ is not known"),
        (1, LINES[0].replace("Hold'em No Limit", "Razz Limit"), UnsupportedGame, 26, "Razz is not supported yet"),
        (1, LINES[0][:-9], ParseError, 1, "the game, the limit, the stakes or the date is not one that is known here"),
        (4, LINES[2], ParseError, 9, "ann is seated twice"),
        (4, "Seat 1: zoe ($2 in chips)", ParseError, 6, "seat 1 is taken twice"),
        (4, "Seat 2: bob ($1.505 in chips)", ParseError, 15, "'1.505' has more than 2 decimals"),
        (6, "zoe: posts small blind $1", ParseError, 1, "zoe is not seated at this table"),
        (10, "ann: rises $4 to $6", ParseError, 6, "the line is not understood"),
        (10, "ann: raises $4 to $6 twice", ParseError, 22, "a raise goes on where it should end"),
        (10, "Seat 1: ann ($200 in chips)", ParseError, 1, "a seat line cannot stand here"),
        (12, "*** FLOP *** [2c 7d 9x]", ParseError, 21, "9x is no card"),
        (14, "ann: bets $8,00", ParseError, 13, "a bet goes on where it should end"),
        (17, "Uncalled bet ($8) returned to zoe", ParseError, 31, "zoe is not seated at this table"),
        (22, "Seat 2: ann (button) collected ($12.35)", ParseError, 6, "ann sits in seat 1"),
    ],
)
def test_a_bad_line_is_refused_at_its_place(
    number: int, text: str, kind: type[HandError], column: int, message: str
) -> None:
    error = refused(changed(number, text))
    assert (type(error), error.location, error.message) == (kind, ("h.txt", number, column), message)
    assert error.excerpt == text


def test_a_hand_cut_off_is_refused_where_it_ends() -> None:
    for last in range(1, 19):
        error = refused("\n".join(LINES[:last]))
        assert error.message == "the hand is cut off here"
        assert error.location == ("h.txt", last, len(LINES[last - 1]) + 1)


def test_an_endless_line_is_refused() -> None:
    error = refused(changed(10, "ann" * 100_000 + ": folds"))
    assert error.message == "the line has 300007 characters, more than any history has"


def test_one_hand_is_one_hand() -> None:
    assert isinstance(refused(""), UnknownFormat)
    assert isinstance(refused("nonsense"), UnknownFormat)
    assert refused(HAND + HAND).message == "expected one hand, found 2"


def test_the_longest_name_is_tried_first() -> None:
    text = HAND.replace("bob", "x").replace("x: folds: calls $4", "x: folds: calls $4 and is all-in")
    hand = parse_hand(text)
    assert [hand.player(act.seat) for act in hand.events if isinstance(act, Act)] == [
        "ann", "x", "x: folds", "x: folds", "ann", "x: folds"
    ]  # fmt: skip


def test_what_a_player_with_a_colon_in_his_name_does_is_no_chat() -> None:
    text = (ROOT / "samples" / "everleaf" / "holdem_nl_player_without_chips.txt").read_text(encoding="utf-8")
    hand = parse_hand(text.replace("osier", "osier:"))
    folds = [hand.player(event.seat) for event in hand.events if isinstance(event, Act) and event.verb == "fold"]
    assert folds == ["osier:", "Player1", "peat"]
    assert len(parse_hand(text.replace("osier folds", "rail: osier, folds\nosier folds")).events) == len(hand.events)


def test_a_header_glued_to_a_cut_line_begins_a_hand() -> None:
    cut = "\n".join(LINES[:12]) + "\n*** FLOP *** [2c 7"
    hands, errors = parse_text(cut + HAND)
    assert [hand.hand_id for hand in hands] == ["10971"]
    assert hands[0].source.line == 13
    assert hands[0].source.start == len(cut.encode())
    assert [(error.location.line, error.location.column) for error in errors] == [(13, 19)]


def test_a_column_counts_the_indent_of_a_pasted_line() -> None:
    error = refused(changed(10, "   ann: raises $4 to $6.005"))
    assert (error.location.column, error.excerpt) == (23, "   ann: raises $4 to $6.005")
    error = refused(changed(10, "   ann: rises $4 to $6"))
    assert error.location.column == 9


def test_a_line_read_again_by_its_names_may_still_be_wrong() -> None:
    error = refused(HAND.replace("x: folds: calls $4", "x: folds: calls $4.005").replace("bob", "x"))
    assert (error.location, error.message) == (("h.txt", 12, 18), "'4.005' has more than 2 decimals")


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "utf-16-le"])
def test_a_glued_header_knows_its_byte_in_every_encoding(encoding: str, tmp_path: Path) -> None:
    cut = HAND.replace("ann", "änn").splitlines()[:12]
    text = "\n".join([*cut, 'änn said, "ü"', "*** FLÖP *** [2c 7"]) + HAND
    path = tmp_path / "glued.txt"
    path.write_bytes(text.encode(encoding))
    (hand,) = [item for item in read(path) if isinstance(item, Hand)]
    assert path.read_bytes()[hand.source.start :].startswith("PokerStars Hand".encode(encoding))


def test_posts_of_a_player_who_missed_his_blinds() -> None:
    text = changed(7, "x: folds: posts big blind $2\nann: posts small & big blinds $3")
    posts = [event for event in parse_hand(text).events if isinstance(event, Post)]
    assert [(post.kind, post.live, post.dead) for post in posts] == [
        ("small blind", 100, 0),
        ("big blind", 200, 0),
        ("both", 200, 100),
    ]


def test_what_is_between_hands_is_accounted_for(tmp_path: Path) -> None:
    text = f"junk\n\n{HAND}\n\n\n*********** # 2 **************\n{HAND}\n"
    path = tmp_path / "a.txt"
    path.write_text(text)
    reading = read(path)
    found = list(reading)
    assert [type(item).__name__ for item in found] == ["Refused", "Hand", "Hand"]
    assert reading.account.balanced
    assert reading.account.refused_bytes == len("junk")


def test_files_that_cannot_be_read_are_refused_and_the_rest_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.gz").write_bytes(b"not gzip")
    (tmp_path / "b.txt").write_text(HAND)
    (tmp_path / "empty.txt").write_bytes(b"")
    reading = read(tmp_path)
    found = list(reading)
    assert [type(item).__name__ for item in found] == ["Refused", "Hand"]
    assert isinstance(found[0], Refused)
    assert "cannot be read: not a gzipped file" in str(found[0].error)
    assert reading.account.files == 3


def checked(data: bytes, folder: Path) -> tuple[list[Hand | Refused], Account]:
    """Read bytes, checking that the spans of what was found lie apart and leave only blank or separating text."""
    path = folder / "mutated.txt"
    path.write_bytes(data)
    reading = Reading([path])
    found = list(reading)
    account = reading.account
    assert account.balanced
    assert account.read_bytes == len(data)
    at = 0
    for start, end in [*((item.source.start, item.source.end) for item in found), (len(data), len(data))]:
        assert at <= start <= end
        left = data[at:start].replace(b"\0", b"").replace(b"\xef\xbb\xbf", b"")
        left = left.removeprefix(b"\xff\xfe").removeprefix(b"\xfe\xff")
        blank = "".join(decode(line) for line in left.splitlines()).strip()
        assert not blank or blank.startswith("*****"), left
        at = end
    for item in found:
        if isinstance(item, Refused):
            assert 1 <= item.error.location.line <= data.count(b"\n") + data.count(b"\r") + 1
            assert item.error.render()
    return found, account


WORD = re.compile(rb"[0-9][0-9.,]*|[A-Za-z]+|\$")
OTHERS = [
    b"",
    b"0",
    b"0.005",
    b"1,00",
    b"9" * 21,
    b"99",
    b"-1",
    b"USD",
    b"XXX",
    b"Z",
    b"Omaha",
    b"Razz",
    b"12:99",
    b"II",
]


def mutations(data: bytes, chance: random.Random) -> Iterator[bytes]:
    """Yield mutants: lines deleted, doubled, swapped; bytes cut, changed, put in; words and numbers exchanged."""
    lines = data.splitlines(keepends=True)
    at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    byte, size = chance.randrange(len(data)), chance.randrange(1, 40)
    yield b"".join(lines[:at] + lines[at + 1 :])
    yield b"".join(lines[:at] + [lines[at]] * 2 + lines[at + 1 :])
    swapped = list(lines)
    swapped[at], swapped[other] = swapped[other], swapped[at]
    yield b"".join(swapped)
    yield data[:byte] + data[byte + size :]
    yield data[:byte]
    yield data[:byte] + chance.randbytes(size) + data[byte + size :]
    yield data[:byte] + chance.randbytes(1) + data[byte:]
    line = chance.choice([0, at])  # the header above all: a word or a number in it is another
    words = list(WORD.finditer(lines[line]))
    if words:
        word = chance.choice(words)
        lines[line] = lines[line][: word.start()] + chance.choice(OTHERS) + lines[line][word.end() :]
        yield b"".join(lines)


MUTANTS = 10_000


def test_ten_thousand_mutants_are_read_or_refused(tmp_path: Path) -> None:
    """No traceback, no hang, nothing lost: of each mutant hands or located errors, and the audit of each hand."""
    from hhparse.audit import audit

    chance = random.Random(20)
    originals = [path.read_bytes() for path in sorted((ROOT / "samples" / "pokerstars").glob("*.txt"))]
    count = read_again = 0
    while count < MUTANTS:
        for mutant in mutations(chance.choice(originals), chance):
            found, _ = checked(mutant, tmp_path)
            for item in found:
                if isinstance(item, Hand):
                    read_again += 1
                    for finding in audit(item):
                        assert finding.render()
            count += 1
    assert read_again > MUTANTS / 20


@given(st.binary(max_size=400))
def test_any_bytes_are_read_or_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    checked(data, tmp_path_factory.getbasetemp())


def test_nothing_follows_the_last_line_of_a_hand() -> None:
    text = (ROOT / "samples" / "wpn_old" / "holdem_cap.txt").read_text(encoding="utf-8")
    hands, errors = parse_text(f"{text}\n\nGame started at: 5\n")
    assert (len(hands), [error.excerpt for error in errors]) == (1, ["Game started at: 5"])
