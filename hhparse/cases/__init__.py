"""Cases: a dispute written by hand in plain words, and what the rules say about it.

`notation` is what a case may say, `case` reads one, `judge` rules on it, `record` makes one out of a real hand.
"""
