"""The parts of frames: found, sent, and put together again by a page."""

from __future__ import annotations

import json
import random

import pytest

from moderator.live.events import Frame, Messages
from tests.support.live.shown import Shown, plain

TABLE = "<table><tbody><!--[row--><tr>1<!--]--><!--[row--><tr>2<!--]--></tbody></table>"


def frame(html: str, version: int = 1) -> Frame:
    return Frame.of(version, html)


def test_parts_are_counted_from_the_end_so_that_a_newer_one_comes_first() -> None:
    before = frame(TABLE).parts
    assert list(before) == ["frame.1", "row.2", "row.1"]
    longer = frame(TABLE.replace("<tbody>", "<tbody><!--[row--><tr>3<!--]-->")).parts
    assert {name for name, part in longer.items() if before.get(name) != part} == {
        "frame.1",
        "row.3",
    }


def test_versions_are_the_same_in_all_processes() -> None:
    """They are those of the content: other numbers would make every page load all again."""
    versions = {name: part.version for name, part in frame(TABLE).parts.items()}
    assert versions == {"frame.1": "ZZ6OqI1D", "row.2": "S_.2slwP", "row.1": "uoS73afM"}


def test_an_outer_part_does_not_change_with_those_inside_it() -> None:
    before, after = frame(TABLE), frame(TABLE.replace("2", "two"))
    assert json.loads(after.body(before.parts))["html"] == {"row.1": "<tr>two"}


def random_html(chance: random.Random, depth: int = 0) -> str:
    """Parts of a few kinds in each other, with few texts, so that parts repeat and move."""
    pieces = [chance.choice(["", "a", "<b>b</b>", "<!-- c -->"])]
    for _ in range(chance.randrange(4 - depth)):
        stem = chance.choice(["row", "map_area", "clock"])
        pieces.append(f"<!--[{stem}-->{random_html(chance, depth + 1)}<!--]-->")
        pieces.append(chance.choice(["", "x", "y"]))
    return "".join(pieces)


@pytest.mark.slow
def test_a_page_that_takes_what_is_new_shows_the_frame() -> None:
    for seed in range(300):
        chance = random.Random(seed)
        before, first = None, random_html(chance)
        page = Shown()
        for version in range(5):
            html = random_html(chance) if version else first
            now = frame(html, version)
            page.take(Messages(now, before, is_public=True).news.body)
            assert not page.lacks
            assert page.html == now.html
            assert page.text == plain(html)
            before = now


def test_a_page_that_has_missed_a_frame_asks_for_the_whole_one() -> None:
    one, two, three = (frame(TABLE.replace("2", text), i) for i, text in enumerate("234"))
    other = frame("<!--[row-->0<!--]-->")
    for had in (one, two, three, other):
        for message in (
            Messages(three, two, is_public=True),
            Messages(three, None, is_public=True),
        ):
            page = Shown(had)
            for sent in (message.versions, message.news, message.whole):
                if not page.take(sent.body).lacks:
                    break
            assert page.html == three.html
            assert (sent is message.versions) == (had is three)


def test_who_has_which_version_gets_what() -> None:
    one, two = frame(TABLE), frame(TABLE.replace("2", "two"), 2)
    messages = Messages(two, one, is_public=True)
    assert messages.after(2) is messages.versions
    assert messages.after(1) is messages.news
    assert messages.after(0) is messages.whole
    assert messages.after(-1) is messages.whole
    assert json.loads(messages.versions.body)["html"] == {}
    assert len(json.loads(messages.news.body)["html"]) == 1
    assert len(json.loads(messages.whole.body)["html"]) == 3
