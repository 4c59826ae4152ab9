"""Two classes full of distinguishable secrets, and a visitor in every role.

Each secret is a word or a number that occurs nowhere else, so that pages can be searched for it.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from moderator.core import credentials
from moderator.core.models import Classroom, Game, Group, Person
from moderator.core.people import instructor_person, person_join, person_remove
from moderator.features.classes.write import classroom_create, classroom_delete, groups_create
from moderator.features.clock.announcements import announcement_make, announcement_release
from moderator.features.new_game.settings import GameSettings
from moderator.features.new_game.write import game_create
from moderator.features.people.joining import joining_change
from moderator.features.people.roster import roster_import
from moderator.features.people.roster_reading import ReadName
from moderator.features.slips.write import SlipChange, slip_write
from moderator.features.tournaments.write import rounds_make, tournament_create
from tests.balance.shared import report_made
from tests.support.play.play import record_older
from tests.support.shared import shared
from tests.support.web import packs, secret_offers, tables
from tests.support.web.world import ROLES, RULES, join, moderate, signed_in

PASSWORD = "zq long and known to one alone"
PLAYERS = ("egypt", "babylon", "assyria", "hatti")
ORDER = 7  # RFs of a written order in the log
NOBODY_READS = 1  # the place of the group in which moderators don't read along
GAMES_OF = (2, 3, 2)  # a group's number of games; the last is the current one

_RECORDERS = ("moderator", "instructor", "administrator")
_SELF = dict(zip(ROLES, ROLES, strict=True))
# Everybody's role in the other group of the class, and in the group of the other class.
_TO_OTHER = _SELF | {
    "student": "student of another group",
    "student of another group": "student",
    "moderator": "moderator of another group",
    "moderator of another group": "moderator",
}
_TO_FAR = _SELF | {
    "student": "student of another class",
    "student of another group": "student of another class",
    "student of another class": "student",
    "moderator": "moderator of another group",
    "instructor": "another instructor",
    "another instructor": "instructor",
}


@dataclass(frozen=True)
class Target:
    """A group to send requests to. `seen_as`: each visitor's role in it."""

    name: str
    group: Group
    game: Game
    student: str
    seen_as: dict[str, str]

    def those(self, *who: str) -> frozenset[str]:
        """The visitors with that role in this group."""
        return frozenset(role for role, seen in self.seen_as.items() if seen in who)


@dataclass
class SecretWorld:
    """`secrets`: each with the roles that may read it; those `in_play` are on current pages."""

    targets: tuple[Target, ...]
    browsers: dict[str, Client]
    secrets: dict[str, frozenset[str]] = field(default_factory=dict)
    in_play: set[str] = field(default_factory=set)


def as_new(world: SecretWorld) -> SecretWorld:
    """The same for another test, once the database is as it was."""
    browsers = {role: Client() for role in world.browsers}
    for role, browser in browsers.items():
        browser.cookies = deepcopy(world.browsers[role].cookies)
    return replace(world, targets=deepcopy(world.targets), browsers=browsers)


