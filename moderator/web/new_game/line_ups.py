"""The players of a game without fixed seats: a group's people, or typed names."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext, gettext_lazy

from moderator.play import selectors
from moderator.play.models import Group, Person
from moderator.play.names import slugs_of
from moderator.rules.game import Rules

WHO, NAMES, LOT = "run_who", "run_names", "run_lot"
PEOPLE, TYPED = "people", "names"
MAX_LENGTH = 2000
# As moderator/rules/seating.py: a player with such a name gets that colour.
COLOURS = (
    gettext_lazy("Teal"),
    gettext_lazy("Orange"),
    gettext_lazy("Purple"),
    gettext_lazy("Green"),
    gettext_lazy("Blue"),
    gettext_lazy("Pink"),
)

Tables = tuple[tuple[Group, tuple[Person, ...]], ...]
"""Each group with its people."""


@dataclass(frozen=True)
class LineUp:
    """The players of one game in the order of play, and the people to seat at once."""

    players: tuple[str, ...]
    people: Mapping[str, Person] = field(default_factory=dict)
    is_by_lot: bool = False

    def in_order(self) -> tuple[str, ...]:
        """The players as listed, or beginning with one drawn by lot."""
        first = secrets.randbelow(len(self.players)) if self.is_by_lot else 0
        return self.players[first:] + self.players[:first]


@dataclass(frozen=True)
class PlayersField:
    """The form fields for the players, as chosen, with errors."""

    low: int
    high: int
    seat_word: str
    chosen: str
    names: str
    tables: Tables
    first_player: str
    is_by_lot: bool
    errors: tuple[str, ...] = ()
    max_length: int = MAX_LENGTH


def people_of(group: Group) -> tuple[Person, ...]:
    """The group's students in the order in which they joined."""
    people = selectors.people(group.classroom).filter(group=group, kind=Person.Kind.STUDENT)
    return tuple(people.order_by("number"))


def defaults(rules: Rules[Any], tables: Tables) -> dict[str, str]:
    """The groups' people if each group has a fitting number; otherwise colours as names."""
    low, high = rules.players or (0, 0)
    most = max((len(people) for _, people in tables), default=0)
    fits = bool(tables) and all(low <= len(people) <= high for _, people in tables)
    names = [_colour(number) for number in range(min(max(most, low), high))]
    lot = "on" if rules.is_first_drawn else ""
    return {WHO: PEOPLE if fits else TYPED, NAMES: "\n".join(names), LOT: lot}


def players_field(
    rules: Rules[Any],
    tables: Tables,
    texts: Mapping[str, str],
    errors: tuple[str, ...] = (),
) -> PlayersField:
    """The form fields for the players, as filled in."""
    low, high = rules.players or (0, 0)
    return PlayersField(
        low=low,
        high=high,
        seat_word=rules.seat_word,
        chosen=texts[WHO],
        names=texts[NAMES][: 2 * MAX_LENGTH],
        tables=tables,
        first_player=rules.first_player,
        is_by_lot=bool(texts[LOT]),
        errors=errors,
    )


def read(
    rules: Rules[Any],
    tables: Tables,
    texts: Mapping[str, str],
    has_bot: bool,
) -> tuple[dict[int, LineUp], tuple[str, ...]]:
    """The line-up of each group by primary key, and the errors; with errors no line-ups.

    Args:
        has_bot: the program plays too: beside a group's people, or on the last name.
    """
    if texts[WHO] == TYPED:
        names = split(texts[NAMES])
        error = _count_error(rules, len(names))
        if len(texts[NAMES]) > MAX_LENGTH:
            error = gettext("That is too long: at most %(most)d characters.") % {"most": MAX_LENGTH}
        if error:  # makes no ids: for thousands of equal names that would take minutes
            return {}, (error,)
        line_up = LineUp(slugs_of(names), is_by_lot=bool(texts[LOT]))
        return {group.pk: line_up for group, _ in tables}, ()
    if texts[WHO] != PEOPLE:
        return {}, (gettext("Choose one of these."),)
    found = [(group, people, _group_error(rules, people, has_bot)) for group, people in tables]
    errors = tuple(f"{group.name}: {error}" for group, _, error in found if error)
    if errors:
        return {}, errors
    lot = bool(texts[LOT])
    return {group.pk: _of_people(people, has_bot, lot) for group, people, _ in found}, errors


def split(text: str) -> tuple[str, ...]:
    """The names in a text, separated by line breaks, commas or semicolons.

    >>> split("Ann, Bob\\nCem;")
    ('Ann', 'Bob', 'Cem')
    """
    return tuple(name for part in re.split(r"[,;\n\r]", text) if (name := part.strip()))


def _of_people(people: Sequence[Person], has_bot: bool, is_by_lot: bool) -> LineUp:
    names = [person.display_name for person in people]
    players = slugs_of([*names, gettext("Program")] if has_bot else names)
    return LineUp(players, dict(zip(players, people, strict=False)), is_by_lot)


def _count_error(rules: Rules[Any], count: int) -> str:
    low, high = rules.players or (0, 0)
    if low <= count <= high:
        return ""
    facts = {"game": rules.name, "low": low, "high": high, "n": count}
    if low == high:
        return gettext("%(game)s needs %(low)d players, not %(n)d.") % facts
    return gettext("%(game)s needs %(low)d to %(high)d players, not %(n)d.") % facts


def _group_error(rules: Rules[Any], people: Sequence[Person], has_bot: bool) -> str:
    if not people:
        return gettext("nobody has joined this group yet. Type names instead.")
    error = _count_error(rules, len(people) + has_bot)
    hint = gettext("Type names instead, or move people to another group first.")
    return error and f"{error} {hint}"


def _colour(number: int) -> str:
    if number < len(COLOURS):
        return str(COLOURS[number])
    return gettext("Player %(number)d") % {"number": number + 1}
