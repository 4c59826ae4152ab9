"""Questions of the debrief: prepared, derived, asked and answered; who sees what of them."""

from __future__ import annotations

import csv
import io
import re

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from moderator.core import frames
from moderator.core.models import Person
from moderator.core.people import instructor_person, person_remove
from moderator.features.classes.write import groups_create, names_printed_change
from moderator.features.clock.write import game_stop
from moderator.features.debrief.models import Answer, Question
from moderator.features.debrief.question_pages import answer_parts
from moderator.features.debrief.questions import derived_questions, question_make
from moderator.features.people.write import person_forget, seat_give
from moderator.features.printing.class_parts import Site
from moderator.features.printing.game_sheets import SheetRequest
from moderator.live.events import Frame
from moderator.sheets.layout.kind import pdf_of
from tests.everywhere.test_secrets import pdf_text
from tests.support.clock import Clock
from tests.support.sheets.reading import faults
from tests.support.sheets.structure import departures
from tests.support.web.packs import made
from tests.support.web.reading import Element, read, values
from tests.support.web.tables import Table, seat_down
from tests.support.web.world import join, signed_in, start

WHY = "Why did nobody attack Egypt?"
# What differs in any two responses.
CHANCE = re.compile(r'(name="(?:csrfmiddlewaretoken|key|once)" value=")[^"]*')
SAID = "=Because it paid its neighbours"


@pytest.fixture
def table(db: None) -> Table:
    table = seat_down("1800-bc", {"deployment": "sequential", "turns": 2})
    for region, rfs in (("egypt", 13), ("babylon", 12), ("assyria", 11), ("hatti", 9)):
        table.record(f"{region} {rfs}", "end")
    return table


@pytest.fixture
def teacher(table: Table) -> Client:
    return signed_in(table.classroom.instructor)


@pytest.fixture
def eve(table: Table) -> Client:
    return join(table.group, "Eve", table.game, "egypt")


def url(table: Table) -> str:
    return reverse("class-debrief", args=[table.classroom.pk])


def page(table: Table, teacher: Client) -> Element:
    return read(teacher.get(url(table))).one("main")


def stop(table: Table) -> None:
    game_stop(table.game, instructor_person(table.classroom), "instructor")


def act(table: Table, teacher: Client, do: str, **more: object) -> int:
    return int(teacher.post(url(table), {"do": do, **more}).status_code)


def ask(table: Table, teacher: Client, text: str = WHY, to: str = "all") -> Question:
    form = values(page(table, teacher).one("form", class_="sheet"))
    for _ in range(2):  # a double click
        sent = form | {"text": text, "to": to, "do": "keep-ask"}
        assert teacher.post(url(table), sent).status_code == 303
    return Question.objects.get(text=text)


def answer(table: Table, phone: Client, question: Question, text: str) -> int:
    sent = {"question": question.pk, "text": text}
    return int(phone.post(table.url("play-questions"), sent).status_code)


def test_a_question_appears_at_the_end_of_the_game_and_is_answered(
    table: Table, teacher: Client, eve: Client
) -> None:
    question = ask(table, teacher)
    assert WHY not in eve.get(table.url("play")).content.decode()
    assert answer(table, eve, question, SAID) == 422
    stop(table)
    assert WHY in read(eve.get(table.url("play"))).id("live").id("questions").text
    assert WHY not in Client().get(table.url("chart")).content.decode()
    for text in ("x" * 1000, SAID, SAID):
        assert answer(table, eve, question, text) == 303
    refused = eve.post(table.url("play-questions"), {"question": question.pk, "text": "y" * 1001})
    assert refused.status_code == 422
    assert "y" * 1001 in refused.content.decode()
    assert Answer.objects.get().text == SAID
    answers = page(table, teacher).id("answers")
    assert "1 of 1 student" in answers.text
    assert f"Egypt, Eve {SAID}" in answers.text
    assert act(table, teacher, "close", question=question.pk) == 303
    assert answer(table, eve, question, "Too late") == 422
    assert SAID in read(eve.get(table.url("play-questions"))).text
    assert act(table, teacher, "reopen", question=question.pk) == 303
    assert answer(table, eve, question, "") == 303
    assert not Answer.objects.exists()


def test_another_question_in_a_form_that_was_sent_is_asked_too(
    table: Table, teacher: Client
) -> None:
    """As after the browser's Back."""
    form = values(page(table, teacher).one("form", class_="sheet")) | {"to": "all", "do": "keep"}
    for text in (WHY, "Who would?", WHY):
        assert teacher.post(url(table), form | {"text": text}).status_code == 303
    assert [one.text for one in Question.objects.order_by("pk")] == [WHY, "Who would?"]


@pytest.mark.parametrize("to", ["0", "-1", "2", "Ugarit"])
def test_a_question_for_no_group_of_the_class_is_asked_of_nobody(
    table: Table, teacher: Client, to: str
) -> None:
    form = values(page(table, teacher).one("form", class_="sheet"))
    sent = form | {"text": WHY, "to": to, "do": "keep-ask"}
    assert teacher.post(url(table), sent).status_code == 404
    assert not Question.objects.exists()


