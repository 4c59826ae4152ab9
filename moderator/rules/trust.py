"""Promises counted by who made them to whom: how many were kept, and how many were not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from moderator.rules.promises import BROKEN, KEPT, NOT_DONE, VOID, Verdict
from moderator.rules.seating import SeatLabel

JudgedFor = tuple[str, str, Verdict | None]
"""Maker and partner of an accepted promise, by their ids, and the verdict; None: not yet."""


@dataclass(frozen=True, slots=True)
class PromiseCount:
    """How many promises there are of each verdict. `broken_by`: the entries that broke some."""

    kept: int = 0
    broken: int = 0
    not_done: int = 0
    void: int = 0
    pending: int = 0
    broken_by: tuple[int, ...] = ()

    @property
    def made(self) -> int:
        """All of them."""
        return self.kept + self.broken + self.not_done + self.void + self.pending

    @property
    def decided(self) -> int:
        """Those that were kept or broken; what takes both sides is neither."""
        return self.kept + self.broken


@dataclass(frozen=True, slots=True)
class Trust:
    """The promises of a game: `cells` are makers by partners in the order of `seats`, and
    `by_maker` has all promises of each."""

    seats: tuple[SeatLabel, ...]
    cells: tuple[tuple[PromiseCount, ...], ...]
    by_maker: tuple[PromiseCount, ...]

    @property
    def made(self) -> int:
        """All promises."""
        return sum(one.made for one in self.by_maker)

    @property
    def has_decided(self) -> bool:
        """Whether any promise was kept or broken."""
        return any(one.decided for one in self.by_maker)


def trust_of(seats: Sequence[SeatLabel], promises: Iterable[JudgedFor]) -> Trust:
    """The promises counted.

    Args:
        promises: all that were accepted; a promise in exchange is one of the partner's.

    Cost: proportional to the number of promises times the square of the number of seats.
    """
    found = tuple(promises)
    return Trust(
        tuple(seats),
        tuple(
            tuple(
                _count(one for one in found if one[:2] == (maker.id, partner.id))
                for partner in seats
            )
            for maker in seats
        ),
        tuple(_count(one for one in found if one[0] == maker.id) for maker in seats),
    )


def _count(promises: Iterable[JudgedFor]) -> PromiseCount:
    verdicts = [verdict for _, _, verdict in promises]
    kinds = [verdict.kind if verdict else "" for verdict in verdicts]
    broken = {one.entry for one in verdicts if one and one.kind == BROKEN and one.entry}
    return PromiseCount(
        kept=kinds.count(KEPT),
        broken=kinds.count(BROKEN),
        not_done=kinds.count(NOT_DONE),
        void=kinds.count(VOID),
        pending=sum(kind not in (KEPT, BROKEN, NOT_DONE, VOID) for kind in kinds),
        broken_by=tuple(sorted(broken)),
    )
