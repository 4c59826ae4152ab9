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
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase

from moderator.play import access, selectors, services
from moderator.play.models import Classroom, Group, Person

P = ParamSpec("P")
Page = Callable[..., HttpResponseBase]
GroupPage = Callable[Concatenate[HttpRequest, Group, P], HttpResponseBase]
ClassroomPage = Callable[Concatenate[HttpRequest, Classroom, P], HttpResponseBase]

PERSONS = "persons"  # {classroom's pk: person's pk}: who this browser is in each class
# {group's pk: [link generation, person's pk]}: consoles that a link or PIN opened, and for whom.
MODERATES = "moderates"


def actor_from(user: AbstractBaseUser | AnonymousUser, session: Mapping[str, Any]) -> access.Actor:
    """The actor of a user and a session, without persons removed since."""
    known: dict[str, int] = session.get(PERSONS) or {}
    # A session of an earlier release holds the generation alone: its link has to be opened again.
    links = {pk: on for pk, on in (session.get(MODERATES) or {}).items() if isinstance(on, list)}
    found = _present({*known.values(), *(person for _, person in links.values())})
    persons = {
        person.classroom_id: person
        for person in found.values()
        if known.get(str(person.classroom_id)) == person.pk
    }
    # Whether a link has been withdrawn since is seen in the group that is asked for.
    moderated = {
        int(group): (generation, found[pk])
        for group, (generation, pk) in links.items()
        if pk in found
    }
    return access.Actor(user=user, persons=persons, moderated=moderated)


def _present(pks: set[int]) -> dict[int, Person]:
    """Those of these people who have not been removed."""
    return {pk: one for pk, one in selectors.people_by_pk(pks).items() if not one.is_removed}


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

    Call it only behind `group_for("record")`, and to record: it may make the instructor's person.
    """
    actor = actor_of(request)
    if access.may(actor, "manage-class", group.classroom):
        return services.instructor_person(group.classroom, user_of(request)), "instructor"
    person = actor.moderator(group)
    if person is None:
        raise Http404
    return person, "moderator"


def remember_person(request: HttpRequest, person: Person) -> None:
    """From now on this browser is that person in the person's class."""
    request.session.cycle_key()  # a key that somebody planted before is worth nothing now
    persons = dict(request.session.get(PERSONS) or {})
    persons[str(person.classroom_id)] = person.pk
    request.session[PERSONS] = persons
    _forget_actor(request)


def remember_console(request: HttpRequest, group: Group, person: Person) -> None:
    """From now on this browser may open the group's console as that person.

    Until the link is withdrawn, or the person removed.
    """
    request.session.cycle_key()
    links = dict(request.session.get(MODERATES) or {})
    links[str(group.pk)] = [group.link_generation, person.pk]
    request.session[MODERATES] = links
    _forget_actor(request)


def forget_person(request: HttpRequest, classroom: Classroom) -> None:
    """This browser forgets who it was in the class, with the consoles opened as that person."""
    persons = dict(request.session.get(PERSONS) or {})
    pk = persons.pop(str(classroom.pk), None)
    links = request.session.get(MODERATES) or {}
    request.session[PERSONS] = persons
    request.session[MODERATES] = {
        group: on for group, on in links.items() if not isinstance(on, list) or on[1] != pk
    }
    _forget_actor(request)


def student_in(request: HttpRequest, classroom: Classroom) -> Person | None:
    """The student that this browser is in the class; a moderator may still join as one."""
    person = person_in(request, classroom)
    return person if person and person.kind == Person.Kind.STUDENT else None


def of_classroom(
    view: Callable[Concatenate[HttpRequest, Group, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """After `classroom_for`: the group with that number in the class, else 404."""

    @wraps(view)
    def door(
        request: HttpRequest, classroom: Classroom, number: int, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        group = classroom.groups.select_related("classroom").filter(number=number).first()
        if group is None:
            raise Http404
        return view(request, group, *args, **kwargs)

    return door
