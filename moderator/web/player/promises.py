"""Making a promise on a phone: to whom, its kind, its terms, and the sentence before it is offered.

Each step is a page of its own, so that it works without a script.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from moderator.play import credentials, services
from moderator.play.log import folds
from moderator.play.log.folds import Fold
from moderator.play.models import Game, Group
from moderator.play.services.promises import read_promise
from moderator.play.table.diplomacy import has_records
from moderator.rules.promises import PromiseField, PromiseForm, PromiseRules
from moderator.rules.seating import SeatLabel
from moderator.rules.wire import Wire
from moderator.web.core.access import group_for
from moderator.web.core.responses import SeeOther, render_page
from moderator.web.moves.posted import choice_of, key_of
from moderator.web.moves.record import NOT_RECORDED
from moderator.web.player.player import SeatedPlayer
from moderator.web.player.records import check_game, publish_to, sentence_of, status_of
from moderator.web.player.seated import seated

OWN, OTHER = "own.", "other."
"""What the names of inputs begin with: for the own terms, and for those in exchange."""


@dataclass(frozen=True)
class TypedField:
    """An input with what was typed or chosen; `name` as it is posted."""

    name: str
    field: PromiseField
    value: str


@dataclass(frozen=True)
class PromisePage:
    """The form of a promise to `partner`; without one, the choice of whom (`others`).

    `kinds`: what can be promised now; `kind`: the chosen one, empty at first; `wants`: the kind of
    the promise in exchange, empty for nothing. `sentences`: the promise in words, and the other one
    if there is one, once it can be offered; `terms` and `exchange` are then its JSON.
    """

    group: Group
    game: Game
    seat: str
    others: tuple[SeatLabel, ...]
    partner: SeatLabel | None = None
    kinds: tuple[PromiseForm, ...] = ()
    other_kinds: tuple[PromiseForm, ...] = ()
    key: str = ""
    kind: str = ""
    wants: str = ""
    fields: tuple[TypedField, ...] = ()
    other_fields: tuple[TypedField, ...] = ()
    sentences: tuple[str, ...] = ()
    terms: str = ""
    exchange: str = ""
    error: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
@group_for("see-chart")
@seated
def promise(request: HttpRequest, player: SeatedPlayer) -> HttpResponse:
    """The form: `?to=` a player, `?kind=`; a POST shows the sentence, or offers it (`do`)."""
    fold = folds.fold_of(player.game)
    if not has_records(fold) or fold.timeline.game.promises is None or player.game.is_waiting:
        raise Http404
    seats = fold.timeline.game.seats_of(fold.timeline.state)
    others = tuple(seat for seat in seats if seat.id != player.seat.player)
    asked = request.POST.get("to") or request.GET.get("to", "")
    partner = next((seat for seat in others if seat.id == asked), None)
    if partner is None:
        page = PromisePage(player.group, player.game, player.seat.player, others)
        return render_page(request, "web/player/promise.html", page)
    form = _Form(request, player, fold, fold.timeline.game.promises, others, partner)
    if request.method != "POST":
        return render_page(request, "web/player/promise.html", form.page())
    error, status = "", 200
    try:
        check_game(request, player.game)
        if request.POST.get("do") == "offer":
            publish_to(player.game, form.offer())
            return SeeOther(reverse("play", args=[player.group.code]))
        return render_page(request, "web/player/promise.html", form.page(is_shown=True))
    except NOT_RECORDED as refused:
        error, status = sentence_of(refused), status_of(refused)
    return render_page(request, "web/player/promise.html", form.page(error=error), status)


class _Form:
    """A request for the form, with what was chosen and typed."""

    def __init__(
        self,
        request: HttpRequest,
        player: SeatedPlayer,
        fold: Fold,
        rules: PromiseRules[Any],
        others: tuple[SeatLabel, ...],
        partner: SeatLabel,
    ) -> None:
        self.request, self.player, self.fold, self.rules = request, player, fold, rules
        self.others, self.partner = others, partner
        self.state, self.maker = fold.timeline.state, player.seat.player
        self.kinds = rules.forms(self.state, self.maker, self.partner.id)
        self.other_kinds = rules.forms(self.state, self.partner.id, self.maker)
        self.own = _of_kind(self.kinds, request.GET.get("kind", ""))
        self.other = _of_kind(self.other_kinds, request.POST.get("wants", ""))

    def offer(self) -> tuple[str, ...]:
        """Offer what was shown."""
        post = self.request.POST
        exchange = choice_of(post.get("exchange", "")) or None
        return services.promise_make(
            self.player.game,
            self.partner.id,
            choice_of(post.get("terms", "")),
            exchange,
            key_of(post),
            self.player.person,
        )

    def page(self, is_shown: bool = False, error: str = "") -> PromisePage:
        """The form with what was typed.

        Raises:
            Refused: it is to be shown, and the rules don't allow it.
        """
        sentences: tuple[str, ...] = ()
        terms: Wire = {}
        exchange: Wire | None = None
        # The fields of what is wanted in exchange come with the first answer.
        has_fields = self.other is None or any(one.startswith(OTHER) for one in self.request.POST)
        if is_shown and self.own and has_fields:
            terms, exchange = self._read(self.own)
            sentences = self._sentences(terms, exchange)
        return PromisePage(
            group=self.player.group,
            game=self.player.game,
            seat=self.maker,
            others=self.others,
            partner=self.partner,
            kinds=self.kinds,
            other_kinds=self.other_kinds,
            key=credentials.new(),
            kind=self.own.kind if self.own else "",
            wants=self.other.kind if self.other else "",
            fields=self._typed(OWN, self.own),
            other_fields=self._typed(OTHER, self.other),
            sentences=sentences,
            terms=json.dumps(terms) if sentences else "",
            exchange=json.dumps(exchange) if exchange else "",
            error=error,
        )

    def _read(self, own: PromiseForm) -> tuple[Wire, Wire | None]:
        wanted = self.other.wire(self._values(OTHER)) if self.other else None
        return read_promise(
            self.fold, self.maker, self.partner.id, own.wire(self._values(OWN)), wanted
        )

    def _sentences(self, terms: Wire, exchange: Wire | None) -> tuple[str, ...]:
        own = self.rules.sentence(self.state, self.maker, self.partner.id, terms)
        if exchange is None:
            return (own,)
        return own, self.rules.sentence(self.state, self.partner.id, self.maker, exchange)

    def _values(self, prefix: str) -> Mapping[str, str]:
        post = self.request.POST
        return {name.removeprefix(prefix): post[name] for name in post if name.startswith(prefix)}

    def _typed(self, prefix: str, form: PromiseForm | None) -> tuple[TypedField, ...]:
        values = self._values(prefix)
        fields = form.fields if form else ()
        return tuple(
            TypedField(f"{prefix}{one.name}", one, values.get(one.name, "")[:40]) for one in fields
        )


def _of_kind(forms: tuple[PromiseForm, ...], kind: str) -> PromiseForm | None:
    return next((form for form in forms if form.kind == kind), None)
