"""The vocabulary: one function for each word a grammar may use for a line. A word carries the meaning, never a site.

A function takes the draft of the hand and the fields of its line as text; the names of its parameters are the names
of the fields, None where a field is absent. `WORDS` is the table of all words, with a phrase for messages.
"""

from hhparse.reading.words import cards, decisions, header, posts, result, summary
from hhparse.reading.words.word import WORDS, Word

__all__ = ["WORDS", "Word", "cards", "decisions", "header", "posts", "result", "summary"]
