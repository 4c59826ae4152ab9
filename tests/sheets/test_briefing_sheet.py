"""Role sheets: one country's secrets on its own pages, and no other's."""

from moderator.rules.viewer import PUBLIC, Viewer
from moderator.sheets.age_of_iron.briefing import RoleSheets, briefing_sheet
from tests.support.sheets.cases import GAME, HASH, STAMP, mid_game, shipped
from tests.support.sheets.reading import page_texts, text

SCENARIO = shipped("1800-bc")
START = GAME.begin(SCENARIO, {})
BRIEFINGS = {seat.id: GAME.briefing(START, seat.id) for seat in GAME.seats(SCENARIO, {})}


def test_a_page_for_each_country() -> None:
    pages = page_texts(briefing_sheet(RoleSheets(mid_game(), BRIEFINGS), STAMP))
    assert len(pages) == 4
    for page, (seat, briefing) in zip(pages, BRIEFINGS.items(), strict=True):
        flat = page.replace("\n", " ")
        assert " ".join(briefing.split()) in flat
        assert "AGE OF IRON is Copyright, 2012" in flat
        assert HASH in page
        others = [text for other, text in BRIEFINGS.items() if other != seat]
        assert not any(text.split("\n\n")[0] in flat for text in others)
    egypt = pages[0]
    for line in (
        "Order of play 1 of 4",
        "Home Egypt",
        "Income 13 RFs in Game-turn 2",
        "Civilization Chart 10 RFs complete a box: I 4 VP, II 5 VP, III 6 VP, IV 7 VP",
        "For trade 4 of your own good, G Grain",
        "A complete set G Grain, C Cloth, T Tin, S Silver",
        "Presence in Syria 7 VP Presence in Cyprus 4 VP",
    ):
        assert line in egypt.splitlines()
    assert "met" not in egypt.split("Your objectives")[1].split("Game 3")[0]


def test_a_long_briefing_goes_on_under_the_same_head() -> None:
    long = "\r\n\r\n".join(f"Paragraph {i}. {'word ' * 60}" for i in range(40))
    pages = page_texts(briefing_sheet(RoleSheets(mid_game(), {"hatti": long}), STAMP))[3:]
    assert len(pages) > 1
    assert all("Hatti" in page for page in pages)
    flat = " ".join(pages)
    assert all(f"Paragraph {i}." in flat for i in range(40))
    assert "Your briefing, continued" in pages[1]


def test_what_a_view_may_not_know_is_not_printed() -> None:
    assert "Your objectives" not in text(briefing_sheet(RoleSheets(mid_game(PUBLIC), {}), STAMP))
    own = text(briefing_sheet(RoleSheets(mid_game(Viewer(seat="hatti")), {}), STAMP))
    assert own.count("Your objectives") == 1
    assert "No Presence of Egypt in Syria" in own
