"""Age of War: daimyos with seven dice and fourteen castles (docs/rules/age-of-war.md)."""

from __future__ import annotations

from collections.abc import Sequence

from moderator.rules.age_of_war import bot, views
from moderator.rules.age_of_war.castles import STANDARD
from moderator.rules.age_of_war.moves import MOVES
from moderator.rules.age_of_war.state import State, score
from moderator.rules.command import TypedHelp
from moderator.rules.game import Rules, Standard
from moderator.rules.move import Move
from moderator.rules.reading import Wire
from moderator.rules.seating import Viewer
from moderator.rules.shown import EndView


class AgeOfWar(Rules[State]):
    """The rules of Age of War, stateless."""

    id = views.ID
    name = STANDARD.title
    copyright = "Age of War was designed by Reiner Knizia and published by Fantasy Flight Games."
    moves = MOVES
    standard = STANDARD
    description = (
        "Two to six daimyos roll seven dice to fill the battle lines of castles, and unite the "
        "clans that they belong to. Nothing is needed on the table, but the "
        "dice of the boxed game can be rolled there. A game takes about half an hour."
    )
    seat_word = "daimyo"
    players = (2, 6)
    first_player = "The first player is drawn by lot; play goes on clockwise."
    is_first_drawn = True
    is_played_on_seats = True
    has_dice = True
    help_label = "Chance of filling each line"
    bots = bot.BOT_RULES
    has_history = True
    tables = views.TABLES

    # What other modules answer

    next_to_end_turn = staticmethod(bot.next_to_end)
    summary = staticmethod(views.summary)
    text = staticmethod(views.text)
    glance = staticmethod(views.status_line)
    view = staticmethod(views.view)

    def minutes(self, scenario: Standard) -> int:
        return 30

    def begin(self, scenario: Standard, options: Wire) -> State:
        return State(tuple(options["players"]))

    def turn_end_label(self, before: State, move: Move[State]) -> str:
        dice = "die" if before.dice_left == 1 else f"{before.dice_left} dice"
        return f"{before.player_name(before.active or 0)} loses the last {dice}, and the turn ends"

    def is_news(self, before: State, move: Move[State]) -> bool:
        """Whatever ends a turn; the dice of the present one lie on the table."""
        return move.apply(before).active != before.active

    def turn_of(self, state: State) -> tuple[object, ...]:
        """The active player: nobody has two turns in a row."""
        return (state.active,)

    def end_view(
        self, states: Sequence[State], viewer: Viewer, is_stopped: bool = False
    ) -> EndView:
        return views.end(states[-1])

    def points(self, state: State, viewer: Viewer) -> tuple[int, ...]:
        return tuple(score(state, player).points for player in range(len(state.players)))

    def rules_in_short(self, state: State) -> tuple[tuple[str, tuple[str, ...]], ...]:
        return views.RULES

    def typed_help(self, state: State) -> tuple[TypedHelp, ...]:
        return views.TYPED

    def examples(self, state: State) -> str:
        return "roll i1 i2 a c d 3 3 · fill gassantoda 2 i2 i3 3 · lose · undo"


AGE_OF_WAR = AgeOfWar()
