"""The diplomatic records of a game for its moderator: by player, by pair, and from paper."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from moderator.play import credentials, selectors, services
from moderator.play.log import folds
from moderator.play.models import Game, Group
from moderator.play.models.diplomacy import NOTE_LETTERS
from moderator.play.table.messages import settings_of
from moderator.play.table.snapshot import table_of
from moderator.rules.seating import SeatLabel
from moderator.rules.viewer import MODERATOR
from moderator.web.console.promises import enter_answer
from moderator.web.core.access import group_for, recorder
from moderator.web.core.responses import SeeOther, render_page
from moderator.web.core.sheet_links import requested_game
from moderator.web.feed.records import (
    ContactRow,
    PromiseRow,
    RecordsView,
    pair_of,
    readers_sentence,
    records_view,
)
from moderator.web.moves.diplomatic import check_game, number_at, publish_to
from moderator.web.moves.posted import key_of
from moderator.web.moves.record import NOT_RECORDED, sentence_of, status_of


@dataclass(frozen=True)
class RecordsSection:
    """A player's record, or what two players have noted of each other.

    `is_open`: it is not folded, as it has the newest entry.
    """

    seats: tuple[SeatLabel, ...]
    contacts: tuple[ContactRow, ...]
    promises: tuple[PromiseRow, ...]
    is_open: bool

    @property
    def waiting(self) -> int:
        """How many promises wait for an answer."""
        return sum(row.promise.is_open for row in self.promises)


@dataclass(frozen=True)
class TypedNote:
    """A contact that was not stored: what was typed."""

    player: str = ""
    partners: tuple[str, ...] = ()
    text: str = ""


@dataclass(frozen=True)
class RecordsPage:
    """What the moderator may read. `silent`: the players that have noted nothing yet."""

    group: Group
    game: Game
    view: RecordsView
    sections: tuple[RecordsSection, ...]
    seats: tuple[SeatLabel, ...]
    silent: tuple[SeatLabel, ...]
    readers: str
    seat_word: str
    round_word: str
    is_by_pair: bool
    is_present: bool
    can_promise: bool
    key: str
    typed: TypedNote = TypedNote()
    error: str = ""
    text_letters: int = NOTE_LETTERS


@require_http_methods(["GET", "HEAD", "POST"])
@group_for("record")
def records(request: HttpRequest, group: Group) -> HttpResponse:
    """The records, `?by=pair`, `?game=` an earlier one; a POST enters or strikes out a contact, or
    enters the `answer` to a promise.
    """
    game = requested_game(request, group)
    if request.method != "POST":
        return render_page(request, "web/console/records.html", _page(request, game))
    _page(request, game)  # 404 without records
    try:
        check_game(game, request.POST)
        publish_to(game, _write(request, game))
    except NOT_RECORDED as error:
        typed = TypedNote(
            request.POST.get("player", ""),
            tuple(request.POST.getlist("with")),
            request.POST.get("text", "")[: 10 * NOTE_LETTERS],
        )
        page = _page(request, game, typed, sentence_of(error))
        return render_page(request, "web/console/records.html", page, status_of(error))
    return SeeOther(reverse("console-records", args=[group.code]))


def _write(request: HttpRequest, game: Game) -> tuple[str, ...]:
    post, (by, role) = request.POST, recorder(request, game.group)
    if "strike" in post:
        book = table_of(game, folds.fold_of(game)).records
        number = number_at(book.seen_by(MODERATOR).contacts, post["strike"])
        return services.contact_strike(game, number, by, role)
    if "answer" in post:
        return enter_answer(request, game, by, role)
    text = post.get("text", "")[: 10 * NOTE_LETTERS]
    partners, player = post.getlist("with")[:50], post.get("player", "")
    return services.contact_note(game, partners, text, key_of(post), by, role, player)


def _page(
    request: HttpRequest, game: Game, typed: TypedNote | None = None, error: str = ""
) -> RecordsPage:
    fold = folds.fold_of(game)
    view = records_view(game, fold, table_of(game, fold).records, MODERATOR)
    if view is None:
        raise Http404
    rules = fold.timeline.game
    seats = rules.seats_of(fold.timeline.state)
    is_by_pair = request.GET.get("by") == "pair"
    noted = {row.seat.id for row in view.contacts if not row.contact.is_struck}
    silent = () if view.is_sealed else tuple(seat for seat in seats if seat.id not in noted)
    present = selectors.game_now(game.group)
    is_present = present is not None and present.pk == game.pk
    return RecordsPage(
        group=game.group,
        game=game,
        view=view,
        sections=_by_pair(view, seats) if is_by_pair else _by_country(view, seats),
        seats=tuple(seats),
        silent=silent,
        readers=readers_sentence(settings_of(game), rules.seat_word),
        seat_word=rules.seat_word,
        round_word=rules.round_word,
        is_by_pair=is_by_pair,
        is_present=is_present,
        can_promise=is_present and view.is_open and rules.promises is not None,
        key=credentials.new(),
        typed=typed or TypedNote(),
        error=error,
    )


def _section(
    view: RecordsView,
    seats: tuple[SeatLabel, ...],
    contacts: tuple[ContactRow, ...],
    promises: tuple[PromiseRow, ...],
) -> RecordsSection:
    everything: list[ContactRow | PromiseRow] = [*view.contacts, *view.promises]
    here: list[ContactRow | PromiseRow] = [*contacts, *promises]
    newest = max(map(_at, everything), default=None)
    is_open = any(_at(row) == newest for row in here)
    return RecordsSection(seats, contacts, promises, is_open)


def _at(row: ContactRow | PromiseRow) -> datetime:
    return row.contact.at if isinstance(row, ContactRow) else row.promise.at


def _by_country(view: RecordsView, seats: Iterable[SeatLabel]) -> tuple[RecordsSection, ...]:
    return tuple(
        _section(
            view,
            (seat,),
            tuple(row for row in view.contacts if row.seat == seat),
            tuple(row for row in view.promises if seat in (row.maker, row.partner)),
        )
        for seat in seats
    )


def _by_pair(view: RecordsView, seats: Iterable[SeatLabel]) -> tuple[RecordsSection, ...]:
    labels = tuple(seats)
    pairs = [(one, two) for k, one in enumerate(labels) for two in labels[k + 1 :]]
    found = (
        _section(
            view,
            (one, two),
            tuple(row for row in view.contacts if pair_of(one.id, two.id) in row.pairs),
            tuple(row for row in view.promises if pair_of(one.id, two.id) in row.pairs),
        )
        for one, two in pairs
    )
    return tuple(section for section in found if section.contacts or section.promises)
