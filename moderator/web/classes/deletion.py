"""Deletion summaries: what a deletion takes with it, for its confirmation page."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext, ngettext

from moderator.play.models import Classroom, Entry, Game, Group, Person


@dataclass(frozen=True)
class DeletionSummary:
    """How many of each thing would be deleted."""

    groups: int
    games: int
    entries: int
    people: int
    tournaments: int = 0

    @property
    def parts(self) -> list[str]:
        """Each number above zero, in words."""
        texts = (
            (self.groups, ngettext("%(n)d group", "%(n)d groups", self.groups)),
            (self.games, ngettext("%(n)d game", "%(n)d games", self.games)),
            (
                self.entries,
                ngettext("%(n)d entry of its log", "%(n)d entries of their logs", self.entries),
            ),
            (
                self.tournaments,
                ngettext("%(n)d tournament", "%(n)d tournaments", self.tournaments),
            ),
            (self.people, ngettext("%(n)d person", "%(n)d people", self.people)),
        )
        return [text % {"n": number} for number, text in texts if number] or [
            gettext("nothing else")
        ]


def summary_of_classroom(classroom: Classroom) -> DeletionSummary:
    """What is deleted with a class: everything and everybody in it."""
    inside = Q(group__classroom=classroom)
    return DeletionSummary(
        groups=classroom.groups.count(),
        games=Game.objects.filter(inside).count(),
        entries=Entry.objects.filter(game__group__classroom=classroom).count(),
        people=Person.objects.filter(classroom=classroom, is_removed=False).count(),
        tournaments=classroom.tournaments.count(),
    )


def summary_of_group(group: Group) -> DeletionSummary:
    """What is deleted with a group; its people stay in the class, without a group."""
    return DeletionSummary(
        groups=1,
        games=group.games.count(),
        entries=Entry.objects.filter(game__group=group).count(),
        people=0,
    )


def summary_of_game(game: Game) -> DeletionSummary:
    """What is deleted with a game; its group and its people stay."""
    return DeletionSummary(groups=0, games=1, entries=game.entries.count(), people=0)
