"""The interface of practice: somebody plays alone, and bots play everybody else."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from moderator.rules.move import RandomBelow, StateLike
from moderator.rules.wire import Wire

S = TypeVar("S", bound=StateLike)

Chance = Callable[[str], RandomBelow]
"""Chance by the name of what it decides; the same name always gives the same."""

MADE, ASKED, DECLINED = "made", "asked", "declined"


class Happened(NamedTuple):
    """One thing that happened: a move was made; a bot asks the player for what both must agree on;
    or somebody declined that.

    `by`: who did it. `why`: a bot's reason. `is_secret`: the reason tells what only the bot's seat
    may know.
    """

    what: str
    by: str
    wire: Wire
    why: str = ""
    is_secret: bool = False


class GuideStep(NamedTuple):
    """One step of a guided game: what to do and why, as a sentence; what it has brought; and the
    fields by which its move is known."""

    says: str
    done: str
    fields: Wire

    def is_done_by(self, wire: Wire) -> bool:
        """Whether this move is the one that the step asks for."""
        return all(wire.get(name) == value for name, value in self.fields.items())


class Practised(NamedTuple):
    """A practice game: all that has happened since its start, the player's seat, and how well the
    bots play."""

    start: Any
    happened: Sequence[Happened]
    player: str
    level: str
    chance: Chance

    @property
    def moves(self) -> Iterator[Wire]:
        """The moves that were made, oldest first."""
        return (one.wire for one in self.happened if one.what == MADE)

    @property
    def asked(self) -> Happened | None:
        """What the player has to answer before anything else."""
        last = self.happened[-1] if self.happened else None
        return last if last and last.what == ASKED else None

    def then(self, happened: Sequence[Happened]) -> Practised:
        """The game after that."""
        return self._replace(happened=[*self.happened, *happened])


class PracticeRules(ABC, Generic[S]):
    """How bots play with one person. Every function is pure."""

    levels: ClassVar[Mapping[str, str]]
    """How well bots can play, by id, the easiest first."""
    guide: ClassVar[Sequence[GuideStep]]
    """The steps of the guided game, whose player is the first one of its scenario."""

    @abstractmethod
    def bots_go_on(self, game: Practised) -> Sequence[Happened]:
        """What the bots do, up to where the player has to decide, or to the end of the game."""

    @abstractmethod
    def answered(self, game: Practised, wire: Wire) -> Happened:
        """How a bot answers what the player proposes to it, which is legal now."""

    @abstractmethod
    def hint(self, game: Practised) -> Happened:
        """What a bot in the player's seat would do now, and why, knowing what the player may know:
        a move, or that it declines what it is asked for."""

    def guided(self, game: Practised) -> int:
        """How many steps of the guided game have been done."""
        done = 0
        for wire in game.moves:
            done += done < len(self.guide) and self.guide[done].is_done_by(wire)
        return done
