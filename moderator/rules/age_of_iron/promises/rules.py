"""The game's implementation of `moderator.rules.promises.PromiseRules`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from moderator.rules.age_of_iron.promises import forms, words
from moderator.rules.age_of_iron.promises.course import course_of
from moderator.rules.age_of_iron.promises.possible import check_possible
from moderator.rules.age_of_iron.promises.questions import (
    JudgedPromise,
    PromiseFacts,
    questions_of,
)
from moderator.rules.age_of_iron.promises.terms import PromiseTerms, read_terms, terms_of
from moderator.rules.age_of_iron.promises.verdicts import Case, judge
from moderator.rules.age_of_iron.state import State
from moderator.rules.log import Timeline, standing_numbers
from moderator.rules.promises import (
    AcceptedPromise,
    PromiseForm,
    PromiseQuestion,
    PromiseRules,
    Verdict,
)
from moderator.rules.wire import Wire


class AgeOfIronPromises(PromiseRules[State]):
    """What two countries promise each other."""

    def forms(self, state: State, maker: str, partner: str) -> tuple[PromiseForm, ...]:
        """Up to six kinds."""
        return forms.forms(state, state.player(maker), state.player(partner))

    def read(self, state: State, maker: str, partner: str, wire: object) -> Wire:
        """The terms in normal form; `Refused("bad-promise")`."""
        terms = read_terms(state, maker, partner, wire)
        check_possible(state, terms)
        return terms.wire(state)

    def sentence(self, state: State, maker: str, partner: str, terms: Wire) -> str:
        """What is promised."""
        return words.sentence(state, terms_of(state, maker, partner, terms))

    def judge(
        self,
        timeline: Timeline,
        moves: Sequence[Wire],
        promises: Sequence[AcceptedPromise],
        is_stopped: bool = False,
    ) -> tuple[Verdict, ...]:
        """A verdict for each promise."""
        course, stood = course_of(timeline), standing_numbers(moves)

        def verdict(promise: AcceptedPromise) -> Verdict:
            after = promise.accepted_after
            return judge(Case(course, _terms(timeline, promise), after, stood[after], is_stopped))

        return tuple(map(verdict, promises))

    def questions(
        self,
        timeline: Timeline,
        moves: Sequence[Wire],
        deals: Sequence[Sequence[AcceptedPromise]],
        is_stopped: bool = False,
    ) -> tuple[PromiseQuestion, ...]:
        """About broken promises, promises to both sides of an attack, and what they cost."""
        stood, steps = standing_numbers(moves), tuple(timeline.steps())[::-1]
        in_effect = {step.number for step in steps}
        verdicts = iter(self.judge(timeline, moves, [*chain(*deals)], is_stopped))
        judged = []
        for deal in deals:
            found = [next(verdicts) for _ in deal]
            for promise, verdict in zip(deal, found, strict=True):
                before = stood[promise.accepted_after]
                judged.append(
                    JudgedPromise(
                        _terms(timeline, promise),
                        promise.accepted_after,
                        before if before in in_effect else 0,
                        verdict,
                        next((one for one in found if one is not verdict), None),
                    )
                )
        return questions_of(PromiseFacts(timeline.state, steps, judged))


def _terms(timeline: Timeline, promise: AcceptedPromise) -> PromiseTerms:
    return terms_of(timeline.start, promise.maker, promise.partner, promise.terms)


PROMISES = AgeOfIronPromises()
