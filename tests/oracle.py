"""Whole random hands beside pokerkit: turns, calls, bounds of a raise, pots, and what everyone wins, chip by chip.

pokerkit's state is built here from its parts: its classes of games do not know every limit of every game. Where it
reads a rule differently, the comparison is left out and counted by reason; anything else that differs is an error.
Not here at all, for pokerkit has none of it: spread limit, kills, straddles, dead blinds, caps of a hand, chops, rake.
"""

from __future__ import annotations

import warnings
from collections import Counter
from dataclasses import replace
from itertools import cycle
from random import Random
from typing import Any, NamedTuple

from pokerkit import (
    Automation,
    BettingStructure,
    Deck,
    Mode,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    Opening,
    ShortDeckHoldemHand,
    StandardHighHand,
    State,
    Street,
)

from hhparse.model import Claims, Collect, DealBoard, Limit, Uncalled
from hhparse.replay import Replay, replay
from hhparse.rules.betting import FOLDED, Legal, legal
from hhparse.rules.pots import Ledger
from hhparse.rules.ruleset import RuleSet, load
from tests import endings
from tests.strategies import Table
from tests.structures import Shape

RULES = replace(load("pokerstars"), runs_max=3, pl_nominal_blinds="no", hu_cap="none", identical_even=False)

# Why a comparison is left out: what pokerkit reads differently.
SHORT_BIG_BLIND = "hand: the big blind is all-in for less; pokerkit lets others call what is there"
REOPENED = "raise: after a short all-in; pokerkit sums the short ones of all players"
HALF_BET = "raise: fixed limit after a short all-in; pokerkit has no half-bet rule"
FUTILE = "raise: no opponent has the chips to answer it; pokerkit forbids it"
FORMAL = "turn: nothing to call and nobody to bet against; pokerkit has the player check"
ODD_UNITS = "winnings: odd units; pokerkit gives all to one winner, and merges pots once beaten hands are killed"
NO_LOW = "winnings: a side pot whose players have no low; pokerkit pays its low half if anybody else has one"
TRIMMED = "pots: what an ante is more than any other can match; pokerkit gives it back"
REASONS = (SHORT_BIG_BLIND, REOPENED, HALF_BET, FUTILE, FORMAL, TRIMMED, ODD_UNITS, NO_LOW)

STRUCTURES = {
    "NL": BettingStructure.NO_LIMIT,
    "PL": BettingStructure.POT_LIMIT,
    "FL": BettingStructure.FIXED_LIMIT,
}
HANDS: dict[str, tuple[Any, ...]] = {
    "holdem": (StandardHighHand,),
    "split_holdem": (StandardHighHand,),
    "omaha": (OmahaHoldemHand,),
    "omaha_hilo": (OmahaHoldemHand, OmahaEightOrBetterLowHand),
    "omaha5": (OmahaHoldemHand,),
    "omaha5_hilo": (OmahaHoldemHand, OmahaEightOrBetterLowHand),
    "omaha6": (OmahaHoldemHand,),
    "omaha6_hilo": (OmahaHoldemHand, OmahaEightOrBetterLowHand),
    "shortdeck": (ShortDeckHoldemHand,),
}
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
COMPARED = ("hands", "turns", "raises", "pots", "showdowns", "winnings")
UNITS = (1, 360)  # 360: a pot divides evenly by three boards, two halves and up to six winners


RUNS = {"twice": 2, "thrice": 3}
NEEDS: dict[str, dict[str, Any]] = {"five bets": {"cap_bets": 5}, "three raises": {"nl_raise_cap": 3}}


class Game(NamedTuple):
    """A game, and what there is `more` to it: runs, an ante of one player, a bomb pot, another cap of raises."""

    limit: Limit
    name: str
    more: str = ""

    def __str__(self) -> str:
        return f"{self.name} {self.limit} {self.more}".rstrip()

    @property
    def rules(self) -> RuleSet:
        return replace(RULES, **NEEDS.get(self.more, {}))

    def shape(self, random: Random) -> Shape:
        """Return a table of this game: shallow or deep, with or without antes, of single units or of 360."""
        unit = random.choice(UNITS)
        blinds = (10 * unit, 20 * unit) if self.limit == "FL" else (5 * unit, 10 * unit)
        ante = random.choice([0, 0, unit, 3 * unit])
        deep = random.choice([4, 10, 60])
        shape = Shape(self.limit, self.name, blinds, ante=ante, deep=deep, unit=unit, runs=RUNS.get(self.more, 1))
        if self.name == "shortdeck":
            return shape._replace(blinds=(0, 0), button_blind=10 * unit, ante=max(ante, unit), players=(3, 6))
        match self.more:
            case "bomb":
                return shape._replace(extra="bomb", ante=0)
            case "big blind":
                return shape._replace(ante=10 * unit, ante_of="big blind")
            case "button":
                return shape._replace(ante=10 * unit, ante_of="button", players=(3, 6))
        return shape


