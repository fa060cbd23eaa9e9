"""The kinds of faults, each with its mutator and the slugs that are right for it; see tests/mutants.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tests import mutations_end as end
from tests import mutations_house as house
from tests import mutations_play as play
from tests.mutants import Mutator
from tests.structures import Shape, named


class Kind(NamedTuple):
    """A kind of fault: the slugs that are right for it, the shapes in which to look for it, and whether in hands that
    nobody wins: those whose blinds are taken back.
    """

    name: str
    mutate: Mutator
    slugs: frozenset[str]
    shapes: tuple[str, ...]
    unpaid: bool = False


def anywhere(shape: Shape) -> bool:
    return True


def limit(*limits: str) -> Callable[[Shape], bool]:
    """Tell of shapes of some limits."""
    return lambda shape: shape.limit in limits


def extra(*words: str) -> Callable[[Shape], bool]:
    """Tell of shapes with an extra post that begins so."""
    return lambda shape: shape.extra.startswith(words)


def kind(
    name: str,
    mutate: Mutator,
    slugs: str,
    where: Callable[[Shape], bool] | tuple[str, ...] = anywhere,
    *,
    unpaid: bool = False,
) -> Kind:
    return Kind(name, mutate, frozenset(slugs.split()), where if isinstance(where, tuple) else named(where), unpaid)


def short(shape: Shape) -> bool:
    return shape.deep <= 12 and shape.players[1] > 2


def ante_of_all(shape: Shape) -> bool:
    return shape.ante > 0 and shape.ante_of == "all"


def hilo(shape: Shape) -> bool:
    return shape.game.endswith("hilo")


def split(shape: Shape) -> bool:
    return hilo(shape) or shape.runs > 1 or shape.game == "split_holdem" or shape.deep <= 8


BIG = limit("NL", "PL", "PL-NL")
FIXED = limit("FL")
TURN = "TURN-ORDER-PRE TURN-ORDER-POST HU-ORDER BUTTON-AFTER-FOLD KILL-ORDER"
LOWS = "AWARD-HILO-SPLIT AWARD-LOW-TIE LOW-ORDER HILO-COMBO LOW-UNQUALIFIED LOW-BOARD-IMPOSSIBLE"
LESSER = "AWARD-WRONG-WINNER RANK-ORDER"
SIZES = "BET-SIZE-FL RAISE-CAP RAISE-CAP-HU RAISE-NOT-REOPENED RAISE-SHORT BET-SHORT BET-OVER-POT NL-RAISE-COUNT"

KINDS: tuple[Kind, ...] = (
    kind("call one short", play.call(-1), "CALL-AMOUNT ANTE-AS-BET"),
    kind("call one over", play.call(1), "CALL-AMOUNT"),
    kind("bet one short", play.unfixed(lambda spot: not spot.level and spot.low > 1, lambda spot: spot.low - 1),
         "BET-SHORT", BIG),
    kind("raise one short", play.unfixed(lambda spot: spot.level > 0, lambda spot: spot.low - 1), "RAISE-SHORT", BIG),
    kind("raise one over in no limit", play.any_size, "", BIG),
    kind("over the pot by one", play.over(play.of_pot), "BET-OVER-POT", limit("PL", "PL-NL")),
    kind("fixed bet one short", play.fixed(lambda spot: True, lambda spot: spot.act.to - 1), "BET-SIZE-FL", FIXED),
    kind("fixed bet one over", play.fixed(lambda spot: True, lambda spot: spot.act.to + 1), "BET-SIZE-FL", FIXED),
    kind("small bet on a late street",
         play.fixed(lambda spot: spot.street > 1, lambda spot: spot.act.to - spot.unit // 2),
         "BET-SIZE-FL KILL-LIMITS", FIXED),
    kind("spread bet below the least", play.unfixed(lambda spot: True, play.under_spread), "SPREAD-RANGE", limit("SL")),
    kind("spread raise one short", play.unfixed(play.after_more, lambda spot: spot.low - 1), "RAISE-SHORT",
         limit("SL")),
    kind("spread bet above the most", play.over(lambda hand, spot: spot.most), "SPREAD-RANGE", limit("SL")),
    kind("beyond the cap of raises", play.beyond_cap, "RAISE-CAP RAISE-CAP-HU NL-RAISE-COUNT",
         lambda shape: shape.limit == "FL" or "nl_raise_cap" in shape.needs),
    kind("beyond the cap of a hand", house.over_cap, "BET-OVER-STACK", ("nl cap", "nl cap of the house", "pl cap")),
    kind("stack exceeded by one", play.over_stack, "BET-OVER-STACK"),
    kind("raise size misprinted", play.wrong_by, "RAISE-BY-MISMATCH"),
    kind("all-in with chips left", play.wrong_all_in, "ALLIN-MISMATCH"),
    kind("small blind one short", play.post("small blind", -1), "POST-SB-AMOUNT"),
    kind("small blind one over", play.post("small blind", 1), "POST-SB-AMOUNT"),
    kind("big blind one short", play.post("big blind", -1), "POST-BB-AMOUNT"),
    kind("big blind one over", play.post("big blind", 1), "POST-BB-AMOUNT"),
    kind("button blind one short", play.post("button blind", -1), "POST-BB-AMOUNT", ("nl short deck",)),
    kind("button blind one over", play.post("button blind", 1), "POST-BB-AMOUNT", ("nl short deck",)),
    kind("ante one short", play.post("ante", -1), "ANTE-AMOUNT", lambda shape: shape.ante > 1),
    kind("ante one over", play.post("ante", 1), "ANTE-AMOUNT", lambda shape: shape.ante > 0),
    kind("ante not paid", house.omitted("ante"), "ANTE-AMOUNT", ante_of_all),
    kind("bomb pot one short", play.post("bomb", -1), "ANTE-AMOUNT", extra("bomb")),
    kind("bomb pot one over", play.post("bomb", 1), "ANTE-AMOUNT", extra("bomb")),
    kind("bomb pot not paid", house.omitted("bomb"), "ANTE-AMOUNT", extra("bomb")),
    kind("bomb pot bet before the flop", house.bomb_bet, "ROUND-CLOSE", extra("bomb")),
    kind("straddle one short", play.post("straddle", -1), "STRADDLE", extra("straddle")),
    kind("straddle where there is none", house.judged_at("no straddles", house.has("straddle")), "STRADDLE",
         extra("straddle")),
    kind("straddle from a wrong seat",
         house.judged_at("straddles of the button", house.straddled_by(lambda i, count: i != count - 1)), "STRADDLE",
         extra("straddle")),
    kind("straddler acts last, not in turn", house.judged_at("nl sleeper", house.skips_the_gun), TURN,
         ("nl straddle anywhere",)),
    kind("kill one short", play.post("kill", -1), "KILL-VOLUNTARY",
         lambda shape: shape.extra.startswith("kill") and shape.extra != "kill more"),
    kind("kill above half the stack", house.kill_of_most, "KILL-VOLUNTARY", ("kill of more",)),
    kind("kill where there is none", house.judged_at("no kills", house.has("kill")), "KILL-VOLUNTARY", extra("kill")),
    kind("kill beside the blind", house.kill_beside_blind, "KILL-REPLACES-BLIND", ("kill in the big blind",)),
    kind("kill at the old limits", house.old_limits, "KILL-LIMITS",
         lambda shape: shape.extra.startswith("kill") and shape.limit == "FL"),
    kind("killer in turn, not last", house.judged_at("kill last", house.killer_before), "KILL-ORDER", ("kill",)),
    kind("missed blinds one short", play.post("both", -1), "MISSED-BB", ("nl missed blinds", "fl missed blinds")),
    kind("missed blinds all live", house.told_as("both", lambda post: post.live + post.dead), "MISSED-BB",
         ("nl missed blinds", "fl missed blinds")),
    kind("missed small blind live", house.told_as("dead", lambda post: post.dead), "MISSED-SB",
         ("nl missed small blind",)),
    kind("newcomer's blind dead", house.told_as("big blind", lambda post: 0), "NEWPLAYER-POST", ("nl newcomer",)),
    kind("newcomer before the blinds", house.judged_at("blinds before newcomers"), "NEWPLAYER-SEAT",
         ("newcomer before the blinds",)),
    kind("antes where there are none", house.judged_at("no antes", house.has("ante")), "ANTE-AMOUNT",
         lambda shape: shape.ante > 0),
    kind("one ante for all", house.judged_at("antes of all", house.has("ante")), "ANTE-AMOUNT",
         ("big blind ante", "button ante")),
    kind("ante of the button", house.judged_at("antes of the big blind", house.has("ante")), "ANTE-AMOUNT",
         ("button ante",)),
    kind("posted twice", house.twice, "POST-TWICE"),
    kind("blinds exchanged", play.blinds_exchanged, "POST-SEAT HU-BLINDS"),
    kind("blind after the cards", play.late_post, "POST-AFTER-DEAL STRADDLE"),
    kind("out of turn", play.out_of_turn, TURN),
    kind("action omitted", play.omitted, f"{TURN} ROUND-CLOSE BB-OPTION"),
    kind("act after fold", play.after("fold"), "ACT-AFTER-FOLD"),
    kind("act when all-in", play.after("all-in"), "ACT-WHEN-ALLIN"),
    kind("check facing a bet", play.check, "CHECK-FACING-BET"),
    kind("street dealt early", play.street_early, "ROUND-CLOSE BB-OPTION"),
    kind("raise after a short all-in", play.not_reopened, "RAISE-NOT-REOPENED", short),
    kind("legal in another house", house.elsewhere, SIZES, house.COMPARED),
    kind("chop where there is none", house.judged_at("no chop", house.is_chop), "CHOP", extra("chop"), unpaid=True),
    kind("chop after a call", house.chop_after_call, "CHOP", extra("chop"), unpaid=True),
    kind("run where the house does not", house.judged_at("one run", house.runs), "BOARD-COUNT",
         lambda shape: shape.runs > 1),
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
    kind("wrong half", end.wrong_half, f"AWARD-TIE {LESSER} AWARD-INELIGIBLE {LOWS}", hilo),
    kind("odd chip moved", end.moved(lambda random, hand, share: 1), "ODD-CHIP AWARD-INELIGIBLE", split),
    kind("pot split unevenly", end.moved(end.half_of_many),
         f"AWARD-TIE {LESSER} AWARD-INELIGIBLE {LOWS}", split),
    kind("collected from the wrong pot", end.wrong_pot, "AWARD-INELIGIBLE POT-LAYERS", short),
    kind("side pots cut one off", end.pots_shifted, "POT-LAYERS", short),
    kind("total pot one off", end.total_off, "POT-TOTAL"),
    kind("rake one off", end.rake_off, "RAKE-SUM"),
    kind("collected one off", end.collected_off, "RAKE-SUM AWARD-HILO-SPLIT"),
    kind("summary's winnings one off", end.summary_off, "SEAT-CLAIM"),
    kind("rake over the table", house.raked(house.over_the_table), "RAKE-CAP", ("nl rake table",)),
    kind("rake without a flop", house.raked(house.before_the_flop), "RAKE-NOFLOP"),
    kind("cash-out fee two off", house.wrong_fee, "CHIPS-CONSERVED", extra("cash-out")),
    kind("cash-out out of the pot", house.out_of_the_pot, "RAKE-SUM", extra("cash-out")),
)  # fmt: skip
