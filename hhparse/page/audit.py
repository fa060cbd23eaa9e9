"""What was read, and what the audit found."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from hhparse.errors import WIDTH, HandError
from hhparse.page.elements import Child, node, table
from hhparse.report import REFUSALS, Survey, Tally
from hhparse.views.columns import count


def reading(found: Survey) -> Element:
    """Return the account of all bytes, and the first texts that were refused."""
    account, tally = found.reading.account, found.tally
    rows: list[tuple[str, int]] = [
        ("files", account.files),
        ("hands", tally.hands.total()),
        ("of them repeats, left out of the statistics", tally.repeats),
        ("hands of games not supported yet", tally.unsupported.total()),
        ("other files, without a hand history", account.other_files),
        ("texts refused", account.refused),
        ("bytes", account.read_bytes),
        ("bytes in hands", account.hand_bytes),
        ("bytes refused", account.refused_bytes),
        ("bytes between hands", account.ignored_bytes),
    ]
    cells: list[list[Child]] = [[name, f"{number:,}"] for name, number in rows]
    parts = [node("h2", "Reading"), table("What was read: every byte is accounted for", ["", "Number"], cells, _FIRST)]
    if tally.unsupported:
        games: list[list[Child]] = [[game, f"{times:,}"] for game, times in tally.unsupported.most_common()]
        parts.append(table("Games not supported yet", ["Game", "Hands"], games, _FIRST))
    if tally.refused:
        parts.append(node("h3", "Texts refused"))
        parts.append(node("ul", *(node("li", *_told(each)) for each in tally.refused[:REFUSALS]), class_="told"))
    if account.refused > REFUSALS:
        more = f"{account.refused - REFUSALS:,} more: hhparse audit shows them all"
        parts.append(node("p", more, class_="quiet"))
    return node("section", *parts, id="reading")


_FIRST = frozenset((0,))


def audit(tally: Tally) -> Element:
    """Return the hands by game and limit, and each kind of finding with the first of its kind."""
    games: list[list[Child]] = [
        [kind[0], kind[1], f"{times:,}", f"{times - tally.unclean[kind]:,}", f"{tally.unclean[kind]:,}"]
        for kind, times in tally.hands.most_common()
    ]
    parts = [node("h2", "Audit")]
    if games:
        head = ["Game", "Limit", "Hands", "Clean", "With findings"]
        parts.append(table("Hands replayed by the rules", head, games, frozenset((0, 1))))
    found: list[list[Child]] = [
        [slug, severity, f"{row.times:,}", node("div", *_told(row.first), class_="told")]
        for (severity, slug), row in tally.listed()
    ]
    if found:
        head = ["Rule", "Severity", "Times", "The first"]
        parts.append(table("Findings, with the first of each", head, found, frozenset((0, 1, 3))))
    else:
        parts.append(node("p", f"No finding in {count(tally.hands.total(), 'hand')}."))
    return node("section", *parts, id="audit")


def _told(error: HandError) -> list[Element]:
    """Return a message, its place, and the line it speaks of with the place marked."""
    parts = [node("div", error.message), node("code", str(error.location))]
    if error.excerpt:
        at = min(error.location.column - error.begins, len(error.excerpt))
        start = max(0, at - 60) if len(error.excerpt) > WIDTH else 0
        before, marked = error.excerpt[start:at], error.excerpt[at : at + 1] or " "
        parts.append(node("pre", before, node("mark", marked), error.excerpt[at + 1 : start + WIDTH]))
    return [*parts, *(node("div", note, class_="quiet") for note in error.notes)]
