"""A row of the table of writes (`tests/core/stored/test_writes.py`), and the scene of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from moderator.core import queries
from moderator.core.models import Game, Group, Person
from moderator.core.people import person_join
from moderator.features.new_game.settings import GameSettings
from moderator.features.new_game.write import game_create
from tests.support.play.agreed import People, seated
from tests.support.play.play import AGE_OF_IRON, scenario

OPTIONS = {"communication": "written", "diplomatic_records": True, "turns": 1}


class Scene:
    """A game, and the people who ask for a change of it; `number`: of what there is to change."""

    def __init__(self, group: Group, moderator: Person, deployment: str) -> None:
        options = {**OPTIONS, "deployment": deployment}
        settings = GameSettings(is_confirmed=True)
        made = game_create(group, AGE_OF_IRON, scenario("1800-bc"), options, moderator, settings)
        self.pk, self.moderator = made.pk, moderator
        self.people: People = seated(made) | {"nobody": person_join(group.classroom, "Nobody")}
        self.number = 0

    @property
    def game(self) -> Game:
        """As another request finds it."""
        return Game.objects.select_related("group__classroom").get(pk=self.pk)

    def who(self, name: str) -> tuple[Person, str]:
        """The moderator, or the student on that seat, with the role."""
        is_moderator = name == "moderator"
        return (self.moderator, name) if is_moderator else (self.people[name], "student")

    def after(self) -> int:
        return queries.head(self.game)[0]


Who = tuple[Person, str]
Prepare = Callable[[Scene], object]
Ask = Callable[[Scene, Game, str, Who, int], object]
"""What is asked for, with a key: the last argument is 0, or the number of something else."""


@dataclass(frozen=True)
class Write:
    """A service, `by` whom it is used and who may not.

    Attributes:
        before: what there has to be first.
        allowed: when it does what is asked for although nothing is recorded in the log then.
        stale: when the form comes too late, and isn't refused with a sentence of its own.
        others: how many other things are asked for with the same key.
        never: when such a game can't be.
    """

    ask: Ask
    by: str
    wrong: str
    before: Prepare = lambda _scene: None
    deployment: str = "sequential"
    has_key: bool = True
    allowed: frozenset[str] = frozenset()
    stale: frozenset[str] = frozenset()
    others: int = 1
    never: frozenset[str] = frozenset()


ALWAYS = frozenset({"paused", "stopped", "waiting", "over"})
