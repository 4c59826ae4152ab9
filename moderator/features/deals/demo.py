"""What the demo's notes write of contacts and promises."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from moderator.core.models import Entry, Game, Person
from moderator.features.deals.records.write import contact_note, promise_answer, promise_make


def write_note(game: Game, note: Mapping[str, Any], key: str, person: Person, role: str) -> None:
    player = note["by"]
    if "contact" in note:
        contact_note(game, note["to"], note["contact"], key, person, role, player)
    elif "promise" in note:
        (partner,) = note["to"]
        entered = None if role == Entry.Role.STUDENT else player
        terms, exchange = note["promise"], note["exchange"]
        promise_make(game, partner, terms, exchange, key, person, role, entered)
    else:
        promise_answer(game, note["number"], note["answer"], key, person, role)
