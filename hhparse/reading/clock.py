"""Clocks: the abbreviations that histories print for time zones, and the moment they name in UTC."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

# Where an abbreviation is kept all year ("ET" is both EST and EDT), the city decides about summer time.
ZONES = {
    "local": "UTC",  # the clock of the computer that wrote the history: no zone is known
    "ET": "America/New_York",
    "EST": "America/New_York",
    "EDT": "America/New_York",
    "CT": "America/Chicago",
    "MT": "America/Denver",
    "PT": "America/Los_Angeles",
    "AT": "America/Halifax",
    "NST": "America/St_Johns",
    "BRT": "America/Sao_Paulo",
    "ART": "America/Argentina/Buenos_Aires",
    "CLT": "America/Santiago",
    "COT": "America/Bogota",
    "PET": "America/Lima",
    "UTC": "UTC",
    "GMT": "Europe/London",
    "BST": "Europe/London",
    "WET": "Europe/London",
    "CET": "Europe/Paris",
    "CEST": "Europe/Paris",
    "MESZ": "Europe/Berlin",
    "EET": "Europe/Athens",
    "EEST": "Europe/Athens",
    "GST": "Asia/Dubai",
    "TRT": "Europe/Istanbul",
    "MSK": "Europe/Moscow",
    "MSKS": "Europe/Moscow",
    "YEKST": "Asia/Yekaterinburg",
    "IST": "Asia/Kolkata",
    "ICT": "Asia/Bangkok",
    "CCT": "Asia/Shanghai",
    "HKT": "Asia/Hong_Kong",
    "SGT": "Asia/Singapore",
    "JST": "Asia/Tokyo",
    "KST": "Asia/Seoul",
    "AWST": "Australia/Perth",
    "ACST": "Australia/Adelaide",
    "AEST": "Australia/Brisbane",
    "AET": "Australia/Sydney",
    "NZT": "Pacific/Auckland",
}


_OFFSET = re.compile(r"(?:GMT|UTC)?([+-])(\d{2}):?(\d{2})")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


class UnknownZone(ValueError):
    """A zone whose place is not known."""


@lru_cache(maxsize=64)
def zone_info(zone: str) -> tzinfo:
    """Return the zone an abbreviation or an offset (`GMT+0100`) stands for. Raises UnknownZone."""
    if place := ZONES.get(zone):
        return ZoneInfo(place)
    offset = _OFFSET.fullmatch(zone)
    if offset is None:
        raise UnknownZone(zone)
    minutes = 60 * int(offset[2]) + int(offset[3])
    return timezone(timedelta(minutes=minutes if offset[1] == "+" else -minutes))


def month_number(month: str) -> int:
    """Return the number of a month given as a number or an English name, short or long."""
    return int(month) if month.isdigit() else 1 + _MONTHS.index(month[:3].lower())


def moment(
    zone: str, year: str, month: str, day: str, hour: str, minute: str, second: str = "", half: str = ""
) -> datetime:
    """Return the moment in UTC; `half` is am or pm. Raises ValueError for one that does not exist, UnknownZone."""
    hours = int(hour)
    if half:
        hours = hours % 12 + 12 * (half.lower() == "pm")
    years = int(year) + 2000 * (len(year) == 2)
    return datetime(
        years, month_number(month), int(day), hours, int(minute), int(second or 0), tzinfo=zone_info(zone)
    ).astimezone(UTC)
