"""Names of players, which are columns of their seats: shown, renamed, erased, and in no hash."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps

from moderator.core import log, queries
from moderator.core.errors import InvalidInput
from moderator.core.frames import frame_of, version_of
from moderator.core.heads import log_findings
from moderator.core.lesson import names_of_players
from moderator.core.look import look_at
from moderator.core.models import Game, Group, Person
from moderator.core.people import person_join, person_remove, person_rename
from moderator.core.seating import group_seatings, seat_statuses
from moderator.core.sentences import log_lines
from moderator.core.whole_class import WholeClass
from moderator.features.clock.announcements import announcement_make, players_in
from moderator.features.moves.write import move_play
from moderator.features.new_game.settings import GameSettings
from moderator.features.new_game.write import (
    game_again,
    game_create,
    game_from_record,
    game_redraw,
    has_own_names,
    record_read,
    scenario_draw,
)
from moderator.features.overview.results import class_results
from moderator.features.people.write import person_forget, seat_give
from moderator.rules import record
from moderator.rules.seating import MODERATOR, PUBLIC, player_ids
from tests.support.web.tables import scenario as scenario_of

pytestmark = pytest.mark.slow

NAMES = ("Jean-Luc", "O’Brien", "Zoë", "李雷", "אבי", "<b>Bo</b>")
ROLL = {"type": "roll", "player": "player-1", "dice": ["archery"] * 7}


def begun(group: Group, by: Person, *names: str, rules: str = "age-of-war") -> Game:
    """A game of people with these names, after its first move if that is a roll."""
    ids = player_ids(len(names))
    options = {"players": [*ids]}
    scenario = scenario_draw(rules, options) if rules == "war" else "standard"
    settings = GameSettings(dice="server") if rules == "war" else GameSettings()
    own = dict(zip(ids, names, strict=True))
    game = game_create(group, rules, scenario, options, by, settings, names=own)
    if rules == "age-of-war":
        move_play(game, ROLL, 0, "first-key", by, "moderator")
    return game


def now(game: Game) -> Game:
    return Game.objects.select_related("group__classroom").get(pk=game.pk)


def shown(game: Game) -> list[str]:
    """The names, as three ways to read them say."""
    names = [seat.name for seat in log.seats_of(now(game))]
    fold = log.fold_of(now(game))
    assert [seat.name for seat in fold.timeline.rules.seats_of(fold.timeline.state)] == names
    assert [status.seat.name for status in seat_statuses(now(game))] == names
    assert [*names_of_players(now(game)).values()] == names
    return names


def logged(game: Game) -> str:
    """The first line of the log."""
    return log_lines(look_at(now(game), MODERATOR))[-1].sentence


def frame(game: Game) -> str:
    found = now(game)
    return frame_of(found.group, look_at(found), PUBLIC).html


def version(game: Game) -> int:
    found = now(game)
    return version_of(found.group, look_at(found), PUBLIC)


@pytest.mark.parametrize("rules", ["age-of-war", "war"])
def test_players_are_called_what_they_are_called(
    group: Group, moderator: Person, rules: str
) -> None:
    game = begun(group, moderator, *NAMES[:4], rules=rules)
    assert shown(game) == [*NAMES[:4]]
    assert game.options == {"players": ["player-1", "player-2", "player-3", "player-4"]}
    assert all(name in frame(game) for name in NAMES[:4])
    assert not any(name in json.dumps(log.header(game), ensure_ascii=False) for name in NAMES)
    assert not log_findings(game)


def test_markup_and_equal_names_are_shown_as_they_are(group: Group, moderator: Person) -> None:
    game = begun(group, moderator, "<b>Bo</b>", "Ann", "ann", "n" * 80)
    assert shown(game) == ["<b>Bo</b>", "Ann", "ann 2", "n" * 80]
    assert "&lt;b&gt;Bo&lt;/b&gt;" in frame(game)
    assert "<b>Bo</b>" not in frame(game)
    assert logged(game).startswith("<b>Bo</b> rolls ")


def test_an_old_game_keeps_its_ids(group: Group, moderator: Person) -> None:
    options = {"players": ["jean-luc", "obrien", "zoe"]}
    game = game_create(group, "age-of-war", "standard", options, moderator)
    assert shown(game) == ["Jean Luc", "Obrien", "Zoe"]
    before = log.genesis(game)
    game.seats.filter(player="jean-luc").update(name="Jean-Luc")
    Game.objects.filter(pk=game.pk).update(stops=game.stops + 1)
    assert shown(game) == ["Jean-Luc", "Obrien", "Zoe"]
    assert log.genesis(now(game)) == before
    move_play(now(game), ROLL | {"player": "jean-luc"}, 0, "key-one", moderator, "moderator")
    assert logged(game).startswith("Jean-Luc rolls ")


def test_a_name_follows_a_person_who_is_renamed(group: Group, moderator: Person) -> None:
    zoe, other = (person_join(group.classroom, name, group) for name in ("Zoe", "Ann"))
    game = begun(group, moderator, "Zoe", "Bob", "Ann")
    seat_give(zoe, game.seats.get(name="Zoe"))
    seat_give(other, game.seats.get(name="Bob"))
    assert logged(game).startswith("Zoe rolls ")
    assert "Zoe" in frame(game)
    before, head = version(game), queries.head(now(game))
    person_rename(zoe, "Zoë")
    assert version(game) > before
    assert shown(game) == ["Zoë", "Bob", "Ann"]
    assert logged(game).startswith("Zoë rolls ")
    assert "Zoë" in frame(game)
    assert "Zoe" not in frame(game)
    # She sits on a seat that was never named after her.
    person_rename(other, "Anna")
    assert shown(game) == ["Zoë", "Bob", "Ann"]
    assert queries.head(now(game)) == head
    assert not log_findings(now(game))


def test_an_erased_name_is_nowhere(group: Group, moderator: Person) -> None:
    """It was shown, so it is in every cache of this process."""
    zoe = person_join(group.classroom, "Zoë", group)
    game = begun(group, moderator, "Zoë", "Zoë Lee", "Zoë & Bob", "Zoëlle")
    older = begun(group, moderator, "Cem", "zoë")
    kept = {"editors": ["Zoë and Bob", {"Zoë": 1}]}  # of the record that it was imported from
    Game.objects.filter(pk=older.pk).update(more=kept)
    seat_give(zoe, game.seats.get(name="Zoë"))
    person_join(group.classroom, "Zoë Lee", group)
    assert "Zoë rolls" in logged(game)
    assert "Zoë" in frame(game)
    before, head = version(game), queries.head(now(game))
    person_remove(zoe)
    person_forget(zoe)
    instead = f"Somebody (no. {zoe.number})"
    # Zoë Lee is somebody else, who is still there.
    assert shown(game) == [instead, "Zoë Lee", f"{instead} & Bob", "Zoëlle"]
    assert shown(older) == ["Cem", instead]
    assert logged(game).startswith(f"{instead} rolls ")
    assert frame(game).count("Zoë") == frame(game).count("Zoë Lee") + frame(game).count("Zoëlle")
    assert version(game) > before
    assert queries.head(now(game)) == head
    assert not log_findings(now(game))
    written = record.write(queries.record_of(now(older))).decode()
    read_again = json.loads(written)
    assert read_again["names"] == {"player-1": "Cem", "player-2": instead}
    assert read_again["editors"] == [f"{instead} and Bob", {instead: 1}]


def test_of_two_with_the_name_only_the_one_s_seat_loses_it(group: Group, moderator: Person) -> None:
    first = person_join(group.classroom, "Zoë", group)
    game = begun(group, moderator, "Zoë", "Bob")
    seat_give(first, game.seats.get(name="Zoë"))
    person_remove(first)
    second = person_join(group.classroom, "Zoë", group)
    again = begun(group, moderator, "Bob", "Zoë")
    seat_give(second, again.seats.get(name="Zoë"))
    game.seats.get(name="Zoë").persons.add(first)
    person_forget(first)
    assert shown(game) == [f"Somebody (no. {first.number})", "Bob"]
    assert shown(again) == ["Bob", "Zoë"]


def test_an_erased_name_is_not_the_old_id_either(group: Group, moderator: Person) -> None:
    zoe = person_join(group.classroom, "Zoë", group)
    options = {"players": ["zoe", "bob"]}
    game = game_create(group, "age-of-war", "standard", options, moderator, names={"zoe": "Zoë"})
    seat_give(zoe, game.seats.get(player="zoe"))
    person_forget(zoe)
    assert shown(game) == [f"Somebody (no. {zoe.number})", "Bob"]


def test_who_has_the_name_of_a_free_seat_is_shown_it_first(group: Group, moderator: Person) -> None:
    game = begun(group, moderator, "Ann", "Zoë", "李雷")
    (table,) = group_seatings([group], "李雷")
    assert table.game == game
    assert [(one.seat.name, one.is_namesake) for one in table.seats] == [
        ("李雷", True),
        ("Ann", False),
        ("Zoë", False),
    ]


@pytest.mark.parametrize("rules", ["age-of-war", "war"])
def test_names_are_kept_when_it_is_played_again(
    group: Group, moderator: Person, rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun(group, moderator, "Zoë", "O’Brien", "Ann", rules=rules)
    zoe, ann = (person_join(group.classroom, name, group) for name in ("Zoë", "Ann"))
    seat_give(zoe, game.seats.get(name="Zoë"))
    assert has_own_names(game)
    seat_give(ann, game.seats.get(name="Ann"))
    if rules == "war":
        game = game_redraw(game, moderator)
        assert shown(game) == ["Zoë", "O’Brien", "Ann"]
    monkeypatch.setattr("moderator.features.new_game.write.is_ended", lambda look: True)
    new = game_again(game, moderator, is_moved_on=True)
    assert shown(new) == ["O’Brien", "Ann", "Zoë"]
    assert {seat.name: [*seat.persons.all()] for seat in new.seats.all()} == {
        "O’Brien": [],
        "Ann": [ann],
        "Zoë": [zoe],
    }


# Records.


def read_back(group: Group, by: Person, wire: Mapping[str, Any]) -> Game:
    return game_from_record(group, record_read(json.dumps(wire).encode()), by)


def record_of(game: Game) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(record.write(queries.record_of(now(game))))
    return found


def test_a_record_has_the_names_and_brings_them_back(group: Group, moderator: Person) -> None:
    names = dict(zip(player_ids(6), NAMES, strict=True))
    wire = record_of(begun(group, moderator, *NAMES))
    assert wire["names"] == names
    again = read_back(group, moderator, wire)
    assert shown(again) == [*NAMES]
    assert again.more.keys() == {"title"}
    assert record_of(again) == {**wire, "id": again.uid, "log": record_of(again)["log"]}


def test_some_players_may_have_no_name(group: Group, moderator: Person) -> None:
    wire = record_of(begun(group, moderator, "Ann", "Bob")) | {"names": {"player-2": "Zoë"}}
    again = read_back(group, moderator, wire)
    assert shown(again) == ["Player 1", "Zoë"]
    assert record_of(again)["names"] == {"player-2": "Zoë"}


@pytest.mark.parametrize(
    "names",
    [
        None,
        7,
        "Ann",
        ["Ann", "Bob"],
        {"player-1": 1},
        {"player-1": None},
        {"player-1": ["Ann"]},
        {"player-1": ""},
        {"player-1": " "},
        {"player-1": "n" * 81},
        {"player-1": "Ann", "player-2": "B\u202eob"},
        {"player-1": "A\nnn"},
        {"player-1": "A\u0000"},
        {"player-3": "Ann"},
        {"ann": "Ann", "player-1": "Ann"},
        {"": "Ann"},
    ],
    ids=repr,
)
def test_names_that_are_not_well_formed_are_ignored_and_kept(
    group: Group, moderator: Person, names: object
) -> None:
    wire = record_of(begun(group, moderator, "Ann", "Bob")) | {"names": names}
    if names == {"player-1": "A\u0000"}:
        with pytest.raises(record.Refused):  # as in any other key
            read_back(group, moderator, wire)
        return
    again = read_back(group, moderator, wire)
    assert shown(again) == ["Player 1", "Player 2"]
    assert not again.seats.exclude(name="").exists()
    assert record_of(again)["names"] == names


def test_the_names_of_a_scenario_stay(group: Group, moderator: Person) -> None:
    """Its record keeps the names all the same, and they can be erased like others."""
    wire = {
        "format": "record/1",
        "game": "age-of-iron",
        "scenario": "example-of-play",
        "moves": [{"type": "deploy", "player": "ariel", "region": "xenophobia", "rfs": 5}],
        "names": {"ariel": "Zoë", "chas": "Bob"},
    }
    game = read_back(group, moderator, wire)
    assert names_of_players(game)["ariel"] == "Ariel"
    assert record_of(game)["names"] == {"ariel": "Zoë", "chas": "Bob"}
    zoe = person_join(group.classroom, "Zoë", group)
    person_forget(zoe)
    instead = f"Somebody (no. {zoe.number})"
    assert record_of(game)["names"] == {"ariel": instead, "chas": "Bob"}


# The update of older games.


def test_seats_of_older_games_get_the_names_of_their_people(
    group: Group, moderator: Person
) -> None:
    options = {"players": ["jean-luc", "zoe-oneill", "player-3", "ann-2", "kim"]}
    game = game_create(group, "age-of-war", "standard", options, moderator)
    people = ("Jean-Luc", "Zoë O’Neill", "李雷", "Ann", "Somebody else")
    for seat, name in zip(game.seats.order_by("pk"), people, strict=True):
        seat_give(person_join(group.classroom, name, group), seat)
    named = game_create(group, "age-of-iron", scenario_of("1800-bc"), {}, moderator)
    seat_give(person_join(group.classroom, "Egypt", group), named.seats.get(player="egypt"))
    before = log.genesis(game)
    migration = import_module("moderator.migrations.0037_names_of_seats")
    migration.names_fill(apps, None)
    assert shown(game) == ["Jean-Luc", "Zoë O’Neill", "Player 3", "Ann 2", "Kim"]
    assert log.genesis(now(game)) == before
    assert not named.seats.exclude(name="").exists()


# Groups of a class, in which the same id is somebody else.


def test_nobody_is_compared_with_somebody_of_the_same_id(
    groups: list[Group], moderator: Person
) -> None:
    for group, names in zip(groups, (("Ann", "Bob"), ("Cem", "Dee")), strict=True):
        begun(group, moderator, *names)
    (first, second) = class_results(WholeClass(groups[0].classroom)).scenarios
    assert [seat.seat.name for seat in first.across] == ["Ann", "Bob"]
    assert [seat.seat.name for seat in second.across] == ["Cem", "Dee"]
    for group in groups:
        begun(group, moderator, "Teal", "Orange")
    (same,) = class_results(WholeClass(groups[0].classroom)).scenarios
    assert [(seat.seat.name, len(seat.results)) for seat in same.across] == [
        ("Teal", 2),
        ("Orange", 2),
    ]


def test_nothing_is_announced_to_one_id_in_every_group(
    groups: list[Group], moderator: Person
) -> None:
    classroom = groups[0].classroom
    game_create(groups[0], "age-of-iron", scenario_of("1800-bc"), {}, moderator)
    begun(groups[1], moderator, "Ann", "Bob")
    players = players_in(queries.present_games().filter(group__classroom=classroom))
    assert "egypt" in players
    assert not {"player-1", "player-2"} & players.keys()
    with pytest.raises(InvalidInput, match="no group’s game"):
        announcement_make(classroom, "For you alone.", player="player-1")
