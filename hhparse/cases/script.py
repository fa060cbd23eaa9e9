"""The lines of a hand in plain words, one after another: each becomes an event. The words stand in `notation`."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import NamedTuple, get_args

from hhparse.cards import DECK, UNKNOWN, Cards
from hhparse.cases.fields import Fields
from hhparse.errors import ParseError
from hhparse.model import (
    Act,
    Cancelled,
    CashOut,
    Chop,
    Claims,
    Collect,
    DealBoard,
    DealHole,
    Disconnected,
    Event,
    Hand,
    Muck,
    NotAwarded,
    Post,
    PostKind,
    PotClaim,
    SeatClaim,
    Show,
    Splash,
    Street,
    Uncalled,
    Verb,
)
from hhparse.replay import frames, replay
from hhparse.rules.betting import Legal
from hhparse.rules.ruleset import RuleSet

Place = tuple[int, int, int]


class Table(NamedTuple):
    """What a script is played on: the hand without its events, the fields it stands in, the rules."""

    hand: Hand
    fields: Fields
    rules: RuleSet


class Script:
    """A hand in the making: its events so far, and the chips as the lines leave them."""

    def __init__(self, table: Table) -> None:
        self.hand, self.fields, self.rules = table
        self.seats = {row.player: row.seat for row in self.hand.seats}
        self.names = sorted(self.seats, key=len, reverse=True)  # the longest first: names may begin alike
        self.left = {row.seat: row.stack for row in self.hand.seats}
        self.committed: dict[int, int] = {}
        self.cards: dict[int, Cards] = {}
        self.known: list[DealHole] = []  # cards that somebody has, whenever they were dealt
        self.events: list[Event] = []
        self.pots: dict[str, tuple[int, Place]] = {}
        self.claims: list[SeatClaim] = []
        self.at, self.line = 0, ""
        self.all_in = False
        self.blinds = 0  # what the bet before the flop is at least, once a blind is posted

    def run(self, lines: Iterable[tuple[int, str]]) -> Hand:
        """Return the hand with the events of the lines. Raises ParseError at the first line that is not understood."""
        for self.at, self.line in lines:
            self.read(self.line)
        if not self.known and not any(isinstance(event, Post | Act | DealHole) for event in self.events):
            raise self.fields.wrong("hand", "nobody does anything in this hand: it needs posts or decisions")
        self.events = _numbered([*self.events[: self.dealing], *self.in_turn(), *self.events[self.dealing :]])
        told = self.told()
        return replace(told, claims=Claims(self.claim(told) if self.pots else None, seats=tuple(self.claims)))

    @property
    def dealing(self) -> int:
        """Return where the cards were dealt that somebody has: before the first decision, board or show of a hand."""
        later = (at for at, event in enumerate(self.events) if not isinstance(event, Post | Splash | DealHole))
        return next(later, len(self.events))

    def in_turn(self) -> list[DealHole]:
        """Return the cards that somebody has in the order of a deal: from the left of the button on."""
        button = self.hand.button or 0
        return sorted(self.known, key=lambda event: (event.seat <= button, event.seat))

    def told(self) -> Hand:
        """Return the hand as far as it is told."""
        return replace(self.hand, events=tuple(self.events))

    def wrong(self, message: str) -> ParseError:
        """Return the error of the line that is being read."""
        return self.fields.wrong("hand", message, self.at, self.line)

    @property
    def place(self) -> Place:
        """Return the line and its bytes, as events carry them."""
        lines = self.hand.source.lines[: self.at]
        start = sum(len(line.encode()) + 1 for line in lines[:-1])
        return self.at, start, start + len(lines[-1].encode()) if lines else start

    def read(self, line: str) -> None:
        """Read one line: a player's if it begins with one and goes on with a verb, else one of the table."""
        for name in self.names:
            rest = line.removeprefix(f"{name} ")
            if rest != line and rest.partition(" ")[0] in PLAYER_LINES:
                self.player(name, _COMMENT.sub("", rest.strip()))
                return
        if line.startswith("#"):
            return
        text = _COMMENT.sub("", line)
        for form, happen, _ in TABLE_LINES:
            match = form.fullmatch(text)
            if match is not None:
                happen(self, *match.groups())
                return
        raise self.wrong(self.not_understood(text))

    def not_understood(self, text: str) -> str:
        """Say what is wrong with a line that has no meaning."""
        for name in self.names:
            if text == name or text.startswith(f"{name} "):
                verb = text.removeprefix(name).strip().partition(" ")[0]
                near = get_close_matches(verb, PLAYER_LINES, 1, 0.7)
                examples = ", ".join(row.example for row in PLAYER_LINES.values())
                return f"unknown word {verb!r} after {name}: {f'did you mean {near[0]!r}?' if near else examples}"
        match = _VERB.fullmatch(text)
        if match is not None:
            return f"unknown player {match[1]!r}: there are {', '.join(self.seats)}"
        word = text.partition(" ")[0]
        example = next((row[2] for row in TABLE_LINES if row[2].partition(" ")[0] == word), "")
        if example:
            return f"{text!r} is not understood: write it like {example!r}"
        examples = ", ".join(repr(example) for _, _, example in TABLE_LINES)
        return f"unknown word {word!r}: a line begins with a player, or is like {examples}"

    def player(self, name: str, rest: str) -> None:
        """Read what a player does."""
        form, do, example = PLAYER_LINES[rest.partition(" ")[0]]
        match = form.fullmatch(rest)
        if match is None:
            raise self.wrong(f"'{name} {rest}' is not understood: write it like '{name} {example}'")
        do(self, self.seats[name], *match.groups())

    def money(self, text: str | None) -> int:
        """Return an amount in minor units, 0 for none."""
        return 0 if text is None else self.fields.money("amount", text, self.hand.currency, self.at)

    def cards_of(self, text: str) -> Cards:
        """Return the cards of a text; ParseError for what is no card."""
        cards = tuple(text.replace(",", " ").split())
        for card in cards:
            if card not in DECK and card != UNKNOWN:
                raise self.wrong(f"{card!r} is no card: cards are written like As, Td or 9c")
        return cards

    # What a player does; the arguments are the seat and the groups of the line.

    def posts(
        self, seat: int, kind: PostKind, amount: str, alone: str | None, dead: str | None, word: str | None
    ) -> None:
        """Post a blind or an ante."""
        live, rest = self.money(amount), self.money(dead)
        if kind == "both" and not alone and dead is None:
            live, rest = min(live, self.hand.stakes.big_blind), max(0, live - self.hand.stakes.big_blind)
        elif alone == "dead" or (kind in ("ante", "dead") and alone is None):
            live, rest = 0, live + rest
        self.pay(seat, live, rest, word)
        if kind != "ante":
            self.blinds = self.hand.stakes.big_blind
        self.events.append(Post(seat, kind, live, rest, self.all_in, *self.place))

    def has(self, seat: int, cards: str) -> None:
        """Say what hole cards somebody has, in whatever order they are told."""
        self.cards[seat] = self.cards_of(cards)
        self.known.append(DealHole(seat, self.cards[seat], *self.place))

    def is_dealt(self, seat: int, cards: str) -> None:
        """Deal hole cards at this moment."""
        self.cards[seat] = self.cards_of(cards)
        self.events.append(DealHole(seat, self.cards[seat], *self.place))

    def is_(self, seat: int, amount: str | None, cards: str | None) -> None:
        """Deal hole cards, or go all-in."""
        if cards is not None:
            self.is_dealt(seat, cards)
        else:
            self.goes_all_in(seat, amount)

    def folds(self, seat: int) -> None:
        """Fold."""
        self.act(seat, "fold", self.committed.get(seat, 0), None)

    def checks(self, seat: int) -> None:
        """Check."""
        self.act(seat, "check", self.committed.get(seat, 0), None)

    def calls(self, seat: int, amount: str | None, word: str | None) -> None:
        """Call, an amount or what is right."""
        added = self.owed(seat) if amount is None else self.money(amount)
        self.act(seat, "call", self.committed.get(seat, 0) + added, word)

    def bets(self, seat: int, amount: str, word: str | None) -> None:
        """Bet an amount."""
        self.act(seat, "bet", self.money(amount), word)

    def raises(self, seat: int, by: str | None, amount: str, word: str | None) -> None:
        """Raise to an amount; the size of the raise may be told beside it."""
        self.act(seat, "raise", self.money(amount), word, None if by is None else self.money(by))

    def goes_all_in(self, seat: int, amount: str | None) -> None:
        """Go all-in: a bet, a call or a raise, whichever it is."""
        before = self.committed.get(seat, 0)
        to = before + self.left[seat] if amount is None else self.money(amount)
        level = max([self.blinds, *self.committed.values()])
        self.act(seat, "bet" if not level else "raise" if to > level else "call", to, "all-in")

    def loses_connection(self, seat: int) -> None:
        """Go all-in with what is in, without more."""
        self.events.append(Disconnected(seat, *self.place))

    def shows(self, seat: int, cards: str | None, said: str | None, board: str | None) -> None:
        """Show cards, those that are known already if none are named."""
        if cards is None and seat not in self.cards:
            raise self.wrong(f"the cards of {self.hand.player(seat)} are not known: write them after 'shows'")
        shown = self.cards[seat] if cards is None else self.cards_of(cards)
        self.events.append(Show(seat, shown, said or "", int(board or 0), *self.place))

    def mucks(self, seat: int, board: str | None) -> None:
        """Muck."""
        self.events.append(Muck(seat, int(board or 0), *self.place))

    def collects(self, seat: int, amount: str, pot: str | None, number: str | None, board: str | None) -> None:
        """Collect from a pot."""
        which = None if pot is None else int(number or 1) if pot == "side pot" else 0
        self.events.append(Collect(seat, self.money(amount), which, int(board or 0), *self.place))

    def won(self, seat: int, amount: str) -> None:
        """Note what the summary says a player won."""
        out = any(isinstance(event, CashOut) and event.seat == seat for event in self.events)
        name = self.hand.player(seat)
        self.claims.append(SeatClaim(seat, name, "won", None, (), self.money(amount), out, *self.place))

    def cashes(self, seat: int, amount: str, fee: str | None) -> None:
        """Cash out."""
        cost = None if fee is None else self.money(fee)
        self.events.append(CashOut(seat, self.money(amount), cost, *self.place))

    # What happens at the table.

    def deal(self) -> None:
        """Deal: nothing to note, the cards have lines of their own."""

    def street(self, name: str, cards: str, board: str | None) -> None:
        """Deal board cards; a street begins with its first board."""
        street: Street = "preflop" if name == "first card" else name  # type: ignore[assignment]
        if street != "preflop":
            self.committed.clear()
            self.blinds = 0
        self.events.append(DealBoard(street, int(board or 0), self.cards_of(cards), (), *self.place))

    def returned(self, amount: str, name: str) -> None:
        """Return an uncalled bet."""
        if name not in self.seats:
            raise self.wrong(f"unknown player {name!r}: there are {', '.join(self.seats)}")
        seat = self.seats[name]
        self.left[seat] += self.money(amount)
        self.events.append(Uncalled(seat, self.money(amount), *self.place))

    def pot_line(self, what: str, amount: str) -> None:
        """Note a figure that the site prints."""
        self.pots[what] = self.money(amount), self.place

    def not_awarded(self) -> None:
        """Note that nobody collects."""
        self.events.append(NotAwarded(*self.place))

    def cancelled(self) -> None:
        """Call the hand off."""
        self.events.append(Cancelled(*self.place))

    def chop(self) -> None:
        """Let the blinds take back what they posted."""
        self.events.append(Chop(*self.place))

    def splash(self, amount: str) -> None:
        """Add chips of the house to the main pot."""
        self.events.append(Splash(self.money(amount), *self.place))

    # The chips.

    def act(self, seat: int, verb: Verb, to: int, word: str | None, by: int | None = None) -> None:
        """Note a decision; `to` is the player's total on the street, `by` the size of a raise where it is told."""
        added = to - self.committed.get(seat, 0)
        self.pay(seat, added, 0, word)
        self.events.append(Act(seat, verb, to, added, by, self.all_in, *self.place))

    def pay(self, seat: int, live: int, dead: int, word: str | None) -> None:
        """Move chips; the last one makes an all-in whether or not the line says so."""
        self.committed[seat] = self.committed.get(seat, 0) + live
        self.left[seat] -= live + dead
        self.all_in = word is not None or (live + dead > 0 and self.left[seat] <= 0)

    def owed(self, seat: int) -> int:
        """Return what a call is: as the rules have it on his turn, else what the largest bet is above his own."""
        legal = legal_now(self.told(), self.rules)
        if legal is not None and legal.seat == seat:
            return legal.to_call
        level = max([self.blinds, *self.committed.values()])
        return max(0, min(self.left[seat], level - self.committed.get(seat, 0)))

    def claim(self, told: Hand) -> PotClaim:
        """Return what the site prints of the pot; a total that is not printed is what the play gives."""
        rake = self.pots["rake"][0] if "rake" in self.pots else None
        played = replay(told, self.rules)
        total = sum(played.contributed.values()) + played.dead
        if "pot" in self.pots:
            total = self.pots["pot"][0]
        parts = tuple(amount for what, (amount, _) in self.pots.items() if what not in ("pot", "rake"))
        place = next((self.pots[what][1] for what in ("pot", "rake") if what in self.pots), None)
        return PotClaim(total, "gross", parts, rake, *(place or next(iter(self.pots.values()))[1]))


