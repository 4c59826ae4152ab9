"""What the tests of single features add to those of all: `tests/<feature>/shared.py`."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from moderator.features import FEATURES


def shared(name: str) -> list[Any]:
    """This attribute of each feature's module that has it, in the order of the features."""
    names = (f"tests.{feature}.shared" for feature in FEATURES)
    modules = [import_module(one) for one in names if find_spec(one)]
    return [getattr(one, name) for one in modules if hasattr(one, name)]
