"""Errors are values with a place: a hand is refused or a finding is made, always at a file, line and column."""

from __future__ import annotations

from typing import ClassVar, NamedTuple


class Location(NamedTuple):
    """A place in a file: `line` and `column` count from 1, `column` in characters."""

    path: str
    line: int
    column: int = 1

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


class HandError(Exception):
    """Say what is wrong with a hand, and where.

    `message` is one sentence; `excerpt` is the line it speaks of, or the part of it that begins at column `begins`;
    `notes` are further lines of context;
    `slug` is the rule or claim that fails (empty for text that could not be read); `severity` is one of
    error, warning, info.
    """

    kind: ClassVar[str] = "HandError"

    def __init__(
        self,
        location: Location,
        message: str,
        excerpt: str = "",
        *,
        slug: str = "",
        severity: str = "error",
        hand_id: str = "",
        notes: tuple[str, ...] = (),
        begins: int = 1,
    ) -> None:
        super().__init__(message)
        self.location = location
        self.message = message
        self.excerpt = excerpt
        self.slug = slug
        self.severity = severity
        self.hand_id = hand_id
        self.notes = notes
        self.begins = begins

    def __str__(self) -> str:
        return f"{self.location}: {self.severity}: {self.title}"

    @property
    def title(self) -> str:
        """Return the message led by its slug, if it has one."""
        return f"{self.slug} {self.message}" if self.slug else self.message

    def render(self) -> str:
        """Return the error as a compiler would print it: the place, the line, a caret, and the notes."""
        lines = [str(self)]
        if self.excerpt:
            column = min(self.location.column - self.begins + 1, len(self.excerpt) + 1)
            start = max(0, column - 61) if len(self.excerpt) > WIDTH else 0
            shown = self.excerpt[start : start + WIDTH].translate(CONTROLS)
            lines += [f"  {shown}", f"  {' ' * (column - 1 - start)}^"]
        lines += [f"  {note}" for note in self.notes]
        return "\n".join(lines)

    def as_dict(self) -> dict[str, object]:
        """Return the error as plain JSON data; the keys are public."""
        return {
            "path": self.location.path,
            "line": self.location.line,
            "column": self.location.column,
            "kind": self.kind,
            "severity": self.severity,
            "slug": self.slug or None,
            "hand_id": self.hand_id or None,
            "message": self.message,
            "excerpt": self.excerpt,
            "excerpt_column": self.begins,
            "notes": list(self.notes),
        }


class UnknownFormat(HandError):
    """Text that no grammar knows the beginning of, or a file that cannot be read as text."""

    kind = "UnknownFormat"


class NoHand(UnknownFormat):
    """A file in which no hand begins: a tournament summary, or something else altogether."""

    kind = "NoHand"


class UnsupportedGame(HandError):
    """A hand of a game that is recognised but not played here (stud, draw)."""

    kind = "UnsupportedGame"
    NOT_YET: ClassVar[str] = " is not supported yet"

    @property
    def game(self) -> str:
        """Return the game as the history names it."""
        return self.message.removesuffix(self.NOT_YET)


class ParseError(HandError):
    """A line that the grammar does not allow where it stands."""

    kind = "ParseError"


class IllegalAction(HandError):
    """An action that the rules do not allow."""

    kind = "IllegalAction"


class ClaimMismatch(HandError):
    """A figure printed by the site that differs from what its own hand gives."""

    kind = "ClaimMismatch"


WIDTH = 110  # of an excerpt; a longer line is shown from 60 characters before the caret

# Control characters print as the Unicode pictures of themselves, so that an excerpt cannot move the cursor.
CONTROLS = {code: 0x2400 + code for code in range(32)} | {127: 0x2421}
