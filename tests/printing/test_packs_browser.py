"""A pack in Chromium: its progress is followed by itself, and by hand without JavaScript."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Browser, expect

from tests.support.site import Site
from tests.support.web.axe import violations

MAKE = """
import json, secrets
from django.contrib.auth.models import User
from django.test import Client
from moderator.features.classes.write import classroom_create, groups_create
from moderator.core.people import instructor_person
from moderator.rules.registry import GAMES
from moderator.core.games import shipped
from moderator.features.new_game.write import game_create
user = User.objects.create_user(secrets.token_hex(8))
classroom = classroom_create(user, "HIST 210")
by = instructor_person(classroom)
wire = GAMES["age-of-iron"].scenario_wire(shipped()["age-of-iron"]["1800-bc"])
for group in groups_create(classroom, 3):
    game_create(group, "age-of-iron", wire, {}, by)
browser = Client()
browser.force_login(user)
print(json.dumps([classroom.pk, browser.cookies["sessionid"].value]))
"""


@pytest.mark.long
@pytest.mark.parametrize("has_scripts", [True, False])
def test_a_pack_is_followed_until_it_is_ready(
    browser: Browser, site: Site, has_scripts: bool
) -> None:
    pk, session = json.loads(site.run(MAKE))
    with browser.new_context(
        base_url=site.url, viewport={"width": 320, "height": 640}, java_script_enabled=has_scripts
    ) as context:
        context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
        page = context.new_page()
        page.goto(f"/classes/{pk}/print/")
        page.get_by_role("button", name=re.compile("all of these.*Before the game")).click()
        done = page.get_by_role("link", name="Open the PDF")
        if has_scripts:
            expect(done).to_be_visible(timeout=30_000)
            assert violations(page) == []
            assert page.evaluate("document.documentElement.scrollWidth") == 320
        while not has_scripts and not done.is_visible():
            expect(page.get_by_role("progressbar").or_(done)).to_be_visible()
            if not done.is_visible():
                page.get_by_role("link", name="Refresh").click()
        pdf = context.request.get(str(done.get_attribute("href")))
        assert pdf.body().startswith(b"%PDF")
