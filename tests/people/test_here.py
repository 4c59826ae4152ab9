"""Who is here: at the next lesson, and names on the wall."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser

from docs.class_pages import JOIN
from moderator.core.lesson import lesson_of
from moderator.core.models import Classroom
from moderator.core.people import person_join
from moderator.core.publishing import presence_store
from moderator.features.classes.write import classroom_create
from moderator.features.overview.write import next_lesson_begin
from moderator.features.people.join import Attending, here_html
from moderator.features.people.joining import joining_change
from moderator.features.people.roster import roster_import
from moderator.features.people.roster_reading import ReadName
from tests.support.clock import Clock
from tests.support.site import Site
from tests.support.web.rooms import room
from tests.support.web.students import NAMES


@pytest.fixture
def classroom(db: None) -> Classroom:
    return classroom_create(User.objects.create_user("pat"), "HIST 210")


def test_who_is_online_when_the_next_lesson_begins_is_here_at_once(
    classroom: Classroom, clock: Clock
) -> None:
    away, online, late = (person_join(classroom, name) for name in ("Ana", "Ben", "Cem"))
    clock.wait(300)
    presence_store([away.pk])
    clock.wait(60)
    presence_store([online.pk])
    clock.wait(20)
    next_lesson_begin(classroom)

    def here() -> list[str]:
        return [one.name for one in Attending(classroom, lesson_of(classroom)).here]

    assert here() == ["Ben"]
    clock.wait(5)
    # Nothing is published for somebody who stays online; for others it is.
    assert presence_store([online.pk]) == set()
    assert presence_store([late.pk]) == {classroom.pk}
    assert here() == ["Ben", "Cem"]


def test_names_are_shown_on_the_wall_by_a_press_where_that_changes_something(
    classroom: Classroom,
) -> None:
    assert "show-names" not in here_html(classroom)[0]
    person_join(classroom, "Ana")
    roster_import(classroom, [ReadName(1, "Ana")], False)
    assert "show-names" not in here_html(classroom)[0]
    person_join(classroom, "Ben")
    assert "show-names" in here_html(classroom)[0]
    joining_change(classroom, are_all_named=True)
    assert "hide-names" in here_html(classroom)[0]


@pytest.mark.parametrize(
    ("width", "height"), [(1366, 768), pytest.param(1920, 1080, marks=pytest.mark.long)]
)
def test_the_wall_has_room_for_everybody(
    browser: Browser, site: Site, width: int, height: int
) -> None:
    club = room(site, "")
    with browser.new_context(viewport={"width": width, "height": height}) as context:
        page = club.teach(context)
        for setup in ("", JOIN.format(pk=club.classroom, names=NAMES)):
            site.run(setup or "pass")
            page.goto(f"{site.url}/classes/{club.classroom}/?wall")
            page.locator(".qr").wait_for()
            assert page.evaluate("document.documentElement.scrollHeight") <= height
        assert page.locator("#live .here-names li").count() == 57
        assert page.evaluate("document.documentElement.scrollWidth") <= width
