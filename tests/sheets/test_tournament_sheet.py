"""A tournament's sheets: nothing leaves the paper, with 3 to 64 players and unusual names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from moderator.features.tournaments.sheet import (
    MatchRow,
    TournamentData,
    cross_sheet,
    round_sheet,
    standings_sheet,
)
from moderator.rules.registry import GAMES
from moderator.rules.tournament import FinishedGame
from moderator.rules.valley_of_war.tournament import TOURNAMENT
from moderator.sheets.drawing.page import Paper
from tests.support.hostile_names import NAMES
from tests.support.sheets.cases import STAMP
from tests.support.sheets.reading import faults, marks, page_texts

VALLEY = GAMES["valley-of-war"]
LONG = "Αυτοκρατορία Навуходоносор of a name {:02}"


def contest(
    names: Sequence[str], outcome: str = "red", is_swiss: bool = False, rounds: int = 1
) -> TournamentData:
    """One round: the first meets the second and so on; with an odd number, the last sits out."""
    pairs = [tuple(names[i : i + 2]) for i in range(0, len(names), 2)]
    encounters = [
        MatchRow(k, pair[0], pair[1], outcome) if len(pair) == 2 else MatchRow(0, pair[0], "", "")
        for k, pair in enumerate(pairs, start=1)
    ]
    played = [FinishedGame(e.red, e.blue, e.outcome) for e in encounters if e.outcome]
    return TournamentData(
        rules=VALLEY.id,
        title="Club evening",
        system="Swiss, 1 round",
        copyright=VALLEY.copyright,
        sides=VALLEY.seats(VALLEY.own_scenarios["standard"], {}),
        outcomes=TOURNAMENT.outcomes,
        columns=TOURNAMENT.columns(is_swiss=True),
        standings=TOURNAMENT.standings(played, names, is_swiss=True),
        rounds=[encounters] * rounds,
        bye=TOURNAMENT.bye,
        counting=TOURNAMENT.counting(is_swiss=True),
        is_swiss=is_swiss,
    )


CONTESTS: dict[str, Callable[[], TournamentData]] = {
    "three": lambda: contest(["Ann", "Bob", "Cy"]),
    "no results": lambda: contest(["Ann", "Bob", "Cy", "Dee"], ""),
    "sixty-four with long names": lambda: contest([LONG.format(n) for n in range(64)]),
    "Swiss, sixty-four": lambda: contest([LONG.format(n) for n in range(64)], "red", True, 12),
    "Swiss, odd names": lambda: contest(list(dict.fromkeys(NAMES))[:31], "red", True),
    "odd names": lambda: contest(list(dict.fromkeys(NAMES))[:31]),
}


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", CONTESTS)
def test_everything_has_its_place(name: str, paper: str) -> None:
    shown = CONTESTS[name]()
    stamp = replace(STAMP, origin="Tournament 1, after round 1; results: 2")
    assert faults(lambda: round_sheet(shown, 1, stamp, paper)) == []
    assert faults(lambda: standings_sheet(shown, stamp, paper)) == []
    assert faults(lambda: cross_sheet(shown, stamp, paper)) == []


def test_the_cross_table_tells_both_sides() -> None:
    (text,) = page_texts(cross_sheet(contest(["Ann", "Bob", "Cy"]), STAMP))
    words = text.partition("Red wins")[0].split()  # above the legend
    assert (words.count("W"), words.count("L")) == (1, 1)
    assert "Loss-draw: D (Red Emperor), D (Blue Emperor)" in text


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_cross_table_of_a_swiss_tournament_goes_by_round(paper: Paper) -> None:
    """With byes, on two pages for 64 players."""
    (page,) = page_texts(cross_sheet(contest(["Ann", "Bob", "Cy"], "red", True, 2), STAMP, paper))
    lines = page.splitlines()
    assert "1 Ann 3R+ 3R+" in lines
    assert "2 Cy bye bye" in lines
    assert "3 Bob 1B– 1B–" in lines
    many = contest([f"Player {n}" for n in range(64)], "red", True, 6)
    pages = page_texts(cross_sheet(many, STAMP, paper))
    assert len(pages) == 2
    assert all(f"Player {n}" in " ".join(pages) for n in range(64))


def test_the_standings_say_how_points_are_counted() -> None:
    (page,) = page_texts(standings_sheet(contest(["Ann", "Bob", "Cy"]), STAMP))
    flat = page.replace("\n", " ")
    assert "minus half of the loss-draws" in flat
    assert "Buchholz: the sum of the scores of all opponents." in flat


def test_results_are_ticked_and_the_rest_can_be() -> None:
    """Two strokes cross a box; each game has three."""

    def strokes(outcome: str) -> int:
        (page,), _ = marks(lambda: round_sheet(contest(["Ann", "Bob"], outcome), 1, STAMP))
        return sum(getattr(mark, "thickness", 0) == 1.6 for mark in page)

    assert (strokes(""), strokes("blue")) == (0, 2)
