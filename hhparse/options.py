"""What the commands share: exit statuses, and the option that names house rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from hhparse.rules.ruleset import RuleSet

FOUND, USAGE, INTERRUPTED = 1, 2, 130


def rules_of(value: str | None, hint: str = "--rules") -> RuleSet | None:
    """Return the rule set an option names, None for none. Raises click.BadParameter."""
    from hhparse.rules.ruleset import RuleSetError, load  # noqa: PLC0415 (a command imports only what it needs)

    if value is None:
        return None
    try:
        return load(value)
    except (RuleSetError, OSError) as error:
        raise click.BadParameter(str(error), param_hint=hint) from None
