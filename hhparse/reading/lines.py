"""The line driver: one regular expression a line, over lark's own LALR parse table.

A dialect is a compiled grammar. Each of its terminals is a whole line. While a hand is read the driver keeps one state:
an interned stack of the LALR automaton, with one expression for all lines that may come next and, for each, the state
that follows. Stacks are interned as they occur, so a line costs one match and one table look-up. (The grammars are
regular in practice, so there are few.)

This is the only file that touches lark's parse table, an internal: a test holds the driver against lark's own parser.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from lark import Lark
from lark.lexer import Lexer
from lark.parsers.lalr_analysis import Shift

from hhparse.reading.draft import Draft
from hhparse.reading.words import WORDS, Word

PLAYER = "(?P<player>.+?)"
MAX_LINE = 2000  # no line of a history is longer; a longer one is not matched at all
MAX_STATES = 5000  # a grammar that needs more is not regular
_GROUP = re.compile(r"\(\?P<(\w+)>")
# A group that takes part in no match: fields that a line lacks are read from it as None.
_NEVER = "(?:(?!)())?"
_ANY_PLAYER = "(.+?)"
# how names end in what follows them, escaped or not; what is repeated or optional is no fixed beginning
_LITERAL = re.compile(r"(?::\\ |\\ |: | )(?![*+?{])")

Match = re.Match[str]


class GrammarError(Exception):
    """A grammar that does not keep the conventions of this package."""


class Terminal(NamedTuple):
    """A line of a grammar: its name there, its word, its expression."""

    name: str
    word: Word
    pattern: str

    @property
    def named(self) -> bool:
        """Tell whether the line begins with a player's name."""
        return self.pattern.startswith(PLAYER)

    @property
    def fields(self) -> Iterable[str]:
        """Return the names of the groups."""
        return self.regex.groupindex

    @property
    def regex(self) -> re.Pattern[str]:
        """Return the expression compiled by itself, with its named groups (for messages; `re` caches it)."""
        return re.compile(self.pattern)


Options = tuple[tuple[int, str | None], ...]


class Move(NamedTuple):
    """What to do with a matched line, and the state after it.

    `picks` are the groups of the function's fields in their order. A field with several groups, or with a value of
    its own, stands in `choices` too: its position and its (group, value or None) pairs. `whole` is given instead
    where the function takes all fields as one dictionary.
    """

    function: Callable[..., None]
    picks: tuple[int, ...]
    choices: tuple[tuple[int, Options], ...]
    whole: dict[str, Options] | None
    after: State
    terminal: Terminal

    def apply(self, draft: Draft, match: Match) -> None:
        """Call the word's function with the fields of the line."""
        picks = self.picks
        if self.choices:
            values = list(match.group(0, *picks))
            for at, options in self.choices:
                values[at + 1] = _value(match, options)
            self.function(draft, *values[1:])
        elif len(picks) > 1:
            self.function(draft, *match.group(*picks))
        elif picks:
            self.function(draft, match.group(picks[0]))
        elif self.whole is None:
            self.function(draft)
        else:
            given = {name: _value(match, options) for name, options in self.whole.items()}
            self.function(draft, {name: value for name, value in given.items() if value is not None})


def _value(match: Match, options: Options) -> str | None:
    """Return the value of a field: of the first of its groups that took part in the match."""
    for group, value in options:
        text: str | None = match.group(group)
        if text is not None:
            return text if value is None else value
    return None


class State:
    """An interned stack of the automaton, with the lines it accepts."""

    __slots__ = ("_dialect", "accepts_end", "match", "moves", "names", "stack")

    def __init__(self, dialect: Dialect, stack: tuple[int, ...], names: tuple[str, ...], accepts_end: bool) -> None:
        self.stack = stack
        self.names = names
        self.accepts_end = accepts_end
        self._dialect = dialect
        # replaced by the compiled ones when the state is first used
        self.match: Callable[[str], Match | None] = self._first_match
        self.moves: dict[int, Move] = {}

    def _first_match(self, line: str) -> Match | None:
        lines = self._dialect.lines_for(self.names)
        self.moves = {
            marker: Move(line.terminal.word.function, line.picks, line.choices, line.whole, after, line.terminal)
            for marker, line in lines.table.items()
            for after in [self._dialect.after(self.stack, line.terminal.name)]
        }
        self.match = lines.match
        return lines.match(line)


