"""The replay: a reveal is one step, which can be expanded to its moves."""

from __future__ import annotations

import pytest
from django.test import Client

from moderator.core.models import Game, Person
from moderator.core.people import moderator_enter
from tests.everywhere.test_secrets import pdf_text
from tests.support.play.play import record
from tests.support.play.slips import ORDERS, reveal, write
from tests.support.web.looking_back import is_open, moderator, press, public, said
from tests.support.web.reading import Element
from tests.support.web.tables import Table, chart_of

LABEL = "Orders of Game-turn 1 revealed"
MISCOUNTED = {"type": "correct", "reason": "miscounted", "chart": {"nubia": {"egypt": 3}}}
UNDO = {"type": "undo"}


@pytest.fixture
def mo(orders: Table) -> Person:
    """The moderator, after a correction: the reveal's entries are nos. 2 to 6."""
    person = moderator_enter(orders.group, "Mo")
    record(orders.game, MISCOUNTED, person)
    return person


def place(page: Element) -> str:
    return page.id("place").text


def fresh(page: Element) -> int:
    return len(page.all("td", class_="fresh"))


def test_it_is_one_step_compared_with_the_state_before_it(orders: Table, mo: Person) -> None:
    reveal(orders.game, mo)
    record(orders.game, {"type": "end-turn", "player": "egypt"}, mo)
    # The correction is secret until the reveal, so that it is new for the public, too.
    for look, client, new in ((moderator, orders.laptop, 4), (public, Client(), 5)):
        page = press(client, look(orders, move=1), "on")
        assert (place(page), said(page), fresh(page)) == ("After entries 2–6", LABEL, new)
        assert "Step 2 of 3" in page.id("said").text
        assert chart_of(page)["syria"]["egypt"] == 7
        page = press(client, page, "on")
        assert (place(page), fresh(page)) == ("After entry 7", 0)
        assert place(press(client, page, "back")) == "After entries 2–6"


def test_it_can_be_expanded_to_its_moves(orders: Table, mo: Person) -> None:
    reveal(orders.game, mo)
    for page in (moderator(orders), public(orders)):
        moves = [li.text for li in page.id("moves").one("ol").all("li")]
        assert [text.split()[0] for text in moves] == ["2", "3", "4", "5", "6"]
        assert "Egypt places 7 in Syria (0 → 7)" in moves[0]
    assert "Hatti: written and sealed by Mo" in moderator(orders).id("moves").text
    assert "Mo" not in public(orders).id("moves").text
    assert not moderator(orders, move=1).id("moves").children


def test_every_number_in_it_leads_to_it(orders: Table, mo: Person) -> None:
    reveal(orders.game, mo)
    for number in range(2, 7):
        for page in (moderator(orders, move=number), public(orders, move=number)):
            assert place(page) == "After entries 2–6"
            assert "isn’t shown here" not in page.id("said").text


def test_undone_and_put_back_it_is_one_step_each(orders: Table, mo: Person) -> None:
    reveal(orders.game, mo)
    record(orders.game, UNDO, mo)
    record(orders.game, {"type": "redo"}, mo)
    page = moderator(orders, move=1, undone=1)
    found = []
    while is_open(page, "on"):
        page = press(orders.laptop, page, "on")
        found.append((place(page), said(page), fresh(page)))
    assert found == [
        ("After entries 2–6", LABEL, 4),
        ("After entries 7–11", f"Takes back nos. 2–6: {LABEL}", 4),
        ("After entries 12–16", f"Puts back nos. 2–6: {LABEL}", 4),
    ]
    assert place(moderator(orders, move=9)) == "After entries 7–11"
    assert place(public(orders)) == "After entries 2–6"


def test_nobody_sees_what_was_taken_back(orders: Table, mo: Person) -> None:
    """Nor a draft: nothing of it is in the log."""
    write(orders.game, mo, "egypt", is_sealed=False)
    drafted = [public(orders, move=number) for number in range(9)]
    reveal(orders.game, mo)
    record(orders.game, UNDO, mo)
    undone = [public(orders, move=number) for number in range(13)]
    for page in drafted + undone:
        assert place(page) == "At the start"  # corrections are secret until the reveal, too
        assert not fresh(page)
        assert "places" not in page.text
        assert "Syria (" not in page.text
    assert said(moderator(orders, move=4)).startswith(LABEL)


def test_who_triggered_an_automatic_reveal(orders: Table, mo: Person) -> None:
    Game.objects.update(is_reveal_automatic=True)
    for player in ORDERS:
        write(orders.game, mo, player)
    assert "automatically, triggered by Mo" in moderator(orders).id("said").text
    assert "automatically, triggered by Mo" in orders.console().one("ol", class_="log").text


def test_the_log_shows_it_as_one_line_that_can_be_expanded(orders: Table, mo: Person) -> None:
    reveal(orders.game, mo)
    record(orders.game, UNDO, mo)
    log = orders.console().one("ol", class_="log")
    undo, revealed, correction = [li for li in log.all("li") if "data-entry" in li.attributes]
    assert undo.text.startswith(f"7– 11 Takes back nos. 2–6: {LABEL}")
    assert not undo.all("details")
    assert revealed.attributes["class"] == "undone"
    details = revealed.one("details", id="entry-6")
    assert details.one("summary").text == f"{LABEL} (undone)"
    assert "4 Babylon places 11 in Elam" in details.one("ol").text
    assert "Egypt: written and sealed by Mo" in details.text
    assert correction.attributes["data-entry"] == "1"


def test_a_sheet_lists_its_moves_below_it(orders: Table, mo: Person) -> None:
    reveal(orders.game, mo)
    answer = orders.laptop.get(orders.url("score-pdf"), {"moves": "1"})
    lines = pdf_text(answer.content).splitlines()
    start = lines.index(f"2–6 {LABEL}")
    assert lines[start + 1] == "E 2 Egypt places 7 in Syria (0 to 7)"
    record(orders.game, UNDO, mo)
    answer = orders.laptop.get(orders.url("score-pdf"), {"moves": "1"})
    assert LABEL not in pdf_text(answer.content)
