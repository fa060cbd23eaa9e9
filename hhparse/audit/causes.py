"""Tell causes from consequences: a finding is a consequence when it vanishes once another one is put right.

Each broken rule has its few likely slips: a misprinted amount, a missing line, a wrong name. They are put right one
at a time in a copy of the hand, which is examined again; nothing of the copy is ever shown but its own findings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from hhparse.audit.case import UNPRINTED, Case
from hhparse.errors import HandError
from hhparse.model import Act, DealBoard, Event, Hand, Post, Uncalled
from hhparse.rules.rulebook import Violation

_DEPTH = 4  # causes of one hand that are sought
_FIRST, _TIES = 6, 4  # broken rules that are tried as a cause, and those of equal merit that are followed further
_SEATS = frozenset({"POST-SEAT", "HU-BLINDS", "NEWPLAYER-SEAT"})
Examine = Callable[[Hand], Case]


def independent(case: Case, examine: Examine, depth: int = _DEPTH) -> list[HandError]:
    """Return the findings of a hand without those that are consequences of others."""
    best, least = case.findings, _weight(case.findings)
    if not depth or least < 2:
        return best
    ties: list[tuple[HandError, Case]] = []  # one of several causes: what follows from it follows from another too
    chosen: tuple[HandError, Case] | None = None
    for violation, finding in tuple(case.broken[:_FIRST]):
        for right in _put_right(case, violation):
            other = examine(right)
            weight = 1 + _weight(other.findings)
            if weight > least or (weight == least and (chosen or len(ties) == _TIES)):
                continue
            kept = _not_a_newcomer(case, violation) if violation.slug == "NEWPLAYER-SEAT" else finding
            if weight < least:
                least, chosen = weight, (kept, other)
            else:
                ties.append((kept, other))
    if chosen is not None:
        return [chosen[0], *independent(chosen[1], examine, depth - 1)]
    for kept, other in ties if depth > 1 else ():
        rest = independent(other, examine, 1)
        if 1 + _weight(rest) < least:
            least, best = 1 + _weight(rest), [kept, *rest]
    return best


def _weight(findings: list[HandError]) -> int:
    return sum(finding.severity != "info" for finding in findings)


def _put_right(case: Case, violation: Violation) -> Iterator[Hand]:
    """Yield copies of the hand in which what may have caused the violation is put right."""
    hand, slug, at = case.hand, violation.slug, violation.event
    if at < 0 or violation.unproven:
        return
    if slug == "UNCALLED-RETURN":
        yield from _other_return(hand, case.played.returns_due)
    elif slug in _SEATS:
        yield from _other_seats(hand, case.played.order)
    elif isinstance(event := hand.events[at], Post):
        yield from _other_post(hand, at, event, violation)
    else:
        if isinstance(event, Act):
            yield from _other_act(hand, at, event, violation)
        else:
            yield from _decided(hand, at, violation)
        yield from _exchanged(hand, at)


def _not_a_newcomer(case: Case, violation: Violation) -> HandError:
    """Report blinds that are right by all that follows, and a button that is not."""
    event, due = case.hand.events[violation.event], case.played.order[0]
    assert isinstance(event, Post)
    message = f"seat {event.seat} posts the small blind, but it is due from seat {due}"
    return case.illegal(violation._replace(slug="POST-SEAT", message=message, ruleset_field=""))


def _other_return(hand: Hand, due: dict[int, int]) -> Iterator[Hand]:
    """Return what is due instead of what is printed."""
    events: list[Event] = []
    printed = False
    for event in hand.events:
        if not isinstance(event, Uncalled):
            events.append(event)
        elif not printed:
            printed = True
            events += [event._replace(seat=seat, amount=amount) for seat, amount in due.items()]
    if printed:
        yield replace(hand, events=tuple(events))


def _other_seats(hand: Hand, order: tuple[int, ...]) -> Iterator[Hand]:
    """Move the button to where the blinds need it, or exchange the two blinds."""
    posts = [(at, event) for at, event in enumerate(hand.events) if isinstance(event, Post)]
    small = next(((at, event) for at, event in posts if event.kind == "small blind" and event.live), None)
    big = next(((at, event) for at, event in posts if event.kind == "big blind"), None)
    if small is None or big is None:
        return
    place = order.index(small[1].seat)
    yield replace(hand, button=order[place if len(order) == 2 else place - 1])
    gap = big[1].live - small[1].live
    swapped = _with(hand, small[0], small[1]._replace(seat=big[1].seat))
    swapped = _with(swapped, big[0], big[1]._replace(seat=small[1].seat))
    yield _shifted(_shifted(swapped, big[0], small[1].seat, gap), big[0], big[1].seat, -gap)


def _other_post(hand: Hand, at: int, post: Post, violation: Violation) -> Iterator[Hand]:
    """Post what is due."""
    amounts = violation.amounts
    if violation.slug == "POST-TWICE":
        yield _shifted(_without(hand, at), at - 1, post.seat, -post.live)
    elif "full" in amounts:
        yield _with(hand, at, post._replace(dead=amounts["full"]))
    elif "blind" in amounts and not post.dead:
        changed = _with(hand, at, post._replace(live=amounts["blind"]))
        yield _shifted(changed, at, post.seat, amounts["blind"] - post.live)
    elif "big" in amounts and "small" in amounts:
        changed = _with(hand, at, post._replace(live=amounts["big"], dead=amounts["small"]))
        yield _shifted(changed, at, post.seat, amounts["big"] - post.live)
    elif "stack" in amounts:
        yield from _richer(hand, post.seat)


def _decided(hand: Hand, at: int, violation: Violation) -> Iterator[Hand]:
    """Add the decisions that are missing before event `at`: all fold, or all check or call."""
    if not violation.skipped:
        return
    follows, level = hand.events[at], violation.amounts.get("level", 0)
    place = (follows.line, *UNPRINTED)
    calls, folds = [], []
    for seat in violation.skipped:
        owed = level - _committed(hand, at, seat)
        calls.append(Act(seat, "call" if owed else "check", level, owed, None, False, *place))
        folds.append(Act(seat, "fold", level - owed, 0, None, False, *place))
    first = violation.skipped[0]
    back = sum(event.amount for event in hand.events if isinstance(event, Uncalled) and event.seat == first)
    to = follows.to if isinstance(follows, Act) and follows.verb == "call" else level + back
    if to > level:  # he must have bet: somebody calls it, or it is returned
        raised = Act(first, "raise", to, to - _committed(hand, at, first), None, False, *place)
        for others in (folds[1:], calls[1:]):
            yield replace(hand, events=(*hand.events[:at], raised, *others, *hand.events[at:]))
    for acts in (calls, folds, [*calls[:1], *folds[1:]], [*folds[:-1], *calls[-1:]]):
        yield replace(hand, events=(*hand.events[:at], *acts, *hand.events[at:]))


def _other_act(hand: Hand, at: int, act: Act, violation: Violation) -> Iterator[Hand]:
    """Change an action's amount, its player or its kind; add the decisions it skips; or leave it out."""
    amounts, slug = violation.amounts, violation.slug
    if slug in ("CALL-AMOUNT", "ANTE-AS-BET"):
        if "owed" in amounts:
            yield _wagered(hand, at, act, act.to - act.added + amounts["owed"])
        bet = _last_bet(hand, at)
        if bet is not None:
            yield _wagered(hand, bet[0], bet[1], act.to)
    elif slug == "RAISE-BY-MISMATCH" and "by" in amounts:
        yield _wagered(hand, at, act, amounts["level"] + amounts["by"])
    elif slug == "BET-OVER-STACK":
        yield from _richer(hand, act.seat)
    if "most" in amounts:
        yield _wagered(hand, at, act, amounts["most"])
    if slug.startswith(("TURN-ORDER", "HU-ORDER", "BUTTON-AFTER")):
        yield from _decided(hand, at, violation)
    if slug == "CHECK-FACING-BET":
        yield _with(hand, at, act._replace(verb="fold"))
    if violation.skipped:  # the line names the wrong player
        put = _committed(hand, at, violation.skipped[0])
        to = act.to if act.verb in ("bet", "raise") else put + act.added
        yield _with(hand, at, act._replace(seat=violation.skipped[0], to=to, added=to - put))
    if slug == "ACT-AFTER-FOLD":
        acts = [i for i, event in enumerate(hand.events[:at]) if isinstance(event, Act) and event.seat == act.seat]
        yield from (_without(hand, index) for index in acts[-1:])
    yield _without(hand, at)


