"""Clocks: the abbreviations that histories print for time zones, and the moment they name in UTC."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

# Where an abbreviation is kept all year ("ET" is both EST and EDT), the city decides about summer time.
ZONES = {
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
    "EET": "Europe/Athens",
    "TRT": "Europe/Istanbul",
    "MSK": "Europe/Moscow",
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


@lru_cache(maxsize=64)
def zone_info(zone: str) -> ZoneInfo:
    """Return the zone an abbreviation stands for. Raises ValueError for one that is not known."""
    try:
        return ZoneInfo(ZONES[zone])
    except KeyError:
        raise ValueError(f"the time zone {zone} is not known") from None


def moment(year: str, month: str, day: str, hour: str, minute: str, second: str, zone: str) -> datetime:
    """Return the moment in UTC. Raises ValueError for a date that does not exist or an unknown zone."""
    local = datetime(int(year), int(month), int(day), int(hour), int(minute), int(second), tzinfo=zone_info(zone))
    return local.astimezone(UTC)
