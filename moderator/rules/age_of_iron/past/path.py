"""The winners' path: their points, RFs, attacks and trades compared with the others'."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from moderator.rules.age_of_iron.flow import rfs_text
from moderator.rules.age_of_iron.past.facts import (
    CountryPoints,
    Facts,
    Lead,
)
from moderator.rules.age_of_iron.state import State
from moderator.rules.seating import listed

# The winners' path in plain sentences.


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


def sentences_of(course: PathCourse) -> Iterator[str]:
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
    found = [
        (number, _in_words(series.label)) for series, number in _kinds_told(course, one) if number
    ]
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
            _kinds_told(course, one), _kinds_told(course, other), strict=True
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


def _kinds_told(course: PathCourse, one: CountryPath) -> list[tuple[PathSeries, int]]:
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


# The path itself.


@dataclass(frozen=True, slots=True)
class CountryPath:
    """What a country did, by its index in the order of play.

    `numbers` are those of `WinnersPath.series` at the end. `attacks`, `attacked` and `trades` are
    the entries of the attacks that it made and suffered, and of its trades.
    """

    player: int
    is_winner: bool
    total: int
    numbers: tuple[int, ...]
    attacks: tuple[int, ...]
    attacked: tuple[int, ...]
    trades: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PathSeries:
    """A number of each country, in the order of play, at the start and after each Game-turn.

    `label` names it; `are_points`: it is in Victory Points, otherwise in RFs.
    """

    label: str
    rows: tuple[tuple[int, ...], ...]
    are_points: bool = True


@dataclass(frozen=True, slots=True)
class WinnersPath:
    """How the winners got there, compared with the others; of a game that goes on, who leads.

    `countries` begin with the winners; then come those with the most points. `lead` is the one
    since which nobody has had more points than they. `series` begin with all points together.
    """

    winners: tuple[int, ...]
    lead: Lead
    countries: tuple[CountryPath, ...]
    series: tuple[PathSeries, ...]
    sentences: tuple[str, ...]


def winners_path(facts: Facts) -> WinnersPath | None:
    """The path of those who lead now or have won; None if nobody has points that may be seen.

    Points for objectives are in two series only where all of them may be seen (`CountryPoints`),
    otherwise in one. A series in which nobody has anything is left out.

    Source: docs/rules/age-of-iron.md, "Victory Points".
    Cost: proportional to the number of Game-turns, of countries, of attacks and of trades.
    """
    winners = facts.leads[-1].players if facts.leads else ()
    if not winners:
        return None
    kinds = _kinds(facts)
    totals = [one.total for one in facts.points]
    order = sorted(range(len(totals)), key=lambda one: (one not in winners, -totals[one]))
    countries = tuple(_country(facts, kinds, one) for one in order)
    series = (
        *(PathSeries(label, _rows(facts, number)) for label, number in kinds),
        PathSeries(
            "RFs on the Game Chart",
            tuple(zip(*(end.on_chart for end in facts.turns), strict=True)),
            are_points=False,
        ),
    )
    lead = since(facts.leads)
    before = facts.leads[facts.leads.index(lead) - 1].players if lead.number else ()
    course = PathCourse(facts.now, countries, series, lead, before, facts.reveals)
    sentences = tuple(sentences_of(course))
    return WinnersPath(winners, lead, countries, series, sentences)


def since(leads: Sequence[Lead]) -> Lead:
    """The lead since which those who lead last have always led, alone or with others.

    >>> since([Lead(0, 1, ()), Lead(3, 1, (0,)), Lead(8, 2, (0, 1)), Lead(9, 2, (0,))]).number
    3
    """
    last = set(leads[-1].players)
    found = leads[-1]
    for lead in reversed(leads):
        if not last.issubset(lead.players):
            break
        found = lead
    return found


_Number = Callable[[CountryPoints], int]


def _kinds(facts: Facts) -> list[tuple[str, _Number]]:
    """The kinds of points that somebody had at some time, all together first."""
    every = [one for end in facts.turns for one in end.points] + list(facts.points)
    are_open = all(one.presence is not None and one.prevent is not None for one in every)
    found: list[tuple[str, _Number]] = [
        ("Civilization", lambda one: one.civilization),
        ("Trade", lambda one: one.trade),
    ]
    if are_open:
        found[:0] = [
            ("Presence objectives", lambda one: cast(int, one.presence)),
            ("Prevent objectives", lambda one: cast(int, one.prevent)),
        ]
    else:
        found.insert(0, ("Objectives", lambda one: one.objectives))
    had = [kind for kind in found if any(map(kind[1], every))]
    return [("Victory Points", lambda one: one.total), *had]


def _country(facts: Facts, kinds: Sequence[tuple[str, _Number]], player: int) -> CountryPath:
    own = facts.points[player]
    on_chart = sum(row[player] for row in facts.now.chart)
    return CountryPath(
        player=player,
        is_winner=player in facts.leads[-1].players,
        total=own.total,
        numbers=(*(number(own) for _, number in kinds), on_chart),
        attacks=tuple(one.number for one in facts.attacks if one.attacker == player),
        attacked=tuple(one.number for one in facts.attacks if one.defender == player),
        trades=tuple(one.number for one in facts.trades if player in (one.player, one.partner)),
    )


def _rows(facts: Facts, number: _Number) -> tuple[tuple[int, ...], ...]:
    return tuple(zip(*(tuple(map(number, end.points)) for end in facts.turns), strict=True))
