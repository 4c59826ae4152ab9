"""The student's page: the chart as the own seat sees it, and what only that seat may read."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_POST, require_safe

from moderator.play import access, selectors
from moderator.play.log import folds
from moderator.play.log.entries import rules_of, scenario_of
from moderator.play.log.folds import Fold
from moderator.play.models import Game, Group, Person, Seat
from moderator.play.services.moves import is_moderators_verb
from moderator.rules import game as rules_game
from moderator.rules.game import Viewer
from moderator.web.core import game_files
from moderator.web.core.access import actor_of, forget_person, group_for, student_in
from moderator.web.core.responses import SeeOther, render_page
from moderator.web.core.seating import seat_statuses
from moderator.web.feed import frames, publishing
from moderator.web.feed.turns import turn_of
from moderator.web.moves.answers import NOTHING, Reply, reply_to
from moderator.web.moves.form_building import form_groups
from moderator.web.moves.forms import MoveFormGroup, MoveFormsPage, RejectedForm


@dataclass(frozen=True)
class SeatedPlayer:
    """Who asks, and the own seat in the group's present game."""

    group: Group
    game: Game
    person: Person
    seat: Seat


@dataclass(frozen=True)
class PlayerPage(MoveFormsPage):
    """What somebody on a seat sees. `mates` share the seat.

    The forms, the answer and what they need are there where seats make their own moves.
    """

    group: Group
    game: Game
    title: str
    person: Person
    seat: rules_game.SeatLabel
    mates: tuple[str, ...]
    briefing: str
    live: SafeString
    version: int
    feed: str
    style: str
    script: str
    seat_word: str
    after: int = 0
    is_acting: bool = False
    is_own_turn: bool = False
    groups: tuple[MoveFormGroup, ...] = ()
    answer: Reply = NOTHING


@require_safe
@group_for("see-chart")
def play(request: HttpRequest, group: Group) -> HttpResponse:
    """Who has not joined yet, or sits nowhere, is led there.

    `?part=parts`: the board and its forms anew, for a page whose turn it has become.
    """
    if student_in(request, group.classroom) is None:
        return redirect("join", code=group.code)
    at = seated(request, group)
    if at is None:
        return redirect("seats", code=group.code)
    template = (
        "web/player/player.html#parts" if request.GET.get("part") else "web/player/player.html"
    )
    return render_page(request, template, page_of(at))


def seated(request: HttpRequest, group: Group) -> SeatedPlayer | None:
    """Who asks and where; None for whoever is no student, or sits nowhere in the present game."""
    person = student_in(request, group.classroom)
    game = selectors.game_now(group) if person else None
    seat = access.seat_of(actor_of(request), game) if game else None
    if person is None or game is None or seat is None:
        return None
    return SeatedPlayer(group, game, person, seat)


def page_of(
    at: SeatedPlayer, typed: RejectedForm | None = None, fold: Fold | None = None
) -> PlayerPage:
    """The page as it stands, with what was pressed or typed and not taken.

    Args:
        fold: the log, where it has just been looked at.
    """
    game, player = at.game, at.seat.player
    fold = fold or folds.fold_of(game)
    viewer = Viewer(seat=player)
    chair = next((chair for chair in seat_statuses(game) if chair.pk == at.seat.pk), None)
    if chair is None:  # the game has been deleted just now
        raise Http404
    page = PlayerPage(
        group=at.group,
        game=game,
        title=game.title,
        person=at.person,
        seat=chair.seat,
        mates=tuple(name for name in chair.names if name != at.person.display_name),
        briefing=rules_of(game).briefing(scenario_of(game), player),
        live=frames.html_of(at.group, game, fold, viewer),
        version=frames.version_of(game, fold),
        feed=f"{reverse('play', args=[at.group.code])}feed",
        style=game_files.style_of(game),
        script=game_files.script_of(game),
        seat_word=rules_of(game).seat_word,
        answer=reply_to(game, fold, typed) if typed else NOTHING,
    )
    return _with_acts(page, fold, player, typed) if frames.acts_here(game, viewer) else page


def _with_acts(page: PlayerPage, fold: Fold, player: str, typed: RejectedForm | None) -> PlayerPage:
    game, rules = page.game, fold.timeline.game
    turn = turn_of(game, fold, Viewer(seat=player), frozenset())
    # What is refused because others are to move needs no forms: the board says whose turn it is.
    offers = rules.offers(fold.timeline.state, player) if turn.is_own else ()
    own = tuple(offer for offer in offers if not is_moderators_verb(game, offer.verb))
    return replace(
        page,
        after=fold.number,
        is_acting=True,
        is_own_turn=turn.is_own,
        groups=form_groups(game, fold, own, typed),
    )


@require_POST
@group_for("see-chart")
def leave(request: HttpRequest, group: Group) -> HttpResponse:
    """This browser forgets who it was here; the seat stays the person's."""
    if student_in(request, group.classroom) is None:
        raise Http404
    with publishing.revoking_lost_access(request):
        forget_person(request, group.classroom)
    return SeeOther(reverse("chart", args=[group.code]))
