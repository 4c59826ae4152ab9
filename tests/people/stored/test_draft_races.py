"""Presses on a draft of groups at the same time, in several tabs of one browser: real commits."""

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.test import Client
from django.urls import reverse

from moderator.core import credentials
from moderator.core.models import Game
from moderator.core.people import person_join
from moderator.core.sessions import SessionStore
from moderator.features.classes.write import classroom_create
from moderator.features.new_game.drafts import PRESENT
from moderator.features.people.draft import DivisionDraft, kept_draft
from tests.support.play.at_once import at_once
from tests.support.web.world import signed_in

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


class Tabs:
    """The tabs of an instructor whose class of eight has a draft."""

    def __init__(self) -> None:
        self.classroom = classroom_create(User.objects.create_user("pat"), "HIST 210")
        for number in range(8):
            person_join(self.classroom, f"Student {number}")
        self.first = signed_in(self.classroom.instructor)
        self.post(self.first, do="draw-here")

    def open(self) -> Client:
        tab = Client()
        tab.cookies = self.first.cookies.copy()
        return tab

    def post(self, tab: Client, **fields: object) -> int:
        return tab.post(reverse("divide", args=[self.classroom.pk]), fields).status_code

    @property
    def draft(self) -> DivisionDraft | None:
        request = HttpRequest()
        request.session = SessionStore(Session.objects.get().session_key)
        return kept_draft(request, self.classroom)


def test_no_move_is_lost() -> None:
    tabs = Tabs()
    assert tabs.draft
    people = [one for group in tabs.draft.groups for one in group.players][:4]
    browsers = [tabs.open() for _ in people]
    moved = at_once(lambda n: tabs.post(browsers[n], to="out", person=people[n]), len(people))
    assert moved == [303] * len(people)
    left = [one for group in tabs.draft.groups for one in group.people]
    assert len(left) == 4
    assert not set(left) & set(people)


@pytest.mark.parametrize("other", [{"to": "out", "person": "1"}, {"do": "add"}, {"do": "start"}])
def test_nothing_brings_a_draft_back_that_has_been_started(other: dict[str, str]) -> None:
    tabs = Tabs()
    forms = [one | {"once": credentials.new()} for one in ({"do": "start"}, other)]
    browsers = [tabs.open(), tabs.open()]
    at_once(lambda n: tabs.post(browsers[n], **forms[n]), 2)
    assert Game.objects.count() == tabs.classroom.groups.count() == 2
    draft = tabs.draft  # a move that came second is one in the present games
    assert draft is None or (draft.key == PRESENT and "to" in other)
