"""Pages on which bots are put on seats and taken away, the button that lets one move now, and which
seats the program plays and why, in a frame.

What bots add to what all features share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Max, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path, reverse
from django.utils.translation import gettext

from moderator.core import log, queries, sentences
from moderator.core.access import group_for, own_class, recorder, user_of
from moderator.core.cache import cached
from moderator.core.ended import has_finished, is_ended, seen_as
from moderator.core.errors import InvalidInput, NotAllowed, Stale
from moderator.core.feature import Feature, Part, Shown, Why, part_html
from moderator.core.forms import shortened, whole_number
from moderator.core.log import LoggedMove
from moderator.core.look import Look, look_at
from moderator.core.models import Classroom, Game, Group, Person, Seat
from moderator.core.people import instructor_person
from moderator.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.core.seating import seat_statuses
from moderator.features.bots.models import BotReason
from moderator.features.bots.playing import spoken_answers
from moderator.features.bots.write import (
    bot_play,
    bot_put,
    bot_take,
    bots_fill,
    bots_go_on,
    bots_of,
    bots_wait,
    free_seats,
)
from moderator.features.deals.models import PlayerOffer
from moderator.features.deals.offers import sentence_of
from moderator.features.debrief.releases import released
from moderator.features.moves.console import Written, on_console
from moderator.features.moves.forms import BOARD, NOTHING, RejectedForm
from moderator.features.moves.record import rejected
from moderator.features.moves.student import player_or_404
from moderator.features.moves.student_moves import play_answer
from moderator.rules.bots import SEALED, Because
from moderator.rules.errors import Refused

# Which seats the program plays: of one group, for its moderator, or of a whole class.


@group_for("record", "GET", "POST")
def bots(request: HttpRequest, group: Group) -> HttpResponse:
    """The bots of a group's present game."""
    return _bots(request, group.classroom, group, lambda: recorder(request, group)[0])


