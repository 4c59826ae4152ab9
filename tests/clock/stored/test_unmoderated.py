"""A group without a moderator, when several things happen at once."""

from __future__ import annotations

import pytest

from moderator.core.models import Game, Group, Person
from moderator.core.people import instructor_person, person_join
from moderator.features.clock.write import game_start
from moderator.features.new_game.settings import GameSettings
from moderator.features.new_game.write import game_create
from moderator.features.overview.write import game_with_moderator, game_without_moderator
from moderator.features.people.write import moderator_appoint
from tests.support.play.at_once import at_once, kinds
from tests.support.play.slips import ORDERS, write
from tests.support.web.tables import scenario

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
KEPT = {"acting": "moderator", "is_reveal_automatic": False, "is_trade_automatic": False}


def begin(group: Group, is_waiting: bool) -> Game:
    options, settings = {"deployment": "simultaneous"}, GameSettings(is_waiting=is_waiting)
    by = instructor_person(group.classroom)
    return game_create(group, "age-of-iron", scenario("1800-bc"), options, by, settings)


def test_a_moderator_who_comes_at_the_start_loses_nothing(group: Group) -> None:
    game, by = begin(group, is_waiting=True), instructor_person(group.classroom)
    person = person_join(group.classroom, "Mo")

    def ask(number: int) -> Person | Game:
        if number:
            return game_start(game, by, "instructor", is_unmoderated=True)
        moderator_appoint(person, group)
        return person

    answers = at_once(ask, 2)
    assert kinds(answers) == {"Person": 1, "Game": 1}
    game.refresh_from_db()
    assert not game.is_waiting
    # Whoever was first: what was chosen is in force, or can be set back.
    assert game.kept_settings in (None, KEPT)
    assert (game.acting == "seats") is game.is_unmoderated
    game_with_moderator(game, by)
    game.refresh_from_db()
    assert {name: getattr(game, name) for name in KEPT} == KEPT
    assert not game.is_unmoderated


def test_of_several_presses_one_reveals(group: Group) -> None:
    game, by = begin(group, is_waiting=False), instructor_person(group.classroom)
    for player in ORDERS:
        write(game, by, player, role="instructor")

    def ask(_: int) -> None:
        game_without_moderator(Game.objects.get(pk=game.pk), by)

    assert kinds(at_once(ask, 4)) == {"NoneType": 4}
    game.refresh_from_db()
    assert game.kept_settings == KEPT
    assert game.entries.count() == 5
