"""The rule book as text: the list of rules, and one rule explained with a hand that keeps it and one that breaks it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from textwrap import wrap

from hhparse.audit import audit
from hhparse.audit.sequence import SHORTEST, across
from hhparse.cases.case import of_table
from hhparse.errors import HandError, ParseError
from hhparse.model import Act, Hand, Seat
from hhparse.money import money
from hhparse.replay import frames
from hhparse.rules.betting import Legal
from hhparse.rules.catalogue import SOURCES, Entry, Example, examples, rules
from hhparse.rules.rulebook import SEVERITIES
from hhparse.rules.ruleset import RuleSet
from hhparse.views.columns import columns
from hhparse.views.log import describe, stakes_text

_WIDTH = 100
_FIRST = datetime(2000, 1, 1, tzinfo=UTC)  # when the first hand of an example is played
_VERDICTS = {"ok": "keeps the rule", "bad": "breaks the rule"}


@dataclass(frozen=True, slots=True)
class Worked:
    """An example played through: its hands (several where the rule is about one after another), what is found."""

    example: Example
    rules: RuleSet
    hands: tuple[Hand, ...]
    findings: tuple[HandError, ...]

    @property
    def serious(self) -> tuple[HandError, ...]:
        """Return the findings that are more than information."""
        return tuple(finding for finding in self.findings if finding.severity != "info")


def work(example: Example) -> Worked:
    """Play an example through. Raises ParseError where its hand or its rule set cannot be read."""
    parts = example.case.get("hands", [{}])
    common = {key: value for key, value in example.case.items() if key != "hands"}
    cases = [
        of_table({"id": str(at), **common, **part}, f"{example.rule}, {example.verdict}")
        for at, part in enumerate(parts, 1)
    ]
    house, hands = cases[0].rules, tuple(_in_a_row(case.hand for case in cases))
    found = [finding for hand in hands for finding in audit(hand, house)]
    return Worked(example, house, hands, (*found, *across(hands, house)))


def _in_a_row(hands: Iterable[Hand]) -> Iterator[Hand]:
    """Yield hands dealt as fast as hands can be, so that none is missing between two of them."""
    for at, hand in enumerate(hands):
        yield replace(hand, played_at=_FIRST + at * SHORTEST)


def listed() -> Iterator[str]:
    """Yield a line a rule: number, slug, severity, title."""
    rows = [(entry.number, entry.slug, entry.severity, entry.title) for entry in rules().values()]
    yield from columns(rows, left=range(4), indent="")


def explained(entry: Entry, language: str = "en") -> Iterator[str]:
    """Yield a rule with its wording, severity, sources, notes, and its examples worked through."""
    yield f"{entry.number} {entry.slug}  {entry.severity}: {SEVERITIES[entry.severity]}"
    yield ""
    yield from wrap(entry.wording[language], _WIDTH)
    yield ""
    yield from _sources(entry)
    for note in entry.notes:
        yield from wrap(note, _WIDTH, initial_indent="note    ", subsequent_indent=" " * 8)
    pair = [_played(example) for example in examples().get(entry.slug, ())]
    for example, worked in pair:
        yield ""
        title = example.case.get("title") or _VERDICTS[example.verdict]
        yield from wrap(f"{example.verdict}: {title}", _WIDTH)
        if isinstance(worked, Worked):
            others = [row for other, row in pair if other.verdict != example.verdict and isinstance(row, Worked)]
            yield from _worked(worked, others)
        else:
            yield f"  this hand cannot be played: {worked.message}"


def _played(example: Example) -> tuple[Example, Worked | ParseError]:
    """Return an example with what it comes to, or with what keeps it from being read."""
    try:
        return example, work(example)
    except ParseError as error:
        return example, error


def _sources(entry: Entry) -> Iterator[str]:
    """Yield a line a source, with the places in it."""
    places: dict[str, list[str]] = {}
    for source in entry.sources:
        name, _, place = source.partition(" ")
        places.setdefault(name, []).extend([place] if place else [])
    for name, numbers in places.items():
        yield f"source  {SOURCES[name]}{': ' if numbers else ''}{', '.join(numbers)}"


def _worked(worked: Worked, others: Sequence[Worked]) -> Iterator[str]:
    """Yield an example: the hand in words, who might do what at the moment that decides, the findings."""
    moments = _moments(worked, others)
    for at, hand in enumerate(worked.hands):
        lead = f"hand {hand.hand_id}: " if len(worked.hands) > 1 else ""
        yield f"  {lead}{hand.game.name} {hand.limit} {stakes_text(hand)}, {_house(worked)}"
        yield from _told(hand, worked.rules, moments[at])
    for finding in worked.findings:
        yield f"  {finding.severity}: {finding.title}"
        yield from (f"    {note}" for note in finding.notes)
    if not worked.serious and worked.example.verdict == "ok":
        yield "  no rule is broken"


def _moments(worked: Worked, others: Sequence[Worked]) -> dict[int, int]:
    """Return for each hand the event that decides: the one named, the one found, or where the other example parts."""
    found: dict[int, int] = {}
    wanted = worked.example.moment
    for at, hand in enumerate(worked.hands):
        said = [i for i, event in enumerate(hand.events) if hand.source.excerpt(event.line) == wanted]
        if wanted:
            found[at] = said[-1] if said else -1
            continue
        own = [finding for finding in worked.findings if finding.slug == worked.example.rule]
        named = {finding.location.line for finding in own or worked.serious if finding.hand_id == hand.hand_id}
        index = next((i for i, event in enumerate(hand.events) if event.line in named), -1)
        if index < 0:
            index = next((i for i in (_parting(hand, other.hands, at) for other in others) if i >= 0), -1)
        found[at] = index
    return found


def _parting(hand: Hand, others: Sequence[Hand], at: int) -> int:
    """Return the first event that differs from the other hand's, -1 where none does."""
    if at >= len(others):
        return -1
    one, other = ([event[:-3] for event in row.events] for row in (hand, others[at]))
    return next((i for i, event in enumerate(one) if i >= len(other) or event != other[i]), -1)


