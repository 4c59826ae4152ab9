"""The moderator's instructions and the chronology: all of the text, nothing secret of the game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from moderator.rules.errors import Refused
from moderator.rules.registry import GAMES
from moderator.sheets.games import sheets_for, sheets_of
from moderator.sheets.snapshot import ConsolePlace, GameSnapshot
from tests.played.games import HERE, play
from tests.support.sheets.cases import GAME, STAMP, on_both_papers, scenario, shipped
from tests.support.sheets.odd import ODD
from tests.support.sheets.printing import sheet_pdf
from tests.support.sheets.reading import faults, page_texts, text
from tests.support.sheets.side_games import GAMES as SIDE_GAMES
from tests.support.sheets.side_games import at, moments

pytestmark = pytest.mark.slow

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


@pytest.mark.parametrize("id", ["1800-bc-2", "900-bc-2"])
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


@on_both_papers
def test_they_keep_their_places(paper: Any) -> None:
    wire = scenario(10, 40, boxes=20, name="Αυτοκρατορία of the very long name Навуходоносор {}")
    wire["chronology"] = [{"year": year, "text": (ODD * 9)[:200]} for year in range(-2000, -1900)]
    now = begun(GAME.read_scenario(wire))
    stamp = replace(STAMP, console=CONSOLE, group_name=ODD, moderators=ODD)
    for id in ("instructions", "chronology"):
        assert faults(lambda id=id: sheet_pdf(SHEETS[id], now, stamp, paper)) == []


@on_both_papers
@pytest.mark.parametrize("id", ["1800-bc-2", "900-bc-2", "example-of-play"])
def test_instructions_are_one_page_with_any_options(id: str, paper: Any) -> None:
    every = {
        "deployment": "sequential",
        "combat": "odds-table",
        "home_first": True,
        "control": True,
        "communication": "written",
        "diplomatic_records": True,
        "extended_trading": True,
    }
    for options in ({}, every, {**every, "deployment": "simultaneous"}):
        now = begun(shipped(id), options)
        stamp = replace(STAMP, console=CONSOLE, copyright=GAME.copyright)
        assert len(page_texts(sheet_pdf(SHEETS["instructions"], now, stamp, paper))) == 1


@on_both_papers
@pytest.mark.parametrize("moment", moments()[::7])
def test_side_games_have_instructions_too(moment: Any, paper: Any) -> None:
    """On one page, with the rules and what can be typed."""
    now, _lines = at(moment)
    kind, stamp = sheets_of(now.game.id)["instructions"], replace(STAMP, console=CONSOLE)
    assert now.game.id in GAMES
    pdf = sheet_pdf(kind, now, stamp, paper)
    assert len(page_texts(pdf)) == 1
    assert faults(lambda: sheet_pdf(kind, now, stamp, paper)) == []
    said = spaced(pdf)
    assert "4F7-K2M" in said
    assert all(seat.name in said for seat in now.seats)
    sections, typed = now.game.rules_in_short(now.state), now.game.typed_help(now.state)
    assert len(sections) > 2
    assert len(typed) > 1
    assert all(text in said for _title, sentences in sections for text in sentences)
    assert all(" ".join(one) in said for part in typed for one in part.examples)


@pytest.mark.parametrize("game", SIDE_GAMES)
def test_what_side_games_say_can_be_typed_is_understood(game: str) -> None:
    """At some time of a game that was played."""
    path = sorted((HERE / game).glob("*.json"))[0]
    states = [one.state for one in play(path).timelines]
    rules = play(path).timelines[0].rules
    for line in {
        line for state in states for part in rules.typed_help(state) for line, _ in part.examples
    }:
        assert any(is_understood(rules, state, line) for state in states), line


def is_understood(rules: Any, state: Any, line: str) -> bool:
    try:
        rules.parse_command(state, line)
    except Refused as refused:
        return refused.code not in {"not-understood", "ambiguous"}
    return True
