"""How pictures look: one width, one set of colours, quiet axes, any name as it is written."""

from __future__ import annotations

import io
import logging
import textwrap
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontEntry, findfont, fontManager, get_font
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.text import Text

from hhparse.errors import CONTROLS

# The palette of Okabe and Ito (2008), whose colours stay apart for colour-blind people.
BLACK, ORANGE, SKY, GREEN, BLUE, VERMILION, PURPLE = (
    "#000000", "#E69F00", "#56B4E9", "#009E73", "#0072B2", "#D55E00", "#CC79A7",
)  # fmt: skip
GREY, FAINT = "#595959", "#DDDDDD"
FORMATS = ("png", "svg", "pdf")
WIDTH, HEIGHT, DPI = 12.0, 6.75, 100  # 1,200 pixels wide
NAME = 40  # letters of a player's name in a title
SANS = "DejaVu Sans"  # comes with matplotlib: the same everywhere

_STYLE: Any = {
    "font.family": SANS,
    "font.size": 12,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": GREY,
    "axes.labelcolor": GREY,
    "xtick.color": GREY,
    "ytick.color": GREY,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": FAINT,
    "grid.linewidth": 0.8,
    "legend.frameon": False,
    "text.parse_math": False,  # a name such as $hark$ is no formula
    "svg.hashsalt": "hhparse",  # the same picture is the same file
}
# A font of the system need not have a bold face; that is not worth a word.
logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)
_UNDATED: dict[str, dict[str, Any]] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}  # for the same reason


def picture(draw: Callable[[Figure, Axes], None], title: str, caption: str = "", height: float = HEIGHT) -> Figure:
    """Return a figure with one pair of axes that `draw` fills; the caption below the title says what was counted."""
    lines = textwrap.wrap(_written(caption), 135)
    head = 0.65 + 0.22 * len(lines)  # inches
    with mpl.rc_context(_STYLE):
        inch = 1 / (height + head)
        layout = ConstrainedLayoutEngine(rect=(0.008, 0.008, 0.984, height * inch - 0.008))
        figure = Figure(figsize=(WIDTH, height + head), dpi=DPI, layout=layout)
        FigureCanvasAgg(figure)
        figure.text(0.0125, 1 - 0.18 * inch, _written(title), va="top", fontsize=17, weight="bold")
        figure.text(0.0125, 1 - 0.52 * inch, "\n".join(lines), va="top", color=GREY, fontsize=11)
        draw(figure, figure.subplots())
    _give_glyphs(figure)
    return figure


def signed(figure: float, form: str = ".1f") -> str:
    """Return a figure with its sign: `+1,234.5`, `−0.3`, `0.0`."""
    text = f"{figure:+,{form}}"
    return text.replace("-", "−") if text.strip("+-0.,") else text[1:]


def ticks(axis: Axis) -> None:
    """Let an axis write its figures as `signed` does, with the decimals they need."""
    axis.set_major_formatter(lambda figure, _: signed(round(figure, 9), ".6g"))


def shortened(text: str, most: int) -> str:
    """Return a text of at most so many characters, those that cannot be seen as pictures of themselves."""
    text = _written(text)
    return text if len(text) <= most else text[: most - 1] + "…"


def _written(text: str) -> str:
    return text.translate(CONTROLS)


def _give_glyphs(figure: Figure) -> None:
    """Let the texts use fonts of the system for the characters that matplotlib's own font lacks."""
    texts = [artist for artist in figure.findobj(Text) if isinstance(artist, Text)]
    lacking = {ord(char) for text in texts for char in text.get_text() if char != "\n"} - set(
        get_font(findfont(SANS)).get_charmap()
    )
    if not lacking:
        return
    families = [SANS]
    for family, path in sorted({(font.name, font.fname) for font in fontManager.ttflist if _plain(font)}):
        if found := lacking & set(get_font(path).get_charmap()):
            families.append(family)
            lacking -= found
    for text in texts:
        text.set_fontfamily(families)


def _plain(font: FontEntry) -> bool:
    """Tell whether a font is upright and regular, and one of letters: the last resort has boxes for all characters."""
    return font.style == "normal" and font.weight == 400 and not font.name.startswith("Last Resort")


def format_of(path: str) -> str:
    """Return the format a name ends in. Raises ValueError when it is none of FORMATS."""
    ending = Path(path).suffix.lower().removeprefix(".")
    if ending not in FORMATS:
        raise ValueError(f"{path!r} does not end in .{', .'.join(FORMATS)}")
    return ending


def rendered(figure: Figure, form: str) -> bytes:
    """Return a figure as a file of one of FORMATS."""
    file = io.BytesIO()
    with mpl.rc_context(_STYLE), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing from font")  # drawn as a box where no font has it
        figure.savefig(file, format=form, metadata=_UNDATED.get(form))
    return file.getvalue()
