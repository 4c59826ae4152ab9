"""Setting right what was recorded wrongly: the whole chart as a form, and the reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from moderator.play import credentials, selectors
from moderator.play.errors import Stale
from moderator.play.log.entries import rules_of
from moderator.play.models import Game, Group
from moderator.rules.errors import Refused
from moderator.rules.game import MODERATOR, Seat, Wire
from moderator.web.core import game_files
from moderator.web.core.access import group_for, recorder
from moderator.web.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.web.moves.form_building import CORRECT
from moderator.web.moves.posted import wire_of
from moderator.web.moves.record import CONFLICT, record


@dataclass(frozen=True)
class Input:
    """A number of the chart: `was` is what stands, `value` what was typed."""

    name: str
    label: str
    was: str
    value: str
    is_checked: bool = False


@dataclass(frozen=True)
class Line:
    """Inputs under one heading."""

    label: str
    inputs: tuple[Input, ...]


@dataclass(frozen=True)
class CorrectPage:
    """All that can be corrected, and what was typed. `error_at` is "reason", "all" or ""."""

    group: Group
    game: Game
    after: int
    key: str
    seats: tuple[Seat, ...]
    chart: tuple[Line, ...]
    civilization: Line | None
    goods: tuple[Line, ...]
    controlled: tuple[Line, ...]
    style: str
    reason: str = ""
    error: str = ""
    error_at: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
@group_for("record")
def correct(request: HttpRequest, group: Group) -> HttpResponse:
    """Only what was changed is recorded."""
    game = selectors.game_now(group)
    if game is None or not _is_offered(game):
        raise Http404
    if request.method != "POST":
        return render_page(request, "web/console/correct.html", _page(group, game, QueryDict()))
    try:
        record(request, group, game, _wire, recorder(request, group))
    except Stale:
        error = gettext(
            "Not recorded yet: somebody else has recorded something meanwhile. The numbers that "
            "stand are the new ones; if your correction still holds, record it again."
        )
        page = _page(group, game, request.POST, error)
        return render_page(request, "web/console/correct.html", page, CONFLICT)
    except Refused as refused:
        page = _page(group, game, request.POST, refused.message)
        return render_page(request, "web/console/correct.html", page, UNPROCESSABLE)
    return SeeOther(reverse("console", args=[group.code]))


def _is_offered(game: Game) -> bool:
    timeline = selectors.timeline(game)
    return any(offer.verb == CORRECT for offer in timeline.game.offers(timeline.state))


def changed(wire: Mapping[str, Any], present: Mapping[str, Any]) -> dict[str, Any]:
    """The correction without what stands already.

    Numbers are compared one by one; goods and lists, which replace, as a whole.

    Args:
        wire: as the form was posted, every number in it.
        present: the state's summary.
    """
    out = {}
    for name, value in wire.items():
        if not isinstance(value, dict):
            out[name] = value
            continue
        here = present.get(name)
        here = here if isinstance(here, dict) else {}  # the rules refuse what is no part of it
        rest = {key: _differs(inner, here.get(key)) for key, inner in value.items()}
        if rest := {key: inner for key, inner in rest.items() if inner is not None}:
            out[name] = rest
    return out


def _differs(typed: Any, stands: Any) -> Any:
    """What of a typed value is new; None if nothing is."""
    if isinstance(typed, int) and _are_numbers(stands):
        stands = sum(stands)  # boxes: what is typed is all of them together
    if isinstance(typed, dict) and isinstance(stands, dict):
        numbers = {key: one for key, one in typed.items() if not isinstance(one, dict)}
        if len(numbers) == len(typed):
            return {k: n for k, n in typed.items() if n != stands.get(k)} or None
    return None if typed == (stands if stands is not None else []) else typed


def _are_numbers(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, int) for one in value)


def _wire(game: Game, post: QueryDict, state: Any) -> Wire:
    wire = changed(wire_of(post), rules_of(game).summary(state))
    if set(wire) <= {"type", "reason"}:
        raise Refused(
            "bad-move", gettext("Every number is as it stands: change the one that is wrong.")
        )
    if not str(wire.get("reason", "")).strip():
        raise Refused("bad-move", gettext("Say why, in a sentence: the log shows it."))
    return wire


def _page(group: Group, game: Game, post: QueryDict, error: str = "") -> CorrectPage:
    timeline = selectors.timeline(game)
    view = rules_of(game).view(timeline.state, MODERATOR)
    seats = tuple(country.seat for country in view.countries)
    reason = post.get("reason", "")
    error_at = "" if not error else "all" if reason.strip() else "reason"
    return CorrectPage(
        group=group,
        game=game,
        after=timeline.number,
        key=credentials.new(),
        seats=seats,
        chart=tuple(_row(row, post) for row in view.rows),
        civilization=_civilization(view, post) if view.has_civilization else None,
        goods=tuple(_goods(view, country, post) for country in view.countries if view.has_goods),
        controlled=tuple(
            _control(row, seats, post)
            for row in view.rows
            if view.has_control and row.home_of is None
        ),
        style=game_files.style_of(game),
        reason=reason,
        error=error,
        error_at=error_at,
    )


def _input(name: str, label: str, stands: int, post: QueryDict) -> Input:
    return Input(name, label, str(stands), post.get(name, str(stands)))


def _row(row: Any, post: QueryDict) -> Line:
    inputs = (
        _input(f"chart.{row.id}.{c.seat.id}", f"{c.seat.name}, {row.name}", c.rfs, post)
        for c in row.cells
    )
    return Line(row.name, tuple(inputs))


def _civilization(view: Any, post: QueryDict) -> Line:
    inputs = (
        _input(
            f"civilization.{country.seat.id}",
            country.seat.name,
            sum(box.rfs for box in country.boxes),
            post,
        )
        for country in view.countries
    )
    return Line(gettext("Civilization: RFs in all boxes together"), tuple(inputs))


def _goods(view: Any, country: Any, post: QueryDict) -> Line:
    seat = country.seat
    inputs = []
    for letter in dict.fromkeys(good.letter for good in country.for_trade):
        units = sum(not good.is_gone for good in country.for_trade)
        label = gettext("for trade: %(letter)s") % {"letter": letter}
        inputs.append(_input(f"goods.{seat.id}.for_trade.{letter}", label, units, post))
    for letter, _ in view.goods:
        units = sum(good.letter == letter and not good.is_gone for good in country.acquired)
        label = gettext("acquired: %(letter)s") % {"letter": letter}
        inputs.append(_input(f"goods.{seat.id}.acquired.{letter}", label, units, post))
    return Line(seat.name, tuple(inputs))


def _control(row: Any, seats: tuple[Seat, ...], post: QueryDict) -> Line:
    name = f"controlled.{row.id}"
    stands = {seat.id for seat in row.controlled_by}
    checked = set(post.getlist(name)) if post else stands
    inputs = (Input(name, s.name, "", s.id, is_checked=s.id in checked) for s in seats)
    return Line(row.name, tuple(inputs))
