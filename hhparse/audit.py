"""Set what the site claims beside what the engine computes; every difference is a finding at a line and column.

The site's figures are read, never edited. One cause is reported once: where the collected chips are wrong, the summary
that repeats them is not reported again. Amounts are integers in minor units.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from hhparse.cards import UNKNOWN, Cards
from hhparse.errors import ClaimMismatch, HandError, IllegalAction, Location
from hhparse.model import Act, CashOut, Collect, DealBoard, Event, Hand, PotClaim, SeatClaim, Show, Street
from hhparse.money import money
from hhparse.replay import Replay, replay
from hhparse.rules.pots import Award, Ledger, settle
from hhparse.rules.rulebook import RULES, Rule, Violation
from hhparse.rules.ruleset import RuleSet, load, presets
from hhparse.rules.words import hand_in_words, said_wrongly

# Claims that are the site's own wording or arithmetic and no rule of the game.
CLAIMS: dict[str, Rule] = {
    rule.slug: rule
    for rule in (
        Rule("C1", "POT-TOTAL", "E", "The printed total pot is what the players put in.", "log"),
        Rule("C2", "BOARD-CLAIM", "E", "The printed board is the board that was dealt.", "log"),
        Rule("C3", "BOARD-UNKNOWN", "W", "A history shows every board card.", "log"),
        Rule("C4", "SEAT-CLAIM", "E", "The summary of a seat repeats what the hand showed of it.", "log"),
        Rule("C5", "SAID-HAND", "I", "The words for a shown hand fit its cards.", "log"),
        Rule("C6", "HAND-CANCELLED", "E", "A cancelled hand pays nothing.", "log"),
        Rule("C7", "HAND-INCOMPLETE", "W", "A history tells a hand to its end.", "log"),
    )
}
_LEVELS = {"E": "error", "H": "error", "W": "warning", "I": "info"}


class Check(NamedTuple):
    """A figure of the site beside the computed one; None where it is not printed or cannot be computed.

    Amounts are minor units, boards are cards.
    """

    figure: str
    claimed: int | Cards | None
    computed: int | Cards | None
    ok: bool


@lru_cache(maxsize=64)
def house_rules(site: str, dialect: str) -> RuleSet:
    """Return the preset named like the site, else like the grammar that read the hand, else the permissive one."""
    known = presets()
    names = (site.casefold().replace(" ", ""), dialect, "permissive")
    return load(next(name for name in names if name in known))


def audit(hand: Hand, rules: RuleSet | None = None) -> tuple[HandError, ...]:
    """Return every finding in line order: illegal actions, and claims that differ from what the hand gives."""
    rules = rules or house_rules(hand.site, hand.dialect)
    case = _Case(hand, rules, replay(hand, rules))
    for violation in case.played.violations:
        case.illegal(violation)
    if hand.cancelled:
        case.cancelled()
    elif not case.played.complete:
        case.stopped()
    else:
        case.claims()
    case.findings.sort(key=lambda finding: finding.location.line)
    return tuple(case.findings)


class _Case:
    """A hand, its replay, what the events say was paid, and the findings so far."""

    __slots__ = (
        "blamed",
        "boards",
        "cashed",
        "collects",
        "findings",
        "folded",
        "hand",
        "paid",
        "played",
        "rules",
        "shows",
    )

    def __init__(self, hand: Hand, rules: RuleSet, played: Replay) -> None:
        self.hand = hand
        self.rules = rules
        self.played = played
        self.findings: list[HandError] = []
        self.collects: list[Collect] = []
        self.boards: list[DealBoard] = []
        self.shows: list[Show] = []
        self.folded: dict[int, Street] = {}
        self.cashed: set[int] = set()
        self.paid: dict[int, int] = {}
        self.blamed: set[int] = set()  # seats whose figures are reported already
        self._read()

    def _read(self) -> None:
        """Gather the events that claims speak of, in one pass."""
        street: Street = "preflop"
        paid = self.paid
        for event in self.hand.events:
            if isinstance(event, Act):
                if event.verb == "fold":
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

    # ---- reporting

    def report(self, slug: str, line: int, field: str, message: str, *notes: str) -> None:
        """Add a finding about a claim; `field` is the printed field at fault."""
        rule = CLAIMS.get(slug) or RULES[slug]
        foot = f"hand {self.hand.hand_id}; {_cited(rule, self.rules)}"
        self._add(ClaimMismatch, slug, _LEVELS[rule.severity], line, field, message, (*notes, foot))

    def illegal(self, violation: Violation) -> None:
        """Add a finding for a broken rule."""
        hand, rule = self.hand, violation.rule
        event = hand.events[violation.event] if violation.event >= 0 else None
        amounts = {name: self.money(amount) for name, amount in violation.amounts.items()}
        parts = [f"hand {hand.hand_id}"]
        if event is not None:
            parts.append(_street_of(hand.events, violation.event))
        if violation.note:
            parts.append(violation.note.format(**amounts))
        cited = _cited(rule, self.rules, violation.ruleset_field)
        self._add(
            IllegalAction,
            violation.slug,
            _LEVELS[violation.severity],
            hand.source.line if event is None else event.line,
            violation.field,
            violation.message.format(**amounts),
            (f"{', '.join(parts)}; {cited}",),
        )

    def _add(
        self,
        kind: type[HandError],
        slug: str,
        severity: str,
        line: int,
        field: str,
        message: str,
        notes: tuple[str, ...],
    ) -> None:
        from hhparse.reading.lines import field_column  # noqa: PLC0415 (a hand without findings needs no grammar)

        hand = self.hand
        excerpt = hand.source.excerpt(line)
        place = Location(hand.source.path, line, field_column(hand.dialect, excerpt, field) if field else 1)
        self.findings.append(
            kind(place, message, excerpt, slug=slug, severity=severity, hand_id=hand.hand_id, notes=notes)
        )

    def money(self, amount: int) -> str:
        """Return an amount as people write it."""
        return money(amount, self.hand.currency)

    # ---- hands with nothing to add up

    def cancelled(self) -> None:
        """Check that a hand called off pays nobody."""
        for event in self.collects:
            name, amount = self.hand.player(event.seat), self.money(event.amount)
            self.report("HAND-CANCELLED", event.line, "amount", f"{name} collects {amount} from a cancelled hand")

    def stopped(self) -> None:
        """Say where the replay stopped, unless a violation does."""
        if not any(finding.severity == "error" for finding in self.findings):
            line = self.hand.events[-1].line if self.hand.events else self.hand.source.line
            self.report("HAND-INCOMPLETE", line, "", "the hand breaks off here: no figure after it is checked")

    # ---- figures

    @property
    def gross(self) -> int:
        """Return the pot before rake, uncalled bets returned."""
        return sum(self.played.contributed.values()) + self.played.dead

    def claims(self) -> None:
        """Check every figure the site prints."""
        claims = self.hand.claims
        gross = self.gross
        collected = sum(self.paid.values())
        if claims.pot is not None:
            self.total(claims.pot, gross, collected)
        self.rake(claims.pot, gross, collected)
        if self.played.ledger is not None:
            self.awards(self.played.ledger)
        if self.shows:
            self.words()
        for claim in claims.seats:
            self.seat(claim)
        self.board()

    def total(self, pot: PotClaim, gross: int, collected: int) -> None:
        """Check the total pot, and the main and side pots against the layers."""
        rake = gross - collected if pot.rake is None else pot.rake
        computed = _total(pot.total_means, gross, rake, self.played)
        if pot.total != computed:
            means = pot.total_means.replace("_", " ")
            message = f"the total pot ({means}) is printed as {self.money(pot.total)}, the play gives "
            self.report("POT-TOTAL", pot.line, "total", message + self.money(computed))
        ledger = self.played.ledger
        if not pot.pots or ledger is None:
            return
        net = tuple(layer.amount - layer.rake for layer in ledger.pots)
        if pot.pots != net:
            self.pots(pot, net)

    def pots(self, pot: PotClaim, net: tuple[int, ...]) -> None:
        """Report the first printed pot that differs from its layer."""
        if len(pot.pots) != len(net):
            message = f"{len(pot.pots)} pots are printed, the contributions make {len(net)}"
            index = min(len(pot.pots), len(net)) - 1
        else:
            index = next(
                place for place, (claimed, layer) in enumerate(zip(pot.pots, net, strict=True)) if claimed != layer
            )
            claimed, layer = self.money(pot.pots[index]), self.money(net[index])
            message = f"the {_pot_name(index)} is printed as {claimed}, the contributions make it {layer}"
        layers = ", ".join(f"{_pot_name(place)} {self.money(amount)}" for place, amount in enumerate(net))
        self.report("POT-LAYERS", pot.line, f"pot_{index}", message, f"net of rake: {layers}")

    def rake(self, pot: PotClaim | None, gross: int, collected: int) -> None:
        """Check that what is collected and the rake make the pot."""
        rake = None if pot is None else pot.rake
        if pot is not None and rake is not None:
            if collected + rake == gross:
                return
            sums = f"{self.money(collected)} collected and {self.money(rake)} rake are {self.money(collected + rake)}"
            slug, line, field = "RAKE-SUM", pot.line, "rake"
        elif collected > gross:
            sums = f"{self.money(collected)} is collected"
            slug, line, field = "CHIPS-CONSERVED", self.hand.source.line, ""
        else:
            return  # no rake is printed: what is missing is the rake
        wrong = self.misprinted()
        if wrong is not None:
            line, field = wrong.line, "amount"
        elif self.collects and not field:
            line, field = self.collects[-1].line, "amount"
        self.blamed.update(self.paid)
        self.report(slug, line, field, f"{sums}, the pot is {self.money(gross)}")

    def misprinted(self) -> Collect | None:
        """Return the first collect of the only seat that the ledger pays otherwise while the summary agrees with it."""
        ledger = self.played.ledger
        if ledger is None or ledger.unknown:
            return None
        off = [seat for seat, amount in self.paid.items() if amount != ledger.totals.get(seat, 0)]
        said = {claim.seat: claim.won for claim in self.hand.claims.seats}
        if len(off) != 1 or said.get(off[0]) != ledger.totals.get(off[0], 0):
            return None
        return next((event for event in self.collects if event.seat == off[0]), None)

    # ---- who wins

    def awards(self, ledger: Ledger) -> None:
        """Check what each seat collects against the ledger."""
        paid, due = self.paid, ledger.totals
        if paid == due or self.blamed:
            return
        if ledger.unknown:
            self.unproven(ledger)
            return
        if ledger.rake_inferred and self.resettled(ledger).totals == paid:
            return
        over = [seat for seat, amount in paid.items() if amount > due.get(seat, 0)]
        under = [seat for seat, amount in due.items() if amount > paid.get(seat, 0)]
        if not over and not under:
            return
        self.blamed.update(over, under)
        self.misawarded(ledger, (over or under)[0])

    def resettled(self, ledger: Ledger) -> Ledger:
        """Return the ledger with the rake divided as the pots were collected."""
        played = self.played
        pots = [0] * len(ledger.pots)
        for event in self.collects:
            if event.pot is not None and event.pot < len(pots):
                pots[event.pot] += event.amount
        rake = sum(pot.rake for pot in ledger.pots)
        return settle(
            self.hand.game, played.contributed, played.dead, played.live, played.order, played.boards, played.shown,
            rake, pots, self.rules,
        )  # fmt: skip

    def unproven(self, ledger: Ledger) -> None:
        """Check what can be checked where the shown cards do not prove the winner of every pot."""
        for seat, amount in self.paid.items():
            most = ledger.totals.get(seat, 0)
            most += sum(ledger.pots[pot].amount for pot in ledger.unknown if seat in ledger.pots[pot].eligible)
            if amount > most:
                self.blamed.add(seat)
                self.misawarded(ledger, seat)
                return

    def misawarded(self, ledger: Ledger, seat: int) -> None:
        """Report a wrong award, at the first line that pays the seat, with who should win what and why."""
        paid, due = self.paid.get(seat, 0), ledger.totals.get(seat, 0)
        name = self.hand.player(seat)
        slug = self.fault(ledger, seat)
        message = f"{name} collects {self.money(paid)}, {_BASIS.get(slug, 'the shown cards give')} {self.money(due)}"
        event = next((event for event in self.collects if event.seat == seat), None)
        event = event or next(iter(self.collects), None)
        line = event.line if event else self.hand.source.line
        notes = [self.award_note(ledger, award) for award in ledger.awards]
        if seat in self.played.shown and due == 0:
            notes += [f"{name} {what}" for what in self.makes(seat)]
        self.report(slug, line, "amount" if event else "", message, *notes)

    def fault(self, ledger: Ledger, seat: int) -> str:
        """Return the rule that an award to a seat breaks."""
        played, paid, due = self.played, self.paid.get(seat, 0), ledger.totals.get(seat, 0)
        if seat not in played.live:
            return "AWARD-INELIGIBLE"
        if len(played.live) > 1 and seat not in played.shown and due == 0:
            return "AWARD-TO-MUCKED"
        if paid > sum(pot.amount - pot.rake for pot in ledger.pots if seat in pot.eligible):
            return "AWARD-INELIGIBLE"
        if due == 0:
            return "AWARD-WRONG-WINNER"
        if abs(paid - due) <= len(ledger.awards) * self.rules.chip_unit:
            return "ODD-CHIP"
        rules = {award.rule for award in ledger.awards}
        if self.hand.game.hilo:
            return "AWARD-LOW-TIE" if "AWARD-LOW-TIE" in rules else "AWARD-HILO-SPLIT"
        return "AWARD-TIE" if rules & {"AWARD-TIE", "ODD-CHIP"} else "AWARD-WRONG-WINNER"

    def award_note(self, ledger: Ledger, award: Award) -> str:
        """Return who should win a share, and with what."""
        places = [_pot_name(award.pot)] if len(ledger.pots) > 1 else []
        places += [f"board {award.board}"] if award.board else []
        places += [award.side] if award.side != "whole" else []
        words = ""
        if award.rule not in {"SHOW-UNCALLED", "AWARD-TO-MUCKED"}:
            board = self.played.boards[max(0, award.board - 1)]
            words = f" with {hand_in_words(self.hand.game, self.played.shown[award.seat], board, award.side)}"
        lead = f"{', '.join(places)}: " if places else ""
        return f"{lead}{self.hand.player(award.seat)} should win {self.money(award.amount)}{words}"

    def makes(self, seat: int) -> list[str]:
        """Return what a shown hand makes on each board, for a seat that should win nothing."""
        hole, game = self.played.shown[seat], self.hand.game
        if UNKNOWN in hole or len(hole) != game.hole_cards:
            return [f"shows {len(hole)} cards, no hand of this game"]
        boards = [board for board in self.played.boards if _complete(board)]
        several = len(boards) > 1
        return [
            f"shows {hand_in_words(game, hole, board)}{f' on board {number}' if several else ''}"
            for number, board in enumerate(boards, 1)
        ]

    # ---- the summary

    def seat(self, claim: SeatClaim) -> None:
        """Check what the summary says of a seat against the events."""
        seat = claim.seat
        paid = self.paid.get(seat, 0)
        if claim.won is not None and claim.won != paid and seat not in self.blamed:
            amounts = f"won {self.money(claim.won)}, the hand pays {self.money(paid)}"
            self.report("SEAT-CLAIM", claim.line, "won", f"the summary says that {claim.player} {amounts}")
        if claim.fate == "folded":
            street = self.folded.get(seat)
            if street is None and claim.street is not None and seat in self.played.live:
                self.report("SEAT-CLAIM", claim.line, "player", f"the summary folds {claim.player}, who did not fold")
            elif street is not None and claim.street is not None and street != claim.street:
                message = f"the summary folds {claim.player} on the {claim.street}, the hand on the {street}"
                self.report("SEAT-CLAIM", claim.line, "player", message)
        shown = self.played.shown.get(seat)
        if claim.cards and shown and claim.cards != shown and sorted(claim.cards) != sorted(shown):
            cards = f"[{' '.join(claim.cards)}], shown were [{' '.join(shown)}]"
            self.report("SHOW-OTHER-CARDS", claim.line, "cards", f"the summary gives {claim.player} {cards}")

    def board(self) -> None:
        """Check the summary's boards against the dealt ones, and that no card is lost."""
        for event in self.boards:
            if not event.cards or UNKNOWN in event.cards:
                message = f"a card of the {event.street} is missing: the history lost it"
                self.report("BOARD-UNKNOWN", event.line, "cards", message)
                return  # the board in the summary cannot be compared
        for claim in self.hand.claims.boards:
            dealt = self.dealt(claim.board)
            if claim.cards != dealt:
                cards = f"[{' '.join(claim.cards)}], dealt were [{' '.join(dealt)}]"
                name = f"board {claim.board}" if claim.board else "the board"
                self.report("BOARD-CLAIM", claim.line, "cards", f"{name} is printed as {cards}")

    def dealt(self, board: int) -> Cards:
        """Return the cards dealt to a board, those that it shares with the others included."""
        return tuple(card for event in self.boards if event.board in {0, board} for card in event.cards)

    def words(self) -> None:
        """Compare the site's words for shown hands with their cards, by category and low only."""
        boards, game = self.played.boards, self.hand.game
        last = self.boards[-1].line if self.boards else 0
        for event in self.shows:
            index = max(0, event.board - 1)
            if not event.said or event.line < last or index >= len(boards) or not _complete(boards[index]):
                continue  # what is said before the river is said of fewer cards
            if len(event.cards) != game.hole_cards or UNKNOWN in event.cards:
                continue
            if said_wrongly(game, event.cards, boards[index], event.said):
                message = f"the cards make {hand_in_words(game, event.cards, boards[index])}"
                self.report("SAID-HAND", event.line, "said", message)


