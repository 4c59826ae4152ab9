"""Questions about a game, derived from what happened in it; each can be looked up by its moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

from moderator.rules.age_of_iron.past import ask_contacts, ask_points
from moderator.rules.age_of_iron.past.facts import DebriefQuestion, Facts

TEMPLATES: tuple[Callable[[Facts], Iterator[DebriefQuestion]], ...] = (
    ask_points.last_against_leader,
    ask_points.broken_lead,
    ask_points.complete_set,
    ask_points.by_one,
    ask_points.largest_swing,
    ask_contacts.partners_at_war,
    ask_contacts.home_entered,
    ask_contacts.largest_attack,
    ask_contacts.never_attacked,
    ask_points.peace,
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
