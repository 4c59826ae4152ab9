"""Role sheets: one country's secrets on its own pages, and no other's."""

from dataclasses import replace

from moderator.rules.viewer import PUBLIC, Viewer
from moderator.sheets import JoinPlace
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
    egypt_lines = egypt.splitlines()
    assert "10 RFs complete a level" in egypt
    assert "I 4 VP II 5 VP III 6 VP IV 7 VP" in egypt.replace("\n", " ")
    assert "one of each good (G Grain, C Cloth, T Tin, S Silver), is worth 8 VP." in egypt
    assert "Presence in Syria 7 VP Presence in Cyprus 4 VP" in egypt_lines
    assert "met" not in egypt.split("Your objectives")[1].split("What counts")[0]


def test_every_game_turns_income_is_there() -> None:
    """Not only that of the Game-turn in which it is printed."""
    view = mid_game()
    egypt = view.countries[0]
    assert (view.turn, egypt.incomes) == (2, (13,) * 6)
    many = replace(egypt, incomes=tuple(range(101, 161)))
    view = replace(view, countries=(many, *view.countries[1:]))
    page = page_texts(briefing_sheet(RoleSheets(view, {}), STAMP))[0]
    words = page.replace("\n", " ").split()
    assert all(str(rfs) in words for rfs in many.incomes)
    assert all(str(turn) in words for turn in range(1, 61))


def test_the_options_a_presence_who_plays_and_how_to_join_are_there() -> None:
    join = JoinPlace("moderator.example.org", "KX7-P2MQ", "https://moderator.example.org/j/KX7P2MQ")
    stamp = replace(STAMP, players={"egypt": "Noor Haddad"}, moderators="R. Keller", join=join)
    options = GAME.options_in_force(START)
    sheet = RoleSheets(mid_game(), BRIEFINGS, options)
    pages = [page.replace("\n", " ") for page in page_texts(briefing_sheet(sheet, stamp))]
    assert len(pages) == 4
    assert options
    for page in pages:
        assert all(option in page for option in options)
        assert "5 RFs or more in a region are a Presence there." in page
        assert "KX7-P2MQ" in page
        assert "moderator.example.org" in page
        assert "Moderator: R. Keller" in page
    assert ["Noor Haddad" in page for page in pages] == [True, False, False, False]
    assert "Your home is Egypt." in pages[0]
    assert "Your own good is G Grain, 4 to begin with." in pages[0]


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
