"""What a page shows: the parts that it has got, put together as static/parts.js does."""

from __future__ import annotations

import json
import re

from moderator.live.events import PROTOCOL, Frame, Part

_PLACE = re.compile(r"<!--\[([a-z_]+\.\d+)--><!--\]-->")


class Shown:
    """A page, with a frame or without; `lacks` says whether it has to ask for the whole frame."""

    def __init__(self, frame: Frame | None = None) -> None:
        self.parts: dict[str, Part] = dict(frame.parts) if frame else {}
        self.lacks = False

    def take(self, body: str | bytes) -> Shown:
        """The parts of an event or of an answer; nothing of them if some part is missing."""
        got = json.loads(body)
        assert got["protocol"] == PROTOCOL
        parts = {}
        versions = {
            f"{stem}.{at // 8 + 1}": all_[at : at + 8]
            for stem, all_ in got["parts"].items()
            for at in range(0, len(all_), 8)
        }
        for name, version in versions.items():
            had = self.parts.get(name)
            if name in got["html"]:
                parts[name] = Part(version, got["html"][name])
            elif had is not None and had.version == version:
                parts[name] = had
        self.lacks = parts.keys() != versions.keys()
        if not self.lacks:
            self.parts = parts
        return self

    @property
    def html(self) -> str:
        """As `marked`."""
        return self._filled("<!--[frame.1--><!--]-->")

    @property
    def text(self) -> str:
        """Without the comments."""
        return plain(self.html)

    def _filled(self, own: str) -> str:
        def part(place: re.Match[str]) -> str:
            version, html = self.parts[place[1]]
            return f"<!--[{place[1]} {version}-->{self._filled(html)}<!--]-->"

        return _PLACE.sub(part, own)


def plain(html: str) -> str:
    """The HTML of a frame or of a page without the marks of its parts."""
    return re.sub(r"<!--\[[^>]*-->|<!--\]-->", "", html)


def text_of(body: str | bytes) -> str:
    """What a page shows that gets this frame as a whole."""
    return Shown().take(body).text
