"""Money is an integer in the currency's minor unit: cents for USD, whole chips in a tournament; never a float."""

from __future__ import annotations

import re
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
        Currency("PLAY", "", 0),  # play money
        Currency("FPP", "FPP", 0),  # loyalty points, as tournament buy-ins
        Currency("SC", "SC", 0),  # site coins, as tournament buy-ins
    )
}
CHIPS = CURRENCIES["CHIPS"]
PLAY = CURRENCIES["PLAY"]

MOST_DIGITS = 15  # of whole units: what a table holds as a 64-bit integer

_PLAIN = re.compile(r"(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?", re.ASCII)


def minor_units(text: str, exponent: int) -> int:
    """Return the amount `text` (`1,234.5`, decimal point, thousands commas) in minor units.

    Raises ValueError when it is no number or has more decimals than the currency.
    """
    match = _PLAIN.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not an amount")
    whole, decimals = match[1].replace(",", ""), (match[2] or "").rstrip("0")
    if len(whole) > MOST_DIGITS:
        raise ValueError(f"{text[:20]}... is more money than there is")
    if len(decimals) > exponent:
        raise ValueError(f"{text!r} has more than {exponent} decimals")
    return int(whole + decimals.ljust(exponent, "0"))


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