def test_co_rulers_answer_for_themselves_and_see_nothing_of_each_other(
    table: Table, teacher: Client, eve: Client, clock: Clock
) -> None:
    ann = join(table.group, "Ann")
    seat_give(Person.objects.get(name="Ann"), table.game.seats.get(player="egypt"))
    other = start(groups_create(table.classroom, 1)[0])
    bob = join(other.group, "Bob", other, "egypt")
    of_all, own = ask(table, teacher), ask(table, teacher, "What had changed?", to="1")
    stop(table)
    game_stop(other, instructor_person(table.classroom), "instructor")
    readers = {"eve": eve, "ann": ann, "bob": bob, "console": table.laptop, "nobody": Client()}
    before = {name: seen(table, it) for name, it in readers.items()}
    sent = frames_of(table)
    assert answer(table, eve, of_all, "Eve's own words") == 303
    assert answer(table, eve, own, "More of them") == 303
    after = {name: seen(table, it) for name, it in readers.items()}
    assert [name for name in readers if before[name] != after[name]] == ["eve"]
    assert frames_of(table) == sent
    assert answer(table, ann, own, "Ann's words") == 303
    assert "Ann's words" not in "".join(seen(table, eve))
    asked = read(bob.get(f"/play/{other.group.code}/questions/")).text
    assert (WHY in asked, "What had changed?" in asked) == (True, False)
    strange = {"question": own.pk, "text": "Not mine to answer"}
    assert bob.post(f"/play/{other.group.code}/questions/", strange).status_code == 422
    text = page(table, teacher).id("answers").text
    assert text.index("Ann's words") < text.index("More of them")  # by name


def test_what_is_typed_for_other_questions_is_saved_with_one_answer(
    table: Table, teacher: Client, eve: Client
) -> None:
    first, second = ask(table, teacher), ask(table, teacher, "What had changed?", to="1")
    stop(table)
    both = {"question": [first.pk, second.pk], "text": ["One", "x" * 2_000]}
    response = eve.post(table.url("play-questions"), both)
    assert response.status_code == 422
    assert Answer.objects.get().text == "One"
    assert "x" * 2_000 in response.content.decode()
    both["text"] = ["One", "Two"]
    assert eve.post(table.url("play-questions"), both).status_code == 303
    assert set(Answer.objects.values_list("text", flat=True)) == {"One", "Two"}


def seen(table: Table, visitor: Client) -> list[str]:
    """What a visitor gets of the group's pages, without the time and new keys of forms."""
    urls = [table.url(name) for name in ("play", "play-questions", "chart", "console", "log")]
    found = []
    for url in (*urls, f"/w/{table.classroom.code}/"):
        response = visitor.get(url)
        content = CHANCE.sub(r"\1", response.content.decode())
        found.append(f"{response.status_code} {content}")
    return found


def frames_of(table: Table) -> list[Frame | None]:
    """What the feeds of the group send: the version and the bytes."""
    audiences = ("public", "moderator", "seat:egypt", "seat:babylon")
    return [frames.render(table.group.pk, audience) for audience in audiences]


def test_what_happened_is_taken_over_once(table: Table, teacher: Client, eve: Client) -> None:
    assert derived_questions(table.game) == ()
    stop(table)
    table.game.refresh_from_db()
    derived = derived_questions(table.game)
    assert derived
    for _ in range(2):
        assert act(table, teacher, "take", group=1, text=derived[0].text) == 303
    taken = Question.objects.get()
    assert (taken.text, tuple(taken.moves)) == (derived[0].text, derived[0].moves)
    assert taken.text not in eve.get(table.url("play")).content.decode()
    assert act(table, teacher, "take-all", group=1) == 303
    assert Question.objects.count() == len(derived)
    assert act(table, teacher, "ask-all", group=1) == 303
    shown = read(eve.get(table.url("play"))).id("questions")
    links = [link.attributes["href"] for link in shown.all("a")]
    assert links[0].endswith(f"?game=1&move={derived[0].moves[0]}")
    assert eve.get(links[0]).status_code == 200


def test_when_there_are_questions_about_promises_is_said(table: Table, teacher: Client) -> None:
    said = "Questions about promises appear here once those promises are released."
    assert said not in page(table, teacher).text
    start(table.group, {"diplomatic_records": True})
    assert said in page(table, teacher).text


def test_the_former_address_of_the_questions_leads_to_the_page_and_takes_forms(
    table: Table, teacher: Client
) -> None:
    former = reverse("debrief-questions", args=[table.classroom.pk])
    answer = teacher.get(f"{former}?part=answers")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{url(table)}?part=answers")
    question = question_make(table.classroom, WHY)
    sent = teacher.post(former, {"do": "ask", "question": question.pk})
    assert sent.headers["Location"] == f"{url(table)}#question-{question.pk}"
    question.refresh_from_db()
    assert question.asked_at is not None
    refused = teacher.post(former, {"do": "change", "question": question.pk, "text": "Other"})
    assert refused.status_code == 422
    assert read(refused).one("main").id("group-1")
    empty = read(teacher.post(former, {"do": "keep", "text": " ", "once": "once-1"}))
    error = empty.id("text-error").text
    assert empty.text.count(error) == 1  # beside the field alone


