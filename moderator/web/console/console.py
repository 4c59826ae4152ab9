"""The moderator's console, as a page and as what answers its forms."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from moderator.play import access, selectors
from moderator.play.log import folds
from moderator.play.models import Group
from moderator.web.console.cell_building import panel_of
from moderator.web.console.cell_panel import address_in
from moderator.web.console.page import GameFold, page_of
from moderator.web.core.access import actor_of, group_for
from moderator.web.core.responses import SeeOther, render_page
from moderator.web.feed.class_frames import reports_feed
from moderator.web.moves.forms import NOTHING, RejectedForm, Reply
from moderator.web.moves.slips import reply_to_slip


@require_safe
@group_for("see-console")
def console(request: HttpRequest, group: Group) -> HttpResponse:
    """The console; with `?part=parts` only its forms, to refresh after somebody else's move."""
    template = (
        "web/console/console.html#parts" if request.GET.get("part") else "web/console/console.html"
    )
    page = page_of(group, answer=_slip_asked_for(request, group))
    address = address_in(request.GET)
    if address and page.game and page.fold:
        page = replace(page, cell=panel_of(page.game, page.fold, address))
    if access.may(actor_of(request), "manage-class", group.classroom):
        page = replace(page, reports=reports_feed(group.classroom))
    return render_page(request, template, page)


def _slip_asked_for(request: HttpRequest, group: Group) -> Reply:
    """With `?slip=egypt`, after a page without a script has written it: what has become of it."""
    game = selectors.game_now(group) if "slip" in request.GET else None
    return reply_to_slip(game, folds.fold_of(game), request.GET["slip"]) if game else NOTHING


def console_response(
    request: HttpRequest,
    group: Group,
    typed: RejectedForm | None = None,
    loaded: GameFold | None = None,
    answer: Reply = NOTHING,
    status: int = 200,
) -> HttpResponse:
    """The console's parts for htmx; otherwise the whole page, or a redirect to it.

    Args:
        typed: a rejected form, whose status is the response's.
        status: of a response that says in `answer` why nothing was recorded.
    """
    status = typed.status if typed else status
    is_htmx = request.headers.get("HX-Request")
    if status == 200 and not is_htmx:
        slip = f"?slip={answer.player}" if answer.player else ""
        return SeeOther(reverse("console", args=[group.code]) + slip)
    template = "web/console/console.html#parts" if is_htmx else "web/console/console.html"
    return render_page(request, template, page_of(group, typed, loaded, answer), status)
