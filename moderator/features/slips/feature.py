"""Order slips: on a student’s page; on the console peeked at, filled in and revealed.

What order slips add to what all features share.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core import credentials, frames, log, queries, responses
from moderator.core.access import group_for, recorder
from moderator.core.errors import NotAllowed, Stale, broken_form
from moderator.core.feature import Feature, Part
from moderator.core.forms import whole_number
from moderator.core.log import Fold
from moderator.core.look import Look, look_at
from moderator.core.models import Entry, Game, Group, Person
from moderator.core.responses import CONFLICT, UNPROCESSABLE, SeeOther, render_page
from moderator.features.moves.cell_panel import written_at
from moderator.features.moves.console import Written, on_console
from moderator.features.moves.forms import NOTHING, SLIPS, Reply
from moderator.features.moves.posted import check_game, key_of
from moderator.features.moves.record import NotRecorded, count_refusal, rejected
from moderator.features.moves.student import PlayerPage, SeatedPlayer, own_seat, player_or_404
from moderator.features.slips.part import (
    SEEN,
    TURN,
    VERSIONS,
    SlipPart,
    legal_orders,
    number_in,
    reply_to_slip,
    shown_panel,
    shown_reminder,
    shown_reveal,
    shown_slip,
    slip_part,
)
from moderator.features.slips.read import ORDER_SLIPS, Slip, as_seen, authors_of, awaited
from moderator.features.slips.write import (
    SlipChange,
    filled_orders,
    player_remind,
    slip_write,
    slips_fill,
    slips_reveal,
)
from moderator.rules.errors import Refused
from moderator.rules.orders import OrderLine, Orders
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
def own_slip(request: HttpRequest, player: SeatedPlayer) -> HttpResponse:
    """Change the own slip (`change`: a place and how much more), seal or open it (`do`).

    With `part` the response is the slip alone, for the page's script.
    """
    answer, group = None, player.group
    try:
        _press(request, player)
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
    context = {"page": PlayerPage(player), "slip_answer": answer}
    return render(request, "moves/player.html", context, status=answer.status)


def _press(request: HttpRequest, player: SeatedPlayer) -> None:
    """Store what was pressed."""
    post, game = request.POST, player.game
    key, do, changes = key_of(post), post.get("do", ""), _changes(post)
    if changes is None or do not in ("", "seal", "open"):
        raise broken_form()
    check_game(game, post)
    version, turn, own = number_in(post, "version"), number_in(post, TURN), player.seat.player
    orders = _orders(game, own, turn, version, changes)
    change = SlipChange(own, version, orders, is_sealed=do == "seal", opened_by=turn)
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


def _orders(game: Game, player: str, turn: int, version: int, changes: Mapping[str, int]) -> Any:
    """The orders with the changes; those of an older turn or version don't matter: it is stale."""
    look = look_at(game)
    orders, book = look.rules.orders, ORDER_SLIPS.of(look)
    slip = book.of(player)
    if orders is None or slip is None or (book.opened_by, slip.version) != (turn, version):
        return ()
    legal = legal_orders(orders, look.state, slip)
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


def _typed_again(request: HttpRequest, error: NotRecorded) -> Mapping[str, Any]:
    typed = rejected(request, error)
    return {"typed": typed if request.POST.get("do") == "write" else replace(typed, form=SLIPS)}


@group_for("record", "GET", "POST")
def slip(request: HttpRequest, group: Group, player: str) -> HttpResponse:
    """A slip's contents, with `?part` alone. A POST opens, seals or clears it, or reminds."""
    game = queries.game_now(group)
    if game is None or not game.seats.filter(player=player).exists():
        raise Http404
    look = look_at(game)
    book = ORDER_SLIPS.of(look)
    found = book.of(player)
    if request.method == "POST":
        change = on_console(_typed_again)(partial(_change, found=found or Slip(player)))
        return change(request, group)
    lines, refused = _lines(look.fold, player, found.orders) if found else ((), _not_written())
    seat = look.timeline.labels[player]
    part = "#part" if "part" in request.GET else ""
    return render_page(
        request,
        f"slips/console_slip.html{part}",
        group=group,
        game=game,
        shown={"seat": seat, "slip": found or Slip(player), "lines": lines, "refused": refused},
        seat=seat,
        turn=book.opened_by,
        key=credentials.new(),
    )


@group_for("record", "GET", "POST")
def fill(request: HttpRequest, group: Group) -> HttpResponse:
    """The default orders for the slips that are not sealed; a POST writes and seals them."""
    game = queries.game_or_404(group)
    if request.method != "POST":
        return _show_fill(request, game)
    versions = [whole_number(one) or 0 for one in request.POST.get("versions", "").split()]
    try:
        _check_form(request, game)
        by, role = recorder(request, group)
        turn = number_in(request.POST, TURN)
        slips_fill(game, versions, request.POST["key"], by, role, turn)
    except Stale:
        message = gettext("A slip has been changed in the meantime. This is what is missing now.")
        return _show_fill(request, game, message, CONFLICT)
    except (NotAllowed, Refused) as refused:
        return _show_fill(request, game, str(refused), UNPROCESSABLE)
    return SeeOther(reverse("console", args=[group.code]))


