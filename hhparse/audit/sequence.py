"""Checks across the hands of one table: the button, missed blinds, stacks from one hand to the next.

A history may leave hands out: those its player sat out, those in a lost file. So two hands are judged as neighbours
only where the chips prove it: a hand between them has a winner and a loser, and their stacks would tell. Where they
do, there is a gap, and nothing is checked across it. Amounts are integers in minor units.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from hhparse.audit.neighbours import Seen, Step, between, seen, step
from hhparse.errors import ClaimMismatch, HandError, Location
from hhparse.model import FAST_FOLD, Collect, Hand
from hhparse.money import money
from hhparse.replay import replay
from hhparse.rules.house import rules_of
from hhparse.rules.rulebook import RULES
from hhparse.rules.ruleset import RuleSet

BATCH = 1000  # hands of a file kept in memory, so that a file with the newest hand first can be turned round
TABLES = 2000  # tables remembered; of each the first and the last hand
SHORTEST = timedelta(seconds=10)  # that a hand takes
LONGEST = timedelta(minutes=15)  # between two hands of a table that follow one another
MOST_RAKE = 10  # a rake is at most one part in so many of a pot
_LEVELS = {"E": "error", "H": "error", "W": "warning", "I": "info"}


def across(hands: Iterable[Hand], rules: RuleSet | None = None) -> Iterator[HandError]:
    """Yield the findings across hands of the same table; the hands may come in any order of tables and files.

    `rules` are by default those of the site of each hand.
    """
    tables = Tables(rules)
    for hand in hands:
        yield from (row.finding for row in tables.feed(hand))
    yield from (row.finding for row in tables.finish())


class Across(NamedTuple):
    """A finding that shows only beside the hand before, and the hand that it is of."""

    hand: Hand
    finding: HandError


class Tables:
    """Hands by table: feed them as they are read, file by file; findings come when a file or a batch is complete."""

    __slots__ = ("_batch", "_count", "_ends", "_path", "_rules")

    def __init__(self, rules: RuleSet | None = None) -> None:
        self._rules = rules
        self._batch: dict[tuple[str, ...], list[Hand]] = {}
        self._count = 0
        self._path = ""
        self._ends: OrderedDict[tuple[str, ...], tuple[Hand, Hand]] = OrderedDict()

    def feed(self, hand: Hand) -> list[Across]:
        """Take a hand; return the findings of the batch that it ends, [] where it ends none."""
        found = self.finish() if hand.source.path != self._path or self._count >= BATCH else []
        self._path = hand.source.path
        if FAST_FOLD in hand.variant or hand.played_at is None:  # another table for every hand, or nobody knows when
            return found
        tournament = hand.tournament.tournament_id if hand.tournament is not None else ""
        key = (hand.site, hand.currency.code, tournament, hand.table)
        self._batch.setdefault(key, []).append(hand)
        self._count += 1
        return found

    def finish(self) -> list[Across]:
        """Return the findings of the hands fed since the last batch."""
        found: list[Across] = []
        for key, hands in self._batch.items():
            found += self._table(key, hands)
        self._batch.clear()
        self._count = 0
        while len(self._ends) > TABLES:
            self._ends.popitem(last=False)
        return found

    def _table(self, key: tuple[str, ...], hands: list[Hand]) -> list[Across]:
        """Judge a table's hands of a batch in the order of time, joined to those of an earlier batch."""
        if _time(hands[-1]) < _time(hands[0]):
            hands.reverse()
        hands.sort(key=_time)
        first, last = hands[0], hands[-1]
        chain, ends = hands, self._ends.pop(key, None)
        if ends is not None:
            earliest, latest = ends
            if _time(first) >= _time(latest):
                chain, first = [latest, *hands], earliest
            elif _time(last) <= _time(earliest):
                chain, last = [*hands, earliest], latest
            else:  # files that overlap: what lies between has been judged or is judged by itself
                first, last = min(first, earliest, key=_time), max(last, latest, key=_time)
        self._ends[key] = (first, last)
        if len(chain) < 2:
            return []
        rules = rules_of(first, self._rules)
        return list(_Chain(rules).judge(chain))


def _time(hand: Hand) -> datetime:
    """Return when a hand was played; hands without a date are not kept."""
    assert hand.played_at is not None
    return hand.played_at


