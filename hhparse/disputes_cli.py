"""The commands of disputes: `hhparse dispute check`, `record` and `diff`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from hhparse.options import FOUND, USAGE, rules_named

if TYPE_CHECKING:
    from hhparse.cases.case import Case
    from hhparse.model import Hand

# each command imports what it needs, so that the others start fast
# ruff: noqa: PLC0415

PATHS = click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True))


@click.group()
def dispute() -> None:
    """Rule on disputes written in plain words (TOML), and make them out of real hands.

    The notation stands in `python -m pydoc hhparse.cases.notation`.
    """


@dispute.command()
@PATHS
@click.option("--rules", metavar="PRESET|FILE", help="House rules to judge by; by default those of each case.")
@click.option("--ledger", is_flag=True, help="Show who gets what and why.")
def check(paths: tuple[str, ...], rules: str | None, ledger: bool) -> None:
    """Say the ruling on each case of PATHS, and where it is not the expected one.

    Exit status: 0 all as expected, 1 a ruling differs, 2 a file that is no case.
    """
    from hhparse.cases.report import checked

    chosen, status = rules_named(rules), _Status()
    for case in _cases(paths, status):
        fine, lines = checked(case, chosen, ledger=ledger)
        status.differs = status.differs or not fine
        for line in lines:
            click.echo(line)
    sys.exit(status.code)


@dispute.command()
@PATHS
@click.option("--rules", metavar="PRESET|FILE", multiple=True, help="The two rule sets to compare: give it twice.")
def diff(paths: tuple[str, ...], rules: tuple[str, ...]) -> None:
    """Show the cases of PATHS on which two rule sets rule differently, with both rulings."""
    from hhparse.cases.report import changed

    if len(rules) != 2:
        raise click.BadParameter(f"give it twice, not {len(rules)} times", param_hint="--rules")
    first, second = rules_named(rules[0]), rules_named(rules[1])
    assert first is not None
    assert second is not None
    status, total, found = _Status(), 0, 0
    for case in _cases(paths, status):
        total += 1
        lines = list(changed(case, first, second))
        found += bool(lines)
        for line in lines:
            click.echo(line)
    click.echo(f"{found} of {total} rulings differ between {first.name} and {second.name}")
    status.differs = found > 0
    sys.exit(status.code)


@dispute.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@click.option("--hand", "hand_id", metavar="ID", required=True, help="The number of the hand.")
@click.option("--at", "line", metavar="LINE", required=True, type=click.IntRange(1), help="The last line of FILE told.")
@click.option("--rules", metavar="PRESET|FILE", help="House rules to judge by; by default those of the site.")
@click.option("-o", "--output", metavar="OUT", type=click.Path(dir_okay=False), help="Where to write the case.")
def record(file: str, hand_id: str, line: int, rules: str | None, output: str | None) -> None:
    """Make a case out of a hand of FILE, cut at a line, with the ruling filled in."""
    from hhparse.cases.record import NotRecorded
    from hhparse.cases.record import record as recorded

    chosen = rules_named(rules)
    try:
        text = recorded(_hand(file, hand_id), line, chosen)
    except NotRecorded as error:
        raise click.BadParameter(str(error), param_hint="--at") from None
    if output is None:
        click.echo(text, nl=False)
    else:
        with open(output, "w", encoding="utf-8", newline="\n") as out:
            out.write(text)
        click.echo(f"{output}: hand {hand_id} up to line {line}")


class _Status:
    """What the cases came to so far."""

    def __init__(self) -> None:
        self.bad = self.differs = False

    @property
    def code(self) -> int:
        """Return the exit status."""
        return USAGE if self.bad else FOUND if self.differs else 0


def _cases(paths: tuple[str, ...], status: _Status) -> Iterator[Case]:
    """Yield the cases of the paths; print the errors of what is none."""
    from hhparse.cases.case import load_cases
    from hhparse.errors import HandError

    for item in load_cases(paths):
        if isinstance(item, HandError):
            status.bad = True
            click.echo(item.render(), err=True)
        else:
            yield item


def _hand(file: str, hand_id: str) -> Hand:
    from hhparse.reading.read import Refused, read

    for item in read(file):
        if isinstance(item, Refused):
            if item.error.hand_id == hand_id:
                raise click.ClickException(str(item.error))
        elif item.hand_id == hand_id:
            return item
    raise click.BadParameter(f"there is no hand {hand_id} in {file}", param_hint="--hand")
