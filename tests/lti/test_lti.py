"""LTI 1.3 against a platform that runs here: launches, names and grades, and what is refused."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit
from urllib.request import urlopen

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from moderator.core.class_models import LessonSettings, RosterName
from moderator.core.models import Classroom, Person
from moderator.core.people import person_join
from moderator.features.classes.write import classroom_create
from moderator.features.lti import feature
from moderator.features.lti.models import Course
from moderator.features.people.joining import joining_change
from moderator.features.people.roster import roster_import
from moderator.features.people.roster_reading import ReadName
from tests.support import lti_platform
from tests.support.lti_platform import (
    CLAIM,
    CLIENT,
    INSTITUTION,
    MEMBERSHIP,
    Platform,
    member,
)
from tests.support.web.reading import read
from tests.support.web.world import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.extra("lti")]
INSTRUCTOR = {f"{CLAIM}/claim/roles": [f"{MEMBERSHIP}#Instructor"]}
LIS = f"{CLAIM}/claim/lis"


@pytest.fixture
def platform(settings: Any, tmp_path: Path) -> Iterator[Platform]:
    with lti_platform.running() as found:
        settings.VAR_DIR = tmp_path
        pem = lti_platform.key("tool").export_to_pem(private_key=True, password=None)
        (tmp_path / "lti.key").write_bytes(pem)  # making one takes a while
        settings.LTI_PLATFORMS = [found.registration]
        found.tool_keys = Client().get(reverse("lti-keys")).json()
        yield found


@pytest.fixture
def course(platform: Platform, classroom: Classroom) -> Course:
    """The class's course, as its instructor has chosen it."""
    laptop = signed_in(classroom.instructor)
    platform.said = INSTRUCTOR
    open_course(laptop, platform)
    laptop.post(reverse("lti-launched"), {"classroom": classroom.pk})
    platform.said = {}
    return Course.objects.get()


def begin(browser: Client, platform: Platform, **more: str) -> HttpResponse:
    """The platform sends the browser to the site, to begin a launch."""
    sent = {"iss": platform.url, "client_id": CLIENT, "login_hint": "hint-1"}
    sent |= {"target_link_uri": "http://testserver/lti/launch/"} | more
    return browser.post(reverse("lti-login"), sent)


def posted(browser: Client, platform: Platform, **more: str) -> dict[str, str]:
    """The fields that the platform's page posts, once the browser has been sent there."""
    response = begin(browser, platform, **more)
    assert response.status_code == 302, read(response).text
    with urlopen(response["Location"]) as page:
        text = page.read().decode()
    return {name: unescape(one) for name, one in re.findall(r'name="(\w+)" value="([^"]*)"', text)}


def open_course(browser: Client, platform: Platform, **more: str) -> HttpResponse:
    """A launch. The browser doesn't send its session's cookie with a form of another site."""
    fields = posted(browser, platform, **more)
    session = browser.cookies.pop("sessionid", None)
    response = browser.post(reverse("lti-launch"), fields)
    assert "sessionid" not in response.cookies
    if session is not None:
        browser.cookies["sessionid"] = session.value
    return response


def refusal(response: HttpResponse, status: int = 422) -> str:
    assert response.status_code == status
    assert "lti-launch" not in response.cookies
    return read(response).one("p", role="alert").text


def on_roster(classroom: Classroom, **names: str) -> None:
    roster_import(
        classroom,
        [ReadName(1, name.replace("_", " "), number) for name, number in names.items()],
        is_replacing=False,
    )


def pressed(browser: Client, course: Course, do: str) -> HttpResponse:
    return browser.post(reverse("lti-course", args=[course.classroom_id]), {"do": do})


# Launches.


def test_an_instructor_chooses_the_class_of_the_course(
    platform: Platform, classroom: Classroom
) -> None:
    laptop = signed_in(classroom.instructor)
    platform.said = INSTRUCTOR
    response = open_course(laptop, platform)
    assert response.status_code == 303
    assert response["Location"] == reverse("lti-launched")
    page = read(laptop.get(response["Location"]))
    assert [one.text for one in page.all("option")] == ["Near East 101"]
    response = laptop.post(reverse("lti-launched"), {"classroom": classroom.pk})
    page = read(laptop.get(response["Location"]))
    assert "History 101" in page.text
    course = Course.objects.get()
    assert course.classroom == classroom
    assert set(course.services) == {"names", "grades"}
    # The next launch leads to it at once.
    open_course(laptop, platform)
    assert laptop.get(reverse("lti-launched"))["Location"] == response["Location"]


