"""House rules as data: a rule set is a TOML file, one field a rule; `FIELDS` tells what each of them means.

A file may begin with `extends = "other"`, a preset or a file beside it, and then holds what differs. The structure of
a game (limit, stakes, cap on a hand) is told by the hand itself; a rule set may overrule it.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, fields, replace
from decimal import Decimal, InvalidOperation
from difflib import SequenceMatcher, get_close_matches
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, NewType, get_args, get_origin, get_type_hints

Caps = tuple[
    tuple[int, int], ...
]  # of the rake: (players, most) by rising players; 0 players, the last, are any number
Percents = tuple[Decimal, ...]
Steps = NewType("Steps", tuple[tuple[int, int], ...])  # (big blind from which, amount), by rising blinds


class RuleSetError(ValueError):
    """A rule set that cannot be used: says the file, the line, the field and what is allowed there."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One house's rules. Counts use 0 for "no limit"; "unknown" accepts every reading with a warning, "either" without.

    Amounts are in minor units of the hand's currency. Each field carries its type and what it means.
    """

    name: str
    description: str = ""
    # structure
    structure: Annotated[
        Literal["log", "NL", "PL", "FL", "PL-NL", "SL"],
        "The limit of the betting, whatever the header says; log: what the header says.",
    ] = "log"
    hand_cap: Annotated[
        int, "The most a player can lose in a hand, whatever the header says; 0: what the header says."
    ] = 0
    small_bet: Annotated[int, "The lower limit, whatever the header says; 0: what the header says."] = 0
    big_bet: Annotated[int, "The upper limit, whatever the header says; 0: what the header says."] = 0
    # blinds, button, newcomers
    button_policy: Annotated[
        Literal["dead", "moving", "prev_sb"],
        "How the button moves: to a seat even if empty, to the next occupied seat, to the last small blind.",
    ] = "moving"
    sb_rule: Annotated[Literal["log", "half"], "The small blind: what the header says, or half the big blind."] = "log"
    short_bb_call: Annotated[
        Literal["nominal", "actual", "nominal_alone"],
        "What a call is over a big blind that is all-in for less: the whole blind, or what is there; or the whole blind"
        " even of the only one with chips left, who gets the rest back.",
    ] = "nominal"
    ante_first: Annotated[Literal[True, False, "either"], "A short stack pays its ante before its blind."] = True
    ante_kind: Annotated[
        Literal["log", "none", "uniform", "bb", "button"],
        "Who pays antes: nobody, everyone, the big blind for all, the button for all; log: as the hand has it.",
    ] = "log"
    missed_sb: Annotated[Literal["dead", "live", "either"], "How a missed small blind is made up."] = "dead"
    missed_bb_post: Annotated[
        Literal["both", "any"], "Both blinds missed are made up by a live big and a dead small one, or in any division."
    ] = "both"
    header_level: Annotated[
        Literal["own", "next"], "The level in a tournament's header: the hand's own, or one that has begun since."
    ] = "own"
    newcomer_post: Annotated[Literal["live", "either"], "How a newcomer's big blind is posted."] = "live"
    newcomer_between: Annotated[
        Literal[True, False, "always"],
        "A newcomer may be dealt in between the button and the blinds; always: in tournaments too.",
    ] = True
    chop_allowed: Annotated[bool, "The blinds may take their blinds back when nobody else enters."] = False
    # straddles and kills
    straddle_seats: Annotated[
        Literal["none", "utg", "button", "utg_or_button", "any", "sleeper"],
        "Who may straddle; any: from every seat, and acting last; sleeper: from every seat, and acting in turn.",
    ] = "any"
    straddle_mult: Annotated[int, "A straddle is at least so many times the bet before it."] = 2
    straddle_min_raise: Annotated[Literal["straddle", "big_blind"], "The size of the least raise over a straddle."] = (
        "straddle"
    )
    straddle_counts: Annotated[bool, "In fixed limit a straddle counts as one of the bets of the cap."] = True
    kill_type: Annotated[
        Literal["none", "half", "full", "any"],
        "Kills of one and a half times or twice the lower limit, which raise the limits by as much.",
    ] = "none"
    kill_threshold: Annotated[int, "The least pot that obliges its winner to kill the next one."] = 0
    kill_order: Annotated[
        Literal["in_turn", "last", "either", "unknown"],
        "When the killer acts in the first round: in turn, or after the blinds.",
    ] = "in_turn"
    kill_replaces: Annotated[
        bool, "A killer in a blind posts the kill instead of it, else the blind is part of it."
    ] = True
    # fixed limit
    cap_bets: Annotated[int, "Bets a street; the big blind is the first. 4 is a bet and three raises; 0: no cap."] = 4
    hu_cap: Annotated[
        Literal["none", "began_hu", "becomes_hu", "until_capped", "five_raises", "unknown"],
        "Two players: the cap holds; or there is none where the round began with two, as soon as two are left, or"
        " where two are left before it is reached; or there are five raises.",
    ] = "unknown"
    short_allin_limit: Annotated[
        Literal["half", "as_full", "full", "any", "either", "unknown"],
        "A short all-in counts as a bet from half a bet on (as_full: as a whole one, on top of which the next raise"
        " goes), when it is full, or always.",
    ] = "half"
    # no limit and pot limit
    short_allin_bigbet: Annotated[
        Literal["per_player_cumulative", "single"],
        "Short all-ins reopen the betting for whom they add up to a full raise, or only one that is full by itself.",
    ] = "per_player_cumulative"
    nl_min_bet: Annotated[
        Literal["bb", "by_street"], "The least bet: the big blind, or half of it on the first two streets."
    ] = "bb"
    raise_over_all_in: Annotated[
        bool, "A player may raise though no opponent has chips left to call; the raise is returned."
    ] = False
    nl_raise_cap: Annotated[int, "Raises a street in no limit; 0: any number."] = 0
    pl_mode: Annotated[
        Literal["call_then_pot", "literal"],
        "The pot-limit maximum: call, then raise by the whole pot; or raise by the pot as it is.",
    ] = "call_then_pot"
    pl_nominal_blinds: Annotated[
        Literal["yes", "no", "unknown"], "A short or absent blind counts as full in the pot before the flop."
    ] = "unknown"
    pl_sb_as_bb: Annotated[bool, "The small blind counts as a big one in the pot before the flop."] = False
    pl_round: Annotated[int, "The pot-limit maximum is rounded up to a multiple of this."] = 1
    ante_in_pl_pot: Annotated[bool, "Antes count in the pot-limit maximum."] = True
    splash_in_pot: Annotated[bool, "Chips added by the house count in the pot-limit maximum."] = True
    bomb_pot_min_bet: Annotated[Literal["ante", "bb"], "The least bet of a bomb pot: its ante, or the big blind."] = (
        "ante"
    )
    # pots
    odd_order: Annotated[Literal["left_of_button", "high_card", "last_seat"], "Who gets the odd chip of a tie."] = (
        "left_of_button"
    )
    odd_hi: Annotated[Literal["high", "low"], "Which half of a high/low split gets the odd chip."] = "high"
    odd_low_tie: Annotated[
        Literal["low", "high"], "The odd chip of tied lows: to the first of them, or to the high half."
    ] = "low"
    identical_even: Annotated[bool, "The same players tying both ways split the whole pot once, not each half."] = True
    odd_board: Annotated[Literal["first", "last"], "Which of several boards gets the odd chip."] = "first"
    chip_unit: Annotated[int, "The smallest chip."] = 1
    chip_units: Annotated[
        Steps, "The smallest chip for money by stakes: [big blind from which, amount] pairs; below them chip_unit."
    ] = Steps(())
    # rake and what is printed
    rake_percent: Annotated[Decimal, "The rake in percent of the pot; 0: as printed."] = Decimal(0)
    rake_cap: Annotated[Caps, "The most rake: an amount, or [players, amount] pairs by how many are dealt in."] = ()
    rake_rounding: Annotated[Literal["down", "nearest", "up"], "How the rake is rounded to whole units."] = "down"
    rake_unprinted: Annotated[
        Decimal, "The most that may be missing of a pot as rake where none is printed, in percent."
    ] = Decimal(10)
    rake_alloc: Annotated[
        Literal["cumulative", "main_pot", "proportional"],
        "Where the rake of several pots comes from: computed on the running total, the main pot first, or each by its"
        " size, side pots rounded down.",
    ] = "cumulative"
    fee_alloc: Annotated[
        Literal["as_rake", "proportional"],
        "Where fees beside the rake (jackpots and the like) come from: as the rake, or each pot by its size.",
    ] = "as_rake"
    fee_unprinted: Annotated[int, "A fee that may be taken of a pot beside the printed rake; 0: none."] = 0
    no_flop_no_drop: Annotated[
        Literal["always", "unless_raised", "never"],
        "No rake without a flop; or only where nobody raised; never: raked all the same.",
    ] = "always"
    total_pot_means: Annotated[
        Literal["gross", "net", "net_plus_uncalled"],
        "The printed total pot: with the rake, without it, without it but with the uncalled bet.",
    ] = "gross"
    pots_mean: Annotated[Literal["net", "gross"], "The printed main and side pots: without rake, or with it."] = "net"
    uncalled_line: Annotated[
        Literal["either", "printed", "but_walks", "in_winnings"],
        "An uncalled bet has a line of its own; or has one, but hides in the winnings of a walk; or always does.",
    ] = "either"
    cashout_fee: Annotated[Percents, "What a cash-out may cost, in percent of its value; none listed: anything."] = ()
    deal_listing: Annotated[
        Literal["dealt", "seats"], "Hole cards stand in the order in which they were dealt, or by seats."
    ] = "dealt"
    all_in_said: Annotated[
        Literal["always", "decisions"], "All-in is printed of posts too, or of decisions only, where it is at all."
    ] = "always"
    # showdown
    aggressor_may_muck: Annotated[bool, "A called bettor may muck."] = True
    show_order: Annotated[
        Literal["any", "after_betting", "always"],
        "The last bettor shows first: after a round with decisions, always, or as they like.",
    ] = "any"
    runs_max: Annotated[int, "How many times the rest of the board may be dealt; 0: any number."] = 3


class Field(NamedTuple):
    """A field of a rule set: `kind` is what it takes, `values` the words it may be (() for any value of the kind)."""

    name: str
    kind: str
    values: tuple[str, ...]
    default: object
    text: str


_HINTS: dict[str, Any] = get_type_hints(RuleSet, include_extras=True)
_TYPES: dict[str, Any] = get_type_hints(RuleSet)
_KINDS: dict[Any, str] = {
    int: "a whole number",
    bool: "true or false",
    str: "text in quotes",
    Decimal: "a number of percent",
    Caps: "an amount or [players, amount] pairs",
    Percents: "a list of percents",
    Steps: "a list of [big blind, amount] pairs",
}


def shown(value: object) -> str:
    """Return a value of a field as TOML has it, words without their quotes."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"[{', '.join(map(shown, value))}]"
    return str(value)


