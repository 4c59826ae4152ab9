"""The history of a game, from its moves, for one viewer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from moderator.rules.age_of_iron import scoring
from moderator.rules.age_of_iron.past import contacts, points
from moderator.rules.age_of_iron.past.facts import Facts
from moderator.rules.age_of_iron.past.game_history import (
    END,
    FIRST_TURN,
    NOW,
    START,
    TURNING_POINT,
    GameHistory,
    Moment,
)
from moderator.rules.age_of_iron.past.path import PathFacts, winners_path
from moderator.rules.age_of_iron.past.questions import questions_of
from moderator.rules.age_of_iron.past.steps import GameStep, seen, steps_of
from moderator.rules.age_of_iron.past.turning import TurningPoint, turning_points_of
from moderator.rules.age_of_iron.past.turns import TurnEnd, turns_of
from moderator.rules.age_of_iron.setup.scenario import Scenario
from moderator.rules.age_of_iron.state import State
from moderator.rules.age_of_iron.views import for_viewer
from moderator.rules.errors import printable
from moderator.rules.log import Step
from moderator.rules.viewer import PUBLIC, Viewer

MOST_SWINGS = 5
"""Turning points before which a debrief looks up what was said."""


def history(start: State, moves: Sequence[Step], viewer: Viewer = PUBLIC) -> GameHistory:
    """The history of a game.

    Args:
        start: the state before the first move.
        moves: those in effect, oldest first, without what the viewer may not know yet.
        viewer: before the end only the moderator learns about objectives. Nobody sees orders here
            before they are revealed.

    Source: docs/rules/age-of-iron.md, "Victory Points".
    Cost: proportional to the number of moves, of countries and of objectives.
    """
    now = moves[-1].after if moves else start
    steps = tuple(steps_of(start, moves))
    first = seen(start)
    last = steps[-1].after if steps else first
    open_to = [
        viewer.is_moderator or viewer.seat == seat.id or (now.is_over and viewer.sees_end)
        for seat in now.scenario.seats
    ]
    turns = tuple(turns_of(first, steps, open_to))
    course = tuple(points.course_of(first, steps))
    attacks, trades = tuple(contacts.attacks_of(steps)), tuple(contacts.trades_of(steps))
    leads = tuple(points.leads_of(course))
    turning_points = turning_points_of(steps, course)
    scenario, players = now.scenario, len(now.hand)
    return GameHistory(
        **_setting(now, scenario),
        last=moves[-1].number if moves else 0,
        is_open=all(open_to),
        turns=turns,
        course=course,
        leads=leads,
        lead_changes=tuple(points.lead_changes_of(leads)),
        attacks=attacks,
        attack_matrix=contacts.attack_matrix(attacks, players),
        trades=trades,
        trade_matrix=contacts.trade_matrix(trades, players, scenario.letters),
        turning_points=turning_points,
        swings=turning_points_of(steps, course, MOST_SWINGS),
        path=winners_path(
            PathFacts(
                last,
                points.points_of(last, open_to),
                turns,
                leads,
                attacks,
                trades,
                frozenset(step.number for step in steps if step.is_reveal),
            )
        ),
        questions=tuple(questions_of(Facts(steps, course, attacks, trades, all(open_to)))),
        moments=tuple(_moments(first, steps, turns, turning_points)),
    )


def _setting(now: State, scenario: Scenario) -> dict[str, Any]:
    return {
        "title": printable(scenario.title, 200),
        "seats": scenario.seats,
        "regions": scenario.region_names,
        "goods": tuple(scenario.good_names.items()),
        "turn": now.turn,
        "turns_planned": now.turns,
        "is_over": now.is_over,
        "is_scored": scoring.can_score(scenario),
        "has_goods": bool(scenario.goods),
        "has_civilization": bool(scenario.box_points),
    }


def _moments(
    start: State,
    steps: Sequence[GameStep],
    turns: Sequence[TurnEnd],
    turning_points: Sequence[TurningPoint],
) -> Iterator[Moment]:
    """The end of the first Game-turn, the largest turning point, and the end, or now."""
    if not steps:
        yield _moment(START, 0, 0, start)
        return
    after = {step.number: step for step in steps}
    last = steps[-1]
    wanted: dict[int, str] = {}
    if len(turns) > 1:
        wanted[turns[1].number] = FIRST_TURN
    if turning_points:
        largest = max(turning_points, key=lambda point: (point.swing, point.number))
        wanted.setdefault(largest.number, TURNING_POINT)
    wanted[last.number] = END if last.after.is_over else NOW
    for number, kind in sorted(wanted.items()):
        yield _moment(kind, after[number].turn, number, after[number].after)


def _moment(kind: str, turn: int, number: int, state: State) -> Moment:
    return Moment(kind, turn, number, for_viewer.view(state, PUBLIC).rows)
