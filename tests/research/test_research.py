"""The research export: what its tables say of played games, what is in none, and its page."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from typing import Any
from zipfile import ZipFile

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from moderator.core.class_models import RosterName
from moderator.core.models import Classroom, Entry, Game
from moderator.core.people import instructor_person, person_join
from moderator.core.text import name_key
from moderator.core.written import Diplomacy
from moderator.features.classes.write import classroom_create, groups_create
from moderator.features.clock.write import game_stop
from moderator.features.people.write import seat_give
from moderator.features.research.feature import research_files
from tests.played.games import Played, play
from tests.support.paths import PLAYED
from tests.support.shared import shared
from tests.support.web import debrief
from tests.support.web.played import uploaded
from tests.support.web.reading import read
from tests.support.web.world import signed_in, start

pytestmark = pytest.mark.slow

RECORDS = (
    "age_of_iron/900-bc",
    "age_of_iron/trade",
    "age_of_iron/undone-after-the-end",
    "age_of_iron/over-then-lengthened",
    "age_of_iron/ended-with-corrections",
    "age_of_war/most-clans",
    "war/attacks",
    "valley_of_war/restarted",
)
Rows = list[dict[str, str]]
Tables = dict[str, Rows]


def tables(content: bytes) -> Tables:
    """The files of a ZIP, by their names, as dictionaries."""
    with ZipFile(io.BytesIO(content)) as file:
        assert file.testzip() is None
        texts = {name.removesuffix(".csv"): file.read(name).decode() for name in file.namelist()}
    return {name: list(csv.DictReader(io.StringIO(text, ""))) for name, text in texts.items()}


def of(rows: Rows, group: int) -> Rows:
    return [row for row in rows if row["group"] == str(group)]


def record(name: str) -> Played:
    return play(PLAYED / f"{name}.json")


@pytest.fixture
def exported(classroom: Classroom) -> Tables:
    uploaded(classroom, *RECORDS)
    content = research_files([classroom])
    assert research_files([classroom]) == content
    return tables(content)


def test_moves_are_those_of_the_logs(exported: Tables) -> None:
    for group, name in enumerate(RECORDS, start=1):
        played, rows = record(name), of(exported["moves"], group)
        assert [row["verb"] for row in rows] == [move["type"] for move in played.record.moves]
        standing = {str(step.number) for step in played.timelines[-1].steps()}
        assert {row["entry"] for row in rows if row["stands"] == "1"} == standing
        for row, move in zip(rows, played.record.moves, strict=True):
            assert move.get("reason", "-\n") not in str(row)
            given = {key: move[key] for key in move.keys() - {"type", "player", "reason"}}
            assert json.loads(row["arguments"]) == given
            assert bool(row["seat"]) == ("player" in move)
            assert row["stands"] or row["verb"] in ("undo", "redo")
        assert {row["rules"] for row in rows} == {played.record.game}


def test_the_last_round_has_the_points_of_the_end(exported: Tables) -> None:
    for group, name in enumerate(RECORDS, start=1):
        end = record(name).end
        rows = of(exported[f"{record(name).record.game}-seats"], group)
        last = max(int(row["round"]) for row in rows)
        found = [row for row in rows if int(row["round"]) == last]
        assert {int(row["round"]) for row in rows} == set(range(last + 1))
        if "turns" in end:
            assert last == end["turns"]
        if "emperors" in end:
            assert [row["eyes"] for row in found] == ["0", "2"]
            continue
        scores = [*end["scores"].values()]
        total = "points" if "points" in scores[0] else "total"
        assert [int(row["points"]) for row in found] == [one[total] for one in scores]
        best = [place for place, row in enumerate(found) if row["place"] == "1"]
        assert best == [[*end["scores"]].index(id) for id in end["winners"]]
        for row, score in zip(found, scores, strict=True):
            for part in ("presence", "prevent", "civilization", "trade"):
                assert part not in score or row[f"{part}_points"] == str(score[part])


def test_objectives_trades_and_attacks_are_those_of_the_records(exported: Tables) -> None:
    for group, name in enumerate(RECORDS[:5], start=1):
        played = record(name)
        for id, score in played.end["scores"].items():
            own = [r for r in of(exported["age-of-iron-objectives"], group) if r["seat"] == id]
            assert [row["is_met"] == "1" for row in own] == score["objectives"]
        standing = [step.move.verb for step in played.timelines[-1].steps()]
        trades = of(exported["age-of-iron-trades"], group)
        assert len({row["entry"] for row in trades}) == standing.count("trade")
        assert len(of(exported["age-of-iron-attacks"], group)) == standing.count("attack")
        got: Counter[tuple[str, str]] = Counter()
        for row in trades:
            got[row["taker"], row["good"]] += int(row["units"])
            got[row["giver"], row["good"]] -= int(row["units"])
        if name == "age_of_iron/trade":
            have = Counter(
                {
                    (id, good): units
                    for id, goods in played.end["goods"].items()
                    for good, units in goods["acquired"].items()
                }
            )
            assert {key: n for key, n in got.items() if n > 0 and key in have} == have
    fights = of(exported["war-attacks"], 7)
    standing = list(record("war/attacks").timelines[-1].steps())
    assert len(fights) == sum(step.move.verb == "fight" for step in standing)
    assert all(row["attacker"] != row["defender"] for row in fights)


def test_the_dictionary_has_every_column_and_nobody_has_a_name(exported: Tables) -> None:
    for name, rows in exported.items():
        listed = [row["column"] for row in exported["dictionary"] if row["file"] == f"{name}.csv"]
        if name != "dictionary" and rows:
            assert listed == [*rows[0]], name
            assert all(row["class"][0] == "C" and len(row["class"]) == 9 for row in rows)
    assert all(row["meaning"] for row in exported["dictionary"])
    # Of records made by hand, the ids of players are made of names.
    seats = {row["seat"] for row in of(exported["moves"], 6)}
    assert seats == {"player-1", "player-2"}
    assert [row["winners"] for row in of(exported["games"], 6)] == ["player-2"]
    for row in exported["games"]:
        assert row["class_name"] == row["group_name"] == ""
        assert "players" not in json.loads(row["options"])


def seated(game: Game, name: str, player: str, number: str = "") -> None:
    """A student of the roster with a seat."""
    classroom = game.group.classroom
    RosterName.objects.create(
        classroom=classroom, name=name, name_key=name_key(name), student_number=number
    )
    seat_give(person_join(classroom, name, game.group), game.seats.get(player=player))


def test_people_have_pseudonyms_unless_names_are_chosen(classroom: Classroom) -> None:
    (game,) = uploaded(classroom, "age_of_iron/trade")
    seated(game, "=Zoë", "ur", "+49 7")
    seated(game, "Eve", "ur")
    without, names = (tables(research_files([classroom], has_names=one)) for one in (False, True))
    assert "Zoë" not in str(without)
    assert "+49" not in str(without)
    found = [
        (row["kind"], row["seat"], row["name"], row["student_number"]) for row in names["people"]
    ]
    assert found == [
        ("student", "ur", "'=Zoë", "'+49 7"),
        ("student", "ur", "Eve", ""),
        ("instructor", "", "Instructor", ""),
    ]
    assert [row["person"] for row in names["people"]] == [
        row["person"] for row in without["people"]
    ]
    assert len({row["person"] for row in without["people"]}) == 3
    assert {row["person"] for row in without["moves"]} == {without["people"][2]["person"]}
    assert names["games"][0]["class_name"] == "Near East 101"


def test_what_was_said_is_counted_and_never_exported(classroom: Classroom) -> None:
    (group,) = groups_create(classroom, 1)
    game = debrief.ended_game(group)
    debrief.write(game)
    written = str(len(shared("write_message")))  # by Egypt and by Hatti
    for readers, afterwards, pairs in (
        ("teachers", "everybody", 12),
        ("teachers", "nobody", 12),
        ("nobody", "nobody", 0),
    ):
        kept = {"readers": readers, "afterwards": afterwards}
        Diplomacy.objects.update_or_create(game=game, defaults=kept)
        content = research_files([classroom])
        found = tables(content)
        said = {row["seat"]: row for row in found["said"]}
        assert [said[id]["messages"] for id in ("egypt", "hatti", "babylon")] == [
            *(written, written, "0"),
        ]
        egypt, hatti = said["egypt"], said["hatti"]
        assert (egypt["promises_made"], egypt["promises_broken"]) == ("1", "1")
        assert (hatti["promises_offered"], hatti["promises_made"]) == ("1", "1")
        assert (hatti["promises_kept"], hatti["contacts"]) == ("1", "1")
        assert said["babylon"]["promises_not_done"] == "1"
        assert len(found["pairs"]) == pairs
        for text in ("Syria is large", "keep out of", "hinted at"):
            assert text not in str(found)
    pair = {"egypt", "hatti"}
    Diplomacy.objects.update(readers="teachers")
    rows = tables(research_files([classroom]))["pairs"]
    both = [row for row in rows if {row["seat"], row["partner"]} == pair]
    assert [row["messages"] for row in both] == [written, written]


def test_games_that_are_played_or_wait_are_left_out(classroom: Classroom) -> None:
    first, second, third = groups_create(classroom, 3)
    start(first)
    stopped = start(second)
    game_stop(stopped, instructor_person(classroom), "instructor")
    Game.objects.filter(pk=start(third).pk).update(is_waiting=True)
    found = tables(research_files([classroom]))
    assert [(row["group"], row["why"]) for row in found["left-out"]] == [
        ("1", "playing"),
        ("3", "waiting"),
    ]
    assert [(row["group"], row["status"]) for row in found["games"]] == [("2", "stopped")]
    assert not found["moves"]
    assert not Entry.objects.exists()
    assert {row["round"] for row in found["age-of-iron-seats"]} == {"0"}


def test_the_page_exports_the_own_classes(classroom: Classroom, instructor: User) -> None:
    other = User.objects.create_user("quinn")
    second = classroom_create(instructor, "Second")
    classroom_create(instructor, "Nothing played")
    far = classroom_create(other, "Far")
    for one in (classroom, second, far):
        uploaded(one, "age_of_iron/trade")
    pat, quinn = signed_in(instructor), signed_in(other)
    page, file = (reverse(name, args=[classroom.pk]) for name in ("research", "research-zip"))
    boxes = read(pat.get(page)).one("main").all("input", name="class")
    assert {box.attributes["value"] for box in boxes} == {str(classroom.pk), str(second.pk)}
    chosen = [box.attributes["value"] for box in boxes if "checked" in box.attributes]
    assert chosen == [str(classroom.pk)]

    def get(client: Client, **asked: Any) -> Any:
        return client.get(file, asked)

    answer = get(pat, **{"class": [classroom.pk, second.pk]})
    assert answer.headers["Content-Type"] == "application/zip"
    assert len({row["class"] for row in tables(answer.content)["games"]}) == 2
    assert len(tables(get(pat, **{"class": classroom.pk}).content)["games"]) == 1
    assert b"Choose at least one class" in get(pat).content
    assert get(pat).status_code == 422
    for wrong in (far.pk, "x", 10**9):
        assert get(pat, **{"class": wrong}).status_code == 404
    assert get(quinn, **{"class": classroom.pk}).status_code == 404
    assert quinn.get(page).status_code == Client().get(page).status_code == 404
    menu = pat.get(reverse("classroom", args=[classroom.pk])).content.decode()
    assert page in menu
