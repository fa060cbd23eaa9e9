"""The kinds of faults, each with its mutator and the slugs that are right for it; see tests/mutants.py."""

from __future__ import annotations

from typing import NamedTuple

from tests import mutations_end as end
from tests import mutations_play as play
from tests.mutants import Mutator


class Kind(NamedTuple):
    """A kind of fault: the slugs that are right for it, and the shapes in which to look for it (empty: all)."""

    name: str
    mutate: Mutator
    slugs: frozenset[str]
    shapes: tuple[str, ...] = ()


def kind(name: str, mutate: Mutator, slugs: str, shapes: tuple[str, ...] = ()) -> Kind:
    return Kind(name, mutate, frozenset(slugs.split()), shapes)


BIG = ("nl", "nl short", "nl antes", "nl omaha hilo", "pl", "pl omaha", "pl-nl", "nl uneven blinds")
POT = ("pl", "pl omaha", "pl omaha hilo", "pl five cards", "pl-nl", "pl courchevel")
FIXED = ("fl", "fl heads-up", "fl short", "fl omaha hilo", "fl antes")
HILO = ("fl omaha hilo", "nl omaha hilo", "pl omaha hilo", "pl omaha hilo short", "pl courchevel hilo")
SPLIT = (*HILO, "nl short", "fl short", "nl two boards", "nl twice")
SHORT = ("nl short", "pl omaha short", "pl omaha hilo short", "fl short", "nl antes")
TURN = "TURN-ORDER-PRE TURN-ORDER-POST HU-ORDER BUTTON-AFTER-FOLD"
LOWS = "AWARD-HILO-SPLIT AWARD-LOW-TIE LOW-ORDER HILO-COMBO LOW-UNQUALIFIED LOW-BOARD-IMPOSSIBLE"
LESSER = "AWARD-WRONG-WINNER RANK-ORDER"

