"""A process is killed during a reveal: all of it is stored, or nothing."""

from __future__ import annotations

import json

import pytest

from tests.support.durability.pair import Pair

pytestmark = pytest.mark.slow

_MAKE = """
import json, secrets
from django.contrib.auth.models import User
from moderator.features.classes.write import classroom_create, groups_create
from moderator.core.people import instructor_person
from tests.support.play import reveal_killed
classroom = classroom_create(User.objects.create_user(secrets.token_hex(8)), "HIST 210")
by = instructor_person(classroom)
(group,) = groups_create(classroom, 1)
"""


def test_a_reveal_is_killed_before_each_statement(pair: Pair) -> None:
    run = "print(json.dumps(reveal_killed.kill_everywhere(group, by)))"
    found = json.loads(pair.here.run(_MAKE + run))
    print(found)
    # Killed after the commit, and not killed at all: everything is stored.
    assert found["all"] == 2
    assert found["nothing"] > 3


@pytest.mark.long
def test_a_reveal_is_killed_at_random_moments(pair: Pair) -> None:
    run = "print(json.dumps(reveal_killed.kill_at_random(group, by, seed=1)))"
    found = json.loads(pair.here.run(_MAKE + run))
    print(found)
    assert sum(found.values()) == 15
