"""How much may be bet: who may raise at all, the least and the most, for each structure of limit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hhparse.model import STREETS
from hhparse.rules.rulebook import Violation

if TYPE_CHECKING:
    from hhparse.rules.betting import State

NOTE = "{street}, bet to call {{level}}, last full raise {{full}}"


def bounds(state: State, i: int) -> tuple[int, int]:
    """Return the least and the most that player `i` may bet or raise to, whatever his stack."""
    if state.limit == "FL":
        return fixed(state), most_fixed(state)
    if state.limit == "SL":
        return state.level + full_raise(state), state.level + state.big_bet
    low = state.level + state.last_full if state.level else least_bet(state)
    if state.limit == "PL":
        nominal = state.rules.pl_nominal_blinds != "no"
        return low, max(low, pot_limit(state, i, nominal))
    return low, state.committed[i] + state.stacks[i]


def fixed(state: State) -> int:
    """Return what a fixed-limit raise must come to: one bet more, or the completion of a short all-in."""
    short = state.level - state.base
    if short < 0:  # it counted as a whole bet
        return state.base + state.unit
    if not short or state.rules.short_allin_limit in ("full", "any") or 2 * short >= state.unit:
        return state.level + state.unit
    return state.base + state.unit


def most_fixed(state: State) -> int:
    """Return the larger size where both readings of a short all-in are accepted, else the one there is."""
    return state.level + state.unit if state.rules.short_allin_limit in ("either", "unknown") else fixed(state)


def full_raise(state: State) -> int:
    """Return the least raise (or bet) of spread limit that is no short all-in."""
    return max(state.small_bet, state.last_full) if state.level else state.small_bet


def least_bet(state: State) -> int:
    """Return the least opening bet of no limit and pot limit."""
    if state.rules.nl_min_bet == "by_street" and state.street < 2:
        return (state.big_blind + 1) // 2
    return state.big_blind


def pot_limit(state: State, i: int, nominal: bool) -> int:
    """Return the most player `i` may raise to in pot limit; `nominal` counts missing blinds as paid."""
    rules, owed = state.rules, state.level - state.committed[i]
    pot = state.pot
    if not rules.ante_in_pl_pot:
        pot -= sum(state.antes) + state.lone_ante
    if not rules.splash_in_pot:
        pot -= state.splash
    if state.street == 0:
        if nominal:
            pot += state.missing_blinds
        if rules.pl_sb_as_bb:
            pot += state.big_blind - state.small_blind
    total = state.level + pot + (owed if rules.pl_mode == "call_then_pot" else 0)
    return -(-total // rules.pl_round) * rules.pl_round


def counts(state: State, to: int) -> bool:
    """Tell whether a bet or raise to `to` is a full one: it counts toward a cap and is the base of the next."""
    if state.limit == "SL":
        return to - state.level >= full_raise(state)
    if state.limit != "FL":
        return to - state.level >= (state.last_full if state.level else least_bet(state))
    rule = state.rules.short_allin_limit
    return to >= fixed(state) or rule == "any" or (rule != "full" and 2 * (to - state.base) >= state.unit)


def base(state: State, to: int) -> int:
    """Return on what the next fixed-limit raise goes once `to` counts as a bet."""
    whole = state.base + state.unit
    return whole if to < whole and state.limit == "FL" and state.rules.short_allin_limit == "as_full" else to


def over_short_blind(state: State, i: int, level: int, put: int, to: int) -> tuple[int, ...]:
    """Return the sizes that some sites print of player `i`'s raise to `to` over `level`, where a blind is short.

    They count from what is really in, or from a big blind that is all-in; `put` is what the player had in himself.
    """
    sizes = [to - max(put, *state.committed[:i], *state.committed[i + 1 :])]
    big = state.bb_index
    if state.street == 0 and level == state.big_blind and big >= 0 and state.status[big] == 1:
        sizes.append(to - state.committed[big])
    return tuple(sizes)


def calls_nominal(state: State, to: int) -> bool:
    """Tell whether `to` calls a whole big blind that is all-in for less, as the house wants it even of the last one."""
    return state.rules.short_bb_call == "nominal_alone" and not (state.street or state.raised) and to == state.level


def barrier(state: State, i: int) -> Violation | None:
    """Return why player `i` may not raise at all, None if he may; an unproven barrier does not bar."""
    if state.deep - (state.status[i] == 0) <= 0 and not state.rules.raise_over_all_in:
        message = "raise, but no opponent has chips left"
        return Violation("RAISE-NOT-REOPENED", message, "to", {}, "", "raise_over_all_in")
    acted = state.acted[i]
    if acted >= 0 and not _reopened(state, acted):
        return _not_reopened(state, acted)
    if state.limit == "FL":
        return _capped(state) if state.rules.cap_bets and state.bets >= state.rules.cap_bets else None
    cap = state.rules.nl_raise_cap
    if cap and state.bets > cap:
        return Violation("NL-RAISE-COUNT", f"more than {cap} raises", "to", *context(state), "nl_raise_cap")
    return None


def _reopened(state: State, acted: int) -> bool:
    added = state.level - acted
    if state.limit != "FL":
        if state.rules.short_allin_bigbet == "single":
            return state.base > acted
        return added >= (full_raise(state) if state.limit == "SL" else state.last_full)
    rule = state.rules.short_allin_limit
    if rule in ("half", "as_full", "unknown"):
        return 2 * added >= state.unit
    return added >= state.unit if rule == "full" else added > 0


def _not_reopened(state: State, acted: int) -> Violation:
    amounts, note = context(state)
    amounts = {**amounts, "added": state.level - acted}
    if not amounts["added"]:
        return Violation("RAISE-NOT-REOPENED", "raise, but nobody has raised since he acted", "to", amounts, note)
    field = "short_allin_limit" if state.limit == "FL" else "short_allin_bigbet"
    unproven = state.limit == "FL" and state.rules.short_allin_limit == "unknown"
    message = "raise, but the bet has grown by only {added} since he acted"
    return Violation("RAISE-NOT-REOPENED", message, "to", amounts, note, field, unproven)


def _capped(state: State) -> Violation | None:
    """Judge a raise above the cap of fixed limit; heads-up has readings of its own."""
    rule, cap = state.rules.hu_cap, state.rules.cap_bets
    amounts, note = context(state)
    began, capped = state.began_heads_up, state.capped and rule == "until_capped"
    if state.live > 2 or capped or rule == "none" or (rule in ("began_hu", "five_raises") and not began):
        return Violation("RAISE-CAP", f"more than {cap} bets on the street", "to", amounts, note, "cap_bets")
    if rule == "unknown":
        message = f"more than {cap} bets on the street between two players"
        return Violation("RAISE-CAP-HU", message, "to", amounts, note, "hu_cap", True)
    if rule == "five_raises" and state.bets >= 6:
        return Violation("RAISE-CAP-HU", "more than five raises", "to", amounts, note, "hu_cap")
    return None


def judge(state: State, i: int, to: int) -> Sequence[Violation]:
    """Return what is wrong with player `i` betting or raising to `to`, () if nothing."""
    left = state.committed[i] + state.stacks[i] - to  # chips behind afterwards
    found: list[Violation] = []
    if left < 0:
        message = f"{_raise(state)} {{to}}, but only {{most}} is there"
        found.append(_said(state, "BET-OVER-STACK", message, to, to + left))
    barred = barrier(state, i)
    if barred is not None:
        found.append(barred)
    if state.limit == "FL":
        found += _not_fixed(state, to, left)
    elif state.limit == "SL":
        found += _off_spread(state, to, left)
    else:
        low = state.level + state.last_full if state.level else least_bet(state)
        if to < low and (left > 0 or to <= state.level):
            found.append(_too_short(state, to, low))
        if state.limit == "PL":
            found += _over_pot(state, i, to, low)
    return found or ()


def _not_fixed(state: State, to: int, left: int) -> list[Violation]:
    """Judge the size of a bet of fixed limit, with `left` chips behind afterwards."""
    exact, other = fixed(state), most_fixed(state)
    fits = to in (exact, other) or (to < exact and left <= 0)
    message = f"{_raise(state)} {{to}}, but it must be {'to ' if state.level else ''}{{most}}"
    if fits and to > state.level:
        if exact == other or to < exact or state.rules.short_allin_limit != "unknown":
            return []
        message = "raise to {to} over a short all-in, but it may have to be to {most}"
        return [
            _said(
                state,
                "BET-SIZE-FL",
                message,
                to,
                other if to == exact else exact,
                field="short_allin_limit",
                unproven=True,
            )
        ]
    if state.limits_before is not None and to - state.level == state.limits_before[state.street > 1]:
        return [_said(state, "KILL-LIMITS", f"{message} in a kill hand", to, exact, field="kill_type")]
    readings = (state.base + state.unit, state.level + state.unit)
    field = "short_allin_limit" if state.level != state.base and to in readings else ""
    return [_said(state, "BET-SIZE-FL", message, to, exact, field=field)]


def _off_spread(state: State, to: int, left: int) -> list[Violation]:
    """Judge the size of a bet of spread limit, with `left` chips behind afterwards."""
    level, short = state.level, left <= 0 and to > state.level
    if to > level + state.big_bet:
        return [_said(state, "SPREAD-RANGE", f"{_raise(state)} {{to}} is above {{most}}", to, level + state.big_bet)]
    if to < level + state.small_bet and not short:
        return [_said(state, "SPREAD-RANGE", f"{_raise(state)} {{to}} is below {{most}}", to, level + state.small_bet)]
    low = level + full_raise(state)
    return [_too_short(state, to, low)] if to < low and not short else []


def _raise(state: State) -> str:
    """Return the words before the amount of a bet or a raise."""
    return "raise to" if state.level else "bet of"


def _too_short(state: State, to: int, low: int) -> Violation:
    if state.level:
        return _said(state, "RAISE-SHORT", "raise to {to} is below the minimum, {most}", to, low)
    field = "nl_min_bet" if to >= (state.big_blind + 1) // 2 and state.street in (1, 2) else ""
    return _said(state, "BET-SHORT", "bet of {to} is below the minimum, {most}", to, low, field=field)


def _over_pot(state: State, i: int, to: int, low: int) -> list[Violation]:
    rule = state.rules.pl_nominal_blinds
    high = max(low, pot_limit(state, i, rule != "no"))
    message = f"{_raise(state)} {{to}} is above the pot, {{most}}"
    if to > high:
        field = "pl_mode" if state.rules.pl_mode == "literal" else ""
        return [_said(state, "BET-OVER-POT", message, to, high, field=field)]
    if rule == "unknown" and state.street == 0 and state.missing_blinds:
        high = max(low, pot_limit(state, i, False))
        if to > high:
            return [_said(state, "BET-OVER-POT", message, to, high, field="pl_nominal_blinds", unproven=True)]
    return []


def _said(
    state: State, slug: str, message: str, to: int, most: int, *, field: str = "", unproven: bool = False
) -> Violation:
    amounts, note = context(state)
    return Violation(slug, message, "to", {**amounts, "to": to, "most": most}, note, field, unproven)


def context(state: State) -> tuple[dict[str, int], str]:
    """Return the amounts and the template of a violation's note: where the betting stands."""
    full = state.unit if state.limit == "FL" else state.last_full
    return {"level": state.level, "full": full}, NOTE.format(street=STREETS[state.street])
