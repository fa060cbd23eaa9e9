"""Statistics as data: `flags.toml` says what happened, `topics/*.toml` what counts as a part of what.

Tables -> flags(): one row a hand and seat -> stats(): k, n and value by player, position... -> hands_behind()
`Pool` does the same batch by batch, in one pass for all statistics. `hhparse.stats.leaks` sets a player's statistics
beside bands; it is not imported here, since it alone needs scipy.
"""

from hhparse.stats.aggregate import Pool, hands_behind, played, stats
from hhparse.stats.definitions import (
    CANONICAL,
    DEFINITIONS,
    PROFILES,
    TOPICS,
    Definition,
    condition,
    in_profile,
    load,
)
from hhparse.stats.flags import FLAGS, TEXTS, flags
from hhparse.stats.players import Aliases, aliases, called, nearest

__all__ = [
    "CANONICAL",
    "DEFINITIONS",
    "FLAGS",
    "PROFILES",
    "TEXTS",
    "TOPICS",
    "Aliases",
    "Definition",
    "Pool",
    "aliases",
    "called",
    "condition",
    "flags",
    "hands_behind",
    "in_profile",
    "load",
    "nearest",
    "played",
    "stats",
]
