"""Diplomatic records on a student's page: noting contacts, and answering promises."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from moderator.play import credentials, services
from moderator.play.errors import NotAllowed, Stale
from moderator.play.log import folds
from moderator.play.models import Entry, Game, Group
from moderator.play.models.diplomacy import NOTE_LETTERS
from moderator.play.table.diplomacy import DiplomaticRecords
from moderator.play.table.snapshot import table_of
from moderator.rules.errors import Refused
from moderator.rules.viewer import Viewer
from moderator.web.core.access import group_for
from moderator.web.core.responses import SeeOther, render_page
from moderator.web.feed.records import RecordsView, records_view
from moderator.web.moves.diplomatic import check_game, number_at, posted_answer, publish_to
from moderator.web.moves.forms import Reply
from moderator.web.moves.posted import key_of
from moderator.web.moves.record import NOT_RECORDED, sentence_of, status_of
from moderator.web.player.player import SeatedPlayer, page_of, player_or_404
from moderator.web.player.seated import seated

NotStored = Stale | NotAllowed | Refused


@dataclass(frozen=True)
class TypedContact:
    """A contact that was not stored: what was typed, and why not."""

    partners: tuple[str, ...]
    text: str
    key: str
    error: str


@dataclass(frozen=True)
class AllRecordsPage:
    """The whole record of the own seat."""

    group: Group
    game: Game
    seat: str
    records: RecordsView
    key: str


@require_safe
@group_for("see-chart")
def records(request: HttpRequest, group: Group) -> HttpResponse:
    """The whole record of the own seat; 404 in games without records."""
    player = player_or_404(request, group)
    fold = folds.fold_of(player.game)
    book = table_of(player.game, fold).records
    found = records_view(player.game, fold, book, Viewer(seat=player.seat.player))
    if found is None:
        raise Http404
    page = AllRecordsPage(group, player.game, player.seat.player, found, credentials.new())
    return render_page(request, "web/player/records_all.html", page)


@require_POST
@group_for("see-chart")
@seated
def contact(request: HttpRequest, player: SeatedPlayer) -> HttpResponse:
    """Note a contact with the players `with`, or `strike` out one of the own record."""
    try:
        check_game(player.game, request.POST)
        if "strike" in request.POST:
            publish_to(player.game, _strike(request, player))
        else:
            publish_to(player.game, _note(request, player))
    except NOT_RECORDED as error:
        return _not_stored(request, player.group, error)
    return SeeOther(f"{reverse('play', args=[player.group.code])}#own-contacts")


@require_POST
@group_for("see-chart")
@seated
def answer(request: HttpRequest, player: SeatedPlayer) -> HttpResponse:
    """Accept, decline or withdraw a promise: `answer` is such as `accepted.3`."""
    try:
        check_game(player.game, request.POST)
        chosen = posted_answer(request.POST, _own(player))
        publish_to(player.game, services.promise_answer(player.game, *chosen, player.person))
    except NOT_RECORDED as error:
        return _not_stored(request, player.group, error)
    return SeeOther(f"{reverse('play', args=[player.group.code])}#own-promises")


def _own(player: SeatedPlayer) -> DiplomaticRecords:
    records = table_of(player.game, folds.fold_of(player.game)).records
    return records.seen_by(Viewer(seat=player.seat.player))


def _note(request: HttpRequest, player: SeatedPlayer) -> tuple[str, ...]:
    return services.contact_note(
        player.game,
        request.POST.getlist("with")[:50],
        request.POST.get("text", "")[: 10 * NOTE_LETTERS],
        key_of(request.POST),
        player.person,
        Entry.Role.STUDENT,
        player.seat.player,
    )


def _strike(request: HttpRequest, player: SeatedPlayer) -> tuple[str, ...]:
    number = number_at(_own(player).contacts, request.POST["strike"])
    return services.contact_strike(player.game, number, player.person, Entry.Role.STUDENT)


def _not_stored(request: HttpRequest, group: Group, error: NotStored) -> HttpResponse:
    """The page as it is now, with the reason and with what was typed."""
    page, sentence = page_of(player_or_404(request, group)), sentence_of(error)
    if "text" in request.POST and page.records:
        typed = TypedContact(
            tuple(request.POST.getlist("with")),
            request.POST["text"][: 10 * NOTE_LETTERS],
            request.POST.get("key", "") if credentials.is_key(request.POST.get("key", "")) else "",
            sentence,
        )
        page = replace(page, typed_contact=typed)
    else:
        page = replace(page, answer=Reply("unclear", sentence))
    return render_page(request, "web/player/player.html", page, status_of(error))