def _wagered(hand: Hand, at: int, act: Act, to: int) -> Hand:
    """Return the hand with an action that makes another total."""
    by = act.by + to - act.to if act.by is not None and act.verb == "raise" else act.by
    if act.verb == "raise":
        level = max((_committed(hand, at, seat.seat) for seat in hand.seats), default=0)
        by = to - level if by is not None else None
    changed = _with(hand, at, act._replace(to=to, added=act.added + to - act.to, by=by))
    return _shifted(changed, at, act.seat, to - act.to)


def _shifted(hand: Hand, at: int, seat: int, more: int) -> Hand:
    """Return the hand in which a seat has put in `more` by event `at`: later amounts of the street follow from it."""
    events = list(hand.events)
    for index in range(at + 1, len(events)):
        event = events[index]
        if isinstance(event, DealBoard) and event.street != "preflop":
            break
        if isinstance(event, Act) and event.seat == seat:
            if event.verb in ("bet", "raise"):
                events[index] = event._replace(added=event.added - more)
                break
            events[index] = event._replace(to=event.to + more)
    return replace(hand, events=tuple(events))


def _committed(hand: Hand, at: int, seat: int) -> int:
    """Return what a seat has put in on the street before event `at`."""
    put = 0
    for event in hand.events[:at]:
        if isinstance(event, DealBoard) and event.street != "preflop":
            put = 0
        elif isinstance(event, Post) and event.seat == seat:
            put += event.live
        elif isinstance(event, Act) and event.seat == seat:
            put += event.added
    return put


