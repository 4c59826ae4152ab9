"""The sheets of the three side games: their contents and layout."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

from moderator.rules.age_of_war import AGE_OF_WAR
from moderator.rules.log import Timeline
from moderator.rules.seating import MODERATOR, PUBLIC, player_ids
from moderator.rules.war import WAR
from moderator.rules.war.scenario import SYMBOLS as CARD_SYMBOLS
from moderator.rules.war.state import Stack
from moderator.sheets.age_of_war import SYMBOLS as BOARD_SYMBOLS
from moderator.sheets.age_of_war import TARGET
from moderator.sheets.drawing import Paper
from moderator.sheets.drawing.marks import Rectangle, Shape, Text
from moderator.sheets.games import sheets_of
from moderator.sheets.layout.table import MoveStep
from moderator.sheets.valley_of_war import SAMURAI
from moderator.sheets.war import FIGHTING, SYMBOLS
from tests.played.games import HERE, play
from tests.rules.war.table import in_turns, table
from tests.rules.war.table import play as play_on
from tests.support.hostile_names import NAMES
from tests.support.sheets.cases import HASH, STAMP, on_both_papers
from tests.support.sheets.printing import chart_sheet, score_sheet, sheet_pdf, view_pdf
from tests.support.sheets.reading import faults, faults_of, marks, page_texts, page_words, text
from tests.support.sheets.side_games import GAMES, Moment, at, ended, moments, odd, of

pytestmark = pytest.mark.slow

MOMENTS = moments()
IDS = [f"{path.parent.name} {path.stem} {number}" for path, number in MOMENTS]


@pytest.mark.parametrize("moment", MOMENTS, ids=IDS)
def test_everything_has_its_place(moment: Moment) -> None:
    now, lines = at(moment)
    paper: Paper = "letter" if moment[1] % 2 else "a4"
    assert faults(lambda: chart_sheet(now, STAMP, paper)) == []
    assert faults(lambda: score_sheet(now, STAMP, paper, lines)) == []


@pytest.mark.parametrize("game", GAMES)
@on_both_papers
def test_the_board_is_one_page_with_its_foot(game: str, paper: Paper) -> None:
    paths = sorted((HERE / game).glob("*.json"))
    assert paths
    for path in paths:
        for number in (0, len(play(path).timelines) // 2):
            now = at((path, number))[0]
            (page,) = page_words(lambda now=now: chart_sheet(now, STAMP, paper))
            assert HASH not in page
            assert "Page 1 of 1" in page


@pytest.mark.parametrize("first", range(0, len(NAMES), 10))
@pytest.mark.parametrize("game", GAMES)
def test_hostile_names_keep_their_places(game: str, first: int) -> None:
    names = (*NAMES[first:], *NAMES[:first])
    path = sorted((HERE / game).glob("*.json"))[first // 10 % 4]
    timelines = play(path).timelines
    state = timelines[len(timelines) * first // len(NAMES)].state
    view = odd(timelines[0].rules.view(state, MODERATOR), names)
    drawings: Any = import_module(f"moderator.sheets.{game}")
    stamp = replace(STAMP, group_name=names[5], class_name=names[6])
    lines = [MoveStep(k, name) for k, name in enumerate(names)]
    pages, size = marks(lambda: view_pdf(drawings.chart_sheet, view, stamp))
    assert faults_of(pages, size) == []
    assert len(pages) == 1
    assert faults(lambda: view_pdf(drawings.score_sheet, view, stamp, "letter", lines)) == []


def test_six_daimyos_with_the_longest_ids() -> None:
    options = {"players": [f"{'wm' * 19}-{i}" for i in range(6)]}
    state = AGE_OF_WAR.begin(AGE_OF_WAR.read_scenario("standard"), options)
    now, _ = of(Timeline(AGE_OF_WAR, state))
    assert faults(lambda: chart_sheet(now, STAMP, "letter")) == []
    assert faults(lambda: score_sheet(now, STAMP)) == []
    (page,) = page_texts(chart_sheet(now, STAMP))
    assert page.count("0 castles") == 6


def test_names_of_eighty_letters_and_from_right_to_left() -> None:
    names = ("wm" * 40, "Ærøskøbing " * 7 + "80.", "אבי כהן", "Z", "<b>Bo</b>", "wm" * 40)
    ids = player_ids(6)
    start = AGE_OF_WAR.begin(AGE_OF_WAR.read_scenario("standard"), {"players": [*ids]})
    state = AGE_OF_WAR.named(start, dict(zip(ids, names, strict=True)))
    now, _ = of(Timeline(AGE_OF_WAR, state))
    assert faults(lambda: chart_sheet(now, STAMP, "letter")) == []
    assert faults(lambda: score_sheet(now, STAMP)) == []
    (page,) = page_texts(chart_sheet(now, STAMP))
    assert page.count("0 castles") == 6
    assert "<b>Bo</b>" in page


@pytest.mark.parametrize("shape", ["a row", "a column", "a hook"])
@on_both_papers
def test_a_map_of_any_shape_fits(shape: str, paper: Paper) -> None:
    ids = {
        "a row": [f"{chr(97 + i)}7" for i in range(24)],
        "a column": [f"b{i}" for i in range(76, 100)],
        "a hook": [*(f"a{i}" for i in range(1, 13)), *(f"{chr(98 + i)}1" for i in range(12))],
    }[shape]
    state = table().state
    standing = tuple(Stack(k % 2, k % 20 + 1) if k % 5 else None for k in range(len(ids)))
    state = replace(state, scenario=replace(state.scenario, tiles=tuple(ids)), board=standing)
    now, _ = of(Timeline(WAR, state))
    assert faults(lambda: chart_sheet(now, STAMP, paper)) == []
    (page,), (width, height) = marks(lambda: chart_sheet(now, STAMP, paper))
    assert (width > height) == (shape != "a column")
    drawn = [
        mark for mark in page if isinstance(mark, Rectangle) and mark.width == mark.height > 15
    ]
    assert len(drawn) == 24


def test_everything_that_is_named_is_drawn() -> None:
    assert SYMBOLS.keys() == set(CARD_SYMBOLS)
    assert BOARD_SYMBOLS.keys() == {"archery", "cavalry", "daimyo"}


@pytest.mark.parametrize(
    ("name", "verdict", "reason"),
    [
        ("final-scoring", "Winner: Kim (17 points)", "Here the points alone decide."),
        ("most-castles", "Winner: ", "Here the number of castles decides."),
        ("most-clans", "Winner: ", "Here castles are equal too, and the number of clans decides."),
        ("shared-victory", "Winners: ", "Here everything is equal, so the first place is shared."),
    ],
)
def test_what_decides_a_game_of_age_of_war_is_said(name: str, verdict: str, reason: str) -> None:
    now, _ = ended("age_of_war", name)
    page = text(score_sheet(now, STAMP))
    assert verdict in page
    assert reason in page.replace("\n", " ")
    assert "Final score" in page


def test_a_game_of_age_of_war_on_paper() -> None:
    path = HERE / "age_of_war" / "six-daimyos.json"
    now, lines = at((path, 15))
    (page,) = page_texts(chart_sheet(now, STAMP))
    for line in ("Age of War", "Gifu 1", "B Bo", "no castle yet", "7 dice left, 0 lost"):
        assert line in page.splitlines()
    assert "2 archery" in page
    (board,), _ = marks(lambda: chart_sheet(now, STAMP))
    rolled = [m for m in board if isinstance(m, Rectangle) and (m.width, m.height) == (22, 22)]
    assert len(rolled) == 7
    score = text(score_sheet(now, STAMP, "a4", lines))
    assert "If the game ended now\nWould win: Bo (1 point)" in score
    assert "15 Cy rolls 7 dice: a i1 d c i2 a a" in score
    start, _lines = at((path, 0))
    page = text(score_sheet(start, STAMP, "a4", []))
    assert "If the game ended now\nNobody has points yet.\nPlayer" in page
    over = text(chart_sheet(ended("age_of_war", "six-daimyos")[0], STAMP))
    assert "This turn" not in over
    assert "closed: 10 for Bo" in over


def test_dice_on_a_line_are_dark_and_ticked() -> None:
    timelines = play(HERE / "age_of_war" / "six-daimyos.json").timelines
    number = next(i for i, now in enumerate(timelines) if now.state.filled)
    now, _ = at((HERE / "age_of_war" / "six-daimyos.json", number))
    (page,), _ = marks(lambda: chart_sheet(now, STAMP))
    dark = [m for m in page if isinstance(m, Rectangle) and m.fill == m.outline and m.width < 20]
    assert len(dark) == len(now.state.placed[0][1])
    assert sum(isinstance(m, Rectangle) and m.thickness == TARGET for m in page) == 1


def test_a_game_of_war_on_paper() -> None:
    now, lines = ended("war", "four-share")
    score = text(score_sheet(now, STAMP, "a4", lines))
    rows = [line for line in score.splitlines() if line[:1].isdigit() and line[1:3].strip()]
    assert "Winners: Ann, Bob (9 points)" in score
    assert rows[:2] == ["1 A Ann 6 3 0 9", "1 B Bob 6 3 0 9"]
    assert "17 Ann reinforces a1 (1 to 2)" in score
    assert "not in the font" not in score


def test_an_attack_and_the_cards_on_the_table_are_on_the_board() -> None:
    board = {"a1": "ann 3", "a2": "bob 2"}
    cards = {"combat": (["drop2"], ["arrow4"]), "face_up": ["drop1", "hammers1"]}
    now, _ = of(play_on(in_turns(table(), board, **cards), "move ann a1 a2 2"))
    page = text(chart_sheet(now, STAMP))
    for line in ("A Ann", "attacks from a1, 2 units", "defends a2, 2 units"):
        assert line in page.splitlines()
    (drawn,), _ = marks(lambda: chart_sheet(now, STAMP))
    shapes = [m.path for m in drawn if isinstance(m, Shape)]
    assert shapes.count(SYMBOLS["arrow"][0].path) == 1, "a combat card"
    assert shapes.count(SYMBOLS["drop"][0].path) == 3 + 2, "three tiles, two cards"
    assert sum(isinstance(m, Rectangle) and m.thickness == FIGHTING for m in drawn) == 2


def test_no_hand_and_no_deck_is_on_any_sheet_of_war() -> None:
    """Whatever the hidden cards, and whoever the viewer: the bytes are the same."""
    paths = sorted((HERE / "war").glob("*.json"))
    assert paths
    for path in paths:
        timeline = play(path).timelines[len(play(path).timelines) * 2 // 3]
        state = timeline.state
        hidden = replace(
            state,
            deck=state.deck[::-1],
            hands=tuple(
                tuple(card._replace(value=card.value + 90) for card in hand) for hand in state.hands
            ),
        )
        for viewer in (PUBLIC, MODERATOR):
            one, other = (WAR.view(s, viewer) for s in (state, hidden))
            for name in ("chart_sheet", "score_sheet"):
                kind = getattr(import_module("moderator.sheets.war"), name)
                assert view_pdf(kind, one, STAMP) == view_pdf(kind, other, STAMP)


def test_the_referees_sheet_counts_pieces() -> None:
    now, lines = ended("valley_of_war", "red-wins")
    (page,), _ = marks(lambda: chart_sheet(now, STAMP))
    filled = [m for m in page if isinstance(m, Shape) and m.path == SAMURAI[0].path]
    assert len(filled) == 2 + 3 + 1 + 3
    said = text(chart_sheet(now, STAMP))
    assert "War Phase 3: has won" in said
    assert "8 of 30" in said.splitlines()
    score = text(score_sheet(now, STAMP, "a4", lines)).splitlines()
    assert "Winner: Red Emperor, who has both Eyes of the other" in score
    assert "R Red Emperor 3 2 2 2" in score
    assert "7 2 Samurai Occupy, 2 of 2 Eyes taken 1 Samurai Occupies Red wins" in score


def test_a_loss_draw_and_a_new_start_are_said() -> None:
    score = text(score_sheet(ended("valley_of_war", "loss-draw")[0], STAMP))
    assert "A loss-draw: both lost their Eyes in the same throw." in score
    now, lines = ended("valley_of_war", "restarted")
    again = text(score_sheet(now, STAMP, "a4", lines))
    assert "The Emperors start again: " in again
    assert "Started again 1×: " in text(chart_sheet(now, STAMP))


def test_the_names_of_the_sheets() -> None:
    names = [str(sheets_of(game.id)["chart"].name) for game in (AGE_OF_WAR, WAR)]
    assert names == ["Board", "Board"]
    valley = sheets_of("valley-of-war")
    assert str(valley["chart"].name) == "Referee’s sheet"
    assert "moves" in (valley["score"].needs(ended("valley_of_war", "red-wins")[0]) or ())


def test_words_on_the_map_are_the_units_and_who_has_them() -> None:
    now, _ = ended("war", "four-share")
    (page,), _ = marks(lambda: chart_sheet(now, STAMP))
    letters = [m.text for m in page if isinstance(m, Text) and m.text in ("A", "B", "C", "D")]
    standing = [stack for stack in now.state.board if stack]
    assert len(letters) == len(standing) + 4


def test_the_moves_of_age_of_war_have_a_legend() -> None:
    now, lines = ended("age_of_war", "final-scoring")
    page = text(score_sheet(now, STAMP, "a4", lines)).replace("\n", " ")
    assert "a is archery, c cavalry, d the daimyo" in page
    assert "is archery" not in text(score_sheet(now, STAMP))


@on_both_papers
def test_the_blank_score_has_a_box_for_each_daimyo_whatever_was_played(paper: Paper) -> None:
    kind = sheets_of("age-of-war")["blank-score"]
    path = sorted((HERE / "age_of_war").glob("*.json"))[0]
    timelines = play(path).timelines
    first, last = (of(timelines[number])[0] for number in (0, -1))
    made = sheet_pdf(kind, first, STAMP, paper)
    assert sheet_pdf(kind, last, STAMP, paper) == made
    assert faults(lambda: sheet_pdf(kind, first, STAMP, paper)) == []
    (page,) = page_texts(made)
    assert "Kiyosu 2 daimyo · archery · cavalry · infantry 3" in " ".join(page.split())
    pages, _ = marks(lambda: sheet_pdf(kind, first, STAMP, paper))
    boxes = [m for m in pages[0] if isinstance(m, Rectangle) and m.thickness == 0.7 and not m.fill]
    assert len(boxes) == (14 + 6) * len(first.seats)


def test_the_blank_score_has_room_for_long_names() -> None:
    options = {"players": [f"{'wm' * 19}-{i}" for i in range(6)]}
    state = AGE_OF_WAR.begin(AGE_OF_WAR.read_scenario("standard"), options)
    now, _ = of(Timeline(AGE_OF_WAR, state))
    kind = sheets_of("age-of-war")["blank-score"]
    for paper in ("a4", "letter"):
        assert faults(lambda paper=paper: sheet_pdf(kind, now, STAMP, paper)) == []
