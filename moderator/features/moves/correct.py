"""Corrections: everything that the rules let the moderator correct, with a reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from moderator.core import credentials, games, queries
from moderator.core.access import group_for, recorder
from moderator.core.models import Game, Group
from moderator.core.responses import SeeOther, render_page
from moderator.features.moves.forms import RejectedForm, TypedField, TypedFields, is_correction
from moderator.features.moves.record import NOT_RECORDED, record_move, rejected
from moderator.rules.correction import CorrectionField, CorrectionLine, CorrectionRules
from moderator.rules.seating import SeatLabel


@dataclass(frozen=True)
class CorrectPage:
    """Everything that can be corrected, as typed. `error_at` is "reason", "all" or ""."""

    group: Group
    game: Game
    after: int
    key: str
    verb: str
    seats: tuple[SeatLabel, ...]
    parts: Mapping[str, tuple[TypedFields, ...]]
    style: str
    reason: str = ""
    error: str = ""
    error_at: str = ""

    @property
    def numbers(self) -> str:
        """The names of the parts with numbers, for `wire_of`."""
        return self._parts_with(is_box=False)

    @property
    def lists(self) -> str:
        """The names of the parts with checkboxes, for `wire_of`."""
        return self._parts_with(is_box=True)

    def _parts_with(self, is_box: bool) -> str:
        found = (
            name
            for name, lines in self.parts.items()
            if any((one.is_ticked is not None) == is_box for line in lines for one in line.each)
        )
        return " ".join(found)


@require_http_methods(["GET", "HEAD", "POST"])
@group_for("record")
def correct(request: HttpRequest, group: Group) -> HttpResponse:
    """The form of a correction; only changed values are recorded."""
    game = queries.game_now(group)
    correction = _offered(game) if game else None
    if game is None or correction is None:
        raise Http404
    template = games.template_of(game.rules, "correct.html", "moves/correct.html")
    if request.method != "POST":
        return render_page(request, template, _page(game, correction, QueryDict()))
    by = recorder(request, group)
    try:
        record_move(request, game, *by)
    except NOT_RECORDED as error:
        typed = rejected(request, error)
        page = _page(game, correction, request.POST, _why(typed))
        return render_page(request, template, page, typed.status)
    return SeeOther(reverse("console", args=[group.code]))


def _why(typed: RejectedForm) -> str:
    if typed.refused:
        return str(typed.refused)
    return gettext(
        "Not recorded yet: somebody else has recorded something in the meantime. The numbers "
        "shown are the new ones; if your correction still applies, record it again."
    )


def _offered(game: Game) -> CorrectionRules[Any] | None:
    timeline = queries.timeline(game)
    rules = timeline.rules
    is_offered = any(is_correction(rules, offer) for offer in rules.offers(timeline.state))
    return rules.correction if is_offered else None


def _page(
    game: Game, correction: CorrectionRules[Any], post: QueryDict, error: str = ""
) -> CorrectPage:
    timeline = queries.timeline(game)
    reason = post.get("reason", "")
    error_at = "" if not error else "all" if reason.strip() else "reason"
    return CorrectPage(
        group=game.group,
        game=game,
        after=timeline.number,
        key=credentials.new(),
        verb=correction.verb,
        seats=timeline.rules.seats_of(timeline.state),
        parts={
            name: tuple(_line(line, post) for line in lines)
            for name, lines in correction.parts(timeline.state).items()
        },
        style=games.style_of(game),
        reason=reason,
        error=error,
        error_at=error_at,
    )


def _line(line: CorrectionLine, post: QueryDict) -> TypedFields:
    label, fields = line
    return TypedFields(label, tuple(_typed(field, post) for field in fields))


def _typed(field: CorrectionField, post: QueryDict) -> TypedField:
    """The field with the typed value, or with the present one."""
    name, value = field.name, field.value
    if field.is_ticked is None:
        return TypedField(name, field, post.get(name, value))
    return TypedField(name, field, value, value in post.getlist(name) if post else field.is_ticked)
