"""Permissions: the whole table, every action for everybody."""

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User

from moderator.core import access
from moderator.core.access import Actor, may
from moderator.core.models import Classroom, Game, Group, Person
from moderator.core.people import instructor_person, moderator_enter, person_join, person_remove
from moderator.features.classes.write import classroom_create, group_link_withdraw
from moderator.features.people.write import moderator_appoint, seat_give, seat_take
from tests.support.play.play import start

pytestmark = pytest.mark.slow

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

# action -> (the objects, who may)
TABLE: dict[str, tuple[str, set[str]]] = {
    "see-chart": ("group", EVERYBODY),
    "record": ("group", RECORDERS),
    "see-console": ("group", RECORDERS),
    "see-record": ("group", RECORDERS),
    "print-sheet": ("group", RECORDERS),
    "help-person": ("group", RECORDERS),
    "manage-class": ("classroom", INSTRUCTORS),
}


@pytest.fixture
def sitter(game: Game, classroom: Classroom) -> Person:
    person = person_join(classroom, "Ana")
    seat_take(person, game.seats.get(player="chas"))
    return person


@pytest.fixture
def student(sitter: Person, game: Game, classroom: Classroom) -> Person:
    """A person of the same group on another seat."""
    person = person_join(classroom, "Ben")
    seat_take(person, game.seats.get(player="dirk"))
    return person


@pytest.fixture
def actors(
    classroom: Classroom, groups: list[Group], sitter: Person, student: Person
) -> dict[str, Actor]:
    users = {name: User.objects.create_user(name) for name in ("admin", "other", "closed")}
    users["admin"].is_superuser = True
    users["closed"].is_active = False
    classroom_create(users["other"], "Other")
    closed = User.objects.get(pk=classroom.instructor.pk)
    closed.is_active = False
    return {
        STRANGER: Actor(user=AnonymousUser()),
        STUDENT: Actor(persons={classroom.pk: student}),
        SITTER: Actor(persons={classroom.pk: sitter}),
        MODERATES: Actor(moderated={groups[0].pk: (1, moderator_enter(groups[0]))}),
        OTHER_MODERATES: Actor(moderated={groups[1].pk: (1, moderator_enter(groups[1]))}),
        TEACHES: Actor(user=classroom.instructor),
        TEACHES_OTHER: Actor(user=users["other"]),
        ADMIN: Actor(user=users["admin"]),
        CLOSED: Actor(user=closed),
    }


@pytest.fixture
def things(classroom: Classroom, group: Group) -> dict[str, access.Thing]:
    return {"classroom": classroom, "group": group}


def test_every_action_is_asked_for_somewhere() -> None:
    product = settings.BASE_DIR / "moderator"
    pages = [*(product / "core").rglob("*.py"), *(product / "features").rglob("*.py")]
    assert len(pages) > 50
    asked = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    assert [action for action in access.ACTIONS if f'"{action}"' not in asked] == []


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


def test_the_classes_of_an_actor_are_those_that_may_be_managed(actors: dict[str, Actor]) -> None:
    for who, actor in actors.items():
        allowed = {c for c in Classroom.objects.all() if may(actor, "manage-class", c)}
        assert set(access.classrooms(actor)) == allowed, who
    assert not access.classrooms(Actor()).exists()


def test_there_are_no_other_actions(group: Group) -> None:
    with pytest.raises(KeyError):
        may(Actor(), "see-everything", group)


def test_who_was_removed_is_nobody(classroom: Classroom, sitter: Person) -> None:
    actor = Actor(persons={classroom.pk: sitter})
    assert actor.person(classroom) == sitter
    person_remove(sitter)
    assert actor.person(classroom) is None


def test_a_removed_moderator_has_no_console(group: Group) -> None:
    person = moderator_enter(group)
    actor = Actor(moderated={group.pk: (1, person)})
    assert may(actor, "record", group)
    person_remove(person)
    assert [action for action in TABLE if may(actor, action, group)] == ["see-chart"]


def test_a_withdrawn_link_opens_no_console(group: Group) -> None:
    actor = Actor(moderated={group.pk: (1, moderator_enter(group))})
    assert may(actor, "record", group)
    group_link_withdraw(group)
    assert [action for action in TABLE if may(actor, action, group)] == ["see-chart"]


def test_a_moderating_student_has_the_console_until_somebody_else_moderates(
    classroom: Classroom, groups: list[Group], sitter: Person, student: Person
) -> None:
    moderator_appoint(sitter, groups[0])
    actor = Actor(persons={classroom.pk: sitter})
    assert may(actor, "record", groups[0])
    assert not may(actor, "record", groups[1])
    assert not may(actor, "manage-class", classroom)
    assert not sitter.seats.exists()  # a moderator sees every secret
    moderator_appoint(student, groups[0])
    sitter.refresh_from_db()
    assert not may(actor, "record", groups[0])
    game = start(groups[0], instructor_person(classroom))
    seat_give(student, game.seats.get(player="chas"))
    assert not may(Actor(persons={classroom.pk: student}), "record", groups[0])


def test_somebody_of_another_class_has_no_console(classroom: Classroom, group: Group) -> None:
    other = classroom_create(classroom.instructor, "Other")
    stranger = person_join(other, "Zoe")
    assert not may(Actor(moderated={group.pk: (1, stranger)}), "record", group)


def test_only_the_own_seats_secrets(actors: dict[str, Actor], game: Game) -> None:
    found = {who: access.seat_of(actor, game) for who, actor in actors.items()}
    seats = {who: seat.player for who, seat in found.items() if seat is not None}
    assert seats == {SITTER: "chas", STUDENT: "dirk"}


def test_who_was_removed_sits_nowhere(classroom: Classroom, game: Game, sitter: Person) -> None:
    actor = Actor(persons={classroom.pk: sitter})
    assert access.seat_of(actor, game) is not None
    sitter.is_removed = True  # seats are cleared too; the one is enough
    assert access.seat_of(actor, game) is None


def test_a_person_counts_in_the_own_class_alone(
    classroom: Classroom, game: Game, sitter: Person
) -> None:
    other = classroom_create(classroom.instructor, "Other")
    assert Actor(persons={other.pk: sitter}).person(other) is None