def _house(worked: Worked) -> str:
    """Return by which rules an example is judged: `rule set permissive with cap_bets = 4`."""
    changed = ", ".join(f"{field} = {value}" for field, value in worked.example.case.get("set", {}).items())
    return f"rule set {worked.rules.name}{f' with {changed}' if changed else ''}"


def _seat(seat: Seat, hand: Hand) -> str:
    """Return a seat in words: `seat 1 Ann 200 (button)`."""
    notes = " (button)" * (seat.seat == hand.button) + " (sitting out)" * seat.sitting_out
    return f"seat {seat.seat} {seat.player} {money(seat.stack, hand.currency)}{notes}"


def _told(hand: Hand, house: RuleSet, moment: int) -> Iterator[str]:
    """Yield a hand in words, its table first; before the event that decides, what its player may do."""
    exponent = hand.currency.exponent
    names = {seat.seat: seat.player for seat in hand.seats}
    seats = ", ".join(_seat(seat, hand) for seat in hand.seats)
    yield from wrap(seats, _WIDTH, initial_indent="  ", subsequent_indent="    ")
    options = _options(hand, house, moment)
    for at, event in enumerate(hand.events):
        if at == moment and options:
            yield f"  > {options}"
        yield f"  {'* ' if at == moment else '  '}{describe(event, names, exponent)}"


def _options(hand: Hand, house: RuleSet, moment: int) -> str:
    """Return what may be done just before an action: who is to act, what he may do."""
    if moment < 1 or not isinstance(hand.events[moment], Act):
        return ""
    before = [frame for frame in frames(hand, house) if frame.at == moment - 1]
    if not before or before[0].legal is None:
        return ""
    return may(hand, before[0].legal, sum(before[0].committed.values()) > 0)


def may(hand: Hand, legal: Legal, facing: bool) -> str:
    """Return what a player may do: `ann may fold, call 30, raise to 60 up to 200`; `facing` a bet or a blind."""

    def cash(amount: int) -> str:
        return money(amount, hand.currency)

    options = ["check"] if legal.may_check else ["fold", f"call {cash(legal.to_call)}"]
    if legal.may_raise:
        most = f" up to {cash(legal.max_to)}" if legal.max_to > legal.min_to else ""
        options.append(f"{'raise to' if facing else 'bet'} {cash(legal.min_to)}{most}")
    return f"{hand.player(legal.seat)} may {', '.join(options)}"
