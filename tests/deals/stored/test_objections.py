"""Players object to what a moderator has recorded for them, for a short time and once each."""

from __future__ import annotations

import pytest

from moderator.core.errors import NotAllowed, Stale
from moderator.core.look import look_at, table_version
from moderator.core.models import Game, Group, Person
from moderator.features.deals.models import Objection
from moderator.features.deals.offers import OBJECTIONS, OFFERS, SHOWN, to_confirm
from moderator.features.deals.offers_write import (
    objection_dismiss,
    objection_make,
    offer_answer,
    offer_make,
    offer_record,
)
from moderator.rules.seating import MODERATOR, PUBLIC, Viewer
from tests.support.clock import Clock
from tests.support.play.agreed import People, seated, trade
from tests.support.play.play import deploy, record, start


@pytest.fixture
def game(group: Group, moderator: Person, clock: Clock) -> Game:
    game = start(group, moderator, "1800-bc", {"deployment": "sequential"})
    Game.objects.update(is_confirmed=True)
    game.refresh_from_db()
    return game


@pytest.fixture
def people(game: Game) -> People:
    return seated(game)


def asked(game: Game, player: str, clock: Clock) -> list[int]:
    look = look_at(game)
    offers = OFFERS.of(look)
    return [entry.number for entry in to_confirm(look, offers, player, clock.now)]


@pytest.mark.slow
def test_both_are_asked_for_thirty_seconds(game: Game, moderator: Person, clock: Clock) -> None:
    record(game, deploy("egypt", "syria", 2), moderator)
    record(game, trade("egypt", "assyria"), moderator)
    assert [asked(game, player, clock) for player in ("egypt", "assyria", "hatti")] == [
        [2],
        [2],
        [],
    ]
    clock.wait(SHOWN.seconds)
    assert asked(game, "egypt", clock) == []


def test_an_objection_is_accepted_once_and_in_time(
    game: Game, people: People, moderator: Person, clock: Clock
) -> None:
    record(game, trade("egypt", "assyria"), moderator)
    with pytest.raises(Stale):
        objection_make(game, 1, people["hatti"])
    with pytest.raises(NotAllowed):
        objection_make(game, 1, moderator)
    clock.wait(59)
    objection_make(game, 1, people["egypt"])
    changes = Game.objects.get().changes
    objection_make(game, 1, people["egypt"])
    assert Game.objects.get().changes == changes
    clock.wait(1)
    with pytest.raises(Stale):
        objection_make(game, 1, people["assyria"])
    assert Objection.objects.get().player == "egypt"


def test_nobody_is_asked_about_what_they_recorded_or_accepted_themselves(
    game: Game, people: People, moderator: Person, clock: Clock
) -> None:
    offer = offer_make(game, trade("egypt", "assyria"), "k", people["egypt"])
    offer_answer(game, offer.number, "accepted", "a", people["assyria"])
    offer_record(game, offer.number, "r", moderator, "moderator")
    record(game, trade("egypt", "hatti", give={"G": 1}, get={"S": 1}), moderator)
    record(game, {"type": "undo"}, moderator)
    assert asked(game, "egypt", clock) == []
    with pytest.raises(Stale):
        objection_make(game, 1, people["egypt"])


def test_only_where_the_setting_says_so(game: Game, people: People, moderator: Person) -> None:
    Game.objects.update(is_confirmed=False)
    record(game, trade("egypt", "assyria"), moderator)
    with pytest.raises(Stale):
        objection_make(game, 1, people["egypt"])


def test_the_moderator_is_alerted_and_the_own_seat_sees_it(
    game: Game, people: People, moderator: Person, told: list[str | None]
) -> None:
    record(game, trade("egypt", "assyria"), moderator)
    viewers = (PUBLIC, MODERATOR, Viewer(seat="egypt"), Viewer(seat="assyria"))

    def versions() -> list[int]:
        game.refresh_from_db()
        look = look_at(game)
        return [table_version(look, viewer) for viewer in viewers]

    told.clear()
    objection_make(game, 1, people["egypt"])
    assert sorted(map(str, told)) == ["moderator", "seat:egypt"]
    assert versions() == [0, 1, 1, 0]
    alert = OBJECTIONS.of(look_at(game)).alerts[0]
    with pytest.raises(NotAllowed):
        objection_dismiss(game, alert.id, people["egypt"], "student")
    objection_dismiss(game, alert.id, moderator, "moderator")
    objection_dismiss(game, alert.id, moderator, "moderator")
    assert versions() == [0, 2, 1, 0]
