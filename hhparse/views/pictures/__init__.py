"""Pictures by matplotlib: readable at 1,200 pixels, in colours that colour-blind people can tell apart.

Hands of one player -> results.comparable -> winnings, groups, grid, hilo -> style.rendered; leaks has rows of its own.
"""
