"""Plays for the reports that wait, in a process of its own beside the site."""

from __future__ import annotations

import logging
import time

from django.utils.translation import gettext

from moderator.core import child
from moderator.features.balance.models import BalanceReport
from moderator.features.balance.playing import Players, Search
from moderator.features.balance.write import (
    ReportGone,
    about,
    report_fail,
    report_played,
    report_take,
    search_found,
)
from moderator.rules.bots import added

logger = logging.getLogger(__name__)

State = BalanceReport.State

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
            if chunk and now - began > SLICE_S and _do_others_wait():
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


def _do_others_wait() -> bool:
    return BalanceReport.objects.filter(state=State.WAITING).exists()
