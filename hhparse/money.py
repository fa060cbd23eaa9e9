"""Money is an integer in the currency's minor unit: cents for USD, whole chips in a tournament; never a float."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from math import floor
from typing import NamedTuple


class Currency(NamedTuple):
    """A currency: `exponent` is the number of decimal digits of its minor unit."""

    code: str
    symbol: str
    exponent: int


CURRENCIES = {
    currency.code: currency
    for currency in (
        Currency("USD", "$", 2),
        Currency("EUR", "€", 2),
        Currency("GBP", "£", 2),
        Currency("CAD", "C$", 2),
        Currency("INR", "₹", 2),
        Currency("SEK", "kr", 2),
        Currency("CNY", "¥", 2),
        Currency("CHIPS", "", 0),  # tournament chips
        Currency("CHIPS2", "", 2),  # tournament chips of sites that divide them
        Currency("PLAY", "", 0),  # play money
        Currency("PLAY2", "", 2),  # play money of sites that divide it
        Currency("XXX", "", 2),  # money of a currency that the history does not name
        Currency("FPP", "FPP", 0),  # loyalty points, as tournament buy-ins
        Currency("SC", "SC", 0),  # site coins, as tournament buy-ins
    )
}
CHIPS = CURRENCIES["CHIPS"]
CHIP_CENTS = CURRENCIES["CHIPS2"]
PLAY = CURRENCIES["PLAY"]
PLAY_CENTS = CURRENCIES["PLAY2"]

MOST = 10**17  # minor units: sums of such amounts still fit a 64-bit integer

_PLAIN = re.compile(r"(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?([KMB]?)", re.ASCII)
_ZEROS = {"": 0, "K": 3, "M": 6, "B": 9}
_SWAPPED = str.maketrans(",.", ".,", " \xa0\u202f")
_WITHOUT_BLANKS = str.maketrans("", "", " \xa0\u202f")

# How a dialect writes numbers: with a decimal point and thousands commas, or the other way round.
STYLES = {"point": _WITHOUT_BLANKS, "comma": _SWAPPED}


def minor_units(text: str, exponent: int, style: str = "point") -> int:
    """Return the amount `text` (`1,234.5`; in style "comma" `1.234,5`; `12.5K`) in minor units.

    Blanks between digits do not count. Raises ValueError when it is no number, has more decimals than the currency, or
    is larger than a 64-bit integer holds.
    """
    match = _PLAIN.fullmatch(text.translate(STYLES[style]))
    if match is None:
        raise ValueError(f"{text!r} is not an amount")
    digits = exponent + _ZEROS[match[3]]
    whole, decimals = match[1].replace(",", ""), (match[2] or "").rstrip("0")
    if len(decimals) > digits:
        raise ValueError(f"{text!r} has more than {digits} decimals")
    amount = int(whole + decimals.ljust(digits, "0"))
    if amount >= MOST:
        raise ValueError(f"{text[:20]}... is more money than there is")
    return amount


def plain(amount: int, exponent: int) -> str:
    """Return the amount without a symbol: `4.00` for 400 at exponent 2, `1500` at exponent 0."""
    if exponent == 0:
        return str(amount)
    whole, rest = divmod(abs(amount), 10**exponent)
    return f"{'-' if amount < 0 else ''}{whole}.{rest:0{exponent}d}"


def money(amount: int, currency: Currency) -> str:
    """Return the amount as people write it: `$4.00`, `-€0.50`, `1500`."""
    sign = "-" if amount < 0 else ""
    return f"{sign}{currency.symbol}{plain(abs(amount), currency.exponent)}"


def whole(parts: Mapping[int, Fraction]) -> dict[int, int]:
    """Return parts of an amount as whole minor units that add up to it.

    The units that rounding down leaves go one each to the largest fractions, of equal ones to the first.
    """
    amounts = {key: floor(part) for key, part in parts.items()}
    left = round(sum(parts.values()) - sum(amounts.values()))
    for key in sorted(parts, key=lambda key: amounts[key] - parts[key])[:left]:
        amounts[key] += 1
    return amounts
