"""What a class gets from its course and sends to it: the names of its students, and grades."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import requests
from django.utils import timezone
from django.utils.translation import gettext
from pylti1p3.assignments_grades import AssignmentsGradesService
from pylti1p3.exception import LtiException
from pylti1p3.grade import Grade
from pylti1p3.lineitem import LineItem
from pylti1p3.names_roles import NamesRolesProvisioningService

from moderator.core.class_models import NUMBER_LETTERS
from moderator.core.errors import InvalidInput
from moderator.core.lesson import lesson_of
from moderator.core.text import name_key
from moderator.features.grades.read import Counting, Student, counting_of, graded_class
from moderator.features.lti.models import Course
from moderator.features.lti.tool import Connector, text_of, why_of
from moderator.features.people.roster_reading import MOST_NAMES
from moderator.features.people.roster_rows import ListRow, ListTable

LEARNER = "http://purl.imsglobal.org/vocab/lis/v2/membership#Learner"
MOST_PAGES = 50


@dataclass(frozen=True, slots=True)
class Member:
    """A student of a course, with the number by which the roster knows the same person."""

    user: str
    first: str
    last: str
    number: str

    @property
    def name(self) -> str:
        return f"{self.first} {self.last}".strip()


def number_of(sourced: object, email: object) -> str:
    """What a roster has as student number: that of the course's institution, else the e-mail."""
    numbers = map(text_of, (sourced, email))
    return next((one for one in numbers if one and len(one) <= NUMBER_LETTERS), "")


def members_of(course: Course, connector: Connector) -> list[Member]:
    """The students of the course, as the platform says now."""
    if not course.services.get("names"):
        raise InvalidInput(gettext("The platform lets this site read no names."))
    service = NamesRolesProvisioningService(connector, course.services["names"])
    found: list[Member] = []
    url = None
    for _page in range(MOST_PAGES):
        members, url = service.get_members_page(url)
        found += [_member(one) for one in members if _is_student(one)]
        if not url or len(found) > MOST_NAMES:
            return found
    raise InvalidInput(gettext("The platform’s list has no end."))


def _is_student(member: dict[str, Any]) -> bool:
    return LEARNER in member["roles"] and member.get("status", "Active") == "Active"


def _member(member: dict[str, Any]) -> Member:
    first, last = (text_of(member.get(f"{one}_name")) for one in ("given", "family"))
    if not (first and last):
        first, last = text_of(member.get("name")) or first or last, ""
    number = number_of(member.get("lis_person_sourcedid"), member.get("email"))
    return Member(text_of(member["user_id"]), first, last, number)


def list_of(course: Course) -> ListTable:
    """The names of the course as a list that a roster can import."""
    head = ("First name", "Last name", "Student number")
    members = members_of(course, Connector(course.issuer, course.client))
    rows = [head, *((one.first, one.last, one.number) for one in members if one.name)]
    return ListTable(tuple(ListRow(number, row) for number, row in enumerate(rows, 1)), "\t")


# Grades.


@dataclass
class Sending:
    """The grades that can be sent to the course, as (student, user, grade), and whose can't be.

    `sent`, `failed`: what has become of them; `failed` with the reason.
    """

    counting: Counting
    found: Sequence[tuple[Student, str, float]]
    unmatched: Sequence[Student]
    without_grade: Sequence[Student]
    sent: list[Student]
    failed: list[tuple[Student, str]]

    @property
    def is_done(self) -> bool:
        return bool(self.sent or self.failed)


def sending_of(course: Course, connector: Connector | None = None) -> Sending:
    """Whose grades would be sent: those on the roster whom the platform knows by the roster's
    number, or, where one of both has none, by a name that nobody else has."""
    graded = graded_class(course.classroom)
    counting = counting_of(lesson_of(course.classroom))
    students = [one for one in graded.students if one.is_on_roster]
    users = dict(
        _matched(students, members_of(course, connector or Connector(course.issuer, course.client)))
    )
    grades = {place: one.grade(counting) for place, one in enumerate(students)}
    return Sending(
        counting=counting,
        found=[
            (students[place], users[place], grade)
            for place, grade in grades.items()
            if grade is not None and place in users
        ],
        unmatched=[one for place, one in enumerate(students) if place not in users],
        without_grade=[students[place] for place in users if grades[place] is None],
        sent=[],
        failed=[],
    )


def _matched(students: Sequence[Student], members: list[Member]) -> Iterator[tuple[int, str]]:
    """The places of students with their users."""
    numbers = Counter(one.number.casefold() for one in members)
    by_number = {one.number.casefold(): one for one in members if one.number}
    names = Counter(name_key(one.name) for one in members)
    by_name = {name_key(one.name): one for one in members}
    used: set[str] = set()
    for place, student in enumerate(students):
        number, key = student.number.casefold(), name_key(student.name)
        found = by_number.get(number) if numbers[number] == 1 else None
        if found is None and names[key] == 1 and not (number and by_name[key].number):
            found = by_name[key]
        if found is not None and found.user not in used:
            used.add(found.user)
            yield place, found.user


def grades_send(course: Course) -> Sending:
    """Send the grades, as a column of the course's gradebook with the grade's title."""
    if not course.services.get("grades"):
        raise InvalidInput(gettext("The platform lets this site send no grades."))
    connector = Connector(course.issuer, course.client)
    sending = sending_of(course, connector)
    counting, tag = sending.counting, f"moderator-{course.classroom_id}"
    service = AssignmentsGradesService(connector, course.services["grades"])
    column = None  # the launch's own, where the platform allows no other
    if sending.found and service.can_create_lineitem():
        wanted = LineItem().set_tag(tag).set_label(counting.title)
        column = service.find_or_create_lineitem(
            wanted.set_score_maximum(counting.total),
            condition=lambda one: (one.get("tag"), one.get("label")) == (tag, counting.title),
        )
    why = ""
    for student, user, reached in sending.found:
        score = Grade().set_user_id(user).set_score_given(reached)
        score.set_score_maximum(counting.total).set_timestamp(timezone.now().isoformat())
        score.set_activity_progress("Completed").set_grading_progress("FullyGraded")
        try:
            if why:  # it didn't answer, and the others would have to wait for nothing
                sending.failed.append((student, why))
                continue
            service.put_grade(score, column)
            sending.sent.append(student)
        except (LtiException, requests.RequestException) as error:
            sending.failed.append((student, why_of(error)))
            why = why_of(error) if isinstance(error, requests.RequestException) else ""
    return sending
