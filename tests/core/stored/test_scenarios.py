"""Loading the scenarios that ship."""

from pathlib import Path

import pytest
from django.conf import settings

from moderator.core.games import ScenarioBroken, load, shipped, versions_of

EXAMPLE = settings.BASE_DIR / "scenarios" / "age_of_iron" / "example-of-play.toml"


def write(root: Path, name: str, text: str | bytes) -> Path:
    folder = root / "age_of_iron"
    folder.mkdir(exist_ok=True)
    (folder / name).write_bytes(text.encode() if isinstance(text, str) else text)
    return root


def test_all_of_them() -> None:
    assert set(shipped()["age-of-iron"]) >= {"example-of-play", "1800-bc", "900-bc"}
    assert shipped() is shipped()


def test_versions_of_a_built_in_one_differ_by_a_number() -> None:
    for id in ("1800-bc", "1800-bc-2"):
        assert versions_of("age-of-iron", id) == ("1800-bc-2", "1800-bc")
    for own in ("1800-bc-3", "example-of-play"):
        assert versions_of("age-of-iron", own) == (own,)
    assert versions_of("war", "drawn") == ("drawn",)


def test_a_game_without_any(tmp_path: Path) -> None:
    assert load(tmp_path)["age-of-iron"] == {}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("turns = \n", r"scenarios/age_of_iron/bad\.toml: .*line 1"),
        ("turns = 3\n", r"scenarios/age_of_iron/bad\.toml: .*format"),
        (b"\xff", r"scenarios/age_of_iron/bad\.toml: .*utf-8"),
    ],
)
def test_a_broken_one_is_named(text: str | bytes, says: str, tmp_path: Path) -> None:
    with pytest.raises(ScenarioBroken, match=says):
        load(write(tmp_path, "bad.toml", text))


def test_the_line_is_named(tmp_path: Path) -> None:
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    at = lines.index("income = 10")
    lines[at] = "income = -1"
    with pytest.raises(ScenarioBroken, match=f"line {at + 1}"):
        load(write(tmp_path, "bad.toml", "\n".join(lines)))


def test_an_id_twice(tmp_path: Path) -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    write(tmp_path, "a.toml", text)
    with pytest.raises(ScenarioBroken, match=r"b\.toml: a\.toml has the id “example-of-play” too"):
        load(write(tmp_path, "b.toml", text))
