"""A word of the vocabulary and the table of all words."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import NamedTuple


class Word(NamedTuple):
    """A word of the vocabulary: what it does with a line, the fields it takes, how messages name it."""

    name: str
    function: Callable[..., None]
    fields: tuple[str, ...]
    phrase: str


WORDS: dict[str, Word] = {}


def word(phrase: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Enter a function into the table under its own name in capitals."""

    def enter(function: Callable[..., None]) -> Callable[..., None]:
        name = function.__name__.upper()
        fields = tuple(list(inspect.signature(function).parameters)[1:])
        WORDS[name] = Word(name, function, fields, phrase)
        return function

    return enter
