"""A whole lesson with 60 students in 12 groups, from the roster to the results on the wall.

To watch it: WATCH=1 (docs/tests.md).
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.site import Site
from tests.support.web.fixtures import EXPECTED_MS
from tests.support.web.lesson import Lesson
from tests.support.web.rooms import room
from tests.support.web.streams import Streams
from tests.support.web.students import NAMES, Student, join_all, lines

GROUPS = 12
VOLUNTEERS = GROUPS - 1  # one group has no moderator
CODES = """
import json
from moderator.core import credentials
from moderator.core.models import Classroom, Group
codes = [one.code for one in (*Classroom.objects.all(), *Group.objects.all())]
keys = [make(one) for one in Group.objects.all()
        for make in (credentials.console_pin, credentials.console_token)]
print(json.dumps(codes + keys))
"""
LONG_MS = 30_000  # for what a busy machine does


@pytest.fixture
def lesson(site: Site, browser: Browser) -> Iterator[Lesson]:
    club = room(site, "")
    streams = Streams(site)
    with ExitStack() as stack:
        large, small = {"width": 1366, "height": 768}, {"width": 360, "height": 740}
        contexts = [
            stack.enter_context(browser.new_context(viewport=size))
            for size in (large, large, small, large)
        ]
        desk = club.teach(contexts[0])
        wall, phone, console = (context.new_page() for context in contexts[1:])
        expect.set_options(timeout=LONG_MS)
        yield Lesson(site, club.classroom, streams, desk, wall, phone, console)
        expect.set_options(timeout=EXPECTED_MS)
        streams.end()


@pytest.mark.long
def test_a_class_of_sixty(lesson: Lesson) -> None:
    import_roster(lesson)
    took_s = join(lesson)
    assert took_s < 60
    draw(lesson)
    start(lesson)
    seat_late(lesson)
    announce(lesson)
    play(lesson, 0)
    lose_moderators(lesson)
    play(lesson, 1)
    pause(lesson)
    check_wall(lesson)
    end(lesson)
    show_results(lesson)
    check_wall(lesson)
    begin_next(lesson)
    assert lesson.problems == []
    everybody = [*lesson.students, lesson.late]
    statuses = {status for student in everybody for status in student.statuses}
    assert statuses == {200, 302, 303, 404}  # 404: the console that was given to another
    assert lesson.streams.ended == 0
    check_events(lesson)


def check_events(lesson: Lesson) -> None:
    """The file of security events has what happened, and nobody's name, no code and no link."""
    text = (lesson.site.var / "security-events.jsonl").read_text()
    kinds = {json.loads(line)["kind"] for line in text.splitlines()}
    assert {"class.created", "console_link.withdrawn"} <= kinds
    for secret in (*NAMES, *json.loads(lesson.site.run(CODES))):
        assert secret not in text


def import_roster(lesson: Lesson) -> None:
    lesson.teach("roster/")
    rows = (f"{name}; 77{number:03}" for number, name in enumerate(NAMES))
    lesson.desk.fill("#list", "\n".join(rows))
    lesson.desk.get_by_role("button", name="Check the list").click()
    lesson.desk.get_by_role("button", name="Import 60 names").click()
    expect(lesson.desk.get_by_text("60 names were imported; the roster has 60.")).to_be_visible()


def join(lesson: Lesson) -> float:
    """How many seconds it takes. Eleven of those who are here volunteer to moderate."""
    lesson.groups()
    code, began = lesson.code, time.monotonic()
    lesson.open(lesson.wall, f"/w/{code}/")
    for page, name in ((lesson.phone, NAMES[-1]), (lesson.console, NAMES[-2])):
        lesson.open(page, f"/join/{code}/")
        page.get_by_role("button", name=name).click()
        page.wait_for_url(f"**/join/{code}/seats/")
    lesson.desk.get_by_role("link", name="Who is here").first.click()
    join_all(lesson.students, code)
    took_s = time.monotonic() - began
    expect(lesson.desk.locator("#here .here-count b")).to_have_text("59")
    expect(lesson.desk.locator("#here .here-count span")).to_have_text("of 60 are here")
    lesson.console.get_by_role("button", name="I would moderate a group").click()
    for student in lesson.students[: VOLUNTEERS - 1]:
        student.volunteer(code)
    expect(lesson.desk.locator("#here .badge")).to_have_count(VOLUNTEERS)
    return took_s


