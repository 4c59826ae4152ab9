"""The interface of bots: how the program plays a seat, and what it may know."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from moderator.rules.deals import AcceptedPromise
from moderator.rules.move import RandomBelow
from moderator.rules.seating import Viewer
from moderator.rules.wire import Wire

if TYPE_CHECKING:
    from moderator.rules.log import Timeline


_NAMED = re.compile(r"\{(\w+)\}")


class Because(NamedTuple):
    """Why a bot does something: a sentence with {names}, filled in when somebody reads it.

    >>> str(Because("{place} is worth {points}.", {"place": "Syria", "points": 7}))
    'Syria is worth 7.'
    """

    text: str
    facts: Mapping[str, Any]

    def __str__(self) -> str:
        # Not `format`: the text may come from an archive that somebody has changed.
        return _NAMED.sub(lambda found: str(self.facts.get(found[1], found[0])), self.text)


SEALED: Mapping[str, Any] = {"sealed": True}
"""Among the facts of a reason: it tells of a promise, and is read by who may read all of them."""


GOAL: Mapping[str, Any] = {"goal": True}
"""Among the facts of a reason: it tells of a secret goal of the bot's seat."""


class Decision(NamedTuple):
    """A move without its dice, and why; None if the rules have no reasons."""

    wire: Wire
    because: Because | None = None


class BotAnswer(NamedTuple):
    """An answer to what another player offers or promises, and why.

    `counter`: what the bot would agree to instead, as its own offer.
    """

    is_accepted: bool
    because: Because
    counter: Wire | None = None


class BotLevel(NamedTuple):
    """How well a bot plays, what it does, in a sentence, and whether it decides at once."""

    id: str
    name: str
    about: str = ""
    is_quick: bool = True


@dataclass(frozen=True, slots=True)
class Known:
    """A game as a bot's seat knows it: what else is in the log, a bot's rules must leave out.

    Attributes:
        viewer: the seat, and what its game shows of points and goals.
        partners: the seats that agree at once if their bots do; nobody else is asked for a trade.
        promises: all that were accepted, or those that the seat may read.
        agreed: moves that the seat has agreed on, and that wait to be recorded.
        asked: the players to whom the seat has made an offer in the present period.
    """

    timeline: Timeline
    viewer: Viewer
    partners: frozenset[str] = frozenset()
    promises: tuple[AcceptedPromise, ...] = ()
    agreed: tuple[Wire, ...] = ()
    asked: frozenset[str] = frozenset()

    @property
    def seat(self) -> str:
        return self.viewer.seat or ""


class BotRules(ABC):
    """How a game's bots play. Every function is pure; chance comes from the caller."""

    levels: ClassVar[tuple[BotLevel, ...]]
    """The weakest first."""

    @property
    def usual(self) -> str:
        """The level in the middle, unless another one is chosen."""
        return self.levels[len(self.levels) // 2].id

    @abstractmethod
    def decide(self, known: Known, level: str, below: RandomBelow) -> Sequence[Decision]:
        """What the bot of a seat does now; empty if it has nothing to do.

        While orders are written, that is all that it writes. Otherwise it is asked again after the
        first of these moves.

        Args:
            level: of the `levels`; empty: as a student may play.
        """

    # What bots do with people; nothing by default

    def answer(self, known: Known, level: str, wire: Wire, below: RandomBelow) -> BotAnswer | None:
        """The answer to a move that another player offers; None if bots answer nothing."""
        return None

    def vow(
        self,
        known: Known,
        level: str,
        made: AcceptedPromise,
        exchange: Wire | None,
        below: RandomBelow,
    ) -> BotAnswer | None:
        """The answer to a promise to the seat, with the terms that it asks for in exchange."""
        return None

    def proposal(self, known: Known, level: str) -> Decision | None:
        """What the bot offers a player whom it has not `asked` yet; None if it offers nothing."""
        return None
