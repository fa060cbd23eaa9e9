"""The command line."""

from __future__ import annotations

import sys

import click


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="hhparse")
def main() -> None:
    """Read poker hand histories, replay them through the rules, audit the site's figures, count statistics."""


@main.command()
@click.argument("file", type=click.Path(exists=True, allow_dash=True))
def log(file: str) -> None:
    """Print the event log of every hand in FILE."""
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
    sys.exit(1 if refused else 0)
