"""The page of a game's history: who may see it, what it shows, and when it is new."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from moderator.core.class_page import page_frame
from moderator.core.models import Game, Group
from moderator.core.people import instructor_person
from moderator.features.new_game.write import game_from_record, record_read
from moderator.live.events import Frame
from tests.support.addresses import url as url_of
from tests.support.paths import PLAYED
from tests.support.play.play import deploy
from tests.support.web.reading import Element, read
from tests.support.web.tables import Table
from tests.support.web.world import World
from tests.support.web.world import record as world_record


def played(table: Table, path: str) -> Game:
    record = record_read((PLAYED / path).read_bytes())
    by = instructor_person(table.classroom)
    return game_from_record(table.group, record, by)


def ask(table: Table) -> Any:
    return Client().get(table.url("history"))


def shown(table: Table) -> Element:
    response = ask(table)
    assert response.status_code == 200
    return read(response)


def live(group: Group, number: int) -> Frame:
    """What the page's feed sends of this game."""
    frame = page_frame(group.pk, f"public:history:{number}")
    assert frame is not None
    return frame


def rows(page: Element, id: str) -> list[list[str]]:
    table = page.id(id)
    lines = [line for line in table.all("tr") if line.all("td")]
    return [[" ".join(cell.text.split()) for cell in line.all("td")] for line in lines]


def test_a_whole_game(table: Table) -> None:
    played(table, "age_of_iron/1800-bc.json")
    page = shown(table)
    assert [row[-1] for row in rows(page, "points-table")] == ["49", "46", "58", "40"]
    assert rows(page, "rfs-table")[0][-1] == "30 +18 in civilization"
    text = page.text
    assert "The lead has changed 6 times" in text
    assert "Egypt attacks Hatti in Syria with 1" in text
    assert len(page.all("polyline")) > 4 * 4
    # All 11 regions were held: a plot for each, for each country two, two networks, and the
    # winner's path in points, those of four kinds, and RFs.
    assert len([one for one in page.all("svg") if one.attributes.get("class") == "plot"]) == 27
    assert "Assyria won with 58 Victory Points, 9 more than Egypt." in text
    links = [link.attributes["href"] for link in page.all("a")]
    assert any(link.endswith("/replay/?game=2&move=86") for link in links)


def test_the_end_of_a_game_without_victory_points_is_no_empty_section(table: Table) -> None:
    played(table, "age_of_iron/worked-example.json")
    headings = [one.text for one in shown(table).all("h2")]
    assert "RFs" in headings
    assert "How it ended" not in headings


def test_objectives_are_secret_while_another_group_plays(world: World) -> None:
    record = record_read((PLAYED / "age_of_iron" / "1800-bc.json").read_bytes())
    by = instructor_person(world.classroom)
    game = game_from_record(world.group, record, by)
    other = game_from_record(world.other_group, record, by)
    url = url_of("history", code=world.group.code)
    secret = b"points for a Presence in"
    assert secret in Client().get(url).content
    world_record(other, {"type": "undo"})
    hidden = Client().get(url)
    assert secret not in hidden.content
    Game.objects.filter(pk=game.pk).update(is_released=True)
    assert secret in Client().get(url).content


def test_orders_are_secret_until_the_reveal(orders: Table) -> None:
    before = shown(orders).text
    orders.record_older(deploy("egypt", "syria", 5), deploy("egypt", "palestine", 6))
    assert shown(orders).text == before


def test_it_is_new_when_a_round_ends(table: Table) -> None:
    before = live(table.group, 1)
    table.record("xen 5")
    assert live(table.group, 1) == before
    played(table, "age_of_iron/trade.json")
    assert live(table.group, 1) == before
    assert live(table.group, 2).html != before.html


def test_it_is_new_when_a_round_was_undone_and_played_otherwise(world: World) -> None:
    def turn(player: str, region: str, rfs: int) -> None:
        world_record(
            world.game, deploy(player, region, rfs), {"type": "end-turn", "player": player}
        )

    for player, rfs in {"egypt": 13, "babylon": 12, "assyria": 11}.items():
        turn(player, "elam", rfs)
    turn("hatti", "elam", 9)
    before = live(world.group, world.game.number)
    world_record(world.game, {"type": "undo"}, {"type": "redo"})
    assert live(world.group, world.game.number) == before
    world_record(world.game, {"type": "undo"}, {"type": "undo"})
    turn("hatti", "cyprus", 9)
    assert live(world.group, world.game.number).version > before.version


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("age_of_war/most-castles.json", 200),
        ("war/attacks.json", 200),
        ("valley_of_war/red-wins.json", 404),
    ],
)
def test_side_games(table: Table, path: str, status: int) -> None:
    played(table, path)
    response = ask(table)
    assert response.status_code == status
    for name in ("chart", "chart-replay", "console", "games"):
        links = [
            link.attributes.get("href", "")
            for link in read(table.laptop.get(table.url(name))).all("a")
        ]
        assert any("/history/" in link for link in links if "game=1" not in link) is (status == 200)
    if status == 200:
        page = read(response)
        last = [int(cell) for cell in rows(page, "points-table")[-1]]
        assert max(last) > 0


def test_a_game_without_moves(table: Table) -> None:
    assert "when Game-turn 1 is complete" in shown(table).text
