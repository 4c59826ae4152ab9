"""Two classes with games, and a browser for each kind of visitor."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from moderator.core import credentials, queries
from moderator.core.games import shipped
from moderator.core.models import Classroom, Game, Group, Person
from moderator.core.people import instructor_person, person_join, person_return_link
from moderator.features.classes.write import classroom_create, groups_create
from moderator.features.moves.write import move_play
from moderator.features.new_game.write import game_create
from moderator.features.people.models import RecentJoins
from moderator.features.people.write import seat_take
from moderator.rules.registry import GAMES
from tests.support.amount import IS_LONG
from tests.support.web.copies import copied

RULES = "age-of-iron"
SCENARIO = "1800-bc"
ROLES = (
    "nobody",
    "student",
    "student of another group",
    "student of another class",
    "moderator",
    "moderator of another group",
    "instructor",
    "another instructor",
    "administrator",
)
WATCHING = ROLES if IS_LONG else ("nobody", "student", "moderator", "instructor")
"""Who looks where nothing may change for others; in a usual run without those who see of a group
what nobody does, or what its instructor does: `visits` shows that they do."""


def start(group: Group, options: dict[str, object] | None = None) -> Game:
    """A new game of 1800 B.C. for the group."""
    game = GAMES[RULES]
    wire = game.scenario_wire(shipped()[RULES][SCENARIO])
    by = instructor_person(group.classroom)
    return game_create(group, RULES, wire, options or {"deployment": "sequential"}, by)


def join(place: Classroom | Group, name: str, game: Game | None = None, player: str = "") -> Client:
    """A phone whose owner has joined and has a seat."""
    phone = Client()
    page = phone.post(reverse("join", args=[place.code]), {"name": name})
    assert page.status_code == 303, page.content.decode()
    if game is not None:  # by the service: the page for it takes three times as long
        people = Person.objects.filter(classroom=game.group.classroom, name=name)
        seat_take(people.latest("pk"), game.seats.get(player=player))
    return phone


def share(game: Game, player: str, name: str = "Mate") -> Client:
    """The phone of somebody who shares a seat with whoever has it."""
    person = person_join(game.group.classroom, name, game.group)
    seat_take(person, game.seats.get(player=player), shared=True)
    phone = Client()
    assert phone.post(reverse("back", args=[person_return_link(person)])).status_code == 303
    return phone


def moderate(group: Group, name: str = "") -> Client:
    """A laptop that has opened the group's console by its link."""
    laptop = Client()
    link = reverse("console-link", args=[credentials.console_token(group)])
    assert laptop.post(link, {"name": name}).status_code == 303
    return laptop


def signed_in(user: User) -> Client:
    """An instructor's laptop."""
    laptop = Client()
    laptop.force_login(user)
    return laptop


@dataclass
class World:
    """The first class has two groups with games; the second class has one."""

    instructor: User
    classroom: Classroom
    group: Group
    game: Game
    other_group: Group
    other_game: Game
    far_group: Group
    browsers: dict[str, Client] = field(default_factory=dict)

    def person(self, name: str) -> Person:
        return Person.objects.get(name=name)


def make() -> World:
    """Everybody has joined: Eve is Egypt, Bob is in the other group, Ada in the other class."""
    pat = User.objects.create_user("pat")
    quinn = User.objects.create_user("quinn")
    root = User.objects.create_superuser("root")
    classroom = classroom_create(pat, "HIST 210", "Europe/Vienna")
    group, other = groups_create(classroom, 2)
    far_classroom = classroom_create(quinn, "POLS 101")
    (far,) = groups_create(far_classroom, 1)
    game, other_game, far_game = start(group), start(other), start(far)
    world = World(pat, classroom, group, game, other, other_game, far)
    browsers = (
        Client(),
        join(group, "Eve", game, "egypt"),
        join(classroom, "Bob", other_game, "babylon"),
        join(far_classroom, "Ada", far_game, "assyria"),
        moderate(group, "Mo"),
        moderate(other, "Max"),
        signed_in(pat),
        signed_in(quinn),
        signed_in(root),
    )
    world.browsers = dict(zip(ROLES, browsers, strict=True))
    RecentJoins.objects.all().delete()  # they have not joined just now
    return world


def another() -> World:
    """The same, as a copy where that can be."""
    if (found := copied("world", lambda: make().browsers)) is None:
        return make()
    rows, browsers = found
    instructor, classroom = rows[User][0], rows[Classroom][0]
    group, other_group, far_group = rows[Group]
    game, other_game, _ = rows[Game]
    classroom.instructor = instructor
    group.classroom = other_group.classroom = classroom
    game.group, other_game.group = group, other_group
    return World(instructor, classroom, group, game, other_group, other_game, far_group, browsers)


def record(game: Game, *moves: dict[str, object]) -> None:
    """Records moves in the game's log, as the instructor."""
    by = instructor_person(game.group.classroom)
    for move in moves:
        after = queries.timeline(game).number
        move_play(game, move, after, credentials.new(), by, "instructor")