def figures(hand: Hand, rules: RuleSet | None = None) -> tuple[Check, ...]:
    """Return every figure the site prints beside the computed one; () for a cancelled hand."""
    rules = rules or house_rules(hand.site, hand.dialect)
    case = _Case(hand, rules, replay(hand, rules))
    if hand.cancelled:
        return ()
    claims, ledger = hand.claims, case.played.ledger if case.played.complete else None
    rows: list[Check] = []
    if claims.pot is not None:
        rows += _pot_rows(case, claims.pot, ledger)
    won = {claim.seat: claim.won for claim in claims.seats if claim.won is not None}
    for seat in sorted({*case.paid, *won, *(ledger.totals if ledger else ())}):
        claimed = case.paid.get(seat, won.get(seat, 0))
        computed = ledger.totals.get(seat, 0) if ledger is not None and not ledger.unknown else None
        rows.append(_row(f"collected by {hand.player(seat)}", claimed, computed))
    for board in claims.boards:
        rows.append(_row(f"board {board.board}" if board.board else "board", board.cards, case.dealt(board.board)))
    return tuple(rows)


def _pot_rows(case: _Case, pot: PotClaim, ledger: Ledger | None) -> list[Check]:
    collected = sum(case.paid.values())
    rake = case.gross - collected if pot.rake is None else pot.rake
    rows = [_row("total pot", pot.total, _total(pot.total_means, case.gross, rake, case.played) if ledger else None)]
    for index, amount in enumerate(pot.pots):
        layer = ledger.pots[index] if ledger and index < len(ledger.pots) else None
        rows.append(_row(_pot_name(index), amount, layer.amount - layer.rake if layer else None))
    if pot.rake is not None:
        rows.append(_row("rake", pot.rake, case.gross - collected if ledger else None))
    return rows


