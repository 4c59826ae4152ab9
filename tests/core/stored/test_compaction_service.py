"""When the database's files are compacted."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from moderator.core.class_models import Compaction, Presence
from moderator.core.databases import compaction
from moderator.core.databases.compaction import compact
from moderator.core.models import Game, Person
from moderator.features.classes.feature import note_delete
from moderator.features.classes.write import group_delete
from moderator.features.debrief.comments import comment_delete, comment_write
from moderator.features.debrief.questions import question_delete
from moderator.features.new_game.write import game_delete
from moderator.features.people.roster import roster_import, roster_remove
from moderator.features.people.write import person_forget
from tests.support.clock import Clock
from tests.support.play.written_texts import WrittenClass

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def rewritten(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Each time that the files were written again."""
    calls: list[bool] = []
    monkeypatch.setattr(compaction, "checkpoint", lambda: True)

    def rewrite() -> bool:
        calls.append(True)
        return True

    monkeypatch.setattr(compaction, "rewrite", rewrite)
    return calls


def seen(played: Game, person: Person) -> None:
    Presence.objects.update_or_create(person=person, defaults={"seen": timezone.now()})


@pytest.mark.parametrize("is_connected", [True, False])
def test_it_waits_while_a_class_plays(
    clock: Clock, played: Game, moderator: Person, is_connected: bool, rewritten: list[bool]
) -> None:
    comment_delete(comment_write(played, 1, "Why?", moderator))
    assert not compact()
    clock.now += timedelta(minutes=3)
    if is_connected:
        seen(played, moderator)
        assert not compact()
        clock.now += timedelta(hours=12)
        seen(played, moderator)
    assert not rewritten
    assert compact()
    assert rewritten
    assert compact()
    assert len(rewritten) == 1


@pytest.mark.parametrize(
    "delete",
    [
        lambda made: game_delete(made.game),
        lambda made: group_delete(made.game.group),
        lambda made: person_forget(made.person),
        lambda made: note_delete(made.person.notes.get()),
        lambda made: comment_delete(made.game.comments.get()),
        lambda made: question_delete(made.game.questions.get()),
        lambda made: roster_import(made.classroom, [], is_replacing=True),
        lambda made: roster_remove(
            made.classroom, made.classroom.roster.values_list("pk", flat=True)
        ),
    ],
)
def test_each_deletion_for_good_asks_for_it(delete: Callable[[WrittenClass], Any]) -> None:
    made = WrittenClass("zq1")
    assert not Compaction.objects.exists()
    delete(made)
    assert Compaction.objects.exists()
