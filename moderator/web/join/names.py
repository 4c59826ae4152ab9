"""The roster on the join page: names to choose from, a letter after another, searchable."""

from __future__ import annotations

from dataclasses import dataclass

from moderator.play.models import Classroom
from moderator.play.roster.names_shown import (
    LetterPart,
    ListedName,
    by_letter,
    listed_names,
    matching,
)

FEW = 12  # names that need neither an index nor a search


@dataclass(frozen=True)
class NameChoice:
    """The names that match a search, by letter."""

    parts: tuple[LetterPart, ...]
    search: str = ""
    count: int = 0
    names: tuple[ListedName, ...] = ()

    @property
    def is_long(self) -> bool:
        """Whether there are enough names for a search field and an index."""
        return self.count > FEW

    @property
    def is_any_taken(self) -> bool:
        """Whether anybody who is shown has joined."""
        return any(one.is_taken for one in self.names)


def name_choice(classroom: Classroom, search: str) -> NameChoice | None:
    """The names of the class's roster; None if it has none."""
    names = listed_names(classroom)
    if not names:
        return None
    search = " ".join(search[:100].split())
    found = matching(names, search)
    parts = by_letter(found) if len(names) > FEW else (LetterPart(1, "", found),)
    return NameChoice(parts, search, len(names), found)
