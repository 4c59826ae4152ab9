"""How a finished game is announced: the winners, the ranking, who led after each Game-turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from moderator.rules.age_of_iron import scoring
from moderator.rules.age_of_iron.state import State
from moderator.rules.age_of_iron.views.view import ChartView, Country, RegionPresences
from moderator.rules.seating import SeatLabel

PARTS = ("presence", "prevent", "civilization", "trade")
OBJECTIVES = "objectives"


@dataclass(frozen=True, slots=True)
class ScorePart:
    """Points of one kind, above 0; `start` are those of the parts before it.

    `kind` is one of `PARTS`, or "objectives" for the first two together while they are secret.
    `share` is its length, `middle` the middle of its bar, in percent of the highest total.
    """

    kind: str
    points: int
    start: int
    share: int
    middle: int


@dataclass(frozen=True, slots=True)
class RankedCountry:
    """A line of the ranking. `step`: when it is announced, from 1 for the last line."""

    seat: SeatLabel
    place: int
    is_tied: bool
    total: int
    parts: tuple[ScorePart, ...]
    step: int


@dataclass(frozen=True, slots=True)
class TurnLeaders:
    """Who had the most points after a Game-turn; nobody if all had none."""

    turn: int
    seats: tuple[SeatLabel, ...]


@dataclass(frozen=True, slots=True)
class EndView:
    """The end of a game, or of a lesson that ended early (`is_stopped`).

    `after_turn`: the last Game-turn that was completed. `margin`: the winners' points above those
    of `seconds`, who are empty if all countries share the victory. `most`: the highest total,
    which is the whole length of a bar. `winners` are empty if nobody has points; `presences` say
    who has a Presence where. `is_scored`: whether anything in the scenario earns points.
    """

    after_turn: int
    is_stopped: bool
    is_scored: bool
    winners: tuple[SeatLabel, ...]
    seconds: tuple[SeatLabel, ...]
    margin: int
    most: int
    kinds: tuple[str, ...]
    ranking: tuple[RankedCountry, ...]
    leaders: tuple[TurnLeaders, ...]
    presences: tuple[RegionPresences, ...]

    @property
    def last_step(self) -> int:
        """The step that announces the winners, after those of the ranking."""
        return len(self.ranking) + 1


def end_view(
    view: ChartView, leaders: Sequence[TurnLeaders], after_turn: int, is_stopped: bool = False
) -> EndView:
    """The end from what one viewer may see of the state that is ranked."""
    ranked = sorted(view.countries, key=lambda country: country.place)
    most = ranked[0].total
    rest = [country.total for country in ranked if country.place > 1]
    count = len(ranked)
    lines = tuple(_line(country, most, count - i) for i, country in enumerate(ranked))
    kinds = {part.kind for line in lines for part in line.parts}
    return EndView(
        after_turn=after_turn,
        is_stopped=is_stopped,
        is_scored=view.is_scored,
        winners=tuple(country.seat for country in ranked if most and country.place == 1),
        seconds=tuple(country.seat for country in ranked if rest and country.total == rest[0]),
        margin=most - rest[0] if rest else 0,
        most=most,
        kinds=tuple(kind for kind in (OBJECTIVES, *PARTS) if kind in kinds),
        ranking=lines,
        leaders=tuple(leaders),
        presences=view.presences,
    )


def leaders_by_turn(states: Iterable[State]) -> tuple[TurnLeaders, ...]:
    """Who had the most points after each Game-turn.

    Args:
        states: the states after all moves that stand, the start first.

    Cost: proportional to the number of Game-turns, but for a look at every state.
    """
    return tuple(
        TurnLeaders(turn, tuple(state.scenario.seats[player] for player in _leaders(state)))
        for turn, state in ends_of_turns(states)
    )


def ends_of_turns(states: Iterable[State]) -> Iterator[tuple[int, State]]:
    """Each completed Game-turn, and the state after it; a turn that was reopened counts once."""
    ends: dict[int, State] = {}
    earlier: State | None = None
    for state in states:
        if earlier is not None and (state.turn > earlier.turn or state.is_over):
            ends[earlier.turn] = state
        earlier = state
    yield from sorted(ends.items())


def _leaders(state: State) -> tuple[int, ...]:
    players = scoring.leaders(state)
    return players if scoring.score(state, players[0]).total else ()


def _line(country: Country, most: int, step: int) -> RankedCountry:
    parts = tuple(_parts(country, most))
    return RankedCountry(country.seat, country.place, country.is_tied, country.total, parts, step)


def _parts(country: Country, most: int) -> Iterator[ScorePart]:
    points: dict[str, int] = {}
    if country.presence is None or country.prevent is None:
        points[OBJECTIVES] = country.total - country.civilization - country.trade
    else:
        points["presence"], points["prevent"] = country.presence, country.prevent
    points["civilization"], points["trade"] = country.civilization, country.trade
    start = 0
    for kind, number in points.items():
        if number:
            middle = 50 * (2 * start + number) // most
            yield ScorePart(kind, number, start, 100 * number // most, middle)
        start += number
