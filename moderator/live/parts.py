"""The parts of a frame: ranges of its HTML between comments, each with its own version.

A template marks a part with `<!--[row-->…<!--]-->`; parts nest. In a frame it has a number, counted
from the end, and a version: `<!--[row.3 Qk3x9a0Z-->…<!--]-->`. The version is a hash of the part's
own HTML, without the parts inside it: all processes find the same one, and it says nothing that
the HTML doesn't.
"""

from __future__ import annotations

import re
from binascii import b2a_base64
from collections import Counter
from collections.abc import Mapping
from hashlib import blake2b
from typing import NamedTuple

PROTOCOL = 2
"""Of events and polls. A page that was made for another one loads itself again: 2 since the
student's page has tabs."""

_END = "<!--]-->"
_MARK = re.compile(r"<!--\[([a-z_]+)-->|<!--\]-->")
_NO_DASHES = bytes.maketrans(b"+/", b"_.")  # they could end a comment


class Part(NamedTuple):
    """`html`: its own, in which each part inside it is an empty range without a version."""

    version: str
    html: str


def marked(html: str) -> tuple[str, dict[str, Part]]:
    """A frame as pages have it, one part with numbered parts in it, which have versions; and all
    parts by name, in the order of the page."""
    texts = _MARK.split(f"<!--[frame-->{html}{_END}")
    numbers: Counter[str] = Counter()
    parts: dict[str, Part] = {}
    # From the outermost part to the innermost, each from its end: its own HTML, and all of it.
    open_: list[tuple[list[str], list[str]]] = [([], [])]
    for text, stem in zip(texts[::-2], [*texts[-2::-2], ""], strict=True):
        own, whole = open_[-1]
        own.append(text)
        whole.append(text)
        if stem is None:
            open_.append(([], []))
        elif stem:
            numbers[stem] += 1
            name, own_html = f"{stem}.{numbers[stem]}", "".join(reversed(own))
            parts[name] = Part(_version(own_html), own_html)
            open_.pop()
            open_[-1][0].append(f"<!--[{name}-->{_END}")
            open_[-1][1].extend((_END, *whole, f"<!--[{name} {parts[name].version}-->"))
    return "".join(reversed(open_[0][1])), dict(reversed(parts.items()))


def unmarked(html: str) -> str:
    """The HTML of a part without the parts in it: it is sent as a whole."""
    return _MARK.sub("", html)


def versions_of(parts: Mapping[str, Part]) -> dict[str, str]:
    """The versions of all parts of a frame: those of `row.1`, `row.2`… after each other."""
    found: dict[str, dict[int, str]] = {}
    for name, part in parts.items():
        stem, _, number = name.partition(".")
        found.setdefault(stem, {})[int(number)] = part.version
    return {stem: "".join(one[n] for n in sorted(one)) for stem, one in found.items()}


def sign_of(facts: object) -> str:
    """A part that changes with these facts, for a page that then asks for itself again."""
    return f"<!-- {_version(repr(facts))} -->"


def _version(html: str) -> str:
    digest = blake2b(html.encode(), digest_size=6).digest()
    return b2a_base64(digest, newline=False).translate(_NO_DASHES).decode()
