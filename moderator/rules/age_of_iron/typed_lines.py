"""Lines of a text that was played on paper.

A line may name several places: `e nub4 pal3 civ4` is one move for each. What the rules refuse can
be replaced by corrections.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from moderator.rules.age_of_iron.moves.attack import Attack
from moderator.rules.age_of_iron.moves.correct import Correct
from moderator.rules.age_of_iron.moves.deploy import Deploy
from moderator.rules.age_of_iron.order_places import order_for
from moderator.rules.age_of_iron.state import State
from moderator.rules.age_of_iron.typed_orders import pairs_in, words_of
from moderator.rules.age_of_iron.typed_places import typed_place
from moderator.rules.age_of_iron.typed_words import countries
from moderator.rules.command import number
from moderator.rules.errors import Refused
from moderator.rules.move import Move
from moderator.rules.reading.words import begun, match
from moderator.rules.wire import Wire

REASON = "played so on paper"
_ATTACKS = (
    "too-many-rfs",
    "nothing-there",
    "already-attacked",
    "traded-this-turn",
    "home-presence",
)


def moves_of(
    state: State, text: str, command: Callable[[State, str], tuple[Wire, ...]]
) -> tuple[Wire, ...]:
    """The moves of a line: of a command, or else one for each of several places.

    Raises:
        Refused: as `command` does, or as `_placements` does.
    """
    try:
        return command(state, text)
    except Refused:
        if moves := _placements(state, text):
            return moves
        raise


def _placements(state: State, text: str) -> tuple[Wire, ...]:
    """The moves of a line that names two places or more with their numbers; else none.

    A country may come first; without one it is the country whose turn it is.

    Raises:
        Refused: `not-understood` or `ambiguous`, for a place or a country.
    """
    player, pairs = _parts(state, words_of(state, text))
    if len(pairs) < 2:
        return ()
    counts = [(typed_place(state, word), number(count, "RFs")) for word, count in pairs]
    return tuple(order_for(player, place, rfs) for place, rfs in counts if rfs)


def _parts(state: State, words: Sequence[str]) -> tuple[str, Sequence[tuple[str, str]]]:
    """The country's id, and the pairs of a place and a number; no pairs for another line."""
    if pairs := pairs_in(words):
        return ("", ()) if state.active is None else (state.player_id(state.active), pairs)
    known, pairs = countries(state), pairs_in(words[1:])
    if not pairs or not begun(words[0], known):
        return "", ()
    return known.ids[match(words[0], known, "country")], pairs


def instead(state: State, move: Move[State], code: str) -> tuple[str, ...]:
    """Lines for what a refused attack or deployment did on paper; none for other refusals."""
    if isinstance(move, Attack) and move.rfs is not None and code in _ATTACKS:
        return _corrections(state, move)
    if isinstance(move, Deploy) and code == "not-enough-rfs":
        hand, region = state.hand[move.player], state.region_id(move.region)
        country = f"{state.player_id(move.player)}: " if state.active is None else ""
        return (*([f"{country}{region} {hand}"] if hand else []), *_corrections(state, move))
    return ()


def _corrections(state: State, move: Attack | Deploy) -> tuple[str, ...]:
    """A line for each cell of the chart that the move would have changed."""
    place, after = state.region_id(move.region), move.apply(state).chart[move.region]
    changed = (
        (state.player_id(player), max(0, rfs))
        for player, (was, rfs) in enumerate(zip(state.chart[move.region], after, strict=True))
        if max(0, rfs) != was
    )
    verb = Correct.words[1]
    return tuple(f"{verb} {place} {country} {rfs} {REASON}" for country, rfs in changed)
