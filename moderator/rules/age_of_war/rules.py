"""The game's implementation of `moderator.rules.game.Rules`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from moderator.rules.age_of_war import bot, command, completion, flow, offers
from moderator.rules.age_of_war.castles import STANDARD
from moderator.rules.age_of_war.faces import FACES
from moderator.rules.age_of_war.moves import VERBS, Move
from moderator.rules.age_of_war.state import State
from moderator.rules.age_of_war.views import for_viewer, summary
from moderator.rules.age_of_war.views.view import BoardView
from moderator.rules.chance import Dice
from moderator.rules.game import ParsedCommand, SeatLabel, Viewer, Wire
from moderator.rules.offer import Offer
from moderator.rules.reading import fields
from moderator.rules.rulebook import StandardRulebook, check_options
from moderator.rules.seating import seats_by_id
from moderator.rules.standard import Standard

FEWEST_PLAYERS, MOST_PLAYERS = 2, 6


class AgeOfWar(StandardRulebook[State, Move]):
    """The rules of Age of War, stateless. `moderator.rules.game.Rules` documents each function."""

    id = summary.ID
    name = STANDARD.title
    copyright = for_viewer.COPYRIGHT
    standard = STANDARD
    own_scenarios: Mapping[str, Any] = {STANDARD.id: STANDARD}
    description = (
        "Two to six daimyos roll seven dice to fill the battle lines of castles, and unite the "
        "clans that they belong to. Nothing is needed on the table, but the "
        "dice of the boxed game can be rolled there. A game takes about half an hour."
    )
    seat_word = "daimyo"
    players: tuple[int, int] | None = (FEWEST_PLAYERS, MOST_PLAYERS)
    first_player = "The first player is drawn by lot; play goes on clockwise."
    is_first_drawn = True
    is_played_on_seats = True
    has_dice = True
    help_label = "Chance of filling each line"
    has_bot = True

    def check_options(self, value: object) -> None:
        """Raise `Refused("bad-record")` unless the options are the players, and nothing else."""
        check_options(value, {"players": fields.slugs(FEWEST_PLAYERS, MOST_PLAYERS)})

    def effective_options(self, scenario: Standard, given: Wire) -> dict[str, Any]:
        """The options as given: there are no defaults."""
        return dict(given)

    def seats(self, scenario: Standard, given: Wire) -> tuple[SeatLabel, ...]:
        """The players in the order of play."""
        return seats_by_id(given.get("players", ()))

    def begin(self, scenario: Standard, given: Wire) -> State:
        """The state before the first roll."""
        return flow.begin(tuple(given["players"]))

    def read_move(self, state: State, wire: object) -> Move:
        """The move; `Refused("bad-move")`."""
        verb, known = fields.verb(wire, VERBS)
        return verb.from_wire(known)

    def dice_of(self, state: State, wire: Wire) -> tuple[Dice, ...]:
        """All dice that the player has left, for a roll."""
        return (Dice("dice", FACES, state.dice_left),) if wire.get("type") == "roll" else ()

    def bot_move(self, state: State, seat: str) -> Wire | None:
        """The bot's move for that seat now, a roll without its dice."""
        return bot.move(state, seat)

    def turn_of(self, state: State) -> tuple[object, ...]:
        """The active player: nobody has two turns in a row."""
        return (state.active,)

    def summary(self, state: State) -> dict[str, Any]:
        """What `replay --json` prints."""
        return summary.summary(state)

    def text(self, state: State) -> str:
        """The state as a readable table."""
        return summary.text(state)

    def glance(self, state: State) -> str:
        """The state in a few words."""
        return summary.status_line(state)

    def offers(self, state: State, seat: str | None = None) -> tuple[Offer, ...]:
        """All offers."""
        return offers.offers(state, seat)

    def parse_command(self, state: State, text: str) -> ParsedCommand:
        """A typed command as a move with its sentence."""
        wire = command.parse(state, text)
        if wire["type"] == "roll" and "dice" not in wire:
            offer = offers.offers(state, wire["player"])[0]
            return ParsedCommand(wire, offer.label, offer.refused)
        return self.parsed_command(state, wire, command.command_text)

    def complete(self, state: State, text: str) -> Sequence[str]:
        """Completions of a typed command."""
        return completion.complete(state, text)

    def view(self, state: State, viewer: Viewer, before: State | None = None) -> BoardView:
        """The whole table; nothing is secret."""
        return for_viewer.view(state, before)


AGE_OF_WAR = AgeOfWar()