def _row(figure: str, claimed: int | Cards | None, computed: int | Cards | None) -> Check:
    return Check(figure, claimed, computed, computed is None or claimed == computed)


def _total(means: str, gross: int, rake: int, played: Replay) -> int:
    """Return the total pot in the sense in which the site prints it."""
    if means == "gross":
        return gross
    return gross - rake + (sum(played.returned.values()) if means == "net_plus_uncalled" else 0)


def _cited(rule: Rule, rules: RuleSet, ruleset_field: str = "") -> str:
    where = f" ({ruleset_field} = {getattr(rules, ruleset_field)})" if ruleset_field else ""
    return f"rule {rule.number}, rule set {rules.name}{where}"


def _street_of(events: Sequence[Event], index: int) -> Street:
    """Return the street on which an event happens."""
    dealt = [event.street for event in events[: index + 1] if isinstance(event, DealBoard)]
    return dealt[-1] if dealt else "preflop"


def _pot_name(index: int) -> str:
    return f"side pot {index}" if index else "main pot"


def _complete(board: Cards) -> bool:
    return len(board) == 5 and UNKNOWN not in board


# What an award is measured by, where it is not the shown cards.
_BASIS = {
    "AWARD-INELIGIBLE": "the pots he can win give",
    "ODD-CHIP": "the division of the pot gives",
}
