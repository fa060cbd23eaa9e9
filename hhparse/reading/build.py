"""Lines to a hand: drive a dialect over the lines of one hand, and explain the line it does not take."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import count
from typing import NoReturn

from hhparse.cards import DECK
from hhparse.errors import HandError, Location, ParseError
from hhparse.model import Hand, Source
from hhparse.reading.draft import Draft, FieldError, UnknownPlayer, WrongAmount
from hhparse.reading.lines import MAX_LINE, Dialect, Match, Move, State, column_of


def build(dialect: Dialect, source: Source, starts: list[int], ends: list[int]) -> Hand:
    """Return the hand that stands on the lines of `source`; `starts` and `ends` are their byte spans.

    Raises ParseError at the first line that the grammar does not take where it stands, UnsupportedGame for a game
    that is recognised but not played here.
    """
    draft = Draft()
    state = dialect.first
    numbers: Iterable[int] = [place.line for place in source.places] or count(source.line)
    nested: bool | None = None
    for line, start, end, number in zip(source.lines, starts, ends, numbers, strict=False):
        match = state.match(line) if len(line) <= MAX_LINE else None
        if match is None:
            if not line.strip():
                continue
            bare = line.lstrip()  # as copied from a page that indents
            match = state.match(bare) if len(bare) < len(line) <= MAX_LINE else None
            line = bare
        if match is None:
            raise _not_taken(dialect, state, draft, source, starts.index(start))
        draft.line, draft.start, draft.end = number, start, end
        move = state.moves[match.lastindex]  # type: ignore[index]
        try:
            if nested:
                match, move = _by_longest_name(dialect, state, draft, line) or (match, move)
            try:
                picks = move.picks
                if move.choices or len(picks) < 2:
                    move.apply(draft, match)
                else:  # most lines; what apply would do
                    move.function(draft, *match.group(*picks))
            except UnknownPlayer:
                found = _by_longest_name(dialect, state, draft, line.strip())
                if found is None:
                    raise
                match, move = found
                move.apply(draft, match)
        except UnknownPlayer as unknown:
            message = f"{unknown.player} is not seated at this table"
            _refuse(draft, source, starts.index(start), line, column_of(move.terminal, line, "player"), message)
        except FieldError as error:
            column = column_of(move.terminal, line, error.field)
            _refuse(draft, source, starts.index(start), line, column, str(error), error.kind)
        except WrongAmount as error:
            _refuse(draft, source, starts.index(start), line, line.find(error.text) + 1, str(error))
        if nested is None and draft.committed:
            nested = _names_nest(draft)
        state = move.after
    if not state.accepts_end:
        raise _cut_off(dialect, state, draft, source)
    try:
        return draft.finish(dialect.name, source)
    except FieldError as error:
        columns = [dialect.column(line, error.field) for line in source.lines]
        at = max((at for at, column in enumerate(columns) if column > 1), default=0)  # the last word counts
        _refuse(draft, source, at, source.lines[at], columns[at], str(error))
    except WrongAmount as error:
        columns = [line.find(error.text) + 1 for line in source.lines]
        at = next((at for at, column in enumerate(columns) if column), 0)
        _refuse(draft, source, at, source.lines[at], columns[at], str(error))


def _names_nest(draft: Draft) -> bool:
    """Tell whether one player's name could be read as another's followed by more of the line."""
    names = draft.names
    together = "".join(names)
    if ":" not in together and " " not in together:
        return False
    return any(longer.startswith((name + ":", name + " ")) for name in names for longer in names)


def _by_longest_name(dialect: Dialect, state: State, draft: Draft, line: str) -> tuple[Match, Move] | None:
    """Match again with the seated names alone, the longest first."""
    names = [name for name in sorted(draft.names, key=len, reverse=True) if name in line]
    match = dialect.lines_for(state.names).match_names(line, names) if names else None
    return (match, state.moves[match.lastindex]) if match and match.lastindex else None


def _refuse(
    draft: Draft,
    source: Source,
    at: int,
    line: str,
    column: int,
    message: str,
    kind: type[HandError] = ParseError,
) -> NoReturn:
    """Refuse the hand at a column of `line`, which may be `source.lines[at]` without its indent."""
    excerpt, (number, begins) = source.lines[at], source.place(at)
    place = Location(source.path, number, begins - 1 + max(1, column) + len(excerpt) - len(line))
    raise kind(place, message, excerpt, hand_id=draft.hand_id, begins=begins) from None


def _not_taken(dialect: Dialect, state: State, draft: Draft, source: Source, at: int) -> ParseError:
    """Return the error for a line that none of the lines that may stand here matches."""
    excerpt, (number, begins) = source.lines[at], source.place(at)
    place = Location(source.path, number, begins)
    if len(excerpt) > MAX_LINE:
        message = f"the line has {len(excerpt)} characters, more than any history has"
        return ParseError(place, message, excerpt[: MAX_LINE // 4], hand_id=draft.hand_id, begins=begins)
    line = excerpt.lstrip()
    start = _after_name(draft, line)
    names = [name for name in state.names if dialect.terminals[name].named] if start else state.names
    notes: tuple[str, ...] = (f"expected {dialect.expected(names or state.names)}",)
    column, message = start, "the line is not understood"
    name, reached = dialect.furthest(state.names, line)
    if state is dialect.first and (other := dialect.recognise(line)) is None:
        message, notes = "the game, the limit, the stakes or the date is not one that is known here", ()
    elif (other := dialect.recognise(line)) is not None:
        column, message = 0, f"{dialect.phrases[other]} cannot stand here"
    elif bad := _bad_card(line):
        column, message = bad.start(), f"{bad[0]} is no card"
    elif reached:
        column, message = reached, f"{dialect.phrases[name]} goes on where it should end"
    place = place._replace(column=begins + column + len(excerpt) - len(line))
    return ParseError(place, message, excerpt, hand_id=draft.hand_id, notes=notes, begins=begins)


_IN_BRACKETS = re.compile(r"\[([^\[\]]*)\]")


def _bad_card(line: str) -> re.Match[str] | None:
    """Return the first word that is no card among cards in brackets."""
    for group in _IN_BRACKETS.finditer(line):
        words = list(re.compile(r"\S+").finditer(line, group.start(1), group.end(1)))
        if any(word[0] in DECK for word in words):
            return next((word for word in words if word[0] not in DECK), None)
    return None


def _after_name(draft: Draft, line: str) -> int:
    """Return where the line goes on after the name of a seated player, 0 where it begins with none."""
    for name in sorted(draft.names, key=len, reverse=True):
        if line.startswith(name):
            return len(name) + 2 if line.startswith(": ", len(name)) else len(name)
    return 0


def _cut_off(dialect: Dialect, state: State, draft: Draft, source: Source) -> ParseError:
    last, (number, begins) = source.lines[-1], source.place(len(source.lines) - 1)
    place = Location(source.path, number, begins + len(last))
    notes = (f"expected {dialect.expected(state.names)}",)
    return ParseError(place, "the hand is cut off here", last, hand_id=draft.hand_id, notes=notes, begins=begins)
