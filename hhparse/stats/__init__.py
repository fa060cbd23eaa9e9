"""Statistics as data: `definitions.toml` names them, `flags` says what happened, `stats` counts.

Tables -> flags(): one row a hand and seat -> stats(): k, n and value by player, position... -> hands_behind()
"""

from hhparse.stats.aggregate import Pool, hands_behind, stats
from hhparse.stats.definitions import DEFINITIONS, Definition, load
from hhparse.stats.flags import FLAGS, flags
from hhparse.stats.spread import win_rates

__all__ = ["DEFINITIONS", "FLAGS", "Definition", "Pool", "flags", "hands_behind", "load", "stats", "win_rates"]
