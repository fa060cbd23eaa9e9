"""Pictures of a player's results, each as SVG within the page."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from functools import partial
from xml.etree.ElementTree import Element

import polars as pl
from matplotlib.figure import Figure

from hhparse.page.elements import node
from hhparse.page.gathered import BY
from hhparse.views.pictures.grid import grid
from hhparse.views.pictures.groups import groups
from hhparse.views.pictures.hilo import hilo
from hhparse.views.pictures.results import NothingToDraw
from hhparse.views.pictures.style import rendered
from hhparse.views.pictures.winnings import winnings

_DRAWN: tuple[Callable[[pl.DataFrame, str], Figure], ...] = (
    winnings,
    *(partial(groups, by=by) for by in BY),
    grid,
    hilo,
)


def results(hands: pl.DataFrame, name: str) -> Element:
    """Return the section of the pictures of a player's results."""
    drawn = [each for draw in _DRAWN for each in figure(partial(draw, hands, name))]
    said = node(
        "p", f"Of {name}, whose cards are face up. Of others, or a part of the hands: hhparse plot.", class_="quiet"
    )
    return node("section", node("h2", "Results"), said, *drawn, id="results")


def figure(draw: Callable[[], Figure]) -> list[Element]:
    """Return a picture, none where no hand is of its kind."""
    try:
        drawn = draw()
    except NothingToDraw:
        return []
    told = ". ".join(text.get_text().replace("\n", " ") for text in drawn.texts)  # title and caption
    data = b64encode(rendered(drawn, "svg")).decode("ascii")
    image = node("img", src=f"data:image/svg+xml;base64,{data}", alt=told)
    return [node("figure", node("div", image, class_="scroll", tabindex="0", role="region", aria_label=told))]
