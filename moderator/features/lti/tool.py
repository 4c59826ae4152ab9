"""The site as a tool of LTI 1.3: logins, launches, and requests to a platform, with the library
pylti1p3next. A class gets the names of its students from its course, and sends it grades."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

import requests
from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from jwcrypto.jwk import JWK
from pylti1p3.assignments_grades import AssignmentsGradesService
from pylti1p3.contrib.django.cookie import DjangoCookieService
from pylti1p3.contrib.django.launch_data_storage.cache import DjangoCacheDataStorage
from pylti1p3.contrib.django.message_launch import DjangoMessageLaunch
from pylti1p3.contrib.django.oidc_login import DjangoOIDCLogin
from pylti1p3.contrib.django.request import DjangoRequest
from pylti1p3.exception import (
    LtiException,
    LtiServiceException,
    OIDCException,
    ToolConfException,
)
from pylti1p3.grade import Grade
from pylti1p3.lineitem import LineItem
from pylti1p3.names_roles import NamesRolesProvisioningService
from pylti1p3.registration import Registration
from pylti1p3.service_connector import ServiceConnector
from pylti1p3.session import SessionService
from pylti1p3.tool_config import ToolConfDict

from moderator.core.class_models import NUMBER_LETTERS
from moderator.core.errors import InvalidInput
from moderator.core.lesson import lesson_of
from moderator.core.outgoing import limited
from moderator.core.text import name_key
from moderator.core.throttling import RateLimitKey, once, try_begin
from moderator.features.grades.read import Counting, Student, counting_of, graded_class
from moderator.features.lti.models import ID_LETTERS, Course
from moderator.features.people.roster_reading import MOST_NAMES, shown_text
from moderator.features.people.roster_rows import ListRow, ListTable
from moderator.settings import kept_text

CLAIM = "https://purl.imsglobal.org/spec/lti"
INSTRUCTOR = "http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor"
LOGIN_S = 5 * 60  # from the login to its launch
KEYS_KEPT_S = 10 * 60
ONCE = once("LTI launch", LOGIN_S)
# What the library raises for messages that aren't as they should be; it doesn't check all types.
BROKEN = (
    *(LtiException, OIDCException, ToolConfException, requests.RequestException),
    *(LookupError, TypeError, ValueError, AttributeError, AssertionError),
)


@contextmanager
def refusing(sentence: str) -> Iterator[None]:
    """Refuse what goes wrong with the sentence, which has a place for `why`."""
    try:
        yield
    except InvalidInput:
        raise
    except BROKEN as error:
        raise InvalidInput(sentence % {"why": why_of(error)}) from error


def why_of(error: Exception) -> str:
    """What went wrong, in words."""
    if isinstance(error, LtiServiceException):
        status = error.response.status_code
        return gettext("the platform answered with the status %(status)d") % {"status": status}
    if isinstance(error, requests.Timeout):
        return gettext("the platform takes too long")
    if isinstance(error, requests.TooManyRedirects):
        return gettext("the platform sent us elsewhere")
    if isinstance(error, requests.RequestException):
        return gettext("the platform can’t be reached")
    return shown_text(str(error) or type(error).__name__)


def text_of(value: object) -> str:
    """A text of a platform that can be shown and stored; empty for anything else."""
    text = value if isinstance(value, str) else ""
    return text.encode("utf-8", "replace").decode().replace("\0", "").strip()


# The keys of the site, and the platforms that its operator has registered.


def private_key() -> str:
    """Made when it is needed first."""
    return kept_text(settings.VAR_DIR / "lti.key", _new_key)


def _new_key() -> str:
    key = JWK.generate(kty="RSA", size=2048)
    return str(key.export_to_pem(private_key=True, password=None).decode())


def public_key() -> str:
    return _public_key(private_key())


@lru_cache(maxsize=1)
def _public_key(private: str) -> str:
    # Reading the private key takes a twentieth of a second.
    return str(JWK.from_pem(private.encode()).export_to_pem().decode())


def key_set() -> dict[str, Any]:
    """What platforms verify our messages with."""
    return {"keys": [Registration.get_jwk(public_key())]}


def _platforms() -> list[dict[str, Any]]:
    return settings.LTI_PLATFORMS or []


def _config() -> ToolConfDict:
    platforms: dict[str, list[Mapping[str, Any]]] = {}
    for one in _platforms():
        platforms.setdefault(one["issuer"], []).append(one)
    config = ToolConfDict(platforms)
    for one in _platforms():
        config.set_private_key(one["issuer"], private_key(), one["client_id"])
        config.set_public_key(one["issuer"], public_key(), one["client_id"])
    return config


# Requests to a platform.


class Connection(requests.Session):
    """Asks registered hosts alone."""

    def __init__(self) -> None:
        super().__init__()
        limited(self)

    def request(self, method: str, url: str, **kwargs: Any) -> requests.Response:
        if _origin(url) not in _origins():
            facts = {"host": shown_text(str(url))}
            raise InvalidInput(
                gettext("The site’s operator hasn’t registered this address: %(host)s.") % facts
            )
        return super().request(method, url, **kwargs)


def _origin(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return parts.scheme, parts.netloc.lower()


def _origins() -> set[tuple[str, str]]:
    found = set()
    for one in _platforms():
        found |= {_origin(one["auth_token_url"]), _origin(one["key_set_url"])}
        found |= {("https", host.lower()) for host in one.get("hosts", ())}
    return found


class Connector(ServiceConnector):
    """Keeps tokens for one page alone: the library's cache would give a client another one's."""

    def __init__(self, issuer: str, client: str) -> None:
        found = _config().find_registration_by_params(issuer, client)
        super().__init__(found, Connection())
        self.tokens: dict[str, str] = {}

    def _get_cached_access_token(self, scope_key: str) -> str | None:
        return self.tokens.get(scope_key)

    def _cache_access_token(self, scope_key: str, access_token: str, expires_in: float) -> None:
        self.tokens[scope_key] = access_token


# Logins and launches. A launch comes from the platform's page, and so without our session's cookie.


class _Cookies(DjangoCookieService):
    _cookie_prefix = f"{settings.COOKIE_PREFIX}lti"


class _Nonce(SessionService):
    """Nothing is stored between a login and its launch: the nonce is the login's state, signed."""

    signer = signing.TimestampSigner(salt="moderator.lti.nonce")

    def __init__(self, state: str = "") -> None:
        self.state = state

    def save_nonce(self, nonce: str) -> None: ...

    def check_nonce(self, nonce: str) -> bool:
        try:
            return bool(self.signer.unsign(nonce, max_age=LOGIN_S) == self.state)
        except signing.BadSignature:
            return False

    def check_state_is_valid(self, state: str, id_token_hash: str) -> bool:
        return False  # so that only the browser's cookie counts

    def set_state_valid(self, state: str, id_token_hash: str) -> None: ...

    def save_launch_data(self, key: str, jwt_body: object) -> None: ...


