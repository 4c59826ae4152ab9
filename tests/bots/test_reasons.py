"""Why bots did something: the moderator reads it at once, everybody after the end, beside it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from moderator.core.cache import forget_all
from moderator.core.look import look_at
from moderator.core.models import Game, Group, Person
from moderator.core.written import Diplomacy
from moderator.features.bots.feature import last_reasons, reasons_of
from moderator.features.bots.models import BotReason
from moderator.features.bots.write import bot_play, bot_put, bots_of, reason_store
from moderator.features.clock.write import game_continue, game_stop
from moderator.rules.bots import SEALED, Because
from moderator.rules.seating import MODERATOR, PUBLIC, Viewer
from tests.support.play.play import start
from tests.support.web.archives import archived, rows

pytestmark = pytest.mark.slow

VIEWERS = (MODERATOR, PUBLIC, Viewer(seat="egypt"), Viewer(seat="hatti"))


def play(game: Game) -> bool:
    game.refresh_from_db()
    return bot_play(look_at(game), bots_of(game))


@pytest.fixture
def game(group: Group, moderator: Person) -> Game:
    """Bots play one Game-turn; the orders are revealed, and Egypt has ended its turn."""
    options = {"turns": 1, "diplomatic_records": True}
    game = start(group, moderator, "1800-bc", options)
    Game.objects.filter(pk=game.pk).update(is_reveal_automatic=True)
    for player in ("egypt", "babylon", "assyria", "hatti"):
        bot_put(game, player, "steward", moderator)
    game.refresh_from_db()
    for _ in range(5):
        assert play(game)
    return game


def texts(game: Game, viewer: Viewer, number: int) -> list[str]:
    """What the viewer may know of the line of the log with this entry."""
    game.refresh_from_db()
    look = look_at(game, viewer)
    entries = look.fold.entries
    run = [one for one in entries if one.number == number]
    if entries[number - 1].key.endswith(":1"):
        run = [one for one in entries if one.role == "system"]
    return [text for _, text in reasons_of(look, run)]


def test_until_the_end_they_are_the_moderators(game: Game) -> None:
    last = game.entries.count()
    for viewer in VIEWERS:
        for number in (1, last):
            assert bool(texts(game, viewer, number)) is viewer.is_moderator, (viewer, number)
        assert bool(last_reasons(look_at(game, viewer))) is viewer.is_moderator
    while play(game):
        pass
    for viewer in VIEWERS:
        assert texts(game, viewer, last)
        assert "A Presence in" in " ".join(texts(game, viewer, 1))


def test_a_stopped_game_may_go_on_until_it_is_said_that_it_wont(
    game: Game, moderator: Person
) -> None:
    game_stop(game, moderator, "moderator")
    last = game.entries.count()
    assert not texts(game, PUBLIC, last)
    assert not texts(game, Viewer(seat="egypt"), last)
    game_continue(game, moderator, "moderator")
    game_stop(game, moderator, "moderator", is_concluded=True)
    assert texts(game, Viewer(seat="egypt"), last)


def test_what_tells_of_a_promise_is_for_those_who_may_read_it(game: Game) -> None:
    """The moderator too, unless the game's settings keep promises from teachers."""
    last = game.entries.count()
    vow = Because("It was promised to {name}.", {"name": "Hatti", **SEALED})
    reason_store(game, "egypt", BotReason.ENTRY, last, vow)
    reason_store(game, "egypt", BotReason.PROMISE, 1, Because("It helps.", {}))
    for readers, count in (("teachers", 2), ("nobody", 1)):
        values = {"readers": readers, "afterwards": readers}
        Diplomacy.objects.update_or_create(game=game, defaults=values)
        Game.objects.filter(pk=game.pk).update(changes=game.changes + 1)
        forget_all()
        assert len(texts(game, MODERATOR, last)) == count
        said = {one.why[1] for one in last_reasons(look_at(game, MODERATOR))}
        assert ("It helps." in said) is (readers == "teachers")
    while play(game):
        pass
    assert len(texts(game, PUBLIC, last)) == 1


def test_pages_show_them_beside_the_move(game: Game, client: Client) -> None:
    code, number = game.group.code, game.entries.count()
    url = f"{reverse('chart-replay', args=[code])}?move={number}"
    text = texts(game, MODERATOR, number)[0]
    assert text not in client.get(url).content.decode()
    while play(game):
        pass
    assert text in client.get(url).content.decode()


def test_an_archive_has_those_that_its_instructor_may_read(game: Game) -> None:
    vow = Because("It was promised to {name}.", {"name": "Hatti", **SEALED})
    reason_store(game, "egypt", BotReason.ENTRY, 1, vow)
    reason_store(game, "egypt", BotReason.PROMISE, 1, Because("It helps.", {}))
    for readers, left_out in (("teachers", 0), ("nobody", 2)):
        values = {"readers": readers, "afterwards": readers}
        Diplomacy.objects.update_or_create(game=game, defaults=values)
        found = rows(archived(game.group.classroom), "botreason")
        assert len(found) == BotReason.objects.count() - left_out, readers


@pytest.mark.parametrize("text", ["{name:>9}", "{name.real}", "{other}", "{", "{0}", "{name}"])
def test_a_reason_from_a_changed_archive_is_only_text(text: str) -> None:
    assert str(Because(text, {"name": "Hatti"})) == text.replace("{name}", "Hatti")
