"""Turning points, and questions about a game that can be looked up by its moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

from moderator.rules.age_of_iron.moves.build import Build
from moderator.rules.age_of_iron.moves.correct import Correct
from moderator.rules.age_of_iron.moves.deploy import Deploy
from moderator.rules.age_of_iron.past import (
    CoursePoint,
    Facts,
    GameStep,
    lead_changes_of,
    leads_of,
)
from moderator.rules.age_of_iron.scenario import PRESENCE, PRESENCE_RFS, Objective
from moderator.rules.age_of_iron.state import State, pair, rfs_text
from moderator.rules.age_of_iron.views.for_viewer import (
    effects_of,
    presence_changes,
    sets_completed,
)
from moderator.rules.deals import DebriefQuestion
from moderator.rules.seating import listed

# Turning points: the steps that moved the countries' points most against each other.


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A step that moved the points: `first` to `number` are its entries.

    `sentence` says what was done, without a full stop; `effects` are sentences about what that
    changed. `changes` have each country whose points changed, its points before and after, and the
    change. `players` are those concerned, in the order of play: who acted, on whom, and whose
    points changed.
    """

    first: int
    number: int
    turn: int
    sentence: str
    effects: tuple[str, ...]
    changes: tuple[tuple[int, int, int, int], ...]
    is_reveal: bool
    players: tuple[int, ...]


def turning_points_of(
    steps: Sequence[GameStep], course: Sequence[CoursePoint], most: int = 3
) -> tuple[TurningPoint, ...]:
    """The steps after which the points swung most, in the order in which they were made.

    Of steps with the same swing, those come first that gave the lead to somebody else, then the
    later ones. Steps that changed no distance are none, nor are corrections.

    Args:
        course: the totals at the start and after each of the steps; empty if they are secret.
        most: how many of them, at most.
    """
    found = []
    for step, (before, after) in zip(steps, pairwise(course), strict=bool(course)):
        changes = [new - old for old, new in zip(before.totals, after.totals, strict=True)]
        swing = max(changes) - min(changes)
        if swing and (step.is_reveal or not isinstance(step.move, Correct)):
            has_new = bool(after.leaders) and after.leaders != before.leaders
            found.append(((swing, has_new, step.number), step, before, after))
    found.sort(key=lambda one: one[0], reverse=True)
    chosen = sorted(found[:most], key=lambda one: one[1].number)
    return tuple(_point(step, before, after) for _, step, before, after in chosen)


def _point(step: GameStep, before: CoursePoint, after: CoursePoint) -> TurningPoint:
    totals = enumerate(zip(before.totals, after.totals, strict=True))
    changes = tuple((i, old, new, new - old) for i, (old, new) in totals if old != new)
    return TurningPoint(
        first=step.first,
        number=step.number,
        turn=step.turn,
        sentence=step.sentence,
        effects=(*effects_of(step.before, step.after), *_lead(step.after, before, after)),
        changes=changes,
        is_reveal=step.is_reveal,
        players=tuple(sorted({*_acting(step), *(player for player, *_ in changes)})),
    )


def _acting(step: GameStep) -> tuple[int, ...]:
    """Who made the move, and on or with whom; nobody alone made a reveal."""
    move = step.moves[-1].move
    if step.is_reveal:
        return ()
    mark = move.mark()
    if mark is not None:
        return tuple(mark.players)
    return (move.player,) if isinstance(move, (Deploy, Build)) else ()


def _lead(state: State, before: CoursePoint, after: CoursePoint) -> Iterator[str]:
    if after.leaders and after.leaders != before.leaders:
        names = listed([state.player_name(player) for player in after.leaders], "and")
        yield f"Then {names} {'shared the lead' if len(after.leaders) > 1 else 'led'}."


# Questions about attacks and trades: between whom, and where.

MOST_MOVES = 6
"""Moves that a question names, at most."""


