"""Writing, sealing and opening the order slip on a student's page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core import frames, log, responses
from moderator.core.errors import NotAllowed, Stale, broken_form
from moderator.core.forms import whole_number
from moderator.core.look import Look, look_at
from moderator.core.models import Entry, Game
from moderator.core.responses import CONFLICT, UNPROCESSABLE, SeeOther
from moderator.features.moves.posted import check_game, key_of
from moderator.features.moves.record import count_refusal
from moderator.features.moves.student import SeatedPlayer, own_seat, page_of, player_or_404
from moderator.features.slips.part import SlipPart, legal_orders, slip_part
from moderator.features.slips.read import ORDER_SLIPS
from moderator.features.slips.write import SlipChange, slip_write
from moderator.rules.errors import Refused
from moderator.rules.seating import Viewer

_CHANGE = re.compile(r"(\S{1,100}) ([+-]?[0-9]{1,4})", re.ASCII)
_CHANGES_MOST = 100


@dataclass(frozen=True)
class SlipAnswer:
    """Why a press was not saved; `again`: values and labels of buttons that repeat it."""

    sentence: str
    status: int
    again: tuple[tuple[str, str], ...] = ()


@own_seat("POST")
def slip(request: HttpRequest, player: SeatedPlayer) -> HttpResponse:
    """Change the own slip (`change`: a place and how much more), seal or open it (`do`).

    With `part` the response is the slip alone, for the page's script.
    """
    answer, group = None, player.group
    try:
        _write(request, player)
    except NotAllowed:
        raise Http404 from None
    except Stale as stale:
        count_refusal(stale)
        player = player_or_404(request, group)  # the game may have been replaced
        answer = _stale(player, request.POST)
    except Refused as refused:
        count_refusal(refused)
        answer = SlipAnswer(str(refused), UNPROCESSABLE)
    if "part" in request.POST:
        return _part(request, player, answer)
    if answer is None:
        return SeeOther(f"{reverse('play', args=[group.code])}{_anchor(player, request.POST)}")
    context = {"page": page_of(player), "slip_answer": answer}
    return render(request, "moves/player.html", context, status=answer.status)


def _write(request: HttpRequest, player: SeatedPlayer) -> None:
    """Store what was pressed."""
    post, game = request.POST, player.game
    key, do, changes = key_of(post), post.get("do", ""), _changes(post)
    if changes is None or do not in ("", "seal", "open"):
        raise broken_form()
    check_game(game, post)
    version = whole_number(post.get("version", ""))
    turn = whole_number(post.get("turn", ""))
    orders = _orders(game, player.seat.player, turn, version, changes)
    change = SlipChange(
        player=player.seat.player,
        version=-1 if version is None else version,
        orders=orders,
        is_sealed=do == "seal",
        opened_by=-1 if turn is None else turn,
    )
    if connection.vendor != "sqlite":
        responses.may_be_recorded(request)
    asked = [do, version, turn, changes]
    slip_write(game, change, key, player.person, Entry.Role.STUDENT, asked)
    responses.may_be_recorded(request)


def _changes(post: QueryDict) -> Mapping[str, int] | None:
    """How much more is to be placed where; None if the form is malformed."""
    found = [_CHANGE.fullmatch(text) for text in post.getlist("change")]
    if len(found) > _CHANGES_MOST:
        return None
    total: Counter[str] = Counter()
    for match in found:
        if match is None:
            return None
        total[match[1]] += int(match[2])
    return total


def _orders(
    game: Game, player: str, turn: int | None, version: int | None, changes: Mapping[str, int]
) -> Any:
    """The orders with the changes; those of an older turn or version don't matter: it is stale."""
    look = look_at(game)
    orders, book = look.rules.orders, ORDER_SLIPS.of(look)
    slip = book.of(player)
    if orders is None or slip is None or (book.opened_by, slip.version) != (turn, version):
        return ()
    legal = legal_orders(look.fold, slip)
    return orders.changed(look.state, player, legal, changes) if changes else legal


def _stale(player: SeatedPlayer, post: QueryDict) -> SlipAnswer:
    """What has changed meanwhile, and the press to repeat."""
    part = slip_part(look_at(player.game, Viewer(seat=player.seat.player)))
    if part is None:
        return SlipAnswer(gettext("Not saved: the orders have been revealed."), CONFLICT)
    if post.get("turn") != str(part.turn) or part.author is None:
        return SlipAnswer(gettext("Not saved: the page was out of date."), CONFLICT)
    facts = {"name": part.author.name}
    if part.is_sealed and post.get("do") == "seal" and _is_next(part, post):
        sentence = gettext("Sealed already: %(name)s was quicker.")
        return SlipAnswer(sentence % facts, CONFLICT)
    if part.is_sealed:
        return SlipAnswer(gettext("Not saved: %(name)s has sealed the slip.") % facts, CONFLICT)
    names = {row.place: row.name for row in part.view.rows}
    again = tuple(
        (f"{place} {more}", f"{names[place]} {more:+d}".replace("-", "−"))
        for place, more in (_changes(post) or {}).items()
        if place in names
    )
    sentence = gettext("Not saved: %(name)s has just changed the slip. Look at it again.") % facts
    return SlipAnswer(sentence, CONFLICT, again)


def _is_next(part: SlipPart, post: QueryDict) -> bool:
    """Whether the slip is the one that was posted, with only one change: it has been sealed."""
    return not post.getlist("change") and post.get("version") == str(part.version - 1)


def _anchor(player: SeatedPlayer, post: QueryDict) -> str:
    """The row that was pressed, so that the page without a script doesn't begin at its top."""
    if post.get("do"):
        return "#slip"
    part = slip_part(look_at(player.game, Viewer(seat=player.seat.player)))
    places = [row.place for row in part.view.rows] if part else []
    place = post.get("change", "").partition(" ")[0]
    return f"#slip-{places.index(place) + 1}" if place in places else ""


def _part(request: HttpRequest, player: SeatedPlayer, answer: SlipAnswer | None) -> HttpResponse:
    """The slip as it is now; none for a page of another game, which has to be loaded again."""
    is_same_game = request.POST.get("game") == str(player.game.number)
    viewer = Viewer(seat=player.seat.player)
    with timezone.override(frames.zone_of(player.group)):
        fold = log.fold_of(player.game)
        slip = slip_part(Look(player.game, fold, viewer)) if is_same_game else None
        status = answer.status if answer else 200
        context = {"slip": slip, "slip_answer": answer}
        return render(request, "slips/slip_answer.html", context, status=status)
