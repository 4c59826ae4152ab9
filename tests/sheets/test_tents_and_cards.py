"""Table tents and join cards: what they say, and that all of it has its place."""

from dataclasses import replace
from typing import Any

import pytest

from moderator.features.printing.join_cards import JoinCard, join_cards
from moderator.rules.seating import MODERATOR
from moderator.sheets.age_of_iron.role import briefing_sheet, role_sheets, tents_sheet
from moderator.sheets.age_of_iron.score import score_sheet
from moderator.sheets.drawing import CAP_HEIGHT
from moderator.sheets.drawing.marks import Rectangle, Text, Turned, texts_of
from moderator.sheets.layout.kind import pdf_of
from moderator.sheets.snapshot import GameSnapshot, JoinPlace
from tests.support.hostile_names import NAMES
from tests.support.sheets.cases import GAME, STAMP, full, mid_game, on_both_papers, shipped
from tests.support.sheets.odd import ODD, odd_view
from tests.support.sheets.printing import view_pdf
from tests.support.sheets.reading import faults, flat, marks, page_texts

pytestmark = pytest.mark.slow

PLACE = JoinPlace(
    "moderator.example.org", "KX7-P2MQ", "https://moderator.example.org/join/KX7P2MQ/"
)
LINK = "https://moderator.example.org/join/back/WzEyMyw0XQ:1vXyZa:" + "0123456789" * 4 + "/"
CARD = JoinCard("Noor Haddad", "Group Kanesh", "Egypt", PLACE)


def test_a_tent_has_the_name_and_the_players_on_both_sides() -> None:
    names = "Noor Haddad, Ben Itō, Ana-Sofía Villanueva de la Torre"
    stamp = replace(STAMP, players={"egypt": names})
    pages = page_texts(view_pdf(tents_sheet, mid_game(), stamp))
    assert len(pages) == 4
    for word in ("Egypt", *names.split(", "), "1800 B.C. · Group Kanesh"):
        assert pages[0].splitlines().count(word) == 2
    assert "Noor Haddad" not in pages[1]
    (first, *_), _about = _tents(stamp)
    turned = [mark for mark in first if isinstance(mark, Turned)]
    assert len(turned) == 1


@on_both_papers
@pytest.mark.parametrize("scenario", ["1800-bc-2", "900-bc-2", "example-of-play"])
def test_names_are_legible_from_three_metres(scenario: str, paper: Any) -> None:
    """Capitals of 18 mm or more: six thousandths of the distance, twice what good eyes need."""
    state = GAME.begin(shipped(scenario), {})
    now = GameSnapshot(GAME, state, GAME.seats_of(state))
    for kind in (tents_sheet, briefing_sheet):
        parts = kind.parts(now, replace(STAMP, join=PLACE), paper)
        for seat, part in zip(now.seats, parts, strict=True):
            sizes = [
                mark.size
                for mark in flat(part.pages[0].marks)
                if isinstance(mark, Text) and mark.text == seat.name and mark.face == "serif"
            ]
            assert max(sizes) * CAP_HEIGHT * 25.4 / 72 >= 18, (kind.id, seat.name)


def _tents(stamp: Any) -> Any:
    parts = tents_sheet.lay_out(mid_game(), replace(stamp, title="1800 B.C."))
    return [page.marks for part in parts for page in part.pages], parts[0].about


def test_no_secret_is_on_a_tent() -> None:
    """Even if it is made from what the moderator sees."""
    view = mid_game(MODERATOR)
    pages = " ".join(page_texts(view_pdf(tents_sheet, view, STAMP)))
    sentences = {one.sentence for country in view.countries for one in country.objectives or ()}
    assert sentences
    assert not any(sentence in pages for sentence in sentences)


@on_both_papers
@pytest.mark.parametrize("names", ["", "Ann, Bob", "A" * 400, ODD, ", ".join(["Ann"] * 40)])
def test_tents_have_their_places(names: str, paper: Any) -> None:
    for view in (
        mid_game(),
        full(10, 3, name="Kingdom {} of the longest of all names"),
        odd_view(),
    ):
        stamp = replace(STAMP, players={one.seat.id: names for one in view.countries})
        assert (
            faults(lambda view=view, stamp=stamp: view_pdf(tents_sheet, view, stamp, paper)) == []
        )


def test_eight_cards_are_on_a_page_with_all_that_they_say() -> None:
    cards = [replace(CARD, name=f"Student {k}") for k in range(17)]
    pages = page_texts(pdf_of(join_cards(cards, True, STAMP)))
    assert [page.count("KX7-P2MQ") for page in pages] == [8, 8, 1]
    for text in ("Student 0", "Group Kanesh", "Egypt", "moderator.example.org"):
        assert text in pages[0]


def test_a_personal_link_is_written_whole_and_its_qr_code_takes_the_place_of_the_codes() -> None:
    def shapes(card: JoinCard) -> int:
        pages, _ = marks(lambda: pdf_of(join_cards([card], True, STAMP)))
        return sum(isinstance(mark, Rectangle) for mark in pages[0])

    personal = replace(CARD, link=LINK, until="until 7 December")
    (page,) = page_texts(pdf_of(join_cards([personal], True, STAMP)))
    assert LINK in page.replace("\n", "")
    assert "signs you in once, until 7 December" in page.replace("\n", " ")
    assert shapes(personal) > shapes(CARD)


def test_without_phones_there_is_no_qr_code() -> None:
    pages, _ = marks(lambda: pdf_of(join_cards([CARD], False, STAMP)))
    assert not any(isinstance(mark, Rectangle) and mark.fill for mark in pages[0])
    assert any(isinstance(mark, Text) and mark.text == "KX7-P2MQ" for mark in pages[0])


@on_both_papers
def test_cards_have_their_places(paper: Any) -> None:
    odd = [JoinCard(name, name, name, PLACE, LINK, "until 7 December") for name in NAMES]
    odd += [replace(card, link="") for card in odd] + [JoinCard("", "", "", PLACE)]
    for is_reached in (True, False):
        assert not faults(
            lambda is_reached=is_reached: pdf_of(join_cards(odd, is_reached, STAMP, paper))
        )


LONG = [
    "Maximiliana Theodora von und zu Hohenlohe-Waldenburg-Schillingsfürst-Öttingenbur",
    "Wilhelmina" * 8,
    pytest.param("शर्मा" * 16, marks=pytest.mark.extra("fonts")),
    pytest.param("李" * 80, marks=pytest.mark.extra("fonts")),
]


@pytest.mark.parametrize("name", LONG)
def test_names_of_80_letters_are_condensed_and_broken_but_not_cut(name: str) -> None:
    assert len(name) == 80
    view, wanted = mid_game(), name.replace(" ", "")
    stamp = replace(STAMP, players={one.seat.id: name for one in view.countries})
    cards = [replace(CARD, name=name)] * 8
    for make in (
        lambda: pdf_of(join_cards(cards, True, STAMP)),
        lambda: view_pdf(tents_sheet, view, stamp),
        lambda: view_pdf(score_sheet, view, stamp),
        lambda: view_pdf(briefing_sheet, role_sheets(view, {}), stamp),
    ):
        pages, _size = marks(make)
        for page in pages:
            words = "".join(text.text for text in texts_of(page)).replace(" ", "")
            assert wanted in words
        assert faults(make) == []
