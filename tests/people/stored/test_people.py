"""People: names, joining, leaving, returning."""

import unicodedata
from datetime import timedelta

import pytest
from django.core import signing
from django.db import IntegrityError, transaction
from django.utils import timezone

from moderator.core import queries
from moderator.core.errors import InvalidInput, NameTaken
from moderator.core.heads import log_findings
from moderator.core.models import Classroom, Game, Group, Person
from moderator.core.people import (
    instructor_person,
    moderator_enter,
    person_by_return_link,
    person_join,
    person_remove,
    person_rename,
    person_return_link,
)
from moderator.core.text import name_key, name_read
from moderator.features.accounts.models import SignInLink
from moderator.features.accounts.write import sign_in_link_create, sign_in_link_use
from moderator.features.classes.write import classroom_create
from moderator.features.people.write import person_forget, seat_take
from tests.support.play.play import WORKED_EXAMPLE, record


class TestNames:
    @pytest.mark.parametrize(
        ("typed", "name"),
        [
            ("  Ana  ", "Ana"),
            ("Ana   Maria", "Ana Maria"),
            ("\tAna\n", "Ana"),
            ("Zoe\u0308", "Zo\u00eb"),
            ("Σοφία", "Σοφία"),
            ("李", "李"),
            ("<b>Bob</b> & 'co'", "<b>Bob</b> & 'co'"),
            ("x" * 80, "x" * 80),
            ("🦉", "🦉"),
            ("نیم\u200cفاصله", "نیم\u200cفاصله"),  # Persian needs the joiner
        ],
    )
    def test_taken(self, typed: str, name: str) -> None:
        assert name_read(typed) == name

    @pytest.mark.parametrize(
        "typed",
        [
            "",
            "   ",
            "\u00a0\u2003",
            "\u3164",  # an invisible Hangul letter
            "\u200d",
            "x" * 81,
            "a\0b",
            "a\nb",
            "a\u2028b",
            "a\x1b[2Jb",
            "\u202egnp.exe",  # reverses the text
            "a\u200bb",
            "Z" + "\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308algo",  # covers other lines
            "a\ud800b",
            "a\ue000b",
            "a\u0378b",
        ],
    )
    def test_refused_with_a_sentence(self, typed: str) -> None:
        with pytest.raises(InvalidInput, match=r"\w \w.*\.$"):
            name_read(typed)

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("Ana", "ANA"),
            ("Ana Ruiz", "ana  ruiz"),
            ("Straße", "STRASSE"),
            ("Ana", "\uff21na"),  # a wide A
            ("Ana", "A\u200dna"),
            ("Zoë", unicodedata.normalize("NFD", "Zoë")),
        ],
    )
    def test_the_same_to_people(self, one: str, other: str) -> None:
        assert name_key(one) == name_key(other)

    def test_longer_keys_than_the_column_are_cut(self) -> None:
        assert len(name_key("\ufdfa" * 40)) == 200  # one letter that stands for eighteen


class TestJoining:
    def test_numbers_count_on(self, classroom: Classroom) -> None:
        people = [person_join(classroom, name) for name in ("Ana", "Ben")]
        person_remove(people[1])
        people.append(person_join(classroom, "Cem"))
        assert [person.number for person in people] == [1, 2, 3]
        assert {person.kind for person in people} == {"student"}

    def test_a_name_is_taken_once(self, classroom: Classroom) -> None:
        person_join(classroom, "Ana")
        with pytest.raises(NameTaken, match="“ANA” already"):
            person_join(classroom, "ANA ")

    def test_the_database_sees_to_it(self, classroom: Classroom) -> None:
        person_join(classroom, "Ana")
        with pytest.raises(IntegrityError), transaction.atomic():
            Person.objects.create(
                classroom=classroom, number=9, name="ANA", name_key="ana", kind="student"
            )

    def test_each_class_has_its_own(self, classroom: Classroom) -> None:
        other = classroom_create(classroom.instructor, "Other")
        person_join(classroom, "Ana")
        assert person_join(other, "Ana").number == 1

    def test_who_was_removed_leaves_the_name_free(self, classroom: Classroom) -> None:
        person_remove(person_join(classroom, "Ana"))
        assert person_join(classroom, "Ana").name == "Ana"
        assert [person.number for person in queries.people(classroom)] == [2]

    def test_renaming(self, classroom: Classroom) -> None:
        ana, _ben = (person_join(classroom, name) for name in ("Ana", "Ben"))
        assert person_rename(ana, "ANA").name == "ANA"
        with pytest.raises(NameTaken):
            person_rename(ana, "ben")
        ana.refresh_from_db()
        assert ana.name == "ANA"

    def test_a_group_of_another_class(self, classroom: Classroom, group: Group) -> None:
        other = classroom_create(classroom.instructor, "Other")
        with pytest.raises(ValueError, match="another class"):
            person_join(other, "Ana", group)


