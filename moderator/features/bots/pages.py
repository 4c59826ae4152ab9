"""Pages on which bots are put on seats and taken away, and the button that lets one move now."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext

from moderator.core import log, queries
from moderator.core.access import group_for, own_class, recorder, user_of
from moderator.core.errors import InvalidInput, NotAllowed, Stale
from moderator.core.forms import shortened, whole_number
from moderator.core.look import look_at
from moderator.core.models import Classroom, Game, Group, Person, Seat
from moderator.core.people import instructor_person
from moderator.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.core.seating import SeatStatus, seat_statuses
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
from moderator.features.moves.console import Written, on_console
from moderator.features.moves.forms import BOARD, NOTHING, RejectedForm
from moderator.features.moves.record import rejected
from moderator.features.moves.student import player_or_404
from moderator.features.moves.student_moves import play_answer
from moderator.rules.bots import BotLevel
from moderator.rules.errors import Refused

# Which seats the program plays: of one group, for its moderator, or of a whole class.


@dataclass(frozen=True)
class BotTable:
    """A group's game, and its seats, each with the level of its bot. `waits`: after an undo;
    `after`: the log's number."""

    group: Group
    game: Game
    seats: tuple[tuple[SeatStatus, str], ...]
    waits: bool
    after: int


@dataclass(frozen=True)
class BotsPage:
    """The seats of these games. `free`: how many nobody plays (`free_seats`). `usual`: the level
    that is chosen."""

    classroom: Classroom
    group: Group | None
    tables: tuple[BotTable, ...]
    levels: tuple[BotLevel, ...]
    free: int
    usual: str
    error: str = ""


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
    bots = [found for one in tables if (found := log.rules_of(one.game).bots)]
    levels = {level.id: level for one in bots for level in one.levels}
    page = BotsPage(
        classroom=classroom,
        group=group,
        tables=tuple(tables),
        levels=tuple(levels.values()),
        free=sum(free_seats(one.game).count() for one in tables),
        usual=request.POST.get("level", bots[0].usual if bots else ""),
        error=error,
    )
    return render_page(request, "bots/bots.html", page, UNPROCESSABLE if error else 200)


def _table(game: Game) -> BotTable | None:
    """None where the program can't play, or the game has ended."""
    look = look_at(game)
    if look.rules.bots is None or look.timeline.is_over:
        return None
    levels = dict(Seat.objects.filter(game=game).values_list("pk", "level"))
    seats = tuple((status, levels[status.pk]) for status in seat_statuses(game))
    has_bots = any(status.is_partner for status, _level in seats)
    return BotTable(game.group, game, seats, has_bots and bots_wait(look), look.fold.number)


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
