"""Permissions, and the actor of a request: who may do what, in one place.

A view never reads the session itself. It is decorated with `group_for`, `own_class` or
`instructors`, which say the methods, too; the first two answer 404 without access, as if the page
did not exist.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial, wraps
from itertools import product
from typing import Any, Concatenate, TypeVar

from django.contrib.auth import logout
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.contrib.auth.views import redirect_to_login
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_http_methods

from moderator.core import publishing, queries, sessions
from moderator.core.events import Kind, record
from moderator.core.feature import FEATURES
from moderator.core.models import Classroom, Game, Group, Person, Seat
from moderator.core.people import instructor_person
from moderator.core.publishing import MODERATOR
from moderator.live.channel import PUBLIC

# Permissions: the only place that decides who may do what.

Thing = Classroom | Group | None


@dataclass(frozen=True, slots=True)
class Actor:
    """Who makes a request: the signed-in user, the person in each class (by its pk), and the
    moderated groups (by pk), each with its link's generation and the moderator's person.
    """

    user: AbstractBaseUser | AnonymousUser | None = None
    persons: dict[int, Person] = field(default_factory=dict)
    moderated: dict[int, tuple[int, Person]] = field(default_factory=dict)

    def person(self, classroom: Classroom) -> Person | None:
        """The actor's person in the class; None once removed from it."""
        return _in_class(self.persons.get(classroom.pk), classroom.pk)

    def moderator(self, group: Group) -> Person | None:
        """The actor's person as moderator of the group, by its link or by `Person.moderates`.

        None once removed from the class, once the link has been withdrawn, or once somebody else
        moderates the group.
        """
        generation, person = self.moderated.get(group.pk, (None, None))
        is_open = generation == group.link_generation
        by_link = _in_class(person, group.classroom_id) if is_open else None
        return by_link or self._own_moderator(group)

    def _own_moderator(self, group: Group) -> Person | None:
        person = _in_class(self.persons.get(group.classroom_id), group.classroom_id)
        return person if person and person.moderates_id == group.pk else None


def _in_class(person: Person | None, classroom_pk: int) -> Person | None:
    if person is None or person.is_removed or person.classroom_id != classroom_pk:
        return None
    return person


def may(actor: Actor, action: str, obj: Thing) -> bool:
    """Whether the actor may do that.

    | action | object | everybody with its code | the group's moderator | instructor |
    | --- | --- | --- | --- | --- |
    | see-chart | group | yes | yes | yes |
    | record, see-console, see-record | group | | yes | yes |
    | print-sheet, help-person | group | | yes | yes |
    | manage-class | classroom | | | yes |
    | make-class | None | | | every account |

    Instructors have that role in their own classes only, administrators (superusers) in all; a
    closed (inactive) account has none. Games, logs, seats and sheets belong to their group: they
    are looked up inside it, and permissions for the group hold for them. What only a seat may see
    depends on `seat_of`, not on an action.

    Raises:
        KeyError: there is no such action.
    """
    return _ACTIONS[action](actor, obj)


def seat_of(actor: Actor, game: Game) -> Seat | None:
    """The actor's own seat in this game, whose secrets they may read; None if there is none."""
    person = actor.person(game.group.classroom)
    return queries.seat_of(person, game) if person else None


def classrooms(actor: Actor) -> QuerySet[Classroom]:
    """All classes that the actor may `manage-class`."""
    user = actor.user
    if user is None or not _is_signed_in(actor, None):
        return Classroom.objects.none()
    everybodys = Classroom.objects.all()
    return everybodys if _is_administrator(user) else everybodys.filter(instructor=user.pk)


def deleted_classrooms(actor: Actor) -> QuerySet[Classroom]:
    """The deleted classes that the actor may bring back: those that were theirs to manage."""
    user = actor.user
    deleted = Classroom.every.filter(deleted_at__isnull=False).order_by("-deleted_at", "-pk")
    if user is None or not _is_signed_in(actor, None):
        return deleted.none()
    return deleted if _is_administrator(user) else deleted.filter(instructor=user.pk)


def _is_signed_in(actor: Actor, obj: Thing) -> bool:
    return actor.user is not None and actor.user.is_authenticated and actor.user.is_active


def _is_instructor(actor: Actor, obj: Thing) -> bool:
    classroom = obj.classroom if isinstance(obj, Group) else obj
    user = actor.user
    if classroom is None or user is None or not _is_signed_in(actor, obj):
        return False
    return classroom.instructor_id == user.pk or _is_administrator(user)


