"""The addresses of LTI: those that a platform calls, where a launch leads, and a class's course."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from moderator.core.access import (
    actor_of,
    class_managed,
    classrooms,
    may,
    own_class,
    remember_person,
    student_in,
)
from moderator.core.class_models import RosterName
from moderator.core.errors import InvalidInput
from moderator.core.events import Kind, record
from moderator.core.feature import Feature
from moderator.core.forms import ActionForm, whole_number
from moderator.core.models import Classroom, Person
from moderator.core.responses import (
    UNPROCESSABLE,
    SeeOther,
    cookie_set,
    not_installed,
    optional,
    public_url,
    render_page,
)
from moderator.core.throttling import address_of
from moderator.features.lti.models import Course
from moderator.features.people.join import ask_and_wait
from moderator.features.people.joining import Joining, student_join
from moderator.features.people.models import JoinRequest
from moderator.features.people.roster import show_preview
from moderator.features.people.roster_reading import read_roster

if TYPE_CHECKING:
    from moderator.features.lti.tool import Sending

SCOPES = (
    "lti-ags/scope/lineitem",
    "lti-ags/scope/score",
    "lti-nrps/scope/contextmembership.readonly",
)
LAUNCH = f"{settings.COOKIE_PREFIX}lti-launch"
"""The cookie with what a platform has said in a launch, signed."""
LAUNCH_S = 15 * 60
LAUNCH_LETTERS = 3_500  # browsers keep 4,096 of a cookie


def problem() -> str:
    """Why there is no LTI here; empty if there is."""
    if settings.LTI_PLATFORMS is None and not not_installed("lti", "pylti1p3"):
        return gettext("No platform is registered at this site.")
    return not_installed("lti", "pylti1p3")


def _told(request: HttpRequest, error: str, status: int) -> HttpResponse:
    return render_page(request, "lti/launch.html", status=status, error=error)


if_on = optional(problem, _told)


# What platforms call.


@require_safe
@if_on
def keys(request: HttpRequest) -> HttpResponse:
    from moderator.features.lti import tool

    return JsonResponse(tool.key_set())


@require_safe
@if_on
def config(request: HttpRequest) -> HttpResponse:
    """The addresses of this site, in the form that Canvas reads."""
    launch, title = _url(request, "lti-launch"), gettext("Negotiation game")
    placement = {"placement": "course_navigation", "message_type": "LtiResourceLinkRequest"}
    shown = {"text": title, "default": "disabled", "windowTarget": "_blank"}
    return JsonResponse({
        "title": title,
        "description": gettext("Class sessions of negotiation games"),
        "oidc_initiation_url": _url(request, "lti-login"),
        "target_link_uri": launch,
        "public_jwk_url": _url(request, "lti-keys"),
        "redirect_uris": [launch],
        "scopes": [f"https://purl.imsglobal.org/spec/{scope}" for scope in SCOPES],
        "extensions": [{
            "platform": "canvas.instructure.com",
            "privacy_level": "public",
            "settings": {"placements": [placement | shown]},
        }],
    })  # fmt: skip


def _url(request: HttpRequest, name: str) -> str:
    return public_url(request, reverse(name))


@csrf_exempt  # the platform's page may post it; nothing is changed
@require_http_methods(["GET", "HEAD", "POST"])
@if_on
def login(request: HttpRequest) -> HttpResponse:
    from moderator.features.lti import tool

    return tool.login(request, _url(request, "lti-launch"))


@csrf_exempt  # the platform's page posts it, signed, and it works in one browser once
@require_POST
@if_on
def launch(request: HttpRequest) -> HttpResponse:
    """Check what the platform says, and go on where the browser sends the session's cookie."""
    from moderator.features.lti import tool

    said = tool.launched(request)
    if said["is_instructor"]:
        _course(said).update(services=said["services"], title=said["title"])
    value = signing.dumps(said, salt=LAUNCH, compress=True)
    if len(value) > LAUNCH_LETTERS:
        raise InvalidInput(gettext("This launch can’t be taken: it says too much."))
    response = SeeOther(reverse("lti-launched"))
    cookie_set(response, LAUNCH, value, LAUNCH_S, "Lax")
    return response


def _course(said: Mapping[str, Any]) -> Any:
    names = ("issuer", "client", "deployment", "context")
    return Course.objects.filter(**dict(zip(names, said["course"], strict=True)))


# What a launch leads to.


@require_http_methods(["GET", "HEAD", "POST"])
@if_on
def launched(request: HttpRequest) -> HttpResponse:
    """Where a launch leads to, in the browser in which it was made."""
    try:
        said = signing.loads(request.COOKIES.get(LAUNCH, ""), salt=LAUNCH, max_age=LAUNCH_S)
    except signing.BadSignature:
        error = gettext("Open this page from your course, and again after a quarter of an hour.")
        return _told(request, error, 404)
    course = _course(said).select_related("classroom").first()
    if course is not None and course.classroom.deleted_at is not None:
        course = None
    if said["is_instructor"]:
        return _link(request, said, course)
    if course is None:
        error = gettext("This course has no class here yet. Ask your instructor.")
        return _told(request, error, 404)
    return _join(request, said, course.classroom)


