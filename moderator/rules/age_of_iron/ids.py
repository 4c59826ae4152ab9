"""Players and regions by their ids in moves, and by their names in typed commands."""

from __future__ import annotations

from collections.abc import Sequence

from moderator.rules.age_of_iron.setup.scenario import Player, Region
from moderator.rules.age_of_iron.state import State
from moderator.rules.kinds import Kind
from moderator.rules.reading import fields
from moderator.rules.reading.words import Names, match

REGION: Kind = Kind(fields.text, State.region, State.region_id)
"""A region's id, read as the region's number; `Refused("unknown-region")`."""


def players(check: fields.Check) -> Kind:
    """A list of players' ids, read as their numbers; `Refused("unknown-player")`."""
    return Kind(
        check,
        read=lambda state, ids: tuple(map(state.player, ids)),
        write=lambda state, numbers: list(map(state.player_id, numbers)),
    )


def typed_player(state: State, word: str) -> str:
    """The id of the player that is typed; `Refused("not-understood" | "ambiguous")`."""
    return _typed(word, state.scenario.players, "country")


def typed_region(state: State, word: str, what: str = "region") -> str:
    """The id of the region that is typed; `Refused("not-understood" | "ambiguous")`."""
    return _typed(word, state.scenario.regions, what)


def _typed(word: str, known: Sequence[Player] | Sequence[Region], what: str) -> str:
    names = Names(tuple(one.id for one in known), tuple(one.name for one in known))
    return names.ids[match(word, names, what)]
