"""Role sheets: one country's secrets on its own pages, and no other's."""

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from moderator.rules.seating import MODERATOR, PUBLIC, Viewer
from moderator.sheets.age_of_iron.role import briefing_sheet, role_sheets
from moderator.sheets.drawing.marks import Path, Rectangle, Text
from moderator.sheets.snapshot import GameSnapshot, JoinPlace
from tests.support.sheets.cases import GAME, STAMP, mid_game, on_both_papers, shipped
from tests.support.sheets.printing import sheet_pdf, view_pdf
from tests.support.sheets.reading import faults, faults_of, flat, marks, page_texts, text

pytestmark = pytest.mark.slow

SCENARIO = shipped("1800-bc")
START = GAME.begin(SCENARIO, {})
BRIEFINGS = {seat.id: GAME.briefing(START, seat.id) for seat in GAME.seats(SCENARIO, {})}


def test_a_page_for_each_country() -> None:
    pages = page_texts(view_pdf(briefing_sheet, role_sheets(mid_game(), BRIEFINGS), STAMP))
    assert len(pages) == 4
    for page, (seat, briefing) in zip(pages, BRIEFINGS.items(), strict=True):
        flat = page.replace("\n", " ")
        assert " ".join(briefing.split()) in flat
        assert "AGE OF IRON is Copyright, 2012" in flat
        others = [text for other, text in BRIEFINGS.items() if other != seat]
        assert not any(text.split("\n\n")[0] in flat for text in others)
    egypt = pages[0]
    egypt_lines = egypt.splitlines()
    assert "10 RFs complete a level" in egypt
    assert "I 4 II 5 III 6 IV 7" in egypt.replace("\n", " ")
    assert "Trade G C T S one of each 8" in egypt.replace("\n", " ")
    aims = [line for line in egypt_lines if line.startswith(("Presence in", "No Presence"))]
    assert aims[0] == "Presence in Syria 7"
    assert aims[-1] == "Presence in Cyprus 4"
    assert "met" not in egypt.split("Objectives at the end")[1].split("Civilization")[0]


def test_every_game_turns_income_is_there() -> None:
    """Not only that of the Game-turn in which it is printed."""
    view = mid_game()
    egypt = view.countries[0]
    assert (view.turn, egypt.incomes) == (2, (13,) * 6)
    many = replace(egypt, incomes=tuple(range(101, 161)))
    view = replace(view, countries=(many, *view.countries[1:]))
    words = text(view_pdf(briefing_sheet, role_sheets(view, {}), STAMP)).split()
    assert all(str(rfs) in words for rfs in many.incomes)
    assert all(str(turn) in words for turn in range(1, 61))


def test_the_options_a_presence_who_plays_and_how_to_join_are_there() -> None:
    join = JoinPlace("moderator.example.org", "KX7-P2MQ", "https://moderator.example.org/j/KX7P2MQ")
    stamp = replace(STAMP, players={"egypt": "Noor Haddad"}, moderators="R. Keller", join=join)
    options = GAME.options_in_force(START)
    sheet = role_sheets(mid_game(), BRIEFINGS, options)
    pages = [page.replace("\n", " ") for page in page_texts(view_pdf(briefing_sheet, sheet, stamp))]
    assert len(pages) == 4
    assert options
    for page in pages:
        assert all(option in page for option in options)
        assert "A Presence: 5 RFs or more in a region." in page
        assert "KX7-P2MQ" in page
        assert "moderator.example.org" in page
        assert "Moderator: R. Keller" in page
    assert ["Noor Haddad" in page for page in pages] == [True, False, False, False]
    assert "Each begins with 4 of its own good." in pages[0]
    assert "The most points at the end win; equal points share the victory." in pages[0]


@pytest.mark.parametrize("scenario", ["1800-bc-2", "900-bc-2", "example-of-play"])
@on_both_papers
def test_a_role_sheet_is_enough_to_play_without_a_screen(scenario: str, paper: Any) -> None:
    """Regions and homes, who owns which good, who gets how many RFs: below the folds."""
    state = GAME.begin(shipped(scenario), {})
    now = GameSnapshot(GAME, state, GAME.seats_of(state))
    view = GAME.view(state, MODERATOR)
    for part, own in zip(briefing_sheet.parts(now, STAMP, paper), view.countries, strict=True):
        (page,) = part.pages
        assert faults_of([list(flat(page.marks))], part.size) == []
        words = " ".join(mark.text for mark in page.marks if isinstance(mark, Text))
        words = words[words.index("Fold up") :]
        regions = words[words.index("Regions") :]
        assert all(row.name in regions for row in view.rows)
        for country in view.countries:
            good = [f"{good.letter} {good.name}" for good in country.for_trade[:1]]
            ends = sorted({min(country.incomes), max(country.incomes)})
            income = "–".join(map(str, ends))
            assert " ".join([country.seat.name, *good, income]) in words
        bold = {one.text for one in page.marks if isinstance(one, Text) and one.face == "bold"}
        assert {one.seat.name for one in view.countries} & bold == {own.seat.name}


