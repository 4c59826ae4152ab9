"""Reports: asked for by an instructor, played by a process of its own, kept for a term."""

from __future__ import annotations

import hashlib
import json
import logging
import time
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core import child, site_time
from moderator.core.errors import InvalidInput
from moderator.core.models import TEXT_LETTERS
from moderator.features.balance.models import TITLE_LETTERS, BalanceReport
from moderator.features.balance.playing import Balanced, Players, Search
from moderator.rules.bots import Suggestion, added

KEPT = 20
"""So many reports of an instructor, the newest, and none for longer than `KEPT_FOR`."""
KEPT_FOR = timedelta(days=180)
MOST_PENDING, MOST_PENDING_OF_SITE = 3, 20
DEAD_AFTER = timedelta(seconds=20)
"""The process that plays says more often that it is alive."""

State = BalanceReport.State
PENDING = (State.WAITING, State.WORKING)


class ReportGone(Exception):
    """The report was deleted or stopped while it was played."""


def about(report: BalanceReport) -> Balanced:
    """What a report is about."""
    return Balanced(report.rules, report.scenario, report.options, report.seed)


@transaction.atomic
def report_request(owner: User, asked: Balanced, title: str) -> BalanceReport:
    """The instructor's report on this; a new one if there is none.

    What has been played of the same for anybody isn't played again. One that was stopped or has
    failed goes on.

    Raises:
        InvalidInput: too many wait.
    """
    User.objects.select_for_update().get(pk=owner.pk)
    key = _key(asked)
    same = BalanceReport.objects.filter(key=key).order_by("pk")
    own = same.filter(owner=owner).first()
    if own and (own.is_pending or own.state == State.DONE):
        return own
    _check_room(owner)
    if own:
        report_go_on(own)
        return own
    known, now = same.first(), timezone.now()
    report = BalanceReport.objects.create(
        owner=owner,
        key=key,
        rules=asked.rules,
        title=title[:TITLE_LETTERS],
        scenario=asked.scenario,
        options=dict(asked.options),
        seed=asked.seed,
        version=asked.balance.version,
        played=known.played if known else {},
        at=now,
        changed=now,
    )
    _delete_old(owner)
    return report


def _key(asked: Balanced) -> str:
    parts = [asked.rules, asked.scenario, dict(asked.options), asked.seed, asked.balance.version]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def _check_room(owner: User) -> None:
    pending = BalanceReport.objects.filter(state__in=PENDING)
    if pending.filter(owner=owner).count() >= MOST_PENDING:
        raise InvalidInput(gettext("Some of your reports are still being made. Wait for these."))
    if pending.count() >= MOST_PENDING_OF_SITE:
        raise InvalidInput(gettext("Many reports are being made on this site. Try again later."))


def _delete_old(owner: User) -> None:
    reports = BalanceReport.objects.filter(owner=owner)
    newest = list(reports.order_by("-pk").values_list("pk", flat=True)[:KEPT])
    reports.exclude(pk__in=newest).delete()
    BalanceReport.objects.filter(at__lt=site_time.passed() - KEPT_FOR).delete()


def report_go_on(report: BalanceReport) -> None:
    """Play what is missing, after it was stopped or has failed."""
    left = BalanceReport.objects.filter(pk=report.pk, state__in=(State.STOPPED, State.FAILED))
    left.update(state=State.WAITING, problem="", changed=timezone.now())


def report_stop(report: BalanceReport) -> None:
    """Play no more for it, and search no more; what has been found stays."""
    stopped = BalanceReport.objects.filter(pk=report.pk)
    stopped.filter(state__in=PENDING).update(state=State.STOPPED)
    stopped.filter(search__in=PENDING).update(search=State.STOPPED)


def report_delete(report: BalanceReport) -> None:
    """Delete it; if it is being played, that ends soon."""
    BalanceReport.objects.filter(pk=report.pk).delete()


def search_request(report: BalanceReport) -> None:
    """Search for better scenarios, from the beginning.

    Raises:
        InvalidInput: too many wait.
    """
    searching = BalanceReport.objects.filter(search__in=PENDING).exclude(pk=report.pk)
    if searching.count() >= MOST_PENDING:
        raise InvalidInput(gettext("Other searches are still running. Try again later."))
    fresh = BalanceReport.objects.filter(pk=report.pk).exclude(search__in=PENDING)
    fresh.update(search=State.WAITING, suggestions=[], changed=timezone.now())


# For the process that plays.


def report_take(job: str) -> BalanceReport | None:
    """The next report for this job, "state" to play or "search"; None while another is at work.

    Those whose process has died are taken again. First comes what has no figures yet, then what has
    waited longest.

    Cost: a query that locks nothing, if there is none.
    """
    pending = BalanceReport.objects.filter(**{f"{job}__in": PENDING})
    if not pending.exists():
        return None
    now = timezone.now()
    alive = (now - DEAD_AFTER, now + DEAD_AFTER)  # not in the future, by a clock that was set back
    with transaction.atomic():
        # Two processes lock the same rows in the same order, so only one finds no other at work.
        found = list(pending.select_for_update().order_by("pk"))
        working = [one for one in found if getattr(one, job) == State.WORKING]
        if not found or any(alive[0] <= one.changed <= alive[1] for one in working):
            return None
        reports = BalanceReport.objects
        reports.filter(pk__in=[one.pk for one in working]).update(**{job: State.WAITING})
        found.sort(key=lambda one: (bool(one.played), one.changed))
        reports.filter(pk=found[0].pk).update(**{job: State.WORKING, "changed": now})
    return found[0]


