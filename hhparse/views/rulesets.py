"""House rules as text: the rule sets there are, and one of them as a TOML file that a house can make its own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from textwrap import wrap

from hhparse.rules.ruleset import FIELDS, Field, RuleSet, load, presets, shown
from hhparse.views.columns import columns

_WIDTH = 100


def listed() -> Iterator[str]:
    """Yield a line a preset: name and description."""
    yield from columns([(name, load(name).description) for name in presets()], left=range(2), indent="")


def written(rules: RuleSet) -> Iterator[str]:
    """Yield a rule set as the lines of a TOML file: each field with its meaning, defaults as comments."""
    yield f"# Rule set {rules.name}. Every field there is; one that is a comment has its default."
    yield ""
    yield f"description = {_toml(rules.description)}"
    for field in FIELDS.values():
        value = getattr(rules, field.name)
        yield ""
        yield from wrap(field.text, _WIDTH, initial_indent="# ", subsequent_indent="# ")
        yield f"{'# ' * (value == field.default)}{field.name} = {_toml(value)}    # {_choices(field)}"


def _choices(field: Field) -> str:
    """Return what a field takes: its words, or the kind of its value."""
    return " | ".join(field.values) if field.values else field.kind


def _toml(value: object) -> str:
    """Return a value as TOML writes it, words in quotes."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else shown(value)
