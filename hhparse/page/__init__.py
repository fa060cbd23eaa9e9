"""The report as one page of HTML that needs nothing else: style, tables and pictures stand in it.

The elements are those of the standard library's ElementTree, which escapes all text by itself: a template language
would do the same for one more dependency, and mypy could not read it.
"""

from __future__ import annotations

from importlib import resources
from xml.etree.ElementTree import Element

from hhparse.page.audit import audit, reading
from hhparse.page.elements import document, node
from hhparse.page.gathered import Gathered, hero
from hhparse.page.leaks import leaks
from hhparse.page.pictures import results
from hhparse.page.statistics import statistics
from hhparse.report import Survey
from hhparse.views.columns import count

# The page may ask nothing of any other place; the browser sees to it.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def page(found: Survey, gathered: Gathered, players: int = 8) -> bytes:
    """Return the page of a survey; `gathered` has the tables of the same hands."""
    sections = [reading(found), audit(found.tally)]
    if (name := hero(found)) is not None:
        sections.append(results(gathered.hands(name), name))
        if beside := gathered.leaks(name):
            sections.append(leaks(beside, name))
    if found.tally.hands:
        sections.append(statistics(found, players))
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
