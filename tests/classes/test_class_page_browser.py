"""How much each step of a class asks of its instructor."""

from __future__ import annotations

from playwright.sync_api import Browser

from docs.class_pages import counts
from moderator.core.class_page import TITLES
from tests.support.site import Site

MOST_CONTROLS, MOST_HEIGHT = 25, 1_300


def test_a_class_with_twelve_groups_has_few_controls_and_short_pages(
    browser: Browser, site: Site
) -> None:
    found = {one.name: one for one in counts(browser, site)}
    assert set(map(str, TITLES.values())) <= set(found)
    for one in found.values():
        assert 0 < one.controls <= MOST_CONTROLS, one
        assert one.height <= MOST_HEIGHT, one