def largest_attack(facts: Facts) -> Iterator[DebriefQuestion]:
    """The attack in which both sides together lost most."""
    one = max(facts.attacks, key=lambda attack: attack.lost, default=None)
    if one is None or not one.lost:
        return
    attacker, defender = facts.name(one.attacker), facts.name(one.defender)
    yield DebriefQuestion(
        f"The largest attack was move {one.number}: in {facts.place(one.region)} {attacker} lost "
        f"{rfs_text(one.attacker_lost)} and {defender} {rfs_text(one.defender_lost)}. What did it "
        f"bring {attacker}, and was there a cheaper way?",
        (one.number,),
    )


def partners_at_war(facts: Facts) -> Iterator[DebriefQuestion]:
    """The first two countries that traded, and fought later."""
    for attack in facts.attacks:
        sides = pair(attack.attacker, attack.defender)
        before = [
            trade.number
            for trade in facts.trades
            if pair(trade.player, trade.partner) == sides and trade.number < attack.number
        ]
        if before:
            yield DebriefQuestion(
                f"{facts.names(sides)} traded (move {before[-1]}), but "
                f"{facts.name(attack.attacker)} attacked in move {attack.number}. What had "
                "changed between them?",
                (before[-1], attack.number),
            )
            return


def home_entered(facts: Facts) -> Iterator[DebriefQuestion]:
    """The first Presence of a country in somebody else's home."""
    for step in facts.steps:
        for player, region, is_new in presence_changes(step.before, step.after):
            owner = step.after.scenario.home_owner[region]
            if is_new and owner is not None and owner != player:
                home, name = facts.place(region), facts.name(owner)
                where = f"{home} itself" if home == name else f"{home}, the home of {name}"
                yield DebriefQuestion(
                    f"In Game-turn {step.turn} {facts.name(player)} got a Presence in {where} "
                    f"(move {step.number}). What did each of them leave undone?",
                    (step.number,),
                )
                return


def never_attacked(facts: Facts) -> Iterator[DebriefQuestion]:
    """Countries that nobody attacked, although there were attacks."""
    attacked = {attack.defender for attack in facts.attacks}
    for player in range(len(facts.now.hand)) if facts.attacks else ():
        own = [one.number for one in facts.attacks if one.attacker == player]
        own += [one.number for one in facts.trades if player in (one.player, one.partner)]
        if player not in attacked and own:
            moves = tuple(sorted(own)[:MOST_MOVES])
            numbers = listed([str(number) for number in moves], "and")
            word = "move" if len(moves) == 1 else "moves"
            yield DebriefQuestion(
                f"Nobody attacked {facts.name(player)}, which attacked or traded itself in {word} "
                f"{numbers}. What protected it?",
                moves,
            )


# Questions about points: who led, who lost them, who missed them.

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
    leads = [lead for lead in leads_of(facts.course) if len(lead.leaders) == 1]
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
        f"{facts.names(old.leaders)} had led {facts.since(old.number)} when "
        f"{facts.through(new.number)} gave {facts.names(new.leaders)} the lead. Who could have "
        "prevented it, and why did nobody?",
        tuple(number for number in (old.number, new.number) if number),
    )


def complete_set(facts: Facts) -> Iterator[DebriefQuestion]:
    """The first trade that completed a set of goods."""
    points = facts.now.scenario.trade_points
    traded = {trade.number for trade in facts.trades}
    for step in facts.steps:
        players = sets_completed(step.before, step.after)
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
    losses = [
        (old - new, after.number, player)
        for before, after in pairwise(facts.course)
        if after.number not in facts.reveals
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


# All questions about a game.

TEMPLATES: tuple[Callable[[Facts], Iterator[DebriefQuestion]], ...] = (
    last_against_leader,
    broken_lead,
    complete_set,
    by_one,
    largest_swing,
    partners_at_war,
    home_entered,
    largest_attack,
    never_attacked,
    peace,
)
"""Each gives its questions if the facts are as it needs them."""


def questions_of(facts: Facts) -> Iterator[DebriefQuestion]:
    """The questions that the game gives: those first that depend most on what happened, and those
    last that ask about a move of an earlier one.
    """
    if not facts.steps:
        return
    asked: set[int] = set()
    later = []
    for question in chain.from_iterable(template(facts) for template in TEMPLATES):
        if asked.intersection(question.moves):
            later.append(question)
        else:
            asked.update(question.moves)
            yield question
    yield from later