def _field(name: str, default: object, text: str) -> Field:
    kind = _TYPES[name]
    if get_origin(kind) is Literal:
        return Field(name, "one of", tuple(map(shown, get_args(kind))), default, text)
    return Field(name, _KINDS[kind], (), default, text)


FIELDS: dict[str, Field] = {
    row.name: _field(row.name, row.default, hint.__metadata__[0])
    for row in fields(RuleSet)
    if get_origin(hint := _HINTS[row.name]) is Annotated
}
FOLDER = resources.files("hhparse.rules") / "rulesets"


@lru_cache(maxsize=1)
def _presets() -> tuple[str, ...]:
    names = [entry.name for entry in FOLDER.iterdir()]
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


def presets() -> list[str]:
    """Return the names of the rule sets that come with the package."""
    return list(_presets())


@lru_cache(maxsize=64)
def load(name_or_path: str) -> RuleSet:
    """Return a preset by its name, or the rule set in a file (a name that ends in `.toml`).

    Raises RuleSetError naming the file, the line and the field.
    """
    text, file = _text(name_or_path)
    return _parsed(text, file, Path(name_or_path).stem, (_key(name_or_path),))


@lru_cache(maxsize=64)
def house_rules(site: str, dialect: str) -> RuleSet:
    """Return the preset named like the site, else like the grammar that read the hand, else the permissive one."""
    known = _presets()
    names = (site.casefold().replace(" ", ""), dialect, "permissive")
    return load(next(name for name in names if name in known))


