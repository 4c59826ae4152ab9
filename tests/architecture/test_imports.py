"""Every module of the site can be imported: on each Python, and without the extras' packages."""

from __future__ import annotations

from importlib import import_module

from tests.support.paths import ROOT
from tests.support.programs import not_importable

STARTS_THE_FEED = ROOT / "moderator/server/asgi.py"  # a test that starts the site imports it


def test_every_module_can_be_imported() -> None:
    modules = {*ROOT.glob("moderator/**/*.py")} - {STARTS_THE_FEED, *not_importable()}
    assert len(modules) > 300
    for path in sorted(modules):
        import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
