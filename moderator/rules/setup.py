"""What is known of a game without a state: its name, what it has, its scenarios and options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from moderator.rules.agreed import AgreementRules
from moderator.rules.cells import CellRules
from moderator.rules.chance import RandomBelow
from moderator.rules.correction import CorrectionRules
from moderator.rules.move import Move
from moderator.rules.option import Option, check_options
from moderator.rules.orders import OrderRules
from moderator.rules.promises import PromiseRules
from moderator.rules.reading import fields
from moderator.rules.seating import SeatLabel, seats_by_id
from moderator.rules.standard import Standard
from moderator.rules.tournament import TournamentRules
from moderator.rules.wire import Wire


class GameSetup:
    """What a game is before it begins.

    By default it has one scenario and no options, no secrets, no dice and no bot; its players are
    in the option `players`, and its moderator records the moves.
    """

    id: ClassVar[str]
    name: ClassVar[str]
    copyright: ClassVar[str]
    moves: ClassVar[tuple[type[Move[Any]], ...]]
    """The kinds of moves, in the order in which they are offered."""
    description: ClassVar[str] = ""
    """The topic, and what is needed on the table; empty if the scenarios describe it."""
    standard: ClassVar[Standard | None] = None
    """The only scenario, if it is part of the rules; others ship as files."""
    options: ClassVar[tuple[Option, ...]] = ()
    seat_word: ClassVar[str] = "seat"
    """What players call a seat at the table."""
    round_word: ClassVar[str] = ""
    """What players call a round after which the game can be ranked; empty if there are none."""
    negotiation_minutes: ClassVar[int] = 0
    """How long players negotiate at most when a round begins, before any move; 0: not at all."""
    players: ClassVar[tuple[int, int] | None] = None
    """Fewest and most players in the option `players`; None if the scenario names them."""
    first_player: ClassVar[str] = ""
    """Who begins according to the rule book, as a sentence; empty if the scenario decides."""
    is_first_drawn: ClassVar[bool] = False
    """Whether the first of the `players` is drawn by lot, according to the rule book."""
    is_played_on_seats: ClassVar[bool] = False
    """Whether players can make their own moves, each on their own device."""
    is_moderated: ClassVar[bool] = False
    """Whether a moderator records by default, and types all dice that are rolled on the table."""
    is_typed_first: ClassVar[bool] = False
    """Whether moves are usually typed as they are called out, not chosen on the board."""
    has_dice: ClassVar[bool] = False
    """Whether some of its moves need dice, which the server can roll."""
    help_label: ClassVar[str] = ""
    """The name of the help on the chart, which can be switched off; empty if there is none."""
    secrets_label: ClassVar[str] = "Your briefing"
    """The name of what only one seat may read, on its own page."""
    has_bot: ClassVar[bool] = False
    """Whether a bot can take a seat, for practice (`bot_move`)."""
    drawn_word: ClassVar[str] = ""
    """What is drawn at random in a scenario (`draw_scenario`); empty if nothing is."""
    correction: ClassVar[CorrectionRules[Any] | None] = None
    """How the moderator corrects a recorded mistake; None if only undo can."""
    keeps_secrets: ClassVar[bool] = False
    """Whether secrets of a finished game would help other groups with the same scenario."""
    orders: ClassVar[OrderRules[Any] | None] = None
    """How players write orders that are revealed at once; None if nothing is written."""
    agreed: ClassVar[AgreementRules[Any] | None] = None
    """Which moves two players agree on by an offer; None if there are no such moves."""
    promises: ClassVar[PromiseRules[Any] | None] = None
    """What players can promise each other, and how it is judged; None if nothing is."""
    cells: ClassVar[CellRules[Any] | None] = None
    """What the moderator can do at a cell of the chart; None if its cells can't be pressed."""
    tournament: ClassVar[TournamentRules[Any] | None] = None
    """How two-player games make a tournament; None if there are no tournaments."""

    # Scenarios and options. `read_*` raise `Refused("bad-scenario")`.

    @property
    def own_scenarios(self) -> Mapping[str, Any]:
        """Scenarios that are part of the rules, by id."""
        return {self.standard.id: self.standard} if self.standard else {}

    def read_scenario(self, value: object) -> Any:
        """A scenario from its JSON object, or from the id of one of `own_scenarios`."""
        return self._standard().read(value)

    def read_scenario_toml(self, text: str) -> Any:
        """A scenario from TOML; a refusal names the line if it is known."""
        return self._standard().read_toml(text)

    def scenario_wire(self, scenario: Any) -> Any:
        """The scenario in the form that records contain: what `read_scenario` takes."""
        return scenario.id if self.standard else dict(scenario.wire)

    def draw_scenario(self, options: Wire, below: RandomBelow) -> Any:
        """A random scenario for these (checked) options, as `scenario_wire` (`drawn_word`)."""
        raise NotImplementedError

    def check_options(self, options: object) -> None:
        """Raise `Refused("bad-record")` for an option or a value that isn't listed."""
        required = {"players": fields.slugs(*self.players)} if self.players else {}
        check_options(options, required, {one.name: one.check for one in self.options})

    def recommended(self, scenario: Any) -> Wire:
        """The values of options that the scenario recommends."""
        return {}

    def effective_options(self, scenario: Any, options: Wire) -> dict[str, Any]:
        """Every option's effective value: given, else recommended, else the default."""
        defaults = {one.name: one.default for one in self.options}
        return {**defaults, **self.recommended(scenario), **options}

    def clashes(self, scenario: Any, options: Wire) -> tuple[str, ...]:
        """Why these options make no sense together, or with this scenario; empty if they do."""
        return ()

    def minutes(self, scenario: Any) -> int:
        """About how long a game takes, in minutes; 0 if that is not known.

        Args:
            scenario: None if it is drawn.
        """
        return 0

    def secrets_of(self, scenario: Any) -> tuple[str, ...]:
        """What each seat may read of this scenario before play, in words; empty if nothing."""
        return ()

    def seats(self, scenario: Any, options: Wire) -> tuple[SeatLabel, ...]:
        """The seats in the order of play; in some games the options name the players."""
        return seats_by_id(options.get("players", ()))

    def _standard(self) -> Standard:
        if self.standard is None:
            raise NotImplementedError
        return self.standard
