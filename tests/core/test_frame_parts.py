"""What a page shows that takes the parts of each frame is what it shows if it is loaded afresh."""

from __future__ import annotations

import random

import pytest

from moderator.core import frames
from moderator.core.look import look_at
from moderator.core.models import Group, Person
from moderator.features.new_game.write import game_create
from moderator.live.events import Frame, Messages
from moderator.rules.registry import GAMES
from moderator.rules.seating import MODERATOR, PUBLIC, Viewer
from tests.played.games import HERE, play
from tests.support.amount import amount
from tests.support.live.shown import Shown
from tests.support.play.play import record_older

pytestmark = pytest.mark.django_db
MOVES = amount(12, 40)


@pytest.mark.parametrize(
    "name",
    [
        "age_of_iron/1800-bc",
        pytest.param("age_of_iron/trade", marks=pytest.mark.long),
        pytest.param("age_of_iron/ended-with-corrections", marks=pytest.mark.long),
        "age_of_iron/written-messages",
        "age_of_war/shared-victory",
        "valley_of_war/red-wins",
        "war/attacks",
    ],
)
@pytest.mark.slow
def test_each_viewers_page_follows_a_game(group: Group, moderator: Person, name: str) -> None:
    """Some frames are missed, and then all parts are sent."""
    played = play(HERE / f"{name}.json")
    rules, options = GAMES[played.record.game], played.record.options
    wire = rules.scenario_wire(played.scenario)
    game = game_create(group, rules.id, wire, options, moderator)
    seats = [Viewer(seat=seat.player) for seat in game.seats.all()]
    pages = {viewer: Shown() for viewer in (PUBLIC, MODERATOR, *seats)}
    before: dict[Viewer, Frame | None] = dict.fromkeys(pages)
    chance, kept = random.Random(name), 0
    for move in (None, *played.record.moves[:MOVES]):
        if move is not None:
            record_older(game, [move], moderator)
            game.refresh_from_db()
        look = look_at(game)
        for viewer, page in pages.items():
            frame = frames.frame_of(group, look, viewer)
            messages = Messages(frame, before[viewer], is_public=True)
            before[viewer] = frame
            had = page.parts
            if chance.random() < 0.1:
                continue
            if page.take(messages.news.body).lacks:
                page.take(messages.whole.body)
            assert page.html == frame.html
            kept += sum(page.parts[part] is had[part] for part in had.keys() & page.parts.keys())
    assert kept > 0
