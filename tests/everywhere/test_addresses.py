"""Role × URL × method × own or foreign: access control for every URL."""

from __future__ import annotations

from itertools import cycle

import pytest
from django.urls import URLResolver, get_resolver

from tests.support.addresses import arguments
from tests.support.web.access_table import (
    CODE_TYPED,
    CODE_WRONG,
    FEEDS,
    METHODS,
    NAMES,
    STATUSES,
    expected,
)
from tests.support.web.visits import Visit, Visits
from tests.support.web.world import ROLES

# Creates the database, which `visits` needs.
pytestmark = pytest.mark.django_db
ACTS = (200, 303)


def test_every_address_is_in_the_table() -> None:
    assert set(arguments()) == set(NAMES)


def test_there_are_no_other_addresses() -> None:
    included = get_resolver("moderator.urls").url_patterns
    others = [p for p in included if isinstance(p, URLResolver)]
    assert [str(p.urlconf_module.__name__) for p in others] == ["moderator.server.health"]


def of_role(visits: Visits, role: str) -> list[Visit]:
    """The responses that the role got from Django."""
    return [visit for visit in visits.seen if visit.role == role and visit.name != "feed"]


@pytest.mark.parametrize("role", ROLES)
def test_who_may_send_what_where(visits: Visits, role: str) -> None:
    seen_as = {target.name: target.seen_as[role] for target in visits.world.targets}
    wrong = []
    for visit in of_role(visits, role):
        wanted = expected(visit.name, visit.method, seen_as[visit.target])
        if "?code=" in visit.url:
            wanted = CODE_WRONG if "WRONG" in visit.url else CODE_TYPED
        if visit.status != wanted:
            wrong.append(f"{visit.method} {visit.name} of the {visit.target}: {visit.status}, "
                         f"expected {wanted}")  # fmt: skip
    assert not wrong


def test_every_line_of_the_table_was_tried(visits: Visits) -> None:
    tried = {(visit.name, visit.method, visit.role) for visit in visits.seen}
    lines = {line for line in STATUSES if line[1] != "any"}
    assert {(*line, role) for line in lines for role in ROLES} <= tried
    for method in METHODS:
        assert {name for name, m, _ in tried if m == method} >= set(NAMES), method


@pytest.mark.parametrize("role", ROLES)
def test_what_is_refused_changes_nothing(visits: Visits, role: str) -> None:
    sent = [visit for visit in of_role(visits, role) if visit.method == "POST"]
    assert [v for v in sent if v.has_changed and v.status not in ACTS] == []
    taken = {visit.name for visit in sent if visit.status == 303}
    taken |= {v.name for v in sent if v.name == "join-cards" and v.status == 200}  # new links
    out = {"start", "continue"}  # only the first visitor starts the game, and continues it
    out |= {"class-pack"}  # what is made can't be cancelled
    out |= {"security", "own-passkeys"}  # the form asks for nothing that is there
    out |= {"sign-out"} if role == "nobody" else set()  # without a session there is none to lose
    changed = {visit.name for visit in sent if visit.has_changed}
    assert changed <= taken
    assert changed - out == taken - out


def test_looking_changes_nothing(visits: Visits) -> None:
    """GET and HEAD of every URL by everybody, compared row by row.

    Sessions are compared, too. Left out are the counts of wrong codes, since looking up a class is
    a try, and when an instructor was last seen, which is stored once an hour.
    """
    assert visits.looking_changed == []


@pytest.mark.parametrize(("place", "role"), list(enumerate(ROLES)), ids=ROLES)
def test_who_is_shown_which_feed(visits: Visits, place: int, role: str) -> None:
    own = {"own group": "egypt", "group beside": "babylon", "group of another class": "assyria"}
    seen_as = {target.name: ROLES.index(target.seen_as[role]) for target in visits.world.targets}
    games = {target.name: str(target.game.number) for target in visits.world.targets}
    feeds = [visit for visit in visits.seen if visit.role == role and visit.name == "feed"]
    assert len(feeds) == len(FEEDS) * len(own)
    for visit, wanted in zip(feeds, cycle(FEEDS.values()), strict=False):
        audience = wanted[seen_as[visit.target]] or ""
        named = {"seat": own[visit.target], "history": games[visit.target]}
        named["debrief"] = named["history"]
        of = [named[name] for name in audience.split(":") if name in named]
        assert visit.headers["X-Audience"] == ":".join([audience, *of]), visit


def test_no_page_shows_a_row_as_itself(visits: Visits) -> None:
    """A model has no text of its own: Django's is such as “Group object (1)”."""
    assert [visit.url for visit in visits.seen if " object (" in visit.text] == []
