"""A class with two groups, and a game in the first."""

import pytest
from django.contrib.auth.models import User

from moderator.core import publishing
from moderator.core.models import Classroom, Game, Group, Person
from moderator.core.people import moderator_enter
from moderator.features.classes.write import classroom_create, groups_create
from moderator.features.moves.write import move_play
from tests.support.play.play import WORKED_EXAMPLE, start


@pytest.fixture
def instructor(db: None) -> User:
    return User.objects.create_user("pat")


@pytest.fixture
def classroom(instructor: User) -> Classroom:
    return classroom_create(instructor, "Near East 101", "Europe/Vienna")


@pytest.fixture
def groups(classroom: Classroom) -> list[Group]:
    return groups_create(classroom, 2)


@pytest.fixture
def group(groups: list[Group]) -> Group:
    return groups[0]


@pytest.fixture
def moderator(group: Group) -> Person:
    return moderator_enter(group, "Mo")


@pytest.fixture
def game(group: Group, moderator: Person) -> Game:
    return start(group, moderator)


@pytest.fixture
def played(game: Game, moderator: Person) -> Game:
    """The game with five entries."""
    for number, wire in enumerate(WORKED_EXAMPLE[:5]):
        move_play(game, wire, number, f"key-{number}", moderator, "moderator")
    return game


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str | None]:
    """The audience of each notice; None is everybody."""
    found: list[str | None] = []
    monkeypatch.setattr(
        publishing, "publish", lambda _group, audience=None, **_: found.append(audience)
    )
    return found
