"""Every wall, board, film, end and student's page is whole, in any size, with any names."""

from __future__ import annotations

import itertools

import pytest
from playwright.sync_api import Browser, Playwright

from tests.support.amount import IS_LONG
from tests.support.engines.windows import windows
from tests.support.site import Site
from tests.support.web.screens import LOOKS, NAMES, SCREENS, SIZES, Visitor, every, pairs


@pytest.mark.parametrize("engine", ["chromium", "firefox", "webkit"])
def test_no_text_is_cut_covered_or_outside_its_panel(
    site: Site, playwright: Playwright, browser: Browser, engine: str
) -> None:
    """A usual run visits so many that each two conditions meet."""
    visitor, found = Visitor(site), []
    visits = every() if IS_LONG else pairs()
    with windows(playwright, browser) as opened:
        for name, on in visits:
            if not on.look.startswith(engine):
                continue
            screen = opened.window(on.look, on.size)
            for fault in visitor.look(screen, SCREENS[name], on):
                found.append(f"{name}, {on}: {fault}")
    assert not found, "\n".join(found)


def test_the_visits_of_a_usual_run_are_pairs() -> None:
    met = set()
    for name, on in pairs():
        met |= set(itertools.combinations((name, on.size, on.names, on.look), 2))
    for some, others in itertools.combinations((SCREENS, SIZES, NAMES, LOOKS), 2):
        assert set(itertools.product(some, others)) <= met
