"""Words that only some sites print: what they make of a hand, on changed samples."""

from __future__ import annotations

import pytest

from hhparse.audit import audit
from hhparse.errors import ParseError
from hhparse.model import Act, Collect, DealBoard, DealHole, Hand, Post, Splash
from hhparse.reading.read import parse_hand

from .conftest import ROOT


def changed(sample: str, *pairs: tuple[str, str]) -> Hand:
    text = (ROOT / "samples" / f"{sample}.txt").read_text(encoding="utf-8")
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return parse_hand(text)


def test_chat_is_no_line_of_a_player_whose_name_has_a_colon() -> None:
    hand = changed("fulltilt/holdem_nl_chat_and_table_messages", ("o_O_o", "Marlow9: yes"))
    folds = [hand.player(event.seat) for event in hand.events if isinstance(event, Act) and event.verb == "fold"]
    assert folds == ["Tin Lizzy", "quarter pounder", "Marlow9: yes"]


def test_a_hand_named_but_never_shown_is_refused() -> None:
    with pytest.raises(ParseError, match="Marlow9 has shown no cards"):
        changed("fulltilt/omaha_pl_all_in", ("Marlow9 shows [Ac As 7d 6d]\n", ""))


@pytest.mark.parametrize("sample", ["fulltilt/holdem_nl_cap_not_printed", "wpn_old/holdem_cap"])
def test_a_cap_is_learnt_from_who_reaches_it(sample: str) -> None:
    assert changed(sample).stakes.cap == 3000


def test_a_limit_that_is_never_printed_is_marked() -> None:
    hand = changed("wpn_old/holdem_uncalled_bet")
    assert (hand.limit, hand.variant) == ("NL", "limit assumed")


def test_cards_dealt_one_by_one_are_one_hand() -> None:
    hand = changed("wpn_old/omaha_hilo_split")
    assert [event.cards for event in hand.events if isinstance(event, DealHole)] == [("Ad", "2c", "Qh", "9s")]


def test_a_seat_that_collected_in_its_own_line_collects_nothing_in_the_summary() -> None:
    sample = "wpn/holdem_nl_both_blinds_posted"
    hand = changed(sample, ("x-Ray7 does not show\n", "x-Ray7 collected $16.20 from main pot\n"))
    assert [event.amount for event in hand.events if isinstance(event, Collect)] == [1620]


def test_who_straddles_again_raises_his_own_straddle() -> None:
    line = "7e60d9a2: straddle $20\n"
    hand = changed("ggpoker/omaha_pl_straddle", (line, line + "7e60d9a2: straddle $40\n"))
    assert [event.live for event in hand.events if isinstance(event, Post) and event.kind == "straddle"] == [4000]


def test_a_flop_without_a_line_is_dealt_with_the_turn() -> None:
    hand = changed("ggpoker/omaha_pl_all_in", ("*** FLOP *** [9c 8c 2h]\n", ""))
    streets = [(event.street, event.cards) for event in hand.events if isinstance(event, DealBoard)]
    assert streets[:2] == [("flop", ("9c", "8c", "2h")), ("turn", ("3s",))]


def test_play_money_may_have_cents() -> None:
    hand = changed("wpn_old/holdem_play_money_cents")
    assert (hand.currency.code, hand.currency.exponent, hand.seats[0].stack) == ("PLAY2", 2, 5010)


def test_an_unnamed_post_below_the_big_blind_is_a_small_blind() -> None:
    hand = changed("wpn_old/holdem_newcomer_posts", ("nitBox posts (1)", "nitBox posts (0.50)"))
    assert [event.kind for event in hand.events if isinstance(event, Post)] == [
        "small blind", "big blind", "small blind"
    ]  # fmt: skip


def test_what_the_house_adds_is_an_event_and_its_jackpot_a_fee() -> None:
    hand = changed("ggpoker/omaha_pl_cash_drop")
    assert [event.amount for event in hand.events if isinstance(event, Splash)] == [20]
    assert hand.claims.pot is not None
    assert (hand.claims.pot.rake, hand.claims.pot.fees) == (8, 2)
    assert audit(hand) == ()


def test_who_has_just_come_may_sit_out_where_a_site_says_so() -> None:
    hand = changed("partypoker/holdem_nl_eur_post_both")
    assert "kelp" not in [seat.player for seat in hand.seats]
    hand = changed("partypoker/holdem_nl_eur_post_both", ("kelp is sitting out", "Irmgard is sitting out"))
    assert [seat.player for seat in hand.seats if seat.sitting_out] == ["Irmgard"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("raises 2.40 to 2.65", "raises 2.40 to 2.70", "2.40 more do not make 2.70"),
        ("bistort is all-In", "seat9 is all-In", "seat9 is not seated"),
    ],
)
def test_what_cannot_be_right_is_refused(old: str, new: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        changed("partypoker/omaha_pl_mailed_cash_out", (old, new))


def test_stakes_that_cannot_be_right_are_refused_on_their_own_line() -> None:
    with pytest.raises(ParseError, match="more than 2 decimals") as caught:
        changed("eight88/holdem_nl_showdown", ("$0.05/$0.10", "$0.055/$0.10"))
    assert (caught.value.location.line, caught.value.excerpt[:6]) == (3, "$0.055")


def test_an_all_in_for_the_ante_is_told_from_one_for_a_blind() -> None:
    hand = changed("bovada/holdem_tournament_all_in_for_the_ante")
    first = [(hand.player(event.seat), event.kind) for event in hand.events if isinstance(event, Post)][2]
    assert first == ("UTG", "ante")
    alone = changed("bovada/holdem_tournament_big_blind_all_in")
    assert [event.kind for event in alone.events if isinstance(event, Post) and event.all_in] == ["big blind"]


def test_a_first_post_that_is_all_in_was_an_ante_where_antes_follow() -> None:
    hand = changed(
        "bovada/holdem_tournament_all_in_for_the_ante",
        ("Small Blind [ME] : Ante chip 100", "Small Blind [ME] : All-in 60"),
        ("Small Blind [ME] : Small blind 400\n", ""),
    )
    posts = [(event.kind, event.live, event.dead) for event in hand.events if isinstance(event, Post)]
    assert (posts[0], posts[-1]) == (("ante", 0, 60), ("big blind", 800, 0))


def test_blinds_without_lines_are_not_guessed_of_who_takes_no_part() -> None:
    sample = "partypoker/holdem_tournament_blinds_without_lines"
    posts = [event for event in changed(sample).events if isinstance(event, Post)]
    assert [(post.seat, post.live) for post in posts] == [(3, 20), (4, 40)]
    with pytest.raises(ParseError, match="nobody can tell who posted the blinds: Player3 takes no part in the hand"):
        changed(sample, ("Player3 folds\n", ""))
