"""An instructor's account in Chromium, on the smallest phone: password, code and passkey."""

from __future__ import annotations

import pytest
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
AGAIN = """
from moderator.features.accounts.write import sign_in_link_create
from django.contrib.auth.models import User
print(sign_in_link_create(User.objects.get(username="jo")))
"""
ANOTHERS_PASSKEY = """
from django.contrib.auth.models import User
from django.utils import timezone
from moderator.features.accounts.models import Passkey
pat = User.objects.create_user("pat")
Passkey.objects.create(user=pat, name="x", id_hash="x", counter=0, added=timezone.now(),
                       credential=b"")
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


@pytest.mark.long
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
    press(page, "Sign in")
    page.get_by_label("Code", exact=True).fill("000000")
    press(page, "Sign in")
    look(page)
    page.get_by_label("Code", exact=True).fill(recovery[0])
    press(page, "Sign in")
    assert page.url == f"{site.url}/classes/"


DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
}


@pytest.mark.extra("passkeys")
def test_a_passkey(phone: BrowserContext, site: Site) -> None:
    page = phone.new_page()
    page.goto(f"{site.url}/sign-in/{site.run(NEW_USER.replace('kim', 'jo'))}/")
    press(page, "Sign in")
    page.goto(f"{site.url}/sign-in/second-factor/")
    assert page.get_by_text("begins with https://").is_visible()  # it is a number
    press(page, "Sign out")

    home = site.url.replace("127.0.0.1", "localhost")
    chromium = phone.new_cdp_session(page)
    chromium.send("WebAuthn.enable")
    device = chromium.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    page.goto(f"{home}/sign-in/{site.run(AGAIN)}/")
    press(page, "Sign in")
    page.goto(f"{home}/classes/")
    page.get_by_role("link", name="Two-step sign-in").click()
    page.get_by_label("Name of a new passkey").fill("The phone of Jo")
    press(page, "Add a passkey")
    assert page.get_by_role("button", name="Remove The phone of Jo").is_visible()
    look(page)
    press(page, "Sign out")

    page.goto(f"{home}/sign-in/?next=/about/")
    chromium.send("WebAuthn.setUserVerified", device | {"isUserVerified": False})
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.get_by_role("alert").wait_for()
    look(page)
    chromium.send("WebAuthn.setUserVerified", device | {"isUserVerified": True})
    press(page, "Sign in with a passkey")
    assert page.url == f"{home}/about/"
    page.goto(f"{home}/sign-in/second-factor/")
    assert page.get_by_text("last used").is_visible()
    press(page, "Remove The phone of Jo")
    press(page, "Sign out")

    site.run(ANOTHERS_PASSKEY)  # otherwise the page has no button
    page.goto(f"{home}/sign-in/")
    press(page, "Sign in with a passkey")
    assert page.get_by_text("doesn’t work here").is_visible()
    page.goto(f"{home}/classes/")
    assert "/sign-in/" in page.url
