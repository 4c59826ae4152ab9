"""What sheets to write on by hand show: a game before its first move, and words to type.

Nothing of it is secret, and nothing depends on what has been played.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

from moderator.rules.age_of_iron import flow
from moderator.rules.age_of_iron.setup.options import ATTACKER_ADVANTAGE, ODDS_TABLE, WRITTEN
from moderator.rules.age_of_iron.state import State
from moderator.rules.age_of_iron.typed_places import WHOLE, places
from moderator.rules.age_of_iron.typed_words import countries
from moderator.rules.age_of_iron.views import for_viewer, typed_help
from moderator.rules.age_of_iron.views.view import ChartView
from moderator.rules.orders import Orders
from moderator.rules.reading.words import shortest
from moderator.rules.typed_help import TypedHelp
from moderator.rules.viewer import PUBLIC

_LETTERS = 3
"""Of a place's short word: enough to recognise it."""


@dataclass(frozen=True, slots=True)
class ByHandView:
    """A game to be played, or continued, on paper.

    `start` is the chart before the first move. `is_written`: orders are written and revealed all
    at once; `is_silent`: players talk through written messages only; `has_die`: a die decides
    attacks; `is_attacker_better`: an attacker removes one RF less; `has_records`: players keep
    diplomatic records. The words are the short ones that can be typed for countries, regions and
    civilization, in the chart's order; `help` has commands of this game.
    """

    start: ChartView
    is_written: bool
    is_silent: bool
    has_die: bool
    is_attacker_better: bool
    has_records: bool
    country_words: tuple[str, ...]
    region_words: tuple[str, ...]
    civilization_word: str
    help: tuple[TypedHelp, ...]

    @property
    def title(self) -> str:
        return self.start.title

    @property
    def copyright(self) -> str:
        return self.start.copyright

    def typed_slip(self, player: str, orders: Orders) -> str:
        """A country's orders as they can be typed, such as `e nub4 civ2`."""
        ids = [country.seat.id for country in self.start.countries]
        words = {row.id: word for row, word in zip(self.start.rows, self.region_words, strict=True)}
        places = (words.get(one.get("region", ""), self.civilization_word) for one in orders)
        written = [f"{place} {one['rfs']}" for place, one in zip(places, orders, strict=True)]
        return " ".join([self.country_words[ids.index(player)], *written])


def by_hand_view(state: State) -> ByHandView:
    """The game of this state, with as many Game-turns as it has now."""
    options = state.options
    start = flow.begin(state.scenario, {**asdict(options), "turns": state.turns})
    known = places(start)
    has_boxes = known.ids[-1] == WHOLE
    words = tuple(shortest(one, known, _LETTERS) for one in range(len(known.ids)))
    return ByHandView(
        start=for_viewer.view(start, PUBLIC),
        is_written=options.is_simultaneous,
        is_silent=options.communication == WRITTEN,
        has_die=options.combat == ODDS_TABLE,
        is_attacker_better=options.combat == ATTACKER_ADVANTAGE,
        has_records=options.diplomatic_records,
        country_words=tuple(shortest(one, countries(start)) for one in range(len(start.hand))),
        region_words=words[: len(start.chart)],
        civilization_word=words[-1] if has_boxes else "",
        help=typed_help.typed_help(start),
    )
