"""What watchers are shown: the same template for a page's first look and for its feed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import tzinfo
from itertools import groupby
from typing import Any
from zoneinfo import ZoneInfo

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from moderator.live.events import Frame
from moderator.play import dice, selectors
from moderator.play.cache import LruCache
from moderator.play.log import folds
from moderator.play.log.entries import rules_of
from moderator.play.log.folds import Fold
from moderator.play.models import Game, Group
from moderator.rules.game import Viewer
from moderator.web.core.game_files import folder_of, template_of
from moderator.web.feed.audiences import viewer_of
from moderator.web.feed.turns import Turn, bots_of, turn_of

ENTRIES_MOST = 1_000_000  # more than any game's log holds
LOG_LINES = 200
LEAF_LINES = 10


@dataclass(frozen=True, slots=True)
class LogSection:
    """The newest lines of a log, newest first; `older` ones are not shown. `replay` leads back.

    A leaf's lines are those of the same ten numbers: all but the first leaf stay as they are.
    """

    leaves: tuple[tuple[selectors.LogLine, ...], ...]
    older: int
    replay: str


@dataclass(frozen=True, slots=True)
class BoardControls:
    """What a page on which moves are made adds to a frame.

    `after` is the log's number; `go_on` the address that lets the bot go on; `dice`
    says whose the next dice are: once the seed of the server's is known, they are typed.
    """

    after: int
    dice: str
    turn: Turn | None
    go_on: str


_frames: LruCache[SafeString] = LruCache(
    400
)  # 40 groups for the public, their consoles, some seats


def render(group_id: int, audience: str) -> Frame | None:
    """The frame of a group for "public", "moderator" or "seat:<player>"; None if it is gone."""
    group = Group.objects.select_related("classroom").filter(pk=group_id).order_by().first()
    if group is None:
        return None
    game = selectors.game_now(group)
    fold = folds.fold_of(game) if game else None
    return frame_of(group, game, fold, viewer_of(audience))


def frame_of(group: Group, game: Game | None, fold: Fold | None, viewer: Viewer) -> Frame:
    """What the feed sends."""
    return Frame(version_of(game, fold), html_of(group, game, fold, viewer).encode())


def version_of(game: Game | None, fold: Fold | None) -> int:
    """A number that grows with every entry and every new game of a group."""
    if game is None or fold is None:
        return 0
    return game.number * ENTRIES_MOST + fold.number


def html_of(group: Group, game: Game | None, fold: Fold | None, viewer: Viewer) -> SafeString:
    """Everything that the viewer may see, and no inputs: drawn once for all who ask."""
    if game is None or fold is None:
        return render_to_string("web/feed/frame.html", {"game": ""})
    zone = zone_of(group)
    log = _log(group, fold, viewer) if viewer.is_moderator else None
    # All that the template is given: a name or a zone that changes is shown at once.
    bots = bots_of(game) if acts_here(game, viewer) else frozenset()
    run = (game.acting, game.dice, game.has_help, bots)
    key = (game.uid, fold.hash, viewer, log, zone, get_language(), run)
    timeline = fold.timeline

    def make() -> SafeString:
        press = _press(group, game, fold, viewer, bots)
        with timezone.override(zone):
            return html_of_state(game, timeline.state, timeline.before, viewer, log, press)

    return _frames.get_or_make(key, make)


def acts_here(game: Game, viewer: Viewer) -> bool:
    """Whether the viewer's live page records moves: the moderator's, and where seats act theirs."""
    return viewer.is_moderator or (viewer.seat is not None and game.acting == Game.Acting.SEATS)


def _press(
    group: Group, game: Game, fold: Fold, viewer: Viewer, bots: frozenset[str]
) -> BoardControls | None:
    if not acts_here(game, viewer):
        return None
    # The charts of games that a moderator runs alone say themselves whose turn it is.
    is_said = viewer.seat is not None or bool(bots)
    turn = turn_of(game, fold, viewer, bots) if is_said else None
    name = "partner" if viewer.is_moderator else "play-partner"
    whose = Game.Dice.SERVER if dice.rolls_here(game, fold) else Game.Dice.TABLE
    return BoardControls(fold.number, str(whose), turn, reverse(name, args=[group.code]))


def html_of_state(
    game: Game,
    state: Any,
    before: Any,
    viewer: Viewer,
    log: LogSection | None = None,
    press: BoardControls | None = None,
) -> SafeString:
    """The same of any state of the game.

    Args:
        press: on a page that records moves; None: there is nothing to press.
    """
    context = {
        "game": folder_of(game.rules),
        "chart": chart_template(game.rules),
        "view": rules_of(game).view(state, viewer, before),
        "own": viewer.seat or "",
        "log": log,
        "acts": press is not None,
        "after": press.after if press else None,
        "press": press,
        "help": game.has_help,
        "dice": press.dice if press else game.dice,
        "promise": _promise(game),
    }
    return render_to_string("web/feed/frame.html", context)


def _promise(game: Game) -> str:
    """Where it stands what the server has promised of its dice; empty where it rolls none."""
    if game.dice != Game.Dice.SERVER:
        return ""
    return f"{reverse('dice', args=[game.group.code])}?game={game.number}"


def _log(group: Group, fold: Fold, viewer: Viewer) -> LogSection:
    lines = groupby(
        selectors.log_lines(fold, viewer, LOG_LINES), lambda line: line.number // LEAF_LINES
    )
    leaves = tuple(tuple(leaf) for _, leaf in lines)
    return LogSection(leaves, max(0, fold.number - LOG_LINES), reverse("replay", args=[group.code]))


def chart_template(rules: str) -> str:
    """The template that draws a state of these rules."""
    return f"games/{folder_of(rules)}/chart.html"


def has_chart(rules: str) -> bool:
    """Whether the site has a page for a game with these rules."""
    return bool(template_of(rules, "chart.html"))


def zone_of(group: Group) -> tzinfo:
    """The class's time zone."""
    return ZoneInfo(group.classroom.time_zone)
