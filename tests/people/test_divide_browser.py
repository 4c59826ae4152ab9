"""A class is divided in Chromium: by mouse and keyboard, and axe on the pages of people."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support.amount import IS_LONG, amount
from tests.support.site import Site
from tests.support.web.axe import violations
from tests.support.web.rooms import fits, room

FILL = """
from moderator.core.models import Classroom
from moderator.core.people import person_join
from moderator.features.people.write import person_volunteer, students_simulate
classroom = Classroom.objects.get(pk={pk})
for number in range(7):
    person = person_join(classroom, f"Maximiliane Student-Number-{{number}}")
    person_volunteer(person, number < 2)
students_simulate(classroom, 3)
"""


def players(page: Page, group: int, seat: int) -> list[str]:
    place = page.locator(f"[data-to='{group}.{seat}']")
    return [text.strip("⠿\n ") for text in place.locator(".mover").all_inner_texts()]


def test_people_are_moved_by_mouse_and_keyboard(
    site: Site, laptop: BrowserContext, browser: Browser
) -> None:
    club = room(site, "")
    site.run(FILL.format(pk=club.classroom))
    page = club.teach(laptop)
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.get_by_role("button", name="Draw groups").click()
    expect(page.locator("[data-to='0.0'] .mover")).to_have_count(1)
    page.evaluate("window.isSame = true")

    (moved,), stayed = players(page, 0, 0), players(page, 1, 2)
    page.locator("[data-to='0.0'] .grip").first.drag_to(page.locator("[data-to='1.2']"))
    expect(page.locator("[data-to='1.2'] .mover")).to_have_count(len(stayed) + 1)
    assert players(page, 1, 2) == [*stayed, moved]
    assert players(page, 0, 0) == []

    page.locator("#draft").get_by_label(moved).focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Move the chosen people to Group 1, Egypt").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-to='0.0'] .mover")).to_have_count(1)
    assert players(page, 0, 0) == [moved]
    assert page.evaluate("window.isSame")  # it was never reloaded
    assert problems == []

    with browser.new_context(viewport={"width": 320, "height": 640}) as phone:
        seen = club.teach(phone)
        paths = ("?step=groups", "people/", "rehearsal/", "?step=here", "?step=playing")
        for path in reversed(paths[: amount(1, 5)]):
            seen.goto(f"{site.url}/classes/{club.classroom}/{path}")
            assert fits(seen), path
            if IS_LONG:
                check(seen)
        seen.locator(".mover input").first.focus()
        seen.keyboard.press("Space")
        expect(seen.locator(".here").first).to_be_visible()
        seen.emulate_media(color_scheme="dark")
        check(seen)


TAKE_OUT = """(places) => {
  const form = document.getElementById("draft");
  for (const at of places) {
    const chosen = form.querySelector(`[data-to='${at}'] .mover`);
    for (const box of form.querySelectorAll("[name=person]")) box.checked = chosen.contains(box);
    form.requestSubmit(form.querySelector("button.here[value=out]"));
  }
  const start = document.querySelector("button[name=do][value=start]");
  start.form.requestSubmit(start);
}"""
WITHOUT = """
from moderator.core.models import Classroom
from moderator.features.people.dividing import unseated
print(*sorted(one.name for one in unseated(Classroom.objects.get(pk={pk}))), sep=";")
"""


@pytest.mark.long
def test_quick_changes_are_all_kept_and_the_start_waits_for_them(
    site: Site, laptop: BrowserContext
) -> None:
    club = room(site, "")
    site.run(FILL.format(pk=club.classroom))
    page = club.teach(laptop)
    page.get_by_role("button", name="Draw groups").click()
    expect(page.locator("[data-to='0.0'] .mover")).to_have_count(1)
    out = [*players(page, 0, 0), *players(page, 0, 1), *players(page, 1, 2)]
    page.evaluate(TAKE_OUT, ["0.0", "0.1", "1.2"])  # before the first answer comes
    expect(page.get_by_role("link", name="End the lesson")).to_be_visible()
    without = site.run(WITHOUT.format(pk=club.classroom)).strip().split(";")
    assert without == sorted(out)


def check(page: Page) -> None:
    found = violations(page)
    assert not found
