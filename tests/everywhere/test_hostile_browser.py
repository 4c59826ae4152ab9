"""Hostile names on every page in Chromium: no script, no foreign request, nothing too wide."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from io import BytesIO
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, BrowserContext, Page
from pypdf import PdfReader

from tests.support.amount import amount
from tests.support.site import Site

# All of them beside each other, since they look at the same class.
pytestmark = [pytest.mark.browser, pytest.mark.slow]
MAKE = """
import json
from django.contrib.auth.models import User
from tests.support.web import hostile_world
print(json.dumps(hostile_world.make(User.objects.create_user("hostile"))))
"""
LOOK = """() => {
    const all = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    const beside = [];  // numbers that a name from right to left turns around
    while (all.nextNode()) {
        const node = all.currentNode, text = node.data.slice(0, 80);
        const shown = node.parentElement.getClientRects().length;
        if (shown && /[\\u0590-\\u08ff][^\\p{L}\\u2069]*\\d/u.test(text)) beside.push(text);
    }
    return {
        hit: window.hit,
        odd: document.querySelectorAll(
            "main :is(img, script:not([src^='/static/']), iframe, [onload], [onerror])").length,
        turned: beside,
        wide: Math.max(document.documentElement.scrollWidth - innerWidth, 0),
        text: document.body.innerText,
    };
}"""
TURNED = set("\u202a\u202b\u202d\u202e\u2066\u2067")


@dataclass(frozen=True)
class Made:
    """The number of accepted names; each role's pages, with its session; the game's files."""

    names: int
    sessions: dict[str, str]
    pages: dict[str, list[str]]
    files: list[str]
    entries: int


@pytest.fixture(scope="module")
def made(site: Site) -> Made:
    return Made(**json.loads(site.run(MAKE)))


def enter(browser: Browser, site: Site, session: str | None) -> BrowserContext:
    size = {"width": 320, "height": 640}
    context = browser.new_context(base_url=site.url, viewport=size)  # type: ignore[arg-type]
    if session:
        context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    return context


def watch(page: Page, site: Site, complaints: list[str]) -> None:
    """Everything unexpected that the page logs, runs or requests."""

    def on_dialog(dialog: object) -> None:
        complaints.append(f"{page.url}: a dialog")
        dialog.dismiss()  # type: ignore[attr-defined]

    page.on("dialog", on_dialog)
    page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
    page.on("request", lambda r: r.url.startswith(site.url) or complaints.append(r.url))
    page.on("console", lambda m: m.type == "error" and complaints.append(f"{page.url}: {m.text}"))


def look(page: Page, path: str) -> list[str]:
    answer = page.goto(path, wait_until="load")
    assert answer is not None
    found = page.evaluate(LOOK)
    said = [f"status {answer.status}"] if answer.status != 200 else []
    said += [f"{name}: {found[name]}" for name in ("hit", "odd", "turned", "wide") if found[name]]
    said += ["letters that turn others"] if TURNED & set(found["text"]) else []
    return [f"{path}: {one}" for one in said]


def test_every_page(browser: Browser, site: Site, made: Made) -> None:
    """In a usual run every twelfth one of the instructor's, who may open nearly all, and every
    fourth one of the others'."""
    assert made.names > 15
    complaints: list[str] = []
    for role, paths in made.pages.items():
        with enter(browser, site, made.sessions.get(role)) as context:
            page = context.new_page()
            watch(page, site, complaints)
            for path in paths[:: amount(12 if role == "instructor" else 4, 1)]:
                complaints += look(page, path)
    assert not complaints, "\n".join(complaints)


@pytest.mark.long
def test_every_file(made: Made, site: Site) -> None:
    cookie = {"Cookie": f"sessionid={made.sessions['instructor']}"}
    found = {}
    for path in made.files:
        with urlopen(Request(site.url + path, headers=cookie)) as answer:
            found[path.rpartition("/")[2]] = answer.read()
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert re.fullmatch(
                r"""(attachment|inline); filename\*?=("[\w.-]+"|utf-8''[\w.%-]+)""",
                answer.headers["Content-Disposition"],
            )
    moves = json.loads(found.pop("record.json"))["moves"]
    assert len(moves) == made.entries
    for name, data in found.items():
        pdf = PdfReader(BytesIO(data), strict=True)
        texts = [page.extract_text() for page in pdf.pages]
        counts = [re.search(r"Page (\d+) of (\d+)", text) for text in texts]
        # Each player's pages have numbers of their own.
        parts = sum(int(count[2]) for count in counts if count and count[1] == "1")
        assert all(counts), name
        assert parts == len(texts), name
