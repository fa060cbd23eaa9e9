"""A post as the engine keeps it."""

from __future__ import annotations

from typing import NamedTuple

from hhparse.model import PostKind


class Posted(NamedTuple):
    """A post: `i` is the player's index, `left` his stack after it, `event` its place in the hand."""

    i: int
    kind: PostKind
    live: int
    dead: int
    left: int
    event: int
