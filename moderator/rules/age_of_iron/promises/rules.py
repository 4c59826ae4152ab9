"""The game's implementation of `moderator.rules.promises.PromiseRules`."""

from __future__ import annotations

from collections.abc import Sequence

from moderator.rules.age_of_iron.promises import forms, words
from moderator.rules.age_of_iron.promises.course import course_of
from moderator.rules.age_of_iron.promises.possible import check_possible
from moderator.rules.age_of_iron.promises.terms import read_terms, terms_of
from moderator.rules.age_of_iron.promises.verdicts import Case, judge
from moderator.rules.age_of_iron.state import State
from moderator.rules.log import Timeline, standing_numbers
from moderator.rules.promises import AcceptedPromise, PromiseForm, PromiseRules, Verdict
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
            terms = terms_of(timeline.start, promise.maker, promise.partner, promise.terms)
            after = promise.accepted_after
            return judge(Case(course, terms, after, stood[after], is_stopped))

        return tuple(map(verdict, promises))


PROMISES = AgeOfIronPromises()
