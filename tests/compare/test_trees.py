"""The comparison finds what changed, and only that."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from tests.compare.trees import Code, report, sources

BEFORE = {
    "play/a.py": '''
        """A module."""
        from __future__ import annotations
        from typing import TYPE_CHECKING
        from moderator.play import b
        from moderator.rules import limit
        if TYPE_CHECKING:
            from moderator.play.c import Seat
        LIMIT = 3
        _seen = {}
        def _size(value: "Seat") -> int:
            """How large it is."""
            return len(value.names) + b.LIMIT + limit()
        def moved(seat: Seat, LIMIT: int) -> int:
            _seen[LIMIT] = seat
            return _size(seat) + LIMIT + sum(b for b in ())
    ''',
    "play/b.py": """
        import os.path as path
        LIMIT = 4
        _seen = {}
        def _size(value):
            _seen[value] = path.join(value, "moderator.play.a.moved", "moderator.salt")
            return _seen
        def _zero():
            return 0
        def user(value):
            from moderator.play.c import Seat as Place
            return _size(value), Place.one, _zero()
    """,
    "play/c.py": """
        from moderator.play import a
        class Seat:
            names = ()
            def one(self):
                return a.moved(self, 1), a.LIMIT, zero()
        def zero():
            return 0
    """,
    "rules/__init__.py": "from .numbers import limit\n",
    "rules/numbers.py": "from .. import play\ndef limit():\n    return 5\n",
}
# All of play in one module, and `limit` without its package's import.
AFTER = {
    "game/all.py": """
        import os
        from typing import TYPE_CHECKING
        from moderator.rules import number
        if TYPE_CHECKING:
            from collections.abc import Iterable
        LIMIT = 3
        B_LIMIT = 4
        _seen = {}
        _b_seen = {}
        def _b_size(value):
            _b_seen[value] = os.path.join(value, "moderator.game.all.moved", "moderator.salt")
            return _b_seen
        class Seat:
            names = ()
            def one(self):
                return moved(self, 1), LIMIT, zero()
        def user(value):
            import moderator.game.all
            return _b_size(value), Seat.one, zero()
        def _size(value: Seat) -> int:
            return len(value.names) + B_LIMIT + number.limit()
        def moved(seat: Seat, LIMIT: int) -> int:
            # A comment.
            _seen[LIMIT] = seat
            return _size(seat) + LIMIT + sum(b for b in ())
        def zero():
            return 0
    """,
    "rules/number.py": "def limit():\n    return 5\n",
}


def compared(folder: Path, new: dict[str, str], every: bool = False) -> tuple[list[str], bool]:
    for name, files in (("old", BEFORE), ("new", new)):
        for path, text in files.items():
            file = folder / name / "moderator" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(dedent(text), encoding="utf-8")
    codes = [Code(sources(str(folder / name))) for name in ("old", "new")]
    return report(*codes, every)


def changed(lines: list[str]) -> list[str]:
    start = next(n for n, line in enumerate(lines) if line.startswith("Changed"))
    return lines[start:]


def test_moves_renames_and_merges_are_no_changes(tmp_path: Path) -> None:
    lines, has_changed = compared(tmp_path, AFTER)
    assert lines == [
        "14 definitions in the old code, 13 in the new, 14 equal",
        "Moved: 8",
        "Renamed: 3",
        "  moderator.play.b:LIMIT -> moderator.game.all:B_LIMIT",
        "  moderator.play.b:_seen -> moderator.game.all:_b_seen",
        "  moderator.play.b:_size -> moderator.game.all:_b_size",
        "Merged with an identical one: 1",
        "  moderator.play.b:_zero -> moderator.game.all:zero",
        "Modules and paths as values: 1",
        '  moderator.game.all:_b_size: "moderator.play.a.moved" -> "moderator.game.all.moved"',
        "Changed: 0",
        "Only in the old code: 0",
        "Only in the new code: 0",
    ]
    assert not has_changed


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("LIMIT = 3", "LIMIT = 33", "play.a:LIMIT -> moderator.game.all:LIMIT"),
        ("_b_size(value), Seat", "_size(value), Seat", "play.b:user -> moderator.game.all:user"),
        ("_seen[LIMIT] =", "_b_seen[LIMIT] =", "play.a:moved -> moderator.game.all:moved"),
        ("names = ()", "names = []", "play.c:Seat.names -> moderator.game.all:Seat.names"),
        ("self, 1", "self, 2", "play.c:Seat.one -> moderator.game.all:Seat.one"),
        ("class Seat:", "class Seat(str):", "play.c:Seat -> moderator.game.all:Seat"),
        ("value: Seat", "value: Iterable", "play.a:_size -> moderator.game.all:_size"),
        ("moderator.salt", "moderator.pepper", "play.b:_size -> moderator.game.all:_b_size"),
        ("+ LIMIT", "+ B_LIMIT", "play.a:moved -> moderator.game.all:moved"),
        ("import moderator.game.all", "pass", "play.b:user -> moderator.game.all:user"),
    ],
)
def test_only_the_change_is_found(tmp_path: Path, old: str, new: str, found: str) -> None:
    text = AFTER["game/all.py"]
    assert text.count(old) >= 1
    lines, has_changed = compared(tmp_path, AFTER | {"game/all.py": text.replace(old, new, 1)})
    count, first, *others = changed(lines)
    assert (count, first.splitlines()[0]) == ("Changed: 1", f"  moderator.{found}")
    assert others == ["Only in the old code: 0", "Only in the new code: 0"]
    assert has_changed


def test_what_is_gone_or_new_is_found(tmp_path: Path) -> None:
    more = {"rules/more.py": "print(1)\ndef more():\n    return 1\n"}
    lines, has_changed = compared(tmp_path, {**AFTER, **more, "rules/number.py": ""})
    assert lines[-4:] == [
        "  moderator.rules.numbers:limit",
        "Only in the new code: 2",
        "  moderator.rules.more:more",
        "  moderator.rules.more:statement 1",
    ]
    assert has_changed
