"""The tournament games at a group's table, with forms for their results."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from moderator.play import credentials
from moderator.play.errors import InvalidInput, NotAllowed
from moderator.play.models import Group
from moderator.play.services import ConfirmationNeeded
from moderator.play.tournaments import selectors
from moderator.play.tournaments.standings import Match, RoundState, TournamentState
from moderator.rules.seating import SeatLabel
from moderator.web.core.access import group_for, recorder
from moderator.web.core.game_files import style_of
from moderator.web.core.responses import CONFLICT, UNPROCESSABLE, SeeOther, render_page
from moderator.web.tournaments.detail import (
    Ask,
    pairing_play,
    question_of,
    record_result,
    requested_pairing,
)


@dataclass(frozen=True)
class TableResults:
    """A tournament with games at the group's table, and these games."""

    now: TournamentState
    table: int
    round: RoundState
    meetings: tuple[Match, ...]
    sides: tuple[SeatLabel, ...]
    style: str


@dataclass(frozen=True)
class TablePage:
    """The games at a group's table, with buttons for their results, for the moderator."""

    group: Group
    tables: tuple[TableResults, ...]
    key: str
    error: str = ""
    ask: Ask | None = None


@require_http_methods(["GET", "HEAD", "POST"])
@group_for("record")
def table(request: HttpRequest, group: Group) -> HttpResponse:
    """The games at the group's table; a POST records a result, or starts a game (`do=play`)."""
    if request.method != "POST":
        return _render(request, group)
    number = request.POST.get("tournament", "")
    found = [one for one in _at(group) if str(one.now.tournament.number) == number]
    if not found:
        raise Http404
    pairing = requested_pairing(request.POST, found[0].now.tournament)
    if pairing.pk not in {meeting.pairing.pk for meeting in found[0].meetings}:
        raise Http404
    by, role = recorder(request, group)
    try:
        if request.POST.get("do") == "play":
            pairing_play(pairing, group, by)
            return SeeOther(reverse("console", args=[group.code]))
        record_result(request.POST, pairing, by, role)
    except ConfirmationNeeded as question:
        return _render(request, group, UNPROCESSABLE, ask=question_of(request.POST, question))
    except (InvalidInput, NotAllowed) as invalid:
        status = CONFLICT if isinstance(invalid, NotAllowed) else UNPROCESSABLE
        return _render(request, group, status, str(invalid))
    return SeeOther(reverse("tournament-table", args=[group.code]))


def _render(
    request: HttpRequest, group: Group, status: int = 200, error: str = "", ask: Ask | None = None
) -> HttpResponse:
    page = TablePage(group, tuple(_at(group)), credentials.new(), error, ask)
    return render_page(request, "web/tournaments/table.html", page, status)


def _at(group: Group) -> list[TableResults]:
    """The class's tournaments that have a present round with games at this group's table."""
    found = []
    for one in group.classroom.tournaments.order_by("-number"):
        tables = {g.pk: table for table, g in selectors.groups_at(one).items()}
        now = selectors.now_of(one) if group.pk in tables else None
        if now is None or now.round is None:
            continue
        here = tuple(m for m in now.round.meetings if m.table == tables[group.pk])
        if here:
            sides = selectors.sides_of(one)
            found.append(TableResults(now, tables[group.pk], now.round, here, sides, style_of(one)))
    return found
