"""Stopping, playing again and ending a turn, by many at once."""

from __future__ import annotations

import pytest

from moderator.core import credentials
from moderator.core.heads import log_findings
from moderator.core.models import Entry, Game, Group, Person
from moderator.features.clock.write import game_stop
from moderator.features.moves.write import move_play, turn_end
from moderator.features.new_game.write import game_again
from moderator.rules.errors import Refused
from tests.support.play import tables
from tests.support.play.at_once import at_once, kinds
from tests.support.play.play import WORKED_EXAMPLE, start

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def test_nothing_is_recorded_after_a_stop(game: Game, moderator: Person) -> None:
    wire = {**WORKED_EXAMPLE[0], "rfs": 1}

    def ask(number: int) -> object:
        own = Game.objects.get(pk=game.pk)
        if number == 0:
            return game_stop(own, moderator, "moderator")
        key = credentials.new()
        return move_play(own, wire, 0, key, moderator, "moderator")

    answers = kinds(at_once(ask, 4))
    game.refresh_from_db()
    assert game.is_stopped
    assert answers["Game"] == 1
    assert Entry.objects.count() == answers.get("RecordedMove", 0) <= 1
    with pytest.raises(Refused, match="stopped"):
        ask(1)


def test_two_who_play_again_get_one_game(group: Group, moderator: Person) -> None:
    old = start(group, moderator)
    game_stop(old, moderator, "moderator")
    answers = at_once(lambda _: game_again(Game.objects.get(pk=old.pk), moderator), 4)
    assert kinds(answers) == {"Game": 1, "InvalidInput": 3}
    assert group.games.count() == 2


def test_a_turn_is_ended_once(group: Group, moderator: Person) -> None:
    game = tables.age_of_war(group, moderator)
    for number in range(10):
        wire = {"type": "lose" if number % 2 else "roll", "player": "ann"}
        move_play(game, wire, number, f"m{number}", moderator, "moderator")

    def end(number: int) -> object:
        own, key = Game.objects.get(pk=game.pk), ("one", "two")[number % 2]
        return turn_end(own, 10, key, moderator, "moderator")

    answers = at_once(end, 4)
    assert kinds(answers) == {"RecordedMove": 2, "Stale": 2}
    assert [entry.move["type"] for entry in game.entries.order_by("number")[10:]] == [
        *("roll", "lose", "roll", "lose"),
    ]
    assert log_findings(game) == []
