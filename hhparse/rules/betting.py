"""The betting engine: whose turn it is, what he may do, and what his action changes.

It knows no text and no house: houses are a RuleSet. Players are indices into `State.order`, clockwise from the
button's left. Amounts are integers; `to` is always a seat's total on the street.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from hhparse.model import Limit, PostKind, Verb
from hhparse.rules import kills, limits
from hhparse.rules.rulebook import Violation
from hhparse.rules.ruleset import RuleSet

IN, ALL_IN, FOLDED = 0, 1, 2
NOT_YET = -1  # the level at which a player last acted, before he has


class State:
    """A betting round in progress, changed in place: `step` must be cheap.

    Lists run over `order`. `stacks` are chips behind (under a hand cap: chips that may still be bet), `committed`
    this street's live chips, `earlier` the live chips of former streets, `acted` the level when a player last
    acted. `level` is the amount to match, `base` the last level set by a full bet, `last_full` the size of the last
    full bet or raise, `bets` how many count toward a cap; `turn` is the player to act, -1 when nobody is. `amiss`
    holds, by player, what a wrong call or check lacks of the bet that it answers (negative: has too much), of this
    street, `amiss_before` of former ones. `lone_ante` is what one player paid for all, `splash` what the house added,
    both within `dead`. `button` is the player on it (-1: nobody). `killer` posted a kill (-1: nobody), `waits` is the
    killer if he acts last, and `limits_before` are the limits that the kill raised. `capped` tells that three players
    or more reached the cap.
    """

    __slots__ = (
        "acted",
        "aggressor",
        "amiss",
        "amiss_before",
        "ante",
        "antes",
        "base",
        "bb_index",
        "began_heads_up",
        "bets",
        "big_bet",
        "big_blind",
        "button",
        "capped",
        "committed",
        "dead",
        "deep",
        "earlier",
        "heads_up",
        "index",
        "killer",
        "last_full",
        "level",
        "limit",
        "limits_before",
        "live",
        "lone_ante",
        "missing_blinds",
        "opener",
        "order",
        "raised",
        "rules",
        "skipped",
        "small_bet",
        "small_blind",
        "splash",
        "stacks",
        "status",
        "street",
        "structure",
        "turn",
        "waits",
    )

    def __init__(
        self,
        rules: RuleSet,
        structure: Limit,
        order: Sequence[int],
        stacks: Iterable[int],
        *,
        small_blind: int,
        big_blind: int,
        small_bet: int = 0,
        big_bet: int = 0,
        cap: int = 0,
        ante: int = 0,
    ) -> None:
        count = len(order)
        self.rules = rules
        self.structure: Limit = structure
        self.limit = structure[:2]  # PL-NL is pot limit until the flop
        self.order = tuple(order)
        self.index = {seat: i for i, seat in enumerate(order)}
        self.stacks = [min(stack, cap) for stack in stacks] if cap else list(stacks)
        self.small_blind, self.big_blind = small_blind, big_blind
        self.small_bet, self.big_bet = small_bet, big_bet
        self.ante = ante
        self.committed = [0] * count
        self.earlier = [0] * count
        self.antes = [0] * count
        self.dead = 0
        self.status = [IN] * count
        self.acted = [NOT_YET] * count
        self.live = count
        self.deep = count  # live players with chips behind
        self.heads_up = self.began_heads_up = count == 2
        self.street = 0
        self.level = self.base = 0
        self.last_full = big_blind
        self.bets = 0
        self.raised = False
        self.aggressor = -1
        self.turn = -1
        self.opener = count - 1  # the first to act sits left of him
        self.bb_index = self.button = -1
        self.missing_blinds = 0
        self.skipped: set[int] = set()
        self.amiss: dict[int, int] = {}
        self.amiss_before: dict[int, int] = {}
        self.lone_ante = self.splash = 0
        self.killer = self.waits = -1
        self.limits_before: tuple[int, int] | None = None
        self.capped = False

    @property
    def unit(self) -> int:
        """Return the bet of fixed limit on this street."""
        return self.small_bet if self.street < 2 else self.big_bet

    @property
    def pot(self) -> int:
        """Return all chips in the middle, this street's included."""
        return sum(self.earlier) + sum(self.committed) + sum(self.antes) + self.dead


class Legal(NamedTuple):
    """What the player to act may do. `min_to` and `max_to` are 0 when he may not raise (or bet)."""

    seat: int
    to_call: int
    may_check: bool
    may_raise: bool
    min_to: int
    max_to: int
    all_in_to: int


def legal(state: State) -> Legal | None:
    """Return what the player to act may do, None when nobody is to act."""
    i = state.turn
    if i < 0:
        return None
    owed = to_call(state, i)
    all_in_to = state.committed[i] + state.stacks[i]
    low = high = 0
    barred = limits.barrier(state, i)
    allowed = all_in_to > state.level and (barred is None or barred.unproven)
    if allowed:
        low, high = limits.bounds(state, i)
        low, high = min(low, all_in_to), min(high, all_in_to)
    return Legal(state.order[i], owed, owed == 0, allowed, low, high, all_in_to)