@group_for("record", "POST")
@on_console(_typed_again)
def reveal(request: HttpRequest, game: Game) -> Written:
    """Reveal all orders, if no slip has been sealed or opened since the number `seen`."""
    _check_form(request, game)
    by = recorder(request, game.group)
    return slips_reveal(game, number_in(request.POST, SEEN), request.POST["key"], *by).fold, NOTHING


def _check_form(request: HttpRequest, game: Game) -> None:
    """Raise `Refused` for a form without a key, `Stale` for one of another game."""
    key_of(request.POST)
    check_game(game, request.POST)


def _not_written() -> str:
    return gettext("No orders are being written now.")


def _change(request: HttpRequest, game: Game, found: Slip) -> Written:
    _check_form(request, game)
    do, by = request.POST.get("do", ""), recorder(request, game.group)
    if do == "remind":
        answer = _remind(request, game, found.player, *by)
    elif do in ("open", "seal", "clear", "write"):
        answer = _write(request, game, found, *by)
    else:
        raise broken_form()
    return log.fold_of(game), answer


_OF_THE_PAGE = ("csrfmiddlewaretoken", "after", VERSIONS, SEEN)
"""Fields that say what the page showed, not what is asked for."""


def _remind(request: HttpRequest, game: Game, player: str, by: Person, role: str) -> Reply:
    player_remind(game, player, request.POST["key"], by, role)
    name = log.fold_of(game).timeline.labels[player].name
    return Reply("written", gettext("%(name)s has been reminded") % {"name": name})


def _write(request: HttpRequest, game: Game, found: Slip, by: Person, role: str) -> Reply:
    post, do = request.POST, request.POST.get("do", "")
    version = number_in(post, "version")
    orders: Orders = () if do == "clear" else found.orders
    is_sealed = do == "seal"
    if do == "write" and version == found.version:
        orders, is_sealed = written_at(log.fold_of(game), found, post)
    change = SlipChange(found.player, version, orders, is_sealed, number_in(post, TURN))
    asked = {name: values for name, values in post.lists() if name not in _OF_THE_PAGE}
    if slip_write(game, change, post["key"], by, role, asked).recorded:
        return NOTHING
    return reply_to_slip(look_at(game), found.player)


def _lines(fold: Fold, player: str, orders: Orders) -> tuple[tuple[OrderLine, ...], str]:
    """The orders to read, and why the rules no longer accept them."""
    rules, state = fold.timeline.rules.orders, fold.timeline.state
    if rules is None:
        return (), ""
    refusal = ""
    try:
        rules.read(state, player, orders)
    except Refused as refused:
        refusal = str(refused)
    return rules.lines(state, player, tuple(rules.placed(orders).items())), refusal


def _show_fill(
    request: HttpRequest, game: Game, error: str = "", status: int = 200
) -> HttpResponse:
    """What would be written on the slips that are not sealed."""
    look = look_at(game)
    book = ORDER_SLIPS.of(look)
    missing = [_filled(look.fold, slip) for slip in book.missing]
    return render_page(
        request,
        "slips/slips_fill.html",
        status=status,
        group=game.group,
        game=game,
        missing=missing,
        can_fill=not any(one["refused"] for one in missing),
        versions=" ".join(str(slip.version) for slip in book.slips),
        turn=book.opened_by,
        key=credentials.new(),
        error=error if book.is_open else _not_written(),
    )


def _filled(fold: Fold, slip: Slip) -> Mapping[str, Any]:
    """A slip whose contents are shown, with the default orders."""
    why = ""
    try:
        lines, _ = _lines(fold, slip.player, filled_orders(fold, slip))
    except Refused as refused:
        lines, _ = _lines(fold, slip.player, slip.orders)
        why = str(refused)
    seat = fold.timeline.labels[slip.player]
    return {"seat": seat, "slip": slip, "lines": lines, "refused": why}


FEATURE = Feature(
    urls=(
        path("play/<code:code>/slip/", own_slip, name="play-slip"),
        path("g/<code:code>/slips/", fill, name="slips-fill"),
        path("g/<code:code>/slips/<slug:player>/", slip, name="console-slip"),
        path("g/<code:code>/reveal/", reveal, name="slips-reveal"),
    ),
    books=(ORDER_SLIPS,),
    parts=(
        Part("reminder", shown_reminder, is_private=True),
        Part("revealed", shown_reveal),
        Part("slip", shown_slip, is_private=True),
        Part("slips_panel", shown_panel, "chart", is_private=True),
    ),
    as_seen=as_seen,
    slip_authors=authors_of,
    awaited=awaited,
)
