"""A class with a tournament."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from moderator.core.models import Classroom
from moderator.features.classes.write import classroom_create, groups_create
from tests.support.web import world as worlds
from tests.support.web.tournaments import create


@pytest.fixture
def classroom(db: None) -> Classroom:
    """With two groups."""
    classroom = classroom_create(User.objects.create_user("pat"), "Club")
    groups_create(classroom, 2)
    return classroom


@pytest.fixture
def desk(classroom: Classroom) -> Client:
    """Its instructor."""
    return worlds.signed_in(classroom.instructor)


@pytest.fixture
def begun(desk: Client, classroom: Classroom) -> str:
    """Its page's URL, with the first round made."""
    url = create(desk, classroom).headers["Location"]
    assert desk.post(url, {"do": "round", "after": "0"}).status_code == 303
    return url
