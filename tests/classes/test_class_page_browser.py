"""How much each step of a class asks of its instructor, and all of them until twelve games run."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from docs.class_pages import counts
from moderator.core.class_page import Step
from tests.support.site import Site
from tests.support.web.presses import menu_closes
from tests.support.web.students import NAMES

MOST_CONTROLS, MOST_HEIGHT = 25, 1_300
MOST_PRESSES, MOST_PAGES = 8, 4
LAPTOP = (1366, 768)
LINK = """
from django.contrib.auth.models import User
from moderator.features.accounts.write import sign_in_link_create
print(sign_in_link_create(User.objects.create_user("first-lesson")))
"""
JOIN = """
from moderator.core.models import Classroom
from moderator.core.people import person_join
classroom = Classroom.objects.get(pk={pk})
people = [person_join(classroom, one.name) for one in classroom.roster.all()]
classroom.people.filter(pk__in=[person.pk for person in people[:12]]).update(is_volunteer=True)
"""
STUCK = """
from datetime import timedelta
from django.utils import timezone
from moderator.core.class_models import Presence
from moderator.core.models import Classroom, Game
classroom, ago = Classroom.objects.get(pk={pk}), timezone.now() - timedelta(minutes=20)
Game.objects.filter(group__classroom=classroom).update(created=ago, started_at=ago)
for person in classroom.people.all():
    Presence.objects.update_or_create(person=person, defaults={{"seen": ago}})
"""
LINES = """() => [...document.querySelectorAll(".overview tbody th a")].map((name) => {
    const range = document.createRange();
    range.selectNodeContents(name);
    return new Set([...range.getClientRects()].map((box) => box.top)).size;
})"""


@pytest.mark.long
def test_a_class_with_twelve_groups_has_few_controls_and_short_pages(
    browser: Browser, site: Site
) -> None:
    found = {one.name: one for one in counts(browser, site)}
    assert set(map(str, Step.labels)) <= set(found)
    for one in found.values():
        assert 0 < one.controls <= MOST_CONTROLS, one
        assert one.height <= MOST_HEIGHT, one


class Presses:
    """Presses, and the pages on which they are made."""

    def __init__(self, page: Page) -> None:
        self.page, self.count, self.pages = page, 0, set[str]()

    def __call__(self, button: Locator) -> None:
        self.pages.add(urlsplit(self.page.url).path)
        self.count += 1
        button.click()
        self.page.wait_for_load_state()


@pytest.mark.long
def test_few_presses_lead_from_the_first_page_to_twelve_games(browser: Browser, site: Site) -> None:
    with browser.new_context(viewport={"width": LAPTOP[0], "height": LAPTOP[1]}) as context:
        page = context.new_page()
        page.goto(f"{site.url}/sign-in/{site.run(LINK).strip()}/")
        page.locator("main form button").first.click()
        page.goto(f"{site.url}/classes/")
        press = Presses(page)
        press(page.get_by_role("link", name="Create your first class"))
        page.get_by_label("Name").first.fill("HIST 210")
        press(page.locator("main form button.main"))
        pk = urlsplit(page.url).path.split("/")[2]
        press(page.get_by_role("link", name="Paste a roster"))
        page.get_by_label("Paste a list").fill("\n".join(NAMES))
        press(page.get_by_role("button", name="Check the list"))
        press(page.get_by_role("button", name="Import 60 names"))
        site.run(JOIN.format(pk=pk))
        page.reload()
        expect(page.locator("#here .here-count b")).to_have_text("60")
        press(page.get_by_role("button", name="Draw groups"))
        press(page.get_by_role("button", name="Start all games"))
        expect(page.locator(".overview tbody tr")).to_have_count(12)
        assert press.count <= MOST_PRESSES
        assert len(press.pages) <= MOST_PAGES, press.pages
        site.run(STUCK.format(pk=pk))
        page.reload()
        expect(page.locator(".overview tr.stuck")).to_have_count(12)
        assert page.evaluate(LINES) == [1] * 12  # no group's name is wrapped
        for menu in (".class-menu", ".drop"):
            menu_closes(page, menu)
