"""The engines of Safari and Firefox, each in turn."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Playwright

from tests.support.engines import firefox, webkit
from tests.support.programs import is_missing

ENGINES = {"firefox": firefox, "webkit": webkit}
Engine = firefox.Firefox | webkit.WebKit


@pytest.fixture(params=list(ENGINES))
def engine(request: pytest.FixtureRequest, playwright: Playwright) -> Iterator[Engine]:
    """Each of the engines in turn."""
    missing = ENGINES[request.param].missing()
    if missing:
        is_missing(f"{request.param} is missing: run `apt install {missing}`")
    with ENGINES[request.param].running(playwright) as started:
        yield started