def test_an_instructor_who_isnt_signed_in_gets_no_account(platform: Platform) -> None:
    browser = Client()
    platform.said = INSTRUCTOR
    open_course(browser, platform)
    page = read(browser.get(reverse("lti-launched")))
    assert page.one("a", class_="main").attributes["href"] == "/sign-in/?next=/lti/launched/"
    assert not User.objects.exists()


def test_a_student_joins_as_the_one_on_the_roster(platform: Platform, course: Course) -> None:
    on_roster(course.classroom, Ana_Ruiz="12-7", Bo_Lind="bo@school.example")
    phone, other = Client(), Client()
    platform.said = {LIS: {"person_sourcedid": "12-7"}, "email": "ana@school.example"}
    open_course(phone, platform)
    assert "you are Ana Ruiz" in read(phone.get(reverse("lti-launched"))).text
    response = phone.post(reverse("lti-launched"))
    assert response["Location"] == reverse("seats", args=[course.classroom.code])
    ana = RosterName.objects.get(name="Ana Ruiz").person
    assert ana is not None
    assert phone.session["persons"] == {str(course.classroom_id): ana.pk}
    assert phone.get(reverse("lti-launched")).status_code == 404  # used
    # The same student on another device, and another student on the first one.
    open_course(other, platform)
    other.post(reverse("lti-launched"))
    assert other.session["persons"] == phone.session["persons"]
    platform.said = {"email": "BO@school.example"}
    open_course(phone, platform)
    assert "you are Bo Lind" in read(phone.get(reverse("lti-launched"))).text
    phone.post(reverse("lti-launched"))
    assert phone.session["persons"] != other.session["persons"]
    assert Person.objects.filter(kind=Person.Kind.STUDENT).count() == 2


def test_a_student_whom_the_roster_doesnt_have_types_a_name(
    platform: Platform, course: Course
) -> None:
    on_roster(course.classroom, Ana_Ruiz="7", Eve_One="8", Eve_Two="8")
    for said in ({}, {"email": "x@y.z"}, {LIS: {"person_sourcedid": "8"}}, {LIS: [], "email": 7}):
        phone = Client()
        platform.said = said
        open_course(phone, platform)
        response = phone.get(reverse("lti-launched"))
        assert response["Location"] == reverse("join", args=[course.classroom.code])


def test_a_closed_class_stays_closed(platform: Platform, course: Course) -> None:
    on_roster(course.classroom, Ana_Ruiz="7")
    joining_change(course.classroom, is_open=False)
    phone = Client()
    platform.said = {LIS: {"person_sourcedid": "7"}}
    open_course(phone, platform)
    assert "Nobody can join" in refusal(phone.post(reverse("lti-launched")))
    assert not Person.objects.filter(kind=Person.Kind.STUDENT).exists()


def test_a_course_without_a_class(platform: Platform) -> None:
    phone = Client()
    open_course(phone, platform)
    assert "no class here yet" in refusal(phone.get(reverse("lti-launched")), 404)


# What is refused.


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"aud": "somebody-else"}, "not found in settings"),
        ({"aud": [CLIENT, "other"], "azp": "other"}, "for somebody else"),
        ({"exp": int(time.time()) - 100}, "expired"),
        ({"exp": None}, "exp"),
        ({"iss": "https://unknown.example"}, "not found in settings"),
        ({"iss": ["a", "list"]}, "unhashable"),
        ({f"{CLAIM}/claim/deployment_id": "deployment-2"}, "not recognised"),
        (
            {
                f"{CLAIM}/claim/message_type": "LtiDeepLinkingRequest",
                f"{CLAIM}-dl/claim/deep_linking_settings": {
                    "accept_types": ["ltiResourceLink"],
                    "accept_presentation_document_targets": ["window"],
                    "deep_link_return_url": "https://evil.example/",
                },
            },
            "isn’t a launch of a resource",
        ),
        ({f"{CLAIM}/claim/context": None}, "isn’t from a course"),
        ({f"{CLAIM}/claim/context": {"id": "x" * 300}}, "isn’t from a course"),
        ({"nonce": "another"}, "Invalid Nonce"),
        ({"nonce": None}, "nonce"),
    ],
)
def test_launches_that_say_something_wrong(
    platform: Platform, said: dict[str, Any], why: str
) -> None:
    platform.said = said
    assert why.lower() in refusal(open_course(Client(), platform)).lower()


