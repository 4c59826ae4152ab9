"""What can be typed, for people: commands of this very game, each with its meaning."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TypedExample:
    """A command, or several that belong together, and what it does."""

    line: str
    meaning: str


@dataclass(frozen=True, slots=True)
class TypedHelp:
    """What can be typed in one part of a game; `is_now` if it is the present one."""

    title: str
    examples: tuple[TypedExample, ...]
    is_now: bool = False
