"""The list of a class's announcements: to whom each goes, and which groups have got it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext, ngettext

from moderator.play import announced, selectors
from moderator.play.lesson_now import names_of_players
from moderator.play.log.folds import Fold, fold_of, folds_of
from moderator.play.models import Announcement, AnnouncementRelease, Classroom, Game, Group
from moderator.play.services.announcements import is_for
from moderator.play.whole_class import games_of


@dataclass(frozen=True, slots=True)
class Got:
    """A group that has got an announcement: in which round (or empty), and when."""

    group: str
    round: str
    at: datetime


@dataclass(frozen=True, slots=True)
class AnnouncementRow:
    """An announcement; `missing`: the groups concerned that haven't got it in their game."""

    announcement: Announcement
    to: str
    when: str
    got: tuple[Got, ...]
    missing: tuple[str, ...]

    @property
    def is_prepared(self) -> bool:
        """Whether nobody has got it."""
        return not self.got

    @property
    def got_sentence(self) -> str:
        """How many groups have got it."""
        count = len({one.group for one in self.got})
        message = ngettext("%(count)d group has it", "%(count)d groups have it", count)
        return message % {"count": count}


@dataclass(frozen=True, slots=True)
class Present:
    """The groups of a class, their present games by the group's primary key, and the folded logs
    of games by the game's."""

    groups: Sequence[Group]
    games: Mapping[int, Game]
    folds: dict[int, Fold]

    @property
    def players(self) -> dict[str, str]:
        """The name of each player of the games, by id."""
        found = (names_of_players(game) for game in self.games.values())
        return {id: name for names in found for id, name in names.items()}

    @property
    def rounds(self) -> tuple[str, int]:
        """The word for a round and how many there are, in the longest of the games."""
        of = (announced.rounds_of(self.folds[game.pk]) for game in self.games.values())
        return max(of, key=lambda rounds: rounds[1], default=("", 0))

    def fold(self, game: Game) -> Fold:
        """The log of a present or an earlier game."""
        if game.pk not in self.folds:
            self.folds[game.pk] = fold_of(game)
        return self.folds[game.pk]


def present_of(classroom: Classroom) -> Present:
    """What the groups of the class play now."""
    groups = selectors.groups_of(classroom)
    games = games_of(groups)
    return Present(groups, games, folds_of(games.values()))


def rows_of(classroom: Classroom, present: Present) -> list[AnnouncementRow]:
    """All announcements of the class, the newest first."""
    found = classroom.announcements.select_related("group").order_by("-pk")
    found = found.prefetch_related("releases__game__group__classroom", "releases__group")
    names, (word, _) = present.players, present.rounds
    return [
        AnnouncementRow(
            announcement=one,
            to=_to(one, names),
            when=_when(one, word),
            got=tuple(_got(release, present) for release in one.releases.all()),
            missing=_missing(one, present),
        )
        for one in found
    ]


def _to(announcement: Announcement, names: Mapping[str, str]) -> str:
    if announcement.group is not None:
        return announcement.group.name
    if announcement.player:
        name = names.get(announcement.player, announcement.player)
        return gettext("%(name)s in every group") % {"name": name}
    return gettext("Everybody")


def _when(announcement: Announcement, word: str) -> str:
    if announcement.at_round is None:
        return ""
    facts = {"word": word or gettext("round"), "number": announcement.at_round}
    return gettext("at the start of %(word)s %(number)d") % facts


def _got(release: AnnouncementRelease, present: Present) -> Got:
    game = release.game
    at_round = announced.round_at(present.fold(game), release.entry_number) if game else ""
    return Got(release.group.name, at_round, release.at)


def _missing(announcement: Announcement, present: Present) -> tuple[str, ...]:
    got = {(release.group_id, release.game_id) for release in announcement.releases.all()}
    return tuple(
        group.name
        for group in present.groups
        if announcement.group_id in (None, group.pk)
        and (group.pk, (game := present.games.get(group.pk)) and game.pk) not in got
        and is_for(announcement, present.games.get(group.pk))
    )
