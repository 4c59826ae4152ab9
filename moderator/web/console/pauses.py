"""Pausing the group, by its moderator, and going on."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from moderator.play import services
from moderator.play.lesson_now import PauseNow, pause_of
from moderator.play.models import Group
from moderator.play.services.pauses import REASON_LETTERS
from moderator.web.core.access import group_for
from moderator.web.core.responses import SeeOther, render_page
from moderator.web.feed import publishing


@dataclass(frozen=True)
class PausePage:
    """The question for the reason; `pause`: the present one, of the group or of its class."""

    group: Group
    pause: PauseNow | None
    reason_letters: int = REASON_LETTERS


@require_http_methods(["GET", "HEAD", "POST"])
@group_for("record")
def pause(request: HttpRequest, group: Group) -> HttpResponse:
    """Ask for the reason; a POST pauses the group, or with `resume` ends the group's own pause."""
    if request.method != "POST":
        return render_page(request, "web/console/pause.html", PausePage(group, pause_of(group)))
    with transaction.atomic():
        if "resume" in request.POST:
            changed = services.pause_end(group.classroom, group)
        else:
            reason = services.reason_read(request.POST.get("reason", ""))
            changed = services.pause_begin(group.classroom, group, reason)
        publishing.publish_lesson(group.classroom_id, changed)
    return SeeOther(reverse("console", args=[group.code]))
