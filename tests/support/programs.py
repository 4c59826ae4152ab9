"""Programs that tests need and a machine may lack."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest


def is_missing(message: str) -> NoReturn:
    """Skips the test with this reason; in CI it fails."""
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)