def legal_now(hand: Hand, rules: RuleSet) -> Legal | None:
    """Return what the player to act after the last event may do, None when nobody is to act."""
    last = deque(frames(hand, rules), maxlen=1)
    return last[0].legal if last else None


def _numbered(events: Sequence[Event]) -> list[Event]:
    """Number the first board of a street that has several: it is written without a number."""
    several = {row.street for row in events if isinstance(row, DealBoard) and row.board > 1}
    return [
        _first_board(event) if isinstance(event, DealBoard) and event.street in several else event for event in events
    ]


def _first_board(event: DealBoard) -> DealBoard:
    return event if event.board else event._replace(board=1)


class Form(NamedTuple):
    """How a line goes, what it does with its groups, and the line as an example."""

    pattern: re.Pattern[str]
    do: Callable[..., None]
    example: str


def _form(pattern: str, do: Callable[..., None], example: str) -> Form:
    return Form(re.compile(pattern), do, example)


_AMOUNT = r"[$€£]?([\d,]*\.?\d+)"
_ALL_IN = r"(,? (?:and is )?all-in)?"
_BOARD = r"(?:,? (?:on )?board ([1-9]))?"
_POST = rf"posts (?:an? |the )?({'|'.join(get_args(PostKind))}) {_AMOUNT}(?: (live|dead)| and {_AMOUNT} dead)?{_ALL_IN}"
_COLLECT = rf"collects {_AMOUNT}(?: from (?:the )?(pot|main pot|side pot)(?: (\d+))?)?{_BOARD}"

