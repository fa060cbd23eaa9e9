"""The report as one page of HTML that needs nothing else: style, tables and pictures stand in it.

The elements are those of the standard library's ElementTree, which escapes all text by itself: a template language
would do the same for one more dependency, and mypy could not read it.
"""

from __future__ import annotations

from importlib import resources
from xml.etree.ElementTree import Element

import polars as pl

from hhparse.page.audit import audit, reading
from hhparse.page.elements import document, node
from hhparse.page.pictures import pictures
from hhparse.page.statistics import statistics
from hhparse.report import Survey
from hhparse.views.columns import count

# The page may ask nothing of any other place; the browser sees to it.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def page(found: Survey, hands: pl.DataFrame | None, players: int = 8) -> bytes:
    """Return the page of a survey; `hands` are those of the heroes, with the columns pictures need (None: none)."""
    sections = [reading(found), audit(found.tally)]
    if found.tally.hands:
        sections += [*pictures(found, hands), statistics(found, players)]
    said = summary(found)
    style = node("style")
    style.text = (resources.files("hhparse.page") / "style.css").read_text(encoding="utf-8")
    head = node(
        "head",
        node("meta", charset="utf-8"),
        node("meta", name="viewport", content="width=device-width, initial-scale=1"),
        node("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        node("title", f"Poker hands: {said}"),
        style,
    )
    links = [node("li", node("a", _heading(each), href=f"#{each.get('id')}")) for each in sections]
    body = node(
        "body",
        node("header", node("h1", "Poker hands"), node("p", said)),
        node("nav", node("ul", *links), aria_label="Sections"),
        node("main", *sections),
    )
    return document(node("html", head, body, lang="en"))


def _heading(section: Element) -> str:
    return section[0].text or ""


def summary(found: Survey) -> str:
    """Return a survey in one line."""
    total, unclean = found.tally.hands.total(), found.tally.unclean.total()
    share = f" ({100 * (total - unclean) / total:.1f}%)" if total else ""
    refused = found.reading.account.refused
    texts = f", {count(refused, 'text')} refused" if refused else ""
    return f"{count(total, 'hand')}, {total - unclean:,} clean{share}, {unclean:,} with findings{texts}"
