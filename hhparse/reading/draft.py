"""The draft of one hand while its lines are read: what has been said so far, in the order it was said."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from typing import NoReturn

from hhparse.cards import Cards
from hhparse.errors import HandError, ParseError, UnsupportedGame
from hhparse.model import (
    GAMES,
    Act,
    BoardClaim,
    Claims,
    Collect,
    Event,
    Game,
    Hand,
    Kind,
    Limit,
    Muck,
    Post,
    PostKind,
    PotClaim,
    Seat,
    SeatClaim,
    Show,
    Source,
    Stakes,
    Tournament,
)
from hhparse.money import CHIP_CENTS, CHIPS, CURRENCIES, PLAY, PLAY_CENTS, Currency, minor_units
from hhparse.reading.clock import UnknownZone, moment

LIMITS: dict[str, Limit] = {"NL": "NL", "PL": "PL", "FL": "FL", "PL_NL": "PL-NL"}
SYMBOLS = {currency.symbol: currency for currency in reversed(CURRENCIES.values()) if currency.symbol}


class FieldError(Exception):
    """A line whose fields cannot be right, or a game that is not played here: `field` is the one at fault."""

    def __init__(self, field: str, message: str, kind: type[HandError] = ParseError) -> None:
        super().__init__(message)
        self.field = field
        self.kind = kind


class WrongAmount(ValueError):
    """An amount that is none in the hand's currency."""

    def __init__(self, text: str, message: str) -> None:
        super().__init__(message)
        self.text = text


class UnknownPlayer(Exception):
    """A player who is not seated acts."""

    def __init__(self, player: str) -> None:
        super().__init__(player)
        self.player = player


class Names(dict[str, int]):
    """The seat number of each seated player."""

    def __missing__(self, player: str) -> NoReturn:
        raise UnknownPlayer(player)


class Amounts(dict[str, int]):
    """Minor units of the amounts read so far; a text is worked out once."""

    def __init__(self, exponent: int, style: str) -> None:
        super().__init__()
        self.exponent = exponent
        self.style = style

    def __missing__(self, text: str) -> int:
        try:
            amount = minor_units(text, self.exponent, self.style)
        except ValueError as error:
            raise WrongAmount(text, str(error)) from None
        if len(self) > 100_000:
            self.clear()
        self[text] = amount
        return amount


@cache
def _amounts(exponent: int, style: str) -> Amounts:
    return Amounts(exponent, style)


