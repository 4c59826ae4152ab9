"""Programs and extras that tests need and a machine may lack."""

from __future__ import annotations

import importlib.util
import os
import re
from functools import cache
from pathlib import Path
from typing import NoReturn

import pytest

from tests.support.paths import ROOT

EXTRAS = {
    "fonts": "uharfbuzz",
    "lti": "pylti1p3",
    "oidc": "authlib",
    "passkeys": "fido2",
}
"""A package of each extra."""
IMPORTED = re.compile(r"^(?:from|import) (\w+)[\w.]*(?: (?:import|as) .*)?$", re.M)


def is_installed(extra: str) -> bool:
    """Whether tests of the extra run: it is here, or `EXTRAS` says that it has to be."""
    named = os.environ.get("EXTRAS", "").split(",")
    return extra in named or importlib.util.find_spec(EXTRAS[extra]) is not None


def not_importable() -> list[Path]:
    """Modules of the site that begin with a package of an extra that isn't installed."""
    if all(map(is_installed, EXTRAS)):
        return []

    @cache
    def is_here(name: str) -> bool:
        return importlib.util.find_spec(name) is not None

    modules = sorted(ROOT.glob("moderator/**/*.py"))
    return [one for one in modules if not all(map(is_here, IMPORTED.findall(one.read_text())))]


def is_missing(message: str) -> NoReturn:
    """Skips the test with this reason; in CI it fails."""
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)
