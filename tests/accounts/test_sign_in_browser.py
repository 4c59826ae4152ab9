"""An instructor's account in Chromium, on the smallest phone: password, code, signing out."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page
from pyotp import TOTP

from tests.everywhere.test_pages_browser import look
from tests.support.site import Site

NEW_USER = """
from moderator.features.accounts.write import sign_in_link_create
from django.contrib.auth.models import User
user = User.objects.create_user("kim")
print(sign_in_link_create(user))
"""
PASSWORD = "seven hills of Rome"


def press(page: Page, name: str) -> None:
    with page.expect_navigation():
        page.get_by_role("button", name=name, exact=True).click()


def sign_in(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/sign-in/")
    page.get_by_label("User name").fill("kim")
    page.get_by_label("Password", exact=True).fill(PASSWORD)


def set_password(page: Page) -> None:
    """One that is refused, then a good one."""
    new = page.get_by_label("New password", exact=True)
    new.fill("aaaaaaaaaaaaaaaa")
    page.get_by_role("button", name="Show New password", exact=True).click()
    assert new.get_attribute("type") == "text"
    page.get_by_label("New password confirmation").fill("aaaaaaaaaaaaaaaa")
    press(page, "Set the password")
    assert new.get_attribute("type") == "password"
    look(page)
    new.fill(PASSWORD)
    page.get_by_label("New password confirmation").fill(PASSWORD)
    press(page, "Set the password")


def test_a_password_and_a_code(phone: BrowserContext, site: Site) -> None:
    page = phone.new_page()
    page.goto(f"{site.url}/sign-in/{site.run(NEW_USER)}/")
    press(page, "Sign in")
    set_password(page)
    page.get_by_role("link", name="Two-step sign-in").click()
    app = TOTP(page.locator("p.code").inner_text().replace(" ", ""))
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Code", exact=True).fill("000000")
    press(page, "Turn it on")
    look(page)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Code", exact=True).fill(app.now())
    press(page, "Turn it on")
    recovery = page.locator("ol .code").all_inner_texts()
    assert len(recovery) == 8
    look(page)
    page.goto(f"{site.url}/classes/")
    press(page, "Sign out")

    sign_in(page, site)
    page.get_by_role("button", name="Show Password", exact=True).click()
    look(page)
    press(page, "Sign in")
    page.get_by_label("Code", exact=True).fill("000000")
    press(page, "Sign in")
    look(page)
    page.get_by_label("Code", exact=True).fill(recovery[0])
    press(page, "Sign in")
    assert page.url == f"{site.url}/classes/"