class _Line(NamedTuple):
    terminal: Terminal
    picks: tuple[int, ...]
    choices: tuple[tuple[int, Options], ...]
    whole: dict[str, Options] | None


class Lines(NamedTuple):
    """One expression for a set of terminals; `table` tells by the last group matched which it was."""

    match: Callable[[str], Match | None]
    table: dict[int, _Line]
    pattern: str

    def match_names(self, line: str, names: Iterable[str]) -> Match | None:
        """Match a line in which a player can only be one of `names`, tried in their order."""
        player = f"({'|'.join(map(re.escape, names))})"
        return re.fullmatch(self.pattern.replace(_ANY_PLAYER, player), line)


class Dialect:
    """A compiled grammar: `first` is the state before the first line of a hand."""

    def __init__(self, name: str, grammar: Lark) -> None:
        self.name = name
        self.terminals = {terminal.name: terminal for terminal in _terminals(grammar)}
        table = grammar.parser.parser._parse_table
        self._actions: dict[int, dict[str, Any]] = table.states
        self._start: int = table.start_states["start"]
        self._end: int = table.end_states["start"]
        self._states: dict[tuple[int, ...], State] = {}
        self._lines: dict[tuple[str, ...], Lines] = {}
        self.first = self._state((self._start,))

    def lines_for(self, names: tuple[str, ...]) -> Lines:
        """Return the one expression for these terminals, compiled once."""
        if names not in self._lines:
            self._lines[names] = _compile([self.terminals[name] for name in names])
        return self._lines[names]

    def after(self, stack: tuple[int, ...], name: str) -> State:
        """Return the state after a terminal that `stack` accepts."""
        following = self._step(stack, name)
        if following is None:
            raise GrammarError(f"{self.name}: {name} is not accepted after {stack}")
        return self._state(following)

    def recognise(self, line: str) -> str | None:
        """Return the name of a terminal that matches the line wherever it may stand, or None."""
        return next((name for name, terminal in self.terminals.items() if terminal.regex.fullmatch(line)), None)

    def column(self, line: str, field: str) -> int:
        """Return the column (from 1) of a field in a line of any kind, 1 where no such line has it."""
        columns = (column_of(terminal, line, field) for terminal in self.terminals.values())
        return next((column for column in columns if column > 1), 1)

    def value(self, line: str, field: str) -> str:
        """Return a field of a line of any kind, "" where no such line has it."""
        found = (terminal.regex.fullmatch(line) for terminal in self.terminals.values() if field in terminal.fields)
        return next((match[field] for match in found if match), "")

    def furthest(self, names: Iterable[str], line: str) -> tuple[str, int]:
        """Return the terminal that matches most of the beginning of the line, and how far."""
        reach = {name: match.end() for name in names if (match := self.terminals[name].regex.match(line))}
        return max(reach.items(), key=lambda item: item[1], default=("", 0))

    def _state(self, stack: tuple[int, ...]) -> State:
        state = self._states.get(stack)
        if state is None:
            if len(self._states) > MAX_STATES:
                raise GrammarError(f"{self.name}: the grammar nests without end")
            names = tuple(name for name in self.terminals if self._step(stack, name) is not None)
            state = State(self, stack, names, self._step(stack, "$END") is not None)
            self._states[stack] = state
        return state

    def _step(self, stack: tuple[int, ...], name: str) -> tuple[int, ...] | None:
        """Return the stack after one terminal, all reductions done, or None where it is not accepted."""
        states = list(stack)
        while True:
            if name == "$END" and states[-1] == self._end:
                return tuple(states)
            entry = self._actions[states[-1]].get(name)
            if entry is None:
                return None
            action, target = entry
            if action is Shift:
                return (*states, target)
            if target.expansion:
                del states[-len(target.expansion) :]
            states.append(self._actions[states[-1]][target.origin.name][1])

    @cached_property
    def phrases(self) -> dict[str, str]:
        """Return how messages name each terminal."""
        return {name: terminal.word.phrase for name, terminal in self.terminals.items()}

    def expected(self, names: Iterable[str]) -> str:
        """Return in words what may stand where these terminals may: `a fold, a check or a call`."""
        phrases = list(dict.fromkeys(self.phrases[name] for name in names))
        return (
            phrases[0] if len(phrases) == 1 else f"{', '.join(phrases[:-1])} or {phrases[-1]}" if phrases else "nothing"
        )


