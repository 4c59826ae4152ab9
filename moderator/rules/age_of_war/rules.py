"""The game as the rest of the house sees it: what `moderator.rules.game.Rules` asks for."""

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
    """The rules of Age of War, stateless. Each function's contract stands in `Rules`."""

    id = summary.ID
    name = STANDARD.title
    copyright = for_viewer.COPYRIGHT
    standard = STANDARD
    own_scenarios: Mapping[str, Any] = {STANDARD.id: STANDARD}
    description = (
        "Two to six daimyos roll seven dice to fill the battle lines of castles, and unite the "
        "clans that they belong to. Nothing is needed on the table; with the box of the game its "
        "dice can be rolled there. A game takes about half an hour."
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
        """`Refused("bad-record")` unless the options name the players, and nothing else."""
        check_options(value, {"players": fields.slugs(FEWEST_PLAYERS, MOST_PLAYERS)})

    def effective_options(self, scenario: Standard, given: Wire) -> dict[str, Any]:
        """The options as given: none has a default."""
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
        """All that the player has left, for a roll."""
        return (Dice("dice", FACES, state.dice_left),) if wire.get("type") == "roll" else ()

    def bot_move(self, state: State, seat: str) -> Wire | None:
        """What the program does on that seat now, a roll without its dice."""
        return bot.move(state, seat)

    def turn_of(self, state: State) -> tuple[object, ...]:
        """Whose turn it is: nobody has two in a row."""
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
        """Everything legal now."""
        return offers.offers(state, seat)

    def parse_command(self, state: State, text: str) -> ParsedCommand:
        """A typed command understood."""
        wire = command.parse(state, text)
        if wire["type"] == "roll" and "dice" not in wire:
            offer = offers.offers(state, wire["player"])[0]
            return ParsedCommand(wire, offer.label, offer.refused)
        return self.judged(state, wire, command.in_short)

    def complete(self, state: State, text: str) -> Sequence[str]:
        """How the typed command may go on."""
        return completion.complete(state, text)

    def view(self, state: State, viewer: Viewer, before: State | None = None) -> BoardView:
        """All that there is to see, for everybody."""
        return for_viewer.view(state, before)


AGE_OF_WAR = AgeOfWar()
