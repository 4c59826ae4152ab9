"""The frames of a class's pages."""

from __future__ import annotations

import pytest

from moderator.live.hub import PUBLIC
from moderator.play import services
from moderator.play.databases.pubsub import OVERVIEW
from moderator.web.feed.class_frames import class_frame
from tests.support.web.tables import Table


@pytest.mark.parametrize("audience", [OVERVIEW, PUBLIC])
def test_a_class_frame_gets_a_new_version_with_new_content_only(
    table: Table, audience: str
) -> None:
    classroom, group = table.classroom, table.group
    first = class_frame(classroom.pk, audience)
    assert first is not None
    assert first == class_frame(classroom.pk, audience)
    assert group.pk in first.groups
    services.group_rename(group, "The Nile")
    second = class_frame(classroom.pk, audience)
    assert second is not None
    assert second.version > first.version
    assert b"The Nile" in second.html
