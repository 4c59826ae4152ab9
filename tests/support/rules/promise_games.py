"""Random games of Age of Iron with random promises in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from moderator.rules.age_of_iron import AGE_OF_IRON
from moderator.rules.age_of_iron.promises.rules import PROMISES
from moderator.rules.deals import AcceptedPromise, PromiseForm, Verdict
from moderator.rules.errors import Refused
from moderator.rules.log import Timeline
from moderator.rules.offer import Offer
from tests.support.rules.cases import CASES
from tests.support.rules.second_judge import Logged, Promised, SecondJudge
from tests.support.rules.walks import Chance, Json, legal_wire

IRON = next(case for case in CASES if case.rules is AGE_OF_IRON)
PROMISE_CHANCE = 0.4
"""How often a promise is accepted before a move."""


def _rest(state: Any, wire: Json, offer: Offer, chance: Chance) -> Json:
    """As in other walks, with more kinds of corrections, and trades of one unit."""
    rest = IRON.rest(state, wire, offer, chance)
    if offer.verb == "trade":
        return {side: dict.fromkeys(goods, 1) for side, goods in rest.items()}
    if offer.verb != "correct":
        return rest
    regions, players = state.scenario.regions, state.scenario.players
    if state.options.control and chance.random() < 0.5:
        place = chance.choice(("syria", "cyprus"))
        owners = chance.sample([player.id for player in players], chance.randint(0, 2))
        return {"reason": "a slip", "controlled": {place: owners}}
    cell = {chance.choice(players).id: chance.choice((0, 4, 5, 10, 12))}
    return {"reason": "a slip", "chart": {chance.choice(regions).id: cell}}


CASE = replace(IRON, rest=_rest)


class PromiseGame:
    """A random game of at most so many entries, with its promises."""

    def __init__(self, seed: int, most: int, undo: float = 0.05) -> None:
        chance = Chance(seed)
        self.timelines = [CASE.start(chance)]
        self.moves: list[Json] = []
        self.promises: list[AcceptedPromise] = []
        for _ in range(most):
            if chance.random() < PROMISE_CHANCE:
                self._promise(chance)
            wire = legal_wire(CASE, self.timeline, chance, undo)
            if wire is None:
                break
            self.play(wire)
        self.is_stopped = chance.random() < 0.5

    @property
    def timeline(self) -> Timeline:
        """The log so far."""
        return self.timelines[-1]

    def play(self, wire: Json) -> None:
        """One more entry."""
        self.timelines.append(self.timeline.play(wire))
        self.moves.append(wire)

    def verdicts(self, number: int | None = None, is_stopped: bool = False) -> list[Verdict]:
        """What the rules judge after so many entries, of the promises accepted by then."""
        number = len(self.moves) if number is None else number
        promises = [one for one in self.promises if one.accepted_after <= number]
        timeline, moves = self.timelines[number], self.moves[:number]
        return list(PROMISES.judge(timeline, moves, promises, is_stopped))

    def second_answers(self) -> list[tuple[str, int | None]]:
        """What the second judge says at the end; it gets nothing but JSON."""
        printed = [AGE_OF_IRON.summary(timeline.state) for timeline in self.timelines]
        log = [
            Logged(number + 1, move, printed[number], printed[number + 1])
            for number, move in enumerate(self.moves)
        ]
        is_written = self.timeline.start.options.is_simultaneous
        judge = SecondJudge(printed[0], log, is_written, self.is_stopped)
        return [
            judge.answer(Promised(one.maker, one.partner, dict(one.terms), one.accepted_after))
            for one in self.promises
        ]

    def first_answers(self) -> list[tuple[str, int | None]]:
        """What the rules judge at the end."""
        return [(one.kind, one.entry) for one in self.verdicts(is_stopped=self.is_stopped)]

    def _promise(self, chance: Chance) -> None:
        state = self.timeline.state
        ids = [player.id for player in state.scenario.players]
        maker, partner = chance.sample(ids, 2)
        forms = PROMISES.forms(state, maker, partner)
        if not forms:
            return
        wire = _filled(chance.choice(forms), chance)
        try:
            terms = PROMISES.read(state, maker, partner, wire)
        except Refused:
            return  # these choices don't go together
        self.promises.append(AcceptedPromise(maker, partner, terms, len(self.moves)))


def _filled(form: PromiseForm, chance: Chance) -> Json:
    def value(choices: Sequence[tuple[str, str]], most: int) -> str:
        return chance.choice(choices)[0] if choices else str(chance.choice((0, 0, min(1, most))))

    return form.wire({field.name: value(field.choices, field.most) for field in form.fields})
