"""How promises are judged: by the moves in effect that were recorded after the acceptance.

Each promise is judged alone: what the other side does changes nothing. A move is recorded after the
acceptance if its own entry is; undone moves don't count, and redone ones count as they did before.
N is the promise's Game-turn. A Game-turn has *ended* with the last country's `end-turn`.

| case | verdict |
| --- | --- |
| no attack: the maker attacked the target (there) up to the end of N | broken by the first attack |
| ... another attack: by or on another country, elsewhere, earlier, or after N | none |
| ... N has ended | kept |
| attack: the maker attacked the target there in N, whatever came of it | kept by the first attack |
| ... N has ended without it, also where the rules forbade it | broken |
| ... Control closed the region while the maker could still place RFs up to N, when one of the two \
had no RFs there | void |
| no placement: the maker placed RFs there up to the end of N | broken by the first `deploy` |
| ... written orders | count from the reveal on, by their own entries |
| ... corrections of the chart | are no placements |
| ... N has ended, also if the region was closed | kept |
| trade: the maker gave the partner at least what was promised, and got as much, in N | kept |
| ... in several trades together, or recorded from the other side | the same |
| ... N has ended without it | not done: it takes both |
| no Presence: fewer than 5 RFs at the end of N | kept |
| ... 5 or more, also where Control closed the region | broken |
| Presence: 5 or more RFs at the end of N | kept |
| ... fewer, also if there were 5 before | broken |
| ... fewer, and Control closed the region while the maker could still place RFs up to N, when the \
maker had no Presence there | void |
| the state at the end of N | is that before N + 1 begins, with all corrections up to then |
| ... corrections after N + 1 has begun | change no verdict on N |
| ... corrections when the game is over | can change a verdict on the last Game-turn |
| the game is made longer | N stays; only `extend` after the end lets a void promise go on |
| N has not ended, and nothing above has decided it | pending |
| ... and the game is over or was stopped | void |
| the deciding move is undone | as if it had not been made |
| the game was taken back to before the acceptance | void until it goes on |
| N ended before the acceptance | void |

What only time can decide (kept, broken and not done at the end of N) is decided by the entry that
ended N, or by a correction after the end of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from moderator.rules.age_of_iron.promises import words
from moderator.rules.age_of_iron.promises.course import Closing, Course, Deed
from moderator.rules.age_of_iron.promises.terms import (
    ATTACK,
    NO_ATTACK,
    NO_PLACEMENT,
    NO_PRESENCE,
    PRESENCE,
    TRADE,
    PromiseTerms,
)
from moderator.rules.promises import BROKEN, KEPT, NOT_DONE, PENDING, VOID, Verdict


@dataclass(frozen=True, slots=True)
class Case:
    """A promise to be judged.

    `stood` is the newest move in effect when it was accepted, `accepted_after` the last entry.
    """

    course: Course
    terms: PromiseTerms
    accepted_after: int
    stood: int
    is_stopped: bool

    def was_taken_back(self) -> bool:
        """Whether the game stands before the acceptance."""
        numbers = self.course.numbers
        newest = numbers[-1] if numbers else 0
        return newest <= self.accepted_after and self.stood > 0 and self.stood not in numbers

    def first(self, deeds: list[Deed], since: int) -> Deed | None:
        """The first deed after the acceptance, from one Game-turn up to the promise's."""
        region, last = self.terms.region, self.terms.turn
        found = (
            deed
            for deed in deeds
            if deed.number > self.accepted_after
            and since <= deed.turn <= last
            and region in (None, deed.region)
        )
        return next(found, None)

    def ended(self) -> int | None:
        """The entry that ended the promise's Game-turn."""
        ends = self.course.ends.get(self.terms.turn)
        return ends[0][0] if ends else None

    def verdict(self, kind: str, entry: int | None, turn: int | None = None) -> Verdict:
        """A verdict in words; `turn` is the entry's Game-turn, if it is not the promise's."""
        turn = (turn or self.terms.turn) if entry is not None else None
        text = words.outcome(self.course.state, self.terms, kind, turn)
        return Verdict(kind, entry, turn, text)


