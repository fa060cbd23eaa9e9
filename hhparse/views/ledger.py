"""The ledger of a hand: every chip from the stack into the pot, out of the pot, and back, each step by its rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

from hhparse.audit import audit
from hhparse.audit.case import Case, pot_name
from hhparse.model import STREETS, CashOut, Disconnected, Hand, Post
from hhparse.money import plain
from hhparse.replay import replay
from hhparse.rules.house import rules_of
from hhparse.rules.pots import Ledger, Pot
from hhparse.rules.rulebook import CLAIMS, RULES
from hhparse.rules.ruleset import RuleSet
from hhparse.views.chips import COLUMNS, cuts, paid_in, posted
from hhparse.views.columns import columns, width
from hhparse.views.division import Line, division
from hhparse.views.log import moment_text, stakes_text
from hhparse.views.raking import SOURCES, rake_division, rake_source

WIDTH = 100
_NAME = 18  # columns of a player's name
_INDENT = "   "

_ORDER = ("ante", "bomb", "dead", "blinds", "button", "straddle", "kill", *STREETS)
_ROLES = {"small blind": "SB", "big blind": "BB", "both": "SB+BB", "button blind": "blind"}


def ledger(hand: Hand, rules: RuleSet | None = None) -> str:
    """Return the ledger as text of 100 columns: each block adds up, each line names the rule that justifies it."""
    return "\n".join(_Page(hand, rules_of(hand, rules)).lines()) + "\n"


class _Page:
    """A ledger being written; `cited` collects the rules in the order in which lines name them."""

    __slots__ = ("back", "case", "cited", "hand", "number", "played", "put", "rules")

    def __init__(self, hand: Hand, rules: RuleSet) -> None:
        self.hand, self.rules = hand, rules
        self.played = replay(hand, rules)
        self.case = Case(hand, rules, self.played)
        self.put = paid_in(hand)
        self.back = self.played.returned or self.played.returns_due
        self.cited: dict[str, None] = {}
        self.number = 0

    def lines(self) -> Iterator[str]:
        """Yield the blocks in the order in which the chips move."""
        found = self.played.ledger
        yield from self._head()
        yield from self._paid_in()
        yield from self._returned()
        if found is None:
            yield from self._no_result()
        else:
            yield from self._pots(found)
            yield from self._rake(found)
            for index, pot in enumerate(found.pots):
                yield from self._pot(found, index, pot)
            yield from self._collected(found)
            yield from self._net(found)
        yield from self._outside()
        yield from self._findings()
        yield from self._cited()

    # --- words -------------------------------------------------------------------------------------------------

    def cash(self, amount: int) -> str:
        """Return an amount without a symbol: the head names the currency."""
        return plain(amount, self.hand.currency.exponent)

    def cell(self, amount: int) -> str:
        """Return an amount for a table, where nothing is a dash."""
        return self.cash(amount) if amount else "-"

    def signed(self, amount: int) -> str:
        """Return an amount with its sign."""
        return f"{'+' if amount > 0 else ''}{self.cash(amount)}" if amount else "-"

    def paid(self, seat: int) -> int:
        """Return all that a seat puts in."""
        return sum(self.put.get(seat, {}).values())

    def pot_name(self, index: int) -> str:
        """Return what heads the column of a pot."""
        ledger = self.played.ledger
        several = ledger is not None and len(ledger.pots) > 1
        return (f"side {index}" if index else "main") if several else "pot"

    def name(self, seat: int) -> str:
        """Return a player with his seat, shortened to fit a table."""
        return shortened(f"{seat} {self.hand.player(seat)}", _NAME)

    def cite(self, slug: str) -> str:
        """Return a rule as a line names it: `R62 UNCALLED-RETURN`."""
        self.cited[slug] = None
        return f"{RULES[slug].number} {slug}"

    def number_of(self, slug: str) -> str:
        """Return a rule by its number."""
        return self.numbers([slug])

    def numbers(self, slugs: Iterable[str]) -> str:
        """Return rules by number, where a column is too narrow for their slugs."""
        slugs = tuple(slugs)
        self.cited.update(dict.fromkeys(slugs))
        return " ".join(dict.fromkeys(RULES[slug].number for slug in slugs))

    def title(self, text: str, *slugs: str) -> Iterator[str]:
        """Yield a block's heading: its number and title to the left, its rules to the right."""
        self.number += 1
        yield ""
        yield right(f"{self.number}  {text}", ", ".join(self.cite(slug) for slug in slugs))

    def table(
        self, rows: Sequence[Sequence[str]], total: Sequence[str] = (), left: tuple[int, ...] = (0,)
    ) -> list[str]:
        """Return rows aligned, a rule under them, and the total."""
        lines = list(columns([*rows, total] if total else rows, left, _INDENT))
        if total:
            across = max(map(width, lines)) - len(_INDENT)
            lines.insert(-1, _INDENT + "-" * across)
        return lines

    def sums(self, terms: Sequence[tuple[str, int]], result: str, amount: int) -> str:
        """Return a sum written out, and whether it comes to `amount`; a term is led by its sign: `- returned`."""
        total, parts = 0, []
        for at, (what, value) in enumerate(terms):
            sign, _, noun = what.partition(" ")
            total += -value if sign == "-" else value
            parts.append(f"{'' if not at and sign == '+' else sign + ' '}{self.cash(value)} {noun}".rstrip())
        verdict = "" if total == amount else f"   DOES NOT ADD UP: that is {self.cash(total)}"
        return f"{_INDENT}{' '.join(parts)} = {self.cash(amount)} {result}{verdict}"

    # --- blocks ------------------------------------------------------------------------------------------------

    def _head(self) -> Iterator[str]:
        hand = self.hand
        button = f"button seat {hand.button}" if hand.button else "no button"
        yield f"Ledger of hand {hand.hand_id}, {hand.site}, {moment_text(hand)}"
        yield f"{hand.game.name} {hand.limit} {stakes_text(hand)}, table {hand.table}, {button}"
        yield f"amounts in {hand.currency.code}, house rules {self.rules.name}"

    def _paid_in(self) -> Iterator[str]:
        yield from self.title("Paid in")
        used = [column for column in _ORDER if any(column in put for put in self.put.values())]
        rules = [self._rules_of(column) for column in used]
        rows = [["seat", *used, "total", "", ""], ["", *map(self.numbers, rules), "", "", ""]]
        for seat in self.played.order:
            put = self.put.get(seat, {})
            cells = [self.cell(put.get(column, 0)) for column in used]
            rows.append([self.name(seat), *cells, self.cell(sum(put.values())), self._role(seat), self._fate(seat)])
        sums = [sum(put.get(column, 0) for put in self.put.values()) for column in used]
        total = ["sum", *map(self.cash, sums), self.cash(sum(sums)), "", ""]
        yield from self.table(rows, total, (0, len(used) + 2, len(used) + 3))

    def _rules_of(self, column: str) -> list[str]:
        """Return the rules that set the amounts of a column."""
        if column in STREETS:
            return ["ROUND-CLOSE"]
        posts = [event for event in self.hand.events if isinstance(event, Post)]
        mine = [post for post in posts if column in posted(post)]
        slugs = [COLUMNS[post.kind][1] for post in mine]
        if sum(post.kind == "big blind" for post in mine) > 1:
            slugs.append("NEWPLAYER-POST")
        return sorted(set(slugs), key=lambda slug: RULES[slug].number)

    def _role(self, seat: int) -> str:
        posts = [event.kind for event in self.hand.events if isinstance(event, Post) and event.seat == seat]
        kinds = [kind for kind in posts if kind != "ante"]
        return ", ".join(["button"] * (seat == self.hand.button) + [_ROLES.get(kind, kind) for kind in kinds])

    def _fate(self, seat: int) -> str:
        """Return how a player left the betting: folded, all-in, or not at all."""
        street = self.case.folded.get(seat)
        if seat not in self.played.live:
            return f"folds {street}" if street else "folds"
        lost = any(isinstance(event, Disconnected) and event.seat == seat for event in self.hand.events)
        return "connection lost" if lost else "all-in" if not self.played.stacks[seat] else ""

    def _returned(self) -> Iterator[str]:
        played = self.played
        yield from self.title("Uncalled bet", "UNCALLED-RETURN")
        back = self.back
        total = sum(map(self.paid, self.put))
        for seat, amount in back.items():
            unprinted = "" if played.returned else ", without a line of its own"
            yield f"{_INDENT}{self.name(seat)} gets back {self.cash(amount)}: nobody called it{unprinted}"
        if not back:
            yield f"{_INDENT}none: every bet was called"
        if played.returned and played.returned != played.returns_due:
            due = ", ".join(f"{self.name(seat)} {self.cash(amount)}" for seat, amount in played.returns_due.items())
            yield f"{_INDENT}as printed; the rules return {due or 'nothing'}"
        terms = [("+ paid in", total), ("- returned", sum(back.values()))]
        terms += [("+ from the house", played.splash)] if played.splash else []
        yield self.sums(terms, "in the middle", sum(played.contributed.values()) + played.dead)

    def _no_result(self) -> Iterator[str]:
        yield ""
        why = "was called off: everyone keeps his chips" if self.hand.cancelled else "breaks off: nothing is divided"
        yield f"The hand {why}."

    def _pots(self, found: Ledger) -> Iterator[str]:
        """Yield who pays what into which pot, and who can win it."""
        yield from self.title("Pots", "POT-LAYERS", "AWARD-INELIGIBLE")
        pots, put, dead, splash = found.pots, self.played.contributed, self.played.dead, self.played.splash
        spans, rest = cuts(self.played, found), ["-  "] * (len(pots) - 1)
        several = len(pots) > 1
        rows = [["", *(f"{self.pot_name(index)}  " for index in range(len(pots))), "total"]]
        if several:
            rows.append(["each pays up to", *(f"{self.cash(top)}  " for _, top in spans), ""])
        for seat, amount in put.items():
            if amount:
                parts = [min(amount, top) - min(amount, low) for low, top in spans]
                marks = [" *" if seat in pot.eligible else "  " for pot in pots]
                cells = [self.cell(part) + mark for part, mark in zip(parts, marks, strict=True)]
                rows.append([self.name(seat), *cells, self.cash(amount)])
        for what, amount in (("dead money", dead - splash), ("from the house", splash)):
            if amount:
                rows.append([what, f"{self.cash(amount)}  ", *rest, self.cash(amount)])
        amounts = [pot.amount for pot in pots]
        yield from self.table(rows, ["sum", *(f"{self.cash(amount)}  " for amount in amounts), self.cash(sum(amounts))])
        yield f"{_INDENT}* can win {'that' if several else 'the'} pot"
        paid = [sum(min(amount, top) - min(amount, low) for amount in put.values()) for low, top in spans]
        if paid and [paid[0] + dead, *paid[1:]] != amounts:
            yield f"{_INDENT}a wrong call counts in the pots as if it had matched the bet"

    def _rake(self, found: Ledger) -> Iterator[str]:
        yield from self.title("Rake and fees", "RAKE-SUM")
        rake, several = sum(pot.rake for pot in found.pots), len(found.pots) > 1
        if not rake:
            yield f"{_INDENT}{self._no_rake()}"
            return
        for index, pot in enumerate(found.pots):
            terms = [(f"+ {pot_name(index) if several else 'pot'}", pot.amount), ("- rake", pot.rake)]
            yield self.sums(terms, "to be won", pot.amount - pot.rake)
        source, fees = rake_source(self.hand, self.played)
        if not (several or fees or source != "printed"):
            return
        words = f"{self.cash(rake)} rake in all, {SOURCES[source].format(cash=self.cash(fees))}"
        if source == "printed" and fees:
            words += f", {self.cash(fees)} of it fees"
        if several:
            how = rake_division(self.hand, self.rules, self.played, found, fees)
            words += f"; its division among the pots is {how}"
        yield from wrap(words, WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT)

    def _no_rake(self) -> str:
        """Return what is said of a hand without rake: whether a line says so, or the pots are collected whole."""
        claim = self.hand.claims.pot
        if claim is not None and claim.rake is not None:
            return "none is taken"
        return "none is printed" if self.played.untold is None else "none is printed, and none is missing of the pots"

    def _pot(self, found: Ledger, index: int, pot: Pot) -> Iterator[str]:
        """Yield the division of a pot: boards, halves, ties, odd chips, with the hands that win and lose."""
        net = pot.amount - pot.rake
        yield from self.title(f"Who wins the {pot_name(index) if len(found.pots) > 1 else 'pot'}, {self.cash(net)}")
        if index in found.unknown:
            yield f"{_INDENT}the cards shown do not tell"
            return
        yield from self._aligned(division(self.hand, self.played, self.rules, found, index))
        awards = [award.amount for award in found.awards if award.pot == index]
        if len(awards) > 1:
            yield self.sums([("+", amount) for amount in awards], "", net).rstrip()

    def _aligned(self, lines: list[Line]) -> Iterator[str]:
        """Yield the lines of a division; where the slugs of the rules have no room, their numbers stand alone."""
        rows = [
            [self.name(line.seat), "" if line.amount is None else self.cell(line.amount), line.words, line.cards]
            for line in lines
            if line.seat is not None
        ]
        hands = columns(rows, (0, 2, 3), "")
        texts = []
        for line in lines:
            if line.seat is not None:
                words = next(hands)
            else:
                words = line.words if line.amount is None else f"{line.words}  {self.cash(line.amount)}"
            texts.append(_INDENT + "  " * line.depth + words)
        slugs = [line.rule for line in lines]
        wide = [width(text) + 2 + len(self.cite(slug)) for text, slug in zip(texts, slugs, strict=True) if slug]
        cite = self.cite if max(wide, default=0) <= WIDTH else self.number_of
        yield from (right(text, cite(slug) if slug else "") for text, slug in zip(texts, slugs, strict=True))

    def _collected(self, found: Ledger) -> Iterator[str]:
        """Yield what each player is due beside what the site says he collected."""
        yield from self.title("Collected", "AWARD-WRONG-WINNER", "RAKE-SUM")
        paid = self.case.paid
        pots = range(len(found.pots)) if len(found.pots) > 1 else range(0)
        rows = [["", *map(self.pot_name, pots), "due", "as printed", ""]]
        for seat in self.played.order:
            mine = [award for award in found.awards if award.seat == seat]
            due, printed = sum(award.amount for award in mine), paid.get(seat, 0)
            if due or printed:
                parts = [sum(award.amount for award in mine if award.pot == index) for index in pots]
                figures = map(self.cell, [*parts, due, printed])
                rows.append([self.name(seat), *figures, self._verdict(found, due, printed)])
        parts = [sum(award.amount for award in found.awards if award.pot == index) for index in pots]
        total = map(self.cell, [*parts, sum(found.totals.values()), sum(paid.values())])
        yield from self.table(rows, ["sum", *total, ""], (0, len(parts) + 3))
        rake, gross = sum(pot.rake for pot in found.pots), sum(pot.amount for pot in found.pots)
        yield self.sums([("+ collected as printed", sum(paid.values())), ("+ rake", rake)], "in the pots", gross)

    def _verdict(self, found: Ledger, due: int, printed: int) -> str:
        if due == printed:
            return "agrees"
        return "the cards shown do not tell" if found.unknown else f"differs by {self.signed(printed - due)}"

    def _net(self, found: Ledger) -> Iterator[str]:
        """Yield what the hand did to each stack."""
        yield from self.title("Net", "CHIPS-CONSERVED")
        won = self.case.paid if found.unknown else found.totals
        started = {seat.seat: seat.stack for seat in self.hand.seats}
        rows = [["", "start", "paid in", "returned", "collected", "end", "net"]]
        sums = [0] * 4
        for seat in self.played.order:
            figures = [started[seat], -self.paid(seat), self.back.get(seat, 0), won.get(seat, 0)]
            sums = [a + b for a, b in zip(sums, figures, strict=True)]
            rows.append([self.name(seat), *self._moves(figures)])
        yield from self.table(rows, ["sum", *self._moves(sums)])
        terms = [("+ at the start", sums[0]), ("- rake", sum(pot.rake for pot in found.pots))]
        if self.played.splash:
            terms.append(("+ from the house", self.played.splash))
        yield self.sums(terms, "at the end", sum(sums))

    def _moves(self, figures: list[int]) -> list[str]:
        """Return a stack, what is added to it and taken from it, the stack after it, and the difference."""
        start, *moves = figures
        return [self.cash(start), *map(self.signed, moves), self.cash(sum(figures)), self.signed(sum(moves)) or "0"]

    def _outside(self) -> Iterator[str]:
        """Yield what the house pays beside the pot."""
        sold = [event for event in self.hand.events if isinstance(event, CashOut)]
        if not sold:
            return
        yield from self.title("Outside the pot: hands sold to the house", "CHIPS-CONSERVED")
        totals = self.played.ledger.totals if self.played.ledger is not None else {}
        for event in sold:
            seat, won = event.seat, totals.get(event.seat, 0)
            put = self.paid(seat) - self.back.get(seat, 0)
            fee = "" if event.fee is None else f", {self.cash(event.fee)} of fee taken off"
            takes = f"takes his {self.cash(won)} of the pot" if won else "takes nothing, as he wins no pot"
            yield f"{_INDENT}{self.name(seat)}: the house pays him {self.cash(event.amount)}{fee}"
            yield f"{_INDENT}  and {takes}; so his net is {self.signed(event.amount - put)}"

    def _findings(self) -> Iterator[str]:
        found = [finding for finding in audit(self.hand, self.rules) if finding.severity != "info"]
        if found:
            yield from self.title("Findings of the audit")
            for finding in found:
                text = f"line {finding.location.line}: {finding.severity}: {finding.title}"
                yield from wrap(text, WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT + "  ")

    def _cited(self) -> Iterator[str]:
        rules = sorted((RULES.get(slug) or CLAIMS[slug] for slug in self.cited), key=lambda rule: rule.number)
        yield ""
        yield "Rules"
        for line in columns([[rule.number, rule.slug, rule.text] for rule in rules], (0, 1, 2), _INDENT):
            under = " " * (len(line) - len(line.split(maxsplit=2)[2]))
            yield from wrap(line, WIDTH, subsequent_indent=under)


def shortened(text: str, most: int) -> str:
    """Return a text of at most `most` columns, its end left out where it is longer."""
    if width(text) <= most:
        return text
    while width(text) > most - 1:
        text = text[:-1]
    return text + "…"


def right(text: str, cited: str) -> str:
    """Return a line with its rules at the right edge."""
    if not cited:
        return text
    return text + " " * max(2, WIDTH - width(text) - width(cited)) + cited