def _last_bet(hand: Hand, at: int) -> tuple[int, Act] | None:
    """Return the last bet or raise of the street before event `at`."""
    for index in range(at - 1, -1, -1):
        event = hand.events[index]
        if isinstance(event, DealBoard):
            return None
        if isinstance(event, Act) and event.verb in ("bet", "raise"):
            return index, event
    return None


def _richer(hand: Hand, seat: int) -> Iterator[Hand]:
    """Yield the hand with a stack that just covers all that the seat puts in, and with one that leaves chips."""
    total = sum(event.added for event in hand.events if isinstance(event, Act) and event.seat == seat)
    total += sum(event.live + event.dead for event in hand.events if isinstance(event, Post) and event.seat == seat)
    for stack in (total, 2 * total):
        rows = [row._replace(stack=stack) if row.seat == seat else row for row in hand.seats]
        yield replace(hand, seats=tuple(rows))


def _exchanged(hand: Hand, at: int) -> Iterator[Hand]:
    """Yield the hand with event `at` exchanged with its neighbours: the lines are in the wrong order.

    Never with a post: that would break the rule that posts come first.
    """
    for low in (at - 1, at):
        if low >= 0 and low + 2 <= len(hand.events):
            one, two = hand.events[low : low + 2]
            if isinstance(one, Post) != isinstance(two, Post):
                continue
            yield replace(hand, events=(*hand.events[:low], two, one, *hand.events[low + 2 :]))


def _with(hand: Hand, at: int, event: Event) -> Hand:
    return replace(hand, events=(*hand.events[:at], event, *hand.events[at + 1 :]))


def _without(hand: Hand, at: int) -> Hand:
    return replace(hand, events=(*hand.events[:at], *hand.events[at + 1 :]))
