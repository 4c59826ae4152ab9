"""A parsed page: its words, its links, its forms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from django.http import HttpResponse

VOID = {"input", "meta", "link", "br", "hr", "img", "wbr", "path", "rect"}


@dataclass
class Element:
    """An element with its contents, in order.

    As in a browser, what is inside a template is no part of the page around it.
    """

    tag: str
    attributes: dict[str, str]
    children: list[Element | str] = field(default_factory=list)

    def walk(self) -> Iterator[Element]:
        yield self
        for child in self.children if self.tag != "template" else ():
            if isinstance(child, Element):
                yield from child.walk()

    @property
    def text(self) -> str:
        shown = (c for c in self.children if isinstance(c, str) or c.tag != "template")
        parts = (c if isinstance(c, str) else c.text for c in shown)
        return " ".join(" ".join(parts).split())

    def all(self, tag: str, **attributes: str) -> list[Element]:
        """Returns all such elements; `class_` is one of their classes."""
        wanted = attributes.pop("class_", None)
        return [
            e
            for e in self.walk()
            if e.tag == tag
            and all(e.attributes.get(k.replace("_", "-")) == v for k, v in attributes.items())
            and (wanted is None or wanted in e.attributes.get("class", "").split())
        ]

    def one(self, tag: str, **attributes: str) -> Element:
        found = self.all(tag, **attributes)
        assert len(found) == 1, f"{len(found)} × <{tag} {attributes}>"
        return found[0]

    def id(self, id: str) -> Element:
        found = [e for e in self.walk() if e.attributes.get("id") == id]
        assert len(found) == 1, f"{len(found)} × #{id}"
        return found[0]

    def describes(self, field: Element) -> str:
        """Returns the text that describes a field, by aria-describedby."""
        ids = field.attributes.get("aria-describedby", "").split()
        return " ".join(self.id(id).text for id in ids)

    def form(self, action: str | None = None, **fields: str) -> dict[str, str]:
        """Returns the fields of the page’s form, or of the one with that action, as sent."""
        within = self if action else self.one("main")
        forms = [f for f in within.all("form") if action in (None, f.attributes.get("action"))]
        assert len(forms) == 1, f"{len(forms)} forms to {action}"
        return values(forms[0]) | fields


def values(form: Element) -> dict[str, str]:
    """Returns a form's current fields, without its buttons."""
    found: dict[str, str] = {}
    for e in form.walk():
        name = e.attributes.get("name", "")
        is_choice = e.attributes.get("type") in ("radio", "checkbox")
        if e.tag == "input" and name and (not is_choice or "checked" in e.attributes):
            found[name] = e.attributes.get("value", "")
        if e.tag == "select":
            chosen = [o for o in e.all("option") if "selected" in o.attributes] or e.all("option")
            found[name] = chosen[0].attributes.get("value", "")
    return found


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = Element("", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {k: v or "" for k, v in attrs})
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def read(response: HttpResponse | Any) -> Element:
    """Parses the page; its elements must be closed in order and its ids unique."""
    reader = _Reader()
    reader.feed(response.content.decode())
    assert reader.open == [reader.root], f"<{reader.open[-1].tag}> is never closed"
    ids = [e.attributes["id"] for e in reader.root.walk() if "id" in e.attributes]
    assert len(ids) == len(set(ids)), f"twice: {sorted({i for i in ids if ids.count(i) > 1})}"
    return reader.root