def build() -> SecretWorld:
    """Everybody has joined: Eve is Egypt, Bob is in the other group, Ada in the other class."""
    pat = User.objects.create_user("zqpat")
    quinn = User.objects.create_user("zqquinn", password=PASSWORD)
    root = User.objects.create_superuser("zqroot")
    near = classroom_create(pat, "zqnearclass", "Europe/Vienna")
    far = classroom_create(quinn, "zqfarclass")
    # The other class's group has a number that this class doesn't have.
    groups = (*groups_create(near, 2), groups_create(far, 3)[2])
    for classroom in (near, far):
        _tournament(classroom)
        person_remove(person_join(classroom, f"Left {classroom.pk}"))
        classroom_delete(classroom_create(classroom.instructor, "Last year"))
    games = [_games(group, place) for place, group in enumerate(groups)]
    names = ("own group", "group beside", "group of another class")
    seen = (_SELF, _TO_OTHER, _TO_FAR)
    students = ("zqeve", "zqbob", "zqada")
    targets = tuple(map(Target, names, groups, (g[-1] for g in games), students, seen))
    browsers = (
        Client(),
        join(groups[0], "zqeve", games[0][-1], "egypt"),
        join(near, "zqbob", games[1][-1], "babylon"),
        join(far, "zqada", games[2][-1], "assyria"),
        moderate(groups[0], "zqmo"),
        moderate(groups[1], "zqmax"),
        signed_in(pat),
        signed_in(quinn),
        signed_in(root),
    )
    for classroom in (near, far):
        packs.made(classroom, "chart", "score", "briefings", has_secrets=True)
    for target in (targets[0], targets[2]):
        report_made(target.group.classroom.instructor, target.game.scenario)
    world = SecretWorld(targets, dict(zip(ROLES, browsers, strict=True)))
    for place, target in enumerate(targets):
        secret = secret_offers.offer(target.game, place)
        world.secrets[secret] = target.those("student", *_RECORDERS)
        world.in_play.add(secret)
        for secret in secret_offers.records(target.game, place):
            readers = () if place == NOBODY_READS else _RECORDERS
            world.secrets[secret] = target.those("student", *readers)
            world.in_play.add(secret)
        secret = announce(target.game, PLAYERS[place], f"zqannounced{place}")
        world.secrets[secret] = target.those("student", *_RECORDERS)
        world.in_play.add(secret)
        written = _messages(target, place)
        world.secrets |= written
        world.in_play |= {secret for secret, roles in written.items() if roles}
        world.secrets |= _keys(target)
        numbers = _student_numbers(target)
        world.secrets |= numbers
        world.in_play |= set(numbers)
        for number in range(GAMES_OF[place]):
            is_present = number == GAMES_OF[place] - 1
            secrets = _secrets(target, place, number, is_present)
            world.secrets |= secrets
            world.in_play |= set(secrets) if is_present else set()
    for browser in world.browsers.values():
        browser.get("/")  # the session stores when an instructor was last seen, once an hour
        if "sessionid" in browser.cookies:
            world.secrets[browser.cookies["sessionid"].value] = frozenset()
    return world


def _messages(target: Target, place: int) -> dict[str, frozenset[str]]:
    student = Person.objects.get(name=target.student)
    readers = frozenset() if place == NOBODY_READS else frozenset(["teachers"])
    written: dict[str, frozenset[str]] = {}
    for write in shared("write_secrets"):
        written |= write(target.game, place, student, PLAYERS[place], readers)
    roles = {"student": target.those("student"), "teachers": target.those(*_RECORDERS)}
    return {
        secret: frozenset().union(*(roles[reader] for reader in readers))
        for secret, readers in written.items()
    }


def announce(game: Game, player: str, secret: str) -> str:
    """Releases an announcement to one player of the group."""
    classroom = game.group.classroom
    made = announcement_make(classroom, secret, game.group, player)
    announcement_release(made)
    return secret


def _tournament(classroom: Classroom) -> None:
    """Six players at three tables, in the first round."""
    names = [f"zqplayer{number}" for number in range(6)]
    plan = ("valley-of-war", "zqclubnight", "swiss", 3)
    rounds_make(tournament_create(classroom, *plan, names=names), 0)


def stands(group: int, game: int, player: int) -> int:
    """A number on the chart for one seat only, which no real game has, so that it can be found."""
    return 11_007 + 1_000 * group + 100 * game + 10 * player


def briefing(group: int, game: int, player: int) -> str:
    """A unique word in a briefing."""
    return f"zqbriefing{group}{game}{player}"


def _region(group: int, game: int) -> str:
    return f"Land{group}{game}"