GAMES = (
    *(Game(limit, name) for name in list(HANDS)[:4] for limit in STRUCTURES),  # type: ignore[arg-type]
    *(Game("PL", name) for name in ("omaha5", "omaha5_hilo", "omaha6", "omaha6_hilo")),
    Game("NL", "shortdeck"),
    Game("NL", "holdem", "twice"),
    Game("PL", "omaha_hilo", "twice"),
    Game("PL", "omaha_hilo", "thrice"),
    Game("NL", "split_holdem", "bomb"),
    Game("PL", "omaha", "bomb"),
    Game("NL", "holdem", "big blind"),
    Game("PL", "omaha", "button"),
    Game("FL", "holdem", "five bets"),
    Game("NL", "holdem", "three raises"),
)


class Disagreement(AssertionError):
    """The two engines differ where they should not."""


def play(game: Game, seed: int) -> Counter[str]:
    """Play a hand in both engines; return how much was compared, and what was left out by reason."""
    random = Random(f"{game} {seed}")
    pair = _Pair(Table(random, game.shape(random), game.rules))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            return pair.play()
        except Disagreement as error:
            error.add_note(f"{game}, seed {seed}: {[event[:6] for event in pair.mine.events]}")
            raise


def survey(count: int, games: tuple[Game, ...] = GAMES) -> dict[Game, Counter[str]]:
    """Play `count` comparable hands over the games in turn and return what was compared and left out in each."""
    found: dict[Game, Counter[str]] = {game: Counter() for game in games}
    played = 0
    for seed, game in enumerate(cycle(games)):
        if played == count:
            break
        counts = play(game, seed)
        found[game] += counts
        played += counts["hands"]
    return found


def report(found: dict[Game, Counter[str]]) -> str:
    """Return the survey as two tables: what was compared, and what was left out and why."""
    lines = [f"{'game':26}" + "".join(f"{name:>11}" for name in COMPARED)]
    for game, counts in found.items():
        lines.append(f"{game!s:26}" + "".join(f"{counts[name]:11,}" for name in COMPARED))
    total = sum(found.values(), Counter[str]())
    lines.append(f"{'all':26}" + "".join(f"{total[name]:11,}" for name in COMPARED))
    return "\n".join([*lines, "", "left out", *(f"{total[reason]:9,}  {reason}" for reason in REASONS)])


