"""House rules as data: a rule set is a TOML file, one field a rule; what a field means stands in the files.

The structure of a game (limit, blinds, cap on a hand) is told by the hand itself and is no field here.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints


class RuleSetError(ValueError):
    """A rule set that cannot be used: says the file, the field and what is allowed there."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One house's rules. Counts use 0 for "no limit"; the value "unknown" accepts every reading, with a warning."""

    name: str
    description: str = ""
    # blinds, button, newcomers
    button_policy: Literal["dead", "moving", "prev_sb"] = "moving"
    sb_rule: Literal["log", "half"] = "log"
    short_bb_call: Literal["nominal", "actual"] = "nominal"
    ante_first: bool = True
    missed_sb: Literal["dead", "live", "either"] = "dead"
    missed_bb_post: Literal["both", "any"] = "both"
    newcomer_between: bool = True
    # straddles
    straddle_seats: Literal["none", "utg", "utg_or_button", "any"] = "any"
    straddle_mult: int = 2
    straddle_min_raise: Literal["straddle", "big_blind"] = "straddle"
    straddle_counts: bool = True
    # fixed limit
    cap_bets: int = 4
    hu_cap: Literal["none", "began_hu", "becomes_hu", "five_raises", "unknown"] = "unknown"
    short_allin_limit: Literal["half", "full", "any", "unknown"] = "half"
    # no limit and pot limit
    short_allin_bigbet: Literal["per_player_cumulative", "single"] = "per_player_cumulative"
    nl_min_bet: Literal["bb", "by_street"] = "bb"
    nl_raise_cap: int = 0
    pl_mode: Literal["call_then_pot", "literal"] = "call_then_pot"
    pl_nominal_blinds: Literal["yes", "no", "unknown"] = "unknown"
    pl_sb_as_bb: bool = False
    pl_round: int = 1
    ante_in_pl_pot: bool = True
    # pots
    odd_order: Literal["left_of_button", "high_card", "last_seat"] = "left_of_button"
    odd_hi: Literal["high", "low"] = "high"
    identical_even: bool = True
    odd_board: Literal["first", "last"] = "first"
    chip_unit: int = 1
    # rake and what is printed
    rake_alloc: Literal["cumulative", "main_pot"] = "cumulative"
    no_flop_no_drop: Literal["always", "unless_raised", "never"] = "always"
    total_pot_means: Literal["gross", "net", "net_plus_uncalled"] = "gross"
    uncalled_line: Literal["either", "printed", "in_winnings"] = "either"
    # showdown
    aggressor_may_muck: bool = True
    show_order: Literal["any", "after_betting", "always"] = "any"
    runs_max: int = 3


_TYPES: dict[str, Any] = get_type_hints(RuleSet)
_FOLDER = resources.files("hhparse.rules") / "rulesets"


def presets() -> list[str]:
    """Return the names of the rule sets that come with the package."""
    return sorted(entry.name.removesuffix(".toml") for entry in _FOLDER.iterdir() if entry.name.endswith(".toml"))


@lru_cache(maxsize=64)
def load(name_or_path: str) -> RuleSet:
    """Return a preset by its name, or the rule set in a file (a name that ends in `.toml`).

    Raises RuleSetError naming the file and the field.
    """
    if name_or_path.endswith(".toml"):
        path = Path(name_or_path)
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise RuleSetError(f"{path}: cannot be read: {error}") from error
        return parse(text, str(path), path.stem)
    if name_or_path not in presets():
        raise RuleSetError(f"no rule set {name_or_path!r}; there are {', '.join(presets())}, or give a .toml file")
    entry = _FOLDER / f"{name_or_path}.toml"
    return parse(entry.read_text(encoding="utf-8"), entry.name, name_or_path)


@lru_cache(maxsize=64)
def house_rules(site: str, dialect: str) -> RuleSet:
    """Return the preset named like the site, else like the grammar that read the hand, else the permissive one."""
    known = presets()
    names = (site.casefold().replace(" ", ""), dialect, "permissive")
    return load(next(name for name in names if name in known))


def parse(text: str, file: str, name: str) -> RuleSet:
    """Return the rule set written in `text`; fields that are absent keep their defaults."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RuleSetError(f"{file}: not TOML: {error}") from error
    for field, value in data.items():
        _check(file, field, value)
    return RuleSet(**{"name": name, **data})


def _check(file: str, field: str, value: object) -> None:
    expected = _TYPES.get(field)
    if expected is None:
        known = ", ".join(row.name for row in fields(RuleSet))
        raise RuleSetError(f"{file}: {field}: no such field; the fields are {known}")
    if get_origin(expected) is Literal:
        if value not in get_args(expected):
            raise RuleSetError(f"{file}: {field}: {value!r} is not one of {', '.join(get_args(expected))}")
    elif type(value) is not expected:  # a bool is an int to isinstance, but not to a rule
        raise RuleSetError(f"{file}: {field}: {value!r} should be {_WORDS[expected]}")
    elif type(value) is int and value < (least := int(field in _UNITS)):
        raise RuleSetError(f"{file}: {field}: {value} is below {least}")


_UNITS = {"pl_round", "chip_unit", "straddle_mult"}  # counts of coins and times: at least one
_WORDS = {int: "a whole number", bool: "true or false", str: "text in quotes"}