def parse(text: str, file: str, name: str) -> RuleSet:
    """Return the rule set written in `text`; fields that are absent keep their defaults. Raises RuleSetError."""
    return _parsed(text, file, name, (_key(file),))


def _text(name: str) -> tuple[str, str]:
    """Return the text of a rule set, and what its file is called in messages."""
    if name.endswith(".toml"):
        try:
            return Path(name).read_text(encoding="utf-8-sig"), name
        except OSError as error:
            raise RuleSetError(f"{name}: cannot be read: {error.strerror or error}") from error
        except UnicodeDecodeError as error:
            line = error.object.count(b"\n", 0, error.start) + 1
            raise RuleSetError(f"{name}:{line}: cannot be read: is not UTF-8 text") from error
    if name not in _presets():
        raise RuleSetError(f"no rule set {name!r}; there are {', '.join(presets())}, or give a .toml file")
    entry = FOLDER / f"{name}.toml"
    return entry.read_text(encoding="utf-8"), entry.name


def _key(name: str) -> str:
    """Return what tells whether two names are the same rule set."""
    return str(Path(name).resolve()) if name.endswith(".toml") else name


def _parsed(text: str, file: str, name: str, chain: tuple[str, ...]) -> RuleSet:
    """Return the rule set of a text; `chain` are the keys of those that extend it, its own the last."""
    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except (ValueError, RecursionError) as error:
        line = re.search(r" \(at line (\d+), column \d+\)$", str(error))  # else it is the end of the text
        at = line[1] if line is not None else max(1, len(text.splitlines()))
        place = f"{file}:{at}" if file.endswith(".toml") else file
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error).partition(" (at ")[0]
        raise RuleSetError(f"{place}: not TOML: {reason}") from None
    if not data and file.endswith(".toml"):
        raise RuleSetError(f"{file}:1: the file is empty: a rule set says at least its description")
    values = _base(data.pop("extends", None), text, file, chain)
    for key, value in data.items():
        try:
            values[key] = _value(key, value)
        except ValueError as error:
            raise RuleSetError(f"{_place(file, text, key)}: {_said(key)}: {error}") from None
    return RuleSet(**{"name": name, **values})