class _Chain:
    """Neighbouring hands of a table, and what they tell of the players since the last gap.

    `missed` holds by seat the blinds that passed it while nobody was dealt in there, `known` who has been dealt in.
    """

    __slots__ = ("known", "missed", "rules")

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.known: set[str] = set()
        self.missed: dict[int, set[str]] = {}

    def judge(self, hands: list[Hand]) -> Iterator[Across]:
        """Yield the findings between each hand and the one before it."""
        former: Seen | None = None
        for row in map(seen, hands):
            if former is not None:
                if _same(former, row):
                    continue  # the same hand again: an overlap of files
                yield from (Across(row.hand, finding) for finding in self._between(former, row))
            former = row
            self.known |= row.players

    def _between(self, a: Seen, b: Seen) -> Iterator[HandError]:
        move = step(a, b)
        close = _time(b.hand) - _time(a.hand) <= LONGEST
        if not (close and move.proven):
            self.known.clear()
            self.missed.clear()
            if close and move.unexplained:
                yield from _stacks(a, b, move, self.rules)
            return
        wrong = list(self._button(a, b))
        yield from wrong
        if wrong or len(a.dealt) < 3 or len(b.dealt) < 3:  # between two players missed blinds are forgiven
            self.missed.clear()
            return
        if b.hand.kind == "ring" and self.rules.missed_bb_post == "both":
            self._pass_blinds(a, b)
            yield from self._newcomers(a, b)
        for seat in b.dealt:
            self.missed.pop(seat, None)
        yield from _kill(a, b, self.rules)

    def _button(self, a: Seen, b: Seen) -> Iterator[HandError]:
        """Check where the button goes; where players come or go, only that it passes nobody who stays."""
        old, new, policy = a.hand.button, b.hand.button, self.rules.button_policy
        if old is None or new is None or a.hand.cancelled:
            return
        if len(a.dealt) < 3 or len(b.dealt) < 3:
            if a.players == b.players and len(a.dealt) == 2 and old == new:
                message = f"the button stays at seat {new}, with the same two players"
                yield self._moved("BUTTON-MOVE", a, b, message, 1)
            return
        if policy != "moving" and a.small is not None:
            if new != a.small:
                slug = "BUTTON-NOT-PREV-SB" if policy == "prev_sb" else "BUTTON-MOVE"
                message = f"the button is seat {new}, but the last small blind was seat {a.small}"
                yield self._moved(slug, a, b, message, sum(seat in a.dealt for seat in between(a.small, new)) + 1)
            return
        if b.small is not None and b.small == a.big and not any(seat in b.dealt for seat in between(new, b.small)):
            return  # the blinds go on: the last small blind has left, and the button waits behind his empty seat
        stayed = {seat for seat in a.dealt if seat in b.dealt and a.names[seat] == b.names[seat]}
        passed = [seat for seat in between(old, new) if seat in stayed]
        if passed:
            names = ", ".join(f"{b.names[seat]} in seat {seat}" for seat in passed[:3])
            goes = f"goes from seat {old} to seat {new}, past" if old != new else f"stays at seat {new}, passing over"
            more = f" and {len(passed) - 3} more" if len(passed) > 3 else ""
            message = f"the button {goes} {names}{more}"
            yield self._moved("BUTTON-MOVE", a, b, message, len(passed))

    def _moved(self, slug: str, a: Seen, b: Seen, message: str, missing: int) -> HandError:
        """Report a button; one missing hand in which nobody won chips explains it, where there was time for one."""
        explained = missing == 1 and _time(b.hand) - _time(a.hand) >= (missing + 1) * SHORTEST
        note = ("or a hand in which nobody won any chips is missing between the two",) if explained else ()
        level, policy = "info" if explained else "", "button_policy"
        return _finding(slug, a, b, self.rules, "button", message, *note, level=level, ruleset_field=policy)

    def _pass_blinds(self, a: Seen, b: Seen) -> None:
        """Note the seats that a blind passed from one hand to the next."""
        for name, old, new in (("big", a.big, b.big), ("small", a.small, b.small)):
            if old is not None and new is not None and old != new:
                for seat in between(old, new):
                    if seat not in b.dealt:
                        self.missed.setdefault(seat, set()).add(name)

    def _newcomers(self, a: Seen, b: Seen) -> Iterator[HandError]:
        """Check what those post who were not dealt in before."""
        for seat in b.dealt:
            name, missed = b.names[seat], self.missed.get(seat, set())
            if (seat in a.dealt and a.names[seat] == name) or seat in (b.small, b.big, b.hand.button):
                continue
            posts = b.posts.get(seat, set())
            if posts & {"big blind", "both", "straddle", "kill"}:
                if missed == {"big", "small"} and self._short_of_small(a, seat, posts):
                    message = f"{name} missed both blinds, but posts only the big one"
                    yield self._missed("MISSED-BB", a, b, seat, message, "warning")
            elif "big" in missed:
                slug = "MISSED-BB" if name in self.known else "NEWPLAYER-POST"
                message = f"{name} is dealt in without a big blind, which passed his seat while he was out"
                yield self._missed(slug, a, b, seat, message, "error")
            elif missed == {"small"} and not posts and a.names.get(seat) == name and name in self.known:
                message = f"{name} missed the small blind, but posts nothing"
                yield self._missed("MISSED-SB", a, b, seat, message, "warning")
            elif not posts and name not in self.known and name not in a.names.values():
                message = f"{name} is new in this history and is dealt in without posting"
                yield self._missed("NEWPLAYER-POST", a, b, seat, message, "info")

    def _short_of_small(self, a: Seen, seat: int, posts: set[str]) -> bool:
        """Tell whether a known player who kept his seat owes a small blind that he does not post."""
        owes = self.rules.missed_bb_post == "both" and a.names.get(seat) in self.known
        return owes and posts == {"big blind"}

    def _missed(self, slug: str, a: Seen, b: Seen, seat: int, message: str, level: str) -> HandError:
        place = b.names[seat]
        return _finding(slug, a, b, self.rules, "player", message, player=place, level=level)