def _is_administrator(user: AbstractBaseUser | AnonymousUser) -> bool:
    return bool(getattr(user, "is_superuser", False))


def _is_recorder(actor: Actor, obj: Thing) -> bool:
    is_moderator = isinstance(obj, Group) and actor.moderator(obj) is not None
    return is_moderator or _is_instructor(actor, obj)


def _everybody(actor: Actor, obj: Thing) -> bool:
    return obj is not None  # it was found by its code


_ACTIONS: dict[str, Callable[[Actor, Thing], bool]] = {
    "see-chart": _everybody,
    "record": _is_recorder,
    "see-console": _is_recorder,
    "see-record": _is_recorder,
    "print-sheet": _is_recorder,
    "help-person": _is_recorder,
    "manage-class": _is_instructor,
    "make-class": _is_signed_in,
}
ACTIONS = tuple(_ACTIONS)


# The `Actor` of a request, and the decorators that protect views.

T = TypeVar("T")
Page = Callable[..., HttpResponseBase]
PageOf = Callable[Concatenate[HttpRequest, T, ...], HttpResponseBase]
Decorator = Callable[[PageOf[T]], Page]

PERSONS = "persons"  # {classroom's pk: person's pk}: the person this browser is in each class
# {group's pk: [link generation, person's pk]}: consoles opened by link or PIN, and for whom.
MODERATES = "moderates"
# {classroom's pk: key}: the request to join that waits for the instructor's approval.
REQUESTS = "requests"
# The page after that of the second factor, which has to be set up before anything else.
LACKS_FACTOR = "lacks-factor"


def actor_from(user: AbstractBaseUser | AnonymousUser, session: Mapping[str, Any]) -> Actor:
    """The actor of a user and a session, without people removed or classes deleted since; nobody
    is signed in who has to set up a second factor first."""
    known: dict[str, int] = session.get(PERSONS) or {}
    # Sessions of an earlier release hold only the generation: the link must be opened again.
    links = {pk: it for pk, it in (session.get(MODERATES) or {}).items() if isinstance(it, list)}
    found = queries.members_by_pk({*known.values(), *(person for _, person in links.values())})
    persons = {
        person.classroom_id: person
        for person in found.values()
        if known.get(str(person.classroom_id)) == person.pk
    }
    # Whether a link has been withdrawn since is checked against the group.
    moderated = {
        int(group): (generation, found[pk])
        for group, (generation, pk) in links.items()
        if pk in found
    }
    is_in = LACKS_FACTOR not in session
    return Actor(user=user if is_in else None, persons=persons, moderated=moderated)


def actor_of(request: HttpRequest) -> Actor:
    """The actor of a request, looked up once."""
    actor: Actor | None = getattr(request, "_actor", None)
    if actor is None:
        actor = actor_from(request.user, request.session)
        request._actor = actor  # type: ignore[attr-defined]
    return actor


def moderator_number(request: HttpRequest, group: Group) -> int | None:
    """The number of the person who moderates the group in this browser; None if nobody does."""
    person = actor_of(request).moderator(group)
    return person.number if person else None


def _forget_actor(request: HttpRequest) -> None:
    if hasattr(request, "_actor"):
        del request._actor


def found_by(find: Callable[..., T], methods: Iterable[str], *names: str) -> Decorator[T]:
    """Decorate a view: it gets what `find` finds by these parts of its URL, or raises 404.

    Args:
        methods: those that the view answers; with GET it answers HEAD.
    """

    def decorate(view: PageOf[T]) -> Page:
        @_answers(methods)
        @wraps(view)
        def wrapper(request: HttpRequest, **url: Any) -> HttpResponseBase:
            found = find(request, *(url.pop(name) for name in names))
            return view(request, found, **url)

        return wrapper

    return decorate


def _answers(methods: Iterable[str]) -> Callable[[Page], Page]:
    each = {"GET": ["GET", "HEAD"]}
    return require_http_methods([name for one in methods for name in each.get(one, [one])])


def group_for(action: str, *methods: str) -> Decorator[Group]:
    """Decorate a view whose URL has a group's `<code>`: it gets the group; without access, 404."""

    def find(request: HttpRequest, code: str) -> Group:
        group = queries.group_by_code(code)
        if group is None or not may(actor_of(request), action, group):
            raise Http404
        return group

    return found_by(find, methods, "code")


