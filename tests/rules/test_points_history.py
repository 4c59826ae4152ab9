"""The points of side games over their moves."""

from __future__ import annotations

from pathlib import Path

import pytest

from moderator.rules.seating import PUBLIC
from tests.played.games import FILES, play

WITH_POINTS = [path for path in FILES if path.parent.name in ("age_of_war", "war")]


@pytest.mark.parametrize("path", WITH_POINTS, ids=lambda path: path.stem)
def test_it_has_every_change_and_the_end(path: Path) -> None:
    timeline = play(path).timelines[-1]
    steps = list(timeline.steps())[::-1]
    shown = timeline.rules.history_view(timeline.start, steps, PUBLIC)
    known = dict(shown.rows)
    last = known[0]
    for step in steps:
        scores = timeline.rules.summary(step.after)["scores"].values()
        points = tuple(score["points"] if "points" in score else score["total"] for score in scores)
        assert (step.number in known) is (points != last or step is steps[-1])
        last = points
        assert known.get(step.number, points) == points


@pytest.mark.parametrize("game", ["age_of_iron", "age_of_war", "valley_of_war", "war"])
def test_only_games_with_a_history_have_one(game: str) -> None:
    timeline = play(next(one for one in FILES if one.parent.name == game)).timelines[-1]
    shown = timeline.rules.history_view(timeline.start, (), PUBLIC)
    assert (shown is not None) is timeline.rules.has_history