def changed(rules: RuleSet, field: str, value: object) -> RuleSet:
    """Return a rule set with another value of a field, as TOML gives it. Raises RuleSetError."""
    try:
        return replace(rules, **{field: _value(field, value)})  # type: ignore[arg-type]
    except ValueError as error:
        raise RuleSetError(f"{_said(field)}: {error}") from None


def _place(file: str, text: str, key: str) -> str:
    """Return a file and the line of a key in it; a text that is no file has no lines."""
    match = re.search(rf"""^[ \t]*\[*[ \t]*["']?{re.escape(key)}["']?[ \t]*[=.\]]""", text, re.MULTILINE)
    if match is None or not file.endswith(".toml"):
        return file
    return f"{file}:{text.count(chr(10), 0, match.start()) + 1}"


def _base(base: object, text: str, file: str, chain: tuple[str, ...]) -> dict[str, Any]:
    """Return the values of the rule set that a file extends, {} if it extends none."""
    if base is None:
        return {}
    place = f"{_place(file, text, 'extends')}: extends"
    if not isinstance(base, str):
        raise RuleSetError(f"{place}: {base!r} should be text in quotes")
    name = str(Path(file).parent / base) if base.endswith(".toml") else base
    if _key(name) in chain:
        around = " -> ".join(Path(key).name for key in (*chain[chain.index(_key(name)) :], _key(name)))
        raise RuleSetError(f"{place}: goes round in a circle: {around}")
    try:
        found, other = _text(name)
    except RuleSetError as error:
        raise RuleSetError(f"{place}: {error}") from None
    rules = _parsed(found, other, base, (*chain, _key(name)))
    return {row: getattr(rules, row) for row in FIELDS}


