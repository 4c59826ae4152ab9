"""Counts what a class's page asks of its instructor: the table in docs/for-instructors.md.

    python docs/class_pages.py

It starts the site on a free port with its own data, and goes through a lesson with twelve groups in
Chromium, at 1366 x 768. Controls in rows and lists aren't counted; an opened menu counts alone.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import django
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()  # what the tests share has models

from tests.conftest import CHROMIUM_ARGS, chromium  # noqa: E402
from tests.support.site import Site  # noqa: E402
from tests.support.web.rooms import room  # noqa: E402
from tests.support.web.students import NAMES  # noqa: E402

LAPTOP = (1366, 768)
BEFORE = "| the page before | 185 |  | 6,769 |"  # 146 links, 15 buttons and 24 folds
JOIN = """
from moderator.core.models import Classroom
from moderator.core.people import person_join
from moderator.features.people.roster_reading import ReadName
from moderator.features.people.roster import roster_import
classroom = Classroom.objects.get(pk={pk})
names = {names!r}
for name in names[:57]:
    person_join(classroom, name)
roster_import(classroom, [ReadName(n, name) for n, name in enumerate(names, 1)], False)
classroom.people.filter(number__lte=6).update(is_volunteer=True)
"""
PLAY = """
from random import Random
from moderator.core.models import Classroom, Game
from moderator.core.people import instructor_person
from moderator.features.people.rehearsal import simulated_play
classroom = Classroom.objects.get(pk={pk})
classroom.people.filter(kind="student").update(is_simulated=True)
for game in Game.objects.filter(group__classroom=classroom):
    simulated_play(game, instructor_person(classroom), Random(game.pk), 200)
classroom.people.filter(kind="student").update(is_simulated=False)
"""
COUNT = """(within) => {
    const all = "a, button, summary, select, textarea, input:not([type=hidden])";
    const rows = "table, ul, .draft-groups, .over-cols";
    const isCounted = (node) =>
        node.checkVisibility({ visibilityProperty: true }) && !node.closest(rows);
    const parts = [...document.querySelectorAll(within)];
    const controls = parts.flatMap((part) => [...part.querySelectorAll(all)].filter(isCounted));
    const words = parts.flatMap((part) => part.innerText.split(/\\s+/).filter(Boolean));
    const boxes = parts.map((part) => part.getBoundingClientRect());
    const ends = boxes.map((box) => box.bottom), tops = boxes.map((box) => box.top);
    const height = within === "body"
        ? document.documentElement.scrollHeight : Math.max(...ends) - Math.min(...tops);
    return [controls.length, words.length, Math.ceil(height)];
}"""


@dataclass(frozen=True)
class Counted:
    """A page or an opened menu: its controls, words, and height in pixels."""

    name: str
    controls: int
    words: int
    height: int


def counts(browser: Browser, site: Site) -> Iterator[Counted]:
    """Goes through a lesson, and counts its steps and the menus that can be opened there."""
    club = room(site, "")
    site.run(JOIN.format(pk=club.classroom, names=NAMES))
    with browser.new_context(viewport={"width": LAPTOP[0], "height": LAPTOP[1]}) as context:
        page = club.teach(context)
        yield count(page, "Who is here")
        yield opened(page, "Menu", ".class-menu")
        page.get_by_role("button", name="Draw groups", exact=True).first.click()
        page.wait_for_url("**step=groups")
        yield count(page, "Groups")
        yield opened(page, "Other options", "details.plays")
        page.get_by_role("button", name="Start all games").click()
        page.wait_for_selector("#class-clock")
        site.run(PLAY.format(pk=club.classroom))
        page.reload()
        yield count(page, "Playing")
        yield opened(page, "Announce", "details.drop")
        yield opened(page, "Plan and clocks of groups", "#clock-more")
        page.get_by_role("link", name="End the lesson").click()
        page.get_by_role("button", name="End the lesson").click()
        page.wait_for_selector(".after-lesson")
        yield count(page, "Over")


def opened(page: Page, name: str, fold: str) -> Counted:
    """Counts what opens at a press, and closes it again."""
    page.locator(f"{fold} > summary").click()
    counted = count(page, name, f"{fold} > :not(summary)")
    page.locator(f"{fold} > summary").click()
    return counted


def count(page: Page, name: str, within: str = "body") -> Counted:
    """Counts the page, or parts of it, once its styles are there."""
    page.wait_for_load_state()
    return Counted(name, *page.evaluate(COUNT, within))


def main() -> None:
    """Prints the table."""
    print("| page | controls | words | height in pixels |\n| --- | --: | --: | --: |")
    print(BEFORE)
    var = Path(tempfile.mkdtemp())
    site = Site(var, "--no-demo")
    try:
        site.start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=chromium(), headless=True, args=CHROMIUM_ARGS
            )
            for one in counts(browser, site):
                print(f"| {one.name} | {one.controls} | {one.words:,} | {one.height:,} |")
            browser.close()
    finally:
        site.end()
        shutil.rmtree(var)


if __name__ == "__main__":
    main()