class _Pair:
    """A table played here and its counterpart there."""

    def __init__(self, mine: Table) -> None:
        self.mine = mine
        self.counts: Counter[str] = Counter()
        self.short = False  # an all-in of less than a full raise on this street

    def play(self) -> Counter[str]:
        mine = self.mine
        mine.post_all()
        blind = mine.state.committed[mine.state.bb_index]  # or the button's
        if not self.bomb and (max(mine.state.committed) < mine.big or blind < mine.big):
            return Counter({SHORT_BIG_BLIND: 1})
        self.other = self.counterpart()
        for street in range(4):
            if street and not self.deal(street):
                break
            self.short = False
            while (options := legal(mine.state)) is not None:
                self.decide(options)
            if street or not self.bomb:
                self.close()
        self.end()
        self.counts["hands"] = 1
        return self.counts

    @property
    def bomb(self) -> bool:
        return self.mine.shape.extra == "bomb"

    def counterpart(self) -> Any:
        mine, shape = self.mine, self.mine.shape
        other = State(
            AUTOMATIONS, Deck.SHORT_DECK_HOLDEM if mine.game.short_deck else Deck.STANDARD, HANDS[shape.game],
            self.streets(), STRUCTURES[shape.limit], shape.ante_of == "all", self.antes(), self.blinds(), 0,
            tuple(mine.stacks[seat] for seat in mine.order), len(mine.order), mode=Mode.CASH_GAME,
            starting_board_count=mine.game.boards,
        )  # fmt: skip
        for seat in mine.order:
            other.deal_hole("".join(mine.holes[seat]))
        return other

    def streets(self) -> tuple[Any, ...]:
        """Return the streets with their bets and caps; the first of a bomb pot is the flop."""
        mine, rules = self.mine, self.mine.rules
        stakes, unlimited = mine.stakes, mine.shape.limit != "FL"
        bets = [mine.state.big_blind] * 4 if unlimited else [stakes.small_bet] * 2 + [stakes.big_bet] * 2
        cap = rules.nl_raise_cap + 1 if unlimited else rules.cap_bets
        caps = [cap - 1, cap, cap, cap] if cap > 1 else [None] * 4  # pokerkit does not count the big blind as a bet
        hole = (False,) * mine.game.hole_cards
        counts = (0, 3, 1, 1)
        return tuple(
            Street(street > self.bomb, hole if street == self.bomb else (), counts[street], False, Opening.POSITION,
                   bets[street], caps[street])
            for street in range(self.bomb, 4)
        )  # fmt: skip

    def antes(self) -> Any:
        mine, shape = self.mine, self.mine.shape
        if self.bomb:
            return 2 * mine.big
        if shape.ante_of == "all":
            return shape.ante
        place = mine.order.index(mine.ante_payers()[0])
        return {1 - place if len(mine.order) == 2 else place: shape.ante}  # between two pokerkit exchanges them

    def blinds(self) -> Any:
        shape = self.mine.shape
        if shape.button_blind:
            return {len(self.mine.order) - 1: shape.button_blind}
        return 0 if self.bomb else shape.blinds

    # --- decisions

    def decide(self, options: Legal) -> None:
        self.compare(options)
        mine, other = self.mine, self.other
        verb, to = mine.choose(options)
        if verb in ("bet", "raise") and not (self.agreed and other.can_complete_bet_or_raise_to(to)):
            verb, to = ("check", to) if options.may_check else ("call", options.to_call)
            to = mine.state.committed[mine.state.turn] + options.to_call
        if verb == "fold":
            other.fold()
        elif verb in ("check", "call"):
            other.check_or_call()
        else:
            state = mine.state
            full = state.big_blind if not state.level and state.limit != "FL" else state.last_full
            self.short = self.short or to - state.level < (state.unit if state.limit == "FL" else full)
            other.complete_bet_or_raise_to(to)
        mine.act(options, verb, to)

    def compare(self, options: Legal) -> None:
        """Compare whose turn it is and what he may do; `agreed` tells whether he may raise by both."""
        mine, other = self.mine, self.other
        self.counts["turns"] += 1
        self.same("turn", mine.order.index(options.seat), other.actor_index)
        self.same("call", options.to_call, other.checking_or_calling_amount)
        theirs = other.can_complete_bet_or_raise_to()
        self.agreed = options.may_raise and theirs
        reason = self.apart(options, theirs)
        if reason:
            self.counts[reason] += 1
            self.agreed = self.agreed and reason != HALF_BET
            return
        self.same("may raise", options.may_raise, theirs)
        if theirs:
            self.counts["raises"] += 1
            self.same("least", options.min_to, other.min_completion_betting_or_raising_to_amount)
            self.same("most", options.max_to, other.max_completion_betting_or_raising_to_amount)

    def apart(self, options: Legal, theirs: bool) -> str:
        """Return why the raise is not compared, "" if it is."""
        state = self.mine.state
        if self.short and options.may_raise != theirs:
            return HALF_BET if state.limit == "FL" else REOPENED
        least = self.other.min_completion_betting_or_raising_to_amount
        if self.short and state.limit == "FL" and theirs and options.min_to != least:
            return HALF_BET
        deepest = max(
            state.committed[j] + state.stacks[j]
            for j in range(len(state.order))
            if j != state.turn and state.status[j] != FOLDED
        )
        return FUTILE if options.may_raise and not theirs and deepest <= state.level else ""

    def same(self, what: str, mine: object, theirs: object) -> None:
        if mine != theirs:
            raise Disagreement(f"{what}: {mine} here, {theirs} there")

    def close(self) -> None:
        """See that the round is over there too; a player without anything to decide checks."""
        other = self.other
        if other.actor_index is not None:
            self.counts[FORMAL] += 1
            self.same("call", 0, other.checking_or_calling_amount)
            self.same("may raise", False, other.can_complete_bet_or_raise_to())
            other.check_or_call()
        self.same("turn", None, other.actor_index)

    # --- cards and the end

    def deal(self, street: int) -> bool:
        if self.mine.state.live == 1:
            return False
        if self.other.showdown_indices:  # everyone is all-in: pokerkit shows first
            self.show()
        while tuple(self.other.runout_count_selector_indices):
            self.other.select_runout_count(self.mine.shape.runs)
        start = len(self.mine.events)
        running = not self.mine.deal(street)
        dealt = [event for event in self.mine.events[start:] if isinstance(event, DealBoard)]
        for number, event in enumerate(dealt):
            if (running or not number) and not (self.bomb and street == 1):
                self.other.burn_card("??")
            self.other.deal_board("".join(event.cards))
        return not running

    def show(self) -> None:
        self.pots = [(pot.amount, pot.player_indices) for pot in self.other.pots]
        while self.other.showdown_indices:
            self.other.show_or_muck_hole_cards(True)

    def end(self) -> None:
        mine, state = self.mine, self.mine.state
        if self.other.showdown_indices:
            self.show()
        live = [seat for i, seat in enumerate(mine.order) if state.status[i] != FOLDED]
        played = self.finished(live)
        assert played.ledger is not None
        if len(live) > 1:
            self.counts["showdowns"] += 1
            self.counts["pots"] += len(played.ledger.pots)
            ours = [(pot.amount, tuple(sorted(map(mine.order.index, pot.eligible)))) for pot in played.ledger.pots]
            if ours != self.pots and len(ours[-1][1]) == 1:
                self.counts[TRIMMED] += 1
                ours = ours[:-1]
            self.same("pots", ours, self.pots)
        totals, left = played.ledger.totals, played.stacks
        won = [totals.get(seat, 0) + left[seat] - mine.stacks[seat] for seat in mine.order]
        self.winnings(played, won, list(self.other.payoffs))

    def finished(self, live: list[int]) -> Replay:
        mine, state = self.mine, self.mine.state
        totals = [a + b for a, b in zip(state.earlier, state.committed, strict=True)]
        first, second = sorted(totals)[:-3:-1]
        if first > second:
            mine.events.append(Uncalled(mine.order[totals.index(first)], first - second, *mine.place))
        if len(live) > 1:
            endings.showdown(mine, live, set(), keep=True)
        return replay(endings.write(mine, Claims(), Collect(live[0], 0, None, 0, *mine.place)), mine.rules)

    def winnings(self, played: Replay, ours: list[int], theirs: list[int]) -> None:
        if ours == theirs:
            self.counts["winnings"] += 1
            return
        ledger = played.ledger
        assert ledger is not None
        reason = _no_low(ledger) or _odd_units(ledger, len(played.boards))
        apart = sum(abs(a - b) for a, b in zip(ours, theirs, strict=True))
        bound = sum(pot.amount for pot in ledger.pots[1:]) if reason == NO_LOW else 2 * len(ledger.awards)
        if not reason or apart > bound or (reason == ODD_UNITS and self.mine.shape.unit > 1):
            self.same("winnings", ours, theirs)
        self.counts[reason] += 1


def _no_low(ledger: Ledger) -> str:
    """Tell of a contested pot that nobody has a low for on a board where there is one for another pot."""
    low = {(award.pot, award.board) for award in ledger.awards if award.side == "low"}
    contested = {index for index, pot in enumerate(ledger.pots) if len(pot.eligible) > 1}
    return NO_LOW if {(pot, board) for pot in contested for _, board in low} - low else ""


def _odd_units(ledger: Ledger, boards: int) -> str:
    """Tell of odd units that may fall otherwise."""
    if len(ledger.pots) > 1 or boards > 2:
        return ODD_UNITS
    winners = Counter((award.board, award.side) for award in ledger.awards)
    odd = {(award.board, award.side) for award in ledger.awards if award.rule == "ODD-CHIP"}
    return ODD_UNITS if any(winners[part] > 2 for part in odd) else ""
