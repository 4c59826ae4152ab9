"""Bots: how the program plays a seat, what it may know, and how fair a scenario is among them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, TypeVar

from moderator.rules.deals import AcceptedPromise
from moderator.rules.move import RandomBelow
from moderator.rules.reading import Wire
from moderator.rules.seating import Viewer

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


class BotRules(Protocol):
    """How a game's bots play. Every function is pure; chance comes from the caller."""

    levels: ClassVar[tuple[BotLevel, ...]]
    """The weakest first."""

    @property
    def usual(self) -> str:
        """The level in the middle, unless another one is chosen."""
        return self.levels[len(self.levels) // 2].id

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


# How fair a scenario is among programs: what is counted in their games, and tables of it.

S_contra = TypeVar("S_contra", contravariant=True)

# What is counted.

Tally = dict[str, Any]
"""Counts by name: whole numbers, lists of them, or tallies. It can be kept as JSON."""


def added(one: Tally, other: Tally) -> Tally:
    """The sum of two tallies; the empty one adds nothing.

    >>> added({"games": 1, "wins": [1, 0]}, {"games": 2, "wins": [1, 1], "draws": 1})
    {'games': 3, 'wins': [2, 1], 'draws': 1}
    """
    return one | {name: _sum(one[name], new) if name in one else new for name, new in other.items()}


def _sum(one: Any, other: Any) -> Any:
    if isinstance(one, dict):
        return added(one, other)
    if isinstance(one, list):
        return [_sum(first, second) for first, second in zip(one, other, strict=True)]
    return one + other


def chance_of(seed: int, part: str, number: int) -> RandomBelow:
    """The chance of one game, which no other game shares: however games are divided among
    processes, their sum is the same."""
    return random.Random(f"{seed} {part} {number}").randrange  # noqa: S311


# What is shown.

Z = 1.96
"""Standard deviations on both sides of the mean that hold 95 % of a normal distribution."""


def wilson(share: float, count: int) -> tuple[float, float]:
    """The 95 % interval of a share, from 0 to 1, that was found in so many games.

    Args:
        share: from 0 to 1; victories that several share count in part.
        count: at least 1.

    Source: E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference",
    1927.

    >>> [round(end, 3) for end in wilson(0.25, 400)]
    [0.21, 0.295]
    """
    middle = share + Z * Z / (2 * count)
    half = Z * sqrt(share * (1 - share) / count + Z * Z / (4 * count * count))
    whole = 1 + Z * Z / count
    return max((middle - half) / whole, 0.0), min((middle + half) / whole, 1.0)


class Share(NamedTuple):
    """A share from 0 to 1, with the ends of its 95 % interval or of its range, if it has one."""

    share: float
    ends: tuple[float, float] | None = None

    def __str__(self) -> str:
        """In percent.

        >>> str(Share(0.25, (0.21, 0.295))), str(Share(1))
        ('25.0 % (21.0 to 29.5 %)', '100.0 %')
        """
        text = f"{100 * self.share:.1f} %"
        if not self.ends:
            return text
        low, high = self.ends
        return f"{text} ({100 * low:.1f} to {100 * high:.1f} %)"


def share_of(found: float, count: int) -> Share:
    """The share of so many games, at least one, with its 95 % interval."""
    return Share(found / count, wilson(found / count, count))


Cell = str | int | float | Share


class Figures(NamedTuple):
    """A titled table; the first cell of a row is its name. `note` may be empty.

    `even`: what each share of the table would be if all were equal, where that says something.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    even: float | None = None


def said(cell: Cell) -> str:
    """A cell as text.

    >>> said("Here"), said(1200), said(2.25), said(Share(0.5))
    ('Here', '1,200', '2.2', '50.0 %')
    """
    if isinstance(cell, (str, Share)):
        return str(cell)
    return f"{cell:,}" if isinstance(cell, int) else f"{cell:,.1f}"


def markdown(figures: Iterable[Figures]) -> Iterator[str]:
    """Tables as lines of Markdown."""
    for table in figures:
        yield from ("", f"## {table.title}", "")
        if table.note:
            yield from (table.note, "")
        numbers = ["--:"] * (len(table.columns) - 1)
        for cells in (table.columns, ("---", *numbers), *table.rows):
            yield f"| {' | '.join(map(said, cells))} |"


class Suggestion(NamedTuple):
    """A changed scenario that is more even.

    `off`: how far a share is from an even one at most, in `games` games that the search did not
    use. `figures`: what is changed, and the shares.
    """

    off: float
    games: int
    figures: Figures
    scenario: Wire


class Part(NamedTuple):
    """Games of one kind: what they are called, and how many are enough for a report."""

    title: str
    games: int


class BalanceRules(Protocol[S_contra]):
    """What games among programs tell of a scenario. Every function is pure."""

    version: ClassVar[int]
    """Of the programs: another one when they decide otherwise."""
    parts: ClassVar[Mapping[str, Part]]
    """The kinds of games by name, what matters most first."""

    def tally(self, start: S_contra, part: str, numbers: Iterable[int], seed: int) -> Tally:
        """What the games of a part with these numbers add, each with its own `chance_of`.

        Args:
            start: the scenario and its options, before the first move.
        """

    def figures(self, start: S_contra, tally: Tally) -> tuple[Figures, ...]:
        """The tables of the parts that the tally has games of, the shares of victories first."""

    def suggestions(self, start: S_contra, seed: int) -> Iterator[Suggestion | None]:
        """Changed numbers of the scenario, each confirmed as more even than the one before.

        It has no end. None: it has searched for some seconds and found nothing better, so that
        whoever waits can stop it.
        """
