"""docs/scenarios.md against the code: its example loads, and no key is left out."""

from __future__ import annotations

import re
import tomllib

from moderator.rules.age_of_iron import setup
from moderator.rules.age_of_iron.scenario import OPTIONS
from moderator.rules.registry import GAMES
from tests.support.paths import DOCS

PAGE = (DOCS / "scenarios.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_the_small_scenario_can_be_used() -> None:
    scenario = GAMES["age-of-iron"].read_scenario_toml(BLOCKS[0])
    assert f"scenarios/age_of_iron/{scenario.id}.toml" in PAGE


def test_the_long_text_reads_as_two_paragraphs() -> None:
    briefing = tomllib.loads(BLOCKS[1])["briefing"]
    assert [len(paragraph.splitlines()) for paragraph in briefing.split("\n\n")] == [1, 1]


def test_every_key_is_explained() -> None:
    tables = (setup.REQUIRED, setup.OPTIONAL, *setup.PLAYER, *setup.REGION, *setup.OBJECTIVE)
    keys = {key for table in tables for key in table}
    explained = set(re.findall(r"`\[*([a-z_]+)[\].A-Z]*`", PAGE))
    assert keys - explained == set()


def test_every_option_is_named_and_ruled_on() -> None:
    rulings = (DOCS / "rulings.md").read_text(encoding="utf-8").lower()
    for option in OPTIONS:
        assert f"`{option.name}`" in PAGE
        words = "more turns" if option.name == "turns" else option.name.replace("_", " ")
        shown = {"combat": "attacker's advantage", "communication": "written communication"}
        assert shown.get(option.name, words) in rulings
