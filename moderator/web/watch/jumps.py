"""The buttons of a replay: from one position to others."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from moderator.play.log.history import History


@dataclass(frozen=True)
class Jump:
    """A link to another position; `url` is empty if there is none. `keys` is its shortcut."""

    id: str
    sign: str
    label: str
    keys: str
    url: str


def jumps_of(history: History, index: int, here: str) -> tuple[Jump, ...]:
    """The buttons at a position: first, previous turn, previous, next, next turn, last."""
    last = len(history.places) - 1
    starts = [i for i, position in enumerate(history.places) if position.is_turn]
    previous_turn = max((i for i in starts if i < index), default=None)
    next_turn = min((i for i in starts if i > index), default=last if index < last else None)
    has_previous, has_next = index > 0, index < last
    targets = (
        ("first", "⇤", gettext("First"), "Home", 0 if has_previous else None),
        ("turn-back", "«", gettext("Previous turn"), "Shift+ArrowLeft", previous_turn),
        ("back", "‹", gettext("Previous"), "ArrowLeft", index - 1 if has_previous else None),
        ("on", "›", gettext("Next"), "ArrowRight", index + 1 if has_next else None),
        ("turn-on", "»", gettext("Next turn"), "Shift+ArrowRight", next_turn),
        ("last", "⇥", gettext("Last"), "End", last if has_next else None),
    )
    return tuple(
        Jump(id, sign, label, keys, "" if to is None else f"{here}{history.places[to].number}")
        for id, sign, label, keys, to in targets
    )
