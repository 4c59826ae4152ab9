"""Results and attendance of classes of any size, invented."""

from __future__ import annotations

from collections.abc import Sequence

from moderator.features.overview.results import SeatResult
from moderator.features.printing.class_parts import (
    AttendanceData,
    AttendanceRow,
    GroupGame,
    ResultsData,
)
from moderator.rules.seating import SeatLabel

COUNTRIES = ("Egypt", "Babylon", "Assyria", "Hatti", "Elam", "Mitanni", "Troy", "Media", "Ur")
NAMES = ("A. Brandt", "R. Keller, Y. Sato", "M. Ferreira da Costa")


def seats(count: int, names: Sequence[str] = COUNTRIES) -> tuple[SeatLabel, ...]:
    """So many countries, named in turn."""
    return tuple(
        SeatLabel(f"p{k}", names[k % len(names)], names[k % len(names)][:1] or "X", k + 1)
        for k in range(count)
    )


def scenario(
    groups: int,
    players: int = 4,
    names: Sequence[str] = COUNTRIES,
    people: Sequence[str] = NAMES,
    factor: int = 37,
    goals: int = 9,
) -> ResultsData:
    """Groups with points that differ, the last of them stopped, and two that aren't finished."""
    found, labels = [], seats(players, names)
    for g in range(groups):
        points = [30 + (g * factor + k * 911) % 31 for k in range(players)]
        scores = tuple(
            SeatResult(
                seat=seat,
                points=own,
                place=1 + sum(other > own for other in points),
                is_tied=points.count(own) > 1,
                names=(people[(g + k) % len(people)],),
            )
            for k, (seat, own) in enumerate(zip(labels, points, strict=True))
        )
        best = sorted(points)[-2:]
        note = "Stopped after Game-turn 4 of 6" if g == groups - 1 and g else ""
        found.append(
            GroupGame(
                number=g + 1,
                name=names[g % len(names)] if names is not COUNTRIES else f"Group {g + 1}",
                scores=scores,
                lead=best[-1] - best[0],
                counts=(5 + g % 7, 6 - g % 4),
                led=people[g % len(people)],
                note=note,
            )
        )
    of_seats = tuple(
        {
            # Spaces aren't drawn, and tell goals with the same name apart.
            f"all out of {names[(k + n) % len(names)]}{' ' * n}": (n * 7 + k) % (groups + 1)
            for n in range(goals)
        }
        for k in range(players)
    )
    return ResultsData(
        seat_word="country",
        seats=labels,
        groups=tuple(found),
        unfinished=(
            GroupGame(groups + 1, names[0], "Game-turn 3 of 6: Egypt acts"),
            GroupGame(groups + 2, names[-1], "Prepared, and waiting for its start"),
        ),
        counted=("attacks", "trades"),
        goals=of_seats,
        known=groups,
        goals_title="Which objectives were met",
    )


def ended(groups: int, names: Sequence[str] = COUNTRIES) -> ResultsData:
    """A game without points in so many groups; in each somebody else has won."""
    labels = seats(2, names)
    games = tuple(
        GroupGame(
            number=g + 1,
            name=names[g % len(names)],
            winners=labels[g % 3 : g % 3 + 1],
            note="Red has won after 12 throws",
            players=tuple((label, NAMES[g % 3]) for label in labels),
            led=NAMES[0],
        )
        for g in range(groups)
    )
    return ResultsData(games, (GroupGame(99, names[1], names[2]),))


def attendance(
    people: int, names: Sequence[str] = NAMES, has_numbers: bool = False
) -> AttendanceData:
    """So many people; every third has not joined."""
    rows = tuple(
        AttendanceRow(
            name=names[k % len(names)],
            is_here=k % 3 > 0,
            group=f"Group {k}" if k % 3 else "",
            role=names[(k + 1) % len(names)] if k % 3 else "",
            joined="21 Nov, 09:42" if k % 3 else "",
            seen="21 Nov, 11:05" if k % 3 else "",
            number=f"{10**9 + k}" if has_numbers else "",
        )
        for k in range(people)
    )
    return AttendanceData(rows, has_numbers)
