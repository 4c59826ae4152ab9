"""Split control: two players agree to share a territory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Self

from moderator.rules import reading
from moderator.rules.age_of_iron.scenario import CONTROL_RFS, PRESENCE_RFS
from moderator.rules.age_of_iron.state import (
    REGION,
    State,
    check_has_control,
    check_revealed,
    players,
)
from moderator.rules.age_of_iron.typed_words import (
    example,
    missing,
    named_first,
    short_country,
    short_place,
    typed_player,
    typed_region,
)
from moderator.rules.errors import Refused
from moderator.rules.kinds import field
from moderator.rules.move import Description, Move, with_item
from moderator.rules.offer import Choice
from moderator.rules.reading import Wire

_two_different = reading.fits(
    lambda value: (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(one, str) for one in value)
        and value[0] != value[1]
    ),
    "two different players",
)


@dataclass(frozen=True, slots=True)
class SplitControl(Move[State]):
    """Two different players take control of a territory together."""

    verb = "split-control"
    words = ("split", "s")
    label = "Split Control"
    button = "Split"
    title = "Control"
    question = "Who"
    is_moderators = True  # it needs the other side’s agreement

    players: tuple[int, int] = field(players(_two_different))
    region: int = field(REGION)

    @classmethod
    def is_in(cls, state: State) -> bool:
        return state.options.control

    @classmethod
    def check_wire(cls, state: State, wire: Wire) -> None:
        """Raise `bad-move` where the option `control` is off."""
        check_has_control(state)

    @classmethod
    def check_now(cls, state: State, player: None) -> None:
        """Raise `wrong-phase`."""
        check_revealed(state, "Control is split")

    def check(self, state: State) -> None:
        """Raise `bad-target` or `not-split`."""
        place = state.region_name(self.region)
        if state.scenario.is_country(self.region):
            message = "{place} is a country; only a territory can be split."
            raise Refused("bad-target", message, place=place)
        if state.controlled[self.region]:
            raise Refused("bad-target", "{place} is already controlled.", place=place)
        for player in self.players:
            name = state.player_name(player)
            if not state.has_presence(player, self.region):
                message = "{name} has no Presence in {place}."
                raise Refused("not-split", message, name=name, place=place)
            if state.opening[self.region][player] >= PRESENCE_RFS:
                message = (
                    "{name} had a Presence in {place} before this Game-turn; both must establish "
                    "theirs in the same one."
                )
                raise Refused("not-split", message, name=name, place=place)
        for other, rfs in enumerate(state.chart[self.region]):
            if rfs and other not in self.players:
                name, message = state.player_name(other), "{name} has RFs in {place} too."
                raise Refused("not-split", message, name=name, place=place)

    def apply(self, state: State) -> State:
        """The state in which both control the territory, listed in the order of play."""
        owners = tuple(sorted(self.players))
        return state._replace(controlled=with_item(state.controlled, self.region, owners))

    def describe(self, before: State) -> Description:
        one, other = map(before.player_name, self.players)
        return Description(f"{one} and {other} split Control of {before.region_name(self.region)}")

    @classmethod
    def choices(cls, state: State, player: None) -> Iterator[Choice]:
        """Each pair with a Presence in the same region."""
        for region, row in enumerate(state.chart):
            here = [player for player in range(len(row)) if state.has_presence(player, region)]
            for one, other in combinations(here, 2):
                names = f"{state.player_name(one)} and {state.player_name(other)}"
                label = f"{names} in {state.region_name(region)}"
                yield cls((one, other), region).choice(state, label)

    @classmethod
    def no_choice(cls, state: State, player: None) -> Refused:
        return Refused("not-split", "No two countries have a Presence in one territory.")

    @classmethod
    def rules_in_short(cls, state: State) -> Iterator[str]:
        """How one country takes Control, and how two do."""
        yield (
            f"{CONTROL_RFS} RFs of one country alone in a territory: it controls the territory, "
            "and nobody may place RFs there for the rest of the game."
        )
        yield (
            "Two countries that both got a Presence there in this Game-turn, alone, can agree to "
            "split Control."
        )

    @classmethod
    def parse(cls, state: State, player: int, words: Sequence[str], text: str) -> dict[str, Any]:
        """Two players and a region."""
        line = example(state, cls, None)
        pair = [typed_player(state, word) for word in words[:2]]
        if len(pair) < 2:
            raise missing("Which two countries split Control?", line)
        if pair[0] == pair[1]:
            raise missing("Name two different countries.", line)
        if len(words) < 3:
            raise missing("Which territory do they split?", line)
        if len(words) > 3:
            raise missing("Type two countries and one territory.", line)
        return {"players": pair, "region": typed_region(state, words[2])}

    @classmethod
    def lines(cls, state: State, choice: Choice) -> tuple[str, ...]:
        return (f"split {' '.join(choice.values['players'])} {choice.values['region']}",)

    @classmethod
    def typed_examples(cls, state: State, player: int) -> Iterator[tuple[str, Self, str]]:
        other, region = (player + 1) % len(state.hand), named_first(state)[0]
        pair = f"{short_country(state, player)} {short_country(state, other)}"
        yield f"s {pair} {short_place(state, region)}", cls((player, other), region), ""