def _value(name: str, value: object) -> object:
    """Return a value as the field keeps it. Raises ValueError, which says what is wrong with it."""
    kind = _TYPES.get(name)
    if kind is None or name == "name":
        raise ValueError(f"no such field{_nearest(name)}")
    if get_origin(kind) is Literal:
        if any(value == word and type(value) is type(word) for word in get_args(kind)):
            return value
        raise ValueError(f"{_written(value)} is not one of {', '.join(FIELDS[name].values)}")
    found = _READERS[kind](value)
    if found is None:
        raise ValueError(f"{_written(value)} should be {_KINDS[kind]}")
    if isinstance(found, int) and not isinstance(found, bool) and found < (least := int(name in _UNITS)):
        raise ValueError(f"{found} is below {least}")
    return found


def _nearest(name: str) -> str:
    """Return in words the fields that a name may stand for."""
    words = set(name.split("_"))
    near = {*get_close_matches(name, FIELDS, 3, 0.6), *(row for row in FIELDS if len(words & {*row.split("_")}) > 1)}
    best = sorted(near, key=lambda row: (-SequenceMatcher(None, name, row).ratio(), row))[:3]
    if not best:
        return "; `hhparse rules sets permissive` shows them all"
    return f"; the nearest {'is' if len(best) == 1 else 'are'} {', '.join(best)}"


def _said(key: str) -> str:
    """Return a key as it is, or in quotes where it could be taken for something else."""
    return key if re.fullmatch(r"[\w-]+", key) else repr(key)


def _written(value: object) -> str:
    """Return a value as a file has it, but for true and false."""
    if isinstance(value, list):
        return f"[{', '.join(map(_written, value))}]"
    return repr(value) if isinstance(value, str | dict) else str(value)


def _whole(value: object) -> int | None:
    """Return a whole number, None for anything else: a bool is an int, but not to a rule."""
    return value if type(value) is int else None


def _percent(value: object) -> Decimal | None:
    """Return a percentage from 0 to 100, None for anything else."""
    if type(value) not in (int, str, Decimal):
        return None
    try:
        found = Decimal(str(value))
    except InvalidOperation:
        return None
    return found if found.is_finite() and 0 <= found <= 100 else None


def _percents(value: object) -> Percents | None:
    """Return a list of percentages, None for anything else."""
    found = [_percent(row) for row in value] if isinstance(value, list) else [None]
    return tuple([row for row in found if row is not None]) if None not in found else None


def _pairs(value: object) -> list[tuple[int, int]] | None:
    """Return pairs of whole numbers, none below 0; None for anything else."""
    if not isinstance(value, list) or not all(isinstance(row, list) and len(row) == 2 for row in value):
        return None
    if any(type(number) is not int or number < 0 for row in value for number in row):
        return None
    return [(first, second) for first, second in value]


def _caps(value: object) -> Caps | None:
    """Return caps by rising numbers of players, None for what are none."""
    rows = _pairs([[0, value]] if type(value) is int else value)
    return None if rows is None else tuple(sorted(rows, key=lambda row: row[0] or 1000))


def _steps(value: object) -> Steps | None:
    """Return amounts by rising big blinds, None for what are none."""
    rows = _pairs(value)
    return None if rows is None or any(not amount for _, amount in rows) else Steps(tuple(sorted(rows)))


_READERS: dict[Any, Any] = {
    int: _whole,
    bool: lambda value: value if type(value) is bool else None,
    str: lambda value: value if type(value) is str else None,
    Decimal: _percent,
    Caps: _caps,
    Percents: _percents,
    Steps: _steps,
}
_UNITS = {"pl_round", "chip_unit", "straddle_mult"}  # counts of coins and times: at least one