def test_a_wrong_signature(platform: Platform) -> None:
    platform.signer = "somebody else"
    assert "Signature verification failed" in refusal(open_course(Client(), platform))
    browser = Client()
    platform.signer = "platform"
    fields = posted(browser, platform)
    head, body, _ = fields["id_token"].split(".")
    for token in (f"{head}.{body}.", f"e30.{body}.e30", f"{head}.W10.e30", "x", "", "a.b.c"):
        refusal(browser.post(reverse("lti-launch"), fields | {"id_token": token}))


def test_a_launch_works_once(platform: Platform) -> None:
    browser = Client()
    fields = posted(browser, platform)
    assert browser.post(reverse("lti-launch"), fields).status_code == 303
    assert "used already" in refusal(browser.post(reverse("lti-launch"), fields))


def test_a_launch_works_in_its_own_browser(platform: Platform) -> None:
    """Else somebody could make another one join, or choose a class, by their own launch."""
    own, other = Client(), Client()
    fields = posted(own, platform)
    assert "State not found" in refusal(other.post(reverse("lti-launch"), fields))
    theirs = posted(other, platform)
    mixed = {"state": theirs["state"], "id_token": fields["id_token"]}
    assert "Invalid Nonce" in refusal(other.post(reverse("lti-launch"), mixed))
    without = {"id_token": fields["id_token"]}
    assert "Missing state" in refusal(own.post(reverse("lti-launch"), without))
    assert own.post(reverse("lti-launch"), fields).status_code == 303
    assert other.get(reverse("lti-launched")).status_code == 404
    other.cookies[feature.LAUNCH] = own.cookies[feature.LAUNCH].value[:-1] + "x"
    assert other.get(reverse("lti-launched")).status_code == 404


def test_a_login_leads_to_the_platform_and_back_to_us_alone(platform: Platform) -> None:
    response = begin(Client(), platform, target_link_uri="https://evil.example/")
    assert response["Location"].startswith(f"{platform.url}/auth?")
    asked = parse_qs(urlsplit(response["Location"]).query)
    assert asked["redirect_uri"] == ["http://testserver/lti/launch/"]
    for more in ({"iss": "https://evil.example"}, {"client_id": "other"}, {"login_hint": ""}):
        refusal(begin(Client(), platform, **more))
    browser = Client()
    platform.said = {f"{CLAIM}/claim/target_link_uri": "https://evil.example/"}
    assert open_course(browser, platform)["Location"] == reverse("lti-launched")


def test_cookies_over_https(platform: Platform, settings: Any) -> None:
    """A browser sends them with the platform's form only if they say so."""
    sent = {"iss": platform.url, "client_id": CLIENT, "login_hint": "hint-1"}
    (cookie,) = Client().post(reverse("lti-login"), sent, secure=True).cookies.values()
    assert cookie["samesite"] == "None"
    assert cookie["secure"]
    assert cookie["httponly"]


@pytest.mark.parametrize(
    "roles",
    [
        [f"{MEMBERSHIP}#Learner"],
        [f"{INSTITUTION}#Instructor", f"{MEMBERSHIP}#Learner"],
        [f"{MEMBERSHIP}/Instructor#TeachingAssistant"],
        ["Learner", f"{MEMBERSHIP}#Instructor "],
        f"{MEMBERSHIP}#Instructor",
        None,
    ],
)
def test_only_the_courses_instructors_choose(
    platform: Platform, classroom: Classroom, roles: object
) -> None:
    laptop = signed_in(classroom.instructor)
    platform.said = {f"{CLAIM}/claim/roles": roles}
    response = open_course(laptop, platform)
    if response.status_code == 303:
        laptop.post(reverse("lti-launched"), {"classroom": classroom.pk, "role": "Instructor"})
    assert not Course.objects.exists()


