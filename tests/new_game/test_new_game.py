"""A new game: scenario, options, and invalid choices."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from moderator.core import credentials, games, queries
from moderator.core.forms import TYPED_MOST
from moderator.core.models import Game
from moderator.core.people import person_join
from moderator.features.classes.write import classroom_create
from moderator.features.new_game.settings import game_settings_of
from moderator.rules.registry import GAMES
from tests.support.web import world as worlds
from tests.support.web.reading import Element, read, values
from tests.support.web.world import World

EXAMPLE = "age-of-iron/example-of-play"
BRONZE = "age-of-iron/1800-bc"


def new(world: World) -> str:
    return reverse("game-new", args=[world.classroom.pk])


def laptop(world: World) -> Client:
    return world.browsers["instructor"]


def options(world: World, scenario: str, group: str = "all") -> Element:
    return read(laptop(world).get(new(world), {"group": group, "scenario": scenario}))


def form(page: Element, **fields: str) -> dict[str, str]:
    return values(page.one("main").one("form")) | fields


def test_every_scenario_is_described_and_credited(world: World) -> None:
    for rules, shipped in games.shipped().items():
        for scenario in shipped.values():
            page = options(world, f"{rules}/{scenario.id}", "2")
            about = page.one("section", class_="about-scenario").text
            assert " ".join(scenario.description.split()) in about
            assert " ".join(scenario.credits.split()) in about
            links = [row.one("a") for row in page.all("tr") if row.all("a")]
            assert scenario.title in [link.text for link in links]
            (row,) = page.all("tr", class_="chosen")
            assert f"{len(scenario.players)} players" in row.text
            assert ("objectives" in row.text) == bool(scenario.objectives)
            assert form(page)["group"] == "2"
    offered = [row.text for row in page.all("tr")]
    places = [
        next(place for place, text in enumerate(offered) if text.startswith(name))
        for name in ("1800 B.C. (balanced)", "Age of Iron, earlier versions", "1800 B.C. 4")
    ]
    assert places == sorted(places)


def test_every_option_has_its_sentence_and_every_value_its_consequence(world: World) -> None:
    text = options(world, BRONZE).text
    for option in GAMES["age-of-iron"].options:
        assert option.label in text
        assert option.sentence in text
        for value in option.values:
            assert value.consequence in text


def test_what_the_scenario_recommends_is_chosen_and_named(world: World) -> None:
    page = options(world, BRONZE)
    assert form(page)["deployment"] == "simultaneous"
    assert form(page)["turns"] == "6"
    labels = [e for e in page.all("label") if e.all("span", class_="badge")]
    chosen = [label.one("input").attributes for label in labels]
    assert [(one["name"], one["value"]) for one in chosen] == [
        ("run_start", "on"),
        ("deployment", "simultaneous"),
    ]
    assert form(options(world, EXAMPLE))["deployment"] == "sequential"
    assert not options(world, EXAMPLE).all("span", class_="badge")


def test_headings_of_folded_questions_say_what_is_set(world: World) -> None:
    page = options(world, BRONZE)
    assert (
        page.id("fold-options").one("summary").text == "Options: as recommended for this scenario"
    )
    assert "as in the rule book" in options(world, EXAMPLE).id("fold-options").one("summary").text
    changed = form(page, combat="odds-table", run_dice="server", run_agreed="on", turns="0")
    page = read(laptop(world).post(new(world), changed))
    folds = [page.id(f"fold-{name}") for name in ("options", "settings")]
    assert [fold.one("summary").text for fold in folds] == [
        "Options: 3 changes: Game-turns: 0; Attacks: Odds table; Dice: Rolled by the program, "
        "provably fair",
        "Settings: 1 change: Accepted offers: Recorded at once",
    ]
    assert ["open" in fold.attributes for fold in folds] == [True, False]


def test_settings_are_stored_beside_the_game_as_far_as_they_apply(world: World) -> None:
    settings = {"run_acting": "seats", "run_dice": "server", "run_agreed": "on", "run_reveal": "on"}
    page = options(world, BRONZE)
    for chosen, has_dice, is_written in (
        ({"combat": "odds-table"}, True, True),
        ({"deployment": "sequential", "run_start": "off"}, False, False),
    ):
        sent = form(page, **settings, **chosen) | {"once": credentials.new()}
        assert laptop(world).post(new(world), sent).status_code == 303
        for group in (world.group, world.other_group):
            game = queries.game_now(group)
            assert game is not None
            assert not [name for name in game.options if name.startswith("run")]
            assert (game.acting, game.is_trade_automatic) == ("seats", True)
            assert (game.dice == "server") == has_dice
            assert (game.is_reveal_automatic, game.is_waiting) == (is_written, is_written)


def test_questions_follow_the_answers_to_which_they_belong(world: World) -> None:
    page = options(world, BRONZE)
    for name, opened, follower in (
        ("combat", {"odds-table"}, "run_dice"),
        ("deployment", {"simultaneous"}, "run_reveal"),
    ):
        question = page.id(f"question-{name}")
        opens = {
            e.attributes["value"] for e in question.all("input") if "data-opens" in e.attributes
        }
        assert opens == opened
        (follows,) = question.all("div", class_="follows")
        assert follows.one("fieldset").attributes["id"] == f"question-{follower}"
    # Without goods nobody trades, and without a home nobody has one first.
    page = options(world, EXAMPLE)
    assert page.id("question-control").all("fieldset", id="question-run_agreed")
    for name in ("extended_trading", "home_first"):
        on = page.id(f"question-{name}").one("input", value="on")
        assert "disabled" in on.attributes
    assert "needs goods, and this scenario has none" in page.id("question-extended_trading").text


def test_groups_that_do_not_fit_the_seats_are_named(world: World) -> None:
    for number in range(5):
        person_join(world.classroom, f"New {number}", world.group)
    note = options(world, BRONZE).one("details", class_="seat-notes").text
    assert "Group 1 : 6 students, so 2 have to share seats." in note
    assert "Group 2 : 1 student, so 3 seats stay empty." in note


def test_a_game_for_every_group(world: World) -> None:
    sent = form(options(world, BRONZE), combat="odds-table", control="on", turns="4")
    for _ in range(2):  # a double click
        assert laptop(world).post(new(world), sent).status_code == 303
    for group in (world.group, world.other_group):
        assert [game.number for game in group.games.all()] == [1, 2]
        game = queries.game_now(group)
        assert game is not None
        assert game.options == {
            "turns": 4,
            "deployment": "simultaneous",
            "combat": "odds-table",
            "home_first": False,
            "control": True,
            "communication": "open",
            "diplomatic_records": False,
            "extended_trading": False,
        }
    assert world.far_group.games.count() == 1


def test_a_game_for_one_group(world: World) -> None:
    sent = form(options(world, EXAMPLE, "2"))
    assert laptop(world).post(new(world), sent).status_code == 303
    assert (world.group.games.count(), world.other_group.games.count()) == (1, 2)


def test_a_group_in_the_middle_of_a_game_is_named_first(world: World) -> None:
    assert "middle of a game" not in options(world, BRONZE).text
    move = {"type": "deploy", "player": "egypt", "region": "egypt", "rfs": 1}
    worlds.record(world.game, move)
    assert "1 group is in the middle of a game" in options(world, BRONZE).text


def test_what_makes_no_sense_is_refused_and_kept(world: World) -> None:
    before = Game.objects.count()
    chosen = {"extended_trading": "on", "combat": "attacker-advantage", "turns": "3"}
    answer = laptop(world).post(new(world), form(options(world, EXAMPLE), **chosen))
    page = read(answer)
    assert answer.status_code == 422
    sentence = "Extended trading needs goods, and this scenario has none. Choose “Off”."
    assert sentence in page.one("div", role="alert").text
    assert page.id("extended_trading-error").text == sentence
    assert form(page) == form(page) | chosen
    assert Game.objects.count() == before
    mended = form(page, extended_trading="off")
    assert laptop(world).post(new(world), mended).status_code == 303


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("turns", ""),
        ("turns", "0"),
        ("turns", "31"),
        ("turns", "2.5"),
        ("turns", "²"),
        ("turns", "٣"),
        ("turns", "1_0"),
        ("turns", "5.0"),
        ("turns", "9" * 5000),
        ("combat", ""),
        ("combat", "chess"),
        ("control", "True"),
    ],
)
def test_a_value_that_there_is_not(world: World, field: str, value: str) -> None:
    before = Game.objects.count()
    answer = laptop(world).post(new(world), form(options(world, BRONZE), **{field: value}))
    page = read(answer)
    assert answer.status_code == 422
    assert page.id(f"{field}-error").text
    assert Game.objects.count() == before
    if field == "turns":
        shown = page.id("option-turns")
        assert shown.attributes["value"] == value[:TYPED_MOST]
        assert page.id("turns-error").text in page.describes(shown)


@pytest.mark.parametrize(
    "asked",
    [
        {"group": "7", "scenario": BRONZE},
        {"group": "x", "scenario": BRONZE},
        {"scenario": "age-of-iron/none"},
        {"scenario": "none/1800-bc"},
        {"scenario": ""},
    ],
)
def test_what_does_not_exist(world: World, asked: dict[str, str]) -> None:
    assert laptop(world).get(new(world), asked).status_code == 404
    assert laptop(world).post(new(world), asked | {"once": "k"}).status_code == 404


def test_a_class_without_groups_is_told_so(world: World) -> None:
    classroom = classroom_create(world.instructor, "Empty")
    url = reverse("game-new", args=[classroom.pk])
    assert "Create groups first" in read(laptop(world).get(url)).text
    page = read(laptop(world).get(url, {"scenario": BRONZE}))
    assert not page.one("main").one("form").all("button")
    answer = laptop(world).post(url, form(page))
    assert answer.status_code == 422
    assert "Create groups first" in read(answer).one("div", role="alert").text


def test_students_keep_their_country_in_the_next_game(world: World) -> None:
    laptop(world).post(new(world), form(options(world, BRONZE, "1")))
    phone = world.browsers["student"]
    assert phone.get(reverse("play", args=[world.group.code])).status_code == 200


@pytest.mark.parametrize(
    ("option", "value"), [("communication", "written"), ("diplomatic_records", "on")]
)
def test_who_reads_follows_messages_and_records(world: World, option: str, value: str) -> None:
    page = options(world, BRONZE, "1")
    question = page.one("fieldset", id="question-run_readers")
    assert "Who can read messages, records and promises" in question.text
    opening = [
        (one.attributes["name"], one.attributes["value"])
        for one in page.all("input")
        if "data-opens-shared" in one.attributes
    ]
    assert (option, value) in opening
    # The games beside it show all points.
    sent = form(page, run_readers="nobody", run_afterwards="nobody", beside="on")
    laptop(world).post(new(world), sent | {option: value})
    settings = game_settings_of(queries.game_now(world.group))
    assert (settings.readers, settings.afterwards) == ("nobody", "nobody")
    # They don't apply where players talk, and the next game has its own.
    again = form(options(world, BRONZE, "1"), run_readers="nobody", communication="open")
    laptop(world).post(new(world), again)
    assert game_settings_of(queries.game_now(world.group)).readers == "teachers"