def _same(a: Seen, b: Seen) -> bool:
    return a.hand.hand_id == b.hand.hand_id and a.hand.seats == b.hand.seats and a.hand.button == b.hand.button


def _stacks(a: Seen, b: Seen, move: Step, rules: RuleSet) -> Iterator[HandError]:
    """Report stacks that shrank between two hands though nobody's grew: chips that nobody won."""
    currency = b.hand.currency
    for name in move.less:
        left, starts = a.ends[name], b.starts[name]
        assert left is not None
        message = f"{name} starts with {money(starts, currency)}, but the last hand left him {money(left, currency)}"
        raked = _raked(a, name, left - starts)
        notes = (f"as after a rake of {money(left - starts, currency)}, which the last hand does not print",) * raked
        level = "info" if raked else ""
        yield _finding("NEXT-STACK", a, b, rules, "stack", message, *notes, player=name, level=level)


def _raked(a: Seen, name: str, missing: int) -> bool:
    """Tell whether missing chips may be a rake on what a player won, of a hand that prints no rake."""
    claimed = a.hand.claims.pot
    if claimed is not None and claimed.rake is not None:
        return False
    won = sum(event.amount for event in a.hand.events if isinstance(event, Collect) and a.names[event.seat] == name)
    return missing * MOST_RAKE <= won


def _kill(a: Seen, b: Seen, rules: RuleSet) -> Iterator[HandError]:
    """Check that a kill is posted after a scoop, where the house plays kills."""
    if rules.kill_type not in ("half", "full") or not a.hand.game.hilo or b.killed:
        return
    played = replay(a.hand, rules)
    ledger = played.ledger
    if ledger is None or ledger.unknown or len(ledger.totals) != 1 or not played.showdown:
        return
    seat = next(iter(ledger.totals))
    pot = sum(part.amount for part in ledger.pots)
    lows = any(award.side == "low" for award in ledger.awards)
    if not lows or pot < rules.kill_threshold or b.names.get(seat) != a.names[seat]:
        return
    if seat in b.dealt:
        message = f"{a.names[seat]} won high and low of the last hand, but posts no kill"
        yield _finding("KILL-DUE", a, b, rules, "player", message, player=a.names[seat], ruleset_field="kill_type")


def _finding(
    slug: str,
    a: Seen,
    b: Seen,
    rules: RuleSet,
    field: str,
    message: str,
    *notes: str,
    player: str = "",
    level: str = "",
    ruleset_field: str = "",
) -> HandError:
    """Return a finding at the line of the later hand that has the field, and names the player if one is given."""
    rule, hand, former = RULES[slug], b.hand, a.hand.source
    line, column, begins, excerpt = _place(hand, field, player)
    where = f" ({ruleset_field} = {getattr(rules, ruleset_field)})" if ruleset_field else ""
    return ClaimMismatch(
        Location(hand.source.path, line, column),
        message,
        excerpt,
        slug=slug,
        severity=level or _LEVELS[rule.severity],
        hand_id=hand.hand_id,
        notes=(
            *notes,
            f"the hand before is {a.hand.hand_id}, {former.path}:{former.line}",
            f"hand {hand.hand_id}; rule {rule.number}, rule set {rules.name}{where}",
        ),
        begins=begins,
    )


def _place(hand: Hand, field: str, player: str) -> tuple[int, int, int, str]:
    """Return the line and column of a field in the head of a hand, the hand's first line where it has none.

    The column at which the text stands that has it and this text follow.
    """
    from hhparse.reading.grammar import field_column  # noqa: PLC0415 (hands without findings need no grammar)

    source = hand.source
    last = hand.events[0].line if hand.events else source.line + len(source.lines)
    for line, begins, text in source.units():
        if line >= max(last, source.line + 1):
            break
        column = field_column(hand.dialect, text, field) if player in text else 1
        if column > 1:
            return line, begins - 1 + column, begins, text
    begins, text = source.unit(source.line)
    return source.line, begins, begins, text
