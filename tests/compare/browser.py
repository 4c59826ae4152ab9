"""A site with a fixed clock, and browsers that keep what it answers as files."""

from __future__ import annotations

import asyncio
import hashlib
import html
import os
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urljoin, urlsplit

HOST = "localhost"
# What may differ without meaning anything: keys and secret links, hashes in static files' names.
NORMAL = (
    (rb'(name="(?:csrfmiddlewaretoken|once|key)" value=")[^"]*', rb"\1-"),
    (rb"(/(?:sign-in|join/back)/)[\w-]{20,}", rb"\1-"),
    (rb"(/static/[\w./-]+?)\.[0-9a-f]{12}(\.\w+)", rb"\1\2"),
)
LEFT_OUT = {"content-length", "set-cookie", "date"}
SUFFIXES = {"text/html": "html", "application/pdf": "pdf", "application/json": "json"}
SUFFIXES |= {"text/plain": "txt", "text/csv": "csv"}
LINK = re.compile(r'(?:href|src|hx-get|data-url|data-feed)="(/[^"#]*)')
PRESSED = re.compile(r'form="cells" name="cell" value="([^"]+)"')
CHOSEN = re.compile(r'name="(scenario|preset)" value="([^"]+)"')


class Fixed:
    """Time stands still between forms; random numbers depend only on what is asked for."""

    def __init__(self) -> None:  # before the site is imported
        from django.template import defaulttags
        from django.utils import timezone

        self.now, self.chance = datetime(2026, 3, 2, 9, tzinfo=UTC).timestamp(), random.Random(0)
        now = {"now": staticmethod(lambda tz=None: datetime.fromtimestamp(self.now, tz))}
        time.time, time.time_ns = lambda: self.now, lambda: int(self.now * 1e9)
        timezone.now = lambda: datetime.fromtimestamp(self.now, UTC)
        defaulttags.datetime = type("datetime", (datetime,), now)  # for {% now %}
        # `secrets` and `uuid4` use these.
        os.urandom = random._urandom = lambda count: self.chance.randbytes(count)

    def seed(self, text: str) -> None:
        self.chance.seed(text)
        random.seed(text)


