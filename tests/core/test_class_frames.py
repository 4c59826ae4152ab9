"""The frames of a class's pages."""

from __future__ import annotations

import pytest

from moderator.core.class_frames import class_frame
from moderator.core.databases.pubsub import OVERVIEW
from moderator.features.classes.write import group_rename
from moderator.live.channel import PUBLIC
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
    group_rename(group, "The Nile")
    second = class_frame(classroom.pk, audience)
    assert second is not None
    assert second.version > first.version
    assert b"The Nile" in second.html
