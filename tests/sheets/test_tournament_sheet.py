"""A tournament's sheets: nothing leaves the paper, with 3 to 64 players and unusual names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import zip_longest

import pytest

from moderator.features.tournaments.models import Pairing, Tournament
from moderator.features.tournaments.sheet import cross_sheet, round_sheet, standings_sheet
from moderator.features.tournaments.standings import Match, RoundState, TournamentState
from moderator.sheets.drawing import Paper
from tests.support.hostile_names import NAMES
from tests.support.sheets.cases import STAMP, on_both_papers
from tests.support.sheets.printing import view_pdf
from tests.support.sheets.reading import faults, marks, page_texts

pytestmark = pytest.mark.slow

LONG = "Αυτοκρατορία Навуходоносор of a name {:02}"


def contest(
    names: Sequence[str],
    outcome: str = "red",
    is_swiss: bool = False,
    rounds: int = 1,
    tables: int = 32,
) -> TournamentState:
    """Rounds: the first meets the second and so on; with an odd number, the last sits out."""
    at = [(1 + k % tables, 1 + k // tables) for k in range(len(names) // 2)] + [(0, 0)]
    systems = Tournament.System
    tournament = Tournament(
        rules="valley-of-war",
        title="Club evening",
        system=systems.SWISS if is_swiss else systems.ROUND_ROBIN,
        rounds_planned=rounds,
    )
    meetings = tuple(
        Match(Pairing(), red, blue, *where, outcome if blue else "", "", None, (), "")
        for (red, blue), where in zip(
            zip_longest(names[::2], names[1::2], fillvalue=""), at, strict=False
        )
    )
    by_number = dict(enumerate(names))
    states = tuple(RoundState(number, meetings) for number in range(1, rounds + 1))
    return TournamentState(tournament, (), by_number, states)


CONTESTS: dict[str, Callable[[], TournamentState]] = {
    "three": lambda: contest(["Ann", "Bob", "Cy"]),
    "no results": lambda: contest(["Ann", "Bob", "Cy", "Dee"], ""),
    "sixty-four with long names": lambda: contest([LONG.format(n) for n in range(64)]),
    "sixty-four at five tables": lambda: contest([LONG.format(n) for n in range(64)], tables=5),
    "Swiss, sixty-four": lambda: contest([LONG.format(n) for n in range(64)], "red", True, 12),
    "Swiss, odd names": lambda: contest(list(dict.fromkeys(NAMES))[:31], "red", True),
    "odd names": lambda: contest(list(dict.fromkeys(NAMES))[:31]),
}


@on_both_papers
@pytest.mark.parametrize("name", CONTESTS)
def test_everything_has_its_place(name: str, paper: str) -> None:
    shown = CONTESTS[name]()
    stamp = replace(STAMP, origin="Tournament 1, after round 1; results: 2")
    assert faults(lambda: view_pdf(round_sheet(1), shown, stamp, paper)) == []
    assert faults(lambda: view_pdf(standings_sheet, shown, stamp, paper)) == []
    assert faults(lambda: view_pdf(cross_sheet, shown, stamp, paper)) == []


def test_the_cross_table_tells_both_sides() -> None:
    (text,) = page_texts(view_pdf(cross_sheet, contest(["Ann", "Bob", "Cy"]), STAMP))
    words = text.partition("Red wins")[0].split()  # above the legend
    assert (words.count("W"), words.count("L")) == (1, 1)
    assert "Loss-draw: D (Red Emperor), D (Blue Emperor)" in text


@on_both_papers
def test_the_cross_table_of_a_swiss_tournament_goes_by_round(paper: Paper) -> None:
    """With byes, on two pages for 64 players."""
    three = contest(["Ann", "Bob", "Cy"], "red", True, 2)
    (page,) = page_texts(view_pdf(cross_sheet, three, STAMP, paper))
    lines = page.splitlines()
    assert "2 Ann 3R+ 3R+" in lines
    assert "1 Cy bye bye" in lines
    assert "3 Bob 2B– 2B–" in lines
    many = contest([f"Player {n}" for n in range(64)], "red", True, 6)
    pages = page_texts(view_pdf(cross_sheet, many, STAMP, paper))
    assert len(pages) == 2
    assert all(f"Player {n}" in " ".join(pages) for n in range(64))


def test_the_standings_say_how_points_are_counted() -> None:
    three = contest(["Ann", "Bob", "Cy"], is_swiss=True)
    (page,) = page_texts(view_pdf(standings_sheet, three, STAMP))
    flat = page.replace("\n", " ")
    assert "minus half of the loss-draws" in flat
    assert "Buchholz is the sum of the scores of all opponents." in flat
    (page,) = page_texts(view_pdf(standings_sheet, contest(["Ann", "Bob", "Cy", "Dee"]), STAMP))
    rows = [" ".join(line.split()[:2]) for line in page.splitlines()]
    assert {"=1 Ann", "=1 Cy", "=3 Bob", "=3 Dee"} <= set(rows)


@on_both_papers
def test_a_page_has_four_pairings_or_none(paper: Paper) -> None:
    """At five tables, those that wait say so; wherever the page ends, four go on the next."""
    alone = set()
    for count in range(52, 62):
        shown = contest([f"Player {n}" for n in range(count)], tables=5)
        pages = page_texts(view_pdf(round_sheet(1), shown, STAMP, paper))
        told = [text.count("Player") // 2 for text in pages]
        assert sum(told) == count // 2
        assert min(told) >= 4
        alone.add(told[1] if len(told) > 1 else 0)
    assert {0, 4} <= alone
    assert "second at table 1 Player 10 Player 11" in pages[0]
    assert "fifth at table 5" in pages[0]
    assert "6th at table 1" in pages[0]


def test_results_are_ticked_and_the_rest_can_be() -> None:
    """Two strokes cross a box; each game has three."""

    def strokes(outcome: str) -> int:
        two = contest(["Ann", "Bob"], outcome)
        (page,), _ = marks(lambda: view_pdf(round_sheet(1), two, STAMP))
        return sum(getattr(mark, "thickness", 0) == 1.6 for mark in page)

    assert (strokes(""), strokes("blue")) == (0, 2)