# What may follow a player's name, by the verb.
PLAYER_LINES = {
    "posts": _form(_POST, Script.posts, "posts small blind 50"),
    "has": _form(r"has (.+)", Script.has, "has As Kd"),
    "folds": _form(r"folds", Script.folds, "folds"),
    "checks": _form(r"checks", Script.checks, "checks"),
    "calls": _form(rf"calls(?: {_AMOUNT})?{_ALL_IN}", Script.calls, "calls 100"),
    "bets": _form(rf"bets {_AMOUNT}{_ALL_IN}", Script.bets, "bets 100"),
    "raises": _form(rf"raises (?:by {_AMOUNT} )?to {_AMOUNT}{_ALL_IN}", Script.raises, "raises to 300"),
    "is": _form(rf"is (?:all-in(?: for {_AMOUNT})?|dealt (.+))", Script.is_, "is all-in for 250"),
    "loses": _form(r"loses the connection", Script.loses_connection, "loses the connection"),
    "shows": _form(rf"shows(?: ([^(]+?))??(?: \((.*)\))?{_BOARD}", Script.shows, "shows As Kd (a pair of Aces)"),
    "mucks": _form(rf"mucks{_BOARD}", Script.mucks, "mucks"),
    "collects": _form(_COLLECT, Script.collects, "collects 100 from side pot 1"),
    "won": _form(rf"won {_AMOUNT}", Script.won, "won 100"),
    "cashes": _form(rf"cashes out for {_AMOUNT}(?:, fee {_AMOUNT})?", Script.cashes, "cashes out for 10, fee 0.10"),
}
TABLE_LINES = (
    _form(r"deal", Script.deal, "deal"),
    _form(rf"(flop|turn|river|first card) (.+?){_BOARD}", Script.street, "flop 2c 7d 9h"),
    _form(rf"{_AMOUNT} (?:is )?returned to (.+)", Script.returned, "75 returned to A"),
    _form(rf"(pot|main pot|side pot(?: \d+)?|rake) {_AMOUNT}", Script.pot_line, "pot 280"),
    _form(r"pot not awarded", Script.not_awarded, "pot not awarded"),
    _form(r"cancelled", Script.cancelled, "cancelled"),
    _form(r"(?:the )?(?:blinds )?chop", Script.chop, "chop"),
    _form(rf"(?:splash|(?:the )?house adds) {_AMOUNT}(?: to the (?:main )?pot)?", Script.splash, "splash 5"),
)
_VERB = re.compile(rf"(.+?) ({'|'.join(PLAYER_LINES)})\b.*")
_COMMENT = re.compile(r"\s+#.*$")
