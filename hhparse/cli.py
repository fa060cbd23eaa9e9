"""The command line: arguments in, pages out; everything else is done by the modules below.

Exit status: 0 clean, 1 findings or refused text, 2 usage or a file that cannot be written, 130 interrupted.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn

import click

from hhparse.disputes_cli import dispute
from hhparse.leaks_cli import leaks
from hhparse.options import FOUND, INTERRUPTED, USAGE, Example, progress, rules_named, write_out
from hhparse.plot_cli import plot
from hhparse.rules_cli import rules as rules_group
from hhparse.stats_cli import stats

if TYPE_CHECKING:
    from hhparse.model import Hand
    from hhparse.reading.read import Account
    from hhparse.rules.ruleset import RuleSet

PATHS = click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, allow_dash=True))
FILE = click.argument("file", type=click.Path(exists=True, allow_dash=True))


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="hhparse")
def main() -> None:
    """Read poker hand histories, replay every hand through the rules, audit the site's figures, count statistics.

    PATHS are files, folders (with all that is in them), .zip and .gz archives, or - for standard input.
    """


RULES = click.option(
    "--rules", metavar="PRESET|FILE", help="House rules to judge by; by default those of the site of each hand."
)


@main.command(cls=Example, example="hhparse report samples")
@PATHS
@RULES
@click.option("--players", default=8, show_default=True, type=click.IntRange(0), help="How many players to show.")
@click.option("--html", metavar="FILE", type=click.Path(dir_okay=False), help="Write it as HTML, with pictures.")
def report(paths: tuple[str, ...], rules: str | None, players: int, html: str | None) -> None:
    """Read, audit and count: everything on one page."""
    from hhparse.report import page, survey

    chosen = rules_named(rules)
    if html is not None:
        _write_html(paths, chosen, players, html)
    with progress(paths) as finished:
        found = survey(paths, chosen, finished)
    for line in page(found, players):
        click.echo(line)
    sys.exit(0 if found.clean else FOUND)


def _write_html(paths: tuple[str, ...], rules: RuleSet | None, players: int, file: str) -> NoReturn:
    """Write the report as a page of HTML, and exit."""
    from hhparse.page import page, summary
    from hhparse.page.gathered import Gathered
    from hhparse.report import survey

    gathered = Gathered()
    with progress(paths) as finished:
        found = survey(paths, rules, finished, gathered.add)
    write_out(file, page(found, gathered, players))
    click.echo(f"{file}: {summary(found)}")
    sys.exit(0 if found.clean else FOUND)


@main.command(cls=Example, example="hhparse audit --format json samples | python -m json.tool")
@PATHS
@RULES
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--info", is_flag=True, help="Show also what is only worth knowing (words of the site, late cards).")
@click.option("--figures", is_flag=True, help="Show for each hand the site's figures beside the computed ones.")
def audit(paths: tuple[str, ...], rules: str | None, form: str, info: bool, figures: bool) -> None:
    """Name each broken rule and wrong figure of the site, with file, line and column."""
    from hhparse.views.findings import audit_json, audit_text

    chosen = rules_named(rules)
    write = audit_text if form == "text" else audit_json
    with progress(paths) as finished:
        clean = write(paths, chosen, finished, click.echo, info=info, figures=figures)
    sys.exit(0 if clean else FOUND)


@main.command(cls=Example, example="hhparse parse samples -o tables")
@PATHS
@click.option("-o", "--output", required=True, metavar="DIR", type=click.Path(file_okay=False), help="Where to write.")
def parse(paths: tuple[str, ...], output: str) -> None:
    """Write hands, seats, events and errors as Parquet tables: DIR/hands/00000.parquet and so on.

    `hhparse schema` describes the columns. An earlier output in DIR is replaced, anything else is left alone.
    """
    from hhparse.reading.read import Reading, collector_paused
    from hhparse.tables import batched, write
    from hhparse.views.columns import count

    with progress(paths) as finished, collector_paused():
        reading = Reading(paths, finished)
        try:
            written = write(batched(reading), output)
        except FileExistsError as error:
            raise click.BadParameter(str(error), param_hint="--output") from None
    account = reading.account
    click.echo(f"{output}: {count(written.hands, 'hand')} from {count(account.files, 'file')}{_left_out(account)}")
    sys.exit(FOUND if account.refused else 0)


def _left_out(account: Account) -> str:
    """Return what gave no hand: `, 2 texts refused, 3 other files`."""
    from hhparse.views.columns import count

    rows = [
        (account.refused, "text", " refused"),
        (account.unsupported, "hand", " of games not supported"),
        (account.other_files, "other file", ""),
    ]
    return "".join(f", {count(number, noun)}{rest}" for number, noun, rest in rows if number)


@main.command(cls=Example, example="hhparse schema")
def schema() -> None:
    """Describe the columns of the tables that `parse` writes."""
    from hhparse.tables import describe
    from hhparse.views.columns import columns

    rows = [[str(cell) for cell in row] for row in describe().iter_rows()]
    for line in columns(rows, left=range(4), indent=""):
        click.echo(line)


@main.command(cls=Example, example="hhparse log hands.txt")
@FILE
def log(file: str) -> None:
    """Print the event log of every hand in FILE, one event a line."""
    from hhparse.reading.read import Refused, read
    from hhparse.views.log import log as log_text

    refused = False
    for at, item in enumerate(read(file)):
        if at:
            click.echo()
        if isinstance(item, Refused):
            refused = True
            click.echo(item.error.render())
        else:
            click.echo(log_text(item), nl=False)
    sys.exit(FOUND if refused else 0)


def _print_hands(
    file: str, hand_id: str | None, text_of: Callable[[Hand, RuleSet | None], str], rules: str | None
) -> None:
    """Print the text of each hand of a file, or of one, and exit."""
    from hhparse.reading.read import Refused, read

    chosen, found, refused = rules_named(rules), 0, False
    for item in read(file):
        if isinstance(item, Refused):
            if hand_id is None or item.error.hand_id == hand_id:
                refused = True
                click.echo(item.error.render())
        elif hand_id is None or item.hand_id == hand_id:
            click.echo("\n" * bool(found) + text_of(item, chosen), nl=False)
            found += 1
    if hand_id is not None and not found and not refused:
        raise click.BadParameter(f"there is no hand {hand_id} in {file}", param_hint="--hand")
    sys.exit(FOUND if refused else 0)


HAND = click.option("--hand", "hand_id", metavar="ID", help="Only the hand with this number.")


@main.command(cls=Example, example="hhparse replay hands.txt")
@FILE
@RULES
@HAND
def replay(file: str, rules: str | None, hand_id: str | None) -> None:
    """Play the hands of FILE street by street: stacks, pots, who may do what, who wins what."""
    from hhparse.views.replayer import replayed

    _print_hands(file, hand_id, replayed, rules)


@main.command(cls=Example, example="hhparse ledger hands.txt --hand 41608207735")
@FILE
@RULES
@HAND
def ledger(file: str, rules: str | None, hand_id: str | None) -> None:
    """Account for every chip of the hands of FILE: paid in, pots, rake, halves, odd chips, collected, net."""
    from hhparse.views.ledger import ledger as ledger_text

    _print_hands(file, hand_id, ledger_text, rules)


@main.command(cls=Example, example='hhparse equity "AhAd KcKs" --board "2c 7d 9h"')
@click.argument("hands", nargs=-1, required=True)
@click.option("--board", default="", metavar="CARDS", help="The cards on the board.")
@click.option("--dead", default="", metavar="CARDS", help="Cards that cannot come: folded or shown.")
@click.option("--game", default="holdem", show_default=True, help="A name of the column Game of a report.")
def equity(hands: tuple[str, ...], board: str, dead: str, game: str) -> None:
    """Count what part of the pot each of the HANDS wins on average, over every board that can come.

    In a game with a low a pot is a high and a low half where there is a low.
    """
    from hhparse.equity.deal import deal
    from hhparse.model import GAMES
    from hhparse.views.equities import equity_table

    played = GAMES.get(game)
    if played is None or played.boards > 1:
        names = ", ".join(one.name for one in GAMES.values() if one.boards == 1)
        raise click.UsageError(f"there is no equity of {game!r}, but of {names}")
    try:
        table = deal(played, " ".join(hands), board, dead)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    for line in equity_table(played, table):
        click.echo(line)


@main.command(cls=Example, example="hhparse sites")
def sites() -> None:
    """List the sites and games that can be read."""
    from hhparse.reading.grammar import games, starts
    from hhparse.reading.grammar import sites as sites_of

    for dialect in starts():
        click.echo(f"{', '.join(sites_of(dialect))}: {', '.join(games(dialect))}")


main.add_command(stats)
main.add_command(plot)
main.add_command(leaks)
main.add_command(rules_group)
main.add_command(dispute)


def run() -> None:
    """Run the command line, turning what the system says into one line and an exit status."""
    try:
        status = main.main(prog_name="hhparse", standalone_mode=False)
        sys.stdout.flush()
        sys.exit(status)
    except click.ClickException as error:
        error.show()
        sys.exit(USAGE)
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        sys.exit(INTERRUPTED)
    except OSError as error:
        if error.errno == errno.EPIPE:  # the reader of our output has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(0)
        click.echo(f"hhparse: {error.filename or 'output'}: {error.strerror or error}", err=True)
        sys.exit(USAGE)