@own_class("GET", "POST")
def class_bots(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The bots of all present games of a class."""
    by = instructor_person
    return _bots(request, classroom, None, lambda: by(classroom, user_of(request)))


def _bots(
    request: HttpRequest, classroom: Classroom, group: Group | None, by: Callable[[], Person]
) -> HttpResponse:
    error = ""
    if request.method == "POST":
        try:
            _change(request, classroom, group, by())
        except (InvalidInput, Game.DoesNotExist) as refused:
            error = str(refused)
        else:
            return SeeOther(request.path)
    groups = [group] if group else queries.groups_of(classroom)
    games = [game for game in map(queries.game_now, groups) if game]
    tables = [table for game in games if (table := _table(game))]
    bots = [found for one in tables if (found := log.rules_of(one["game"]).bots)]
    levels = {level.id: level for one in bots for level in one.levels}
    return render_page(
        request,
        "bots/bots.html",
        status=UNPROCESSABLE if error else 200,
        classroom=classroom,
        group=group,
        tables=tables,
        levels=levels.values(),
        free=sum(free_seats(one["game"]).count() for one in tables),
        usual=request.POST.get("level", bots[0].usual if bots else ""),
        error=error,
    )


def _table(game: Game) -> Mapping[str, Any] | None:
    """A group's game, and its seats, each with the level of its bot; None where the program can't
    play, or the game has ended. `waits`: after an undo; `after`: the log's number."""
    look = look_at(game)
    if look.rules.bots is None or look.timeline.is_over:
        return None
    levels = dict(Seat.objects.filter(game=game).values_list("pk", "level"))
    seats = tuple((status, levels[status.pk]) for status in seat_statuses(game))
    has_bots = any(status.is_partner for status, _level in seats)
    return {
        "group": game.group,
        "game": game,
        "seats": seats,
        "waits": has_bots and bots_wait(look),
        "after": look.fold.number,
    }


def _change(request: HttpRequest, classroom: Classroom, group: Group | None, by: Person) -> None:
    """Do what the pressed button says: its value has the group's number and the player, or the
    log's number."""
    post = request.POST
    level = post.get("level", "")
    if "fill" in post:
        if not bots_fill(classroom, level, by, group.number if group else None):
            raise InvalidInput(gettext("There is no free seat that the program can play."))
        return
    for name in ("put", "take", "go-on"):
        if name in post:
            number, _, rest = post[name].partition(":")
            game = _game(classroom, group, whole_number(number) or 0)
            if name == "put":
                bot_put(game, rest, level, by)
            elif name == "take":
                bot_take(game, rest)
            else:
                bots_go_on(game, whole_number(rest) or 0)
            return
    raise InvalidInput(gettext("Choose one of these."))


def _game(classroom: Classroom, group: Group | None, number: int) -> Game:
    """The present game of that group, which must be the page's."""
    if group is not None and group.number != number:
        raise Http404
    return queries.game_or_404(queries.or_404(classroom.groups.filter(number=number).first()))


# A button at the board lets a bot make its move at once.


@group_for("record", "POST")
@on_console(lambda request, error: {"typed": replace(rejected(request, error), form=BOARD)})
def console_bot_move(request: HttpRequest, game: Game) -> Written:
    """Let the program make its next move, if it is a bot's turn."""
    _move(request, game)
    return log.fold_of(game), NOTHING


@group_for("see-chart", "POST")
def play_bot_move(request: HttpRequest, group: Group) -> HttpResponse:
    """The same on a student's page; 404 without a seat."""
    player, typed = player_or_404(request, group), None
    try:
        _move(request, player.game)
    except Refused as refused:
        typed = RejectedForm(BOARD, shortened(request.POST), refused)
    return play_answer(request, player_or_404(request, group), typed)


def _move(request: HttpRequest, game: Game) -> None:
    """Make the bots' next move, unless the page is outdated.

    Raises:
        Refused: it is not a bot's turn.
    """
    if request.POST.get("game") != str(game.number):
        return
    look, seats = look_at(game), bots_of(game)
    if not seats:
        raise Refused("not-your-turn", gettext("The program has no seat here."))
    if whole_number(request.POST.get("after", "")) != look.fold.number:
        return
    with suppress(Stale, NotAllowed):
        if not bot_play(look, seats):
            raise Refused("not-your-turn", gettext("It is not the program’s turn."))


# Why bots did what they did, for those who may know it. Until the end of a game that is its
# moderator; then whoever may read its secrets. What tells of a promise is read by those who may
# read all promises. Nobody else gets a reason from anywhere.

LINES_MOST = 12


class LastReason(NamedTuple):
    """A reason, and what the bot has done."""

    why: Why
    deed: str


def reasons_of(look: Look, run: Sequence[LoggedMove]) -> tuple[Why, ...]:
    """Why bots made these moves, or wrote these orders, as far as the viewer may know it."""
    if not run:
        return ()
    numbers = [entry.number for entry in run]
    offers = look.game.player_offers.filter(entry_number__in=numbers).values("number")
    wanted = Q(what=BotReason.ENTRY, number__in=numbers)
    wanted |= Q(what=BotReason.OFFER, number__in=offers)
    orders = look.rules.orders
    if orders is not None and log.is_group(run) and run[0].verb in orders.verbs:
        slips = look.game.bot_reasons.filter(what=BotReason.SLIP, number__lt=numbers[0])
        wanted |= Q(what=BotReason.SLIP, number=slips.aggregate(last=Max("number"))["last"])
    return tuple(why for _, why in _read(look, look.game.bot_reasons.filter(wanted)))


def last_reasons(look: Look) -> tuple[LastReason, ...]:
    """The last ones, the newest first, as far as the viewer may know them."""
    newest = look.game.bot_reasons.order_by("-pk")
    rows = list(_read(look, newest, LINES_MOST))
    numbers = [row.number for row, _ in rows if row.what == BotReason.OFFER]
    offers = {one.number: one for one in look.game.player_offers.filter(number__in=numbers)}
    return tuple(LastReason(why, _deed(look, row, offers.get(row.number))) for row, why in rows)


def _read(
    look: Look, rows: QuerySet[BotReason], most: int | None = None
) -> Iterator[tuple[BotReason, Why]]:
    """What the viewer may read of these: the only place where reasons are read."""
    if not _may_read(look):
        return
    if not released(look).has_all:
        rows = rows.exclude(what=BotReason.PROMISE).exclude(facts__has_key=next(iter(SEALED)))
    labels = look.timeline.labels
    for row in rows[:most]:
        yield row, (labels[row.player], str(Because(row.text, row.facts)))


def _may_read(look: Look) -> bool:
    if look.viewer.is_moderator:
        return True
    return has_finished(look) and (seen_as(look).sees_end or not log.has_goals(look.game))


def _deed(look: Look, row: BotReason, offer: PlayerOffer | None) -> str:
    if row.what == BotReason.ENTRY and row.number <= look.fold.number:
        return sentences.sentence(look.fold, look.fold.entries[row.number - 1])
    facts = {"name": look.timeline.labels[row.player].name}
    if row.what == BotReason.SLIP:
        return gettext("%(name)s writes orders") % facts
    if offer is None:
        return gettext("%(name)s answers a promise") % facts
    facts |= {
        "move": sentence_of(look.fold, offer.move),
        "answer": offer.get_answer_display().lower(),
    }
    if offer.maker == row.player:
        return gettext("%(name)s offers: %(move)s") % facts
    return gettext("%(name)s %(answer)s: %(move)s") % facts


BotsShown = Sequence[tuple[str, str]]
"""Of each seat that the program plays, the id and the bot's level."""


def shown_bots(look: Look) -> Shown | None:
    """Which seats the program plays; the moderator learns how well, and changes it."""
    if look.rules.bots is None or is_ended(look):
        return None
    bots = _cached_bots(look)
    if not bots:
        return None
    is_moderator = look.viewer.is_moderator
    waits = is_moderator and bots_wait(look)
    reasons = last_reasons(look) if is_moderator else ()
    labels = look.timeline.labels
    names = {one.id: one.name for one in look.rules.bots.levels if is_moderator}
    html = partial(
        part_html,
        "bots/frame_bots.html",
        seats=[(labels[player], names.get(level, "")) for player, level in bots],
        own=look.viewer.seat or "",
        url=reverse("bots", args=[look.game.group.code]) if is_moderator else "",
        waits=waits,
        reasons=reasons,
    )
    return Shown((bots, waits, reasons), html)


def _cached_bots(look: Look) -> BotsShown:
    """Cost: a query after each change of the game's seats or settings."""
    game = look.game

    def read() -> BotsShown:
        return tuple((seat.player, seat.level) for seat in bots_of(game))

    if connection.in_atomic_block:
        return read()
    return cached("bots", (game.uid, game.stops), read)


FEATURE = Feature(
    urls=(
        path("play/<code:code>/partner/", play_bot_move, name="play-partner"),
        path("g/<code:code>/partner/", console_bot_move, name="partner"),
        path("g/<code:code>/bots/", bots, name="bots"),
        path("classes/<int:pk>/bots/", class_bots, name="class-bots"),
    ),
    parts=(Part("bots", shown_bots),),
    spoken=spoken_answers,
    reasons=reasons_of,
)
