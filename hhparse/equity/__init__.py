"""What a hand is worth while cards are to come, and what all-in hands would have won on average.

    equities(GAMES["omaha_hilo"], hands, board) -> win, tie, scoop, high, low, equity of each, as exact fractions
    adjusted(hand, paid)                        -> by seat what it nets on average, or why that cannot be said

`count` imports NumPy, so it is imported where an equity is needed and not before.
"""

from hhparse.equity.adjusted import REASONS, Skipped, adjusted

__all__ = ["REASONS", "Skipped", "adjusted"]
