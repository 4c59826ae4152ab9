"""The moderator's instructions and the chronology: all of the text, nothing secret of the game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from moderator.rules.registry import GAMES
from moderator.sheets.games import sheets_for, sheets_of
from moderator.sheets.snapshot import ConsolePlace, GameSnapshot
from tests.support.sheets.cases import GAME, STAMP, scenario, shipped
from tests.support.sheets.odd import ODD
from tests.support.sheets.printing import sheet_pdf
from tests.support.sheets.reading import faults, text
from tests.support.sheets.side_games import at, moments

SHEETS = sheets_of("age-of-iron")
CONSOLE = ConsolePlace("play.example.org/m", "HZT-9PK", "4F7-K2M")


def begun(one: Any, options: dict[str, Any] | None = None) -> GameSnapshot:
    state = GAME.begin(one, options or {})
    return GameSnapshot(GAME, state, GAME.seats_of(state))


def spaced(pdf: bytes) -> str:
    return " ".join(text(pdf).split())


def test_instructions_say_how_this_game_goes_and_what_to_type() -> None:
    now = begun(shipped("900-bc"), {"control": True, "communication": "written"})
    said = spaced(sheet_pdf(SHEETS["instructions"], now, replace(STAMP, console=CONSOLE)))
    for sentence in (*GAME.options_in_force(now.state), "play.example.org/m", "HZT-9PK", "4F7-K2M"):
        assert sentence in said
    for title, sentences in GAME.rules_in_short(now.state):
        assert title in said
        assert all(sentence in said for sentence in sentences)
    lines = [line for part in GAME.typed_help(now.state) for line, _ in part.examples]
    assert len(lines) > 8
    assert all(line in said for line in lines)
    assert "not in the font" not in said
    assert not any(player.briefing[:40] in said for player in now.state.scenario.players)


@pytest.mark.parametrize("id", ["1800-bc", "900-bc"])
def test_the_chronology_is_whole(id: str) -> None:
    now = begun(shipped(id))
    events = GAME.chronology(now.state)
    assert len(events) > 20
    said = spaced(sheet_pdf(SHEETS["chronology"], now, STAMP))
    for event in events:
        assert " ".join(event) in said


def test_only_a_scenario_with_a_chronology_offers_it() -> None:
    def offered(one: Any) -> bool:
        return SHEETS["chronology"] in sheets_for(begun(one))

    assert offered(shipped("900-bc"))
    assert not offered(shipped("example-of-play"))


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_they_keep_their_places(paper: Any) -> None:
    wire = scenario(10, 40, boxes=20, name="Αυτοκρατορία of the very long name Навуходоносор {}")
    wire["chronology"] = [{"year": year, "text": (ODD * 9)[:200]} for year in range(-2000, -1900)]
    now = begun(GAME.read_scenario(wire))
    stamp = replace(STAMP, console=CONSOLE, group_name=ODD, moderators=ODD)
    for id in ("instructions", "chronology"):
        assert faults(lambda id=id: sheet_pdf(SHEETS[id], now, stamp, paper)) == []


@pytest.mark.parametrize("moment", moments()[::7])
def test_side_games_have_instructions_too(moment: Any) -> None:
    now, _lines = at(moment)
    kind = sheets_of(now.game.id)["instructions"]
    assert faults(lambda: sheet_pdf(kind, now, replace(STAMP, console=CONSOLE))) == []
    said = spaced(sheet_pdf(kind, now, replace(STAMP, console=CONSOLE)))
    assert "4F7-K2M" in said
    assert all(seat.name in said for seat in now.seats)
    assert now.game.id in GAMES
