"""A service publishes what it has changed; a view only calls services."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

_FEATURES = Path("moderator/features")
_VIEWS = {"django.http.HttpRequest", "django.http.HttpResponse"}
_PUBLISHING = {
    "moderator.core.publishing",
    "moderator.live",
    "moderator.live.publish",
    "moderator.live.revoke",
}


def _imported(path: Path) -> set[str]:
    """The dotted names of everything that the module imports."""
    return set(_names(ast.parse(path.read_text())))


def _names(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{each.name}" for each in node.names)


@pytest.mark.slow
def test_no_view_publishes_or_revokes() -> None:
    imported = {str(path): _imported(path) for path in _FEATURES.rglob("*.py")}
    views = {path: names for path, names in imported.items() if names & _VIEWS}
    assert len(views) > 30
    assert any(names & _PUBLISHING for names in imported.values())
    assert {path: names & _PUBLISHING for path, names in views.items() if names & _PUBLISHING} == {}
