"""The messages that players of a class have reported to its instructor."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from moderator import live
from moderator.play import services
from moderator.play.databases.pubsub import REPORTS, class_id
from moderator.play.log import folds
from moderator.play.models import Classroom, MessageReport
from moderator.play.table.messages import on_table
from moderator.rules.seating import SeatLabel
from moderator.web.core.access import classroom_for
from moderator.web.core.forms import whole_number
from moderator.web.core.responses import SeeOther, render_page
from moderator.web.feed.messages import MessageLine, labels_of, line_of


@dataclass(frozen=True)
class ReportedMessage:
    """A report, with the last messages of the conversation up to the reported one."""

    report: MessageReport
    group: str
    game: str
    seat: SeatLabel
    lines: tuple[MessageLine, ...]


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
        services.report_seen(report)
        live.publish(class_id(classroom.pk), audience=REPORTS)
        return SeeOther(reverse("message-reports", args=[classroom.pk]))
    rows = found.select_related("message__game__group__classroom")
    in_order = sorted(rows, key=lambda one: (one.seen_at is not None, -one.pk))
    page = ReportsPage(classroom, tuple(map(_reported, in_order)))
    return render_page(request, "web/lessons/message_reports.html", page)


def _reported(report: MessageReport) -> ReportedMessage:
    game = report.message.game
    fold = folds.fold_of(game)
    labels = labels_of(fold)
    lines = (line_of(fold, labels, on_table(one)) for one in services.reported_messages(report))
    return ReportedMessage(report, game.group.name, game.title, labels[report.player], tuple(lines))
