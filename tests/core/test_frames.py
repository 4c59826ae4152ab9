"""Frames: what the subscribers of a group get."""

import statistics
from itertools import pairwise
from typing import Any

import pytest

from moderator.core import frames
from moderator.core.look import look_at
from moderator.core.models import Classroom, Game
from moderator.core.people import instructor_person, person_join, person_remove
from moderator.features.classes.write import groups_create
from moderator.features.deals.records import contact_note
from moderator.features.new_game.write import game_create
from moderator.features.people.write import person_forget, seat_give
from moderator.live.events import Frame
from moderator.rules.seating import MODERATOR, PUBLIC
from tests.played.games import HERE, is_over, play
from tests.support.shared import shared
from tests.support.web.tables import Table, scenario


def test_versions_grow_with_entries_and_games(table: Table) -> None:
    versions = []
    for line in ("xen 5", "undo", "xen 4"):
        table.record(line)
        frame = frames.render(table.group.pk, "public")
        assert frame is not None
        versions.append(frame.version)
    by = instructor_person(table.classroom)
    game_create(table.group, "age-of-iron", scenario("1800-bc"), {}, by)
    after = frames.render(table.group.pk, "public")
    assert after is not None
    versions.append(after.version)
    assert versions == sorted(set(versions))
    assert after.version == 2_000_000


def test_a_frame_that_is_kept_has_the_version_of_what_it_shows(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if something beside the log changes while it is being made."""
    beside = iter((1, 2, 2, 2))
    monkeypatch.setattr(frames, "table_version", lambda look, viewer: next(beside))
    found = [frames.render(table.group.pk, "public") for _ in range(2)]
    first, second = (frame.version for frame in found if frame)
    assert second == first + 1


@pytest.mark.slow
def test_a_move_of_four_countries_is_a_few_kb_to_each_viewer_until_the_end() -> None:
    """With chart and map."""
    played = play(HERE / "age_of_iron" / "1800-bc.json")
    states = [
        timeline
        for timeline, shown in zip(played.timelines, played.shown, strict=True)
        if not is_over(shown)
    ]
    game = Game(rules="age-of-iron")
    html = [frames.html_of_state(game, one.state, one.before, PUBLIC) for one in states]
    shown = [Frame.of(number, one) for number, one in enumerate(html)]
    news = [after.body(before.parts) for before, after in pairwise(shown)]
    assert len(news) == 88
    assert statistics.mean(map(len, news)) <= 3_500
    assert max(map(len, news)) <= 16_000  # orders are revealed, and a new Game-turn begins


def test_a_group_that_is_gone_has_no_frame(table: Table) -> None:
    assert frames.render(table.group.pk + 1, "public") is None


@pytest.mark.parametrize(
    ("audience", "hidden"),
    [
        ("public", 0),
        ("seat:ariel", 0),  # the moderator moves for all
        ("moderator", 1),  # the chart on which a button was pressed
    ],
)
def test_no_frame_holds_a_field_to_fill_in(table: Table, audience: str, hidden: int) -> None:
    frame = frames.render(table.group.pk, audience)
    assert frame is not None
    for tag in ("<form", "<select"):
        assert tag not in frame.html
    # The moderator presses the cells of the chart.
    assert ("<button" in frame.html) == (audience == "moderator")
    after = '<input type="hidden" form="press" name="after" value="0">'
    assert (frame.html.count(after), frame.html.count("<input")) == (hidden, hidden)


def test_the_log_has_the_classs_time(table: Table) -> None:
    table.record("xen 5")
    text = frames.frame_of(table.group, look_at(table.game), MODERATOR).html
    local: Any = table.entries[0].at.astimezone(frames.zone_of(table.group))
    assert f">{local:%H:%M}</time>" in text
    assert Classroom.objects.get().time_zone == "Asia/Tokyo"
    assert local.utcoffset().total_seconds() == 9 * 3600


def test_an_erased_name_is_in_no_cached_frame(table: Table) -> None:
    classroom = table.classroom
    group = groups_create(classroom, 1)[0]
    options = {"communication": "written", "diplomatic_records": True}
    by = instructor_person(classroom)
    game = game_create(group, "age-of-iron", scenario("1800-bc"), options, by)
    egypt, left = (person_join(classroom, name, group) for name in ("Ada", "Ludmila"))
    seat_give(egypt, game.seats.get(player="egypt"))
    for say in shared("say"):
        say(game, "egypt", ["hatti"], "Ask Ludmila.", egypt)
    contact_note(game, ["hatti"], "Ludmila told me.", "c", egypt, "student")

    def shown() -> str:
        frame = frames.render(group.pk, "seat:egypt")
        return frame.html if frame else ""

    assert shown().count("Ludmila") == 2 + 2 * len(
        shared("say")
    )  # in its list, too, and in the note's button
    person_remove(left)
    person_forget(left)
    assert "Ludmila" not in shown()
    assert left.display_name in shown()