class TestForgetting:
    @pytest.mark.slow
    def test_the_name_is_gone_and_the_log_verifies(self, game: Game, moderator: Person) -> None:
        record(game, WORKED_EXAMPLE[0], moderator)
        person_forget(moderator)
        moderator.refresh_from_db()
        assert (moderator.name, moderator.name_key) == ("", "")
        assert log_findings(game) == []
        assert moderator.display_name == "Moderator 1"

    @pytest.mark.slow
    def test_several_can_be_forgotten(self, classroom: Classroom) -> None:
        for name in ("Ana", "Ben"):
            person = person_forget(person_join(classroom, name))
        assert person.display_name == "Somebody (no. 2)"
        assert person_join(classroom, "Ana").number == 3


class TestRemoving:
    @pytest.mark.slow
    def test_seats_and_links_end(self, game: Game, classroom: Classroom) -> None:
        ana = person_join(classroom, "Ana")
        seat = seat_take(ana, game.seats.all()[0])
        token = person_return_link(ana)
        person_remove(ana)
        assert not seat.persons.exists()
        assert queries.seat_of(ana, game) is None
        assert person_by_return_link(token) is None


class TestModerators:
    def test_a_name_brings_the_same_person_back(self, group: Group, moderator: Person) -> None:
        assert moderator_enter(group, " mo ") == moderator
        assert moderator_enter(group) != moderator
        assert moderator_enter(group).name == ""

    def test_but_no_student_and_no_other_groups_moderator(
        self, groups: list[Group], moderator: Person, classroom: Classroom
    ) -> None:
        person_join(classroom, "Ana", groups[0])
        with pytest.raises(NameTaken):
            moderator_enter(groups[0], "Ana")
        with pytest.raises(NameTaken):
            moderator_enter(groups[1], "Mo")

    def test_the_instructor_is_one_person(self, classroom: Classroom) -> None:
        person = instructor_person(classroom)
        assert instructor_person(classroom) == person
        assert (person.kind, person.user) == ("instructor", classroom.instructor)
        assert person.display_name == "Instructor"


class TestReturning:
    def test_once(self, classroom: Classroom) -> None:
        ana = person_join(classroom, "Ana")
        token = person_return_link(ana)
        assert person_by_return_link(token) == ana
        assert person_by_return_link(token) is None
        ana.refresh_from_db()
        assert person_by_return_link(person_return_link(ana)) == ana

    @pytest.mark.parametrize("token", ["", "x", "a:b:c", "\0", "\ud800", "ä:1:2"])
    def test_wrong(self, token: str, classroom: Classroom) -> None:
        assert person_by_return_link(token) is None

    def test_of_another_purpose(self, classroom: Classroom) -> None:
        ana = person_join(classroom, "Ana")
        token = signing.dumps([ana.pk, ana.return_generation], salt="other")
        assert person_by_return_link(token) is None

    def test_too_old(self, classroom: Classroom, monkeypatch: pytest.MonkeyPatch) -> None:
        token = person_return_link(person_join(classroom, "Ana"))
        monkeypatch.setattr("moderator.core.people.RETURN_LINK_S", -1)
        assert person_by_return_link(token) is None


class TestSigningIn:
    def test_once(self, classroom: Classroom) -> None:
        token = sign_in_link_create(classroom.instructor)
        assert token not in str(SignInLink.objects.values())
        assert sign_in_link_use(token) == classroom.instructor
        assert sign_in_link_use(token) is None

    @pytest.mark.slow
    @pytest.mark.parametrize("token", ["", "x", "\0", "\ud800"])
    def test_wrong(self, token: str, classroom: Classroom) -> None:
        sign_in_link_create(classroom.instructor)
        assert sign_in_link_use(token) is None

    def test_too_old(self, classroom: Classroom) -> None:
        token = sign_in_link_create(classroom.instructor)
        SignInLink.objects.update(expires=timezone.now() - timedelta(seconds=1))
        assert sign_in_link_use(token) is None
        sign_in_link_create(classroom.instructor)
        assert SignInLink.objects.count() == 1

    def test_not_for_a_closed_account(self, classroom: Classroom) -> None:
        token = sign_in_link_create(classroom.instructor)
        classroom.instructor.is_active = False
        classroom.instructor.save()
        assert sign_in_link_use(token) is None
