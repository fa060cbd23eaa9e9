"""The pictures of the hero's results, each as SVG within the page."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from functools import partial
from xml.etree.ElementTree import Element

import polars as pl
from matplotlib.figure import Figure

from hhparse.page.elements import node
from hhparse.report import Survey
from hhparse.views.pictures.grid import grid
from hhparse.views.pictures.groups import groups
from hhparse.views.pictures.hilo import hilo
from hhparse.views.pictures.results import NAMES, NothingToDraw
from hhparse.views.pictures.style import rendered
from hhparse.views.pictures.winnings import winnings

_BY = ("position", "stakes", "month")
NEEDED = (*NAMES, *_BY)
"""The flags that the pictures of a page need."""

_DRAWN: tuple[Callable[[pl.DataFrame, str], Figure], ...] = (
    winnings,
    *(partial(groups, by=by) for by in _BY),
    grid,
    hilo,
)


def pictures(found: Survey, hands: pl.DataFrame | None) -> list[Element]:
    """Return the section of the pictures of the hero with the most hands, none where no hand has a hero."""
    if hands is None or hands.is_empty():
        return []
    name = min(found.heroes, key=lambda hero: (-found.heroes[hero], hero))
    own = hands.filter(pl.col("player") == name)
    others = " Of others: hhparse plot." if len(found.heroes) > 1 else ""
    said = node("p", f"Of {name}, whose cards are face up in {found.heroes[name]:,} hands.{others}", class_="quiet")
    figures = [figure for draw in _DRAWN if (figure := _figure(draw, own, name)) is not None]
    return [node("section", node("h2", "Pictures"), said, *figures, id="pictures")]


def _figure(draw: Callable[[pl.DataFrame, str], Figure], hands: pl.DataFrame, name: str) -> Element | None:
    """Return a picture, None where no hand is of its kind."""
    try:
        drawn = draw(hands, name)
    except NothingToDraw:
        return None
    told = ". ".join(text.get_text().replace("\n", " ") for text in drawn.texts)  # title and caption
    data = b64encode(rendered(drawn, "svg")).decode("ascii")
    image = node("img", src=f"data:image/svg+xml;base64,{data}", alt=told)
    return node("figure", node("div", image, class_="scroll", tabindex="0", role="region", aria_label=told))