def _link(request: HttpRequest, said: Mapping[str, Any], course: Course | None) -> HttpResponse:
    """An instructor's launch: to the course's class, or a choice among their own."""
    actor = actor_of(request)
    if not may(actor, "make-class", None):
        return render_page(request, "lti/launch.html", title=said["title"], is_stranger=True)
    if course is not None and not may(actor, "manage-class", course.classroom):
        raise InvalidInput(gettext("This course belongs to a class of another instructor here."))
    if course is not None:
        return SeeOther(reverse("lti-course", args=[course.classroom_id]))
    if request.method != "POST":
        classes = tuple(classrooms(actor))
        return render_page(request, "lti/launch.html", title=said["title"], classes=classes)
    classroom = class_managed(request, whole_number(request.POST.get("classroom", "")) or 0)
    issuer, client, deployment, context = said["course"]
    ids = {"issuer": issuer, "client": client, "deployment": deployment, "context": context}
    with transaction.atomic():
        Classroom.objects.select_for_update().get(pk=classroom.pk)
        Course.objects.filter(classroom=classroom).delete()
        _course(said).exclude(classroom__deleted_at=None).delete()
        facts = {"classroom": classroom, "title": said["title"], "services": said["services"]}
        Course.objects.get_or_create(**ids, defaults=facts)
        record(Kind.COURSE_LINKED, classroom=classroom.pk)
    return SeeOther(reverse("lti-course", args=[classroom.pk]))


def _join(request: HttpRequest, said: Mapping[str, Any], classroom: Classroom) -> HttpResponse:
    """A student's launch: they join as the one on the roster whom the platform names, or, if it
    names nobody there, as everybody else."""
    row = _row(classroom, said["numbers"])
    if row is None:
        return redirect("join", code=classroom.code)
    person = row.present
    if person is not None and person == student_in(request, classroom):
        return redirect("seats", code=classroom.code)
    error = ""
    if request.method == "POST":
        try:
            found = person or student_join(
                classroom, Joining(roster_pk=row.pk, address=address_of(request))
            )
        except InvalidInput as invalid:
            found, error = None, str(invalid)
        if isinstance(found, JoinRequest):
            return ask_and_wait(request, classroom, found)
        if found is not None:
            remember_person(request, found)
            response = SeeOther(reverse("seats", args=[classroom.code]))
            response.delete_cookie(LAUNCH, samesite="Lax")
            return response
        error = error or gettext("Too many people are joining at once. Wait a minute.")
    status = UNPROCESSABLE if error else 200
    known = {"classroom": classroom, "name": row.name, "error": error}
    return render_page(request, "lti/launch.html", status=status, **known)


def _row(classroom: Classroom, numbers: list[str]) -> RosterName | None:
    """The one line of the roster with the first of these numbers that it has."""
    rows: dict[str, list[RosterName]] = {}
    for row in classroom.roster.select_related("person").exclude(student_number=""):
        rows.setdefault(row.student_number.casefold(), []).append(row)
    found = next((rows[one.casefold()] for one in numbers if one.casefold() in rows), [])
    if len(found) != 1:
        return None
    person = found[0].person
    return found[0] if person is None or person.kind == Person.Kind.STUDENT else None


# A class's course.


@own_class("GET", "POST")
def course_page(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The page; a POST names its action by `do`."""
    form = ActionForm.of(request)
    found = Course.objects.filter(classroom=classroom).select_related("classroom").first()
    why = problem()
    if form.is_bound:
        action = form.action(_ACTIONS)
        with form.errors_at():
            if why or found is None:
                raise InvalidInput(why or gettext("This class has no course yet."))
            return action(request, found)
    return _show(request, classroom, found, form)


def _show(
    request: HttpRequest,
    classroom: Classroom,
    found: Course | None,
    form: ActionForm,
    sending: Sending | None = None,
) -> HttpResponse:
    """The course of a class, and the grades that can be or were sent to it."""
    return render_page(
        request,
        "lti/course.html",
        status=form.status,
        classroom=classroom,
        course=found,
        form=form,
        problem=problem(),
        sending=sending,
        launch_url=_url(request, "lti-launch"),
    )


def _names(request: HttpRequest, found: Course) -> HttpResponse:
    """The names, on the page that shows what importing them would do."""
    from moderator.features.lti import tool

    with tool.refusing(gettext("The names can’t be fetched: %(why)s")):
        table = tool.list_of(found)
    pasted = "\n".join("\t".join(row.cells) for row in table.rows)
    return show_preview(request, found.classroom, read_roster(table), pasted)


def _grades(request: HttpRequest, found: Course) -> HttpResponse:
    """Ask whether they are to be sent; with `send`, send them."""
    from moderator.features.lti import tool

    form = ActionForm.of(request)
    do = tool.grades_send if form.typed["do"] == "send" else tool.sending_of
    with tool.refusing(gettext("The grades can’t be sent: %(why)s")):
        sending = do(found)
    if do == tool.grades_send:
        record(Kind.TABLE_EXPORTED, classroom=found.classroom_id)
    return _show(request, found.classroom, found, form, sending)


@transaction.atomic
def _unlink(_request: HttpRequest, found: Course) -> HttpResponse:
    found.delete()
    record(Kind.COURSE_UNLINKED, classroom=found.classroom_id)
    return SeeOther(reverse("lti-course", args=[found.classroom_id]))


_ACTIONS: Mapping[str, Callable[[HttpRequest, Course], HttpResponse]] = {
    "names": _names,
    "grades": _grades,
    "send": _grades,
    "unlink": _unlink,
}


FEATURE = Feature(
    urls=(
        path("lti/keys/", keys, name="lti-keys"),
        path("lti/config.json", config, name="lti-config"),
        path("lti/login/", login, name="lti-login"),
        path("lti/launch/", launch, name="lti-launch"),
        path("lti/launched/", launched, name="lti-launched"),
        path("classes/<int:pk>/lti/", course_page, name="lti-course"),
    )
)
