"""How a move is marked on the timeline of a replay."""

from __future__ import annotations

from dataclasses import dataclass

FLAG, PAIR = "flag", "pair"


@dataclass(frozen=True, slots=True)
class Mark:
    """A move's mark: `shape` is `FLAG` for what one player does, `PAIR` for what two agree on.

    `label` explains it, such as "trade between". `players` are those concerned, from 0; the
    one who makes the move comes first.
    """

    shape: str
    label: str
    players: tuple[int, ...]
