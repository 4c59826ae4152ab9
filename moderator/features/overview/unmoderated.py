"""Groups without a moderator: what the overview offers for them, and what their phones say."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from django.urls import reverse
from django.utils.translation import get_language, gettext

from moderator.core import log
from moderator.core.cache import cached
from moderator.core.ended import is_ended
from moderator.core.feature import Shown, part_html
from moderator.core.look import Look
from moderator.core.models import Entry, Game
from moderator.core.seating import waits_for_moderator
from moderator.features.moves.answers import undo_button
from moderator.rules.seating import PUBLIC
from moderator.rules.wire import UNDO

UNDO_LAST = "undo"


@dataclass(frozen=True, slots=True)
class TakeBack:
    """How the instructor takes back what players have recorded: `value` of the button, and the URL
    for a correction, or empty. `what`: it would take back; empty if there is nothing."""

    what: str
    value: str
    correct: str


@dataclass(frozen=True, slots=True)
class Moderator:
    """A group's moderator; `seen`: when they were connected last, `here`: that, or when they came
    into the class. `is_lost`: they aren't connected, and have had time to be."""

    name: str
    is_online: bool
    is_lost: bool
    seen: datetime | None
    here: datetime

    def is_away(self, now: datetime, limit: timedelta) -> bool:
        return not self.is_online and now - self.here >= limit


def take_back_of(look: Look, group_number: int) -> TakeBack:
    """For the overview, which may be on a projector: nothing that is secret."""
    game, fold = look.game, look.fold
    what = cached("take back", (game.uid, fold.key, get_language()), partial(_what, look))
    value = f"{UNDO_LAST}:{group_number}:{game.number}:{fold.number}"
    can_correct = look.rules.correction is not None
    correct = reverse("correct", args=[game.group.code]) if can_correct else ""
    return TakeBack(what, value, correct)


def _what(look: Look) -> str:
    steps = log.steps_of_next(look.fold, UNDO)
    entries = [look.fold.entries[step.number - 1] for step in steps]
    if log.is_hidden(look.fold, entries, PUBLIC):
        return gettext("the last move")
    return undo_button(look, UNDO).what


def can_go_alone(
    look: Look, moderator: Moderator | None, now: datetime, limit: timedelta, is_stuck: bool
) -> bool:
    """Whether players should be offered to record: the moderator is away, or there is none.

    An instructor who has recorded moderates the group, unless it is stuck.
    """
    if look.game.is_unmoderated or not waits_for_moderator(look.game):
        return False
    if moderator is not None:
        return moderator.is_away(now, limit)
    return is_stuck or not any(one.role == Entry.Role.INSTRUCTOR for one in look.fold.entries)


def shown_unmoderated(look: Look) -> Shown | None:
    """Who records, and whom to ask when something is wrong; for players and a new moderator."""
    if not _is_played_alone(look.game) or is_ended(look):
        return None
    is_seat = look.viewer.seat is not None
    if not (is_seat or look.viewer.is_moderator):
        return None
    template = "overview/frame_unmoderated.html"
    return Shown(is_seat, partial(part_html, template, is_seat=is_seat))


def _is_played_alone(game: Game) -> bool:
    return game.is_unmoderated and not game.is_waiting
