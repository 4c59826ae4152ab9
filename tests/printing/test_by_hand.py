"""Sheets to write on, as a moderator prints them: what is public, and which come first."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from moderator.core.links import links_to
from moderator.core.log import rules_of
from moderator.core.people import instructor_person
from moderator.core.queries import timeline
from tests.everywhere.test_secrets import pdf_text
from tests.support.play.play import deploy, record_older
from tests.support.play.slips import reveal, write
from tests.support.web.world import World, start


def printed(laptop: Client, code: str, **words: str) -> str:
    """The sheet for continuing on paper, as one line."""
    address = reverse("sheet-pdf", args=[code, "continue-on-paper"])
    return " ".join(pdf_text(laptop.get(address, words).content).split())


def test_orders_on_slips_are_only_on_the_moderators_own(world: World) -> None:
    by = instructor_person(world.classroom)
    game = start(world.group, {"deployment": "simultaneous"})
    write(game, by, "egypt")
    write(game, by, "hatti", [deploy("hatti", "cyprus", 3)], is_sealed=False)
    laptop, code = world.browsers["moderator"], world.group.code
    public = printed(laptop, code)
    assert "Orders are being written; they are not on this sheet." in public
    own = printed(laptop, code, moderator="1")
    for order in ("e syr 7 civ 4", "h cyp 3"):
        assert order not in public
        assert order in own
    assert "Moderator only" in own
    reveal(game, by)
    after = printed(laptop, code)
    assert "Egypt places 7 in Syria" in after
    assert "Order slips" not in printed(laptop, code, moderator="1")


def test_every_move_can_be_written_on_the_sheet_for_going_on(world: World) -> None:
    """Its examples are there; attacks and trades have lines of their own, too."""
    game = start(world.group, {"deployment": "sequential", "control": True})
    sheet, state = printed(world.browsers["moderator"], world.group.code), timeline(game).state
    for move in rules_of(game).moves:
        lines = [line for line, *_ in move.typed_examples(state, 0)]
        assert lines, move
        assert [line for line in lines if line not in sheet] == []


def test_orders_in_an_older_log_and_objectives_are_not_public(world: World) -> None:
    by = instructor_person(world.classroom)
    game = start(world.group, {"deployment": "simultaneous"})
    record_older(game, [deploy("egypt", "syria", 5)], by)
    laptop, code = world.browsers["moderator"], world.group.code
    public, own = printed(laptop, code), printed(laptop, code, moderator="1")
    assert "places 5 in Syria" not in public
    assert "Syria syr Cyprus" in public
    assert "Egypt places 5 in Syria" in own
    assert "Syria syr 5 Cyprus" in own
    for id in ("blank-chart", "order-slips", "diplomatic-records"):
        page = pdf_text(laptop.get(reverse("sheet-pdf", args=[code, id])).content)
        assert "places 5" not in page
        assert "No Presence" not in page
    assert "No Presence" not in public + own


def test_the_form_for_records_is_the_first_link_where_they_are_kept(world: World) -> None:
    assert links_to(world.game)[0].label == "Game Chart"
    game = start(world.group, {"diplomatic_records": True})
    assert links_to(game)[0].label == "Diplomatic records"
