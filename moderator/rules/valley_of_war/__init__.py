"""Valley of War: two Emperors throw Ninjas and Samurai (docs/rules/valley-of-war.md)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from moderator.rules.command import TypedHelp
from moderator.rules.game import FinishedGame, Outcome, Rules, Standard, StandingsRow
from moderator.rules.reading import Wire
from moderator.rules.seating import SeatLabel
from moderator.rules.valley_of_war import views
from moderator.rules.valley_of_war.moves import MOVES, TYPED_COLOURS, Throw
from moderator.rules.valley_of_war.state import COLOURS, EXAMPLES, LOSS_DRAW, SEATS, STANDARD, State

# Scoring in a tournament (docs/rules/valley-of-war.md, "The end").

RED, BLUE = COLOURS


def half(number: int) -> str:
    """A number of halves as a signed number with “½”.

    >>> [half(number) for number in (3, -1, 0, -4)]
    ['+1½', '−½', '0', '−2']
    """
    sign = "+" if number > 0 else "−" if number < 0 else ""
    whole, rest = divmod(abs(number), 2)
    return f"{sign}{whole or ('' if rest else '0')}{'½' if rest else ''}"


class ValleyTournament:
    """Documented in `moderator.rules.game.TournamentRules`."""

    outcomes: tuple[Outcome, ...] = (
        Outcome(RED, "Red wins", ("W", "L"), 0),
        Outcome(BLUE, "Blue wins", ("L", "W"), 1),
        Outcome(LOSS_DRAW, "Loss-draw", ("D", "D")),
    )
    bye = "A bye counts as a win, and for Buchholz as an opponent with the player’s own score."
    tie_break = "Buchholz is the sum of the scores of all opponents."

    def counting(self, is_swiss: bool) -> str:
        """The score, and what decides between equal ones."""
        score = (
            "The score is the number of games won, minus those lost, minus half of the loss-draws."
        )
        if not is_swiss:
            return f"{score} If it is equal, more wins decide."
        return f"{score} If it is equal, more wins decide, then Buchholz. {self.tie_break}"

    def columns(self, is_swiss: bool) -> tuple[str, ...]:
        """Games won, lost and drawn, the score, and in Swiss the sum of the opponents' scores."""
        heads = ("Won", "Lost", "Loss-draws", "Score")
        return (*heads, "Buchholz") if is_swiss else heads

    def outcome_of(self, state: State) -> str | None:
        """The colour of the winner, or `loss-draw`."""
        if not state.is_over:
            return None
        return COLOURS[state.winners[0]] if state.winners else LOSS_DRAW

    def standings(
        self, played: Iterable[FinishedGame], names: Iterable[str], is_swiss: bool
    ) -> tuple[StandingsRow, ...]:
        """By score, then wins, then name; in Swiss a bye is a win, and Buchholz follows the wins.

        Returns: a row for everybody, the best first. Players who are equal in score, wins and
            Buchholz share the place, in the order of their names, and the next place is skipped.
            A bye adds the player's own score to Buchholz; an opponent met twice counts twice.

        Source: docs/rules/valley-of-war.md, "The end"; docs/rulings.md, "Tournaments".

        >>> games = [FinishedGame("Ann", "Bob", "red")]
        >>> [(row.place, row.name) for row in TOURNAMENT.standings(games, ["Cy"], is_swiss=False)]
        [(1, 'Ann'), (2, 'Cy'), (3, 'Bob')]
        """
        counts, met = _counted(played, names, is_swiss)
        scores = {name: 2 * (won - lost) - drawn for name, (won, lost, drawn) in counts.items()}
        buchholz = dict.fromkeys(counts, 0)
        for name, other in met if is_swiss else ():
            buchholz[name] += scores[other]

        def rank(name: str) -> tuple[int, int, int]:
            return -scores[name], -counts[name][0], -buchholz[name]

        ordered = sorted(counts, key=lambda name: (*rank(name), name.casefold(), name))
        ranks = [rank(name) for name in ordered]
        return tuple(
            StandingsRow(
                1 + ranks.index(rank(name)),
                ranks.count(rank(name)) > 1,
                name,
                scores[name],
                (
                    *map(str, counts[name]),
                    half(scores[name]),
                    *([half(buchholz[name])] if is_swiss else []),
                ),
            )
            for name in ordered
        )


def _counted(
    played: Iterable[FinishedGame], names: Iterable[str], is_swiss: bool
) -> tuple[dict[str, list[int]], list[tuple[str, str]]]:
    """Everybody's games won, lost and drawn, and who met whom: with a bye, themselves."""
    counts = {name: [0, 0, 0] for name in names}
    met: list[tuple[str, str]] = []

    def count(name: str, other: str, kind: int) -> None:
        counts.setdefault(name, [0, 0, 0])[kind] += 1
        met.append((name, other))

    for game in played:
        if game.second is not None:
            kinds = {RED: (0, 1), BLUE: (1, 0), LOSS_DRAW: (2, 2)}[game.outcome]
            count(game.first, game.second, kinds[0])
            count(game.second, game.first, kinds[1])
        elif is_swiss:
            count(game.first, game.first, 0)
    return counts, met


TOURNAMENT = ValleyTournament()


# The rules.


class ValleyOfWar(Rules[State]):
    """The rules of Valley of War, stateless: the referee records what both have thrown."""

    id = views.ID
    name = STANDARD.title
    copyright = "The rules of Valley of War are their author’s."
    moves = MOVES
    standard = STANDARD
    seat_word = "Emperor"
    tournament = TOURNAMENT
    tables = views.TABLES

    # What other modules answer

    summary = staticmethod(views.summary)
    text = staticmethod(views.text)
    glance = staticmethod(views.status_line)
    view = staticmethod(views.view)

    def minutes(self, scenario: Standard) -> int:
        return 10

    def begin(self, scenario: Standard, options: Wire) -> State:
        return State()

    def seats(self, scenario: Standard, options: Wire) -> tuple[SeatLabel, ...]:
        return SEATS

    def turn_of(self, state: State) -> tuple[object, ...]:
        """Each throw is a turn for both."""
        return state.restarts, state.throws

    def rules_in_short(self, state: State) -> tuple[tuple[str, tuple[str, ...]], ...]:
        return views.RULES

    def typed_help(self, state: State) -> tuple[TypedHelp, ...]:
        return views.TYPED

    def examples(self, state: State) -> str:
        return EXAMPLES

    def typed_player(self, state: State, words: list[str]) -> tuple[int, list[str]]:
        """Nobody's command: a colon only separates words here, as a semicolon does."""
        return 0, " ".join(words).replace(":", " ").replace(";", " ").split()

    def bare_move(self, state: State, words: Sequence[str]) -> type[Throw] | None:
        """A throw, for numbers and colours without a verb."""
        return Throw if words[0] in TYPED_COLOURS or words[0].isdigit() else None


VALLEY_OF_WAR = ValleyOfWar()