def test_incomes_that_change_are_a_row() -> None:
    view = mid_game()
    changing = replace(view.countries[1], incomes=(7, 8, 9, 10, 11, 12))
    view = replace(view, countries=(view.countries[0], changing, *view.countries[2:]))
    egypt, babylon, *_ = page_texts(view_pdf(briefing_sheet, role_sheets(view, {}), STAMP))
    assert "You get (RFs) 7 8 9 10 11 12" in babylon.replace("\n", " ")
    assert "You get" not in egypt
    assert "Babylon C Cloth 7–12" in egypt


def test_a_long_briefing_goes_on_under_the_same_head() -> None:
    long = "\r\n\r\n".join(f"Paragraph {i}. {'word ' * 60}" for i in range(40))
    pages = page_texts(view_pdf(briefing_sheet, role_sheets(mid_game(), {"hatti": long}), STAMP))[
        3:
    ]
    assert len(pages) > 1
    assert all("Hatti" in page for page in pages)
    flat = " ".join(pages)
    assert all(f"Paragraph {i}." in flat for i in range(40))
    assert "Your briefing, continued" in pages[1]


def test_what_a_view_may_not_know_is_not_printed() -> None:
    title = "Objectives at the end"
    assert title not in text(view_pdf(briefing_sheet, role_sheets(mid_game(PUBLIC), {}), STAMP))
    own = text(view_pdf(briefing_sheet, role_sheets(mid_game(Viewer(seat="hatti")), {}), STAMP))
    assert own.count(title) == 1
    assert "No Presence of Egypt in Syria" in own


@on_both_papers
def test_all_secrets_are_between_the_folds_and_nothing_else(paper: Any) -> None:
    """Whatever lies above or below them may be seen by everybody."""
    stamp = replace(STAMP, players={"egypt": "Noor Haddad"}, join=JoinPlace("site", "KX7-P2MQ"))
    secrets = [one.sentence for one in mid_game().countries[0].objectives]
    secrets += BRIEFINGS["egypt"].split()[:6]
    secrets += ["Only for Egypt", "Civilization", "Trade", "one of each"]
    pages, _size = marks(
        lambda: view_pdf(briefing_sheet, role_sheets(mid_game(), BRIEFINGS), stamp, paper)
    )
    folds = sorted(min(y for _, y in m.points) for m in pages[0] if isinstance(m, Path))
    assert len(folds) == 2
    parts = ["", "", ""]
    for mark in pages[0]:
        if isinstance(mark, Text):
            parts[sum(mark.y > fold for fold in folds)] += f" {mark.text}"
    assert all(secret in parts[1] for secret in secrets)
    assert not any(one in parts[0] + parts[2] for one in secrets if " " in one)
    assert "Noor Haddad" in parts[0]
    assert "KX7-P2MQ" in parts[0]
    assert all(str(rfs) in parts[2] for rfs in mid_game().countries[0].incomes)


def test_a_qr_code_needs_a_url() -> None:
    def shapes(url: str) -> int:
        stamp = replace(STAMP, join=JoinPlace("site", "KX7-P2MQ", url))
        pages, _ = marks(lambda: view_pdf(briefing_sheet, role_sheets(mid_game(), {}), stamp))
        return sum(isinstance(mark, Rectangle) for mark in pages[0])

    assert shapes("https://moderator.example.org/j/KX7P2MQ") > shapes("") + 100


def test_what_is_too_long_for_a_third_has_pages_without_folds() -> None:
    view = mid_game()
    egypt = view.countries[0]
    aim = egypt.objectives[0]
    many = tuple(replace(aim, sentence=f"Presence in place {k}") for k in range(40))
    view = replace(view, countries=(replace(egypt, objectives=many), *view.countries[1:]))
    make = lambda: view_pdf(briefing_sheet, role_sheets(view, BRIEFINGS), STAMP)  # noqa: E731
    pages, _ = marks(make)
    page = " ".join(mark.text for page in pages for mark in page if isinstance(mark, Text))
    assert "Fold back" in page
    assert not any(isinstance(mark, Path) for mark in pages[0])
    unfolded = [[m.text for m in page if isinstance(m, Text)] for page in pages[:-3]]
    assert ["Fold here" in texts for texts in unfolded] == [False] * (len(unfolded) - 1) + [True]
    assert unfolded[-1].count("Egypt") == 2
    assert all(f"Presence in place {k} " in page for k in range(40))
    assert faults(make) == []


@on_both_papers
def test_the_usual_role_sheet_is_one_page_also_with_all_options_or_thirty_turns(
    paper: Any,
) -> None:
    every = {
        "deployment": "sequential",
        "combat": "odds-table",
        "home_first": True,
        "control": True,
        "communication": "written",
        "diplomatic_records": True,
        "extended_trading": True,
    }
    for scenario, options in product(("1800-bc", "900-bc"), ({}, every, {"turns": 30})):
        state = GAME.begin(shipped(scenario), options)
        now = GameSnapshot(GAME, state, GAME.seats_of(state))
        stamp = replace(STAMP, copyright=GAME.copyright)
        pages = page_texts(sheet_pdf(briefing_sheet, now, stamp, paper))
        assert len(pages) == len(now.seats)
        assert all("Fold back" in page for page in pages)