def own_class(*methods: str, is_deleted: bool = False) -> Decorator[Classroom]:
    """Decorate a view whose URL has a class's `<pk>`: its instructor's view gets it; else 404.

    Args:
        is_deleted: it is for deleted classes, which can still be brought back, and no others.
    """
    return found_by(partial(class_managed, is_deleted=is_deleted), methods, "pk")


def class_managed(request: HttpRequest, pk: int, *, is_deleted: bool = False) -> Classroom:
    """The class that its instructor asks for, else 404."""
    classroom = Classroom.every.filter(pk=pk, deleted_at__isnull=not is_deleted).first()
    if classroom is None or not may(actor_of(request), "manage-class", classroom):
        if classroom is not None:
            record(Kind.ACCESS_REFUSED)
        raise Http404
    return classroom


def own_class_group(*methods: str) -> Decorator[Group]:
    """Decorate such a view whose URL also has a group's `<number>`: it gets the group."""

    def find(request: HttpRequest, pk: int, number: int) -> Group:
        groups = class_managed(request, pk).groups.select_related("classroom")
        return get_object_or_404(groups, number=number)

    return found_by(find, methods, "pk", "number")


def instructors(*methods: str, lacks_factor: bool = False) -> Callable[[Page], Page]:
    """Decorate a view for instructors; visitors are sent to the sign-in page.

    Args:
        lacks_factor: it is also for those who have to set up a second factor first.
    """

    def decorate(view: Page) -> Page:
        @_answers(methods)
        @wraps(view)
        def wrapper(request: HttpRequest, **url: Any) -> HttpResponseBase:
            lacks = must_set_up(request)
            if lacks and not lacks_factor:
                return redirect("second-factor")
            if not lacks and not may(actor_of(request), "make-class", None):
                return redirect_to_login(request.get_full_path())
            return view(request, **url)

        return wrapper

    return decorate


def must_set_up(request: HttpRequest) -> bool:
    """Whether whoever has signed in has to set up a second factor before anything else."""
    return LACKS_FACTOR in request.session and request.user.is_authenticated


def user_of(request: HttpRequest) -> User:
    """The signed-in user, else 404."""
    if not isinstance(request.user, User):
        raise Http404
    return request.user


def person_in(request: HttpRequest, classroom: Classroom) -> Person | None:
    """The person that this browser is in a class; None if it hasn't joined."""
    return actor_of(request).persons.get(classroom.pk)


def was_removed(request: HttpRequest, classroom: Classroom) -> bool:
    """Whether the person that this browser was in the class has been removed from it."""
    pk = (request.session.get(PERSONS) or {}).get(str(classroom.pk))
    person = queries.people_by_pk([pk]).get(pk) if pk else None
    return person is not None and person.is_removed and person.classroom_id == classroom.pk


def removed_from(request: HttpRequest) -> Classroom | None:
    """The class of the page that is asked for, if whoever uses this browser was removed from it."""
    code = request.resolver_match.kwargs.get("code") if request.resolver_match else None
    if not code or not getattr(request, "session", {}).get(PERSONS):
        return None
    group = queries.group_by_code(code)
    return group.classroom if group and was_removed(request, group.classroom) else None


def not_moderated(request: HttpRequest) -> Group | None:
    """The group of the console that is asked for, if somebody of its class asks, or whoever opened
    it before: it was handed over meanwhile."""
    match = request.resolver_match
    if match is None or not match.route.startswith("g/") or not hasattr(request, "session"):
        return None
    group = queries.group_by_code(match.kwargs.get("code", ""))
    if group is None:
        return None
    is_known = str(group.pk) in (request.session.get(MODERATES) or {})
    return group if is_known or person_in(request, group.classroom) else None


def recorder(request: HttpRequest, group: Group) -> tuple[Person, str]:
    """The person who records moves in this group, and the role: "instructor" or "moderator".

    Call it only after `group_for("record")`, and to record: it may create the instructor's person.
    """
    actor = actor_of(request)
    if may(actor, "manage-class", group.classroom):
        return instructor_person(group.classroom, user_of(request)), "instructor"
    person = actor.moderator(group)
    if person is None:
        raise Http404
    return person, "moderator"


def remember_person(request: HttpRequest, person: Person) -> None:
    """From now on this browser is that person in the person's class."""
    request.session.cycle_key()  # prevents session fixation
    persons = dict(request.session.get(PERSONS) or {})
    persons[str(person.classroom_id)] = person.pk
    request.session[PERSONS] = persons
    _forget_actor(request)


