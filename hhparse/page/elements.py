"""Elements of HTML: text becomes a text node, so nothing a history says can be taken for markup."""

from __future__ import annotations

from xml.etree.ElementTree import Element, tostring

from hhparse.errors import CONTROLS

Child = Element | str


def node(tag: str, *children: Child, **attributes: str) -> Element:
    """Return an element; `class_` stands for class, `aria_label` for aria-label."""
    found = Element(tag, {name.rstrip("_").replace("_", "-"): _visible(text) for name, text in attributes.items()})
    for child in children:
        if isinstance(child, Element):
            found.append(child)
        elif len(found):
            found[-1].tail = (found[-1].tail or "") + _visible(child)
        else:
            found.text = (found.text or "") + _visible(child)
    return found


def _visible(text: str) -> str:
    """Return a text with pictures of the control characters, which HTML does not allow."""
    return text.translate(CONTROLS)


def document(root: Element) -> bytes:
    """Return the file of a page; characters of file names that are no text are written as escapes."""
    return f"<!DOCTYPE html>\n{tostring(root, encoding='unicode', method='html')}\n".encode("utf-8", "backslashreplace")


def table(caption: str, head: list[str], rows: list[list[Child]], words: frozenset[int] = frozenset()) -> Element:
    """Return a table that scrolls by itself where it is wider than the screen; columns not in `words` are figures."""
    kinds = ["word" if at in words else "figure" for at in range(len(head))]
    heads = [node("th", text, scope="col", class_=kind) for text, kind in zip(head, kinds, strict=True)]
    body = [
        node("tr", node("th", row[0], scope="row", class_=kinds[0]), *_cells(row[1:], kinds[1:]))
        for row in rows
    ]  # fmt: skip
    whole = node("table", node("caption", caption), node("thead", node("tr", *heads)), node("tbody", *body))
    return node("div", whole, class_="scroll", tabindex="0", role="region", aria_label=caption)


def _cells(row: list[Child], kinds: list[str]) -> list[Element]:
    return [node("td", child, class_=kind) for child, kind in zip(row, kinds, strict=True)]
