"""The winners' path: their points, RFs, attacks and trades compared with the others'."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import cast

from moderator.rules.age_of_iron.past import CountryPoints, CoursePoint, Facts
from moderator.rules.age_of_iron.state import rfs_text
from moderator.rules.seating import listed

# The path.


@dataclass(frozen=True, slots=True)
class CountryPath:
    """What a country did, by its index in the order of play.

    `numbers` are those of `WinnersPath.series` at the end. `attacks`, `attacked` and `trades` are
    the entries of the attacks that it made and suffered, and of its trades.
    """

    player: int
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
    lead: CoursePoint
    countries: tuple[CountryPath, ...]
    series: tuple[PathSeries, ...]
    sentences: tuple[str, ...] = ()

    @property
    def ahead(self) -> tuple[CountryPath, ...]:
        """The countries that lead or have won."""
        return self.countries[: len(self.winners)]

    @property
    def others(self) -> tuple[CountryPath, ...]:
        return self.countries[len(self.winners) :]


def winners_path(facts: Facts) -> WinnersPath | None:
    """The path of those who lead now or have won; None if nobody has points that may be seen.

    Points for objectives are in two series only where all of them may be seen (`CountryPoints`),
    otherwise in one. A series in which nobody has anything is left out.

    Source: docs/rules/age-of-iron.md, "Victory Points".
    Cost: proportional to the number of Game-turns, of countries, of attacks and of trades.
    """
    winners = facts.leads[-1].leaders if facts.leads else ()
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
    path = WinnersPath(winners, since(facts.leads), countries, series)
    return replace(path, sentences=tuple(_sentences(facts, path)))


def since(leads: Sequence[CoursePoint]) -> CoursePoint:
    """The lead since which those who lead last have always led, alone or with others.

    >>> totals = (0, 0), (5, 0), (5, 5), (6, 5)
    >>> since([CoursePoint(n, 1, one) for n, one in enumerate(totals)]).number
    1
    """
    last = set(leads[-1].leaders)
    found = leads[-1]
    for lead in reversed(leads):
        if not last.issubset(lead.leaders):
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
        total=own.total,
        numbers=(*(number(own) for _, number in kinds), on_chart),
        attacks=tuple(one.number for one in facts.attacks if one.attacker == player),
        attacked=tuple(one.number for one in facts.attacks if one.defender == player),
        trades=tuple(one.number for one in facts.trades if player in (one.player, one.partner)),
    )


def _rows(facts: Facts, number: _Number) -> tuple[tuple[int, ...], ...]:
    return tuple(zip(*(tuple(map(number, end.points)) for end in facts.turns), strict=True))


# The path in plain sentences.


def _sentences(facts: Facts, path: WinnersPath) -> Iterator[str]:
    """How it ended, since when the winners led, and for each of them what it did."""
    yield _result(facts, path)
    yield _lead(facts, path)
    for one in path.ahead:
        yield _sources(facts, path, one)
        if len(path.ahead) == 1 and path.others:
            yield from _difference(facts, path, one)
        yield from _trades(facts, path, one)
        yield from _attacks(facts, path, one)
        yield _rfs(facts, path, one)
    if not facts.attacks:
        yield "Nobody attacked anybody."


def _result(facts: Facts, path: WinnersPath) -> str:
    total = path.ahead[0].total
    names, points = facts.names(path.winners), _count(total, "Victory Point")
    if facts.now.is_over:
        text = f"{names} won with {points}"
    else:
        text = f"{names} {'leads' if len(path.winners) == 1 else 'lead'} with {points}"
    text += " each" if len(path.winners) > 1 else ""
    if path.others:
        most = path.others[0].total
        behind = [one.player for one in path.others if one.total == most]
        text += f", {total - most} more than {facts.names(behind)}"
    return f"{text}."


def _lead(facts: Facts, path: WinnersPath) -> str:
    lead = path.lead
    if not lead.number:
        return "At no time had anybody more points."
    if lead.number in facts.reveals:
        when = f"With the orders of Game-turn {lead.turn}"
    else:
        when = f"With move {lead.number}, in Game-turn {lead.turn},"
    if len(path.ahead) > 1:
        return f"{when} they caught up: from then on nobody had more points than they."
    text = f"{when} {facts.name(path.ahead[0].player)} took the lead for good"
    before = facts.leads[facts.leads.index(lead) - 1].leaders
    return f"{text}; before that {facts.names(before)} led." if before else f"{text}."


def _sources(facts: Facts, path: WinnersPath, one: CountryPath) -> str:
    found = [
        (number, _in_words(series.label)) for series, number in _kinds_told(path, one) if number
    ]
    verb = "were" if facts.now.is_over else "are"
    whose = f"{facts.name(one.player)}’s {_count(one.total, 'point')}"
    if len(found) == 1:
        return f"All of {whose} {verb} for {found[0][1]}."
    (number, kind), *more = found
    parts = [f"{number} {verb} for {kind}", *(f"{number} for {kind}" for number, kind in more)]
    return f"Of {whose}, {listed(parts, 'and')}."


def _difference(facts: Facts, path: WinnersPath, one: CountryPath) -> Iterator[str]:
    """By kind of points, compared with the country that came second."""
    other = path.others[0]
    differences = [
        (mine - theirs, _in_words(series.label))
        for (series, mine), (_, theirs) in zip(
            _kinds_told(path, one), _kinds_told(path, other), strict=True
        )
    ]
    parts = [f"{by} more for {kind}" for by, kind in sorted(differences, reverse=True) if by > 0]
    parts += [f"{-by} fewer for {kind}" for by, kind in sorted(differences) if by < 0]
    if parts:
        yield f"Compared with {facts.name(other.player)} it got {listed(parts, 'and')}."


def _attacks(facts: Facts, path: WinnersPath, one: CountryPath) -> Iterator[str]:
    if facts.attacks:
        made = _others(facts, path, [len(other.attacks) for other in path.others])
        numbers = [len(other.attacked) for other in path.others]
        suffered = _others(facts, path, numbers, is_named=False)
        attacks = _count(len(one.attacks), "attack")
        text = f"{facts.name(one.player)} made {attacks} and suffered {len(one.attacked)}"
        yield f"{text}; {made} and {suffered}." if path.others else f"{text}."


def _trades(facts: Facts, path: WinnersPath, one: CountryPath) -> Iterator[str]:
    if facts.trades:
        made = _others(facts, path, [len(other.trades) for other in path.others])
        text = f"{facts.name(one.player)} made {_count(len(one.trades), 'trade')}"
        yield f"{text}; {made}." if path.others else f"{text}."


def _others(facts: Facts, path: WinnersPath, numbers: Sequence[int], is_named: bool = True) -> str:
    """What the others made, or (without their name) suffered."""
    who = facts.name(path.others[0].player) if len(numbers) == 1 else "the others"
    each = " each" if len(numbers) > 1 and min(numbers) == max(numbers) else ""
    return f"{f'{who} made' if is_named else 'suffered'} {_range(numbers)}{each}" if numbers else ""


def _rfs(facts: Facts, path: WinnersPath, one: CountryPath) -> str:
    when = "At the end" if facts.now.is_over else "Now"
    verb = "had" if facts.now.is_over else "has"
    text = f"{when} {facts.name(one.player)} {verb} {rfs_text(one.numbers[-1])} on the Game Chart"
    numbers = [other.numbers[-1] for other in path.others]
    if len(numbers) == 1:
        text += f", {facts.name(path.others[0].player)} {numbers[0]}"
    elif numbers:
        text += f", the others {_range(numbers)}"
    return f"{text}."


def _kinds_told(path: WinnersPath, one: CountryPath) -> list[tuple[PathSeries, int]]:
    """Its points of each kind, without all of them together."""
    pairs = list(zip(path.series, one.numbers, strict=True))
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
