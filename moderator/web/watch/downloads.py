"""What a group's game leaves on paper and as a file. `?game=` asks for an earlier one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from moderator import sheets
from moderator.play import selectors
from moderator.play.log.entries import genesis, rules_of
from moderator.play.models import Game, Group
from moderator.rules import record as records
from moderator.rules.game import PUBLIC
from moderator.rules.log import Timeline
from moderator.web.core.access import group_for
from moderator.web.core.responses import show

CONFLICT = 409
Paper = Literal["a4", "letter"]


@dataclass(frozen=True)
class SealedPage:
    """Why there is no record yet."""

    group: Group
    game: Game


@dataclass(frozen=True)
class SheetLink:
    """A sheet of a game, and its address for each size of paper."""

    label: str
    address: str  # ends where the name of the paper goes


def links_to(game: Game) -> tuple[SheetLink, ...]:
    """The sheets of a group's present game, those for everybody first."""
    code, rules = game.group.code, rules_of(game)
    found = [("chart-pdf", sheets.chart_name(rules), ""), ("score-pdf", _("Score sheet"), "")]
    if not sheets.is_logged(rules):
        found.append(("score-pdf", _("Score sheet and moves"), "moves=1&"))
    if sheets.has_briefings(rules):
        found.append(("briefings-pdf", _("Briefings"), ""))
    return tuple(
        SheetLink(label, f"{reverse(name, args=[code])}?{query}paper=")
        for name, label, query in found
    )


@require_safe
@group_for("print-chart")
def chart_pdf(request: HttpRequest, group: Group) -> HttpResponse:
    """The chart as everybody may see it: it lies on the table, so it holds no secrets."""
    game = game_asked(request, group)
    now = selectors.timeline(game)
    pdf = sheets.chart_sheet(_standing(game, now), stamp_of(game, now.number), paper_asked(request))
    return _file(pdf, "application/pdf", game, "chart.pdf")


@require_safe
@group_for("print-score")
def score_pdf(request: HttpRequest, group: Group) -> HttpResponse:
    """The score sheet, with what counts for each seat; `?moves=1`: with the moves that stand."""
    game = game_asked(request, group)
    now = selectors.timeline(game)
    is_logged = "moves" in request.GET or sheets.is_logged(now.game)
    lines = _lines(now) if is_logged else ()
    stamp = stamp_of(game, now.number)
    pdf = sheets.score_sheet(_standing(game, now), stamp, paper_asked(request), lines)
    return _file(pdf, "application/pdf", game, "score.pdf")


@require_safe
@group_for("print-score")
def briefings_pdf(request: HttpRequest, group: Group) -> HttpResponse:
    """Every seat's briefing, to be handed out: a page or more for each. 404 without any."""
    game = game_asked(request, group)
    now = selectors.timeline(game)
    if not sheets.has_briefings(now.game):
        raise Http404
    pdf = sheets.briefing_sheet(
        _standing(game, now), stamp_of(game, now.number), paper_asked(request)
    )
    return _file(pdf, "application/pdf", game, "briefings.pdf")


@require_safe
@group_for("see-record")
def record(request: HttpRequest, group: Group) -> HttpResponse:
    """The game as a record, with every secret; not while that is nobody's to see."""
    game = game_asked(request, group)
    if selectors.is_sealed(game):
        return show(request, "web/watch/sealed.html", SealedPage(group, game), CONFLICT)
    data = records.write(selectors.record_of(game))
    return _file(data, "application/json", game, "record.json", is_saved=True)


def stamp_of(game: Game, number: int) -> sheets.Stamp:
    """Where a sheet comes from: the log up to that number, and when its entry was recorded.

    The number is the view's, not the newest: a move may be recorded while the sheet is made.
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


def game_asked(request: HttpRequest, group: Group) -> Game:
    """The group's present game, or the one whose number `?game=` asks for; 404 without it."""
    number = request.GET.get("game", "")
    if not number:
        game = selectors.game_now(group)
    elif number.isascii() and number.isdigit() and len(number) < 10:
        game = group.games.filter(number=int(number)).first()
    else:
        game = None
    if game is None:
        raise Http404
    return game


def _standing(game: Game, now: Timeline) -> sheets.Standing:
    seats = now.game.seats(now.state.scenario, game.options)
    return sheets.Standing(now.game, now.state, seats)


def _lines(now: Timeline) -> tuple[tuple[int, str], ...]:
    """The moves that stand, as everybody may know them, the first one first."""
    rules = now.game
    return tuple(
        (step.number, rules.say(step.before, step.move))
        for step in reversed(tuple(now.steps()))
        if not rules.is_hidden(step.before, step.move, now.state, PUBLIC)
    )


def paper_asked(request: HttpRequest) -> Paper:
    """A4 unless Letter is asked for; 404 for a paper that there isn't."""
    paper = request.GET.get("paper", "a4")
    if paper == "a4":
        return "a4"
    if paper == "letter":
        return "letter"
    raise Http404


def _file(
    content: bytes, kind: str, game: Game, end: str, *, is_saved: bool = False
) -> HttpResponse:
    """A PDF opens in the browser, a record is saved; either has a name that tells the game."""
    group = slugify(game.group.name, allow_unicode=True) or f"group-{game.group.number}"
    name = f"{group}-game-{game.number}-{end}"
    response = HttpResponse(content, content_type=kind)
    disposition = content_disposition_header(is_saved, name)
    response.headers["Content-Disposition"] = disposition or f'inline; filename="{end}"'
    return response