def test_a_group_has_its_releases_and_its_questions_in_one_place(
    table: Table, teacher: Client
) -> None:
    question_make(table.classroom, WHY, table.game)
    stop(table)
    section = page(table, teacher).id("group-1")
    assert "No messages or records" in section.text
    assert WHY in section.text
    again = start(table.group)
    shown = page(table, teacher)
    assert WHY not in shown.id("group-1").text
    assert WHY in shown.id(f"group-1-game-{again.number - 1}").text


def test_groups_with_nothing_to_talk_about_share_a_sentence(table: Table, teacher: Client) -> None:
    for group in groups_create(table.classroom, 2):
        start(group)
    shown = page(table, teacher)
    assert not shown.all("section", class_="sheet")
    (sentence,) = (one for one in shown.all("p") if "No messages or records" in one.text)
    groups = table.classroom.groups.all()
    assert [one.attributes["id"] for one in sentence.all("a")] == ["group-1", "group-2", "group-3"]
    assert all(group.name in sentence.text for group in groups)
    assert "stays sealed" not in shown.text
    question_make(table.classroom, WHY)
    assert [
        one.attributes["id"] for one in page(table, teacher).all("section", class_="sheet")
    ] == ["all-groups"]


def test_questions_are_changed_ordered_and_deleted_until_they_are_asked(
    table: Table, teacher: Client, eve: Client
) -> None:
    with transaction.atomic():
        one, two, three = (question_make(table.classroom, text) for text in ("One", "Two", "Three"))
    assert act(table, teacher, "up", question=three.pk) == 303
    assert act(table, teacher, "down", question=one.pk) == 303
    assert act(table, teacher, "up", question=Question.objects.get(text="Three").pk) == 303
    order = [question.text for question in table.classroom.questions.all()]
    assert order == ["Three", "One", "Two"]
    assert act(table, teacher, "change", question=two.pk, text="Second") == 303
    assert act(table, teacher, "delete", question=one.pk) == 303
    assert act(table, teacher, "ask", question=two.pk) == 303
    for do in ("change", "delete"):
        assert act(table, teacher, do, question=two.pk, text="Other") == 422
    stop(table)
    assert answer(table, eve, two, SAID) == 303
    assert act(table, teacher, "withdraw", question=two.pk) == 422
    assert answer(table, eve, two, "") == 303
    assert act(table, teacher, "withdraw", question=two.pk) == 303
    assert "Second" not in eve.get(table.url("play")).content.decode()
    for strange in ({"do": "ask", "question": 9999}, {"do": "nonsense", "question": two.pk}):
        assert teacher.post(url(table), strange).status_code == 404


def test_the_answers_are_a_table_without_formulas_and_go_with_the_name(
    table: Table, teacher: Client, eve: Client
) -> None:
    question = ask(table, teacher)
    stop(table)
    part = f"{url(table)}?part=answers&seen="
    seen_now = page(table, teacher).id("answers").attributes["hx-get"]
    unchanged = teacher.get(seen_now)
    assert (unchanged.status_code, unchanged.headers["HX-Reswap"]) == (204, "none")
    assert answer(table, eve, question, SAID) == 303
    assert SAID in read(teacher.get(seen_now)).text
    assert b"<html" not in teacher.get(part).content
    rows = list(csv.DictReader(io.StringIO(teacher.get(f"{url(table)}?csv").content.decode()[1:])))
    assert [row["answer"] for row in rows] == [f"'{SAID}"]
    assert (rows[0]["name"], rows[0]["seat"], rows[0]["group"]) == ("Eve", "Egypt", "Group 1")
    person_forget(person_remove(Person.objects.get(name="Eve")))
    assert not Answer.objects.exists()


def test_the_sheet_has_the_answers_by_group_with_names_if_the_class_prints_them(
    table: Table, teacher: Client, eve: Client
) -> None:
    site, asked = Site("http://testserver", is_reached=True), SheetRequest("a4", "en")

    def printed() -> str:
        parts = answer_parts(table.classroom, site, asked)
        assert not faults(lambda: pdf_of(parts))
        pdf = pdf_of(parts)
        assert departures(pdf) == []
        return pdf_text(pdf)

    assert answer_parts(table.classroom, site, asked) == []
    question = ask(table, teacher)
    assert "No answers." in printed()
    stop(table)
    assert answer(table, eve, question, "word " * 200) == 303
    before = made(table.classroom, "debrief-answers")
    text = printed()
    assert (WHY in text, "Egypt, Eve" in text, text.count("word")) == (True, True, 200)
    names_printed_change(table.classroom, False)
    assert "Eve" not in printed()
    assert "Egypt" in printed()
    assert answer(table, eve, question, "Another one") == 303
    assert made(table.classroom, "debrief-answers").key != before.key
