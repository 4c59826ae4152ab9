"""The rules of one game in plain words, for a page or a printed sheet."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RulesSection:
    """A part of the rules: a heading, and its sentences in the order in which they are read."""

    title: str
    sentences: tuple[str, ...]
