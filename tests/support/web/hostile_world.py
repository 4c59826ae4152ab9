"""A class in which everything has a hostile name. `make` runs on the site."""

from __future__ import annotations

from itertools import chain
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from moderator.core import queries
from moderator.core.errors import InvalidInput
from moderator.core.models import Classroom, Group
from moderator.core.people import instructor_person, person_join, person_remove, person_rename
from moderator.core.text import is_showable
from moderator.features.classes.write import (
    classroom_create,
    classroom_delete,
    group_rename,
    groups_create,
)
from moderator.features.new_game.write import game_create
from moderator.features.people.write import seat_give
from moderator.features.tournaments.write import rounds_make, tournament_create
from moderator.rules import reading
from tests.support.hostile_names import NAMES
from tests.support.shared import shared
from tests.support.web import fuzzing
from tests.support.web.tables import RULES, scenario
from tests.support.web.world import World, join, moderate, record, signed_in

WIDE = "W" * 40
SHORT = [n for n in NAMES if reading.name(n) is None and is_showable(n) and len(n) < 200]
LONG = [n for n in NAMES if reading.name(n) is None and is_showable(n) and len(n) >= 200]
FILES = (
    *("chart-pdf", "score-pdf", "briefings-pdf", "record", "tournament-pdf"),
    *("log-pdf", "records-pdf", "class-results-pdf", "class-attendance-pdf", "join-cards"),
)
NO_PAGES = (
    *("slips-fill", "console-slip", "slips-reveal"),
    *("play-answer", "play-object", "offers", "objections"),
    *("play-contact", "play-promise-answer", "play-questions"),
    *("class-pack", "class-pack-pdf", "play-records", "play-promise"),
    *("passkey", "own-passkeys", "play-leave", "sign-out", "record-upload", "move", "hear", "cell"),
    *("play-move", "play-slip", "play-preview", "play-return", "partner", "play-partner"),
    *("finish", "play-finish", "console-hand"),
    *("redraw", "release", "secrecy", "continue", "class-restore", "people-erase"),
    *("class-archive-zip", "person-data", "person-data-zip", "own-data-zip", "account-data"),
    *("wall-show", "next-lesson", "group-clock", "start"),
    *(
        "balance-report",
        "balance-pdf",
        "healthz",
        "metrics",
        "security-txt",
        "research-zip",
        "play-page",
    ),
    *("school", "school-back", "school-account"),
    *("practice-game", "practice-offer", "practice-preview", "practice-move"),
    *("lti-keys", "lti-config", "lti-login", "lti-launch", "lti-launched"),
)


def own_scenario() -> dict[str, Any]:
    """Ten countries and forty regions."""
    wire = scenario("1800-bc")
    names = iter(SHORT * 5)
    wire |= {"id": "hostile", "title": LONG[0], "turn_name": SHORT[0]}
    wire |= {"description": SHORT[1] * 20, "credits": "\n".join(SHORT)}
    letters = [f"{c}Q" for c in "ABCDEFGHIJ"]
    wire["goods"] = {letter: next(names) for letter in letters}
    wire["regions"] = [
        {"id": f"r{i}", "name": next(names), "note": next(names)} for i in range(39)
    ] + [{"id": "long", "name": LONG[1]}]
    wire["players"] = [
        {"id": f"p{i}", "name": next(names), "income": 8, "home": f"r{i}", "good": letters[i]}
        | {"briefing": "\n\n".join(SHORT)}
        for i in range(9)
    ]
    last = {"id": "p9", "name": LONG[2], "income": 8, "good": letters[9], "briefing": SHORT[2]}
    wire["players"].append(last)
    wire["trade"] = {"units": 10, "victory_points": 8}
    wire["setup"] = {f"r{i}": {f"p{k}": 5 for k in range(10)} for i in range(40 - 1)}
    wire["objectives"] = [
        {"player": f"p{i % 10}", "kind": "prevent", "region": f"r{i}", "victory_points": 5}
        for i in range(20)
    ]
    return wire


