"""Reports: one for the same question, played once, and taken again when their process has died."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from moderator.core import site_time
from moderator.core.errors import InvalidInput
from moderator.features.balance import write
from moderator.features.balance.models import BalanceReport
from moderator.features.balance.write import (
    KEPT,
    KEPT_FOR,
    MOST_PENDING,
    ReportGone,
    report_fail,
    report_go_on,
    report_played,
    report_request,
    report_stop,
    report_take,
    search_found,
    search_request,
)
from moderator.rules.bots import Figures, Suggestion
from tests.balance.shared import asked, report_made, wire_of
from tests.support.clock import Clock
from tests.support.play.at_once import at_once

State = BalanceReport.State
EXAMPLE = "example-of-play"


def pat() -> User:
    return User.objects.create_user("pat")


def new(owner: User, seed: int = 1) -> BalanceReport:
    return report_request(owner, asked(wire_of(EXAMPLE), seed), "Example")


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_two_presses_at_once_ask_for_one_report_and_two_processes_take_one() -> None:
    owner = pat()
    found = at_once(lambda number: new(owner, number % 2))
    assert len({one.pk for one in found}) == 2
    taken = at_once(lambda number: report_take("state"))
    assert len([one for one in taken if one is not None]) == 1


@pytest.mark.django_db
def test_what_has_no_figures_yet_comes_first_and_then_what_has_waited_longest() -> None:
    owner = pat()
    first, second = new(owner, 1), new(owner, 2)
    assert report_take("state") == first
    assert report_take("state") is None
    report_played(first, {"mixed": (25, {})}, State.WAITING)
    assert report_take("state") == second
    report_played(second, {"mixed": (25, {})}, State.WAITING)
    assert report_take("state") == first
    report_played(first, {"mixed": (50, {})}, State.DONE)
    assert report_take("state") == second


@pytest.mark.django_db
def test_a_report_whose_process_says_nothing_is_taken_again_as_it_is(clock: Clock) -> None:
    report = new(pat())
    report_take("state")
    clock.wait(19)
    report_played(report, {"mixed": (25, {"a": 1})})
    clock.wait(19)
    assert report_take("state") is None
    clock.wait(2)
    again = report_take("state")
    assert again == report
    assert again is not None
    assert again.played == {"mixed": [25, {"a": 1}]}


@pytest.mark.slow
@pytest.mark.django_db
def test_what_is_stopped_goes_on_later_and_what_is_deleted_never() -> None:
    report = new(pat())
    report_take("state")
    report_stop(report)
    with pytest.raises(ReportGone):
        report_played(report, {})
    assert report_take("state") is None
    report_go_on(report)
    assert report_take("state") == report
    report_fail(report, "Why")
    report.refresh_from_db()
    assert (report.state, report.problem) == (State.FAILED, "Why")
    assert new(report.owner) == report
    assert report_take("state") == report
    write.report_delete(report)
    with pytest.raises(ReportGone):
        report_played(report, {})


@pytest.mark.django_db
def test_the_same_is_not_played_again_for_somebody_else() -> None:
    played = report_made(pat(), wire_of(EXAMPLE))
    same = report_request(User.objects.create_user("quinn"), asked(wire_of(EXAMPLE)), "Example")
    assert same != played
    assert same.played == played.played
    other = report_request(same.owner, asked(wire_of(EXAMPLE), deployment="simultaneous"), "Other")
    assert other.played == {}


@pytest.mark.slow
@pytest.mark.django_db
def test_there_are_so_many_and_no_more(clock: Clock) -> None:
    owner = pat()
    for seed in range(MOST_PENDING):
        new(owner, seed)
    with pytest.raises(InvalidInput, match="Some of your reports are still being made"):
        new(owner, 99)
    BalanceReport.objects.update(state=State.DONE)
    assert new(owner, 0).state == State.DONE
    for seed in range(10, 10 + KEPT):
        new(owner, seed)
        BalanceReport.objects.update(state=State.DONE)
    seeds = [one.seed for one in BalanceReport.objects.order_by("pk")]
    assert seeds == [*range(10, 10 + KEPT)]
    clock.now += KEPT_FOR + timedelta(seconds=1)
    new(owner, 0)
    seeds = [one.seed for one in BalanceReport.objects.order_by("pk")]
    assert seeds == [*range(11, 10 + KEPT), 0]  # the clock may be wrong
    site_time.believe(clock.now)
    new(owner, 1)
    assert [one.seed for one in BalanceReport.objects.order_by("pk")] == [0, 1]


@pytest.mark.django_db
def test_a_site_makes_so_many_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write, "MOST_PENDING_OF_SITE", 1)
    new(pat())
    with pytest.raises(InvalidInput, match="Many reports are being made on this site"):
        new(User.objects.create_user("quinn"))


@pytest.mark.django_db
def test_a_search_begins_anew_and_stores_what_it_finds() -> None:
    report = report_made(pat(), wire_of(EXAMPLE))
    assert report_take("search") is None
    search_request(report)
    taken = report_take("search")
    assert taken == report
    found = Suggestion(0.1, 400, Figures("T", ("a", "b"), (("x", 1),)), wire_of(EXAMPLE))
    search_found(report, [found])
    search_found(report, [found], State.DONE)
    report.refresh_from_db()
    assert (report.search, len(report.suggestions)) == (State.DONE, 2)
    with pytest.raises(ReportGone):
        search_found(report, [])
    search_request(report)
    report.refresh_from_db()
    assert (report.search, report.suggestions) == (State.WAITING, [])
    report_stop(report)
    assert report_take("search") is None
    assert report.changed <= timezone.now()