def _games(group: Group, place: int) -> list[Game]:
    """Games with written orders that are not revealed yet, each with its own secrets."""
    by = instructor_person(group.classroom)
    found = []
    for number in range(GAMES_OF[place]):
        wire = _scenario(place, number)
        options = {"deployment": "simultaneous", "diplomatic_records": True}
        settings = GameSettings()
        if number == GAMES_OF[place] - 1:
            options["communication"] = "written"
            if place == NOBODY_READS:
                settings = GameSettings(readers="nobody")
        game = game_create(group, RULES, wire, options, by, settings)
        found.append(game)
        for player, name in enumerate(PLAYERS):
            cell = {"syria": {name: stands(place, number, player)}}
            correct = {"type": "correct", "reason": "Counted.", "chart": cell}
            order = {"type": "deploy", "player": name, "region": "syria", "rfs": ORDER}
            older = [correct] if has_slips(place, number) else [correct, order]
            record_older(game, older, by)
        if has_slips(place, number):
            _slips(game, by)
    return found


def has_slips(place: int, number: int) -> bool:
    """Whether orders are on slips; in the other games they are in the log, as in older games."""
    return place == 0 and number == GAMES_OF[place] - 1


def _slips(game: Game, by: Person) -> None:
    """All have been written, and half of them are sealed."""
    for player, name in enumerate(PLAYERS):
        write_slip(game, by, name, ORDER, 0, is_sealed=player % 2 == 1)


def write_slip(
    game: Game,
    by: Person,
    player: str,
    rfs: int,
    version: int,
    is_sealed: bool,
    role: str = "instructor",
) -> None:
    """A slip with so many RFs in one land, and the rest in another."""
    places = {"syria": rfs, "nubia": 2 * ORDER - rfs}
    orders = [
        {"type": "deploy", "player": player, "region": region, "rfs": each}
        for region, each in places.items()
    ]
    change = SlipChange(player, version, orders, is_sealed)
    slip_write(game, change, credentials.new(), by, role)


def _scenario(place: int, number: int) -> dict[str, Any]:
    wire = tables.scenario("1800-bc")
    for player, one in enumerate(wire["players"]):
        one["income"] = one["income_simultaneous"] = 2 * ORDER
        one["briefing"] = f"Read this: {briefing(place, number, player)}. And keep it to yourself."
    for region in wire["regions"]:
        if region["id"] == "syria":
            region["name"] = _region(place, number)
    # An objective that names a land that no other game has.
    wire["objectives"] = [o for o in wire["objectives"] if o["region"] != "syria"]
    for player, worth in zip(PLAYERS, (3, 4, 5, 6), strict=True):
        wire["objectives"].append(_objective(player, worth))
    return wire


def _objective(player: str, worth: int) -> dict[str, Any]:
    by = PLAYERS[PLAYERS.index(player) - 1]
    more = {"kind": "prevent", "region": "syria", "by": [by], "victory_points": worth}
    return {"player": player, **more}


def _keys(target: Target) -> dict[str, frozenset[str]]:
    """The PIN and the link of the console."""
    teachers = target.those("instructor", "administrator")
    return {
        credentials.console_pin(target.group): teachers,
        credentials.console_token(target.group): teachers,
    }


def _student_numbers(target: Target) -> dict[str, frozenset[str]]:
    """The student number of the group's student, who is on the roster, as is somebody else."""
    classroom = target.group.classroom
    numbers = [f"zqnumber{target.group.pk}", f"zqspare{target.group.pk}"]
    names = [target.student, f"Spare {target.group.pk}"]
    listed = [ReadName(1, *pair) for pair in zip(names, numbers, strict=True)]
    roster_import(classroom, listed, is_replacing=False)
    joining_change(classroom, are_others_welcome=True)
    return dict.fromkeys(numbers, target.those("instructor", "administrator"))


def _secrets(
    target: Target, place: int, number: int, is_present: bool
) -> dict[str, frozenset[str]]:
    """The secrets of one game: briefings, written orders, objectives."""
    recorders = target.those(*_RECORDERS)
    names = [player["name"] for player in target.game.scenario["players"]]
    found = {}
    for player in range(len(PLAYERS)):
        sits = target.those("student") if is_present and player == place else frozenset()
        rfs = stands(place, number, player)
        said = f"No Presence of {names[player - 1]} in {_region(place, number)}"
        for secret in (briefing(place, number, player), str(rfs), str(rfs + ORDER), said):
            found[secret] = recorders | sits
        if has_slips(place, number):  # the orders are not on the chart
            del found[str(rfs + ORDER)]
    return found
