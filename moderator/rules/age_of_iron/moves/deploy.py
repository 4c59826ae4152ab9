"""Deploy: place RFs from the hand on the Game Chart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

from moderator.rules.age_of_iron.moves.build import Build, Placing
from moderator.rules.age_of_iron.moves.correct import corrections
from moderator.rules.age_of_iron.scenario import PRESENCE_RFS
from moderator.rules.age_of_iron.state import (
    REGION,
    State,
    check_hand,
    rfs_text,
)
from moderator.rules.age_of_iron.typed_words import (
    example,
    missing,
    named_first,
    names_and_numbers,
    regions,
    short_place,
    typed_region,
)
from moderator.rules.command import begun, number
from moderator.rules.errors import Refused, printable
from moderator.rules.kinds import field, whole
from moderator.rules.move import Description, with_item
from moderator.rules.offer import Choice, Choices
from moderator.rules.reading import Wire


@dataclass(frozen=True, slots=True)
class Deploy(Placing):
    """A player places `rfs` (at least 1) in a region. Typed without a verb: `xen 5`."""

    verb = "deploy"
    label = "places"
    button = "Place"
    title = "Place RFs"
    question = "Where"
    unit = "RFs"
    is_all_usual = True

    region: int = field(REGION)
    rfs: int = field(whole(1))

    def check(self, state: State) -> None:
        """Raise `region-controlled` or `not-enough-rfs`."""
        if state.controlled[self.region]:
            raise Refused(
                "region-controlled",
                "{region} is controlled by {owners}: nobody may deploy there.",
                region=state.region_name(self.region),
                owners=lambda: " and ".join(map(state.player_name, state.controlled[self.region])),
            )
        check_hand(state, self.player, self.rfs)

    def apply(self, state: State) -> State:
        """The state with the RFs moved from the hand to the chart."""
        hand = with_item(state.hand, self.player, state.hand[self.player] - self.rfs)
        rfs = state.chart[self.region][self.player] + self.rfs
        return state.with_cells({(self.region, self.player): rfs}, hand=hand)

    def describe(self, before: State) -> Description:
        """The number in the cell before and after is the outcome."""
        here = before.chart[self.region][self.player]
        player, region = before.player_name(self.player), before.region_name(self.region)
        return Description(
            f"{player} places {self.rfs} in {region}", f" ({here} → {here + self.rfs})"
        )

    @classmethod
    def choices(cls, state: State, player: int) -> Choices:
        """Every region, unless the hand is empty."""
        hand = state.hand[player]

        def choice(region: int) -> Choice:
            least = cls(player, region, 1)
            return least.choice(state, state.region_name(region), number="rfs", high=hand)

        return Choices(range(len(state.chart)) if hand else (), choice)

    @classmethod
    def no_choice(cls, state: State, player: int) -> Refused | None:
        """The hand is empty."""
        return cls(player, 0, 1).why_not(state)

    @classmethod
    def rules_in_short(cls, state: State) -> Iterator[str]:
        """Building, too: it is the other thing that is done with RFs in hand."""
        closed = " that nobody controls" if state.options.control else ""
        yield f"RFs go to any region{closed}, near or far, also where others are."
        yield f"{PRESENCE_RFS} RFs or more in a region are a Presence there."
        if state.scenario.box_points:
            box = rfs_text(state.scenario.box)
            yield f"Or build your civilization: every {box} complete a level. They stay there."
        yield "RFs that have been placed never move."

    @classmethod
    def parse(cls, state: State, player: int, words: Sequence[str], text: str) -> dict[str, Any]:
        """A region and a number, in either order."""
        names, numbers = names_and_numbers(state, words)
        name = state.player_name(player)
        if not names:
            rfs = printable(" and ".join(numbers))
            line = example(state, cls, player)
            raise missing("Where does {name} place {rfs}?", line, name=name, rfs=rfs)
        region = typed_region(state, names[0], "region or command")
        if not numbers and len(names) == 2 and not begun(names[1], regions(state)):
            number(names[1], "RFs")
        if len(names) == len(numbers) == 1:
            return {"region": region, "rfs": number(numbers[0], "RFs", 1)}
        question = "How many RFs does {name} place in {place}?"
        if numbers:
            question = "Type one place and one number in each line."
        place = state.region_name(state.region(region))
        raise missing(question, example(state, cls, player), name=name, place=place)

    @classmethod
    def lines(cls, state: State, choice: Choice) -> tuple[str, ...]:
        """The region; the number has to be said."""
        return (f"{choice.values['region']} #",)

    @classmethod
    def typed_examples(cls, state: State, player: int) -> Iterator[tuple[str, Self, str]]:
        """RFs from the hand, in one region."""
        region, rfs = named_first(state)[0], min(state.hand[player], 4) or 4
        yield f"{short_place(state, region)}{rfs}", cls(player, region, rfs), ""

    def lines_instead(self, state: State, code: str) -> tuple[str, ...]:
        """As many RFs as the hand holds, and corrections for the others."""
        if code != "not-enough-rfs":
            return ()
        hand, region = state.hand[self.player], state.region_id(self.region)
        country = f"{state.player_id(self.player)}: " if state.active is None else ""
        line = (f"{country}{region} {hand}",) if hand else ()
        return (*line, *corrections(state, self.apply(state), self.region))


# The ids of the places where orders put RFs: `deploy:` with a region's id, and `build`.

CIVILIZATION = Build.verb
"""The Civilization Chart."""


def place_in(region: str) -> str:
    """The place of a region, by the region's id."""
    return f"{Deploy.verb}:{region}"


def region_of(place: str) -> str:
    """The id of a place's region; empty for the Civilization Chart."""
    return place.partition(":")[2]


def place_of(order: Wire) -> str:
    return CIVILIZATION if order["type"] == Build.verb else place_in(order["region"])


def order_for(player: str, place: str, rfs: int) -> Wire:
    """The order that puts RFs in a place; for an unknown place one that the rules refuse."""
    verb, colon, region = place.partition(":")
    return {"type": verb, "player": player, "rfs": rfs, **({"region": region} if colon else {})}