def draw(lesson: Lesson) -> None:
    desk = lesson.desk
    desk.get_by_role("button", name="Draw groups").click()
    expect(desk.locator(".draft-group")).to_have_count(GROUPS)
    expect(desk.get_by_text("11 of 12 groups have a moderator.")).to_be_visible()
    expect(desk.locator("section[data-to=out] .mover")).to_have_count(0)


def start(lesson: Lesson) -> None:
    """The games, and the clock for all of them."""
    desk, code = lesson.desk, lesson.code
    desk.get_by_role("button", name="Start all games").click()
    expect(desk.locator("#live tbody tr")).to_have_count(GROUPS)
    for student in lesson.students:
        student.find_place(code)
    moderated = {student.group for student in lesson.moderators}
    assert len(moderated) == VOLUNTEERS - 1
    lesson.phone.wait_for_url("**/play/*/")
    lesson.open(lesson.console, f"/join/{code}/seats/")
    lesson.console.get_by_role("link", name="Open the console").click()
    lesson.console.wait_for_url("**/g/*/")
    moderated.add(lesson.console.url.strip("/").split("/")[-1])
    (lesson.alone,) = {group for _, group, _ in lesson.groups()} - moderated
    desk.locator("#class-clock [name=minutes]").first.fill("10")
    desk.locator("#class-clock").get_by_role("button", name="Start the clock").first.click()
    for page in (lesson.wall, lesson.phone, lesson.console):
        expect(page.locator("[data-clock]")).to_contain_text("Negotiation")
    for student in lesson.students[::10]:
        assert "data-clock" in student.ask(student.home).body
        student.laptop.close()


def seat_late(lesson: Lesson) -> None:
    """The last one of the roster comes when the games have begun."""
    late = lesson.late
    late.join(lesson.code)
    late.laptop.close()
    row = lesson.desk.locator(".late-line li", has_text=late.name)
    row.get_by_role("button", name="Give a seat").click()
    expect(lesson.desk.locator("#given")).to_contain_text(late.name)
    late.find_place(lesson.code)
    assert not late.is_moderator


def announce(lesson: Lesson) -> None:
    desk, text = lesson.desk, "Fifteen minutes for this turn."
    desk.locator("summary", has_text="Announce").click()
    desk.get_by_label("Announcement").fill(text)
    desk.get_by_role("button", name="Send").click()
    for page in (lesson.phone, lesson.console, lesson.wall):
        expect(page.get_by_text(text).first).to_be_visible()
    lesson.teach("")


def pause(lesson: Lesson) -> None:
    lesson.teach("")
    for button, is_paused in (("Pause all", True), ("Resume all", False)):
        lesson.desk.get_by_role("button", name=button).click()
        for page in (lesson.phone, lesson.console):
            expect(page.locator("[data-paused]")).to_have_count(int(is_paused))


def play(lesson: Lesson, turn: int) -> None:
    """A Game-turn in all groups; where nobody is the moderator, the instructor records."""
    numbers = {code: number for number, code, _ in lesson.groups()}
    with ThreadPoolExecutor(4) as pool:
        recorded = [
            pool.submit(student.record, lines(turn, numbers[student.group]))
            for student in lesson.moderators
        ]
        own = lesson.console.url.strip("/").split("/")[-1]
        type_lines(lesson.console, lines(turn, numbers[own]))
        for group in filter(None, (lesson.alone, lesson.left)):
            typed = lines(turn, numbers[group])
            if group == lesson.alone:
                typed.remove("reveal")  # where players record, the last sealed slip does it
            lesson.open(lesson.desk, f"/g/{group}/")
            type_lines(lesson.desk, typed)
        for each in recorded:
            each.result()
    expect(lesson.phone.locator("#live")).to_contain_text(f"Game-turn {turn + 2}")