def test_another_instructors_class(platform: Platform, course: Course) -> None:
    """Neither can it be chosen, nor its course be taken over."""
    sam = signed_in(User.objects.create_user("sam"))
    platform.said = INSTRUCTOR | {f"{CLAIM}/claim/context": {"id": "course-2"}}
    open_course(sam, platform)
    response = sam.post(reverse("lti-launched"), {"classroom": course.classroom_id})
    assert response.status_code == 404
    platform.said = INSTRUCTOR
    open_course(sam, platform)
    own = classroom_create(User.objects.get(username="sam"), "Mine", "Europe/Vienna")
    assert "another instructor" in refusal(sam.post(reverse("lti-launched"), {"classroom": own.pk}))
    for do in ("names", "grades", "send", "unlink"):
        assert pressed(sam, course, do).status_code == 404
    assert Course.objects.get() == course


def test_a_deleted_class_frees_its_course(platform: Platform, course: Course) -> None:
    pat = course.classroom.instructor
    Classroom.every.update(deleted_at=timezone.now())
    phone, laptop = Client(), signed_in(pat)
    open_course(phone, platform)
    assert "no class here yet" in refusal(phone.get(reverse("lti-launched")), 404)
    own = classroom_create(pat, "Another", "Europe/Vienna")
    platform.said = INSTRUCTOR
    open_course(laptop, platform)
    laptop.post(reverse("lti-launched"), {"classroom": own.pk})
    assert Course.objects.get().classroom == own


# Names.


def test_names_are_fetched_in_pages_and_checked(platform: Platform, course: Course) -> None:
    platform.members = [
        member(1, "Ana Ruiz", email="ana@school.example", lis_person_sourcedid="7"),
        member(2, "Pat Smith", role="Instructor"),
        member(3, "<b>Bo</b> Lind", email="bo@school.example"),
        member(4, "Gone Away", status="Inactive"),
        member(5, "Cy Twombly", email="x" * 50),
        {"user_id": "user-6", "roles": [f"{MEMBERSHIP}#Learner"], "name": "Dee\ud800 \0Dee"},
        {"user_id": "user-7", "roles": [f"{MEMBERSHIP}#Learner"]},
    ]
    laptop = signed_in(course.classroom.instructor)
    response = pressed(laptop, course, "names")
    assert response.status_code == 200
    assert b"<b>Bo" not in response.content
    page = read(response)
    names = page.one("textarea", name="names").text
    assert platform.asked.count("GET /names") == 4
    assert "Ana Ruiz" in names
    assert "Pat" not in names
    assert "Gone" not in names
    assert not course.classroom.roster.exists()
    sent = page.one("textarea", name="names").children[0]
    laptop.post(
        page.id("import").attributes["action"],
        {"do": "import", "names": str(sent).lstrip("\n"), "how": "add"},
    )
    found = dict(course.classroom.roster.values_list("name", "student_number"))
    assert found["Ana Ruiz"] == "7"
    assert found["<b>Bo</b> Lind"] == "bo@school.example"
    assert found["Cy Twombly"] == ""
    assert len(found) in (3, 4)


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        ({"closed": {"/token"}}, "status 500"),
        ({"closed": {"/names"}}, "status 500"),
        ({"tool_keys": {"keys": []}}, "status 400"),
        ({"next_page": "https://evil.example/more"}, "evil.example"),
        ({"next_page": "http://169.254.169.254/"}, "hasn’t registered"),
        ({"next_page": "file:///etc/passwd"}, "hasn’t registered"),
        ({"next_page": "elsewhere"}, "hasn’t registered"),
        ({"next_page": "SELF/elsewhere"}, "sent us elsewhere"),
        ({"next_page": "SELF/names?from=0"}, "no end"),
    ],
)
def test_names_that_cant_be_fetched(
    platform: Platform, course: Course, broken: dict[str, Any], why: str
) -> None:
    platform.members = [member(number, f"Ana {number}") for number in range(3)]
    for name, value in broken.items():
        is_text = isinstance(value, str)
        setattr(platform, name, value.replace("SELF", platform.url) if is_text else value)
    laptop = signed_in(course.classroom.instructor)
    assert why in refusal(pressed(laptop, course, "names"))


