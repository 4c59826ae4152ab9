"""What docs/architecture.md and docs/glossary.md name exists."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from moderator import live
from moderator.rules.game import Rules
from tests.support.names import classes, modules
from tests.support.paths import DOCS, ROOT

pytestmark = pytest.mark.slow

CLASS = re.compile(r"[A-Z][A-Za-z]+")
PATH = re.compile(r"[\w.*<>-]+(/[\w.*<>-]*)+|\w+\.(py|md|html)")
FUNCTION = re.compile(r"[a-z_]+")
NOT_OURS = {"User"}  # Django's


def named(document: str) -> Iterator[tuple[str, list[str]]]:
    """The names in backticks, each with the folders that it may be relative to."""
    for line in (DOCS / document).read_text(encoding="utf-8").splitlines():
        folders = [""]
        for name in re.findall(r"`([^`]+)`", line):
            yield name, folders
            inside = [each + name for each in folders if (ROOT / each / name).is_dir()]
            if name.endswith("/") and inside:
                beside = str((ROOT / inside[0]).parent.relative_to(ROOT)) + "/"
                folders = [*folders, *inside, beside]


@pytest.mark.parametrize("document", ["architecture.md", "glossary.md"])
def test_every_path_is_there(document: str) -> None:
    paths = [(name, folders) for name, folders in named(document) if PATH.fullmatch(name)]
    assert len(paths) > 5
    missing = [
        name
        for name, folders in paths
        if "<" not in name and not any((ROOT / folder / name).exists() for folder in folders)
    ]
    assert missing == []


@pytest.mark.parametrize("document", ["architecture.md", "glossary.md"])
def test_every_class_is_there(document: str) -> None:
    names = {name for name, _ in named(document) if CLASS.fullmatch(name)} - NOT_OURS
    assert names
    assert names - classes().keys() == set()


def test_every_function_is_there() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in modules())
    names = {name for name, _ in named("architecture.md") if FUNCTION.fullmatch(name)}
    assert {"offers", "line_read", "is_hidden"} <= names
    commands = {path.stem for path in modules() if path.parent.name == "commands"}
    assert {
        n for n in names if not re.search(rf"(def {n}\b|^    {n}: )", code, re.M)
    } - commands == set()
    assert callable(live.publish)
    assert callable(Rules.view)
