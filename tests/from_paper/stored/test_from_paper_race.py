"""Two tabs with a text from paper, and a move at the same moment: everything is decided once."""

from __future__ import annotations

from typing import Any

import pytest

from moderator.core.heads import log_findings
from moderator.core.models import Game, Group, Person
from moderator.features.from_paper.feature import text_record
from moderator.features.from_paper.models import LateEntry
from moderator.features.moves.write import move_play
from tests.support.play.at_once import at_once, kinds
from tests.support.play.play import deploy, start

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def enter(pk: int, by: Person, key: str) -> Any:
    game = Game.objects.select_related("group__classroom").get(pk=pk)
    return text_record(game, "xen 5\nyurt 5", 0, key, by, "moderator")


def test_one_press_counts(group: Group, moderator: Person) -> None:
    pk = start(group, moderator).pk
    answers = kinds(at_once(lambda number: enter(pk, moderator, "same-key")))
    assert set(answers) == {"RecordedMove"}
    assert Game.objects.get(pk=pk).entries.count() == 2
    assert LateEntry.objects.count() == 1


def test_two_tabs_and_a_move(group: Group, moderator: Person) -> None:
    game = start(group, moderator)

    def ask(number: int) -> Any:
        if number % 2:
            return enter(game.pk, moderator, f"tab-{number}")
        own = Game.objects.select_related("group__classroom").get(pk=game.pk)
        move = deploy("ariel", "zen", 1)
        return move_play(own, move, 0, f"move-{number}", moderator, "moderator")

    answers = kinds(at_once(ask))
    assert set(answers) <= {"RecordedMove", "Stale"}
    assert answers["Stale"] == sum(answers.values()) - 1
    texts = LateEntry.objects.count()
    assert texts <= 1
    assert game.entries.count() == 1 + texts
    assert log_findings(game) == []
