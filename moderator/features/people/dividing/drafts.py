"""Drafts of divisions, in the instructor's session until a lesson starts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from moderator.core.class_page import draft_key
from moderator.core.models import Classroom
from moderator.features.new_game.drafts import division_item
from moderator.features.people.dividing.draw import Division, GroupDraft, People
from moderator.features.people.dividing.write import NewGames


@dataclass(frozen=True)
class DivisionDraft:
    """A division that has not started. `key`: of what the groups play (`division_item`).

    `known`: everybody who was present, or had a seat, when it was drawn. `drawn_for`: the groups
    and games at that time (`groups_key`). `is_by_lot`: also people who didn't volunteer moderate.
    `changed`: when it was kept in the session.
    """

    key: str
    moderators: int
    count: int
    known: People
    groups: Division
    drawn_for: str = ""
    is_by_lot: bool = False
    changed: str = ""

    @property
    def new(self) -> NewGames | None:
        """The games to create; None if the groups keep theirs."""
        choice = division_item(self.key)
        return choice.new_games.at_once if choice else None

    @property
    def needs_moderator(self) -> bool:
        """Whether nobody but a moderator can record in the new games."""
        return self.new is not None and self.new.needs_moderator


def kept_draft(request: HttpRequest, classroom: Classroom) -> DivisionDraft | None:
    """The class's draft in this session."""
    kept = request.session.get(draft_key(classroom))
    if kept is None:
        return None
    changed, (key, moderators, count, known, groups, drawn_for, is_by_lot) = kept
    made = tuple(map(_group, groups))
    return DivisionDraft(key, moderators, count, tuple(known), made, drawn_for, is_by_lot, changed)


def keep_draft(request: HttpRequest, classroom: Classroom, draft: DivisionDraft | None) -> None:
    """Keep the draft instead of an earlier one; None forgets it."""
    if draft is None:
        request.session.pop(draft_key(classroom), None)
        return
    groups = [_wire(group) for group in draft.groups]
    asked = [draft.key, draft.moderators, draft.count]
    wire = [*asked, list(draft.known), groups, draft.drawn_for, draft.is_by_lot]
    request.session[draft_key(classroom)] = [timezone.now().isoformat(), wire]


def _wire(group: GroupDraft) -> list[Any]:
    seats = [list(seat) for seat in group.seats]
    return [group.number, seats, list(group.observers), group.moderator, sorted(group.bots)]


def _group(wire: list[Any]) -> GroupDraft:
    number, seats, observers, moderator, bots = wire
    return GroupDraft(
        number, tuple(map(tuple, seats)), tuple(observers), moderator, frozenset(bots)
    )
