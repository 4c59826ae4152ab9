"""Two uploads of one archive at the same time: one class."""

from __future__ import annotations

import io

import pytest
from django.contrib.auth.models import User

from moderator.core.errors import InvalidInput
from moderator.core.heads import log_findings
from moderator.core.models import Classroom, Entry, Game
from moderator.features.archive.write import archive_read, class_bring_back
from moderator.features.classes.write import classroom_erase
from tests.support.play.at_once import at_once, kinds
from tests.support.web.archives import archived

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def test_one_of_two_wins(classroom: Classroom, played: Game) -> None:
    data = archived(classroom)
    classroom_erase(classroom)
    owners = [User.objects.create_user(name) for name in ("ann", "bob")]

    def bring(number: int) -> Classroom:
        with io.BytesIO() as room:
            archive = archive_read(io.BytesIO(data), len(data), room)
            return class_bring_back(archive, owners[number])[0]

    found = at_once(bring, 2)
    assert kinds(found) == {"Classroom": 1, "InvalidInput": 1}
    (why,) = (str(one) for one in found if isinstance(one, InvalidInput))
    assert why.startswith("This class is on this site already")
    assert Classroom.every.count() == 1
    assert Entry.objects.count() == 5
    assert log_findings(Game.objects.get()) == []
