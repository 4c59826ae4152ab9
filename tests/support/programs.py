"""Programs and extras that tests need and a machine may lack."""

from __future__ import annotations

import importlib.util
import os
from typing import NoReturn

import pytest

EXTRAS = {
    "fonts": "uharfbuzz",
    "lti": "pylti1p3",
    "oidc": "authlib",
    "passkeys": "fido2",
}
"""A package of each extra."""


def is_installed(extra: str) -> bool:
    """Whether tests of the extra run: it is here, or `EXTRAS` says that it has to be."""
    named = os.environ.get("EXTRAS", "").split(",")
    return extra in named or importlib.util.find_spec(EXTRAS[extra]) is not None


def is_missing(message: str) -> NoReturn:
    """Skips the test with this reason; in CI it fails."""
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)
