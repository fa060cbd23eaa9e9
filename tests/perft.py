"""Perft for poker: the number of ways in which some rounds can be bet, as chess engines count moves.

A line is a complete sequence of decisions. Nobody folds for nothing; raises are of every size (`all`) or only the
least and the most (`ends`). Players are called by their place clockwise from the button's left; with two of them the
first is the big blind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from hhparse.model import PostKind, Verb
from hhparse.rules import betting, blinds, limits
from hhparse.rules.betting import ALL_IN, FOLDED, Legal, State, legal, step
from hhparse.rules.ruleset import RuleSet

WORDS: dict[str, Verb] = {"f": "fold", "x": "check", "c": "call", "b": "bet", "r": "raise"}


class Move(NamedTuple):
    verb: Verb
    to: int


def table(row: dict[str, Any], rules: RuleSet) -> State:
    """Return the table of a row after its posts and its `play`: `c x / b2` (rounds are parted by slashes)."""
    stacks, (small, big) = row["stacks"], row.get("blinds", [1, 2])
    count = len(stacks)
    bets = row.get("bets", [big, 2 * big])
    state = State(
        rules, row["limit"], range(count), stacks, small_blind=small, big_blind=big,
        small_bet=bets[0], big_bet=bets[1], cap=row.get("cap", 0), ante=row.get("ante", 0),
    )  # fmt: skip
    antes = {seat: row.get("ante", 0) for seat in range(count)} | dict([row["lone_ante"]] if "lone_ante" in row else [])
    posts = [blinds.post(state, seat, "ante", 0, min(ante, stacks[seat])) for seat, ante in antes.items() if ante]
    for seat, kind, amount in due(row):
        paid = min(amount, state.stacks[seat])
        if paid:
            posts.append(blinds.post(state, seat, kind, *((0, paid) if kind == "bomb" else (paid, 0))))
    assert not blinds.open_round(state, posts, button=count - 1, ring=True)
    for word in row.get("play", "").split():
        if word == "/":
            assert not betting.deal(state, state.street + 1)
        else:
            state = after(state, _read(state, word))
    return state


def due(row: dict[str, Any]) -> Iterator[tuple[int, PostKind, int]]:
    """Yield the posts of a row after its antes: who, what, how much. A kill takes the place of a blind."""
    count, (small, big) = len(row["stacks"]), row.get("blinds", [1, 2])
    if "bomb" in row:
        yield from ((seat, "bomb", row["bomb"]) for seat in range(count))
        return
    first, killer = int(count == 2), row["kill"][0] if "kill" in row else -1
    blind_posts: list[tuple[int, PostKind, int]] = [(first, "small blind", small), (1 - first, "big blind", big)]
    yield from (post for post in blind_posts if post[0] != killer)
    if "straddle" in row:
        yield count - 1, "straddle", row["straddle"]
    if "kill" in row:
        yield killer, "kill", row["kill"][1]


def _read(state: State, word: str) -> Move:
    options = legal(state)
    assert options is not None
    put = state.committed[state.turn]
    to = int(word[1:]) if word[0] in "br" else put + options.to_call * (word == "c")
    return Move(WORDS[word[0]], to)


def after(state: State, move: Move) -> State:
    """Return a copy of the table on which the player to act has made a move, which must break no rule."""
    branch = copied(state)
    found = step(branch, state.order[state.turn], move.verb, move.to)
    assert all(row.unproven for row in found), (move, [row.slug for row in found])
    return branch


def copied(state: State) -> State:
    """Return a copy that shares nothing that changes."""
    branch = State.__new__(State)
    for name in State.__slots__:
        value = getattr(state, name)
        setattr(branch, name, value.copy() if isinstance(value, list | dict | set) else value)
    return branch


def moves(state: State, options: Legal, sizes: str) -> Iterator[Move]:
    """Yield what the player to act may do."""
    put = state.committed[state.turn]
    if options.may_check:
        yield Move("check", put)
    else:
        yield Move("fold", put)
        yield Move("call", put + options.to_call)
    if options.may_raise:
        span = range(options.min_to, options.max_to + 1)
        for to in span if sizes == "all" else sorted({span[0], span[-1]}):
            yield Move("raise" if state.level else "bet", to)


def lines(state: State, sizes: str, rounds: int) -> int:
    """Count the lines of this round and the following ones, `rounds` in all."""
    options = legal(state)
    if options is not None:
        return sum(lines(after(state, move), sizes, rounds) for move in moves(state, options, sizes))
    deep = sum(status not in (FOLDED, ALL_IN) for status in state.status)
    if rounds == 1 or state.live == 1 or deep < 2:
        return 1
    branch = copied(state)
    assert not betting.deal(branch, branch.street + 1)
    return lines(branch, sizes, rounds - 1)


def refusals(state: State) -> Iterator[tuple[State, Legal, Sequence[int]]]:
    """Yield every table of the round with the totals that judging refuses there, of all that could be bet or raised."""
    options = legal(state)
    if options is None:
        return
    i = state.turn
    wagers = range(state.level + 1, options.all_in_to + 2)
    refused = [to for to in wagers if any(not row.unproven for row in limits.judge(state, i, to))]
    yield state, options, refused
    for move in moves(state, options, "all"):
        yield from refusals(after(state, move))