def finished(group: Group) -> list[str]:
    """The group plays to the end on a map, and the URLs that show it."""
    wire = own_scenario() | {"turns": 1, "setup": {}}
    wire["players"] = [
        one | {"good": letter} for one, letter in zip(wire["players"], "AB", strict=False)
    ]
    wire["goods"] = dict(zip("AB", SHORT, strict=False))
    wire["regions"] = [
        region | {"position": [30 + i, 30]} for i, region in enumerate(wire["regions"][:4])
    ] + [wire["regions"][-1] | {"position": [32, 34]}]
    wire["objectives"] = [
        {"player": "p0", "kind": "presence", "region": "long", "victory_points": 5}
    ]
    options = {"deployment": "sequential"}
    by = instructor_person(group.classroom)
    game = game_create(group, RULES, wire, options, by)
    for player, region in (("p0", "long"), ("p1", "r2")):
        move = {"player": player}
        record(game, {**move, "type": "deploy", "region": region, "rfs": 8})
        record(game, {**move, "type": "end-turn"})
    pages = ("chart", "chart-replay", "chart-games", "history")
    chart, *others = (reverse(name, args=[group.code]) for name in pages)
    return [chart, f"{chart}?wall", *others]


def people(classroom: Classroom, group: Group) -> list[str]:
    """The names that the class has accepted; each other one got a sentence."""
    taken = []
    for name in NAMES:
        try:
            taken.append(person_join(classroom, name, group).name)
        except InvalidInput as unfit:
            assert str(unfit).endswith(".")
    return taken


def make(user: User) -> dict[str, Any]:
    """The pages of each role, with its session, and the files of the game."""
    settings.ALLOWED_HOSTS.append("testserver")
    classroom = classroom_create(user, '"><img src=x onerror="window.hit=1"> שלום')
    group, other = groups_create(classroom, 2)
    group_rename(group, WIDE)
    group_rename(other, "<svg/onload=window.hit=1>")
    by = instructor_person(classroom)
    options = {"deployment": "sequential", "communication": "written", "diplomatic_records": True}
    game = game_create(group, RULES, own_scenario(), options, by)
    student = join(group, "Eve", game, "p9")
    eve = classroom.people.get(name="Eve")
    person_rename(eve, 2 * WIDE[1:] + "M")
    person_remove(person_join(classroom, 2 * WIDE))
    classroom_delete(classroom_create(user, 2 * WIDE))
    names = people(classroom, group)
    somebody = classroom.people.filter(name__in=names)
    plan = ("valley-of-war", WIDE, "swiss", 3, [eve, *somebody[:6]], ["<svg/onload=hit=1>"])
    rounds_make(tournament_create(classroom, *plan), 0)
    for seat, person in zip(game.seats.all(), somebody, strict=False):
        seat_give(person, seat)
    record(game, {"type": "deploy", "player": "p0", "region": "long", "rfs": 3})
    record(game, {"type": "deploy", "player": "p0", "region": "r7", "rfs": 5})
    console = moderate(group, "'><svg/onload=window.hit=1> Ω")
    browsers = {"nobody": Client(), "student": student, "moderator": console}
    browsers["instructor"] = signed_in(user)
    world = World(user, classroom, group, game, other, game, other, browsers)
    made = visits(world, eve.name, names)
    made["pages"]["nobody"] += finished(other)
    return {"names": len(names), **made}


def visits(world: World, student: str, names: list[str]) -> dict[str, Any]:
    """Where each role goes."""
    at = fuzzing.addresses(world, student)
    files = [at.pop(name) for name in FILES]
    offer = at.pop("play-offer")
    at["tournament-wall"] = reverse("tournament-wall", args=[world.classroom.code, 1])
    at["class-wall"] = reverse("class-wall", args=[world.classroom.code])
    for name in chain(NO_PAGES, *shared("NO_PAGES")):
        at.pop(name)
    people = world.classroom.people.filter(name__in=names)[:40:5]
    more = [
        *(reverse("person", args=[world.classroom.pk, one.number]) for one in people),
        *(reverse("person-data", args=[world.classroom.pk, one.number]) for one in people[:2]),
        f"{at['classroom']}?wall",
        f"{at['chart']}?wall",
        f"{at['replay']}?move=1",
        f"{at['game-new']}?group=1&scenario={RULES}/1800-bc",
    ]
    public = [at[name] for name in ("join", "chart", "chart-replay", "pin", "console-link")]
    return {
        "sessions": {
            role: browser.cookies["sessionid"].value
            for role, browser in world.browsers.items()
            if "sessionid" in browser.cookies
        },
        "pages": {
            "nobody": public,
            "student": [
                *(at[name] for name in ("home", "seats", "play", "chart")),
                *(offer, f"{offer}?start=trade.p9"),
            ],
            "moderator": [at[name] for name in ("console", "replay", "correct", "helping")],
            "instructor": [*at.values(), *more],
        },
        "files": files,
        "entries": queries.timeline(world.game).number,
    }
