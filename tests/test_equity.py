"""Equity: against ranking every board by itself, against hands a person can count, and as the command prints it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise

import numpy as np
import pytest
from click.testing import CliRunner

from hhparse.cards import DECK, RANKS, SHORT_DECK, SUITS, Cards
from hhparse.cli import main
from hhparse.equity import ranks
from hhparse.equity.count import Equity, boards, equities, shares
from hhparse.equity.deal import cards, deal
from hhparse.model import GAMES, Game
from hhparse.rules.evaluate import best_high, best_low, high, high_short_deck, low8

HALF = Fraction(1, 2)


def deck(game: Game) -> Cards:
    return SHORT_DECK if game.short_deck else DECK


def winners(values: Sequence[int]) -> list[int]:
    return [at for at, value in enumerate(values) if value == max(values)]


def one_by_one(game: Game, hands: Sequence[Cards], board: Cards, dead: Cards) -> list[Equity]:
    """Return the equities by dealing every board and ranking every hand on it."""
    unseen = [card for card in deck(game) if card not in {*board, *dead, *(card for hand in hands for card in hand)}]
    win, tie, scoop, top, low = ([Fraction(0)] * len(hands) for _ in range(5))
    count = 0
    for more in combinations(unseen, 5 - len(board)):
        count += 1
        full = (*board, *more)
        best = winners([best_high(game, hand, full) for hand in hands])
        lows = [best_low(game, hand, full) or 0 for hand in hands] if game.hilo else [0]
        takers = winners(lows) if max(lows) else []
        for at in best:
            (win if len(best) == 1 else tie)[at] += 1
            scoop[at] += best == [at] and takers in ([], [at])
            top[at] += Fraction(1, len(best)) * (HALF if takers else 1)
        for at in takers:
            low[at] += HALF / len(takers)
    parts = zip(win, tie, scoop, top, low, strict=True)
    return [Equity._make((*(part / count for part in row), (row[3] + row[4]) / count)) for row in parts]


def deals(game: Game, count: int, known: Sequence[int]) -> Iterator[tuple[list[Cards], Cards, Cards]]:
    """Yield hands, a board of one of the `known` sizes and dead cards; often of few suits or ranks, so that ties, lows
    and flushes are not rare.
    """
    source = random.Random(f"equity of {game.name}")
    few = [card for card in deck(game) if card[1] in "sh"] + [card for card in deck(game) if card[0] in "A6"]
    low = [card for card in deck(game) if card[0] in "A2345678T"]
    for at in range(count):
        pool = (deck(game), tuple(dict.fromkeys(few)), low)[at % 3]
        size = source.choice(known)
        most = min(4, (len(pool) - size) // game.hole_cards)
        players = source.randint(2, most)
        drawn = source.sample(pool, players * game.hole_cards + size)
        hands = [tuple(drawn[at : at + game.hole_cards]) for at in range(size, len(drawn), game.hole_cards)]
        rest = [card for card in deck(game) if card not in drawn]
        yield hands, tuple(drawn[:size]), tuple(source.sample(rest, source.randint(0, min(4, len(rest) - 5))))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_as_ranking_every_board(game: Game) -> None:
    for hands, board, dead in deals(game, 18, (3, 4, 4, 5)):
        found = boards(game, hands, board, dead)
        assert list(equities(found)) == one_by_one(game, hands, board, dead), (hands, board, dead)


@pytest.mark.parametrize("name", ["holdem", "shortdeck", "omaha", "omaha_hilo", "omaha6_hilo", "courchevel_hilo"])
def test_as_ranking_every_board_that_has_four_or_five_cards_to_come(name: str) -> None:
    """A deck of few cards left, by dead ones."""
    game, source = GAMES[name], random.Random(name)
    for _ in range(2):
        drawn = source.sample(deck(game), len(deck(game)) - 14)
        size = game.hole_cards
        early = int(game.first_card_early)
        hands, board = [tuple(drawn[:size]), tuple(drawn[size : 2 * size])], tuple(drawn[2 * size :][:early])
        dead = tuple(drawn[2 * size + len(board) :])
        assert list(equities(boards(game, hands, board, dead))) == one_by_one(game, hands, board, dead)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "hands"),
    [
        ("holdem", ("AhKh", "QdJd")),
        ("shortdeck", ("AhKh", "QdJd")),
    ],
)
def test_as_ranking_every_board_before_the_flop(name: str, hands: Sequence[str]) -> None:
    game, held = GAMES[name], [cards(hand) for hand in hands]
    assert list(equities(boards(game, held))) == one_by_one(game, held, (), ())


def test_aces_against_kings_before_the_flop() -> None:
    """81.95% over all suits, as published: 1 pair of kings of other suits, 4 that share one, 1 that shares both."""
    holdem, aces = GAMES["holdem"], cards("AhAd")
    found = [equities(boards(holdem, [aces, hand]))[0].equity for hand in combinations(cards("KhKdKcKs"), 2)]
    assert float(sum(found) / 6) == pytest.approx(0.8195, abs=5e-5)
    assert len(set(found)) == 3


# The numbers are parts of the pot, on a whole board or with one card to come.
@pytest.mark.parametrize(
    ("game", "hands", "board", "expected"),
    [
        # both have the wheel low A-2-3-4-7; the first has kings too: three quarters and one
        ("omaha_hilo", "Ah4hKdKc As4sJdTc", "2c3d7hKsQs", ("3/4", "1/4")),
        # three share the low, one of them has the high alone
        ("omaha_hilo", "Ah4hKdKc As4sJd9c Ad4dJh9s", "2c3d7hKsQs", ("2/3", "1/6", "1/6")),
        # no low: two cards of the board are up to eight
        ("omaha_hilo", "AhAd2c3c KdKcQdQc", "4s5s9hThTd", ("1", "0")),
        # the same straight both ways and the same low
        ("omaha_hilo", "AhKd4s9c AdKh4c9s", "2c3d5hJsQs", ("1/2", "1/2")),
        # nine hearts of 44 cards win, but two of them pair the board
        ("holdem", "AhQh KdKs", "Kh7h2c3d", ("7/44", "37/44")),
        # the board plays
        ("holdem", "2c3c 4d5d 6h7h", "AsKsQsJsTs", ("1/3", "1/3", "1/3")),
        # in a short deck a flush beats a full house
        ("shortdeck", "AhQh KdKs", "Kh7h8h9d9c", ("1", "0")),
        # two cards from the hand: with one heart four on the board are no flush, and nines beat deuces
        ("omaha", "AhKcQd2s 9c9d8s7s", "3h4hThJh2d", ("0", "1")),
    ],
)
def test_counted_by_hand(game: str, hands: str, board: str, expected: Sequence[str]) -> None:
    table = deal(GAMES[game], hands, board)
    assert [row.equity for row in equities(boards(GAMES[game], *table))] == [Fraction(part) for part in expected]


def test_a_pot_that_only_some_can_win() -> None:
    """The set of sevens wins the main pot with its fourth seven alone; among the others there is no such card."""
    holdem = GAMES["holdem"]
    found = boards(holdem, [cards("7c7s"), cards("AhQh"), cards("KdKs")], cards("Kh7h2c3d"))
    assert shares(found, (0, 1, 2)) == (Fraction(1, 42), Fraction(7, 42), Fraction(34, 42))
    assert shares(found, (1, 2)) == (Fraction(7, 42), Fraction(35, 42))
    assert shares(found, (2,)) == (Fraction(1),)


@pytest.mark.parametrize("name", ["holdem", "shortdeck", "omaha", "omaha6_hilo", "courchevel_hilo"])
def test_equities_add_up_before_the_flop_and_know_no_order(name: str) -> None:
    game = GAMES[name]
    for hands, board, dead in deals(game, 9, (1,) if game.first_card_early else (0,)):
        found = equities(boards(game, hands, board, dead))
        assert sum(row.equity for row in found) == 1
        assert equities(boards(game, hands[::-1], board, dead)) == found[::-1]
        turned = str.maketrans("cdhs", "hscd")
        other = [tuple(card.translate(turned) for card in hand) for hand in hands]
        on, without = (tuple(card.translate(turned) for card in part) for part in (board, dead))
        assert equities(boards(game, other, on, without)) == found


@pytest.mark.parametrize("short", [False, True])
def test_the_tables_rank_as_the_rules_do(short: bool) -> None:
    """Five cards of random suits, and six or seven of one suit, in the order in which the rules rank them."""
    source, rank = random.Random(7), high_short_deck if short else high
    plain, by_mask = ranks.worths(short)
    low = ranks.low_worths()
    ours, theirs = [], []
    for at in range(4000):
        hand = source.sample(SHORT_DECK if short else DECK, 5)
        if at % 2:
            suit = [card for card in (SHORT_DECK if short else DECK) if card[1] == "h"]
            hand = source.sample(suit, 5 + at % 3)
        held = sorted(RANKS.index(card[0]) for card in hand)
        if len({card[1] for card in hand}) == 1:
            ours.append(int(by_mask[sum(1 << one for one in held)]))
        else:
            place = int(ranks.place(np.array(held, dtype=np.intp)))
            ours.append(int(plain[place]))
            assert low[place] == (low8(tuple(hand)) or 0)
        theirs.append(rank(tuple(hand)))
    order = sorted(range(len(ours)), key=theirs.__getitem__)
    for one, two in pairwise(order):
        assert (ours[one] < ours[two]) == (theirs[one] < theirs[two])
        assert (ours[one] == ours[two]) == (theirs[one] == theirs[two])


@pytest.mark.parametrize("size", range(6))
def test_multisets_stand_at_their_places(size: int) -> None:
    rows = ranks.multisets(size)
    assert ranks.place(rows).tolist() == list(range(len(rows)))
    for row, dropped in zip(rows.tolist(), ranks.dropping(size).T.tolist() if size else [], strict=False):
        assert [ranks.multisets(size - 1)[at].tolist() for at in dropped] == [
            row[:at] + row[at + 1 :] for at in range(size)
        ]
    left = np.full(len(RANKS), len(SUITS), dtype=np.intp)
    assert ranks.ways(size, left).sum() == len(list(combinations(range(52), size)))


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["equity", *arguments])
    return result.exit_code, result.output


def test_the_command_prints_a_row_a_hand() -> None:
    code, output = run("AhAd KcKs", "--board", "2c 7d 9h", "--dead", "kd")
    assert code == 0
    assert output.splitlines() == [
        "holdem, board 2c 7d 9h, without Kd: exact, 946 boards",
        "  Hand      Win    Tie  Equity",
        "  Ah Ad  95.67%  0.00%  95.67%",
        "  Kc Ks   4.33%  0.00%   4.33%",
    ]


def test_the_command_tells_high_from_low() -> None:
    _, output = run("Ah4hKdKc", "As4sJdTc", "--board", "2c 3d 7h Ks Qs", "--game", "omaha_hilo")
    assert output.splitlines()[1:] == [
        "  Hand             Win    Tie  Scoop    High     Low  Equity",
        "  Ah 4h Kd Kc  100.00%  0.00%  0.00%  50.00%  25.00%  75.00%",
        "  As 4s Jd Tc    0.00%  0.00%  0.00%   0.00%  25.00%  25.00%",
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["AhAd"], "an equity takes two hands at least"),
        (["AhAx KcKs"], "'Ax' in 'AhAx' is no card"),
        (["AhA KcKs"], "'A' in 'AhA' is no card"),
        (["AhAd KcAh"], "Ah stands twice"),
        (["AhAd KcKs", "--board", "2c 3c Kc"], "Kc stands twice"),
        (["AhAd KcKs", "--dead", "Ad"], "Ad stands twice"),
        (["AhAd KcKsQd"], "KcKsQd has 3 cards, but holdem deals 2"),
        (["AhAd KcKs", "--game", "omaha"], "AhAd has 2 cards, but omaha deals 4"),
        (["AhAd KcKs", "--board", "2c"], "a board of 1 card, but in holdem it has 0, 3, 4 or 5"),
        (["AhAd 2c2s", "--game", "shortdeck"], "2c is not in the deck of shortdeck"),
        (["AhAd KcKs", "--game", "stud"], "there is no equity of 'stud', but of holdem, shortdeck, omaha"),
        (["AhAd KcKs", "--game", "split_holdem"], "there is no equity of 'split_holdem'"),
        (["AhAd KcKs", "--dead", "".join(DECK[:44])], "the deck has not cards enough"),
    ],
)
def test_the_command_says_what_is_wrong_in_one_line(arguments: list[str], message: str) -> None:
    code, output = run(*arguments)
    assert code == 2
    (line,) = [line for line in output.splitlines() if line.startswith("Error: ")]
    assert message in line
