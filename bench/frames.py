"""How large the charts are that every viewer is sent after each move.

    .venv/bin/python -m bench.frames

Each recorded game, tests/played/<game>/*.json, is played, and each state's public chart rendered.
The reference, beside each: the words of these charts alone, with their labels for screen readers.
"""

from __future__ import annotations

import argparse
import gzip
import os
import re
import statistics
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "moderator.settings")

import django

django.setup()

from bench.fold import shipped  # noqa: E402
from moderator.core import frames  # noqa: E402
from moderator.core.models import Game  # noqa: E402
from moderator.rules import record  # noqa: E402
from moderator.rules.seating import PUBLIC  # noqa: E402

PLAYED = Path(__file__).parent.parent / "tests" / "played"
LABELS = ("title", "aria-label")


class Words(HTMLParser):
    """Collects the text of a page, with the labels in attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name in LABELS and value]

    def handle_data(self, data: str) -> None:
        self.found.append(data)

    @property
    def size(self) -> int:
        return len(re.sub(r"\s+", " ", " ".join(self.found)).encode())


def frames_of(path: Path) -> Iterator[tuple[bool, str]]:
    """Each state of a recorded game: whether the game is over, and the public chart."""
    read = record.read(path.read_bytes())
    rules, _, timeline = record.start(read, shipped(read.game))
    game = Game(rules=read.game)
    for wire in (None, *read.moves):
        timeline = timeline.replay(wire) if wire else timeline
        is_over = rules.summary(timeline.state)["status"] == "over"
        yield is_over, frames.html_of_state(game, timeline.state, timeline.before, PUBLIC)


def row(path: Path) -> str:
    states = list(frames_of(path))
    in_play = [html for is_over, html in states if not is_over]
    sizes = [len(html.encode()) for html in in_play]
    last = len(states[-1][1].encode())
    zipped = statistics.median(len(gzip.compress(html.encode())) for html in in_play)
    words = statistics.median(Words(html).size for html in in_play)
    cells = (statistics.median(sizes), max(sizes), last, zipped, words)
    kb = " | ".join(f"{size / 1000:.1f}" for size in cells)
    return f"| {path.parent.name}/{path.stem} | {len(states)} | {kb} |"


def main() -> None:
    argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0]).parse_args()
    print("| game | charts | in play kB, p50 | worst | at the end | gzip, p50 | words alone, p50 |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for path in sorted(PLAYED.glob("*/*.json")):
        print(row(path))


if __name__ == "__main__":
    main()
