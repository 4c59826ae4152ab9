"""Bots, processes and people at once: connections of their own, real commits."""

from __future__ import annotations

from typing import Any

import pytest

from moderator.core import child
from moderator.core.heads import log_findings
from moderator.core.look import look_at
from moderator.core.models import Game, Group, Person
from moderator.core.people import person_join
from moderator.features.bots.playing import play_next, wanted
from moderator.features.bots.write import bot_play, bot_put, bot_take, bots_of
from moderator.features.new_game.settings import GameSettings
from moderator.features.people.write import seat_take
from moderator.features.slips.models import SlipVersion
from tests.support.play import tables
from tests.support.play.at_once import THREADS, at_once, kinds
from tests.support.play.play import start

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture(autouse=True)
def _no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """None is started for the database of a test."""
    monkeypatch.setattr(child, "start", lambda _command, niceness: None)


def test_however_many_move_a_bot_it_makes_one_move(group: Group, moderator: Person) -> None:
    running = GameSettings(dice="server", partners=frozenset({"ann"}))
    game = tables.age_of_war(group, moderator, running)
    look, bots = look_at(game), bots_of(game)
    answers = at_once(lambda _: bot_play(look, bots))
    assert kinds(answers) == {"bool": THREADS}
    assert game.entries.get().role == "partner"


def test_several_processes_write_each_slip_once(group: Group, moderator: Person) -> None:
    game = start(group, moderator, "1800-bc")
    for player in ("egypt", "babylon", "assyria", "hatti"):
        bot_put(game, player, "rival", moderator)

    def ask(_: int) -> None:
        for _ in range(8):
            play_next(list(wanted()))

    assert kinds(at_once(ask, 4)) == {"NoneType": 4}
    versions = SlipVersion.objects.filter(game=game).values_list("player", "number")
    assert sorted(versions) == [(one, 1) for one in ("assyria", "babylon", "egypt", "hatti")]


def test_a_seat_is_the_bots_or_a_students(group: Group, moderator: Person) -> None:
    game = start(group, moderator, "1800-bc")
    seat = game.seats.get(player="egypt")
    ana = person_join(group.classroom, "Ana")

    def ask(number: int) -> Any:
        if number:
            return seat_take(ana, seat)
        return bot_put(game, "egypt", "rival", moderator)

    assert kinds(at_once(ask, 2)) == {"Seat": 1, "NoneType": 1}
    assert list(seat.persons.all()) == [ana]  # the bot may be there until she is seen


def test_put_there_and_taken_away_while_it_plays(group: Group, moderator: Person) -> None:
    game = start(group, moderator, "1800-bc", {"deployment": "sequential", "turns": 2})

    def ask(number: int) -> None:
        for _turn in range(6):
            if number == 0:
                bot_put(game, "egypt", "rival", moderator)
            elif number == 1:
                bot_take(game, "egypt")
            else:
                now = Game.objects.select_related("group__classroom").get(pk=game.pk)
                if bots := bots_of(now):
                    bot_play(look_at(now), bots)

    answers = kinds(at_once(ask, 4))
    assert set(answers) <= {"NoneType", "Refused", "Stale"}
    assert answers["NoneType"] >= 2
    assert not log_findings(game)