def to_call(state: State, i: int) -> int:
    """Return what player `i` must add to stay in: never more than his stack, nor more than the others can win."""
    level = state.level
    if state.deep - (state.status[i] == IN) == 0:
        level = min(level, _largest_other(state, i))
    return max(0, min(state.stacks[i], level - state.committed[i]))


def _largest_other(state: State, i: int) -> int:
    committed, status = state.committed, state.status
    return max((committed[j] for j in range(len(committed)) if j != i and status[j] != FOLDED), default=0)


def put_in(state: State, seat: int, kind: PostKind, live: int, dead: int) -> None:
    """Post chips before the first decision: live ones count toward the bet, dead ones and antes do not."""
    i = state.index[seat]
    if kind == "ante":
        state.antes[i] += dead
    elif kind == "bomb":
        dead, live = dead + live, 0
        state.antes[i] += dead
    else:
        state.dead += dead
    state.stacks[i] -= dead
    _pay(state, i, live)


def start(state: State) -> None:
    """Open the first round, once blinds and antes are in."""
    state.turn = _next(state, state.opener)


def deal(state: State, street: int) -> tuple[Violation, ...]:
    """Close the round and open street number `street` (1 is the flop)."""
    found = unfinished(state)
    count = len(state.order)
    state.earlier = [a + b for a, b in zip(state.earlier, state.committed, strict=True)]
    state.committed = [0] * count
    state.acted = [NOT_YET] * count
    if state.structure == "PL-NL":
        state.limit = "NL"
    state.street = street
    state.level = state.base = state.bets = 0
    state.last_full = state.big_blind
    state.raised = False
    state.aggressor = -1
    state.began_heads_up = state.live == 2
    state.missing_blinds = 0
    state.waits = -1
    state.capped = False
    state.skipped.clear()
    if state.amiss:
        state.amiss_before = answered_amiss(state)
        state.amiss = {}
    state.turn = _next(state, count - 1)
    return found


def answered_amiss(state: State) -> dict[int, int]:
    """Return by player what wrong calls and checks of the whole hand lack of the bets they answer."""
    found = dict(state.amiss_before)
    for i, lacking in state.amiss.items():
        found[i] = found.get(i, 0) + lacking
    return found


def step(state: State, seat: int, verb: Verb, to: int) -> Sequence[Violation]:
    """Apply an action and return the rules it breaks, () if none; what is said to happen happens all the same.

    `to` is the seat's total on the street; a fold or a check leaves it as it is. Raises KeyError for a seat that
    is not in the hand.
    """
    i = state.index[seat]
    found: Sequence[Violation] = ()
    judged = True  # what a player does who has no decision to make at all is not judged further
    after = i
    if state.amiss:
        state.amiss.pop(i, None)
    if i != state.turn:
        found = _out_of_turn(state, i, verb)
        judged = state.turn >= 0 and state.status[i] == IN
        if state.status[i] != IN and state.turn >= 0:
            after = state.turn - 1  # it stays the turn of whoever is to act
    if verb == "fold":
        if state.status[i] != FOLDED:
            state.deep -= state.status[i] == IN
            state.live -= 1
            state.status[i] = FOLDED
    elif verb == "check":
        if judged and state.level > state.committed[i] and to_call(state, i):
            found = (*found, _check_facing_bet(state, i))
            state.amiss[i] = to_call(state, i)  # the decision is still his, should he make it
        else:
            state.acted[i] = state.level
    elif verb == "call":
        put = state.committed[i]
        owed = state.level - put
        if owed > state.stacks[i] or (state.deep == 1 and not limits.calls_nominal(state, to)):
            owed = to_call(state, i)
        if judged and (to != put + owed or not owed):
            found = (*found, *_wrong_call(state, i, owed, to - put))
            state.amiss[i] = put + owed - to
        _pay(state, i, to - put)
        state.acted[i] = state.level
    else:
        if judged:
            found = (*found, *limits.judge(state, i, to)) if found else limits.judge(state, i, to)
        _aggress(state, i, to)
    state.turn = _next(state, after)
    return found


def protect(state: State, seat: int) -> None:
    """Put a player all-in with what he has put in, though he has chips behind: he decides nothing any more."""
    i = state.index[seat]
    if state.status[i] == IN:
        state.status[i] = ALL_IN
        state.deep -= 1
        if state.turn >= 0:
            state.turn = _next(state, state.turn - 1)


def _pay(state: State, i: int, amount: int) -> None:
    state.committed[i] += amount
    left = state.stacks[i] - amount
    if left <= 0:
        left = 0
        if state.status[i] == IN:
            state.status[i] = ALL_IN
            state.deep -= 1
    state.stacks[i] = left


def _aggress(state: State, i: int, to: int) -> None:
    """Put player `i`'s total at `to` and let it set the bet."""
    level = state.level
    if to > level:
        if limits.counts(state, to):
            state.bets += 1
            state.base = limits.base(state, to)
            state.last_full = to - level
            if state.limit == "FL" and state.live > 2 and state.bets >= state.rules.cap_bets:
                state.capped = True
        state.level = to
        state.raised = True
        state.aggressor = i
    _pay(state, i, to - state.committed[i])
    state.acted[i] = state.level


