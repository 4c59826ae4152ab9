"""The frames of a class's pages."""

from __future__ import annotations

import pytest

from moderator.core.class_page import page_frame
from moderator.core.publishing import OVERVIEW
from moderator.features.classes.write import group_rename
from moderator.live.channel import PUBLIC
from tests.support.web.tables import Table


@pytest.mark.parametrize("audience", [OVERVIEW, PUBLIC])
def test_a_class_frame_gets_a_new_version_with_new_content_only(
    table: Table, audience: str
) -> None:
    classroom, group = table.classroom, table.group
    first = page_frame(-classroom.pk, audience)
    assert first is not None
    assert first == page_frame(-classroom.pk, audience)
    assert group.pk in first.groups
    group_rename(group, "The Nile")
    second = page_frame(-classroom.pk, audience)
    assert second is not None
    assert second.version > first.version
    assert "The Nile" in second.html


@pytest.mark.parametrize("page", ["history", "debrief", "tournaments", "wall", "history:99"])
def test_there_is_no_frame_of_what_is_not_there(table: Table, page: str) -> None:
    for audience in (page, f"{page}:9", f"public:{page}", f"public:{page}:9"):
        assert page_frame(table.group.pk, audience) is None
        assert page_frame(-table.classroom.pk, audience) is None