def remember_console(request: HttpRequest, group: Group, person: Person) -> None:
    """Let this browser open the group's console as that person.

    The access lasts until the link is withdrawn or the person is removed.
    """
    request.session.cycle_key()
    links = dict(request.session.get(MODERATES) or {})
    links[str(group.pk)] = [group.link_generation, person.pk]
    request.session[MODERATES] = links
    _forget_actor(request)


def forget_person(request: HttpRequest, classroom: Classroom) -> None:
    """Make this browser forget its person in the class and the consoles opened as that person."""
    with _revoking_lost_access(request):
        persons = dict(request.session.get(PERSONS) or {})
        pk = persons.pop(str(classroom.pk), None)
        links = request.session.get(MODERATES) or {}
        request.session[PERSONS] = persons
        request.session[MODERATES] = {
            group: it for group, it in links.items() if not isinstance(it, list) or it[1] != pk
        }
        _forget_actor(request)


def forget_everything(request: HttpRequest) -> None:
    """Sign out; this browser also forgets its consoles and seats."""
    with _revoking_lost_access(request):
        logout(request)


@contextmanager
def _revoking_lost_access(request: HttpRequest) -> Iterator[None]:
    """A transaction: what this browser may no longer see afterwards ends in all its tabs."""
    with transaction.atomic():
        before = _seen_by(actor_from(request.user, request.session))
        yield
        if request.session.session_key:
            request.session.save()  # before its pages reconnect
        for group_id, audience in before - _seen_by(actor_from(request.user, request.session)):
            publishing.revoke(group_id, audience)


def _seen_by(actor: Actor) -> set[tuple[int, str]]:
    consoles = {(group_id, MODERATOR) for group_id in actor.moderated}
    instructed = _instructed(actor.user) if actor.user else set()
    return consoles.union(instructed, *map(publishing.audiences_of, actor.persons.values()))


@transaction.atomic
def end_sessions(user: User, only: int | None = None, here: str | None = None) -> bool:
    """End all sessions of this account, or only the one with this primary key, with all that these
    browsers show; whether there was any. The one `here`, by its session key, goes on."""
    sessions.account_lock(user.pk)
    found = sessions.AccountSession.objects.filter(account=user).exclude(session=here)
    found = found if only is None else found.filter(pk=only)
    ended = [one.session for one in found.select_related("session")]
    seen = _instructed(user).union(
        *(_seen_by(actor_from(user, session.get_decoded())) for session in ended)
    )
    Session.objects.filter(pk__in=[session.pk for session in ended]).delete()
    for channel in seen:
        publishing.revoke(*channel)
    return bool(ended)


def _instructed(user: AbstractBaseUser | AnonymousUser) -> set[tuple[int, str]]:
    """The consoles and pages of classes that this account may open, by group and audience."""
    classes = classrooms(Actor(user=user)).order_by()
    groups = Group.objects.filter(classroom__in=classes).order_by()
    consoles = {(pk, MODERATOR) for pk in groups.values_list("pk", flat=True)}
    ids = map(publishing.class_id, classes.values_list("pk", flat=True))
    pages = product(ids, class_audiences())
    return consoles.union(pages)


def class_audiences() -> tuple[str, ...]:
    """The frames of a class that its instructor alone may watch, without the numbers of pages."""
    names = (name for one in FEATURES for name in (*one.class_pages, *one.class_lines))
    return tuple(name.rstrip(":") for name in names if not name.startswith(PUBLIC))


def remember_request(request: HttpRequest, classroom_pk: int, key: str) -> None:
    """This browser waits for approval of a request to join."""
    keys = dict(request.session.get(REQUESTS) or {})
    request.session[REQUESTS] = keys | {str(classroom_pk): key}


def join_key_in(request: HttpRequest, classroom: Classroom) -> str:
    """The key of the request that this browser has made; empty if there is none."""
    return str((request.session.get(REQUESTS) or {}).get(str(classroom.pk), ""))


def forget_request(request: HttpRequest, classroom: Classroom) -> None:
    """This browser no longer waits."""
    keys = dict(request.session.get(REQUESTS) or {})
    keys.pop(str(classroom.pk), None)
    request.session[REQUESTS] = keys


def student_in(request: HttpRequest, classroom: Classroom) -> Person | None:
    """The student that this browser is in the class; a moderator may still join as one."""
    person = person_in(request, classroom)
    return person if person and person.kind == Person.Kind.STUDENT else None