def _next(state: State, i: int) -> int:
    """Return the next player after `i` who has a decision to make, -1 if the round is over."""
    if state.live == 1 or not state.deep:
        return -1
    if state.waits >= 0 and state.acted[state.waits] < 0 and state.status[state.waits] == IN:
        j = kills.waiting(state, i)
        return -1 if state.deep == 1 and not to_call(state, j) else j
    status, acted, level = state.status, state.acted, state.level
    count = len(status)
    j = i
    for _ in status:
        j += 1
        if j == count:
            j = 0
        if acted[j] < level and status[j] == IN:
            return -1 if state.deep == 1 and not to_call(state, j) else j
    return -1


def _out_of_turn(state: State, i: int, verb: Verb) -> tuple[Violation, ...]:
    seat, status = state.order[i], state.status[i]
    turn = (state.order[state.turn],) if state.turn >= 0 else ()
    if status == FOLDED:
        return (Violation("ACT-AFTER-FOLD", f"seat {seat} has folded", "player", skipped=turn),)
    if status == ALL_IN:
        return (Violation("ACT-WHEN-ALLIN", f"seat {seat} is all-in", "player", skipped=turn),)
    if state.turn < 0:
        late = kills.out_of_order(state, i, []) if state.killer == i else None
        message = f"seat {seat} acts after the round is over"
        return (late or Violation("ROUND-CLOSE", message, "player", *_context(state)),)
    if i in state.skipped:  # he was passed over, which has been said already
        state.skipped.discard(i)
        return ()
    passed = _waiting(state, i)
    if state.killer in (i, state.turn) and state.street == 0 and state.killer >= 0:
        found = kills.out_of_order(state, i, passed)
        state.skipped.update(passed if state.waits < 0 else ())
        return (found,) if found is not None else ()
    state.skipped.update(passed)
    slug = "HU-ORDER" if state.heads_up else "TURN-ORDER-PRE" if state.street == 0 else "TURN-ORDER-POST"
    if state.street and len(passed) == 1 and verb in ("check", "bet") and _button_folded(state):
        slug = "BUTTON-AFTER-FOLD"
    message = f"seat {seat} acts, but seat {state.order[state.turn]} is to act"
    return (Violation(slug, message, "player", *_context(state), skipped=_seats(state, passed)),)


def _button_folded(state: State) -> bool:
    """Tell whether nobody has acted on the street yet and the button has folded.

    Who opens it one seat late then acts as if the button had moved to who is to act.
    """
    return state.button >= 0 and state.status[state.button] == FOLDED and max(state.acted) < 0


def _waiting(state: State, until: int = -1) -> list[int]:
    """Return those who have a decision to make, the first to act first, as far as player `until`."""
    found: list[int] = []
    due = state.turn
    while due >= 0 and due != until and due not in found and due not in state.skipped:
        found.append(due)
        due = _next(state, due)
    return found


def _seats(state: State, players: Sequence[int]) -> tuple[int, ...]:
    return tuple([state.order[i] for i in players])


def _unfinished(state: State) -> Violation:
    i = state.turn
    seat, amounts = state.order[i], {"owed": to_call(state, i)}
    context, note = _context(state)
    waiting = _seats(state, _waiting(state))
    if state.street == 0 and i == state.bb_index and not state.raised:
        message = f"seat {seat}, the big blind, has not acted"
        return Violation("BB-OPTION", message, "", context, note, skipped=waiting)
    message = f"the street ends, but seat {seat} {'still owes {owed}' if amounts['owed'] else 'has not acted'}"
    return Violation("ROUND-CLOSE", message, "", {**context, **amounts}, note, skipped=waiting)


def unfinished(state: State) -> tuple[Violation, ...]:
    """Return the violation of ending the round here while somebody is still to act, () if nobody is.

    What he did wrong on his turn is reported already.
    """
    return (_unfinished(state),) if state.turn >= 0 and state.turn not in state.amiss else ()


def _check_facing_bet(state: State, i: int) -> Violation:
    context, note = _context(state)
    amounts = {**context, "owed": to_call(state, i)}
    return Violation("CHECK-FACING-BET", f"seat {state.order[i]} checks, but owes {{owed}}", "", amounts, note)


def _wrong_call(state: State, i: int, owed: int, added: int) -> tuple[Violation, ...]:
    context, note = _context(state)
    amounts = {**context, "added": added, "owed": owed, "stack": state.stacks[i], "ante": state.antes[i]}
    if added > state.stacks[i]:
        return (Violation("BET-OVER-STACK", "call of {added}, but only {stack} is left", "amount", amounts, note),)
    if owed and state.antes[i] and added == owed - state.antes[i]:
        message = "call of {added} counts the ante of {ante}; the call is {owed}"
        return (Violation("ANTE-AS-BET", message, "amount", amounts, note),)
    message = "call of {added}, but the call is {owed}" if owed else "call of {added}, but there is nothing to call"
    return (Violation("CALL-AMOUNT", message, "amount", amounts, note),)


def _context(state: State) -> tuple[dict[str, int], str]:
    return limits.context(state)