def report_played(
    report: BalanceReport, played: dict[str, Any], state: str = State.WORKING
) -> None:
    """Store what has been played, and that its process is alive or (another state) has ended.

    Raises:
        ReportGone: nobody wants more.
    """
    _update(report, "state", played=played, state=state)


def report_fail(report: BalanceReport, problem: str) -> None:
    """Give it up, with a sentence that says why, and what to do."""
    _update(report, "state", state=State.FAILED, problem=problem[:TEXT_LETTERS])


def search_found(
    report: BalanceReport, found: list[Suggestion], state: str = State.WORKING
) -> None:
    """Store what a search has found, or that it still runs, or (another state) has ended.

    Raises:
        ReportGone: nobody wants more.
    """
    report.suggestions += [one._asdict() for one in found]
    _update(report, "search", suggestions=report.suggestions, search=state)


def _update(report: BalanceReport, column: str, **fields: Any) -> None:
    working = BalanceReport.objects.filter(pk=report.pk, **{column: State.WORKING})
    if not working.update(changed=timezone.now(), **fields):
        raise ReportGone


logger = logging.getLogger(__name__)


READY_S = 180  # so long it waits for a report to be asked for
LOOK_S = 0.1  # between two looks at what there is to do
PAUSE_S = 0.5  # between two times when something is stored, each of which waits for the disk
SLICE_S = 5  # so long it plays for one report while others wait, but at least one chunk
STUCK_S = 300  # no chunk of a game that bots can play takes longer
SEARCH_S = 600


def await_reports() -> None:
    """Play for the reports that wait, and for those that are asked for soon."""
    with Players() as players:
        child.work(Work(players).step, LOOK_S, READY_S)


class Work:
    """What the process does: it plays for one report, and searches for one."""

    def __init__(self, players: Players) -> None:
        self.players = players
        self.searched: BalanceReport | None = None
        self.search: Search | None = None
        self.search_began = self.search_stored = 0.0

    def step(self) -> bool:
        """Do some of what there is to do; whether there was anything."""
        report = report_take("state")
        if report is not None:
            self._play(report)
        self._look_for_better()
        return report is not None or self.search is not None

    def _play(self, report: BalanceReport) -> None:
        """Play what is missing, or some of it if others wait."""
        try:
            problem = self._problem_of(report)
            if problem:
                report_fail(report, problem)
        except ReportGone:
            logger.info("The report %d is not wanted any more", report.pk)
            self.players.drop()

    def _problem_of(self, report: BalanceReport) -> str:
        """The same; what went wrong, empty if nothing did."""
        try:
            for part in about(report).balance.parts:
                if not self._play_part(report, part):
                    return ""
            report_played(report, report.played, State.DONE)
        except ReportGone:
            raise
        except TooSlow:
            self.players.drop()
            return gettext("This scenario is too large for a report.")
        except Exception:
            logger.exception("The report %d could not be made", report.pk)
            return gettext("The report could not be made. The site’s log says more.")
        return ""

    def _play_part(self, report: BalanceReport, part: str) -> bool:
        """Whether all its games are played; if not, others wait."""
        this = about(report)
        games, tally = report.played.get(part, (0, {}))
        began = stored = came = time.monotonic()
        most = this.balance.parts[part].games
        for number, chunk in self.players.tallies(this, part, games, most):
            now, is_first = time.monotonic(), not report.played
            came = now if chunk else came
            if now - came > STUCK_S:
                raise TooSlow
            games, tally = number, added(tally, chunk)
            if games:
                report.played[part] = (games, tally)
            if not (is_first and games) and now - stored < PAUSE_S:
                continue
            stored = now
            self._look_for_better()
            others = BalanceReport.objects.filter(state=State.WAITING)
            if chunk and now - began > SLICE_S and others.exists():
                report_played(report, report.played, State.WAITING)
                return False
            report_played(report, report.played)
        return True

    def _look_for_better(self) -> None:
        """Take a search that waits, or store what the present one has found."""
        if self.search is None or self.searched is None:
            self.searched = report_take("search")
            if self.searched is not None:
                self.searched.suggestions = []
                self.search = Search(about(self.searched))
                self.search_began = time.monotonic()
            return
        now = time.monotonic()
        if now - self.search_stored < PAUSE_S:
            return
        self.search_stored = now
        try:
            is_over = now - self.search_began > SEARCH_S
            found = self.search.found()
            search_found(self.searched, found, State.DONE if is_over else State.WORKING)
        except (ReportGone, EOFError, OSError):
            is_over = True
            # Nobody wants it any more, or it has broken off.
            searched = BalanceReport.objects.filter(pk=self.searched.pk, search=State.WORKING)
            searched.update(search=State.FAILED)
        if is_over:
            self.search.stop()
            self.search = self.searched = None


class TooSlow(Exception):
    """A report takes longer than it may."""