KINDS: tuple[Kind, ...] = (
    kind("call one short", play.call(-1), "CALL-AMOUNT ANTE-AS-BET"),
    kind("call one over", play.call(1), "CALL-AMOUNT"),
    kind("bet one short", play.unfixed(lambda spot: not spot.level and spot.low > 1, lambda spot: spot.low - 1),
         "BET-SHORT", BIG),
    kind("raise one short", play.unfixed(lambda spot: spot.level > 0, lambda spot: spot.low - 1), "RAISE-SHORT", BIG),
    kind("raise one over in no limit", play.any_size, "", BIG),
    kind("over the pot by one", play.over_pot, "BET-OVER-POT", POT),
    kind("fixed bet one short", play.fixed(lambda spot: True, lambda spot: spot.act.to - 1), "BET-SIZE-FL", FIXED),
    kind("fixed bet one over", play.fixed(lambda spot: True, lambda spot: spot.act.to + 1), "BET-SIZE-FL", FIXED),
    kind("small bet on a late street",
         play.fixed(lambda spot: spot.street > 1, lambda spot: spot.act.to - spot.unit // 2), "BET-SIZE-FL", FIXED),
    kind("stack exceeded by one", play.over_stack, "BET-OVER-STACK"),
    kind("raise size misprinted", play.wrong_by, "RAISE-BY-MISMATCH"),
    kind("all-in with chips left", play.wrong_all_in, "ALLIN-MISMATCH"),
    kind("small blind one short", play.post("small blind", -1), "POST-SB-AMOUNT"),
    kind("small blind one over", play.post("small blind", 1), "POST-SB-AMOUNT"),
    kind("big blind one short", play.post("big blind", -1), "POST-BB-AMOUNT"),
    kind("big blind one over", play.post("big blind", 1), "POST-BB-AMOUNT"),
    kind("ante one short", play.post("ante", -1), "ANTE-AMOUNT", ("nl antes", "nl short deck", "fl antes")),
    kind("ante one over", play.post("ante", 1), "ANTE-AMOUNT", ("nl antes", "nl short deck", "fl antes")),
    kind("straddle one short", play.post("straddle", -1), "STRADDLE", ("nl straddle", "pl straddle")),
    kind("missed blinds one short", play.post("both", -1), "MISSED-BB", ("nl missed blinds", "fl missed blinds")),
    kind("blinds exchanged", play.blinds_exchanged, "POST-SEAT HU-BLINDS"),
    kind("blind after the cards", play.late_post, "POST-AFTER-DEAL STRADDLE"),
    kind("out of turn", play.out_of_turn, TURN),
    kind("action omitted", play.omitted, f"{TURN} ROUND-CLOSE BB-OPTION"),
    kind("act after fold", play.after("fold"), "ACT-AFTER-FOLD"),
    kind("act when all-in", play.after("all-in"), "ACT-WHEN-ALLIN"),
    kind("check facing a bet", play.check, "CHECK-FACING-BET"),
    kind("street dealt early", play.street_early, "ROUND-CLOSE BB-OPTION"),
    kind("raise after a short all-in", play.not_reopened, "RAISE-NOT-REOPENED", SHORT),
    kind("fifth bet", play.fifth_bet, "RAISE-CAP", ("fl", "fl heads-up", "fl omaha hilo")),
    kind("board card doubled", end.doubled_board_card, "CARD-DUPLICATE"),
    kind("hole card doubled", end.doubled_hole_card, "CARD-DUPLICATE"),
    kind("hole card too many", end.hole_cards(1), "DEAL-HOLE-COUNT"),
    kind("hole card too few", end.hole_cards(-1), "DEAL-HOLE-COUNT"),
    kind("board card too many", end.board_cards(1), "BOARD-COUNT"),
    kind("board card too few", end.board_cards(-1), "BOARD-COUNT"),
    kind("board card changed", end.board_changed, "BOARD-CLAIM BOARD-COUNT"),
    kind("reprinted board changed", end.reprint_changed, "BOARD-COUNT"),
    kind("summary's board changed", end.board_claim, "BOARD-CLAIM"),
    kind("other cards shown", end.other_cards, "SHOW-OTHER-CARDS"),
    kind("uncalled bet kept", end.uncalled("kept"), "UNCALLED-RETURN"),
    kind("uncalled bet one off", end.uncalled("amount"), "UNCALLED-RETURN"),
    kind("uncalled bet to another", end.uncalled("seat"), "UNCALLED-RETURN"),
    kind("uncalled bet without a line", end.unreturned, ""),
    kind("wrong winner", end.wrong_winner, f"{LESSER} AWARD-INELIGIBLE {LOWS}"),
    kind("folded hand paid", end.paid_to("folded"), "AWARD-INELIGIBLE"),
    kind("mucked hand paid", end.paid_to("mucked"), "AWARD-TO-MUCKED AWARD-INELIGIBLE"),
    kind("wrong half", end.wrong_half, f"AWARD-TIE {LESSER} AWARD-INELIGIBLE {LOWS}", HILO),
    kind("odd chip moved", end.moved(lambda random, hand, share: 1), "ODD-CHIP AWARD-INELIGIBLE", SPLIT),
    kind("pot split unevenly", end.moved(end.half_of_many),
         f"AWARD-TIE {LESSER} AWARD-INELIGIBLE {LOWS}", SPLIT),
    kind("collected from the wrong pot", end.wrong_pot, "AWARD-INELIGIBLE POT-LAYERS", SHORT),
    kind("side pots cut one off", end.pots_shifted, "POT-LAYERS", SHORT),
    kind("total pot one off", end.total_off, "POT-TOTAL"),
    kind("rake one off", end.rake_off, "RAKE-SUM"),
    kind("collected one off", end.collected_off, "RAKE-SUM AWARD-HILO-SPLIT"),
    kind("summary's winnings one off", end.summary_off, "SEAT-CLAIM"),
)  # fmt: skip
