"""Where the hero lies outside what winning players do: a picture and a table for each game."""

from __future__ import annotations

from functools import partial
from itertools import groupby
from xml.etree.ElementTree import Element

from hhparse.page.elements import Child, node, table
from hhparse.page.pictures import figure
from hhparse.stats.leaks import Leak
from hhparse.views.columns import count
from hhparse.views.leaks import cells
from hhparse.views.pictures.leaks import leaks as drawn

_HEAD = ["Statistic", "Verdict", "k/n", "Rate", "95%", "Shrunk", "Band", "Cost"]


def leaks(found: list[Leak], name: str) -> Element:
    """Return the section of a player's leaks."""
    said = f"Of {name}. A leak lies outside its band for sure; hhparse leaks says how many hands the others take."
    parts = [node("h2", "Leaks"), node("p", said, class_="quiet")]
    for _, group in groupby(sorted(found, key=_game), key=_game):
        parts += _of_game(list(group), name)
    return node("section", *parts, id="leaks")


def _game(leak: Leak) -> str:
    return leak.bands.name


def _of_game(found: list[Leak], name: str) -> list[Element]:
    """Return the statistics of a game beside their bands."""
    bands, hands = found[0].bands, count(found[0].hands, "hand")
    rows: list[list[Child]] = [[*cells(leak)] for leak in found]
    return [
        node("h3", bands.title),
        *figure(partial(drawn, found, name)),
        table(f"{bands.title}, {hands}: statistics beside their bands", _HEAD, rows, frozenset((0, 1, 7))),
        node("p", f"Bands of {bands.version}: {bands.source}", class_="quiet"),
    ]
