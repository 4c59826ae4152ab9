"""The site as users start it."""

from collections.abc import Callable
from functools import partial

import pytest

from tests.support.site import Site


@pytest.fixture(scope="session")
def site_start(site_start: Callable[..., Site]) -> Callable[..., Site]:
    """Starts a new site, by a new Python unless the test says that it is forked."""
    return partial(site_start, is_forked=False)
