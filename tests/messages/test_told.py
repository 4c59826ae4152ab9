"""Messages among what had been told before the turning points, on the page and on paper."""

from __future__ import annotations

import pytest

from moderator.core.look import Look
from moderator.core.models import Game
from moderator.features.debrief.lanes import findings_of
from moderator.features.printing.game_sheets import said_of
from moderator.rules.deals import MESSAGE
from moderator.rules.seating import PUBLIC
from tests.support.web import debrief
from tests.support.web.tables import seat_down


@pytest.fixture
def game(db: None) -> Game:
    made = debrief.ended_game(seat_down().group)
    debrief.write(made)
    debrief.release(made)
    return made


@pytest.mark.slow
def test_the_last_messages_had_been_told(game: Game) -> None:
    fold, what = debrief.readable(game)
    points = findings_of(Look(game, fold, PUBLIC), what).told
    lines = {
        point.number: [line.number for line in point.lines if line.said.kind == MESSAGE]
        for point in points
    }
    assert lines == {19: [], 35: [30, 19], 40: [30, 19], 83: [], 86: []}
    assert [one.text for one in said_of(Look(game, fold)).only(MESSAGE)] == [
        "Syria is large enough for both of us.",
        "I keep out of Mitanni.",
    ]
