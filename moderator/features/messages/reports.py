"""The messages that players have reported to the instructor: their page, and their number."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from moderator.core import log
from moderator.core.access import classroom_for
from moderator.core.forms import whole_number
from moderator.core.models import Classroom
from moderator.core.responses import SeeOther, render_page
from moderator.core.written import labels_of, said_line
from moderator.features.messages.models import MessageReport
from moderator.features.messages.read import message_on_table
from moderator.features.messages.write import report_seen, reported_messages
from moderator.rules.said import SaidLine
from moderator.rules.seating import SeatLabel

# The messages that players of a class have reported to its instructor.


@dataclass(frozen=True)
class ReportedMessage:
    """A report, with the last messages of the conversation up to the reported one."""

    report: MessageReport
    group: str
    game: str
    seat: SeatLabel
    lines: tuple[SaidLine, ...]


@dataclass(frozen=True)
class ReportsPage:
    """All reports of the class, the new ones first."""

    classroom: Classroom
    reports: tuple[ReportedMessage, ...]


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
def reports(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The reports; a POST says which `report` has been dealt with."""
    found = MessageReport.objects.filter(message__game__group__classroom=classroom)
    if request.method == "POST":
        report = found.filter(pk=whole_number(request.POST.get("report", "")) or 0).first()
        if report is None:
            raise Http404
        report_seen(report)
        return SeeOther(reverse("message-reports", args=[classroom.pk]))
    rows = found.select_related("message__game__group__classroom")
    in_order = sorted(rows, key=lambda one: (one.seen_at is not None, -one.pk))
    page = ReportsPage(classroom, tuple(map(_reported, in_order)))
    return render_page(request, "messages/message_reports.html", page)


def _reported(report: MessageReport) -> ReportedMessage:
    game = report.message.game
    fold = log.fold_of(game)
    labels = labels_of(fold)
    lines = (said_line(fold, labels, message_on_table(one)) for one in reported_messages(report))
    return ReportedMessage(report, game.group.name, game.title, labels[report.player], tuple(lines))
