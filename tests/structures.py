"""Every structure that the engine plays: stakes, posts, and the house rules that go with them.

    SHAPES["kill last"]     -> Shape
    house("kill last")      -> the rule set in which hands of that shape are legal

The name of a shape is the table at which its hands are played, so that a hand alone tells its house.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from hhparse.model import Limit
from hhparse.rules.ruleset import RuleSet, load

RULES = replace(load("pokerstars"), hu_cap="none", pl_nominal_blinds="yes", runs_max=3)  # every rule proven
Needs = dict[str, Any]  # fields of a rule set


class Shape(NamedTuple):
    """A structure: `extra` is one post beside the blinds and its place, `runs` how often the board is dealt once all
    are all-in; `needs` are the fields of a rule set that allow it.
    """

    limit: Limit
    game: str = "holdem"
    blinds: tuple[int, int] = (5, 10)
    bets: tuple[int, int] = (0, 0)  # in fixed limit the big blind and twice as much where they are not said
    ante: int = 0
    ante_of: Literal["all", "big blind", "button"] = "all"
    cap: int = 0
    button_blind: int = 0
    extra: str = ""
    runs: int = 1
    players: tuple[int, int] = (2, 6)
    deep: int = 60  # stacks are up to so many big blinds
    tournament: bool = False
    unit: int = 1  # of which everything is a multiple
    needs: Needs = {}  # noqa: RUF012 (read only)

    @property
    def limits(self) -> tuple[int, int]:
        """Return the lower and the upper limit, (0, 0) where bets are not limited."""
        if self.limit not in ("FL", "SL"):
            return 0, 0
        return self.bets if self.bets[0] else (self.blinds[1], 2 * self.blinds[1])


FL, KILLS = (10, 20), {"kill_type": "full"}
MANY, THREE = (4, 6), (3, 6)
SHAPES: dict[str, Shape] = {
    # no limit
    "nl": Shape("NL"),
    "nl heads-up": Shape("NL", players=(2, 2)),
    "nl short": Shape("NL", deep=6, players=THREE),
    "nl single": Shape("NL", deep=6, players=THREE, needs={"short_allin_bigbet": "single"}),
    "nl short blind": Shape("NL", deep=4, needs={"short_bb_call": "actual"}),
    "nl three raises": Shape("NL", needs={"nl_raise_cap": 3}),
    "nl half bets": Shape("NL", needs={"nl_min_bet": "by_street"}),
    "nl half blind": Shape("NL", needs={"sb_rule": "half"}),
    "nl uneven blinds": Shape("NL", blinds=(3, 7)),
    "nl two boards": Shape("NL", "split_holdem"),
    "nl short deck": Shape("NL", "shortdeck", blinds=(0, 0), ante=5, button_blind=5),
    "nl omaha hilo": Shape("NL", "omaha_hilo"),
    "nl twice": Shape("NL", runs=2, deep=8),
    "nl cap": Shape("NL", cap=120),
    "nl cap of the house": Shape("NL", needs={"hand_cap": 90}),
    "nl chips of five": Shape("NL", unit=5, tournament=True, deep=12, needs={"chip_unit": 5}),
    "nl rake table": Shape("NL", needs={"rake_percent": Decimal(5), "rake_cap": ((0, 40),)}),
    "nl chop": Shape("NL", extra="chop", players=THREE, needs={"chop_allowed": True}),
    "nl cash-out": Shape("NL", extra="cash-out", deep=6, needs={"cashout_fee": (Decimal(1),)}),
    "nl splash": Shape("NL", extra="splash"),
    # pot limit
    "pl": Shape("PL"),
    "pl omaha": Shape("PL", "omaha"),
    "pl omaha short": Shape("PL", "omaha", deep=8, players=THREE),
    "pl omaha hilo": Shape("PL", "omaha_hilo", blinds=(5, 11)),
    "pl omaha hilo short": Shape("PL", "omaha_hilo", deep=5, players=THREE),
    "pl omaha hilo twice": Shape("PL", "omaha_hilo", runs=2, deep=8),
    "pl omaha hilo thrice": Shape("PL", "omaha_hilo", runs=3, deep=8),
    "pl omaha hilo low": Shape("PL", "omaha_hilo", deep=12, needs={"odd_hi": "low", "odd_order": "high_card"}),
    "pl five cards": Shape("PL", "omaha5"),
    "pl five cards hilo": Shape("PL", "omaha5_hilo", runs=2, deep=8, needs={"odd_board": "last"}),
    "pl six cards": Shape("PL", "omaha6", players=(2, 5)),
    "pl six cards hilo": Shape("PL", "omaha6_hilo", players=(2, 5), needs={"identical_even": False}),
    "pl courchevel": Shape("PL", "courchevel"),
    "pl courchevel hilo": Shape("PL", "courchevel_hilo"),
    "pl cap": Shape("PL", "omaha", cap=150),
    "pl live": Shape("PL", "omaha", needs={"pl_sb_as_bb": True, "pl_round": 5}),
    "pl literal": Shape("PL", "omaha", ante=1, needs={"pl_mode": "literal", "ante_in_pl_pot": False}),
    "pl real blinds": Shape("PL", "omaha", deep=4, needs={"pl_nominal_blinds": "no"}),
    "pl splash": Shape("PL", "omaha", extra="splash"),
    "pl splash apart": Shape("PL", "omaha", extra="splash", needs={"splash_in_pot": False}),
    "pl-nl": Shape("PL-NL", "omaha"),
    # fixed limit
    "fl": Shape("FL", blinds=FL),
    "fl heads-up": Shape("FL", blinds=FL, players=(2, 2)),
    "fl short": Shape("FL", blinds=FL, deep=6, players=THREE),
    "fl full": Shape("FL", blinds=FL, deep=6, players=THREE, needs={"short_allin_limit": "full"}),
    "fl any": Shape("FL", blinds=FL, deep=6, players=THREE, needs={"short_allin_limit": "any"}),
    "fl omaha hilo": Shape("FL", "omaha_hilo", blinds=FL),
    "fl uneven blinds": Shape("FL", blinds=(7, 15), bets=(15, 30)),
    "fl five bets": Shape("FL", blinds=FL, needs={"cap_bets": 5}),
    "fl began heads-up": Shape("FL", blinds=FL, players=(2, 3), needs={"hu_cap": "began_hu"}),
    "fl becomes heads-up": Shape("FL", blinds=FL, players=(2, 3), needs={"hu_cap": "becomes_hu"}),
    "fl until capped": Shape("FL", blinds=FL, players=(2, 4), needs={"hu_cap": "until_capped"}),
    "fl five raises": Shape("FL", blinds=FL, players=(2, 3), needs={"hu_cap": "five_raises"}),
    # spread limit
    "sl": Shape("SL", bets=(10, 30)),
    "sl short": Shape("SL", bets=(10, 40), deep=6, players=THREE),
    "sl wide": Shape("SL", "omaha_hilo", blinds=(1, 2), bets=(2, 40), needs={"short_allin_bigbet": "single"}),
    # antes
    "nl antes": Shape("NL", ante=2, tournament=True, blinds=(10, 20), deep=12),
    "nl antes first": Shape("NL", ante=6, tournament=True, blinds=(10, 20), deep=2, needs={"ante_kind": "uniform"}),
    "nl antes last": Shape("NL", ante=6, tournament=True, blinds=(10, 20), deep=2, needs={"ante_first": False}),
    "fl antes": Shape("FL", blinds=FL, ante=3),
    "big blind ante": Shape("NL", ante=10, ante_of="big blind", tournament=True, deep=9, needs={"ante_kind": "bb"}),
    "big blind ante last": Shape(
        "NL", ante=10, ante_of="big blind", tournament=True, deep=4, needs={"ante_kind": "bb", "ante_first": False}
    ),
    "button ante": Shape("PL", ante=10, ante_of="button", players=THREE, needs={"ante_kind": "button"}),
    # straddles
    "nl straddle": Shape("NL", extra="straddle utg", players=THREE),
    "nl straddle of the button": Shape("NL", extra="straddle button", players=MANY),
    "nl straddle anywhere": Shape("NL", extra="straddle any", players=MANY),
    "nl straddle over straddle": Shape("NL", extra="straddle twice", players=MANY),
    "nl straddle raised by the blind": Shape(
        "NL", extra="straddle utg", players=MANY, needs={"straddle_min_raise": "big_blind", "straddle_seats": "utg"}
    ),
    "nl sleeper": Shape("NL", extra="straddle any", players=MANY, needs={"straddle_seats": "sleeper"}),
    "pl straddle": Shape("PL", "omaha", extra="straddle utg", players=THREE),
    "fl straddle": Shape("FL", blinds=FL, extra="straddle utg", players=THREE),
    "fl straddle beside the cap": Shape(
        "FL", blinds=FL, extra="straddle utg", players=MANY, needs={"straddle_counts": False}
    ),
    # kills
    "kill": Shape("FL", blinds=FL, extra="kill any", players=MANY, needs=KILLS),
    "kill last": Shape("FL", blinds=FL, extra="kill any", players=MANY, needs={**KILLS, "kill_order": "last"}),
    "kill in the big blind": Shape("FL", "omaha_hilo", blinds=FL, extra="kill bb", players=THREE, needs=KILLS),
    "kill in the small blind": Shape("FL", blinds=FL, extra="kill sb", players=THREE, needs=KILLS),
    "kill on the big blind": Shape(
        "FL", blinds=FL, extra="kill bb", players=THREE, needs={**KILLS, "kill_replaces": False, "kill_order": "last"}
    ),
    "kill of more": Shape("FL", blinds=FL, extra="kill more", players=MANY, needs=KILLS),
    "half kill": Shape("FL", "omaha_hilo", blinds=FL, extra="kill any", players=MANY, needs={"kill_type": "half"}),
    "half kill last": Shape(
        "FL", blinds=FL, extra="kill any", players=MANY, needs={"kill_type": "half", "kill_order": "last"}
    ),
    "sl kill": Shape("SL", bets=(10, 30), extra="kill any", players=MANY, needs=KILLS),
    "pl kill": Shape("PL", "omaha", extra="kill any", players=MANY, needs=KILLS),
    # bomb pots
    "bomb pot": Shape("NL", "split_holdem", extra="bomb"),
    "bomb pot in big blinds": Shape("PL", "omaha", extra="bomb", needs={"bomb_pot_min_bet": "bb"}),
    # newcomers, missed and dead blinds, dead buttons
    "nl newcomer": Shape("NL", extra="big blind", players=MANY),
    "newcomer before the blinds": Shape("NL", extra="between", players=MANY, needs={"newcomer_between": True}),
    "nl missed blinds": Shape("NL", extra="both", players=MANY),
    "nl missed small blind": Shape("NL", extra="dead", players=MANY),
    "missed small blind live": Shape("NL", extra="small blind", players=MANY, needs={"missed_sb": "live"}),
    "missed blinds live": Shape("NL", extra="both live", players=MANY, needs={"missed_bb_post": "any"}),
    "fl missed blinds": Shape("FL", "omaha_hilo", blinds=FL, extra="both", players=MANY),
    "no small blind": Shape("PL", extra="no small blind", players=THREE),
    "dead button": Shape("NL", extra="dead button", players=THREE, needs={"button_policy": "dead"}),
}  # fmt: skip
HOUSES: dict[str, Needs] = {  # in which hands of some shapes are illegal
    "no chop": {},
    "no kills": {},
    "no straddles": {"straddle_seats": "none"},
    "straddles of the button": {"straddle_seats": "button"},
    "blinds before newcomers": {},
    "no antes": {"ante_kind": "none"},
    "antes of all": {"ante_kind": "uniform"},
    "antes of the big blind": {"ante_kind": "bb"},
    "one run": {"runs_max": 1},
}


@lru_cache(maxsize=256)
def house(table: str) -> RuleSet:
    """Return the rules of the house that has this table: of a shape, or of HOUSES."""
    needs = SHAPES[table].needs if table in SHAPES else HOUSES[table]
    return replace(RULES, **needs)


def named(wanted: Callable[[Shape], bool]) -> tuple[str, ...]:
    """Return the names of the shapes of a kind."""
    return tuple(name for name, shape in SHAPES.items() if wanted(shape))
