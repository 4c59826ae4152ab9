"""How many messages have been reported, live on the instructor's pages."""

from __future__ import annotations

from django.template.loader import render_to_string

from moderator.play.models import Classroom
from moderator.play.selectors import report_count


def reports_html(classroom: Classroom) -> tuple[str, float]:
    """The line about the class's reports, which doesn't change with time alone."""
    context = {"classroom": classroom, "reports": report_count(classroom)}
    return render_to_string("web/feed/reports.html", context), 0
