"""What the commands share: exit statuses, help with an example, a progress bar, the option that names house rules."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from hhparse.report import Selection
    from hhparse.rules.ruleset import RuleSet

FOUND, USAGE, INTERRUPTED = 1, 2, 130


class Example(click.Command):
    """A command whose help ends with an example."""

    def __init__(self, *args: Any, example: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.example = example

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the example as it is, without wrapping."""
        with formatter.section("Example"):
            formatter.write("".join(f"  {line}\n" for line in self.example.splitlines()))


class Nothing(click.ClickException):
    """What was asked for is not in the files: one line, and the exit status of wrong usage."""

    exit_code = USAGE


def write_out(path: str, data: bytes) -> None:
    """Write a file. Raises OSError that names it."""
    try:
        Path(path).write_bytes(data)
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None


@contextmanager
def progress(paths: tuple[str, ...]) -> Iterator[Callable[[int], None]]:
    """Show a progress bar over the bytes of the paths on stderr, where that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda size: None
        return
    total = sum(_size(Path(path)) for path in paths if path != "-")
    with click.progressbar(length=total, label="reading", file=sys.stderr, show_pos=False) as bar:
        yield bar.update


def _size(path: Path) -> int:
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files if file.is_file())


def rules_named(value: str | None, hint: str = "--rules") -> RuleSet | None:
    """Return the rule set an option names, None for none. Raises click.BadParameter."""
    from hhparse.rules.ruleset import RuleSetError, load  # noqa: PLC0415 (a command imports only what it needs)

    if value is None:
        return None
    try:
        return load(value)
    except (RuleSetError, OSError) as error:
        raise click.BadParameter(str(error), param_hint=hint) from None


def selection_of(player: str | None, where: str | None, alias: tuple[str, ...]) -> Selection:
    """Return whose hands count. Raises click.BadParameter."""
    from hhparse.report import Selection  # noqa: PLC0415
    from hhparse.stats import aliases, condition  # noqa: PLC0415

    named: dict[tuple[str, str], str] = {}
    try:
        for text in alias:
            named |= aliases(text)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--alias") from None
    try:
        if where is not None:
            condition(where)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--where") from None
    return Selection(player, where, named)