def judge(case: Case) -> Verdict:
    """The verdict on one promise."""
    state, terms = case.course.state, case.terms
    ended = case.ended()
    if case.was_taken_back():
        return Verdict(VOID, None, None, words.TAKEN_BACK)
    if ended is not None and ended <= case.accepted_after:
        return Verdict(VOID, None, None, words.late(terms))
    found = _JUDGES[terms.kind](case, ended)
    if found is not None:
        return found
    if state.is_over or case.is_stopped:
        return Verdict(VOID, None, None, words.ended_first(terms))
    return Verdict(PENDING, None, None, words.pending(terms))


def _no_attack(case: Case, ended: int | None) -> Verdict | None:
    return _omission(case, ended, case.course.attacks[_attack(case.terms)])


def _no_placement(case: Case, ended: int | None) -> Verdict | None:
    return _omission(case, ended, case.course.placements[case.terms.maker])


def _omission(case: Case, ended: int | None, deeds: list[Deed]) -> Verdict | None:
    """Broken by the first deed, kept once the Game-turn has ended."""
    deed = case.first(deeds, since=0)
    if deed:
        return case.verdict(BROKEN, deed.number, deed.turn)
    return None if ended is None else case.verdict(KEPT, ended)


def _attack_made(case: Case, ended: int | None) -> Verdict | None:
    terms = case.terms
    deed = case.first(case.course.attacks[_attack(terms)], since=terms.turn)
    if deed:
        return case.verdict(KEPT, deed.number)
    region, (maker, target) = cast(int, terms.region), _attack(terms)
    closing = case.course.closing(region, maker, terms.turn)
    if closing and not all(closing.state.chart[region][side] for side in (maker, target)):
        return _closed(case, closing)
    return None if ended is None else case.verdict(BROKEN, ended)


def _trade(case: Case, ended: int | None) -> Verdict | None:
    terms = case.terms
    give, get = dict(terms.give), dict(terms.get)
    for swap in case.course.trades[terms.maker, terms.partner]:
        if swap.number <= case.accepted_after or swap.turn != terms.turn:
            continue
        for missing, goods in ((give, swap.give), (get, swap.get)):
            for letter in missing:
                missing[letter] -= goods.get(letter, 0)
        if all(units <= 0 for units in [*give.values(), *get.values()]):
            return case.verdict(KEPT, swap.number)
    return None if ended is None else case.verdict(NOT_DONE, ended)


def _no_presence(case: Case, ended: int | None) -> Verdict | None:
    return None if ended is None else _at_end(case, kept_if=False)


def _presence(case: Case, ended: int | None) -> Verdict | None:
    course, terms = case.course, case.terms
    region = cast(int, terms.region)
    found = None if ended is None else _at_end(case, kept_if=True)
    if found and found.kind == KEPT:
        return found
    closing = course.closing(region, terms.maker, terms.turn)
    is_away = found is not None or not course.state.has_presence(terms.maker, region)
    if closing and is_away and not closing.state.has_presence(terms.maker, region):
        return _closed(case, closing)
    return found


def _at_end(case: Case, kept_if: bool) -> Verdict:
    """By the state at the end; the entry is the one since which that has been so."""
    region, maker = cast(int, case.terms.region), case.terms.maker
    states = case.course.ends[case.terms.turn]
    has = states[-1][1].has_presence(maker, region)
    entry = states[-1][0]
    for number, state in reversed(states):
        if state.has_presence(maker, region) != has:
            break
        entry = number
    return case.verdict(KEPT if has == kept_if else BROKEN, entry)


def _closed(case: Case, closing: Closing) -> Verdict:
    text = words.closed(case.course.state, case.terms, closing.state.turn)
    return Verdict(VOID, closing.number, closing.state.turn, text)


def _attack(terms: PromiseTerms) -> tuple[int, int]:
    return terms.maker, cast(int, terms.target)


_JUDGES: dict[str, Callable[[Case, int | None], Verdict | None]] = {
    NO_ATTACK: _no_attack,
    ATTACK: _attack_made,
    NO_PLACEMENT: _no_placement,
    TRADE: _trade,
    NO_PRESENCE: _no_presence,
    PRESENCE: _presence,
}
