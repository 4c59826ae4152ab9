"""The overview of a class: one row for each group, for the instructor."""

from __future__ import annotations

from dataclasses import dataclass

from django.template.loader import render_to_string

from moderator.play import selectors
from moderator.play.lesson_now import LessonPart, lesson_now
from moderator.play.models import Classroom, Group
from moderator.rules.viewer import PUBLIC


@dataclass(frozen=True, slots=True)
class OverviewRow:
    """A group: its game in short, and its clock and pause."""

    group: Group
    summary: selectors.GameSummary
    lesson: LessonPart


def overview_html(classroom: Classroom) -> tuple[str, float]:
    """The overview's frame; it changes only with what happens."""
    rows = [_row(group) for group in selectors.groups_of(classroom)]
    return render_to_string("web/feed/overview.html", {"classroom": classroom, "rows": rows}), 0


def _row(group: Group) -> OverviewRow:
    summary = selectors.game_summary(group)
    return OverviewRow(group, summary, lesson_now(group, summary.game).seen_by(PUBLIC))
