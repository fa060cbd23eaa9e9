"""The hand: what a history says, as one immutable record. Nothing here reads text or knows a rule.

Amounts are integers in minor units of `Hand.currency`. Every event carries `line` (of the file, from 1) and the
byte span `start`..`end` of its line in the file. `Claims` are what the site printed about the result; they are kept
as printed and never edited.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple

from hhparse.cards import Cards
from hhparse.money import Currency

Street = Literal["preflop", "flop", "turn", "river"]
STREETS: tuple[Street, ...] = ("preflop", "flop", "turn", "river")

# PL-NL: pot limit before the flop, no limit after it; SL: spread limit, any amount within the stakes' two bets
Limit = Literal["NL", "PL", "FL", "PL-NL", "SL"]
Verb = Literal["fold", "check", "call", "bet", "raise"]
PostKind = Literal["ante", "small blind", "big blind", "both", "dead", "straddle", "button blind", "kill", "bomb"]
Kind = Literal["ring", "tournament"]


class Game(NamedTuple):
    """A flop game: hole cards dealt, cards that must be used from the hand (None: any), hi/lo, deck, boards."""

    name: str
    hole_cards: int
    from_hand: int | None
    hilo: bool = False
    short_deck: bool = False
    first_card_early: bool = False  # Courchevel: the first board card is dealt before the first round
    boards: int = 1


GAMES = {
    game.name: game
    for game in (
        Game("holdem", 2, None),
        Game("shortdeck", 2, None, short_deck=True),
        Game("split_holdem", 2, None, boards=2),
        Game("omaha", 4, 2),
        Game("omaha_hilo", 4, 2, hilo=True),
        Game("omaha5", 5, 2),
        Game("omaha5_hilo", 5, 2, hilo=True),
        Game("omaha6", 6, 2),
        Game("omaha6_hilo", 6, 2, hilo=True),
        Game("courchevel", 5, 2, first_card_early=True),
        Game("courchevel_hilo", 5, 2, hilo=True, first_card_early=True),
    )
}


class Seat(NamedTuple):
    """A seat with a player in it. `sitting_out` and `out_of_hand` seats get no cards unless they act."""

    seat: int
    player: str
    stack: int
    sitting_out: bool = False
    out_of_hand: bool = False
    bounty: int | None = None


class Post(NamedTuple):
    """Chips put in before the first decision.

    `live` counts toward the bet, `dead` does not (an ante is dead). `kind` "both" is a small and a big blind
    in one post: the big one live, the small one dead. A "kill" is an overblind that raises the limits; a "bomb" is
    everybody's ante where the first round is not bet.
    """

    seat: int
    kind: PostKind
    live: int
    dead: int
    all_in: bool
    line: int
    start: int
    end: int


class DealHole(NamedTuple):
    """Hole cards shown to the reader of the history, usually the hero's only."""

    seat: int
    cards: Cards
    line: int
    start: int
    end: int


class DealBoard(NamedTuple):
    """The new cards of a street. `board` is 0 for the only board, 1, 2, 3 where there are several."""

    street: Street
    board: int
    cards: Cards  # only the new ones
    shown_before: Cards  # the earlier cards as reprinted on the line, () where none are
    line: int
    start: int
    end: int


class Act(NamedTuple):
    """A decision. `to` is the seat's total on this street after it, `added` what it put in now.

    `by` is the size of a raise where the site prints one beside the total, else None. For a fold or a check `to`
    is what the seat had already committed.
    """

    seat: int
    verb: Verb
    to: int
    added: int
    by: int | None
    all_in: bool  # as printed
    line: int
    start: int
    end: int


class Uncalled(NamedTuple):
    """An uncalled bet returned."""

    seat: int
    amount: int
    line: int
    start: int
    end: int


class Show(NamedTuple):
    """Cards shown; `said` is what the site calls the hand, "" when it says nothing. `board` as in DealBoard."""

    seat: int
    cards: Cards
    said: str
    board: int
    line: int
    start: int
    end: int


class Muck(NamedTuple):
    """A hand thrown away or kept hidden when it was, or could have been, shown."""

    seat: int
    board: int
    line: int
    start: int
    end: int


class Collect(NamedTuple):
    """Chips taken from a pot. `pot` is 0 for the main or only pot, 1, 2... for side pots, None if not said.

    A site that prints only one side pot calls it just "side pot": that is 1.
    """

    seat: int
    amount: int
    pot: int | None
    board: int
    line: int
    start: int
    end: int


class CashOut(NamedTuple):
    """All-in equity bought by the house: paid beside the pot. `fee` is None where it is not printed."""

    seat: int
    amount: int
    fee: int | None
    line: int
    start: int
    end: int


class NotAwarded(NamedTuple):
    """A pot that nobody collects because its winner cashed out."""

    line: int
    start: int
    end: int


class Cancelled(NamedTuple):
    """The site called the hand off; nothing is won or lost."""

    line: int
    start: int
    end: int


class Chop(NamedTuple):
    """Both blinds agree to take their blinds back, and the hand is over."""

    line: int
    start: int
    end: int


