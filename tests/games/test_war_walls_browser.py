"""A fight of War! on walls and phones: in one glance, with nothing outside its panel."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.engines.fixtures import ENGINES, Engine
from tests.support.site import Site
from tests.support.web.overlaps import outside, overlaps
from tests.support.web.played import played

WALLS = ((1366, 768), (1920, 1080), (1280, 720))
PHONES = ((320, 568), (390, 844))
LONG = {
    "ann": "augusta-ada-king-noel-countess-lovelaces",
    "bob": "bartholomew-maximilian-van-westhuyzens-3",
}
MOVES = {"before the throw": 18, "after it": 39}
COVERED = """() => [
    ...document.querySelectorAll(".war-total, .war-add > b, .war-left"),
].filter((one) => {
    one.scrollIntoView({ block: "center" });
    const box = one.getBoundingClientRect();
    const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return !one.contains(top);
}).map((one) => one.textContent)"""
SCROLLS = """() => [document.documentElement.scrollWidth > innerWidth,
    document.documentElement.scrollHeight > innerHeight]"""


def texts(run: Any, selector: str) -> list[str]:
    found: list[str] = run(
        "(of) => [...document.querySelectorAll(of)].map((one) => one.textContent.trim())", selector
    )
    return found


@pytest.mark.parametrize(
    ("engine", "when"),
    [
        ("chromium", "before the throw"),
        ("chromium", "after it"),
        *(pytest.param(engine, "after it", marks=pytest.mark.long) for engine in ENGINES[1:]),
    ],
    indirect=["engine"],
)
def test_a_fight_is_seen_whole_on_walls_and_phones(site: Site, engine: Engine, when: str) -> None:
    assert all(len(id) == 40 for id in LONG.values())
    room = played(site, "war/attacks", MOVES[when], LONG)
    for size in (*WALLS, *PHONES):
        is_wall = size in WALLS
        screen = engine.open(size)
        screen.goto(f"{site.url}/c/{room.code}/{'?wall' if is_wall else ''}")
        screen.shows(".war-fight")
        assert not outside(screen.run, ".war-fight"), (size, when)
        assert not overlaps(screen.run), (size, when)
        assert screen.run(SCROLLS) == [False, False] or not is_wall, size
        assert not screen.run(SCROLLS)[0], size
        assert not screen.run(COVERED), size
        totals = texts(screen.run, ".war-total")
        assert totals == (["–", "–"] if when == "before the throw" else ["8", "6"]), totals
        screen.close()
