"""Announcements: who gets them and when, and that nobody else notices."""

from __future__ import annotations

import pytest

from moderator.core import frames, queries
from moderator.core.class_models import Announcement, AnnouncementRelease
from moderator.core.errors import InvalidInput
from moderator.core.models import Game, Group
from moderator.core.people import instructor_person
from moderator.features.classes.write import groups_create
from moderator.features.clock.announcements import (
    announcement_make,
    announcement_release,
    announcement_withdraw,
)
from moderator.features.clock.write import game_start
from moderator.features.new_game.write import game_from_record, record_read
from tests.support.paths import PLAYED
from tests.support.web.tables import Table, seat_down
from tests.support.web.world import start

AUDIENCES = ("public", "moderator", "seat:egypt", "seat:hatti")
TEXT = "A flood"


@pytest.fixture
def table(db: None) -> Table:
    """Two Game-turns; only Hatti has yet to place RFs in the first."""
    table = seat_down("1800-bc", {"deployment": "sequential", "turns": 2})
    for region, rfs in (("egypt", 13), ("babylon", 12), ("assyria", 11)):
        table.record(f"{region} {rfs}", "end")
    return table


def seen(group: Group) -> dict[str, tuple[int, str]]:
    """Version and HTML of each audience's frame."""
    found = {}
    for audience in AUDIENCES:
        frame = frames.render(group.pk, audience)
        assert frame is not None
        found[audience] = (frame.version, frame.html)
    return found


def readers(group: Group, text: str = TEXT) -> set[str]:
    return {name for name, (_, html) in seen(group).items() if text in html}


def releases(announcement: Announcement) -> list[tuple[int | None, int]]:
    return list(announcement.releases.values_list("game__number", "entry_number"))


def released(announcement: Announcement) -> list[int]:
    """Releases it; the groups that get it now."""
    before = set(announcement.releases.values_list("pk", flat=True))
    announcement_release(announcement)
    got = announcement.releases.exclude(pk__in=before).order_by("group")
    return list(got.values_list("group", flat=True))


def test_what_is_for_one_player_changes_nothing_for_the_others(table: Table) -> None:
    before = seen(table.group)
    secret = announcement_make(table.classroom, TEXT, player="egypt")
    later = announcement_make(table.classroom, "A drought", player="egypt", at_round=2)
    assert seen(table.group) == before
    assert released(secret) == [table.group.pk]
    assert readers(table.group) == {"moderator", "seat:egypt"}
    announcement_release(later)
    for step in (None, announcement_withdraw):
        if step:
            step(secret)
        now = seen(table.group)
        for audience in ("public", "seat:hatti"):
            assert now[audience] == before[audience]
    assert now["seat:egypt"][0] == before["seat:egypt"][0] + 3
    assert readers(table.group) == set()
    announcement_release(announcement_make(table.classroom, "For all"))
    assert seen(table.group)["public"][0] == before["public"][0] + 1


def test_the_start_of_a_game_turn_releases_once(table: Table) -> None:
    due = announcement_make(table.classroom, TEXT, at_round=2)
    secret = announcement_make(table.classroom, "A drought", player="hatti", at_round=2)
    announcement_make(table.classroom, "The end", at_round=3)
    table.record("hatti 9")
    assert not readers(table.group)
    table.record("end")
    assert readers(table.group) == set(AUDIENCES)
    assert readers(table.group, "A drought") == {"moderator", "seat:hatti"}
    before = seen(table.group)["public"][0]
    table.record("undo", "redo")
    assert releases(due) == releases(secret) == [(1, 8)]
    assert seen(table.group)["public"][0] == before + 2
    announcement_release(due)
    assert releases(due) == [(1, 8)]
    assert readers(table.group, "The end") == set()


def test_a_press_reaches_the_groups_concerned_once(table: Table) -> None:
    two, _three = groups_create(table.classroom, 2)
    start(two)
    everybody = announcement_make(table.classroom, TEXT)
    assert len(released(everybody)) == 3
    assert released(everybody) == []
    assert releases(everybody) == [(1, 6), (1, 0), (None, 0)]
    country = announcement_make(table.classroom, "A drought", player="egypt")
    assert sorted(released(country)) == [table.group.pk, two.pk]
    one = announcement_make(table.classroom, "A visit", group=two)
    assert released(one) == [two.pk]
    assert readers(two, "A visit") == set(AUDIENCES)
    assert not readers(table.group, "A visit")
    announcement_withdraw(one)
    assert not readers(two, "A visit")
    assert released(one) == []


def test_a_new_game_begins_with_what_was_prepared_for_its_start(table: Table) -> None:
    first = announcement_make(table.classroom, TEXT, at_round=1)
    assert not releases(first)
    by = instructor_person(table.classroom)
    played = (PLAYED / "age_of_iron" / "1800-bc.json").read_bytes()
    game_from_record(table.group, record_read(played), by)
    assert not releases(first)
    start(table.group)
    assert readers(table.group) == set(AUDIENCES)
    Game.objects.filter(number=3).update(is_waiting=True)
    waiting = queries.game_now(table.group)
    assert waiting is not None
    other = announcement_make(table.classroom, "A drought", at_round=1)
    game_start(waiting, by, "instructor")
    assert releases(other) == [(3, 0)]


def test_what_was_withdrawn_or_refused_reaches_nobody(table: Table) -> None:
    withdrawn = announcement_make(table.classroom, TEXT, at_round=2)
    announcement_withdraw(withdrawn)
    assert released(withdrawn) == []
    table.record("hatti 9", "end")
    bad = (
        {"text": " "},
        {"text": "x" * 501},
        {"text": "a\u202eb"},
        {"text": TEXT, "player": "gondor"},
        {"text": TEXT, "at_round": 0},
    )
    for asked in bad:
        with pytest.raises(InvalidInput):
            announcement_make(table.classroom, **asked)  # type: ignore[arg-type]
    assert Announcement.objects.count() == 1
    assert not AnnouncementRelease.objects.exists()
