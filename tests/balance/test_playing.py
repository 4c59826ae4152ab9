"""Games in several processes: the same sum however they are divided, and nobody left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from multiprocessing import active_children
from time import monotonic, sleep
from typing import Any

import pytest
from django.contrib.auth.models import User

from moderator.features.balance import playing, write
from moderator.features.balance.models import BalanceReport
from moderator.features.balance.playing import Players, Search
from moderator.features.balance.write import (
    Work,
    about,
    report_request,
    report_stop,
    search_request,
)
from moderator.rules.age_of_iron.bots.balance import Balance
from moderator.rules.bots import Part, Tally, added
from tests.balance.shared import asked, wire_of
from tests.rules.age_of_iron.test_balance import duel
from tests.support.clock import Clock
from tests.support.durability.children import children, has_ended, wait_until
from tests.support.paths import ROOT

pytestmark = pytest.mark.slow

LIMIT_S = 120
EXAMPLE = asked(wire_of("example-of-play"))
State = BalanceReport.State
ORPHANS = """
from moderator.features.balance.playing import Players, Search
from tests.balance.shared import asked, wire_of
about = asked(wire_of("example-of-play"))
with Players(2) as players:
    search = Search(about)
    for _number, chunk in players.tallies(about, "mixed", 0, 10**9):
        if chunk:
            print(flush=True)
"""


@pytest.fixture(scope="module")
def players() -> Iterator[Players]:
    with Players(2) as made:
        yield made


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A report has few games, and is stored after each chunk."""
    parts = {"mixed": Part("Stewards and Rivals", 40), "order": Part("Turned", 4)}
    monkeypatch.setattr(Balance, "parts", parts)
    monkeypatch.setattr(write, "PAUSE_S", 0)


def total(chunks: Iterator[tuple[int, Tally]]) -> Tally:
    found: Tally = {}
    for _number, chunk in chunks:
        found = added(found, chunk)
    return found


def new(seed: int = 1, wire: Any = None) -> BalanceReport:
    owner, _ = User.objects.get_or_create(username="pat")
    about = asked(wire or wire_of("example-of-play"), seed)
    return report_request(owner, about, "Example")


def test_the_sum_is_that_of_one_process_and_chunks_come_in_order(players: Players) -> None:
    chunks = list(players.tallies(EXAMPLE, "mixed", 5, 95))
    numbers = [number for number, chunk in chunks if chunk]
    assert numbers == [30, 55, 80, 95]
    alone = EXAMPLE.balance.tally(EXAMPLE.start, "mixed", range(5, 95), EXAMPLE.seed)
    assert total(iter(chunks)) == alone


@pytest.mark.django_db
def test_a_report_is_the_same_however_often_it_was_interrupted(
    players: Players, short: None, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    work, report = Work(players), new()
    assert work.step()
    report.refresh_from_db()
    assert report.state == State.DONE
    assert {part: games for part, (games, _) in report.played.items()} == {"mixed": 40, "order": 4}
    assert not work.step()
    whole = report.played
    report.delete()

    report, stops = new(), []

    def die(*_args: object) -> None:
        stops.append(1)
        if len(stops) % 7 == 0:
            raise KeyboardInterrupt  # as if the process was killed: nothing more is stored

    monkeypatch.setattr(Work, "_look_for_better", die)
    deaths = 0
    while BalanceReport.objects.get().state != State.DONE:
        try:
            work.step()
        except KeyboardInterrupt:
            deaths += 1
            clock.wait(21)
    assert deaths > 2
    assert BalanceReport.objects.get().played == whole


@pytest.mark.django_db
def test_reports_take_turns(players: Players, short: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write, "SLICE_S", 0)
    work, first, second = Work(players), new(1), new(2)
    work.step()
    first.refresh_from_db()
    assert first.state == State.WAITING
    assert 0 < first.played["mixed"][0] < 40
    work.step()
    second.refresh_from_db()
    assert second.played
    while work.step():
        pass
    assert {one.state for one in BalanceReport.objects.all()} == {State.DONE}


@pytest.mark.django_db
def test_a_turn_has_some_games_however_long_they_take(
    players: Players, short: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(write, "SLICE_S", -1)
    monkeypatch.setattr(playing, "TICK_S", 0)
    work, first, _second = Work(players), new(1), new(2)
    work.step()
    first.refresh_from_db()
    assert first.state == State.WAITING
    assert first.played["mixed"][0] > 0


@pytest.mark.django_db
def test_what_can_not_be_played_says_so(players: Players) -> None:
    report = new()
    BalanceReport.objects.update(scenario={})
    assert Work(players).step()
    report.refresh_from_db()
    assert report.state == State.FAILED
    assert report.problem == "The report could not be made. The site’s log says more."


@pytest.mark.django_db
def test_a_game_that_takes_too_long_is_given_up(
    players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its games are played no further: the next report would wait for them."""
    before = {one.pid for one in active_children()}
    with monkeypatch.context() as patch:
        patch.setattr(write, "STUCK_S", -1)
        report = new()
        Work(players).step()
    report.refresh_from_db()
    assert report.problem == "This scenario is too large for a report."
    assert not before & {one.pid for one in active_children()}


@pytest.mark.django_db
def test_a_search_finds_something_beside_the_games_and_stops(
    players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(write, "PAUSE_S", 0)
    work, report = Work(players), new(wire=dict(duel().scenario.wire))
    report_stop(report)
    search_request(report)
    until = monotonic() + LIMIT_S
    while not report.suggestions:
        assert monotonic() < until
        assert work.step()
        sleep(0.05)
        report.refresh_from_db()
    assert about(report).rules == "age-of-iron"
    assert report.suggestions[0]["games"] >= 400
    report_stop(report)
    work.step()
    assert work.search is None
    report.refresh_from_db()
    assert report.search == State.STOPPED
    search_request(report)
    work.step()
    monkeypatch.setattr(write, "SEARCH_S", 0)
    work.step()
    report.refresh_from_db()
    assert (report.search, work.search) == (State.DONE, None)


def test_a_search_that_breaks_off_is_noticed() -> None:
    search = Search(asked(wire_of("example-of-play")))
    search._process.kill()
    search._process.join()
    with pytest.raises(EOFError):
        search.found()
    search.stop()


def test_processes_end_with_the_one_that_started_them() -> None:
    env = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    code = "import django; django.setup()" + ORPHANS
    made = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env=env, stdout=subprocess.PIPE)
    assert made.stdout is not None
    made.stdout.readline()
    started = children(made.pid)
    assert len(started) >= 3
    made.send_signal(signal.SIGKILL)
    made.wait()
    made.stdout.close()
    wait_until(lambda: all(map(has_ended, started)))
