"""Packs: what they have in them, in which order, for whom; and what can go wrong."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pytest
from django.urls import reverse
from pypdf import PdfReader
from pypdf.generic import Destination

from moderator.core.class_models import Presence
from moderator.core.models import Classroom, Group, Person
from moderator.core.people import instructor_person, person_join, person_remove
from moderator.features.classes.write import (
    group_delete,
    group_rename,
    groups_create,
    names_printed_change,
    paper_change,
)
from moderator.features.clock.write import game_stop
from moderator.features.debrief.models import Comment, Question
from moderator.features.new_game.write import game_delete
from moderator.features.people.write import person_forget
from moderator.features.printing import choice, class_sheets
from moderator.features.printing.choice import PackChoice, pack_key
from moderator.features.printing.class_parts import Site
from moderator.features.printing.class_sheets import ClassSheet
from moderator.features.printing.game_sheets import PrintedGame, SheetRequest
from moderator.features.printing.models import Pack
from moderator.features.printing.write import PackGone, pack_finish, pack_progress, pack_take
from moderator.sheets import games
from moderator.sheets.games import sheets_of
from tests.everywhere.test_secrets import pdf_text
from tests.support.play import tables
from tests.support.play.play import deploy, record, record_older
from tests.support.sheets.structure import departures
from tests.support.web.packs import SITE, ask, made
from tests.support.web.reading import read
from tests.support.web.world import World, start

COUNTRIES = ["Egypt", "Babylon", "Assyria", "Hatti"]


def pdf_of(pack: Pack) -> PdfReader:
    assert pack.pdf is not None, pack.problem
    return PdfReader(io.BytesIO(bytes(pack.pdf)))


def outline(pack: Pack) -> list[tuple[str, list[str]]]:
    """The entries with the titles of those below them."""
    found: list[tuple[str, list[str]]] = []
    for one in pdf_of(pack).outline:
        if isinstance(one, Destination):
            found.append((str(one.title), []))
        else:
            found[-1][1].extend(str(below.title) for below in one if isinstance(below, Destination))
    return found


def text_of(pack: Pack) -> str:
    assert pack.pdf is not None
    return pdf_text(bytes(pack.pdf))


def test_a_pack_by_group_has_each_group_s_sheets_under_its_name(world: World) -> None:
    pack = made(world.classroom, "briefings", "chart")
    sheets = ["Game Chart", *(f"Role sheet, {country}" for country in COUNTRIES)]
    assert outline(pack) == [(world.group.name, sheets), (world.other_group.name, sheets)]
    pages = [page.extract_text() for page in pdf_of(pack).pages]
    assert len(pages) == 10
    assert [world.group.name in page for page in pages] == [True] * 5 + [False] * 5
    assert pack.choice["is_secret"]


def test_a_pack_by_country_has_all_sheets_of_a_country_together(world: World) -> None:
    pack = made(world.classroom, "briefings", "chart", order="seat")
    groups = [world.group.name, world.other_group.name]
    of_countries = [(name, [f"Role sheet, {group}" for group in groups]) for name in COUNTRIES]
    assert outline(pack) == [*of_countries, ("Game Chart", groups)]
    pages = [page.extract_text() for page in pdf_of(pack).pages]
    assert all("Egypt" in page for page in pages[:2])
    assert len({(float(page.mediabox.width)) for page in pdf_of(pack).pages}) == 2  # landscape


def test_a_pack_by_kind_begins_each_sheet_on_new_paper_if_it_is_printed_on_both_sides(
    world: World,
) -> None:
    pack = made(world.classroom, "chart", "score", order="kind", is_two_sided=True, paper="letter")
    groups = [world.group.name, world.other_group.name]
    assert outline(pack) == [("Game Chart", groups), ("Score sheet", groups)]
    assert departures(bytes(pack.pdf or b"")) == []
    pages = pdf_of(pack).pages
    assert [bool(page.extract_text().strip()) for page in pages] == [True, False] * 4
    assert {round(float(page.mediabox.height)) for page in pages} == {612, 792}


def test_groups_with_other_games_or_none_are_in_the_same_pack(world: World) -> None:
    by = instructor_person(world.classroom)
    war, empty = groups_create(world.classroom, 2)
    tables.war(war, by)
    game_stop(world.other_game, by, "instructor")
    pack = made(world.classroom, "briefings", "chart", "score")
    assert [name for name, _below in outline(pack)] == [
        world.group.name,
        world.other_group.name,
        war.name,
    ]
    assert outline(pack)[-1][1] == ["Board", "Score sheet"]
    page = read(world.browsers["instructor"].get(_print(world.classroom)))
    assert empty.name in page.one("p", class_="message").text
    assert "Game Chart, Board" in page.text


def test_what_is_secret_is_only_in_the_pack_that_says_so(world: World) -> None:
    by = instructor_person(world.classroom)
    game = start(world.group, {"deployment": "simultaneous"})
    record_older(game, [deploy("egypt", "syria", 5)], by)
    plain = made(world.classroom, "chart", "score")
    assert "As it stood when Game-turn 1 began" in text_of(plain)
    for secret in ("No Presence of", "places 5", "Moderator only"):
        assert secret not in text_of(plain)
    assert "moderator-only" not in _file_name(world, plain)
    secret = made(world.classroom, "chart", "score", has_secrets=True)
    for word in ("No Presence of", "Moderator only"):
        assert word in text_of(secret)
    assert "moderator-only" in _file_name(world, secret)
    assert "moderator only" in str((pdf_of(secret).metadata or {})["/Title"])


def _file_name(world: World, pack: Pack) -> str:
    address = reverse("class-pack-pdf", args=[world.classroom.pk, pack.pk])
    answer = world.browsers["instructor"].get(address)
    assert answer.status_code == 200
    return answer.headers["Content-Disposition"]


def test_pressing_again_gives_the_stored_file_until_something_changes(world: World) -> None:
    first = made(world.classroom, "chart")
    assert ask(world.classroom, "chart").pk == first.pk
    assert ask(world.classroom, "chart", order="kind").pk != first.pk
    by = instructor_person(world.classroom)
    record(world.game, deploy("egypt", "egypt", 1), by)
    second = made(world.classroom, "chart")
    assert second.pk != first.pk
    assert second.pdf != first.pdf
    group_rename(world.group, "Kanesh")
    third = made(world.classroom, "chart")
    assert "Kanesh" in text_of(third)


def test_a_pack_is_made_again_only_if_something_that_its_sheets_need_has_changed(
    world: World,
) -> None:
    packs = {kind: made(world.classroom, kind).pk for kind in ("chart", "log", "attendance")}

    def made_again() -> set[str]:
        return {kind for kind, pk in packs.items() if ask(world.classroom, kind).pk != pk}

    game, now = world.game, world.game.created
    Comment.objects.create(game=game, number=0, text="A bold beginning", at=now)
    assert made_again() == {"log"}
    person = Person.objects.get(classroom=world.classroom, name="Eve")
    Presence.objects.update_or_create(person=person, defaults={"seen": now})
    assert made_again() == {"log", "attendance"}


def test_only_a_pack_with_answers_is_made_again_for_another_question(world: World) -> None:
    def keys() -> list[str]:
        choices = (PackChoice((kind,)) for kind in ("chart", "debrief-answers"))
        return [pack_key(world.classroom, SITE, one, "en") for one in choices]

    chart, answers = keys()
    Question.objects.create(classroom=world.classroom, number=1, text="Why?")
    assert keys()[0] == chart
    assert keys()[1] != answers


def test_one_press_asks_for_one_pack_and_only_the_newest_are_kept(world: World) -> None:
    laptop = world.browsers["instructor"]
    paper_change(world.classroom, "letter")
    sent = {"sheet": ["chart", "score"], "order": "seat"}
    places = [laptop.post(_print(world.classroom), sent).headers["Location"] for _ in range(2)]
    assert places[0] == places[1]
    assert read(laptop.get(_print(world.classroom))).text.count("being made") == 1
    pack = Pack.objects.get()
    assert pack.choice["kinds"] == ["chart", "score"]
    assert (pack.choice["order"], pack.choice["paper"]) == ("seat", "letter")
    orders = ("group", "seat", "kind")
    packs = [made(world.classroom, "attendance", order=one, paper=paper)
             for one in orders for paper in ("a4", "letter")]  # fmt: skip
    kept = list(Pack.objects.order_by("pk").values_list("pk", flat=True))
    assert kept == [one.pk for one in packs[-4:]]


def test_nothing_chosen_or_too_much_is_said_at_the_form(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    teacher, here = world.browsers["instructor"], _print(world.classroom)
    answer = teacher.post(here, {"order": "group"})
    assert answer.status_code == 422
    assert "Choose at least one kind of sheet." in read(answer).text
    charts = {"order": "group", "sheet": ["chart"]}  # of two groups
    monkeypatch.setattr(choice, "MOST_SHEETS", 1)
    answer = teacher.post(here, charts)
    assert answer.status_code == 422
    assert "A pack has at most 1 sheet. Choose fewer kinds." in read(answer).text
    assert not Pack.objects.exists()
    monkeypatch.setattr(choice, "MOST_SHEETS", 2)
    assert teacher.post(here, charts).status_code == 303


def test_all_sheets_of_a_time_are_those_without_a_tent_beside_a_role_sheet(world: World) -> None:
    """Role sheets have one already; tents are made if they are chosen."""
    page = read(world.browsers["instructor"].get(_print(world.classroom), {"preset": "before"}))
    ticks = {one.attributes["value"]: one.attributes for one in page.all("input", name="sheet")}
    assert "checked" in ticks["briefings"]
    assert "checked" not in ticks["tents"]
    pack = made(world.classroom, "tents")
    assert len(pdf_of(pack).pages) == 2 * len(COUNTRIES)


def test_a_sheet_that_fails_is_named_and_the_others_are_printed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(sheet: Any, view: Any) -> None:
        if world.group.name in sheet.stamp.group_name:
            raise ArithmeticError

    kinds = dict(sheets_of("age-of-iron"))
    kinds["score"] = replace(kinds["score"], fill=broken)
    with monkeypatch.context() as patched:
        patched.setattr(choice, "sheets_of", lambda rules: kinds)
        patched.setattr(games, "sheets_of", lambda rules: kinds)
        pack = made(world.classroom, "chart", "score")
    assert pack.is_done
    assert f"missing: Score sheet ({world.group.name})" in pack.problem
    assert [len(below) for _name, below in outline(pack)] == [1, 2]
    page = read(world.browsers["instructor"].get(_pack(pack)))
    assert pack.problem in page.text
    fields = page.one("form", action=_print(world.classroom)).all("input", name="sheet")
    assert [field.attributes["value"] for field in fields] == ["chart", "score"]
    again = made(world.classroom, "chart", "score")
    assert again.pk != pack.pk
    assert not again.problem


def test_a_class_s_own_sheets_are_in_its_packs(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def parts(classroom: Classroom, site: Site, asked: SheetRequest) -> list[Any]:
        return PrintedGame(site, world.game).sheet(sheets_of("age-of-iron")["chart"], asked).parts

    own = {"results": ClassSheet("results", "Class results", parts)}
    monkeypatch.setattr(class_sheets, "CLASS_SHEETS", own)
    monkeypatch.setattr(choice, "CLASS_SHEETS", own)
    pack = made(world.classroom, "results", "score")
    assert outline(pack)[-1] == ("The class", ["Game Chart"])
    laptop = world.browsers["instructor"]
    assert "Class results" in read(laptop.get(_print(world.classroom))).text


def test_the_progress_is_shown_until_the_file_is_there(world: World) -> None:
    laptop = world.browsers["instructor"]
    pack = ask(world.classroom, "chart")
    working = pack_take()
    assert working == pack
    pack_progress(pack, 1, 4)
    page = read(laptop.get(_pack(pack)))
    bar = page.one("progress")
    assert (bar.attributes["value"], bar.attributes["max"]) == ("25", "100")
    assert "1 of 4 sheets are made." in page.text
    section = page.id("progress")
    part = laptop.get(section.attributes["hx-get"])
    assert b"<html" not in part.content
    assert read(part).one("progress").attributes["value"] == "25"
    address = reverse("class-pack-pdf", args=[world.classroom.pk, pack.pk])
    assert laptop.get(address).status_code == 404
    pack_finish(pack, pack.key, b"%PDF", is_secret=False)
    page = read(laptop.get(_pack(pack)))
    assert not page.all("progress")
    assert "hx-get" not in page.id("progress").attributes
    assert laptop.get(address).content == b"%PDF"


def test_a_pack_can_be_cancelled_until_it_is_made(world: World) -> None:
    laptop = world.browsers["instructor"]
    for take in (lambda: None, pack_take):
        pack = ask(world.classroom, "chart")
        take()
        form = read(laptop.get(_pack(pack))).one("form", action=_pack(pack))
        assert "Cancel" in form.text
        assert laptop.post(_pack(pack)).headers["Location"] == _print(world.classroom)
        assert not Pack.objects.exists()
        with pytest.raises(PackGone):
            pack_progress(pack, 1, 2)
    done = made(world.classroom, "chart")
    assert laptop.post(_pack(done)).headers["Location"] == _pack(done)
    assert Pack.objects.get() == done


def test_erasing_a_name_or_a_game_deletes_the_packs(world: World) -> None:
    made(world.classroom, "chart")
    pack = ask(world.classroom, "score")
    assert pack_take() == pack
    person_forget(person_remove(Person.objects.get(name="Eve")))
    assert not Pack.objects.exists()
    with pytest.raises(PackGone):
        pack_progress(pack, 1, 2)
    made(world.classroom, "chart")
    game_delete(world.other_game)
    assert not Pack.objects.exists()


def test_names_are_left_out_if_the_class_says_so(world: World) -> None:
    assert "Eve" in text_of(made(world.classroom, "chart"))
    names_printed_change(world.classroom, False)
    assert "Eve" not in text_of(made(world.classroom, "chart"))


def test_join_cards_are_made_again_when_somebody_joins(world: World) -> None:
    assert "Zoe" not in text_of(made(world.classroom, "join-cards"))
    person_join(world.classroom, "Zoe")
    pack = made(world.classroom, "join-cards", "attendance")
    assert "Zoe" in text_of(pack)
    assert departures(bytes(pack.pdf or b"")) == []


def _print(classroom: Classroom) -> str:
    return reverse("class-print", args=[classroom.pk])


def _pack(pack: Pack) -> str:
    return reverse("class-pack", args=[pack.classroom_id, pack.pk])


def test_a_page_that_phones_do_not_reach_warns_before_printing(world: World) -> None:
    laptop, url = world.browsers["instructor"], _print(world.classroom)
    warning = "Print them when phones can reach it."
    assert warning not in read(laptop.get(url)).text
    alone = read(laptop.get(url, headers={"host": "127.0.0.1:8000"}))
    assert warning in alone.text
    assert "up --host" in alone.text


def test_a_class_without_games_prints_sheets_of_the_whole_class(world: World) -> None:
    for group in Group.objects.filter(classroom=world.classroom):
        group_delete(group)
    page = read(world.browsers["instructor"].get(_print(world.classroom)))
    assert "only sheets of the whole class" in page.text
    assert "Join cards" in page.text
    assert "Game Chart" not in page.text
