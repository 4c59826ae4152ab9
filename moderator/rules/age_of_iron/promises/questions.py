"""Questions of the debrief that promises give: what was promised, and what happened then."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import cast

from moderator.rules.age_of_iron.moves.attack import Attack
from moderator.rules.age_of_iron.moves.end_turn import EndTurn
from moderator.rules.age_of_iron.promises import words
from moderator.rules.age_of_iron.promises.terms import ATTACK, NO_ATTACK, TRADE, PromiseTerms
from moderator.rules.age_of_iron.setup.options import ODDS_TABLE
from moderator.rules.age_of_iron.state import State, pair
from moderator.rules.log import Step
from moderator.rules.promises import BROKEN, KEPT, NOT_DONE, PromiseQuestion, Verdict

MOST = 5
"""Questions, at most."""


@dataclass(frozen=True, slots=True)
class JudgedPromise:
    """A promise with its verdict. `stood`: the newest move in effect when it was accepted, if it
    still is, or 0. `returned`: the verdict on what was promised in exchange, if anything was."""

    terms: PromiseTerms
    accepted_after: int
    stood: int
    verdict: Verdict
    returned: Verdict | None = None

    def holds_at(self, number: int) -> bool:
        """Whether it had been accepted and not been decided when the entry was recorded."""
        decided = self.verdict.entry
        return self.accepted_after < number and (decided is None or decided >= number)

    @property
    def moves(self) -> tuple[int, ...]:
        """The move before it was accepted, and the one that decided it."""
        return tuple(sorted({one for one in (self.stood, self.verdict.entry) if one}))


@dataclass(frozen=True, slots=True)
class PromiseFacts:
    """What the questions are derived from: the state now, the moves in effect, oldest first, and
    the promises that may be asked about."""

    now: State
    steps: Sequence[Step]
    promises: Sequence[JudgedPromise]

    def name(self, player: int) -> str:
        return self.now.player_name(player)

    def promised(self, one: JudgedPromise) -> str:
        """Who promised whom what, without a full stop."""
        maker, partner = self.name(one.terms.maker), self.name(one.terms.partner)
        return f"{maker} promised {partner} {words.infinitive(self.now, one.terms)}"


def questions_of(facts: PromiseFacts) -> tuple[PromiseQuestion, ...]:
    """At most `MOST` questions, the most telling first: about two broken promises, one of the
    others each, then about more broken ones."""
    found = [tuple(template(facts)) for template in TEMPLATES]
    broken, *others = found
    ordered = [*broken[:2], *(one for some in others for one in some[:1]), *broken[2:]]
    return tuple(islice(dict.fromkeys(ordered), MOST))


def broken_promises(facts: PromiseFacts) -> Iterator[PromiseQuestion]:
    """Those first whose partner kept its side, then those about attacks, then the earlier ones."""
    found = [one for one in facts.promises if one.verdict.kind == BROKEN]
    found.sort(
        key=lambda one: (
            not (one.returned and one.returned.kind == KEPT),
            one.terms.kind not in (NO_ATTACK, ATTACK),
            one.verdict.entry or 0,
        )
    )
    for one in found:
        text = f"{facts.promised(one)}, and {words.broken(one.terms, one.verdict)}"
        if one.returned and one.returned.kind == KEPT:
            text += f", although {facts.name(one.terms.partner)} kept its side"
        yield PromiseQuestion(f"{text}. What had changed?", one.moves)


def promised_to_both(facts: PromiseFacts) -> Iterator[PromiseQuestion]:
    """An attack between two countries to both of which a third one had promised something."""
    for step in facts.steps:
        move = step.move
        if not isinstance(move, Attack):
            continue
        by_maker: dict[int, dict[int, JudgedPromise]] = {}
        for one in facts.promises:
            sides = {move.player, move.defender}
            if one.terms.partner in sides - {one.terms.maker} and one.holds_at(step.number):
                by_maker.setdefault(one.terms.maker, {})[one.terms.partner] = one
        for maker, made in by_maker.items():
            if maker not in (move.player, move.defender) and len(made) > 1:
                yield _to_both(facts, step, move, made)


def _to_both(
    facts: PromiseFacts, step: Step, move: Attack, made: dict[int, JudgedPromise]
) -> PromiseQuestion:
    to_attacker, to_defender = made[move.player].terms, made[move.defender].terms
    attacker, defender = facts.name(move.player), facts.name(move.defender)
    text = (
        f"When {attacker} attacked {defender} in move {step.number}, "
        f"{facts.name(to_attacker.maker)} had promised {attacker} "
        f"{words.infinitive(facts.now, to_attacker)}, and {defender} "
        f"{words.infinitive(facts.now, to_defender)}. What did each of the two expect of it?"
    )
    return PromiseQuestion(text, (step.number,))


def kept_at_a_cost(facts: PromiseFacts) -> Iterator[PromiseQuestion]:
    """A promise not to attack that was kept though an attack by the stronger side was possible.

    The one with the largest advantage comes first.
    """
    found = []
    for one in facts.promises:
        if one.terms.kind == NO_ATTACK and one.verdict.kind == KEPT:
            chances = [chance for step in facts.steps for chance in _chances(one, step)]
            if chances:
                found.append((max(chances), one))
    found.sort(key=lambda pair: pair[0], reverse=True)
    for (advantage, number, region, theirs), one in found:
        mine = theirs + advantage
        place, target = facts.now.region_name(region), facts.name(cast(int, one.terms.target))
        text = (
            f"{facts.promised(one)}, and kept that, although before move {number} it had {mine} "
            f"RFs in {place} against {theirs} of {target}. Was it worth it?"
        )
        yield PromiseQuestion(text, tuple(sorted({*one.moves, number})))


def _chances(one: JudgedPromise, step: Step) -> Iterator[tuple[int, int, int, int]]:
    """For each region in which the maker could have attacked when its turn ended: by how many RFs
    it was stronger, the entry, the region, and the target's RFs."""
    terms, before = one.terms, step.before
    if not isinstance(step.move, EndTurn) or step.move.player != terms.maker:
        return
    if step.number <= one.accepted_after or before.turn > terms.turn:
        return
    target = cast(int, terms.target)
    rfs, die = (None, 1) if before.options.combat == ODDS_TABLE else (1, None)
    for region, row in enumerate(before.chart):
        advantage = row[terms.maker] - row[target]
        if terms.region not in (None, region) or not row[target] or advantage < 0:
            continue
        if Attack(terms.maker, target, region, rfs, die).why_not(before) is None:
            yield advantage, step.number, region, row[target]


def trades_not_done(facts: PromiseFacts) -> Iterator[PromiseQuestion]:
    """Trades that two countries had agreed on, each of them once."""
    asked = set()
    for one in facts.promises:
        terms = one.terms
        key = (pair(terms.maker, terms.partner), terms.turn)
        if terms.kind == TRADE and one.verdict.kind == NOT_DONE and key not in asked:
            asked.add(key)
            text = (
                f"{facts.promised(one)}, and that was not done: Game-turn {terms.turn} ended with "
                f"move {one.verdict.entry}. Which of the two let it go, and why?"
            )
            yield PromiseQuestion(text, one.moves)


TEMPLATES: tuple[Callable[[PromiseFacts], Iterator[PromiseQuestion]], ...] = (
    broken_promises,
    promised_to_both,
    kept_at_a_cost,
    trades_not_done,
)
"""Each gives its questions, the most telling first; `questions_of` takes more of the first."""
