"""Who may what: the whole table, every action for everybody."""

import dataclasses

import pytest
from django.contrib.auth.models import AnonymousUser, User

from moderator.play import access, services
from moderator.play.access import Actor, may
from moderator.play.models import Classroom, Game, Group, Person
from moderator.rules.game import MODERATOR, PUBLIC, Viewer
from tests.play.play import start

STRANGER, STUDENT, SITTER, MODERATES, OTHER_MODERATES, TEACHES, TEACHES_OTHER, ADMIN, CLOSED = (
    "stranger",
    "student",
    "sitter",
    "moderator",
    "moderator of the other group",
    "instructor",
    "instructor of another class",
    "administrator",
    "instructor whose account is closed",
)
EVERYBODY = {
    STRANGER,
    STUDENT,
    SITTER,
    MODERATES,
    OTHER_MODERATES,
    TEACHES,
    TEACHES_OTHER,
    ADMIN,
    CLOSED,
}
INSTRUCTORS = {TEACHES, ADMIN}
RECORDERS = {MODERATES, *INSTRUCTORS}

# action -> (the things that it is asked for, who may)
TABLE: dict[str, tuple[str, set[str]]] = {
    "join": ("classroom group", EVERYBODY),
    "see-chart": ("group game", EVERYBODY),
    "take-seat": ("seat game group classroom", {STUDENT, SITTER}),
    "see-seat": ("seat", {SITTER, *RECORDERS}),
    "record": ("group game", RECORDERS),
    "take-back": ("group game", RECORDERS),
    "see-console": ("group game", RECORDERS),
    "see-log": ("group game", RECORDERS),
    "see-record": ("group game", RECORDERS),
    "print-chart": ("group game", RECORDERS),
    "print-score": ("group game", RECORDERS),
    "give-seat": ("group game seat", RECORDERS),
    "help-person": ("person", RECORDERS),
    "manage-class": ("classroom", INSTRUCTORS),
    "manage-group": ("group", INSTRUCTORS),
    "start-game": ("group", INSTRUCTORS),
    "delete-game": ("game", INSTRUCTORS),
    "manage-person": ("person", INSTRUCTORS),
}


@pytest.fixture
def sitter(game: Game, classroom: Classroom) -> Person:
    person = services.person_join(classroom, "Ana")
    services.seat_take(person, game.seats.get(player="chas"))
    return person


@pytest.fixture
def student(sitter: Person, game: Game, classroom: Classroom) -> Person:
    """Somebody of the same group on another seat."""
    person = services.person_join(classroom, "Ben")
    services.seat_take(person, game.seats.get(player="dirk"))
    return person


@pytest.fixture
def actors(
    classroom: Classroom, groups: list[Group], sitter: Person, student: Person
) -> dict[str, Actor]:
    users = {name: User.objects.create_user(name) for name in ("admin", "other", "closed")}
    users["admin"].is_superuser = True
    users["closed"].is_active = False
    services.classroom_create(users["other"], "Other")
    closed = User.objects.get(pk=classroom.instructor.pk)
    closed.is_active = False
    return {
        STRANGER: Actor(user=AnonymousUser()),
        STUDENT: Actor(persons={classroom.pk: student}),
        SITTER: Actor(persons={classroom.pk: sitter}),
        MODERATES: Actor(moderated={groups[0].pk}),
        OTHER_MODERATES: Actor(moderated={groups[1].pk}),
        TEACHES: Actor(user=classroom.instructor),
        TEACHES_OTHER: Actor(user=users["other"]),
        ADMIN: Actor(user=users["admin"]),
        CLOSED: Actor(user=closed),
    }


@pytest.fixture
def things(
    classroom: Classroom, group: Group, game: Game, sitter: Person
) -> dict[str, access.Thing]:
    return {
        "classroom": classroom,
        "group": group,
        "game": game,
        "seat": game.seats.get(player="chas"),
        "person": sitter,
    }


def test_every_action_is_in_the_table() -> None:
    assert {*TABLE, "make-class"} == set(access.ACTIONS)


@pytest.mark.parametrize("action", TABLE)
def test_who_may(action: str, actors: dict[str, Actor], things: dict[str, access.Thing]) -> None:
    names, allowed = TABLE[action]
    for name in names.split():
        assert {who for who, actor in actors.items() if may(actor, action, things[name])} == allowed


def test_classes_are_made_by_who_is_signed_in(actors: dict[str, Actor]) -> None:
    allowed = {who for who, actor in actors.items() if may(actor, "make-class", None)}
    assert allowed == {TEACHES, TEACHES_OTHER, ADMIN}
    assert not may(Actor(), "make-class", None)


def test_there_are_no_other_actions(game: Game) -> None:
    with pytest.raises(KeyError):
        may(Actor(), "see-everything", game)


def test_who_was_removed_is_nobody(
    actors: dict[str, Actor], things: dict[str, access.Thing], sitter: Person, game: Game
) -> None:
    services.person_remove(sitter)
    assert not may(actors[SITTER], "see-seat", things["seat"])
    assert not may(actors[SITTER], "take-seat", things["seat"])
    assert access.viewer(actors[SITTER], game) == PUBLIC


def test_a_moderator_takes_no_seat(classroom: Classroom, game: Game, moderator: Person) -> None:
    assert not may(Actor(persons={classroom.pk: moderator}), "take-seat", game)


def test_a_person_counts_in_the_own_class_alone(
    classroom: Classroom, game: Game, sitter: Person
) -> None:
    other = services.classroom_create(classroom.instructor, "Other")
    assert Actor(persons={other.pk: sitter}).person(other) is None


class TestViewers:
    def test_as_whom_they_look(self, actors: dict[str, Actor], game: Game) -> None:
        expected = dict.fromkeys(EVERYBODY, PUBLIC) | dict.fromkeys(RECORDERS, MODERATOR)
        expected |= {SITTER: Viewer(seat="chas"), STUDENT: Viewer(seat="dirk")}
        assert {who: access.viewer(actor, game) for who, actor in actors.items()} == expected

    def test_a_seat_counts_in_its_own_game_alone(
        self, actors: dict[str, Actor], groups: list[Group]
    ) -> None:
        other = start(groups[1], services.moderator_enter(groups[1]))
        assert access.viewer(actors[SITTER], other) == PUBLIC

    def test_in_which_role_they_record(self, actors: dict[str, Actor], game: Game) -> None:
        roles = {who: access.role(actor, game) for who, actor in actors.items()}
        assert {who: role for who, role in roles.items() if role} == {
            MODERATES: "moderator",
            TEACHES: "instructor",
            ADMIN: "instructor",
        }

    def test_an_instructor_with_a_console_records_as_instructor(
        self, actors: dict[str, Actor], game: Game
    ) -> None:
        both = dataclasses.replace(actors[TEACHES], moderated={game.group_id})
        assert access.role(both, game) == "instructor"
