"""A report is played by a process of its own, which may be killed: then the next one goes on."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator

import pytest

from tests.balance.shared import asked, fields, wire_of
from tests.durability.test_packs import Office, office_on
from tests.support.durability.children import children, wait_until
from tests.support.durability.postgresql import migrated_database, needs_postgresql
from tests.support.site import Site

WIRE = wire_of("example-of-play")
_PLAYED = """
import json
from moderator.features.balance.models import BalanceReport
report = BalanceReport.objects.get()
print(json.dumps([report.state, *report.played.get("mixed", (0, {}))]))
"""
_LATER = """
from datetime import timedelta
from django.db.models import F
from moderator.features.balance.models import BalanceReport
BalanceReport.objects.update(changed=F("changed") - timedelta(seconds=21))
"""

pytestmark = pytest.mark.slow


@pytest.fixture(
    params=[
        pytest.param("SQLite", marks=pytest.mark.long),
        pytest.param("PostgreSQL", marks=[needs_postgresql, pytest.mark.long]),
    ]
)
def office(request: pytest.FixtureRequest, site_start: Callable[..., Site]) -> Iterator[Office]:
    if request.param == "SQLite":
        yield office_on(site_start("--no-demo"))
        return
    with migrated_database() as url:
        site = site_start("--no-demo", env={"DATABASE_URL": url})
        yield office_on(site)
        site.end()


def test_a_report_goes_on_after_its_process_was_killed(office: Office) -> None:
    def played() -> tuple[str, int, object]:
        state, games, tally = json.loads(office.site.run(_PLAYED))
        return state, games, tally

    status, place, _body = office.ask("/balance/", fields(WIRE))
    assert status == 303
    wait_until(lambda: played()[1] > 0)
    (maker,) = children(office.site)
    assert os.getpriority(os.PRIO_PROCESS, maker) == os.nice(0) + 10
    os.kill(maker, signal.SIGKILL)
    state, before, _tally = played()
    assert (state, before < 1000) == ("working", True)
    office.site.run(_LATER)

    def goes_on() -> bool:
        office.ask(place)
        return played()[1] > before

    wait_until(goes_on)
    office.ask(place, {"do": "stop"})
    state, games, tally = played()
    assert state == "stopped"
    about = asked(WIRE)
    alone = about.balance.tally(about.start, "mixed", range(games), about.seed)
    assert tally == json.loads(json.dumps(alone))