def column_of(terminal: Terminal, line: str, field: str) -> int:
    """Return the column (from 1) where a field stands in a line that the terminal matches, 1 where it is absent."""
    match = terminal.regex.fullmatch(line)
    if match is not None:
        for name in terminal.regex.groupindex:
            if name.partition("__")[0] == field and match.start(name) >= 0:
                return match.start(name) + 1
    return 1


class NoLexer(Lexer):
    """Stands in for lark's lexer, which is not used: lines are matched by this module."""

    __future_interface__ = 1

    def __init__(self, conf: object) -> None:
        del conf

    def lex(self, lexer_state: object, parser_state: object) -> Iterator[Any]:
        """Refuse: histories are read by `Dialect`."""
        raise NotImplementedError


def _terminals(grammar: Lark) -> Iterator[Terminal]:
    for definition in grammar.terminals:
        name = definition.name
        word = WORDS.get(name.split("__")[0])
        if word is None:
            raise GrammarError(f"{name} is not a word of the vocabulary")
        pattern = definition.pattern.to_regexp()
        groups = _GROUP.findall(pattern)
        if re.compile(pattern).groups != len(groups):
            raise GrammarError(f"{name} has a group without a name; write (?:...)")
        known = {group.split("__")[0] for group in groups}
        if "fields" not in word.fields and (known - set(word.fields) - {"player"}):
            raise GrammarError(f"{name} has fields its word does not take: {sorted(known - set(word.fields))}")
        yield Terminal(name, word, pattern)


def _compile(terminals: Sequence[Terminal]) -> Lines:
    """Return one expression for all terminals; those that begin alike up to a player's name share that part."""
    table: dict[int, _Line] = {}
    count = 1  # the group that never matches

    def places_of(pattern: str) -> dict[str, list[tuple[int, str | None]]]:
        nonlocal count
        places: dict[str, list[tuple[int, str | None]]] = {}
        for name in _GROUP.findall(pattern):
            count += 1
            field, _, value = name.partition("__")
            places.setdefault(field, []).append((count, value or None))
        return places

    def ending(terminal: Terminal, pattern: str, before: dict[str, list[tuple[int, str | None]]]) -> str:
        nonlocal count
        places = {**before, **places_of(pattern)}
        count += 1
        table[count] = _line(terminal, places)
        return _GROUP.sub("(", pattern) + "()"

    branches = []
    for head, tails in _shared(terminals):
        before = places_of(head)
        ends = [f"{key}(?:{'|'.join(ending(line, rest, before) for line, rest in group)})" for key, group in tails]
        branches.append(_GROUP.sub("(", head) + f"(?:{'|'.join(ends)})")
    pattern = f"{_NEVER}(?:{'|'.join(branches) or '(?!)'})"  # after the last line nothing follows
    return Lines(re.compile(pattern).fullmatch, table, pattern)


Tails = list[tuple[str, list[tuple[Terminal, str]]]]


def _shared(terminals: Iterable[Terminal]) -> Iterator[tuple[str, Tails]]:
    """Yield the terminals by what they begin with up to a player's name, and then by what follows the name.

    Each comes with the rest of its expression. What begins alike is tried together, once; lines that begin with
    the name come last, because a name may be anything.
    """
    groups: dict[str, dict[str, list[tuple[Terminal, str]]]] = {}
    for terminal in sorted(terminals, key=lambda terminal: terminal.named):
        head, found, tail = terminal.pattern.partition(PLAYER)
        if not found:
            head, tail = "", terminal.pattern
        begin = _LITERAL.match(tail) if found else None
        key = begin[0] if begin else ""
        groups.setdefault(head + found, {}).setdefault(key, []).append((terminal, tail[len(key) :]))
    yield from ((head, list(tails.items())) for head, tails in groups.items())


def _line(terminal: Terminal, places: dict[str, list[tuple[int, str | None]]]) -> _Line:
    if terminal.word.fields == ("fields",):
        return _Line(terminal, (), (), {name: tuple(options) for name, options in places.items()})
    fields = [tuple(places.get(field, [(1, None)])) for field in terminal.word.fields]
    choices = tuple((at, options) for at, options in enumerate(fields) if len(options) > 1 or options[0][1] is not None)
    return _Line(terminal, tuple(options[0][0] for options in fields), choices, None)
