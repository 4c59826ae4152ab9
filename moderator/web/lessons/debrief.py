"""The debrief of a class: the instructor releases what was written in its games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from moderator.play import services
from moderator.play.errors import InvalidInput
from moderator.play.models import Classroom, Game
from moderator.play.selectors import groups_of
from moderator.play.services import Stale
from moderator.play.whole_class import games_of
from moderator.web.core.access import classroom_for
from moderator.web.core.forms import whole_number
from moderator.web.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.web.feed import publishing
from moderator.web.lessons.debrief_groups import GroupDebrief, debrief_of, debriefs_of, part_named


@dataclass(frozen=True)
class ReleasesPage:
    """The groups that have started a game; `error`: why nothing was released."""

    classroom: Classroom
    groups: tuple[GroupDebrief, ...]
    error: str = ""

    @property
    def can_all(self) -> bool:
        """Whether there are several groups in which everything can be released now."""
        present = (one for one in self.groups if not one.is_earlier)
        return len([one for one in present if _can_release_all(one)]) > 1


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
def debrief(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The page; a POST releases a part, or withdraws a release."""
    error = ""
    if request.method == "POST":
        try:
            return SeeOther(
                reverse("class-debrief", args=[classroom.pk]) + _act(classroom, request.POST)
            )
        except InvalidInput as invalid:
            error = str(invalid)
        except Stale:
            error = gettext("This game has been deleted.")
    page = ReleasesPage(classroom, debriefs_of(classroom), error)
    return render_page(request, "web/lessons/debrief.html", page, UNPROCESSABLE if error else 200)


def _act(classroom: Classroom, post: QueryDict) -> str:
    """Release a part of a group's game, everything of all, or withdraw; the fragment to go to."""
    games = games_of(groups_of(classroom))
    if "release-all" in post:
        _release_all(games.values())
        return ""
    game, present = _games_in(post, games.values())
    with transaction.atomic():
        if "release" in post:
            services.debrief_release(game, *_part_in(post))
        else:
            services.debrief_withdraw(game, [whole_number(post.get("withdraw", "")) or 0])
        publishing.publish_charts([game.group_id])
    return f"#{GroupDebrief(game.group, game, '', is_earlier=game != present).id}"


def _release_all(games: Iterable[Game]) -> None:
    """Release everything in the games that are over, if there is anything."""
    with transaction.atomic():
        chosen = [game for game in games if _can_release_all(debrief_of(game))]
        if not chosen:
            raise InvalidInput(
                gettext("No group has anything more to release now. Look at the page again.")
            )
        for game in sorted(chosen, key=lambda one: one.pk):  # everybody locks them in this order
            services.debrief_release(game)
        publishing.publish_charts([game.group_id for game in chosen])


def _part_in(post: QueryDict) -> tuple[tuple[str, ...], int | None]:
    try:
        return part_named(post.get("release", ""))
    except ValueError as error:
        raise Http404 from error


def _games_in(post: QueryDict, games: Iterable[Game]) -> tuple[Game, Game]:
    """The game that the form is about, and the group's present one."""
    number, game_number = whole_number(post.get("group", "")), whole_number(post.get("game", ""))
    present = next((one for one in games if one.group.number == number), None)
    if present is None:
        raise Http404
    game = present
    if game.number != game_number:
        earlier = present.group.games.filter(number=game_number or 0, is_waiting=False).first()
        if earlier is None:
            raise InvalidInput(gettext("There is no such game. Look at the page again."))
        game = earlier
    return game, present


def _can_release_all(one: GroupDebrief) -> bool:
    """Whether the group's game is over for good, and not everything of it has been released."""
    return one.everything is not None and not one.everything.release and not one.can_go_on
