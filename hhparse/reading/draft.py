"""The draft of one hand while its lines are read: what has been said so far, in the order it was said."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from typing import NoReturn

from hhparse.cards import Cards
from hhparse.errors import HandError, ParseError, UnsupportedGame
from hhparse.model import (
    GAMES,
    BoardClaim,
    Claims,
    Event,
    Hand,
    Kind,
    Limit,
    Post,
    PostKind,
    PotClaim,
    Seat,
    SeatClaim,
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
        "hero",
        "kind",
        "line",
        "names",
        "pot",
        "prizes",
        "runs",
        "seats",
        "small_blind_posted",
        "start",
        "taken",
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
        return SYMBOLS[fields["symbol"]] if fields.get("symbol") else PLAY

    @property
    def hand_id(self) -> str:
        """Return the hand's number, "" before the header is read."""
        return self.fields.get("hand_id", "")

    @property
    def big_blind(self) -> int:
        """Return the big blind the header names, in fixed limit the small bet; where it names none, the one posted."""
        named = self.fields.get("big_blind" if self.fields["limit"] != "FL" else "small_blind")
        return self.amounts[named] if named else self._posted_blinds()[1]

    def _posted_blinds(self) -> tuple[int, int]:
        """Return the blinds as they were posted: one that took a player's last chips is told by the other one."""
        left = {row.seat: row.stack for row in self.seats}
        whole: dict[PostKind, int] = {}
        parts: dict[PostKind, int] = {}
        for event in self.events:
            if isinstance(event, Post):
                left[event.seat] -= event.live + event.dead
                found = whole if left[event.seat] > 0 else parts
                found[event.kind] = max(event.live, found.get(event.kind, 0))
        least = parts.get("small blind", 0)
        small, big = whole.get("small blind", 0), whole.get("big blind", 0)
        big = big or max(2 * (small or least), parts.get("big blind", 0))
        return small or max(big // 2, least), big

    def _stakes(self) -> Stakes:
        fields, amounts = self.fields, self.amounts

        def given(name: str) -> int:
            return amounts[fields[name]] if name in fields else 0

        low, high, ante = given("small_blind"), given("big_blind"), given("ante")
        if "small_blind" not in fields and "button_blind" not in fields:  # then they are what was posted
            low, high = self._posted_blinds()
            if fields["limit"] == "FL":
                low, high = high, 2 * high
        if fields["limit"] == "FL":
            return Stakes(small_bet=low, big_bet=high, ante=ante)
        return Stakes(low, high, ante=ante, cap=given("cap") or self.cap or 0, button_blind=given("button_blind"))

    def _played_at(self) -> tuple[datetime, str]:
        """Return the moment and the zone as printed. A second clock, in a zone that is always known, is preferred."""
        fields = self.fields
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

    def finish(self, dialect: str, source: Source) -> Hand:
        """Return the hand. Raises FieldError when the header cannot be right."""
        fields = self.fields
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
        return Hand(
            site=fields["site"].replace("_", " "),
            dialect=dialect,
            hand_id=fields["hand_id"],
            played_at=played_at,
            zone=zone,
            table=fields.get("table", ""),
            max_seats=int(fields["max_seats"]) if "max_seats" in fields else None,
            button=self.button,
            game=GAMES[fields["game"]],
            limit=LIMITS[fields["limit"]],
            kind=self.kind,
            stakes=self._stakes(),
            currency=self.currency,
            tournament=tournament,
            hero=self.hero,
            seats=tuple(self.seats),
            events=tuple(self.events),
            claims=Claims(self.pot, tuple(self.boards), tuple(self.claims), self.runs),
            source=source,
            variant=", ".join(variant),
        )
