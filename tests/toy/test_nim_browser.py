"""The toy game in browsers: a laptop and two phones, from the catalogue to the last stick."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.site import Site
from tests.support.web.rooms import is_idle

MAKE = """
from django.contrib.auth.models import User
from django.urls import reverse
from moderator.features.classes.write import classroom_create, groups_create
from moderator.features.accounts.write import sign_in_link_create
user = User.objects.create_user("pat")
classroom = classroom_create(user, "Ten minutes left", "UTC")
(group,) = groups_create(classroom, 1)
link = reverse("one-time", args=[sign_in_link_create(user)])
print(group.code, reverse("game-new", args=[classroom.pk]), link)
"""


@pytest.fixture
def toys(site_start: Callable[..., Site]) -> Iterator[Site]:
    """A site that has the toy game, too."""
    site = site_start("--no-demo", env={"DJANGO_SETTINGS_MODULE": "tests.toy.settings"})
    yield site
    site.end()


@pytest.fixture
def pages(browser: Browser) -> Iterator[Callable[[int], Page]]:
    """Opens a page in a new browser context of that width."""
    contexts = []

    def open_page(width: int) -> Page:
        contexts.append(browser.new_context(viewport={"width": width, "height": 700}))
        return contexts[-1].new_page()

    yield open_page
    for context in contexts:
        context.close()


@pytest.mark.long
def test_two_phones_play_it_to_the_last_stick(toys: Site, pages: Callable[[int], Page]) -> None:
    code, new, link = toys.run(MAKE).split()
    phones = {name: pages(320) for name in ("Ann", "Bob")}
    for name, phone in phones.items():
        phone.goto(f"{toys.url}/join/{code}/")
        phone.get_by_label("name").fill(name)
        phone.locator("main form button").click()
    laptop = pages(1280)
    laptop.goto(toys.url + link)
    laptop.locator("main form button").click()
    laptop.goto(toys.url + new)
    laptop.get_by_role("link", name="Nim").click()
    laptop.get_by_role("button", name="Create the game").click()
    for phone in phones.values():
        phone.wait_for_url(f"**/play/{code}/")  # it goes there by itself
    laptop.goto(f"{toys.url}/g/{code}/")

    presses = phones["Ann"].locator("#live button[name=move]")
    for label, count in (("A moderator for everybody", 0), ("Players on their own phones", 3)):
        laptop.get_by_role("link", name="Game settings").click()
        laptop.get_by_label(label).check()
        laptop.get_by_role("button", name="Save").click()
        expect(presses).to_have_count(count)
        laptop.get_by_role("link", name="Back to the console").click()

    for name, take, left in (("Ann", 3, 8), ("Bob", 2, 6), ("Ann", 3, 3)):
        play(phones[name], take)
        shows(left, laptop, *phones.values())
    # The button follows the chart a moment later, and names what it undoes.
    laptop.get_by_role("button", name="Undo “Ann takes 3").click()
    shows(6, laptop, *phones.values())
    for name, take, left in (("Ann", 2, 4), ("Bob", 1, 3), ("Ann", 3, 0)):
        play(phones[name], take)
        shows(left, laptop, *phones.values())
    for page in (laptop, *phones.values()):
        expect(page.locator("#live")).to_contain_text("Ann has taken the last stick and wins")
        expect(page.locator("#live button[name=move]")).to_have_count(0)

    laptop.goto(f"{toys.url}/g/{code}/replay/?move=2")
    shows(6, laptop)
    laptop.keyboard.press("ArrowRight")
    shows(4, laptop)


def play(phone: Page, take: int) -> None:
    """Presses the board's button."""
    is_idle(phone)
    phone.locator("#live").get_by_role("button", name=f"Take {take}").click()


def shows(sticks: int, *pages: Page) -> None:
    """Waits until each page shows that many."""
    for page in pages:
        expect(page.locator("#sticks")).to_have_attribute("data-sticks", str(sticks))
