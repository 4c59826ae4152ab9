"""A game's sheets and record as downloads; `?game=` asks for an earlier game."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from moderator import sheets
from moderator.play import selectors
from moderator.play.log.entries import genesis
from moderator.play.models import Game, Group
from moderator.rules import record as records
from moderator.rules.game import PUBLIC
from moderator.rules.log import Timeline
from moderator.web.core.access import group_for
from moderator.web.core.responses import CONFLICT, render_page
from moderator.web.core.sheet_links import requested_game, requested_paper


@dataclass(frozen=True)
class SealedPage:
    """The context of the page that says why there is no record yet."""

    group: Group
    game: Game


@require_safe
@group_for("print-chart")
def chart_pdf(request: HttpRequest, group: Group) -> HttpResponse:
    """The public chart: it lies on the table, so it has no secrets."""
    game = requested_game(request, group)
    now = selectors.timeline(game)
    pdf = sheets.chart_sheet(
        _snapshot(game, now), stamp_of(game, now.number), requested_paper(request)
    )
    return _file(pdf, "application/pdf", game, "chart.pdf")


@require_safe
@group_for("print-score")
def score_pdf(request: HttpRequest, group: Group) -> HttpResponse:
    """The score sheet; with `?moves=1` also the moves that stand."""
    game = requested_game(request, group)
    now = selectors.timeline(game)
    is_logged = "moves" in request.GET or sheets.is_logged(now.game)
    lines = _lines(now) if is_logged else ()
    stamp = stamp_of(game, now.number)
    pdf = sheets.score_sheet(_snapshot(game, now), stamp, requested_paper(request), lines)
    return _file(pdf, "application/pdf", game, "score.pdf")


@require_safe
@group_for("print-score")
def briefings_pdf(request: HttpRequest, group: Group) -> HttpResponse:
    """Every seat's briefing, to hand out, each on its own pages; 404 if there are none."""
    game = requested_game(request, group)
    now = selectors.timeline(game)
    if not sheets.has_briefings(now.game):
        raise Http404
    pdf = sheets.briefing_sheet(
        _snapshot(game, now), stamp_of(game, now.number), requested_paper(request)
    )
    return _file(pdf, "application/pdf", game, "briefings.pdf")


@require_safe
@group_for("see-record")
def record(request: HttpRequest, group: Group) -> HttpResponse:
    """The game's record, with every secret; 409 as long as nobody may see it."""
    game = requested_game(request, group)
    if selectors.is_sealed(game):
        return render_page(request, "web/watch/sealed.html", SealedPage(group, game), CONFLICT)
    data = records.write(selectors.record_of(game))
    return _file(data, "application/json", game, "record.json", is_saved=True)


def stamp_of(game: Game, number: int) -> sheets.Stamp:
    """The stamp of a sheet: the log up to that entry, and when the entry was recorded.

    The number is that of the view, since a move may be recorded while the sheet is made.
    """
    last = game.entries.filter(number=number).first()
    classroom = game.group.classroom
    return sheets.Stamp(
        group_name=game.group.name,
        class_name=classroom.name,
        game_number=game.number,
        entries=number,
        hash=last.hash if last else genesis(game),
        at=last.at if last else game.created,
        time_zone=classroom.time_zone,
        id=game.uid,
        language=get_language() or "en",
    )


def _snapshot(game: Game, now: Timeline) -> sheets.GameSnapshot:
    return sheets.GameSnapshot(now.game, now.state, now.game.seats_of(now.state))


def _lines(now: Timeline) -> tuple[tuple[int, str], ...]:
    """The moves that stand and are public, in order."""
    rules = now.game
    return tuple(
        (step.number, str(rules.describe(step.before, step.move)))
        for step in reversed(tuple(now.steps()))
        if not rules.is_hidden(step.before, step.move, now.state, PUBLIC)
    )


def _file(
    content: bytes, kind: str, game: Game, end: str, *, is_saved: bool = False
) -> HttpResponse:
    """A file response, named after the game: a PDF opens in the browser, a record is saved."""
    group = slugify(game.group.name, allow_unicode=True) or f"group-{game.group.number}"
    name = f"{group}-game-{game.number}-{end}"
    response = HttpResponse(content, content_type=kind)
    disposition = content_disposition_header(is_saved, name)
    response.headers["Content-Disposition"] = disposition or f'inline; filename="{end}"'
    return response