class Splash(NamedTuple):
    """Chips that the house adds to the main pot."""

    amount: int
    line: int
    start: int
    end: int


Event = (
    Post
    | DealHole
    | DealBoard
    | Act
    | Uncalled
    | Show
    | Muck
    | Collect
    | CashOut
    | NotAwarded
    | Cancelled
    | Chop
    | Splash
)


class SeatClaim(NamedTuple):
    """What the summary says of a seat. Absent figures are None; `won` adds up all that is said to be won.

    `fate` is one of: folded, collected, won, lost, mucked, other. `street` is where it folded.
    """

    seat: int
    player: str
    fate: str
    street: Street | None
    cards: Cards
    won: int | None
    cashed_out: bool
    line: int
    start: int
    end: int


class BoardClaim(NamedTuple):
    """A board as the summary prints it; `board` as in DealBoard."""

    board: int
    cards: Cards
    line: int
    start: int
    end: int


class PotClaim(NamedTuple):
    """The total pot and its parts as printed: `pots` is (main, side 1, side 2...), () where not split.

    `total_means` says what the site's total is: gross (with rake), net, or net_plus_uncalled. `rake` is all that is
    taken, `fees` that part of it which goes elsewhere: jackpots, bonuses, taxes.
    """

    total: int
    total_means: str
    pots: tuple[int, ...]
    rake: int | None
    line: int
    start: int
    end: int
    fees: int = 0


class Claims(NamedTuple):
    """What the site printed about the result."""

    pot: PotClaim | None = None
    boards: tuple[BoardClaim, ...] = ()
    seats: tuple[SeatClaim, ...] = ()
    runs: int | None = None  # "Hand was run twice": 2


class Stakes(NamedTuple):
    """The stakes as the header gives them; posts decide where the two differ.

    In fixed limit `small_bet` and `big_bet` are the limits and the blinds follow from the posts (0 here when
    the header does not name them); in spread limit they are the least and the most of a bet. `ante`, `cap` are 0
    when there is none. `button_blind` is for short deck.
    """

    small_blind: int = 0
    big_blind: int = 0
    small_bet: int = 0
    big_bet: int = 0
    ante: int = 0
    cap: int = 0
    button_blind: int = 0


class Tournament(NamedTuple):
    """The tournament a hand belongs to; `buy_in` as printed, `level` in the site's own numbering."""

    tournament_id: str
    buy_in: str = ""
    currency: str = ""
    level: str = ""


FAST_FOLD = "fast fold"  # in the variant of a hand: its table is for this hand only


class Place(NamedTuple):
    """Where a text begins in a file: line and column from 1, byte from 0."""

    line: int
    column: int
    start: int


class Source(NamedTuple):
    """Where a hand stands: `line` is the file line of its first line, `start`..`end` its bytes in the file.

    `lines` are its lines as text, for excerpts; line numbers of events minus `line` index it. Where units other than
    lines were read, such as the elements of XML, `lines` are these in the order of reading and `places` tells where
    each begins; what stands once for several hands is then among the units of each of them.
    """

    path: str
    line: int
    start: int
    end: int
    lines: Sequence[str]
    places: Sequence[Place] = ()

    def place(self, at: int) -> tuple[int, int]:
        """Return the file's line and the column at which `lines[at]` begins."""
        return self.places[at][:2] if self.places else (self.line + at, 1)

    def unit(self, line: int, start: int = -1) -> tuple[int, str]:
        """Return column and text of the unit on file line `line` that begins at byte `start`, else of the first."""
        if not self.places:
            return 1, self.lines[line - self.line]
        here = [at for at, place in enumerate(self.places) if place.line == line]
        at = next((at for at in here if self.places[at].start == start), here[0])
        return self.places[at].column, self.lines[at]

    def excerpt(self, line: int) -> str:
        """Return the text of file line `line`, of its first unit where several stand on it."""
        return self.unit(line)[1]

    def units(self) -> Iterator[tuple[int, int, str]]:
        """Return line, column and text of each unit, in the order of reading."""
        return ((*self.place(at), text) for at, text in enumerate(self.lines))


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand as its history tells it; see the module for units."""

    site: str  # as the header names it
    dialect: str  # the grammar that read it
    hand_id: str
    played_at: datetime | None  # aware, UTC; None where the history has no date
    zone: str  # the zone the header names
    table: str
    max_seats: int | None
    button: int | None
    game: Game
    limit: Limit
    kind: Kind
    stakes: Stakes
    currency: Currency
    tournament: Tournament | None
    hero: str | None
    seats: tuple[Seat, ...]
    events: tuple[Event, ...]
    claims: Claims
    source: Source
    variant: str = ""  # FAST_FOLD, home game, mixed title ..., comma-separated

    def seat_of(self, player: str) -> Seat | None:
        """Return the seat of a player by name."""
        return next((seat for seat in self.seats if seat.player == player), None)

    def player(self, seat: int) -> str:
        """Return the name of the player in a seat."""
        return next(row.player for row in self.seats if row.seat == seat)

    @property
    def cancelled(self) -> bool:
        """Tell whether the site called the hand off."""
        return any(type(event) is Cancelled for event in self.events)
