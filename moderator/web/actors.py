"""Who asks: from a request to an `access.Actor`, and the doors that pages stand behind.

A view never asks the session who somebody is. It stands behind `group_for`, `classroom_for`
or `instructors`, which answer 404 to whoever may not enter, as if nothing were there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponseBase

from moderator.play import access, selectors, services
from moderator.play.models import Classroom, Group, Person

P = ParamSpec("P")
Page = Callable[..., HttpResponseBase]
GroupPage = Callable[Concatenate[HttpRequest, Group, P], HttpResponseBase]
ClassroomPage = Callable[Concatenate[HttpRequest, Classroom, P], HttpResponseBase]

PERSONS = "persons"  # {classroom's pk: person's pk}: who this browser is in each class
MODERATES = "moderates"  # {group's pk: link generation}: consoles that a link or PIN opened


def actor_from(user: AbstractBaseUser | AnonymousUser, session: Mapping[str, Any]) -> access.Actor:
    """The actor of a user and a session, without persons removed and links withdrawn since."""
    known = session.get(PERSONS) or {}
    persons = {}
    if known:
        found = Person.objects.filter(pk__in=known.values(), is_removed=False)
        for person in found.select_related("classroom", "group"):
            if known.get(str(person.classroom_id)) == person.pk:
                persons[person.classroom_id] = person
    links = session.get(MODERATES) or {}
    moderated = set()
    if links:
        current = Group.objects.filter(pk__in=links).values_list("pk", "link_generation")
        moderated = {pk for pk, generation in current if links[str(pk)] == generation}
    return access.Actor(user=user, persons=persons, moderated=moderated)


def actor_of(request: HttpRequest) -> access.Actor:
    """Who asks, looked up once a request."""
    actor: access.Actor | None = getattr(request, "_actor", None)
    if actor is None:
        actor = actor_from(request.user, request.session)
        request._actor = actor  # type: ignore[attr-defined]
    return actor


def _forget_actor(request: HttpRequest) -> None:
    if hasattr(request, "_actor"):
        del request._actor


def group_for(action: str) -> Callable[[GroupPage[P]], Page]:
    """A door for `<code>` of a group: the view is called with the group, strangers get 404."""

    def decorate(view: GroupPage[P]) -> Page:
        @wraps(view)
        def door(
            request: HttpRequest, /, code: str, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponseBase:
            group = selectors.group_by_code(code)
            if group is None or not access.may(actor_of(request), action, group):
                raise Http404
            return view(request, group, *args, **kwargs)

        return door

    return decorate


def classroom_for(action: str) -> Callable[[ClassroomPage[P]], Page]:
    """The same door for `<pk>` of a class."""

    def decorate(view: ClassroomPage[P]) -> Page:
        @wraps(view)
        def door(
            request: HttpRequest, /, pk: int, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponseBase:
            classroom = Classroom.objects.filter(pk=pk).first()
            if classroom is None or not access.may(actor_of(request), action, classroom):
                raise Http404
            return view(request, classroom, *args, **kwargs)

        return door

    return decorate


def instructors(view: Callable[Concatenate[HttpRequest, P], HttpResponseBase]) -> Page:
    """A door for whoever is signed in; others are asked to sign in, for nothing is hidden here."""

    @wraps(view)
    def door(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if not access.may(actor_of(request), "make-class", None):
            return redirect_to_login(request.get_full_path())
        return view(request, *args, **kwargs)

    return door


def user_of(request: HttpRequest) -> User:
    """Who is signed in; 404 for anybody else."""
    if not isinstance(request.user, User):
        raise Http404
    return request.user


def person_in(request: HttpRequest, classroom: Classroom) -> Person | None:
    """Who this browser is in a class; None if it hasn't joined."""
    return actor_of(request).persons.get(classroom.pk)


def recorder(request: HttpRequest, group: Group) -> tuple[Person, str]:
    """Who records moves in this group, and in which role: "instructor" or "moderator".

    Call it only behind `group_for("record")`.
    """
    actor = actor_of(request)
    if access.may(actor, "manage-class", group.classroom):
        return services.instructor_person(group.classroom, user_of(request)), "instructor"
    person = actor.persons.get(group.classroom_id)
    if person is None:
        person = services.moderator_enter(group)
        remember_person(request, person)
    return person, "moderator"


def remember_person(request: HttpRequest, person: Person) -> None:
    """From now on this browser is that person in the person's class."""
    request.session.cycle_key()  # a key that somebody planted before is worth nothing now
    persons = dict(request.session.get(PERSONS) or {})
    persons[str(person.classroom_id)] = person.pk
    request.session[PERSONS] = persons
    _forget_actor(request)


def remember_console(request: HttpRequest, group: Group) -> None:
    """From now on this browser may open the group's console, until the link is withdrawn."""
    request.session.cycle_key()
    links = dict(request.session.get(MODERATES) or {})
    links[str(group.pk)] = group.link_generation
    request.session[MODERATES] = links
    _forget_actor(request)