class Site:
    """An empty site, and the folder for what it answers."""

    def __init__(self, fixed: Fixed, out: Path) -> None:
        from django.core.management import call_command

        self.fixed, self.out, self.names = fixed, out, dict[str, str]()
        self.index, self.counts = list[str](), Counter[str]()
        call_command("migrate", interactive=False, verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        from moderator.server.asgi import application

        self.application, self.loop = application, asyncio.new_event_loop()

    def feed(self, url: str, headers: list[tuple[bytes, bytes]]) -> SimpleNamespace:
        """A frame of the feed, which Django doesn't serve."""
        parts, sent = urlsplit(url), list[Any]()
        scope = {"type": "http", "http_version": "1.1", "method": "GET", "path": parts.path}
        more = {"query_string": parts.query.encode(), "headers": headers, "client": (HOST, 1)}

        async def send(message: Any) -> None:
            sent.append(message)

        while not sent or sent[0]["status"] == 503:  # on a busy machine
            sent.clear()
            self.loop.run_until_complete(self.application(scope | more, None, send))
        found = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        body = b"".join(one.get("body", b"") for one in sent[1:])
        return SimpleNamespace(status_code=sent[0]["status"], headers=found, content=body)

    def keep(self, folder: str, url: str, answer: Any) -> None:
        """Store an answer, under its address with names of groups instead of codes."""
        url = normal(url.encode()).decode()
        for code, name in self.names.items():
            url = url.replace(code, name)
        shown = {key.lower(): value for key, value in answer.headers.items()}
        kind = shown.get("content-type", "").partition(";")[0]
        is_pdf = kind == "application/pdf"
        name = re.sub(r"[^\w.=&-]+", "_", url).strip("_") or "home"
        if len(name) > 120:
            name = f"{name[:100]}-{hashlib.sha256(name.encode()).hexdigest()[:12]}"
        path = self.out / folder / f"{name}.{SUFFIXES.get(kind, 'bin')}"
        path.parent.mkdir(parents=True, exist_ok=True)
        is_file = getattr(answer, "streaming", False)
        body = b"".join(answer.streaming_content) if is_file else answer.content
        path.write_bytes(body if is_pdf else normal(body))
        rest = [f"{key}: {shown[key]}" for key in sorted(shown.keys() - LEFT_OUT)]
        self.index.append("\t".join([f"{folder}/{path.name}", str(answer.status_code), *rest]))
        self.counts["PDFs" if is_pdf else "frames" if "feed" in url else "pages"] += 1


def normal(body: bytes) -> bytes:
    """Text without what may differ."""
    for pattern, instead in NORMAL:
        body = re.sub(pattern, instead, body)
    return body


class Viewer:
    """A browser. Each has an address of its own, so that no rate limit counts them together."""

    count = 0

    def __init__(self, site: Site, folder: str) -> None:
        from django.test import Client

        Viewer.count += 1
        address = f"10.0.{Viewer.count // 200}.{Viewer.count % 200 + 1}"
        self.site, self.folder, self.asked, self.sent = site, folder, Counter[str](), 0
        self.client = Client(False, False, SERVER_NAME=HOST, REMOTE_ADDR=address)

    def ask(self, url: str, sent: Mapping[str, Any] | None = None) -> Any:
        """The answer to a GET, or to a POST with these fields."""
        label = f"{self.folder} {sent is None} {url}"
        self.asked[label] += 1
        self.site.fixed.seed(f"{label} {self.asked[label]}")
        if urlsplit(url).path.endswith("/feed"):
            cookies = "; ".join(f"{key}={one.value}" for key, one in self.client.cookies.items())
            return self.site.feed(url, [(b"host", HOST.encode()), (b"cookie", cookies.encode())])
        if sent is None:
            return self.client.get(url, **{"HTTP_HX_REQUEST": "true"} if "part=" in url else {})
        self.site.fixed.now += 1
        key = f"form-{self.site.fixed.now:.0f}"
        return self.client.post(url, {"once": key, "key": key, **sent})

    def take(self, url: str, label: str = "") -> Any:
        """Ask, and keep the answer for the comparison."""
        answer = self.ask(url)
        self.site.keep(self.folder, label or url, answer)
        return answer

    def send(self, url: str, **sent: Any) -> Any:
        """Send a form; a redirect is followed, and both answers are kept."""
        answer, self.sent = self.ask(url, sent), self.sent + 1
        self.site.keep(self.folder, f"sent-{self.sent}-{url}", answer)
        if answer.status_code in (302, 303):
            there = urljoin(url, answer.headers["Location"]).partition("#")[0]
            answer = self.take(there, f"sent-{self.sent}-then-{there}")
            answer.at = there
        elif answer.status_code >= 400 and not url.endswith(("/record/", "/move/")):
            sys.exit(f"{self.folder}: {url} was refused")
        return answer

    def watch(self, path: str, label: str) -> None:
        """Take the feed's frame after a change, as soon as it is as new as the page."""
        page = self.ask(path).content.decode()
        found = re.search(r'data-feed="[^"]+" data-version="(\d+)"', page)
        for _ in range(500 if found else 0):
            frame = self.ask(f"{path}feed?protocol=1&after=x")
            if frame.headers.get("x-version") == found[1]:
                return self.site.keep(self.folder, f"{label}-{path}feed", frame)
            self.site.loop.run_until_complete(asyncio.sleep(0.02))
        return sys.exit(f"The feed at {path} never became as new as the page") if found else None

    def crawl(self, starts: Iterable[str], inside: str, most: int = 6, alike: int = 8) -> None:
        """Take the starts, and every page linked from them whose path matches.

        Of a page's links to one path with different queries, the first, middle and last are
        followed, at most so many in all; and of paths that differ in a number or group, a few.
        """
        queue = list(dict.fromkeys(starts))
        seen, queries, kinds = set(queue), Counter[str](), Counter[str]()
        while queue:
            answer = self.take(url := queue.pop(0))
            if not answer.headers.get("Content-Type", "").startswith("text/html"):
                continue
            found: dict[str, list[str]] = {}
            for link in links_of(url, answer.content.decode()):
                if link not in seen and re.fullmatch(inside, urlsplit(link).path):
                    found.setdefault(urlsplit(link).path, []).append(link)
            for path, links in found.items():
                kind = re.sub(r"\d+|(?<=/g/)\w+", "0", path)
                for link in dict.fromkeys([links[0], links[len(links) // 2], links[-1]]):
                    counter, key = (kinds, kind) if link == path else (queries, path)
                    counter[key] += 1
                    if counter[key] <= (alike if link == path else most):
                        seen.add(link)
                        queue.append(link)


def links_of(url: str, text: str) -> list[str]:
    """The addresses to which a page's links, scripts and GET forms lead."""
    found = [html.unescape(link) for link in LINK.findall(text) if "/static/" not in link]
    here = url.partition("?")[0]
    if here.endswith(("game/", "print/")):
        join = "&" if "?" in url else "?"
        found += [f"{url}{join}{name}={value}" for name, value in CHOSEN.findall(text)]
    if here.startswith("/g/"):
        cells = PRESSED.findall(text)
        found += [f"{here}{part}?cell={cell}" for part in ("", "cell/") for cell in cells]
    return [
        f"{link}?protocol=1&after=x" if link.endswith("/feed") else link
        for link in dict.fromkeys(found)
    ]
