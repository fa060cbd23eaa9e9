"""A hand under audit: its replay, what its events say was paid, and the findings so far."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hhparse.audit.elsewhere import elsewhere
from hhparse.cards import UNKNOWN, Cards
from hhparse.errors import ClaimMismatch, HandError, IllegalAction, Location
from hhparse.model import Act, CashOut, Collect, DealBoard, Event, Hand, Show, Street
from hhparse.money import money
from hhparse.replay import Replay
from hhparse.rules.rulebook import CLAIMS, RULES, Rule, Severity, Violation
from hhparse.rules.ruleset import RuleSet

UNPRINTED = (-1, -1)  # the byte span of an event that no line tells
_CARDS_IN_DOUBT = frozenset({"BOARD-COUNT", "CARD-DUPLICATE", "SHOW-OTHER-CARDS"})
_SEAT = re.compile(r"\bseat (\d+)\b")
# a bet or call prints what it adds, a seat what it wins
_PRINTED = {"to": ("to", "amount"), "amount": ("amount", "won")}
_LEVELS: dict[Severity, str] = {"E": "error", "H": "error", "W": "warning", "I": "info"}


class Case:
    """A hand, its replay, what the events say was paid, and the findings so far; `brief` ones do not look elsewhere."""

    __slots__ = (
        "blamed",
        "boards",
        "brief",
        "broken",
        "cashed",
        "collects",
        "findings",
        "folded",
        "gross",
        "hand",
        "in_winnings",
        "paid",
        "played",
        "printed",
        "rules",
        "shows",
        "unreturned",
    )

    def __init__(self, hand: Hand, rules: RuleSet, played: Replay, *, brief: bool = False) -> None:
        self.hand = hand
        self.brief = brief
        self.rules = rules
        self.played = played
        self.findings: list[HandError] = []
        self.broken: list[tuple[Violation, HandError]] = []  # broken rules with their findings
        self.collects: list[Collect] = []
        self.boards: list[DealBoard] = []
        self.shows: list[Show] = []
        self.folded: dict[int, Street] = {}
        self.cashed: set[int] = set()
        self.paid: dict[int, int] = {}  # what each seat wins, no uncalled bet in it
        self.printed = self.paid  # the same as the collecting lines add up
        self.blamed: set[int] = set()  # seats whose figures are reported already
        # an uncalled bet without a line that returns it, and how much of it is in the winnings
        self.unreturned = 0 if played.returned else sum(played.returns_due.values())
        self.in_winnings = 0
        self.gross = sum(played.contributed.values()) + played.dead  # uncalled bets returned
        self._read()

    def _read(self) -> None:
        """Gather the events that claims speak of, in one pass."""
        street: Street = "preflop"
        paid = self.paid
        for event in self.hand.events:
            if isinstance(event, Act):
                if event.verb == "fold" and event.start != UNPRINTED[0]:
                    self.folded[event.seat] = street
            elif isinstance(event, DealBoard):
                self.boards.append(event)
                street = event.street
            elif isinstance(event, Show):
                self.shows.append(event)
            elif isinstance(event, Collect):
                self.collects.append(event)
                paid[event.seat] = paid.get(event.seat, 0) + event.amount
            elif isinstance(event, CashOut):
                self.cashed.add(event.seat)
        for claim in self.hand.claims.seats:  # who cashed out may win a pot that is not awarded: only the claim says so
            if claim.won and claim.seat in self.cashed and claim.seat not in paid:
                paid[claim.seat] = claim.won
        self.printed = paid
        if self.unreturned:
            self._take_back()

    def _take_back(self) -> None:
        """Take out of the winnings an uncalled bet that has no line of its own, if it is in them."""
        collected, due = sum(self.paid.values()), self.played.returns_due
        if self.played.untold is not None:
            within = self.played.untold.kept > 0
        else:
            within = collected + (self.rake or 0) == self.gross + self.unreturned
            within = within or (self.rake is None and collected > self.gross)
        if within:
            self.paid = dict(self.printed)
            for seat, amount in due.items():
                self.paid[seat] = self.paid.get(seat, 0) - amount
            self.in_winnings = self.unreturned

    def report(
        self, slug: str, line: int, field: str, message: str, *notes: str, ruleset_field: str = "", start: int = -1
    ) -> None:
        """Add a finding about a claim; `field` is the printed field at fault.

        `start` is the byte where the event begins that it is about: more than one may stand on a line.
        """
        rule = CLAIMS.get(slug) or RULES[slug]
        foot = f"hand {self.hand.hand_id}; {_cited(rule, self.rules, ruleset_field)}"
        self._add(ClaimMismatch, rule, rule.severity, (line, field, start), message, (*notes, foot))

    def reported(self, slug: str, line: int) -> bool:
        """Tell whether a finding of a slug stands at a line already."""
        return any(finding.slug == slug and finding.location.line == line for finding in self.findings)

    def illegal(self, violation: Violation, *, proven: bool = False) -> HandError:
        """Add a finding for a broken rule; what the site's own sums prove to be in order is information only."""
        hand, rule = self.hand, violation.rule
        amounts = {name: self.money(amount) for name, amount in violation.amounts.items()}
        parts, line, start = [f"hand {hand.hand_id}"], hand.source.line, -1
        if violation.event >= 0:
            line, start = hand.events[violation.event].line, hand.events[violation.event].start
            # a note says the street itself
            parts.append(violation.note.format(**amounts) or _street_of(hand.events, violation.event))
        foot = f"{', '.join(parts)}; {_cited(rule, self.rules, violation.ruleset_field)}"
        message = self._named(violation.message.format(**amounts))
        severity: Severity = "I" if proven else violation.severity
        notes = (foot,) if self.brief else (foot, *elsewhere(hand, violation, self.rules))
        self._add(IllegalAction, rule, severity, (line, violation.field, start), message, notes)
        finding = self.findings[-1]
        self.broken.append((violation, finding))
        return finding

    def _named(self, text: str) -> str:
        """Return an engine's text with the players' names: the engine knows seats only."""
        names = {str(seat.seat): seat.player for seat in self.hand.seats}
        return _SEAT.sub(lambda match: names.get(match[1], match[0]), text)

    def _add(
        self,
        kind: type[HandError],
        rule: Rule,
        severity: Severity,
        at: tuple[int, str, int],
        message: str,
        notes: tuple[str, ...],
    ) -> None:
        from hhparse.reading.grammar import field_column  # noqa: PLC0415 (a hand without findings needs no grammar)

        hand, (line, field, start) = self.hand, at
        begins, excerpt = hand.source.unit(line, start)
        column = (
            max(field_column(hand.dialect, excerpt, name) for name in _PRINTED.get(field, (field,))) if field else 1
        )
        place, level = Location(hand.source.path, line, begins - 1 + column), _LEVELS[severity]
        hand_id = hand.hand_id
        self.findings.append(
            kind(place, message, excerpt, slug=rule.slug, severity=level, hand_id=hand_id, notes=notes, begins=begins)
        )

    def money(self, amount: int) -> str:
        """Return an amount as people write it."""
        return money(amount, self.hand.currency)

    @property
    def rake(self) -> int | None:
        """Return what is taken of the pot: as printed, or as it had to be inferred; None where nothing explains it."""
        if self.played.untold is not None:
            return self.played.untold.rake
        pot = self.hand.claims.pot
        return pot.rake if pot is not None else None

    @property
    def returned_silently(self) -> bool:
        """Tell whether an uncalled bet has no line of its own, but all chips are accounted for without it."""
        pot = self.hand.claims.pot
        if not self.unreturned or self.in_winnings or pot is None or pot.rake is None:
            return False
        return sum(self.paid.values()) + (self.rake or 0) == self.gross

    @property
    def lost_card(self) -> DealBoard | None:
        """Return the event that deals a board card the history does not show."""
        return next((event for event in self.boards if not event.cards or UNKNOWN in event.cards), None)

    @property
    def doubted(self) -> bool:
        """Tell whether the cards themselves are in doubt: nobody's right to a pot can be read from them."""
        return any(row.slug in _CARDS_IN_DOUBT and not row.ruleset_field for row in self.played.violations)

    @property
    def twice(self) -> bool:
        """Tell whether a card is seen twice: the lines that repeat it are no findings of their own."""
        return any(violation.slug == "CARD-DUPLICATE" for violation in self.played.violations)

    @property
    def last_line(self) -> int:
        """Return the line of the last event, the hand's first line where there is none."""
        return self.hand.events[-1].line if self.hand.events else self.hand.source.line

    def dealt(self, board: int) -> Cards:
        """Return the cards dealt to a board, those that it shares with the others included."""
        return tuple(card for event in self.boards if event.board in {0, board} for card in event.cards)


def _cited(rule: Rule, rules: RuleSet, ruleset_field: str = "") -> str:
    where = f" ({ruleset_field} = {getattr(rules, ruleset_field)})" if ruleset_field else ""
    return f"rule {rule.number}, rule set {rules.name}{where}"


def _street_of(events: Sequence[Event], index: int) -> Street:
    """Return the street on which an event happens."""
    dealt = [event.street for event in events[: index + 1] if isinstance(event, DealBoard)]
    return dealt[-1] if dealt else "preflop"


def pot_name(index: int) -> str:
    """Return what a pot is called: 0 is the main pot."""
    return f"side pot {index}" if index else "main pot"
