"""The chart page: what it shows to whom."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils.html import escape

from moderator.core import frames, links
from moderator.core.look import look_at
from moderator.core.models import Group
from moderator.core.people import instructor_person
from moderator.features.classes.write import classroom_create, groups_create
from moderator.features.new_game.write import game_create
from moderator.rules.seating import PUBLIC, Viewer
from tests.support.play.play import deploy
from tests.support.web.reading import Element, read
from tests.support.web.tables import Table, cells_of, chart_of, scenario, seat_down, shown

pytestmark = pytest.mark.slow


def public(table: Table) -> Element:
    return read(Client().get(table.url("chart")))


def cell(page: Element, region: str, player: str) -> Element:
    return cells_of(page)[region][player]


def html(table: Table, viewer: Viewer = PUBLIC) -> str:
    return frames.frame_of(table.group, look_at(table.game), viewer).html


def test_the_chart_is_a_table_with_headers(table: Table) -> None:
    page = public(table)
    grid = page.one("table", class_="chart")
    assert grid.attributes["aria-label"]
    heads = [th.text for th in grid.all("th", scope="col")]
    assert [h.split()[-1] for h in heads[2:]] == ["Beauregard", "Chas", "Dirk"]
    assert "whose turn it is" in heads[1]
    assert [th.text for th in grid.one("tbody").all("th", scope="row")] == [
        "Xenophobia",
        "Yurt",
        "Zen",
    ]
    assert chart_of(page) == table.chart


def test_the_chart_scrolls_in_a_region_that_has_a_name_and_takes_the_focus(table: Table) -> None:
    page = public(table)
    (region,) = [e for e in page.all("div", role="region") if e.all("table", class_="chart")]
    assert region.attributes["tabindex"] == "0"
    assert page.id(region.attributes["aria-labelledby"]).text == "Game Chart"


def test_old_numbers_are_crossed_out_beside_the_present_one(table: Table) -> None:
    table.record("xen 5", "yurt 5", "a beau xen 3")
    page = public(table)
    own, theirs = cell(page, "xenophobia", "ariel"), cell(page, "xenophobia", "beauregard")
    assert [s.text for s in own.all("s")] == ["5", "10"]
    assert [s.text for s in theirs.all("s")] == ["10"]
    assert own.text.startswith("was 5 10 now 7")


def test_only_what_changed_last_is_lit(table: Table) -> None:
    table.record("xen 5", "yurt 5")
    assert len(public(table).all("td", class_="fresh")) == 1
    assert "fresh" in cell(public(table), "yurt", "ariel").attributes["class"]


def test_a_presence_is_said_in_words_too(table: Table) -> None:
    page = public(table)
    for region, players in table.chart.items():
        for player, rfs in players.items():
            here = cell(page, region, player)
            assert ("Presence" in here.text) == (rfs >= 5)
            assert ("presence" in here.attributes.get("class", "").split()) == (rfs >= 5)


def test_every_seat_has_its_colour_and_its_letter(table: Table) -> None:
    page = public(table)
    for number, head in enumerate(page.all("th", scope="col")[1:5], start=1):
        assert head.one("i").text == "ABCD"[number - 1]
        assert f"seat-{number}" in head.one("span", class_="seat").attributes["class"].split()
    assert "seat-3" in cell(page, "xenophobia", "chas").attributes["class"].split()
    for one in page.one("dl", class_="presences").all("dd"):
        for seat in one.all("span", class_="seat"):
            assert f"seat-{'ABCD'.index(seat.one('i').text) + 1}" in seat.attributes["class"]


def test_the_page_begins_with_what_the_feed_would_send(table: Table) -> None:
    table.record("xen 5")
    frame = frames.render(table.group.pk, "public")
    assert frame is not None
    answer = Client().get(table.url("chart"))
    assert frame.html in answer.content.decode()
    live = read(answer).id("live").attributes
    assert int(live["data-version"]) == frame.version == 1_000_001
    assert live["data-feed"] == f"/c/{table.group.code}/feed"


@pytest.fixture
def waiting(db: None) -> Group:
    """A group that has no game yet."""
    classroom = classroom_create(User.objects.create_user("pat"), "HIST 210")
    (group,) = groups_create(classroom, 1)
    return group


def test_a_group_without_a_game_is_told_what_will_happen(waiting: Group) -> None:
    answer = Client().get(f"/c/{waiting.code}/")
    page = read(answer)
    assert answer.status_code == 200
    assert "appears here by itself" in page.id("live").text
    assert page.id("live").attributes["data-version"] == "0"


def test_the_wall_shows_the_way_in_and_nothing_to_press(table: Table) -> None:
    page = read(Client().get(table.url("chart"), {"wall": ""}))
    way = page.one("aside")
    assert table.group.code in way.text.replace("-", "")
    assert way.one("svg", class_="qr").attributes["aria-label"]
    assert "testserver" in way.text
    for tag in ("button", "input", "nav"):
        assert not page.all(tag)
    assert chart_of(page) == table.chart
    alone = Client().get(table.url("chart"), {"wall": ""}, headers={"host": "127.0.0.1:8000"})
    assert "Phones can’t reach this page yet." in read(alone).one("aside").text
    assert not read(alone).all("code")


def test_a_phone_is_shown_no_way_in_and_none_is_drawn_for_it(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(links, "qr", lambda text, label: drawn.append(text) or "<svg></svg>")
    assert not public(table).all("aside")
    assert not drawn
    Client().get(table.url("chart"), {"wall": ""})
    assert len(drawn) == 1


# Written orders


def test_written_orders_stay_secret_until_the_last(orders: Table) -> None:
    before = chart_of(public(orders))
    orders.record_older(deploy("egypt", "syria", 5), deploy("egypt", "palestine", 6))
    page = public(orders)
    assert chart_of(page) == before
    assert orders.chart["syria"]["egypt"] == before["syria"]["egypt"] + 5
    assert "The chart shows the start of the Game-turn" in page.id("live").text
    now = page.one("div", class_="now").text
    assert "Egypt: done" in now
    assert "Hatti: still writing" in now


def test_a_seat_sees_its_own_orders_and_the_moderator_all(orders: Table) -> None:
    orders.record_older(deploy("egypt", "syria", 5))
    for audience, rfs in (("seat:egypt", 5), ("seat:hatti", 0), ("moderator", 5)):
        frame = frames.render(orders.group.pk, audience)
        assert frame is not None
        page = read(type("Answer", (), {"content": frame.html.encode()})())
        assert shown(cell(page, "syria", "egypt")) == rfs, audience


def test_the_scenarios_word_for_a_game_turn_is_used(orders: Table) -> None:
    assert public(orders).one("div", class_="now").text.startswith("Game-turn 1 of 6 (century)")


# The end, and what is secret before it


def test_the_winners_are_said_plainly(table: Table) -> None:
    wire = scenario("example-of-play")
    wire["objectives"] = [
        {"player": "chas", "kind": "presence", "region": "xenophobia", "victory_points": 3}
    ]
    by = instructor_person(table.classroom)
    table.game = game_create(table.group, "age-of-iron", wire, {}, by)
    assert "Final score" not in public(table).text
    assert "Presence in Xenophobia" not in public(table).text
    table.record("xen 10", "end", "xen 15", "end", "xen 20", "end", "end")
    page = public(table)
    assert "Chas wins" in page.one("div", class_="now").text
    assert page.id("end-title").text == "Chas wins"
    assert page.one("p", class_="margin").text.startswith("3 Victory Points, 3 more than")
    first = page.one("ol", class_="ranking").all("li")[0]
    assert first.one("span", class_="seat").text == "C Chas"
    assert first.one("b").text == "3 Victory Points"
    assert "Presence in Xenophobia met" in page.text


def test_without_victory_points_the_end_says_who_has_a_presence_where(table: Table) -> None:
    table.record("xen 10", "end", "xen 15", "end", "xen 20", "end", "end")
    for page in (public(table), read(table.laptop.get(table.url("console")))):
        listed = page.one("dl", class_="presences")
        assert "Xenophobia A Ariel B Beauregard C Chas D Dirk" in listed.text
        assert page.id("points").text == "Presences at the end"
        assert not page.all("ol", class_="points")


def test_the_wall_says_the_last_move_that_everybody_may_know(db: None) -> None:
    table = seat_down("1800-bc", {"deployment": "sequential"})
    assert not public(table).all("p", class_="last-move")
    table.record("egypt 13")
    (said,) = public(table).all("p", class_="last-move")
    assert "E Egypt places 13 in Egypt" in said.text
    assert "Egypt gained a Presence in Egypt." in said.text
    assert [seat.text for seat in said.all("b", class_="seat")] == ["E Egypt"]


def test_the_wall_does_not_say_a_written_order(orders: Table) -> None:
    orders.record_older(deploy("egypt", "syria", 5))
    assert not public(orders).all("p", class_="last-move")


def test_names_from_a_scenario_are_text(table: Table) -> None:
    wire = scenario("example-of-play")
    wire["regions"][0]["name"] = "<script>alert(1)</script>"
    wire["regions"][0]["note"] = '" onmouseover="alert(1)'
    wire["title"] = "A & <b>B</b>"
    by = instructor_person(table.classroom)
    table.game = game_create(table.group, "age-of-iron", wire, {}, by)
    for answer in (Client().get(table.url("chart")), table.laptop.get(table.url("console"))):
        text = answer.content.decode()
        assert "<script>alert" not in text
        assert escape("<script>alert(1)</script>") in text
        assert escape("A & <b>B</b>") in text
        assert not any("onmouseover" in e.attributes for e in read(answer).walk())


def test_control_is_marked_on_row_and_cell(db: None) -> None:
    table = seat_down("1800-bc", {"deployment": "sequential", "control": True})
    table.record("cyprus 13")
    page = public(table)
    (head,) = [e for e in page.all("th", scope="row") if e.text.startswith("Cyprus")]
    assert "Control" in head.text
    assert "Egypt" in head.text
    assert "Control" in cell(page, "cyprus", "egypt").text
    assert "controls" in cell(page, "cyprus", "egypt").attributes["class"]
    assert "Control" not in cell(page, "cyprus", "hatti").text


def test_home_civilization_and_trade_are_there(db: None) -> None:
    table = seat_down("1800-bc", {"deployment": "sequential"})
    table.record("civ 6", "egypt 7", "t babylon g c")
    page = public(table)
    assert "Egypt home of E" in [e.text for e in page.all("th", scope="row")]
    boxes = page.one("table", class_="boxes").one("tbody").all("tr")[0].all("li")
    assert [box.text.split(",")[0] for box in boxes] == [
        "6 Level I: 6 of 10 RFs",
        "Level II: 0 of 10 RFs",
        "Level III: 0 of 10 RFs",
        "Level IV: 0 of 10 RFs",
    ]
    assert "4 Victory Points" in boxes[0].text
    goods = page.one("table", class_="goods").one("tbody").all("tr")[0].all("td")
    assert [s.text for s in goods[0].all("s")] == ["G traded away"]
    assert goods[0].text.count("G") == 4
    assert goods[1].text == "C"