def type_lines(console: Page, typed: list[str]) -> None:
    for line in typed:
        console.fill("#command", line)
        with console.expect_response("**/move/", timeout=LONG_MS):
            console.press("#command", "Enter")
        expect(console.locator("#command")).to_have_value("")


def lose_moderators(lesson: Lesson) -> None:
    """Two drop out: one console is given on, the other group plays at the instructor's desk."""
    handed, left = lost = lesson.moderators[:2]
    groups = {code: (number, link) for number, code, link in lesson.groups()}
    before, (number, old_link) = lesson.logs(), groups[handed.group]
    for student in lost:
        student.drop_out()
    for _ in range(20):  # the site may notice it a moment later, and store that they were connected
        lesson.pass_minute([one.name for one in lost])
        lesson.teach("")
        if lesson.desk.locator(".moderator strong.name").count() == len(lost):
            break
    for student in lost:
        row = lesson.desk.locator(f"#group-{groups[student.group][0]}")
        expect(row.locator(".moderator")).to_contain_text("lost")
    away = lesson.desk.locator(".moderator > div:has(.off) .name")
    assert set(away.all_inner_texts()) == {one.name for one in lost}
    lesson.desk.locator(f"#help-{number}", has_text="Give the console").click()
    lesson.desk.get_by_label("Whoever gets a new link").check()
    lesson.desk.get_by_role("button", name="Give the console").click()
    link = lesson.desk.locator(".way-in a").get_attribute("href") or ""

    other = Student("Flo", lesson.site, lesson.streams)
    other.open_link(link.removeprefix(lesson.site.url))
    assert other.group == handed.group
    for path in (old_link, handed.home):
        assert handed.ask(path).status == 404
    handed.laptop.close()
    assert lesson.logs() == before
    handed.is_moderator = left.is_moderator = False
    lesson.students.append(other)
    lesson.left = left.group


def check_wall(lesson: Lesson) -> None:
    """Nothing that only some may read is on the wall."""
    shown = lesson.wall.content()
    for briefing in lesson.briefings():
        assert briefing not in shown
    assert "objective" not in shown.casefold()
    assert not re.search(r"\b77\d{3}\b", lesson.wall.inner_text("body"))  # student numbers


def end(lesson: Lesson) -> None:
    lesson.teach("")
    lesson.desk.get_by_role("link", name="End the lesson").click()
    lesson.desk.get_by_role("button", name="End the lesson").click()
    expect(lesson.desk.get_by_text("12 of 12 groups have a result.")).to_be_visible()
    expect(lesson.wall.locator("[data-clock]")).to_have_count(0)


def show_results(lesson: Lesson) -> None:
    """The results, from the last place to the first, are those of the logs."""
    logs = lesson.logs()
    assert {when for _, _, when in logs.values()} == {"Game-turn 3"}
    desk, points = lesson.desk, lesson.wall.locator(".results-wall .points")
    desk.get_by_role("button", name="Show results on the wall").click()
    by_country = zip(*(own for _, own, _ in logs.values()), strict=True)
    best_first = [sorted(own, reverse=True) for own in by_country]
    ranks = [1 + own.index(one) for own in best_first for one in own]
    expect(lesson.wall.locator(".results-wall tbody tr")).to_have_count(GROUPS)
    expect(points).to_have_count(0)
    for place in sorted(set(ranks), reverse=True):
        desk.get_by_role("button", name=f"Announce place {place}").click()
        expect(points).to_have_count(sum(rank >= place for rank in ranks))
    shown = [int(text) for text in points.all_inner_texts()]
    assert [shown[country::4] for country in range(4)] == best_first


def begin_next(lesson: Lesson) -> None:
    """The next lesson begins with who is here; the games can go on."""
    desk = lesson.desk
    desk.get_by_role("button", name="Next lesson with the same people").click()
    expect(desk.locator(".steps .now")).to_contain_text("Who is here")
    expect(desk.get_by_role("button", name="Go on with the 12 stopped games")).to_be_visible()
