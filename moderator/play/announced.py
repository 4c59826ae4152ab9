"""What has been announced in a game, for its log and for the debrief."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext

from moderator.play import released
from moderator.play.lesson_now import names_of_players
from moderator.play.log.folds import Fold
from moderator.play.models import Game
from moderator.rules.viewer import Viewer


@dataclass(frozen=True, slots=True)
class Announced:
    """An announcement that a game's group got; `name`: of the only player, or empty.

    `round`: when, in the players' words; empty for games without rounds.
    """

    text: str
    name: str
    at: datetime
    round: str
    is_withdrawn: bool


def announced_in(game: Game, fold: Fold, viewer: Viewer) -> list[Announced]:
    """What the viewer may read of it, the newest first.

    One to a single player is a secret as others of the game: after the end it is for everybody
    who may see those (`released`). Withdrawn ones are for moderators.
    """
    now = fold.timeline
    is_over = now.game.is_over(now.state)
    viewer = released.seen_as(game, is_over, viewer)
    releases = game.releases.select_related("announcement").order_by("-pk")
    names = names_of_players(game)
    return [
        Announced(
            text=release.announcement.text,
            name=names.get(release.announcement.player, ""),
            at=release.at,
            round=round_at(fold, release.entry_number),
            is_withdrawn=release.announcement.is_withdrawn,
        )
        for release in releases
        if _may_read(release.announcement.player, viewer, is_over)
        and (viewer.is_moderator or not release.announcement.is_withdrawn)
    ]


def round_at(fold: Fold, number: int) -> str:
    """The round after that entry, in the players' words; empty for games without rounds."""
    rules = fold.timeline.game
    if number > fold.number:  # of a log that was replaced
        return ""
    state = fold.state_after(number)
    played = rules.rounds_played(state)
    if played is None:
        return ""
    if rules.is_over(state):
        return gettext("After the end")
    return f"{rules.round_word} {min(played[0] + 1, played[1])}"


def _may_read(player: str, viewer: Viewer, is_over: bool) -> bool:
    is_open = is_over and viewer.sees_end
    return not player or viewer.is_moderator or viewer.seat == player or is_open


def rounds_of(fold: Fold) -> tuple[str, int]:
    """What players call a round, and how many the game has; empty and 0 without rounds."""
    now = fold.timeline
    played = now.game.rounds_played(now.state)
    return (now.game.round_word, played[1]) if played else ("", 0)