class _Login(DjangoOIDCLogin):
    def _get_uuid(self) -> str:
        self._uuid = str(super()._get_uuid())
        return self._uuid

    def _generate_nonce(self) -> str:
        return _Nonce.signer.sign(f"state-{self._uuid}")


def login(request: HttpRequest, launch_url: str) -> HttpResponse:
    """The answer to a platform that begins a launch: to its own address, and back to ours."""
    cookies = _Cookies(DjangoRequest(request))
    begun = _Login(request, _config(), session_service=_Nonce(), cookie_service=cookies)
    with refusing(gettext("This launch can’t begin: %(why)s")):
        response: HttpResponse = begun.redirect(launch_url)
        return response


def launched(request: HttpRequest) -> dict[str, Any]:
    """What is needed of what the platform says in a launch, once that has been checked.

    Raises:
        InvalidInput: it isn't from a registered platform, is too old, or was used already.
    """
    given = DjangoRequest(request, post_only=True)
    with refusing(gettext("This launch can’t be taken: %(why)s")):
        launch = DjangoMessageLaunch(
            given,
            _config(),
            session_service=_Nonce(request.POST.get("state", "")),
            cookie_service=_Cookies(given),
            requests_session=Connection(),
        )
        required = ["exp", "iat", "iss", "aud", "nonce"]
        launch.set_jwt_verify_options({"verify_aud": False, "require": required})
        launch.set_public_key_caching(DjangoCacheDataStorage(), KEYS_KEPT_S)
        claims: dict[str, Any] = launch.validate().get_launch_data()
        audience = claims["aud"]
        if isinstance(audience, list) and claims.get("azp", audience[0]) != audience[0]:
            raise LtiException(gettext("it is for somebody else"))
        if not launch.is_resource_launch():
            raise LtiException(gettext("it isn’t a launch of a resource"))
    if try_begin([RateLimitKey(ONCE, claims["nonce"])]):
        raise InvalidInput(gettext("This launch was used already."))
    return _said(claims, launch.get_client_id())


def _said(claims: Mapping[str, Any], client: str) -> dict[str, Any]:
    def of(name: str) -> Mapping[str, Any]:
        found = claims.get(f"{CLAIM}/claim/{name}")
        return found if isinstance(found, dict) else {}

    context, roles = of("context"), claims.get(f"{CLAIM}/claim/roles")
    deployment = claims[f"{CLAIM}/claim/deployment_id"]
    ids = [text_of(one) for one in (claims["iss"], client, deployment, context.get("id"))]
    if not all(one and len(one) <= ID_LETTERS for one in ids):
        raise InvalidInput(gettext("This launch can’t be taken: it isn’t from a course."))
    services = {
        "names": claims.get(f"{CLAIM}-nrps/claim/namesroleservice"),
        "grades": claims.get(f"{CLAIM}-ags/claim/endpoint"),
    }
    is_instructor = isinstance(roles, list) and INSTRUCTOR in roles
    numbers = (text_of(one) for one in (of("lis").get("person_sourcedid"), claims.get("email")))
    return {
        "course": ids,
        "title": shown_text(text_of(context.get("title")) or text_of(context.get("label"))),
        "is_instructor": is_instructor,
        "numbers": [] if is_instructor else list(filter(None, numbers)),
        "services": services if is_instructor else {},
    }


# The students of a course.

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
        present = (one for one in members if one.get("status", "Active") == "Active")
        found += [_member(one) for one in present if LEARNER in one["roles"]]
        if not url or len(found) > MOST_NAMES:
            return found
    raise InvalidInput(gettext("The platform’s list has no end."))


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
