"""The engines of phones, one after another."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Playwright

from tests.support.engines import firefox, webkit
from tests.support.engines.chromium import Chromium
from tests.support.programs import is_missing

OTHERS = {"firefox": firefox, "webkit": webkit}
ENGINES = ("chromium", *OTHERS)
Engine = firefox.Firefox | webkit.WebKit


@pytest.fixture
def engine(request: pytest.FixtureRequest, playwright: Playwright) -> Iterator[Engine]:
    """The engine with that name: "chromium", "firefox" or "webkit"."""
    name = request.param
    if name == "chromium":
        yield Chromium(request.getfixturevalue("browser"))
        return
    if missing := OTHERS[name].missing():
        is_missing(f"{name} is missing: run `apt install {missing}`")
    with OTHERS[name].running(playwright) as started:
        yield started
