"""Grammars keep their conventions, and the line driver agrees with lark's own parser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from lark import Lark, Token
from lark.exceptions import UnexpectedInput

from hhparse.model import GAMES, Hand
from hhparse.reading import grammar
from hhparse.reading.draft import LIMITS
from hhparse.reading.lines import Dialect, GrammarError, NoLexer
from hhparse.reading.read import parse_text, read
from hhparse.reading.words import WORDS

from .conftest import ROOT

SAMPLES = sorted((ROOT / "samples").rglob("*.txt"))


def public_parser(name: str) -> Lark:
    path = grammar.folder() / f"{name}.lark"
    return Lark(path.read_text(encoding="utf-8"), parser="lalr", lexer="basic", source_path=str(path))


def by_lark(parser: Any, lines: list[str]) -> list[str]:
    """Return the words of a hand's lines by lark's interactive parser, which knows what it accepts."""
    patterns = {terminal.name: re.compile(terminal.pattern.to_regexp()) for terminal in parser.terminals}
    interactive = parser.parse_interactive("")
    found = []
    for line in lines:
        accepts = interactive.accepts()
        name = next(name for name, pattern in patterns.items() if name in accepts and pattern.fullmatch(line))
        interactive.feed_token(Token(name, line))
        found.append(name.split("__")[0])
    interactive.feed_eof()
    return found


def by_driver(dialect: Dialect, lines: list[str]) -> list[str]:
    state, found = dialect.first, []
    for line in lines:
        match = state.match(line)
        assert match is not None
        assert match.lastindex is not None
        move = state.moves[match.lastindex]
        found.append(move.terminal.word.name)
        state = move.after
    assert state.accepts_end
    return found


@pytest.mark.parametrize("name", grammar.names())
def test_the_driver_agrees_with_lark(name: str) -> None:
    parser, dialect, hands = public_parser(name), grammar.dialect(name), 0
    for hand in read(SAMPLES):
        if isinstance(hand, Hand) and hand.dialect == name:
            lines = [line for line in hand.source.lines if line.strip()]
            assert by_driver(dialect, lines) == by_lark(parser, lines), hand.source.path
            hands += 1
    assert hands >= 12


def test_each_hand_is_told_by_its_own_grammar_among_all_others() -> None:
    told = {
        (Path(hand.source.path).relative_to(ROOT / "samples").parts[0], hand.dialect)
        for hand in read(SAMPLES)
        if isinstance(hand, Hand)
    }
    assert {pair for pair in told if pair[0] not in ("bad", "sessions")} == {(name, name) for name in grammar.names()}


def test_hands_of_several_sites_in_one_text_are_told_apart() -> None:
    folders = [sorted((ROOT / "samples" / name).glob("*.txt")) for name in ("pokertracker", "wpn", "fulltilt")]
    mixed = [path for paths in zip(*folders, strict=False) for path in paths]
    hands = [hand for hand in read(mixed) if isinstance(hand, Hand)]
    found, errors = parse_text("\n\n".join("\n".join(hand.source.lines) for hand in hands))
    assert errors == []
    assert [(hand.dialect, hand.hand_id) for hand in found] == [(hand.dialect, hand.hand_id) for hand in hands]


@pytest.mark.parametrize("name", grammar.names())
def test_every_terminal_is_a_word_with_its_fields(name: str) -> None:
    for terminal in grammar.dialect(name).terminals.values():
        assert terminal.word.name in WORDS


def test_every_word_is_used() -> None:
    """A word that no grammar uses is dead."""
    used = {terminal.word.name for name in grammar.names() for terminal in grammar.dialect(name).terminals.values()}
    assert set(WORDS) == used
    assert all(word.phrase and word.function.__doc__ for word in WORDS.values())


@pytest.mark.parametrize("name", grammar.names())
def test_games_and_limits_are_known(name: str) -> None:
    assert set(grammar.games(name)) <= set(GAMES)
    text = (grammar.folder() / f"{name}.lark").read_text(encoding="utf-8")
    assert set(re.findall(r"\(\?P<limit__(\w+)>", text)) <= set(LIMITS)


@pytest.mark.parametrize("name", grammar.names())
def test_a_grammar_says_what_it_is(name: str) -> None:
    first = (grammar.folder() / f"{name}.lark").read_text(encoding="utf-8").splitlines()[0]
    assert first.startswith("// ")


def compiled(text: str) -> Dialect:
    return Dialect("test", Lark(text, parser="lalr", lexer=NoLexer))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('start: FROWN\nFROWN: "x"', "FROWN is not a word of the vocabulary"),
        ("start: FOLD\nFOLD: /(x)/", "FOLD has a group without a name; write (?:...)"),
        ("start: FOLD\nFOLD: /(?P<mood>x)/", "FOLD has fields its word does not take: ['mood']"),
    ],
)
def test_a_grammar_that_breaks_a_convention_is_refused(text: str, message: str) -> None:
    with pytest.raises(GrammarError) as caught:
        compiled(text)
    assert str(caught.value) == message


def test_a_grammar_that_nests_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hhparse.reading.lines.MAX_STATES", 50)
    dialect = compiled('start: nest\nnest: SUMMARY nest SHOWDOWN | SUMMARY\nSUMMARY: "("\nSHOWDOWN: ")"')
    with pytest.raises(GrammarError, match="nests without end"):
        by_driver(dialect, ["("] * 100)


def test_lark_reports_what_conflicts() -> None:
    with pytest.raises(Exception, match="Reduce/Reduce"):
        compiled('start: a | b\na: SUMMARY\nb: SUMMARY\nSUMMARY: "x"')


def test_lines_that_lark_refuses_the_driver_refuses() -> None:
    name = grammar.names()[0]
    parser, dialect = public_parser(name), grammar.dialect(name)
    with pytest.raises((UnexpectedInput, StopIteration)):
        by_lark(parser, ["*** SUMMARY ***"])
    assert dialect.first.match("*** SUMMARY ***") is None
