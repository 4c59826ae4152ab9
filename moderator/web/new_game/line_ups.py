"""Who plays a game whose players are named for it: a group's people, or names that are typed."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext, gettext_lazy

from moderator.play import selectors
from moderator.play.models import Group, Person
from moderator.rules import game as rules_game
from moderator.rules.reading.fields import SLUG_LETTERS
from moderator.web.core.seating import slug_of

WHO, NAMES, LOT = "run_who", "run_names", "run_lot"
PEOPLE, TYPED = "people", "names"
MOST_LETTERS = 2000
# The colours of the first seats, in their order: a name and its colour are the same then.
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
    """The players of one game in the order of play, and who sits down at once on which."""

    players: tuple[str, ...]
    people: Mapping[str, Person] = field(default_factory=dict)
    is_by_lot: bool = False

    def in_order(self) -> tuple[str, ...]:
        """The players from the first one on: as they are listed, or from one drawn by lot."""
        first = secrets.randbelow(len(self.players)) if self.is_by_lot else 0
        return self.players[first:] + self.players[:first]


@dataclass(frozen=True)
class PlayersField:
    """The form's part: who plays, as it was chosen, and what is wrong with it."""

    low: int
    high: int
    seat_word: str
    chosen: str
    names: str
    tables: Tables
    first_player: str
    is_by_lot: bool
    errors: tuple[str, ...] = ()
    most_letters: int = MOST_LETTERS


def people_of(group: Group) -> tuple[Person, ...]:
    """The group's students in the order in which they joined."""
    people = selectors.people(group.classroom).filter(group=group, kind=Person.Kind.STUDENT)
    return tuple(people.order_by("number"))


def defaults(rules: rules_game.Rules[Any, Any], tables: Tables) -> dict[str, str]:
    """The people, where each group has as many as can play; else colours as names."""
    low, high = rules.players or (0, 0)
    most = max((len(people) for _, people in tables), default=0)
    fits = bool(tables) and all(low <= len(people) <= high for _, people in tables)
    names = [_colour(number) for number in range(min(max(most, low), high))]
    lot = "on" if rules.is_first_drawn else ""
    return {WHO: PEOPLE if fits else TYPED, NAMES: "\n".join(names), LOT: lot}


def players_field(
    rules: rules_game.Rules[Any, Any],
    tables: Tables,
    texts: Mapping[str, str],
    errors: tuple[str, ...] = (),
) -> PlayersField:
    """The form's part, as it was filled in."""
    low, high = rules.players or (0, 0)
    return PlayersField(
        low=low,
        high=high,
        seat_word=rules.seat_word,
        chosen=texts[WHO],
        names=texts[NAMES][: 2 * MOST_LETTERS],
        tables=tables,
        first_player=rules.first_player,
        is_by_lot=bool(texts[LOT]),
        errors=errors,
    )


def read(
    rules: rules_game.Rules[Any, Any],
    tables: Tables,
    texts: Mapping[str, str],
    has_bot: bool,
) -> tuple[dict[int, LineUp], tuple[str, ...]]:
    """The line-up of each group by its pk; none if something is wrong, and what.

    Args:
        has_bot: the program plays too: beside a group's people, or on the last of the names.
    """
    if texts[WHO] == TYPED:
        names = split(texts[NAMES])
        wrong = _misfit(rules, len(names))
        if len(texts[NAMES]) > MOST_LETTERS:
            wrong = gettext("That is too long: at most %(most)d letters.") % {"most": MOST_LETTERS}
        if wrong:  # no ids then: for thousands of names alike they take minutes
            return {}, (wrong,)
        line_up = LineUp(slugs_of(names), is_by_lot=bool(texts[LOT]))
        return {group.pk: line_up for group, _ in tables}, ()
    if texts[WHO] != PEOPLE:
        return {}, (gettext("Choose one of these."),)
    found = [(group, people, _misfit_group(rules, people, has_bot)) for group, people in tables]
    errors = tuple(f"{group.name}: {wrong}" for group, _, wrong in found if wrong)
    if errors:
        return {}, errors
    lot = bool(texts[LOT])
    return {group.pk: _of_people(people, has_bot, lot) for group, people, _ in found}, errors


def split(text: str) -> tuple[str, ...]:
    """The names that were typed, one a line or with commas or semicolons between.

    >>> split("Ann, Bob\\nCem;")
    ('Ann', 'Bob', 'Cem')
    """
    return tuple(name for part in re.split(r"[,;\n\r]", text) if (name := part.strip()))


def slugs_of(names: Iterable[str]) -> tuple[str, ...]:
    """An id for each name, no two alike: ASCII letters, digits and hyphens, at most 40.

    >>> slugs_of(["Zoë O’Neill", "zoe oneill", "李"])
    ('zoe-oneill', 'zoe-oneill-2', 'player-3')
    """
    found: list[str] = []
    for number, name in enumerate(names, start=1):
        slug = slug_of(name) or f"player-{number}"
        found.append(next(one for one in _numbered(slug) if one not in found))
    return tuple(found)


def _numbered(slug: str) -> Iterable[str]:
    yield slug
    number = 2
    while True:
        end = f"-{number}"
        yield slug[: SLUG_LETTERS - len(end)].rstrip("-") + end
        number += 1


def _of_people(people: Sequence[Person], has_bot: bool, is_by_lot: bool) -> LineUp:
    names = [person.display_name for person in people]
    players = slugs_of([*names, gettext("Program")] if has_bot else names)
    return LineUp(players, dict(zip(players, people, strict=False)), is_by_lot)


def _misfit(rules: rules_game.Rules[Any, Any], count: int) -> str:
    low, high = rules.players or (0, 0)
    if low <= count <= high:
        return ""
    facts = {"game": rules.name, "low": low, "high": high, "n": count}
    if low == high:
        return gettext("%(game)s takes %(low)d players; these are %(n)d.") % facts
    return gettext("%(game)s takes %(low)d to %(high)d players; these are %(n)d.") % facts


def _misfit_group(
    rules: rules_game.Rules[Any, Any], people: Sequence[Person], has_bot: bool
) -> str:
    if not people:
        return gettext("nobody has joined this group yet. Type names instead.")
    wrong = _misfit(rules, len(people) + has_bot)
    return wrong and f"{wrong} {gettext('Type names instead, or seat people elsewhere first.')}"


def _colour(number: int) -> str:
    if number < len(COLOURS):
        return str(COLOURS[number])
    return gettext("Player %(number)d") % {"number": number + 1}