def test_services_at_another_registered_host(platform: Platform, settings: Any) -> None:
    from moderator.features.lti import tool

    assert tool._origins() == {("http", f"127.0.0.1:{platform.port}")}
    settings.LTI_PLATFORMS = [platform.registration | {"hosts": ["School.example"]}]
    assert ("https", "school.example") in tool._origins()
    assert ("http", "school.example") not in tool._origins()


def test_a_platform_that_doesnt_answer(
    platform: Platform, course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    from moderator.core import outgoing

    monkeypatch.setattr(outgoing, "LONGEST_S", -1)
    laptop = signed_in(course.classroom.instructor)
    assert "takes too long" in refusal(pressed(laptop, course, "names"))


# Grades.


@pytest.fixture
def graded(platform: Platform, course: Course) -> Course:
    """Attendance alone counts: who has joined has 10 of 10, the others 0."""
    classroom = course.classroom
    counting = {"title": "Iron <i>", "most": {"attendance": 10}}
    LessonSettings.objects.update_or_create(classroom=classroom, defaults={"grading": counting})
    on_roster(classroom, Ana_Ruiz="7", Bo_Lind="bo@school.example", Cy_Two="", Dee_Dee="99")
    for name in ("Ana Ruiz", "Cy Two", "Eve Spoof"):
        person_join(classroom, name)
    platform.members = [
        member(1, "Ana Ruiz", lis_person_sourcedid="7"),
        member(2, "Robert Lind", email="BO@school.example"),
        member(3, "Cy Two"),
        member(4, "Eve Spoof"),
        member(5, "Dee Dee", lis_person_sourcedid="98"),
    ]
    return course


def test_grades_are_sent_once_they_have_been_seen(platform: Platform, graded: Course) -> None:
    laptop = signed_in(graded.classroom.instructor)
    page = read(pressed(laptop, graded, "grades"))
    assert "Send 3 grades" in page.text
    assert "Dee Dee" in page.text
    assert platform.scores == {}
    response = pressed(laptop, graded, "send")
    assert b"<i>" not in response.content
    assert "3 grades were sent." in read(response).text
    reached = {user: one["scoreGiven"] for (_, user), one in platform.scores.items()}
    assert reached == {"user-1": 10, "user-2": 0, "user-3": 10}
    assert {one["scoreMaximum"] for one in platform.scores.values()} == {10}
    (column,) = platform.columns
    assert (column["label"], column["scoreMaximum"]) == ("Iron <i>", 10)
    pressed(laptop, graded, "send")  # again: into the same column
    assert len(platform.columns) == 1


def test_grades_that_the_platform_refuses_are_told(platform: Platform, graded: Course) -> None:
    laptop = signed_in(graded.classroom.instructor)
    pressed(laptop, graded, "send")
    platform.closed = {"/columns/0/scores"}
    page = read(pressed(laptop, graded, "send"))
    assert "0 grades were sent." in page.text
    assert page.text.count("status 500") == 3


def test_grades_without_the_right_to_send_them(platform: Platform, graded: Course) -> None:
    laptop = signed_in(graded.classroom.instructor)
    platform.said = INSTRUCTOR | {f"{CLAIM}-ags/claim/endpoint": None}
    open_course(laptop, platform)  # the last launch says which services there are
    assert "send no grades" in refusal(pressed(laptop, graded, "send"))


# The site's own addresses.


def test_the_keys_are_the_sites_own(platform: Platform, settings: Any) -> None:
    file = settings.VAR_DIR / "lti.key"
    file.unlink()
    (key,) = Client().get(reverse("lti-keys")).json()["keys"]
    assert file.stat().st_mode & 0o777 == 0o600
    assert set(key) == {"kty", "n", "e", "kid", "alg", "use"}
    assert Client().get(reverse("lti-keys")).json() == {"keys": [key]}
    assert platform.tool_keys != {"keys": [key]}
    config = Client().get(reverse("lti-config")).json()
    assert config["target_link_uri"] == "http://testserver/lti/launch/"
    assert config["scopes"][0] == lti_platform.COLUMNS


def test_a_link_is_taken_back(platform: Platform, course: Course) -> None:
    laptop = signed_in(course.classroom.instructor)
    page = read(laptop.get(reverse("roster", args=[course.classroom_id])))
    assert "Fetch names from" in page.text
    pressed(laptop, course, "unlink")
    assert not Course.objects.exists()
