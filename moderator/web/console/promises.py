"""Promises that players have made on paper, entered by a moderator; and answers to promises."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from moderator.play import credentials, selectors, services
from moderator.play.errors import broken_form
from moderator.play.log import folds
from moderator.play.models import Game, Group, Person, Promise
from moderator.play.services import FromPaper
from moderator.play.table.diplomacy import has_records
from moderator.play.table.snapshot import table_of
from moderator.rules.seating import SeatLabel
from moderator.rules.viewer import MODERATOR
from moderator.web.core.access import group_for, recorder
from moderator.web.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.web.moves.diplomatic import check_game, posted_answer, publish_to
from moderator.web.moves.posted import key_of
from moderator.web.moves.promise_form import FilledForm, PromiseParts, shown_terms
from moderator.web.moves.record import NOT_RECORDED, sentence_of, status_of

ANSWERS = ("", Promise.Answer.ACCEPTED, Promise.Answer.DECLINED)
"""How a promise on paper may have been answered; empty: not yet."""


@dataclass(frozen=True)
class PaperPromisePage:
    """The form of a promise of `maker`; without a `form`, the choice of both players.

    `answer`: how it was answered on paper, one of `ANSWERS`.
    """

    group: Group
    game: Game
    seats: tuple[SeatLabel, ...]
    maker: SeatLabel | None = None
    form: PromiseParts | None = None
    key: str = ""
    answer: str = ""
    error: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
@group_for("record")
def promise(request: HttpRequest, group: Group) -> HttpResponse:
    """The form: `?from=` and `?to=` players, `?kind=`; a POST shows the sentence, or stores it."""
    game = selectors.game_now(group)
    fold = folds.fold_of(game) if game else None
    rules = fold.timeline.game.promises if fold else None
    if game is None or fold is None or rules is None or not has_records(fold) or game.is_waiting:
        raise Http404
    seats = tuple(fold.timeline.game.seats_of(fold.timeline.state))
    labels = {seat.id: seat for seat in seats}
    query = {name: request.GET.get(name, "") for name in ("from", "to")}
    maker, partner = (labels.get(player) for player in query.values())
    if maker is None or partner is None or maker == partner:
        status = UNPROCESSABLE if request.method == "POST" else 200
        error = gettext("Choose two different players.") if maker and maker == partner else ""
        return _show(request, PaperPromisePage(group, game, seats), error=error, status=status)
    form = FilledForm(request, fold, rules, maker.id, partner, query)
    page = PaperPromisePage(group, game, seats, maker)
    if request.method != "POST":
        return _show(request, page, form.parts())
    try:
        check_game(game, request.POST)
        if request.POST.get("do") == "enter":
            publish_to(game, _enter(request, game, maker.id, partner.id))
            return SeeOther(reverse("console-records", args=[group.code]))
        return _show(request, page, form.parts(is_shown=True))
    except NOT_RECORDED as refused:
        error, status = sentence_of(refused), status_of(refused)
    return _show(request, page, form.parts(), error, status)


def enter_answer(request: HttpRequest, game: Game, by: Person, role: str) -> tuple[str, ...]:
    """Enter how a promise was answered: `answer` is such as `accepted.3`, as the page counts them.

    Returns:
        The audiences that see it.

    Raises:
        Refused: the form was not made by the site; and as `services.promise_answer`.
    """
    seen = table_of(game, folds.fold_of(game)).records.seen_by(MODERATOR)
    return services.promise_answer(game, *posted_answer(request.POST, seen), by, role)


def _enter(request: HttpRequest, game: Game, maker: str, partner: str) -> tuple[str, ...]:
    """Store what was shown."""
    (by, role), key = recorder(request, game.group), key_of(request.POST)
    answer = request.POST.get("answer", "")
    if answer not in ANSWERS:
        raise broken_form()
    terms, exchange = shown_terms(request.POST)
    paper = FromPaper(maker, answer)
    return services.promise_make(game, partner, terms, exchange, key, by, role, paper)


def _show(
    request: HttpRequest,
    page: PaperPromisePage,
    form: PromiseParts | None = None,
    error: str = "",
    status: int = 200,
) -> HttpResponse:
    answer = request.POST.get("answer", "")
    shown = replace(page, form=form, key=credentials.new(), answer=answer, error=error)
    return render_page(request, "web/console/promise.html", shown, status)
