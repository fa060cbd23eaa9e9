"""A case: a hand in plain words, a question, and what the ruling on it is.

[expect] holds any of these; amounts as in the hand, players by name:

    next = {player = "C", call = 75, may_raise = false}   who is to act after the last line and what he may do:
                                   also raise_min, raise_max, may_check; player = "nobody" when the round is over
    legal = true                   no line breaks a rule
    illegal = [{line = "C raises to 300", rule = "RAISE-NOT-REOPENED"}]   all that is illegal or irregular, in any
                                   order; a finding about the whole hand has no line
    pots = [280, 120]              main pot, side pots: with the rake, without what is returned
    wins = {A = 75, B = 25}        all that is paid out of the pots, after the rake
    returned = {A = 75}            the uncalled bet
    net = {A = 25, B = -25}        won or lost, by everyone dealt in
    live = {B = 1000}              what blinds and antes put in, as bets ...
    dead = {B = 100}               ... and as dead money
    shows_first = "B"              who must show first
    dead_hands = ["A"]             hands that cannot win: dealt too many cards
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hhparse.cases import fields as toml
from hhparse.cases.fields import Fields
from hhparse.cases.notation import FIELDS, hand_of
from hhparse.errors import HandError, Location, ParseError, UnknownFormat
from hhparse.model import Hand
from hhparse.rules.rulebook import CLAIMS, RULES
from hhparse.rules.ruleset import RuleSet, RuleSetError, changed, load

WORDS = ("id", "title", "source", "question", "note", "rules")
NOBODY = "nobody"
NEXT = {"player": str, "call": int, "raise_min": int, "raise_max": int, "may_raise": bool, "may_check": bool}


@dataclass(frozen=True, slots=True)
class Case:
    """A case; `expect` is the ruling as the author has it, amounts in minor units."""

    case_id: str
    title: str
    source: str
    question: str
    note: str
    rules: RuleSet
    hand: Hand
    expect: Mapping[str, Any]
    fields: Fields

    def told(self, rules: RuleSet) -> Hand:
        """Return the hand as it reads under other rules: what a call is, where it is not said, depends on them."""
        return self.hand if rules == self.rules else hand_of(self.fields, self.case_id, rules)


def case_of(fields: Fields) -> Case:
    """Return the case that fields tell. Raises ParseError."""
    fields.known((*WORDS, "set", "expect", *FIELDS), "a case")
    rules = _rules(fields)
    case_id = fields.text("id", Path(fields.path).stem)
    hand = hand_of(fields, case_id, rules)
    return Case(
        case_id=case_id,
        title=fields.text("title"),
        source=fields.text("source"),
        question=fields.text("question"),
        note=fields.text("note"),
        rules=rules,
        hand=hand,
        expect=_expect(fields.below("expect"), hand),
        fields=fields,
    )


def of_table(table: Mapping[str, Any], path: str = "<case>") -> Case:
    """Return the case that a table of fields tells, as it comes from TOML already read. Raises ParseError."""
    return case_of(Fields(path, table, {}, ()))


def parse_cases(text: str, path: str = "<text>") -> list[Case]:
    """Return the cases in a TOML text, one or several headed [[case]]. Raises ParseError."""
    return [case_of(fields) for fields in toml.parse(text, path)]


def load_cases(paths: Iterable[str]) -> Iterator[Case | HandError]:
    """Yield the cases of files and folders (their .toml files), and the errors of what is none; never raises."""
    for path in paths:
        place = Path(path)
        files = sorted(filter(Path.is_file, place.rglob("*.toml"))) if place.is_dir() else [place]
        if not files:
            yield UnknownFormat(Location(path, 1), "there is no case in this folder: cases are .toml files")
        for file in files:
            yield from _file(file)


def _file(file: Path) -> Iterator[Case | HandError]:
    try:
        found = toml.parse(file.read_text(encoding="utf-8-sig"), str(file))
    except OSError as error:
        yield UnknownFormat(Location(str(file), 1), f"cannot be read: {error.strerror or error}")
        return
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        yield UnknownFormat(Location(str(file), line), "cannot be read: is not UTF-8 text")
        return
    except ParseError as error:
        yield error
        return
    for fields in found:
        try:
            yield case_of(fields)
        except ParseError as error:
            yield error


def _rules(fields: Fields) -> RuleSet:
    name = fields.text("rules", "permissive")
    if name.endswith(".toml") and not Path(name).is_absolute():
        name = str(Path(fields.path).parent / name)
    try:
        rules = load(name)
    except RuleSetError as error:
        raise fields.wrong("rules", str(error)) from None
    below = fields.below("set")
    for key, value in below.table.items():
        try:
            rules = changed(rules, key, value)
        except RuleSetError as error:
            raise below.wrong(key, f"set: {error}") from None
    return rules


def _expect(expect: Fields, hand: Hand) -> dict[str, Any]:
    expect.known(EXPECT, "[expect]")
    if "legal" in expect.table and "illegal" in expect.table:
        raise expect.wrong("legal", "a case is legal or illegal: give one of the two")
    return {key: read(expect, key, hand) for key, read in EXPECT.items() if key in expect.table}


def _player(expect: Fields, key: str, name: object, hand: Hand) -> str:
    players = [seat.player for seat in hand.seats]
    if name not in players:
        raise expect.wrong(key, f"{key}: unknown player {name!r}: there are {', '.join(players)}")
    return str(name)


def _next(expect: Fields, key: str, hand: Hand) -> dict[str, Any]:
    rows = expect.below(key)
    rows.known(NEXT, "next")
    found: dict[str, Any] = {}
    for name, kind in NEXT.items():
        if name not in rows.table:
            continue
        value = rows.table[name]
        if kind is int:
            found[name] = rows.money(name, value, hand.currency)
        elif kind is bool:
            found[name] = rows.typed(name, bool)
        else:
            found[name] = NOBODY if value == NOBODY else _player(rows, name, value, hand)
    return found


def _illegal(expect: Fields, key: str, hand: Hand) -> list[tuple[str, str]]:
    found = []
    for row in expect.typed(key, list):
        if not isinstance(row, dict) or not {"rule"} <= set(row) <= {"line", "rule"}:
            raise expect.wrong(key, 'illegal is a list like [{line = "C raises to 300", rule = "RAISE-SHORT"}]')
        found.append((str(row.get("line", "")), str(row["rule"])))
        _known_line(expect, key, hand, *found[-1])
    return found


def _known_line(expect: Fields, key: str, hand: Hand, line: str, slug: str) -> None:
    if slug not in RULES and slug not in CLAIMS:
        raise expect.wrong(key, f"illegal: there is no rule {slug!r}")
    told = [row.strip() for row in hand.source.lines]
    if line and not any(row == line or row.startswith(f"{line} ") for row in told):
        raise expect.wrong(key, f"illegal: the hand has no line {line!r}")


def _amounts(expect: Fields, key: str, hand: Hand) -> list[int]:
    return [expect.money(key, amount, hand.currency) for amount in expect.typed(key, list)]


def _by_player(expect: Fields, key: str, hand: Hand) -> dict[str, int]:
    rows: dict[str, Any] = expect.typed(key, dict)
    return {_player(expect, key, name, hand): expect.money(key, rows[name], hand.currency) for name in rows}


# How each expectation is read.
EXPECT: dict[str, Callable[[Fields, str, Hand], Any]] = {
    "illegal": _illegal,
    "legal": lambda expect, key, hand: expect.typed(key, bool),
    "next": _next,
    "returned": _by_player,
    "pots": _amounts,
    "wins": _by_player,
    "net": _by_player,
    "live": _by_player,
    "dead": _by_player,
    "shows_first": lambda expect, key, hand: _player(expect, key, expect.table[key], hand),
    "dead_hands": lambda expect, key, hand: [_player(expect, key, name, hand) for name in expect.typed(key, list)],
}
