"""A kept class with its lesson, updated to this release: it goes on as if nothing had happened."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.releases.keep import HERE
from tests.releases.restored import KEPT, restored, unpacked
from tests.support.shared import shared
from tests.support.site import Site

LESSONS = [
    pytest.param(name, marks=pytest.mark.long) if name.endswith("postgresql") else name
    for name in KEPT
    if "lesson" in json.loads(unpacked(f"{name}.json.gz"))
]
MIGRATE = """
from django.core.management import call_command
call_command("migrate", interactive=False, verbosity=0)
"""
VISIT = """
import json
from tests.releases.seen_lesson import rows
from tests.releases.visit import Visit
from tests.support.web.visits import undone
visit = Visit({file!r})
with undone():
    print(json.dumps({asked}))
"""
OPENED_BY_UNDO = "UPDATE play_slipversion SET key = key || ':undo:susa' WHERE key = 'kept-88'"
BY_UNDO = "SELECT player FROM play_slipversion WHERE is_by_undo"
# What is posted again, by the last part of its address.
SAID = ("promise", *shared("KIND"))
POSTED = {"move", "offer", "answer", "slip", "reveal", "contact", "records", *SAID}
POSTED |= {"slips", "susa", "object"}  # orders filled in, and a country reminded of them
POSTED |= {"tournaments", "comments", "announcements", "clock", "notes", "questions", "groups"}

pytestmark = pytest.mark.slow


class Lesson:
    """The database in its folder, updated, and what is known about it."""

    def __init__(self, site: Site, name: str) -> None:
        self.site, self.file = site, str(HERE / f"{name}.json.gz")
        self.known: dict[str, Any] = json.loads(unpacked(f"{name}.json.gz"))["lesson"]
        site.run(MIGRATE)

    def asked(self, expression: str) -> Any:
        """The value of the expression about the `visit`; what it stores is undone."""
        lines = self.site.run(VISIT.format(file=self.file, asked=expression)).splitlines()
        return json.loads(lines[-1])


@pytest.fixture(scope="module", params=LESSONS)
def lesson(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Lesson]:
    var = tmp_path_factory.mktemp("var")
    with restored(request.param, var) as old:
        site = Site(var, env=old.env)
        yield Lesson(site, request.param)
        site.end()


def test_nothing_that_was_stored_has_changed(lesson: Lesson) -> None:
    asked = "[[*visit.known['rows']], [*visit.changed(), *visit.keys_lost()]]"
    compared, found = lesson.asked(asked)
    assert found == []
    assert {"slipversion", "playeroffer", "contact", *SAID} < {*compared}
    verdicts = [kind for both in lesson.known["verdicts"].values() for kind, *_ in both]
    assert {*verdicts} == {"kept", "broken", "pending"}


def test_no_log_is_wrong(lesson: Lesson) -> None:
    assert "Nothing is wrong" in lesson.asked("visit.verify_log()")


def test_every_page_opens_and_shows_what_was_written(lesson: Lesson) -> None:
    found = lesson.asked("visit.pages()")
    assert len(found) > 40
    assert [one for one in found if one[2:] != [200, True]] == []


def test_a_form_that_was_sent_before_gets_its_first_answer(lesson: Lesson) -> None:
    posted, changed = lesson.asked("[visit.again(), visit.changed()]")
    parts = {part for _who, path, *_ in posted for part in path.split("?")[0].split("/")}
    assert parts >= POSTED
    # The page that follows is the same; which of its tabs is shown may have changed since.
    # The clock's page is part of the class's now.
    pages = [
        [[status, urlsplit(page).path.removesuffix("clock/")] for status, page in one[-2:]]
        for one in posted
    ]
    assert [one for one, (then, now) in zip(posted, pages, strict=True) if then != now] == []
    assert changed == []


def test_a_key_of_before_stores_nothing_else(lesson: Lesson) -> None:
    _posted, changed = lesson.asked("[visit.again(text='Something else'), visit.changed()]")
    assert changed == []


def test_a_page_that_was_open_during_the_update_goes_on(lesson: Lesson) -> None:
    stored = f"[len(found) for found in rows({SAID}).values()]"
    posted = f"visit.anew({', '.join(repr(f'/{kind}/') for kind in SAID)})"
    before, statuses, after = lesson.asked(f"[{stored}, {posted}, {stored}]")
    assert statuses == [303] * len(SAID)
    assert after == [count + 1 for count in before]


@pytest.mark.parametrize("name", LESSONS)
def test_a_slip_that_an_undo_has_opened_stays_one(name: str, tmp_path: Path) -> None:
    with restored(name, tmp_path) as old:
        assert old.database.execute(OPENED_BY_UNDO).rowcount == 1
        old.database.commit()
        site = Site(tmp_path, env=old.env)
        lesson = Lesson(site, name)
        assert old.database.execute(BY_UNDO).fetchall() == [("susa",)]
        assert lesson.asked("visit.keys_lost()") == ["slipversion 16 kept-88"]  # it is the undo's
        site.end()