class Draft:
    """A hand in the making. `line`, `start` and `end` are the place of the line being read."""

    __slots__ = (
        "amounts",
        "board",
        "boards",
        "button",
        "cap",
        "claimed",
        "claims",
        "committed",
        "currency",
        "early",
        "end",
        "events",
        "fields",
        "held",
        "hero",
        "kind",
        "line",
        "names",
        "pot",
        "prizes",
        "runs",
        "seats",
        "shows",
        "small_blind_posted",
        "start",
        "taken",
        "taken_for_blind",
        "untold",
        "winnings",
    )

    def __init__(self) -> None:
        self.line = self.start = self.end = 0
        self.fields: dict[str, str] = {}
        self.seats: list[Seat] = []
        self.names = Names()
        self.taken: set[int] = set()
        self.events: list[Event] = []
        self.committed: dict[int, int] = {}
        self.claims: list[SeatClaim] = []
        self.claimed: dict[int, int] = {}  # the place in `claims` of each seat
        self.boards: list[BoardClaim] = []
        self.pot: PotClaim | None = None
        self.runs: int | None = None
        self.board = 0
        self.early: Cards = ()
        self.hero: str | None = None
        self.button: int | None = None
        self.cap: int | None = None  # learnt from the play, where the header has none
        self.small_blind_posted = False
        self.taken_for_blind: int | None = None  # the first post, all-in, may turn out to be an ante
        self.untold: dict[int, int] = {}  # who was taken to post blinds that no line tells, with chips behind
        self.held = 0  # the most hole cards seen of a player, hidden ones included
        self.shows: list[Show] = []  # cards seen without a word of when: shown at the end by all who have not folded
        self.winnings: list[Collect] = []  # said with the seats, to be collected at the end

    def take_header(self, fields: dict[str, str]) -> None:
        """Take what a line of the header says. Raises FieldError for a game that is not played here."""
        if "limit_assumed" in fields:  # never printed
            fields["limit"] = fields["limit_assumed"]
        self.fields = {**self.fields, **fields} if self.fields else fields
        if "unsupported" in fields:
            raise FieldError("unsupported", fields["unsupported"] + UnsupportedGame.NOT_YET, UnsupportedGame)
        self.kind: Kind = "tournament" if "tournament" in self.fields else "ring"
        style = self.fields.get("numbers", "point")
        self.prizes = _amounts(2, style)
        currency = self._currency(self.fields)
        self.currency, self.amounts = currency, _amounts(currency.exponent, style)

    def write_numbers(self, style: str) -> None:
        """Read the amounts from here on in another style than the header's."""
        self.fields["numbers"] = style
        self.amounts = _amounts(self.currency.exponent, style)

    def amount(self, text: str, style: str | None) -> int:
        """Return the minor units of an amount, in another style than the hand's where the line has one of its own."""
        return (_amounts(self.currency.exponent, style) if style else self.amounts)[text]

    def _currency(self, fields: dict[str, str]) -> Currency:
        """Return what is counted in: chips in a tournament, the currency named or the symbol's, else play money."""
        if self.kind == "tournament":
            return CHIP_CENTS if fields.get("chips") == "cents" else CHIPS
        if "play_money" in fields:
            return PLAY_CENTS if fields["play_money"] == "cents" else PLAY
        if code := fields.get("currency"):
            try:
                return CURRENCIES[code]
            except KeyError:
                raise FieldError("currency", f"the currency {code} is not known") from None
        if fields.get("symbol"):
            return SYMBOLS[fields["symbol"]]
        return CURRENCIES.get(fields.get("currency_assumed", ""), PLAY)

    @property
    def hand_id(self) -> str:
        """Return the hand's number, "" before the header is read."""
        return self.fields.get("hand_id", "")

    @property
    def big_blind(self) -> int:
        """Return the big blind the header names, else the one posted; in fixed limit that is the small bet."""
        stakes = self._stakes()
        return stakes.big_blind or stakes.small_bet

    @property
    def blinds(self) -> tuple[int, int]:
        """Return the blinds the header names; in fixed limit the big one is the small bet, the small one half of it."""
        stakes = self._stakes()
        if stakes.big_blind:
            return stakes.small_blind, stakes.big_blind
        return stakes.small_bet // 2, stakes.small_bet

    def _stakes(self) -> Stakes:
        """Return the stakes the header names, else the blinds posted. `stakes` says that fixed limit names blinds."""
        fields, amounts = self.fields, self.amounts

        def given(name: str) -> int:
            return amounts[fields[name]] if name in fields else 0

        low, high, ante = given("small_blind"), given("big_blind"), given("ante")
        named = fields.get("stakes")
        if "small_blind" not in fields and "button_blind" not in fields:
            named, low, high = "blinds", self._posted("small blind"), self._posted("big blind")
        if fields["limit"] == "FL":
            if named == "blinds":
                return Stakes(low, high, small_bet=high, big_bet=2 * high, ante=ante)
            return Stakes(small_bet=low, big_bet=high, ante=ante)
        button_blind = given("button_blind") if named != "blinds" else self._posted("button blind")
        return Stakes(low, high, ante=ante, cap=given("cap") or self.cap or 0, button_blind=button_blind)

    def _posted(self, kind: PostKind) -> int:
        """Return the largest live post of a kind, 0 where there is none."""
        return max((event.live for event in self.events if isinstance(event, Post) and event.kind == kind), default=0)

    def _played_at(self) -> tuple[datetime | None, str]:
        """Return the moment, None where no date is printed, and the zone as printed.

        A second clock, in a zone that is always known, is preferred.
        """
        fields = self.fields
        if "year" not in fields:
            return None, ""
        second = "_2" if "zone_2" in fields else ""
        zone = fields.get("zone" + second) or fields["zone_assumed"]
        texts = [fields.get(name + second, "") for name in ("year", "month", "day", "hour", "minute", "second", "half")]
        assumed = "" if fields.get("zone") else " (assumed)"
        try:
            return moment(zone, *texts), (fields.get("zone") or zone) + assumed
        except UnknownZone:
            raise FieldError("zone" + second, f"the time zone {zone} is not known") from None
        except ValueError:
            year, month, day, *clock, _ = texts
            raise FieldError("year" + second, f"{year}/{month}/{day} {':'.join(clock)} is no time") from None

    def _check_untold(self) -> None:
        """Raise FieldError where one who should have posted a blind without a line takes no part in the hand."""
        active = {event.seat for event in self.events if isinstance(event, Act | Show | Muck | Collect)}
        absent = next((seat for seat in self.seats if seat.seat in self.untold and seat.seat not in active), None)
        if absent is not None:
            raise FieldError("", f"nobody can tell who posted the blinds: {absent.player} takes no part in the hand")

    def _at_last(self) -> list[Event]:
        """Return the events with the hands shown and the chips collected that have no place of their own.

        The hero's hand is shown only where he and another have not folded.
        """
        left = {event.seat for event in self.events if isinstance(event, Post | Act)}
        left -= {event.seat for event in self.events if type(event) is Act and event.verb == "fold"}
        hero = self.names[self.hero] if self.hero else 0
        shown = [show for show in self.shows if show.seat != hero or (hero in left and len(left) > 1)]
        return [*self.events, *shown, *self.winnings]

    def _game(self) -> Game:
        """Return the game; where it has no name, the first one that deals as many hole cards as were seen."""
        if "game" in self.fields:
            return GAMES[self.fields["game"]]
        found = next((game for game in GAMES.values() if game.hole_cards == self.held), None)
        if found is None:
            raise FieldError("game_by_cards", "the game has no name and no cards are dealt that would tell it")
        return found

    def finish(self, dialect: str, source: Source) -> Hand:
        """Return the hand. Raises FieldError when the header cannot be right."""
        fields = self.fields
        if self.untold:
            self._check_untold()
        played_at, zone = self._played_at()
        tournament = None
        if self.kind == "tournament":
            tournament = Tournament(
                fields["tournament"],
                fields.get("buy_in", ""),
                fields.get("buy_in_currency", ""),
                fields.get("level", ""),
            )
        variant = [fields[name].replace("_", " ") for name in ("variant", "pace", "mix") if name in fields]
        if "limit_assumed" in fields:
            variant.append("limit assumed")
        if "game" not in fields:
            variant.append("game told by its hole cards")
        return Hand(
            site=fields["site"].replace("_", " "),
            dialect=dialect,
            hand_id=fields["hand_id"],
            played_at=played_at,
            zone=zone,
            table=fields.get("table", ""),
            max_seats=int(fields["max_seats"]) if "max_seats" in fields else None,
            button=self.button,
            game=self._game(),
            limit=LIMITS[fields["limit"]],
            kind=self.kind,
            stakes=self._stakes(),
            currency=self.currency,
            tournament=tournament,
            hero=self.hero,
            seats=tuple(self.seats),
            events=tuple(self._at_last() if self.shows or self.winnings else self.events),
            claims=Claims(self.pot, tuple(self.boards), tuple(self.claims), self.runs),
            source=source,
            variant=", ".join(variant),
        )
