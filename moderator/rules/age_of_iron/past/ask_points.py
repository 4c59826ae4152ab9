"""Questions about points: who led, who lost them, who missed them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from moderator.rules.age_of_iron.flow import rfs_text
from moderator.rules.age_of_iron.past.facts import DebriefQuestion, Facts
from moderator.rules.age_of_iron.past.points import lead_changes_of, leads_of
from moderator.rules.age_of_iron.past.turning import sets_completed
from moderator.rules.age_of_iron.setup.scenario import PRESENCE, PRESENCE_RFS, Objective

LEAST_RUN = 5
"""Steps that a lead must have lasted to be asked about."""


def last_against_leader(facts: Facts) -> Iterator[DebriefQuestion]:
    """The last attack by a country that was last, and didn't win, on one that then had less."""
    by_number = {one.number: one for one in facts.attacks}
    found: DebriefQuestion | None = None
    for before, after in pairwise(facts.course):
        one = by_number.get(after.number)
        if one is None or after.turn < facts.now.turns:
            continue
        lost = before.totals[one.defender] - after.totals[one.defender]
        was_last = before.totals[one.attacker] == min(before.totals) < max(before.totals)
        if lost > 0 and was_last and one.attacker not in facts.course[-1].leaders:
            found = DebriefQuestion(
                f"{facts.name(one.attacker)} was last, with {before.totals[one.attacker]} points "
                f"before move {one.number}, when its attack cost {facts.name(one.defender)} "
                f"{lost}. Would you have attacked? Why?",
                (one.number,),
            )
    if found:
        yield found


def broken_lead(facts: Facts) -> Iterator[DebriefQuestion]:
    """The longest lead that ended with somebody else's."""
    indices = {point.number: i for i, point in enumerate(facts.course)}
    leads = [lead for lead in leads_of(facts.course) if len(lead.players) == 1]
    changes = {lead.number for lead in lead_changes_of(leads)}
    runs = [
        (indices[new.number] - indices[old.number], old, new)
        for old, new in pairwise(leads)
        if new.number in changes
    ]
    length, old, new = max(runs, key=lambda run: (run[0], run[2].number), default=(0, None, None))
    if old is None or new is None or length < LEAST_RUN:
        return
    yield DebriefQuestion(
        f"{facts.names(old.players)} had led {facts.since(old.number)} when "
        f"{facts.through(new.number)} gave {facts.names(new.players)} the lead. Who could have "
        "prevented it, and why did nobody?",
        tuple(number for number in (old.number, new.number) if number),
    )


def complete_set(facts: Facts) -> Iterator[DebriefQuestion]:
    """The first trade that completed a set of goods."""
    points = facts.now.scenario.trade_points
    traded = {trade.number for trade in facts.trades}
    for step in facts.steps:
        players = sets_completed(step)
        if points and players and step.number in traded:
            each = " each" if len(players) > 1 else ""
            yield DebriefQuestion(
                f"Move {step.number} gave {facts.names(players)} {points} points{each} for a "
                "complete set of goods. Who could have stopped it, and what would that have cost?",
                (step.number,),
            )
            return


def by_one(facts: Facts) -> Iterator[DebriefQuestion]:
    """An objective that was missed, or met, by one RF; the one with the most points of each."""
    if not (facts.are_open and facts.now.is_over):
        return
    state = facts.now
    ordered = sorted(
        (one for one in state.scenario.objectives if one.kind == PRESENCE),
        key=lambda one: -one.victory_points,
    )
    for wanted, verb in ((PRESENCE_RFS - 1, "missed"), (PRESENCE_RFS, "got")):
        for one in ordered:
            moves = _moves_in(facts, one)
            if state.chart[one.region][one.player] == wanted and moves:
                yield _narrow(facts, one, verb, moves)
                break


def _narrow(facts: Facts, one: Objective, verb: str, moves: tuple[int, ...]) -> DebriefQuestion:
    name, place = facts.name(one.player), facts.place(one.region)
    had = rfs_text(facts.now.chart[one.region][one.player])
    last = moves[-1]
    if verb == "missed":
        ask = f"What could {name} have done after move {last}?"
    else:
        ask = "Who should have taken one RF from it, and when?"
    return DebriefQuestion(
        f"{name} {verb} {one.victory_points} points for a Presence in {place} by one RF: it had "
        f"{had} there at the end. {ask}",
        moves[-1:],
    )


def _moves_in(facts: Facts, one: Objective) -> tuple[int, ...]:
    """The steps that changed the country's RFs in the objective's region."""
    return tuple(
        step.number
        for step in facts.steps
        if step.before.chart[one.region][one.player] != step.after.chart[one.region][one.player]
    )


def largest_swing(facts: Facts) -> Iterator[DebriefQuestion]:
    """The single move that took most points from a country."""
    reveals = {step.number for step in facts.steps if step.is_reveal}
    losses = [
        (old - new, after.number, player)
        for before, after in pairwise(facts.course)
        if after.number not in reveals
        for player, (old, new) in enumerate(zip(before.totals, after.totals, strict=True))
    ]
    lost, number, player = max(losses, default=(0, 0, 0))
    if lost > 0:
        yield DebriefQuestion(
            f"Move {number} cost {facts.name(player)} {lost} points. What could it have offered, "
            "or threatened, before?",
            (number,),
        )


def peace(facts: Facts) -> Iterator[DebriefQuestion]:
    """A game without any attack."""
    reached = max(facts.course, key=lambda point: max(point.totals))
    if not facts.attacks and reached.leaders and reached.number:
        yield DebriefQuestion(
            f"Nobody attacked anybody. After move {reached.number} {facts.names(reached.leaders)} "
            "had more points than any country before. Who gained from the peace, and who should "
            "have broken it?",
            (reached.number,),
        )
