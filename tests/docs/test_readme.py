"""The README's tour of a class can be played as written."""

from __future__ import annotations

import re

from moderator.core.games import shipped
from moderator.rules.age_of_iron import AGE_OF_IRON
from moderator.rules.log import Timeline
from tests.support.paths import ROOT

README = ROOT / "README.md"


def tour() -> list[str]:
    """The commands of the tour's steps 1 to 4, in their order."""
    text = README.read_text(encoding="utf-8")
    part = text[text.index("1. **Record.**") : text.index("\n5. **")]
    return [found for found in re.findall(r"`([^`]+)`", part) if found != "?wall"]


def test_the_tour_plays_the_worked_example() -> None:
    scenario = shipped()["age-of-iron"]["example-of-play"]
    timeline = Timeline(AGE_OF_IRON, AGE_OF_IRON.begin(scenario, {}))
    for text in tour():
        timeline = timeline.play(AGE_OF_IRON.parse_command(timeline.state, text).wire)
    summary = AGE_OF_IRON.summary(timeline.state)
    assert summary["status"] == "over"
    assert summary["presences"] == {
        "xenophobia": ["chas"],
        "yurt": ["ariel", "dirk"],
        "zen": ["beauregard"],
    }


def test_every_path_that_it_names_is_there() -> None:
    text = README.read_text(encoding="utf-8")
    named = re.findall(r"\]\(([^):#]+)\)", text) + re.findall(r"`((?:\w+/)+)`", text)
    assert len(named) > 10
    for path in named:
        assert path == "var/" or (README.parent / path).exists(), path
