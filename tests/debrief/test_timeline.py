"""The timeline of a replay: signs of moves, and points as the viewer may know them."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from moderator.core import queries
from moderator.core.models import Game
from moderator.core.people import instructor_person
from moderator.features.debrief.timeline import ReplayTimeline, history_of, timeline_of
from moderator.features.new_game.write import game_from_record, record_read
from moderator.rules.seating import MODERATOR, PUBLIC, Viewer
from tests.support.paths import PLAYED
from tests.support.play.play import deploy
from tests.support.web.tables import Table


def line_of(game: Game, viewer: Viewer) -> ReplayTimeline:
    return timeline_of(game, history_of(game, viewer), viewer)


@pytest.mark.parametrize("viewer", [PUBLIC, MODERATOR], ids=["public", "moderator"])
def test_points_and_signs_of_a_whole_game(table: Table, viewer: Viewer) -> None:
    record = record_read((PLAYED / "age_of_iron" / "1800-bc.json").read_bytes())
    by = instructor_person(table.classroom)
    game = game_from_record(table.group, record, by)
    line, history = line_of(game, viewer), history_of(game, viewer)
    assert len(line.middles) == len(line.totals) == len(history.places)
    assert list(line.middles) == sorted(set(line.middles))
    scores = history.fold.timeline.rules.summary(queries.timeline(game).state)["scores"]
    assert line.totals[-1] == tuple(score["total"] for score in scores.values())
    assert [band["name"] for band in line.bands] == [f"Game-turn {turn}" for turn in range(1, 7)]
    for shape, verb in (("flag", "attack"), ("pair", "trade")):
        numbers = [entry.number for entry in history.fold.entries if entry.verb == verb]
        assert [mark.number for mark in line.marks if mark.shape == shape] == numbers != []


def test_its_width_is_that_of_its_moves_and_never_less_than_the_room(table: Table) -> None:
    record = record_read((PLAYED / "age_of_iron" / "1800-bc.json").read_bytes())
    game = game_from_record(table.group, record, instructor_person(table.classroom))
    history = history_of(game, MODERATOR)
    count = len(history.places)
    shapes = Counter(mark.shape for mark in timeline_of(game, history, MODERATOR).marks)
    pairs, others = shapes.pop("pair"), shapes.total()
    needed = 42.0 * pairs + 28 * others + 7 * (count - pairs - others)
    totals = 84  # at the ends of the curves
    for least, width in (
        ({}, max(1200.0, needed + totals)),
        ({"widths": (50.0,) * count}, 50.0 * count + totals),
    ):
        line = timeline_of(game, history, MODERATOR, **least)
        assert line.width == pytest.approx(width, abs=0.05 * count)  # each is rounded
        assert line.middles[-1] < line.width
        assert sum(band["width"] for band in line.bands) == pytest.approx(line.end, abs=1)
        for curve in line.curves:
            assert curve["points"].split()[-1].startswith(f"{line.end:g},")
        assert sorted(curve["total"] for curve in line.curves) == sorted(line.totals[-1])
        labels = sorted(curve["label"] for curve in line.curves)
        assert all(below - above >= 20 for above, below in itertools.pairwise(labels))


def test_points_of_orders_are_as_secret_as_the_orders(orders: Table) -> None:
    before = line_of(orders.game, PUBLIC)
    orders.record_older(deploy("egypt", "syria", 5), deploy("egypt", "palestine", 6))
    assert line_of(orders.game, PUBLIC) == before
    assert line_of(orders.game, MODERATOR).totals[-1] != before.totals[-1]
