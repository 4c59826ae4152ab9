"""A scenario file that can't be used: explained in a sentence, without affecting others."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from moderator.core.games import shipped
from tests.support.paths import PLAYED, SCENARIOS

WORKED = PLAYED / "age_of_iron" / "worked-example.json"
SHIPPED = SCENARIOS / "age_of_iron" / "example-of-play.toml"
INLINE = WORKED.with_name("control.json")


@pytest.fixture
def broken_folder(tmp_path: Path, settings: Any) -> Iterator[Path]:
    folder = tmp_path / "scenarios" / "age_of_iron"
    folder.mkdir(parents=True)
    text = SHIPPED.read_text(encoding="utf-8")
    damaged = text.replace('id = "example-of-play"', 'id = "Example of play"')
    (folder / "broken.toml").write_text(damaged, encoding="utf-8")
    settings.BASE_DIR = tmp_path
    shipped.cache_clear()
    yield folder
    shipped.cache_clear()


def test_replay_names_the_file_the_key_and_the_line(
    broken_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        call_command("replay", str(WORKED), "--json")
    error = json.loads(capsys.readouterr().out)["error"]
    assert ended.value.code == 1
    assert (error["code"], error["move"]) == ("bad-scenario", None)
    assert "broken.toml" in error["message"]
    assert "id (line 2)" in error["message"]


def test_a_record_with_its_own_scenario_is_not_in_need_of_the_files(
    broken_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("replay", str(INLINE), "--json")
    assert json.loads(capsys.readouterr().out)["winners"] == ["ur"]
