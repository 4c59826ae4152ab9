"""Erasing a name where somebody has typed it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeVar

from django.db.models import Model, QuerySet

from moderator.core.models import Person

M = TypeVar("M", bound=Model)


class ErasedName:
    """A person's name that is erased: a number comes in its place. `key`: as in `Person`."""

    def __init__(self, person: Person, name: str, key: str) -> None:
        self.person, self.name, self.key = person, name, key
        self._typed = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)

    def without(self, text: str) -> str:
        return self._typed.sub(lambda _found: self.person.display_name, text)

    def erase_in(self, rows: QuerySet[M], column: str, letters: int) -> Iterator[M]:
        """Erase it in this column, which has so many letters at most; gives the changed rows."""
        # SQLite knows the two cases of ASCII letters only.
        has_name = {f"{column}__icontains": self.name} if self.name.isascii() else {}
        for row in rows.filter(**has_name).exclude(**{column: ""}):
            old = getattr(row, column)
            if (new := self.without(old)) != old:
                setattr(row, column, new[:letters])
                row.save(update_fields=[column])
                yield row
