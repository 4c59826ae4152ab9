"""A game that is being made for one group or several, until all of it can be begun."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.utils.translation import gettext

from moderator.play import selectors, services
from moderator.play.models import Classroom, Group, Person
from moderator.web.core import game_settings
from moderator.web.new_game import line_ups
from moderator.web.new_game.catalogue import CatalogueItem
from moderator.web.new_game.line_ups import LineUp, Tables


@dataclass(frozen=True)
class TargetGroup:
    """A group that a game can be made for, and the game that it plays now."""

    group: Group
    glance: selectors.GameSummary


@dataclass(frozen=True)
class NewGame:
    """A game that is being made: for whom, of what, and every field of the form as it stands."""

    classroom: Classroom
    chosen: str
    targets: tuple[TargetGroup, ...]
    card: CatalogueItem
    texts: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def tables(self) -> Tables:
        """Each group with its people."""
        return tuple((one.group, line_ups.people_of(one.group)) for one in self.targets)


@dataclass(frozen=True)
class PreparedGame:
    """One group's game, ready to be begun."""

    group: Group
    rules: str
    scenario: Any
    options: Mapping[str, Any]
    running: services.GameSettings
    people: Mapping[str, Person]

    def begin(self, by: Person) -> None:
        """Make the game; who plays by name sits down."""
        game = services.game_create(
            self.group, self.rules, self.scenario, self.options, by, self.running
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
    """The group's game; a scenario that is drawn is drawn for it alone."""
    rules, line = draft.card.rules, lines.get(group.pk, LineUp(()))
    own = dict(options) | ({"players": list(line.in_order())} if rules.players else {})
    if draft.card.scenario is None:
        scenario = services.scenario_draw(rules.id, own)
    else:
        scenario = rules.scenario_wire(draft.card.scenario)
    return PreparedGame(
        group, rules.id, scenario, own, game_settings.running_of(run, line.players), line.people
    )


def clashes_of(
    draft: NewGame, options: Mapping[str, Any], made: Sequence[PreparedGame]
) -> tuple[str, ...]:
    """Why the options make no sense together, each reason once."""
    if not made:
        nobody = gettext("There is no group yet. Make groups first.")
        return (*draft.card.rules.clashes(draft.card.scenario, options), nobody)
    if draft.card.scenario is None:
        return ()  # it was drawn for these options
    found = (draft.card.rules.clashes(draft.card.scenario, one.options) for one in made)
    return tuple(dict.fromkeys(clash for clashes in found for clash in clashes))
