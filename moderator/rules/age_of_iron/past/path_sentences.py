"""The winners' path in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from moderator.rules.age_of_iron.flow import rfs_text
from moderator.rules.age_of_iron.past.points import Lead
from moderator.rules.age_of_iron.state import State
from moderator.rules.task import listed

if TYPE_CHECKING:
    from moderator.rules.age_of_iron.past.path import CountryPath, PathSeries


@dataclass(frozen=True, slots=True)
class PathCourse:
    """What the sentences are about; `before`: who led before `lead`."""

    now: State
    countries: Sequence[CountryPath]
    series: Sequence[PathSeries]
    lead: Lead
    before: Sequence[int]
    reveals: frozenset[int]

    @property
    def winners(self) -> list[CountryPath]:
        return [one for one in self.countries if one.is_winner]

    @property
    def others(self) -> list[CountryPath]:
        return [one for one in self.countries if not one.is_winner]

    def name(self, one: CountryPath) -> str:
        return self.now.player_name(one.player)

    def names(self, players: Sequence[int]) -> str:
        return listed([self.now.player_name(one) for one in players], "and")


def sentences(course: PathCourse) -> Iterator[str]:
    """How it ended, since when the winners led, and for each of them what it did."""
    yield _result(course)
    yield _lead(course)
    for one in course.winners:
        yield _sources(course, one)
        if len(course.winners) == 1 and course.others:
            yield from _difference(course, one, course.others[0])
        yield from _trades(course, one)
        yield from _attacks(course, one)
        yield _rfs(course, one)
    if not _has_attacks(course):
        yield "Nobody attacked anybody."


def _result(course: PathCourse) -> str:
    winners = [one.player for one in course.winners]
    total = course.winners[0].total
    names, points = course.names(winners), _count(total, "Victory Point")
    if course.now.is_over:
        text = f"{names} won with {points}"
    else:
        text = f"{names} {'leads' if len(winners) == 1 else 'lead'} with {points}"
    text += " each" if len(winners) > 1 else ""
    if course.others:
        most = course.others[0].total
        behind = [one.player for one in course.others if one.total == most]
        text += f", {total - most} more than {course.names(behind)}"
    return f"{text}."


def _lead(course: PathCourse) -> str:
    lead = course.lead
    if not lead.number:
        return "At no time had anybody more points."
    if lead.number in course.reveals:
        when = f"With the orders of Game-turn {lead.turn}"
    else:
        when = f"With move {lead.number}, in Game-turn {lead.turn},"
    if len(course.winners) > 1:
        return f"{when} they caught up: from then on nobody had more points than they."
    text = f"{when} {course.name(course.winners[0])} took the lead for good"
    return (
        f"{text}; before that {course.names(course.before)} led." if course.before else f"{text}."
    )


def _sources(course: PathCourse, one: CountryPath) -> str:
    found = [(number, _in_words(series.label)) for series, number in _kinds(course, one) if number]
    verb = "were" if course.now.is_over else "are"
    whose = f"{course.name(one)}’s {_count(one.total, 'point')}"
    if len(found) == 1:
        return f"All of {whose} {verb} for {found[0][1]}."
    (number, kind), *more = found
    parts = [f"{number} {verb} for {kind}", *(f"{number} for {kind}" for number, kind in more)]
    return f"Of {whose}, {listed(parts, 'and')}."


def _difference(course: PathCourse, one: CountryPath, other: CountryPath) -> Iterator[str]:
    """By kind of points, compared with the country that came second."""
    differences = [
        (mine - theirs, _in_words(series.label))
        for (series, mine), (_, theirs) in zip(
            _kinds(course, one), _kinds(course, other), strict=True
        )
    ]
    parts = [f"{by} more for {kind}" for by, kind in sorted(differences, reverse=True) if by > 0]
    parts += [f"{-by} fewer for {kind}" for by, kind in sorted(differences) if by < 0]
    if parts:
        yield f"Compared with {course.name(other)} it got {listed(parts, 'and')}."


def _has_attacks(course: PathCourse) -> bool:
    return any(one.attacks for one in course.countries)


def _attacks(course: PathCourse, one: CountryPath) -> Iterator[str]:
    if _has_attacks(course):
        made = _others(course, [len(other.attacks) for other in course.others])
        suffered = _others(course, [len(other.attacked) for other in course.others], is_named=False)
        attacks = _count(len(one.attacks), "attack")
        text = f"{course.name(one)} made {attacks} and suffered {len(one.attacked)}"
        yield f"{text}; {made} and {suffered}." if course.others else f"{text}."


def _trades(course: PathCourse, one: CountryPath) -> Iterator[str]:
    if any(country.trades for country in course.countries):
        made = _others(course, [len(other.trades) for other in course.others])
        text = f"{course.name(one)} made {_count(len(one.trades), 'trade')}"
        yield f"{text}; {made}." if course.others else f"{text}."


def _others(course: PathCourse, numbers: Sequence[int], is_named: bool = True) -> str:
    """What the others made, or (without their name) suffered."""
    who = course.name(course.others[0]) if len(numbers) == 1 else "the others"
    each = " each" if len(numbers) > 1 and min(numbers) == max(numbers) else ""
    return f"{f'{who} made' if is_named else 'suffered'} {_range(numbers)}{each}" if numbers else ""


def _rfs(course: PathCourse, one: CountryPath) -> str:
    when = "At the end" if course.now.is_over else "Now"
    verb = "had" if course.now.is_over else "has"
    text = f"{when} {course.name(one)} {verb} {rfs_text(one.numbers[-1])} on the Game Chart"
    numbers = [other.numbers[-1] for other in course.others]
    if len(numbers) == 1:
        text += f", {course.name(course.others[0])} {numbers[0]}"
    elif numbers:
        text += f", the others {_range(numbers)}"
    return f"{text}."


def _kinds(course: PathCourse, one: CountryPath) -> list[tuple[PathSeries, int]]:
    """Its points of each kind, without all of them together."""
    pairs = list(zip(course.series, one.numbers, strict=True))
    return [pair for pair in pairs[1:] if pair[0].are_points]


def _in_words(label: str) -> str:
    return label if label.startswith("Presence") else label[:1].lower() + label[1:]


def _count(number: int, unit: str) -> str:
    return f"{number} {unit}{'' if number == 1 else 's'}"


def _range(numbers: Sequence[int]) -> str:
    """
    >>> _range([4, 2, 3]), _range([2, 2])
    ('2 to 4', '2')
    """
    low, high = min(numbers), max(numbers)
    return str(low) if low == high else f"{low} to {high}"
