"""The commands of the rule book: `hhparse rules` lists it, `hhparse rules explain RAISE-SHORT` works a rule through."""

from __future__ import annotations

import click


@click.group(invoke_without_command=True)
@click.pass_context
def rules(ctx: click.Context) -> None:
    """List the rules: number, slug, severity, title.

    Severity: E illegal anywhere, H illegal under the chosen rule set, W irregular, I information.
    """
    if ctx.invoked_subcommand is None:
        from hhparse.views.rulebook import listed  # noqa: PLC0415 (a command imports only what it needs)

        for line in listed():
            click.echo(line)


@rules.command()
@click.argument("rule", metavar="SLUG|NUMBER")
@click.option(
    "--lang",
    type=click.Choice(["en", "it", "es", "ru", "fi"]),
    default="en",
    show_default=True,
    help="The language of the wording.",
)
def explain(rule: str, lang: str) -> None:
    """Explain a rule: its wording, where it comes from, and a hand that keeps it beside one that breaks it."""
    from hhparse.rules.catalogue import named, nearest  # noqa: PLC0415
    from hhparse.views.rulebook import explained  # noqa: PLC0415

    found = named(rule)
    if not found:
        near = ", ".join(nearest(rule))
        raise click.BadParameter(
            f"no rule {rule!r}; {f'the nearest are {near}' if near else 'see hhparse rules'}", param_hint="SLUG|NUMBER"
        )
    for at, entry in enumerate(found):
        if at:
            click.echo()
        for line in explained(entry, lang):
            click.echo(line)


@rules.command()
@click.argument("name", metavar="[PRESET|FILE]", required=False)
def sets(name: str | None) -> None:
    """List the rule sets, or print one as a TOML file: each field with its meaning and what it may be.

    `hhparse rules sets tda2024 > house.toml` begins a rule set of one's own.
    """
    from hhparse.options import rules_named  # noqa: PLC0415
    from hhparse.views.rulesets import listed, written  # noqa: PLC0415

    chosen = rules_named(name, "PRESET|FILE")
    for line in listed() if chosen is None else written(chosen):
        click.echo(line)
