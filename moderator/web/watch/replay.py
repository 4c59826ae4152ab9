"""Looking back: a game as it stood after any entry of its log. Nothing is recorded here."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from moderator.play import selectors
from moderator.play.log import history
from moderator.play.log.entries import entries_of
from moderator.play.log.history import History, Position
from moderator.play.models import Game, Group
from moderator.rules.game import MODERATOR, PUBLIC, Viewer
from moderator.web.core import game_files
from moderator.web.core.access import group_for
from moderator.web.core.forms import whole_number
from moderator.web.core.responses import render_page
from moderator.web.core.sheet_links import game_asked
from moderator.web.feed import frames


@dataclass(frozen=True)
class Jump:
    """A link to another place; without a `url` there is none that way. `keys` press it."""

    id: str
    sign: str
    label: str
    keys: str
    url: str


@dataclass(frozen=True)
class GameLink:
    """One of the group's games."""

    number: int
    title: str
    url: str
    is_shown: bool


@dataclass(frozen=True)
class Undone:
    """The link that shows what was taken back, or leaves it out again."""

    url: str
    is_shown: bool


@dataclass(frozen=True)
class ReplayPage:
    """A place in a game's log. `by` is for moderators; `asked` is a number that isn't there."""

    group: Group
    game: Game
    past: SafeString
    place: Position
    sentence: str
    by: str
    at: datetime | None
    index: int
    last: int
    is_cut: bool
    asked: int | None
    jumps: tuple[Jump, ...]
    games: tuple[GameLink, ...]
    undone: Undone | None
    now: str
    is_console: bool
    style: str
    script: str


@require_safe
@group_for("see-console")
def console(request: HttpRequest, group: Group) -> HttpResponse:
    """With everything that the moderator sees, and on request with what was taken back."""
    return _answer(request, group, MODERATOR)


@require_safe
@group_for("see-chart")
def chart(request: HttpRequest, group: Group) -> HttpResponse:
    """As everybody may see it: what stands, up to what is still secret."""
    return _answer(request, group, PUBLIC)


def _answer(request: HttpRequest, group: Group, viewer: Viewer) -> HttpResponse:
    """`?move=` of an entry that isn't shown leads to the last one before it, and says so."""
    game = game_asked(request, group)
    asked = whole_number(request.GET["move"]) if "move" in request.GET else None
    if asked is None and "move" in request.GET:
        raise Http404
    is_undone_shown = viewer.is_moderator and "undone" in request.GET
    walk = history.history_of(game, viewer, is_undone_shown)
    if asked is not None and viewer.is_moderator and not walk.has(asked):
        whole_log = history.history_of(game, viewer, with_undone=True)
        if whole_log.has(asked):  # it has been taken back, or takes back
            walk, is_undone_shown = whole_log, True
    index = len(walk.places) - 1 if asked is None else walk.at(asked)
    page = _page(group, game, viewer, walk, index, asked, is_undone_shown)
    with timezone.override(frames.zone_of(group)):
        return render_page(request, "web/watch/replay.html", page)


def _page(
    group: Group,
    game: Game,
    viewer: Viewer,
    walk: History,
    index: int,
    asked: int | None,
    is_undone_shown: bool,
) -> ReplayPage:
    place = walk.places[index]
    entry = entries_of(game).filter(number=place.number).first()
    here = reverse("replay" if viewer.is_moderator else "chart-replay", args=[group.code])
    kept = {"undone": "1"} if is_undone_shown else {}
    other = {} if is_undone_shown else {"undone": "1"}
    number = {"game": game.number, "move": place.number}
    undone = Undone(f"{here}?{urlencode({**number, **other})}", is_undone_shown)
    return ReplayPage(
        group=group,
        game=game,
        past=frames.html_of_state(game, place.state, place.before, viewer),
        place=place,
        sentence=_sentence(walk, place),
        by=entry.person.display_name if entry and viewer.is_moderator else "",
        at=entry.at if entry else None,
        index=index,
        last=len(walk.places) - 1,
        is_cut=walk.is_cut and index == len(walk.places) - 1,
        asked=None if asked == place.number else asked,
        jumps=_jumps(walk, index, f"{here}?{urlencode({'game': game.number, **kept})}"),
        games=_games(group, game, here),
        undone=undone if viewer.is_moderator and _has_undone(walk) else None,
        now=reverse("console" if viewer.is_moderator else "chart", args=[group.code]),
        is_console=viewer.is_moderator,
        style=game_files.style_of(game),
        script=game_files.script_of(game),
    )


def _sentence(walk: History, place: Position) -> str:
    if place.step is None:
        return gettext("Before the first move")
    return selectors.entry_sentence(walk.timeline, place.verb, place.step)


def _has_undone(walk: History) -> bool:
    return walk.timeline.number > sum(1 for _ in walk.timeline.steps())


def _games(group: Group, shown: Game, here: str) -> tuple[GameLink, ...]:
    return tuple(
        GameLink(game.number, game.title, f"{here}?game={game.number}", game == shown)
        for game in group.games.order_by("number")
    )


def _jumps(walk: History, index: int, here: str) -> tuple[Jump, ...]:
    """First, a turn back, back, on, a turn on, last: as on any player of tapes."""
    last = len(walk.places) - 1
    starts = [i for i, place in enumerate(walk.places) if place.is_turn]
    turn_back = max((i for i in starts if i < index), default=None)
    turn_on = min((i for i in starts if i > index), default=last if index < last else None)
    back, on = index > 0, index < last
    ways = (
        ("first", "⇤", gettext("First"), "Home", 0 if back else None),
        ("turn-back", "«", gettext("Turn back"), "Shift+ArrowLeft", turn_back),
        ("back", "‹", gettext("Back"), "ArrowLeft", index - 1 if back else None),
        ("on", "›", gettext("On"), "ArrowRight", index + 1 if on else None),
        ("turn-on", "»", gettext("Turn on"), "Shift+ArrowRight", turn_on),
        ("last", "⇥", gettext("Last"), "End", last if on else None),
    )
    return tuple(
        Jump(id, sign, label, keys, "" if to is None else f"{here}&move={walk.places[to].number}")
        for id, sign, label, keys, to in ways
    )
