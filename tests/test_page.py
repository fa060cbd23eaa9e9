"""The report as a page of HTML: what it says, that history text stays text, and what a browser makes of it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from hhparse.page.elements import document, node, table

from .conftest import ROOT
from .test_cli import run

SAMPLES = ROOT / "samples"
BAD = SAMPLES / "bad" / "rules" / "raise_too_short.txt"
GOOD = SAMPLES / "pokerstars" / "omaha_hilo_pl_scoop.txt"
EVIL = "<script>alert(1)</script>&'\""
EMPTY = {"meta", "br", "img"}


class Outline(HTMLParser):
    """The tags, attributes and text of a page; an end tag that closes another element fails."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(page)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in EMPTY:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def page(tmp_path: Path, *arguments: str | Path) -> tuple[Path, Outline]:
    file = tmp_path / "report.html"
    result = run("report", *arguments, "--html", file)
    assert re.fullmatch(rf"{re.escape(str(file))}: [\d,]+ hands?, .* with findings.*\n", result.output)
    return file, Outline(file.read_text(encoding="utf-8"))


def test_a_page_says_what_the_report_says(tmp_path: Path) -> None:
    _, outline = page(tmp_path, BAD)
    for text in (
        "1 hand, 0 clean (0.0%), 1 with findings",
        "RAISE-SHORT", "raise to $4.50 is below the minimum, $5.00", f"{BAD}:12:28",
        "Tredegar: raises $1.50 to $4.50", "rule R39, rule set pokerstars",
        "VPIP", "95%",
    ):  # fmt: skip
        assert text in outline.text
    assert [name for name, _ in outline.tags if re.fullmatch(r"h\d", name)][:3] == ["h1", "h2", "h2"]
    assert run("report", BAD, "--html", tmp_path / "x.html").exit_code == 1
    assert run("report", GOOD, "--html", tmp_path / "x.html").exit_code == 0


def test_every_table_is_named_and_every_link_has_its_target(tmp_path: Path) -> None:
    _, outline = page(tmp_path, SAMPLES, "--players", "2")
    assert len(outline.named("table")) == len(outline.named("caption")) > 5
    targets = {f"#{attributes['id']}" for _, attributes in outline.tags if "id" in attributes}
    assert [link["href"] for link in outline.named("a")] == ["#reading", "#audit", "#results", "#leaks", "#statistics"]
    assert targets >= {link["href"] for link in outline.named("a")}


def test_a_page_needs_nothing_else(tmp_path: Path) -> None:
    file, outline = page(tmp_path, SAMPLES)
    sources = [value for _, attributes in outline.tags for name, value in attributes.items() if name in ("src", "href")]
    assert all(source and source.startswith(("data:image/svg+xml;base64,", "#")) for source in sources)
    assert not outline.named("script")
    assert not outline.named("link")
    assert "url(" not in file.read_text(encoding="utf-8")
    assert all(image["alt"] for image in outline.named("img"))
    assert len(outline.named("img")) > 6  # winnings, three groups, the grid, hi/lo, leaks of each game


def test_the_same_files_give_the_same_page(tmp_path: Path) -> None:
    first = page(tmp_path, GOOD)[0].read_bytes()
    assert page(tmp_path, GOOD)[0].read_bytes() == first


def test_history_text_stays_text(tmp_path: Path) -> None:
    for path in (GOOD, BAD):
        text = path.read_text(encoding="utf-8")
        for name in set(re.findall(r"^Seat \d+: (.+?) \(", text, re.MULTILINE)):
            text = text.replace(name, f"{name}{EVIL}")
        (tmp_path / path.name).write_text(text, encoding="utf-8")
    (tmp_path / "<b>prose&.txt").write_text(text[:300] + "\n<img src=x onerror=alert(1)>\x07\n", encoding="utf-8")
    file, outline = page(tmp_path, *sorted(tmp_path.glob("*.txt")))
    assert not outline.named("script")
    assert not outline.named("b")
    assert not [image for image in outline.named("img") if image["src"] == "x"]
    assert EVIL in outline.text
    assert "<b>prose&.txt:" in outline.text
    assert "\x07" not in file.read_text(encoding="utf-8")


def test_nothing_read_is_a_page_too(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    _, outline = page(tmp_path, empty)
    assert "0 hands, 0 clean, 0 with findings" in outline.text
    assert not outline.named("img")


def test_without_a_hero_there_are_the_busiest_players_and_no_pictures(tmp_path: Path) -> None:
    text = "\n".join(line for line in GOOD.read_text(encoding="utf-8").splitlines() if not line.startswith("Dealt to"))
    (tmp_path / "observed.txt").write_text(text, encoding="utf-8")
    _, outline = page(tmp_path, tmp_path / "observed.txt", "--players", "1")
    assert "the players with the most hands" in outline.text
    assert not outline.named("img")


def test_elements_escape() -> None:
    row = table(EVIL, [EVIL], [[EVIL], [node("i", EVIL, "a", node("b"), EVIL)]])
    outline = Outline(document(row).decode())
    assert [tag for tag, _ in outline.tags] == [
        "div",
        "table",
        "caption",
        "thead",
        "tr",
        "th",
        "tbody",
        *["tr", "th"] * 2,
        "i",
        "b",
    ]
    assert outline.tags[0][1]["aria-label"] == EVIL
    assert outline.text.count(EVIL) == 5
    assert b"\\udcff" in document(node("p", "\udcff"))  # of a file name that is no text


@pytest.fixture(scope="module")
def chromium() -> str:
    """The browser; it is no Python package, and a driver such as playwright would bring one of its own."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        pytest.skip("there is no Chromium on this machine")
    return found


def opened(chromium: str, file: Path, log: Path, *options: str) -> tuple[str, list[str], list[str]]:
    """Open a page; return the document as the browser has it, the lines of its console, the addresses it asked for."""
    command = [
        chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
        "--disable-background-networking", "--disable-component-update",
        "--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={log.parent / 'profile'}",
        "--enable-logging=stderr", f"--log-net-log={log}", *options, "--dump-dom", file.as_uri(),
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    console = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    return done.stdout, console, list(_asked(json.loads(log.read_text(encoding="utf-8"))))


def _asked(log: dict[str, object]) -> Iterator[str]:
    """Yield the addresses that a page asked for, of a log of the network; the browser's own have no origin."""
    events = log["events"]
    assert isinstance(events, list)
    for event in events:
        told = event.get("params", {})
        if told.get("initiator", "not an origin") != "not an origin":
            yield told["url"]


def test_a_browser_shows_it_without_errors_or_requests(chromium: str, tmp_path: Path) -> None:
    file, outline = page(tmp_path, SAMPLES, "--players", "2")
    dom, console, asked = opened(chromium, file, tmp_path / "net.json")
    assert console == []
    assert asked == []
    shown = Outline(dom)
    assert " ".join(shown.text.split()) == " ".join(outline.text.split())
    assert len(shown.named("img")) == len(outline.named("img"))


def test_the_browser_test_sees_errors_and_requests(chromium: str, tmp_path: Path) -> None:
    bad = tmp_path / "bad.html"
    bad.write_text('<!DOCTYPE html><img src="http://127.0.0.1:9/asked.png"><script>console.error("oh")</script>')
    _, console, asked = opened(chromium, bad, tmp_path / "net.json")
    assert any("oh" in line for line in console)
    assert set(asked) == {"http://127.0.0.1:9/asked.png"}
