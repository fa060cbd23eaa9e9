"""What a hand is worth while cards are to come, and what all-in hands would have won on average.

    boards(game, hands, board, dead) -> equities()  win, tie, scoop, high, low, equity of each hand, exact fractions
    adjusted(hand, paid, live)                      by seat what it nets on average, or why that cannot be said

`count` imports NumPy, so it is imported where an equity is needed and not before.
"""

from hhparse.equity.adjusted import REASONS, Skipped, adjusted

__all__ = ["REASONS", "Skipped", "adjusted"]
