"""Games in which the server rolls, or in which the bot plays."""

from collections.abc import Sequence
from math import inf
from typing import Any

from moderator.core import credentials, queries
from moderator.core.models import Game, Group, Person
from moderator.core.recording import RecordedMove
from moderator.features.moves.write import move_play
from moderator.features.new_game.settings import GameSettings
from moderator.features.new_game.write import game_create, scenario_draw
from moderator.rules.log import Timeline
from tests.support.play.play import play_on

AGE_OF_WAR, WAR = "age-of-war", "war"
SERVER = GameSettings(dice="server")
TWO = ("ann", "bob")


def age_of_war(
    group: Group, by: Person, running: GameSettings = SERVER, players: Sequence[str] = TWO
) -> Game:
    return game_create(group, AGE_OF_WAR, "standard", {"players": list(players)}, by, running)


def war(
    group: Group, by: Person, running: GameSettings = SERVER, players: Sequence[str] = TWO
) -> Game:
    options = {"players": list(players)}
    scenario = scenario_draw(WAR, options)
    return game_create(group, WAR, scenario, options, by, running)


def next_move(now: Timeline, backwards: bool = False) -> dict[str, Any]:
    """The first (or last) legal move that the rules offer, without its dice."""
    offers = [offer for offer in now.rules.offers(now.state) if offer.is_open]
    for offer in reversed(offers) if backwards else offers:
        for choice in offer.choices:
            if choice.refused is None:
                number = {choice.number: choice.low} if choice.number else {}
                return {"type": offer.verb, **choice.values, **number}
    raise AssertionError("there is no legal move")


def go_on(game: Game, by: Person, role: str = "moderator", backwards: bool = False) -> RecordedMove:
    """Records that move."""
    now = queries.timeline(game)
    return move_play(game, next_move(now, backwards), now.number, credentials.new(), by, role)


def play_to_end(game: Game, by: Person) -> Any:
    """The state at the end."""
    return play_on_to(game, by).state


def play_on_to(game: Game, by: Person, number: float = inf) -> Timeline:
    """To that number of entries, or to the end."""
    return play_on(
        game, by, lambda now: None if now.is_over or now.number >= number else next_move(now)
    )
