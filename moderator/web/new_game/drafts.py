"""Preparing a new game for one or more groups."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from moderator.play import services
from moderator.play.models import Classroom, Group, Person
from moderator.web.core import game_settings
from moderator.web.new_game import line_ups
from moderator.web.new_game.catalogue import CatalogueItem
from moderator.web.new_game.last_game import LastGame, TargetGroup
from moderator.web.new_game.line_ups import LineUp, Tables


@dataclass(frozen=True)
class NewGame:
    """A new game before it is created: groups, catalogue item, and the players as typed."""

    classroom: Classroom
    chosen: str
    targets: tuple[TargetGroup, ...]
    item: CatalogueItem
    last: LastGame | None = None
    texts: Mapping[str, str] = field(default_factory=dict)

    @property
    def settings(self) -> dict[str, Any]:
        """The settings of the game that is played again; empty for another one."""
        return self.last.settings if self.last else {}

    @property
    def options(self) -> Mapping[str, Any]:
        """Its options."""
        return self.last.options if self.last else {}

    @property
    def line_up(self) -> dict[str, str]:
        """Its players."""
        return self.last.line_up if self.last else {}

    @cached_property
    def tables(self) -> Tables:
        """Each group with its people."""
        return tuple((one.group, line_ups.people_of(one.group)) for one in self.targets)


@dataclass(frozen=True)
class PreparedGame:
    """One group's game, ready to begin."""

    group: Group
    rules: str
    scenario: Any
    options: Mapping[str, Any]
    settings: services.GameSettings
    people: Mapping[str, Person]

    def begin(self, by: Person) -> None:
        """Create the game, and seat the people who play it."""
        game = services.game_create(
            self.group, self.rules, self.scenario, self.options, by, self.settings
        )
        seats = {seat.player: seat for seat in game.seats.all()}
        for player, person in self.people.items():
            services.seat_give(person, seats[player])


def prepared_game(
    draft: NewGame,
    group: Group,
    options: Mapping[str, Any],
    run: Mapping[str, Any],
    lines: Mapping[int, LineUp],
) -> PreparedGame:
    """The group's game; a drawn scenario is drawn for this group alone."""
    rules, line = draft.item.rules, lines.get(group.pk, LineUp(()))
    own = dict(options) | ({"players": list(line.in_order())} if rules.players else {})
    if draft.item.scenario is None:
        scenario = services.scenario_draw(rules.id, own)
    else:
        scenario = rules.scenario_wire(draft.item.scenario)
    return PreparedGame(
        group, rules.id, scenario, own, game_settings.settings_of(run, line.players), line.people
    )


@dataclass(frozen=True)
class SeatNote:
    """A group whose students don't fit the seats: so many too few or too many."""

    group: Group
    students: int
    free: int
    extra: int


def seat_notes(draft: NewGame) -> tuple[SeatNote, ...]:
    """The groups whose number of students isn't that of the seats; empty before anybody joined."""
    seats = len(draft.item.seats)
    counts = [(group, len(people)) for group, people in draft.tables]
    if draft.item.rules.players or not seats or not any(count for _, count in counts):
        return ()
    return tuple(
        SeatNote(group, count, max(seats - count, 0), max(count - seats, 0))
        for group, count in counts
        if count != seats
    )
