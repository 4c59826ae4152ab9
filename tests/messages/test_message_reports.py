"""A reported message is shown to the instructor at once, and to nobody else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from moderator import live
from moderator.core import credentials, frames
from moderator.core.audiences import feed_access
from moderator.features.messages.write import message_send
from tests.support.web.reading import read
from tests.support.web.tables import Table, seat_down
from tests.support.web.world import join

WRITTEN = {"deployment": "sequential", "communication": "written"}


@pytest.fixture
def table(db: None) -> Table:
    return seat_down("1800-bc", WRITTEN)


@pytest.fixture
def pat(table: Table) -> Client:
    client = Client()
    client.force_login(table.classroom.instructor)
    return client


def test_a_report_comes_with_the_frame_of_the_instructor_alone(
    table: Table,
    pat: Client,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    published: list[tuple[int, object]] = []
    monkeypatch.setattr(
        live, "publish", lambda id, audience=None, known=None: published.append((id, audience))
    )
    egypt = join(table.group, "Eve", table.game, "egypt")
    join(table.group, "Asa", table.game, "assyria")
    asa = table.game.seats.get(player="assyria").persons.get()
    key = credentials.new()
    message_send(table.game, "assyria", ["egypt"], "Pay!", key, asa, "student")
    channel = -table.classroom.pk
    others = [(table.group.pk, "moderator"), (channel, "overview"), (channel, "public")]
    before = {one: frames.render(*one) for one in others}
    empty = frames.render(channel, "reports")
    link = read(egypt.get(table.url("play"))).id("m-assyria-1").one("a").attributes["href"]
    with django_capture_on_commit_callbacks(execute=True):
        assert egypt.post(link, {"game": "1", "reason": ""}).status_code == 303
    assert set(published) == {(table.group.pk, "seat:egypt"), (channel, "reports")}
    frame = frames.render(channel, "reports")
    assert empty is not None
    assert frame is not None
    assert "Reported messages" not in empty.html
    assert "Reported messages (1)" in frame.html
    assert frame.version > empty.version
    assert {one: frames.render(*one) for one in others} == before
    for url in (f"/classes/{table.classroom.pk}/", table.url("console")):
        reports = read(pat.get(url)).id("reports")
        assert "Reported messages (1)" in reports.text
        assert reports.one("span", class_="badge").text == "Group 1"
        feed = reports.attributes["data-feed"]
    cookies = {name: one.value for name, one in pat.cookies.items()}
    watched = feed_access(feed, cookies)
    assert watched is not None
    assert watched[:2] == (channel, "reports")
    # The group's moderator has neither the line nor the feed.
    assert "reports" not in [e.attributes.get("id") for e in table.console().walk()]
    for client in (table.laptop, egypt):
        cookies = {name: one.value for name, one in client.cookies.items()}
        assert feed_access(feed, cookies) is None
