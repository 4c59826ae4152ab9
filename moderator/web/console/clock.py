"""The clock of one group, on its console."""

from __future__ import annotations

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from moderator.play import selectors
from moderator.play.errors import InvalidInput
from moderator.play.models import Group
from moderator.web.console.page import page_of
from moderator.web.core.access import group_for
from moderator.web.core.responses import CONFLICT, SeeOther, render_page
from moderator.web.feed.clock_control import press


@require_POST
@group_for("record")
def clock(request: HttpRequest, group: Group) -> HttpResponse:
    """Start, pause or stop the group's clock, or change its minutes; the console answers."""
    error, back = "", reverse("console", args=[group.code])
    is_htmx = request.headers.get("HX-Request")
    try:
        press(request, group.classroom, group, back)
    except InvalidInput as invalid:
        error = str(invalid)
    if not error and not is_htmx:
        return SeeOther(back)
    changed = selectors.group_by_code(group.code)
    if changed is None:
        raise Http404
    page = replace(page_of(changed), clock_error=error)
    template = "web/console/console.html#parts" if is_htmx else "web/console/console.html"
    return render_page(request, template, page, CONFLICT if error else 200)
