"""The class wall with 22 groups that play four games, their names as long as names can be."""

from __future__ import annotations

import json
from functools import partial

import pytest

from tests.support.amount import amount
from tests.support.engines.fixtures import OTHERS, Engine
from tests.support.paths import PLAYED
from tests.support.site import Site
from tests.support.web.faults import faults

GROUPS = 22
SIZES = ((1366, 768), (1920, 1080))[: amount(1, 2)]
NAMES = ("Anne-Marie", "Boleslav", "Cem", "Dorothea", "Jean-Luc", "Zoë")
IRON = (("age_of_iron/1800-bc", 30), ("age_of_iron/900-bc", 30), ("age_of_iron/1800-bc", 12))
FIGHT, SIX, VALLEY, OVER, NOT_YET, STOPPED = 4, 8, 12, 16, 18, 20
PLAY = {
    FIGHT: ("war/attacks", 33),
    6: ("age_of_war/final-scoring", 60),
    SIX: ("age_of_war/six-daimyos", 110),
    10: ("war/four-share", 50),
    VALLEY: ("valley_of_war/picked-out", 18),
    14: ("war/gifts-and-the-last-card", 40),
    OVER: ("age_of_iron/1800-bc", None),
    NOT_YET: None,
}
LARGE = (1, FIGHT, SIX, VALLEY, 2, OVER)[: amount(2, 6)]
MAKE = """
import json
from functools import partial
from pathlib import Path
from django.contrib.auth.models import User
from django.utils.crypto import get_random_string
from moderator.core.people import instructor_person
from moderator.features.classes.write import classroom_create, group_rename, groups_create
from moderator.features.clock.write import clock_start, game_stop
from moderator.features.new_game.write import game_from_record, record_read
user = User.objects.create_user(get_random_string(12))
classroom = classroom_create(user, "HIST 210, Tuesday afternoon")
by = instructor_person(classroom)
names = [f"{{name}} Featherstonehaugh-Papadopoulos-Smith"[:40] for name in {names!r}]
for group, play in zip(groups_create(classroom, {count}), {plays!r}):
    group_rename(group, f"{{group.number}} The Hanging Gardens of Babylon, and more"[:40])
    if play:
        found = json.loads(Path({played!r}, play[0] + ".json").read_text())
        record = {{key: found[key] for key in ("format", "game", "scenario", "options")}}
        record["moves"] = found["moves"][:play[1]]
        if players := found["options"].get("players"):
            record["names"] = dict(zip(players, names))
        game_from_record(group, record_read(json.dumps(record).encode()), by)
clock_start(classroom, None, "Negotiate", 40, False)
game_stop(classroom.groups.get(number={stopped}).games.get(), by, "instructor")
print(json.dumps([classroom.pk, classroom.code]))
"""
ENLARGE = """
from moderator.core.models import Classroom
from moderator.features.overview.write import wall_charts
classroom = Classroom.objects.get(pk={pk})
wall_charts(classroom, classroom.groups.get(number={number}))
"""
FILLED = """() => {
    const board = document.querySelector(".large > h2 + *"), panel = board.parentElement;
    const isFull = board.offsetHeight > panel.offsetHeight / 2;
    return isFull && board.querySelectorAll("td, rect, path, use").length > 9;
}"""
COUNTS = r'() => /^\d+:\d+$/.test(document.querySelector(".clock b").textContent)'
SIGNS = '() => [...document.querySelectorAll(".card h3")].map((one) => one.innerText)'
BESIDE = '() => document.querySelector(".wall-invitation").getClientRects().length'


@pytest.fixture
def made(site: Site) -> tuple[int, str]:
    """The class: its primary key and its code."""
    numbers = range(1, GROUPS + 1)
    plays = [PLAY.get(number, IRON[number % len(IRON)]) for number in numbers]
    facts = {"names": NAMES, "count": GROUPS, "plays": plays, "played": str(PLAYED)}
    pk, code = json.loads(site.run(MAKE.format(stopped=STOPPED, **facts)))
    return pk, code


@pytest.mark.parametrize(
    "engine",
    ["chromium", *(pytest.param(name, marks=pytest.mark.long) for name in OTHERS)],
    indirect=True,
)
def test_nothing_is_cut_or_empty(site: Site, made: tuple[int, str], engine: Engine) -> None:
    """Whichever group is enlarged."""
    pk, code = made
    for size in SIZES:
        screen = engine.open(size)
        for number in LARGE:
            site.run(ENLARGE.format(pk=pk, number=number))
            screen.goto(f"{site.url}/w/{code}/")
            screen.until(partial(screen.run, COUNTS), "a clock that counts down")
            assert not faults(screen.run, True), number
            assert screen.run(FILLED), number
            assert screen.run(BESIDE), number
    signs = screen.run(SIGNS)
    for number, sign in ((OVER, "over"), (NOT_YET, "not yet"), (STOPPED, "stopped")):
        assert sign in signs[number - 1]
    phone = engine.open((320, 640))
    for number in LARGE:
        site.run(ENLARGE.format(pk=pk, number=number))
        phone.goto(f"{site.url}/w/{code}/")
        phone.until(partial(phone.run, COUNTS), "a clock that counts down")
        assert not faults(phone.run, False), number
