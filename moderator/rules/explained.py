"""The rules and the period of one game in plain words, for a page or a printed sheet."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RulesSection:
    """A part of the rules: a heading, and its sentences in the order in which they are read."""

    title: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HistoricEvent:
    """A line of a chronology: a year, negative for B.C. and never 0, and what happened then."""

    year: int
    text: str

    @property
    def when(self) -> str:
        """The year as it is written.

        >>> HistoricEvent(-1792, "").when, HistoricEvent(622, "").when
        ('1792 B.C.', 'A.D. 622')
        """
        return f"{-self.year} B.C." if self.year < 0 else f"A.D. {self.year}"
