"""Read poker hand histories, replay every hand through the rules, audit the site's figures, count statistics.

    text -> hhparse.reading -> Hand -> hhparse.replay -> hhparse.audit
                                 |
                                 +---> hhparse.tables -> hhparse.stats

    >>> from hhparse import Hand, read
    >>> from hhparse.audit import audit
    >>> for hand in read("samples"):
    ...     if isinstance(hand, Hand) and hand.game.hilo and not audit(hand):
    ...         print(hand.game.name, hand.limit, len(hand.events))
    ...         break
    omaha_hilo PL 30

Amounts are integers in minor units of `hand.currency`; `hhparse.model` describes every record.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hhparse.errors import (
        ClaimMismatch,
        HandError,
        IllegalAction,
        Location,
        ParseError,
        UnknownFormat,
        UnsupportedGame,
    )
    from hhparse.model import Hand
    from hhparse.reading.read import Reading, Refused, parse_hand, parse_text, read

# name: the module it lives in; imported when first asked for, so that a small job loads no more than it needs
_HOMES = {
    "hhparse.errors": (
        "ClaimMismatch", "HandError", "IllegalAction", "Location", "ParseError", "UnknownFormat", "UnsupportedGame",
    ),
    "hhparse.model": ("Hand",),
    "hhparse.reading.read": ("Reading", "Refused", "parse_hand", "parse_text", "read"),
}  # fmt: skip
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "ClaimMismatch",
    "Hand",
    "HandError",
    "IllegalAction",
    "Location",
    "ParseError",
    "Reading",
    "Refused",
    "UnknownFormat",
    "UnsupportedGame",
    "parse_hand",
    "parse_text",
    "read",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
