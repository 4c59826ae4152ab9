"""The steps of a game: its moves, but all written orders of a Game-turn are one step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from moderator.rules.age_of_iron.moves.build import Build
from moderator.rules.age_of_iron.moves.correct import Correct
from moderator.rules.age_of_iron.moves.deploy import Deploy
from moderator.rules.age_of_iron.orders import ORDERS
from moderator.rules.age_of_iron.state import DEPLOYMENT, State
from moderator.rules.age_of_iron.views import for_viewer
from moderator.rules.log import Step
from moderator.rules.viewer import PUBLIC

_UNSEEN = (Deploy, Build, Correct)
"""What nobody else learns of before the reveal (`Rules.is_hidden`)."""


@dataclass(frozen=True, slots=True)
class GameStep:
    """One step: `first` to `number` are its entries, `moves` are in effect, oldest first.

    `before` and `after` are the states as everybody could see them: while orders are written, the
    chart is that of the Game-turn's start. Each step begins where the one before it ended.
    """

    first: int
    number: int
    moves: tuple[Step, ...]
    before: State
    after: State
    is_reveal: bool = False

    @property
    def turn(self) -> int:
        """The Game-turn in which it was made."""
        return self.before.turn

    @property
    def sentence(self) -> str:
        """What happened, in the rules' words, without a full stop."""
        if self.is_reveal:
            return ORDERS.reveal_label(self.before)
        made = self.moves[-1]
        return str(made.move.describe(made.before))

    @property
    def move(self) -> object:
        """The move; of a reveal the last one."""
        return self.moves[-1].move


def seen(state: State) -> State:
    """The state without orders that are not revealed, whoever asks."""
    return for_viewer.visible(state, PUBLIC)


def steps_of(start: State, moves: Iterable[Step]) -> Iterator[GameStep]:
    """The steps that the moves make.

    Args:
        start: the state before the first move.
        moves: those in effect, oldest first. Those that the viewer may not know may be missing.

    Returns:
        Steps in the order of their numbers. Orders that are not yet revealed are in none.

    Source: docs/rules/age-of-iron.md, "How a Game-turn runs", Simultaneous.
    """
    now = seen(start)
    written: list[Step] = []
    for made in moves:
        if made.before.phase == DEPLOYMENT and isinstance(made.move, _UNSEEN):
            written.append(made)
            if made.after.phase == DEPLOYMENT:
                continue
            run, written = tuple(written), []
            is_reveal = True
        else:
            run, is_reveal = (made,), False
        after = seen(made.after)
        yield GameStep(run[0].number, made.number, run, now, after, is_reveal)
        now = after
