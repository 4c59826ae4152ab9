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
| ... Control closed the region while the maker could still place RFs up to N, when one of the two had no RFs there | void |
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
| ... fewer, and Control closed the region while the maker could still place RFs up to N, when the maker had no Presence there | void |
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
"""  # noqa: E501

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, cast

from moderator.rules.age_of_iron.moves.attack import Attack
from moderator.rules.age_of_iron.moves.deploy import Deploy
from moderator.rules.age_of_iron.moves.end_turn import EndTurn
from moderator.rules.age_of_iron.moves.trade import Bundle, Trade
from moderator.rules.age_of_iron.promises import (
    ATTACK,
    NO_ATTACK,
    NO_PLACEMENT,
    NO_PRESENCE,
    PRESENCE,
    TRADE,
    PromiseTerms,
    outcome,
)
from moderator.rules.age_of_iron.state import DEPLOYMENT, State
from moderator.rules.deals import BROKEN, KEPT, NOT_DONE, PENDING, VOID, Verdict
from moderator.rules.log import Step, Timeline

# What the moves in effect did that promises are about, collected in one pass.


Closing = tuple[int, bool, State]
"""An entry, whether a region is controlled from it on, and the state then."""


_lists: Callable[[], defaultdict[Any, list[Any]]] = partial(defaultdict, list)


@dataclass(slots=True)
class Course:
    """The course of a game as far as promises are about it; entries are given by their numbers.

    Orders that are written count when they are revealed, as if recorded all at once, and so do
    corrections of Control while they are written.

    Args:
        attacks: by attacker and defender. placements: by player. trades: by both sides, both ways,
            with what the first of them gives and gets.
        ends: for each Game-turn that has ended the entry that ended it, with the state then; after
            the last one also corrections made when the game was over.
        placed: by player and Game-turn, the first entry that came too late to decide where the
            player's RFs are placed: the reveal of written orders, or what follows the last one.
        closings: by region.
    """

    state: State
    numbers: list[int] = field(default_factory=list)
    attacks: defaultdict[tuple[int, int], list[Step]] = field(default_factory=_lists)
    placements: defaultdict[int, list[Step]] = field(default_factory=_lists)
    trades: defaultdict[tuple[int, int], list[tuple[Step, Bundle, Bundle]]] = field(
        default_factory=_lists
    )
    ends: dict[int, list[tuple[int, State]]] = field(default_factory=dict)
    placed: dict[tuple[int, int], int] = field(default_factory=dict)
    closings: defaultdict[int, list[Closing]] = field(default_factory=_lists)
    _written: list[Step] = field(default_factory=list)
    _controlled: Sequence[Sequence[int]] = ()

    def __post_init__(self) -> None:
        self._controlled = ((),) * len(self.state.controlled)
        self._note_phase(0, self.state)

    def add(self, step: Step) -> None:
        move, before, after = step.move, step.before, step.after
        if isinstance(move, Attack):
            self.attacks[move.player, move.defender].append(step)
        elif isinstance(move, Deploy):
            self._written.append(step)
        elif isinstance(move, Trade):
            self.trades[move.player, move.partner].append((step, move.give, move.get))
            self.trades[move.partner, move.player].append((step, move.get, move.give))
        elif isinstance(move, EndTurn):
            self.placed.setdefault((move.player, before.turn), step.number)
        self._note_end(step.number, before, after)
        self._note_phase(step.number, after)
        self.numbers.append(step.number)
        self.state = after

    def closing(self, region: int, player: int, turn: int) -> Closing | None:
        """What closed the region while the player could place RFs there up to a Game-turn."""
        placed = self.placed.get((player, turn))
        found = [one for one in self.closings[region] if placed is None or one[0] < placed]
        return found[-1] if found and found[-1][1] else None

    def _note_end(self, number: int, before: State, after: State) -> None:
        if before.is_over:
            if after.is_over:
                self.ends[after.turn].append((number, after))
        elif after.is_over or after.turn > before.turn:
            self.ends[before.turn] = [(number, after if after.is_over else before)]

    def _note_phase(self, number: int, after: State) -> None:
        """What counts once no orders are being written."""
        if after.phase == DEPLOYMENT:
            return
        is_simultaneous = after.options.is_simultaneous
        for player in range(len(after.hand)) if is_simultaneous else (after.active,):
            if player is not None and not after.hand[player]:
                limit = number if is_simultaneous else number + 1
                self.placed.setdefault((player, after.turn), limit)
        for step in self._written:
            self.placements[step.move.player].append(step)
        self._written.clear()
        if after.controlled != self._controlled:
            for region, owners in enumerate(after.controlled):
                if bool(owners) != bool(self._controlled[region]):
                    self.closings[region].append((number, bool(owners), after))
            self._controlled = after.controlled


def course_of(timeline: Timeline) -> Course:
    """The course of the moves in effect.

    Cost: proportional to their number.
    """
    course = Course(timeline.start)
    for step in reversed(list(timeline.steps())):
        course.add(step)
    return course


# The verdicts.


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

    def first(self, deeds: list[Step], since: int) -> Step | None:
        """The first deed after the acceptance, from one Game-turn up to the promise's."""
        region, last = self.terms.region, self.terms.turn
        found = (
            deed
            for deed in deeds
            if deed.number > self.accepted_after
            and since <= deed.before.turn <= last
            and region in (None, deed.move.region)
        )
        return next(found, None)

    def ended(self) -> int | None:
        """The entry that ended the promise's Game-turn."""
        ends = self.course.ends.get(self.terms.turn)
        return ends[0][0] if ends else None

    def verdict(self, kind: str, entry: int | None, turn: int | None = None) -> Verdict:
        """A verdict in words; `turn` is the entry's Game-turn, if it is not the promise's."""
        turn = (turn or self.terms.turn) if entry is not None else None
        text = outcome(self.course.state, self.terms, kind, turn)
        return Verdict(kind, entry, turn, text)


def judge(case: Case) -> Verdict:
    state, turn = case.course.state, case.terms.turn
    ended = case.ended()
    if case.was_taken_back():
        return Verdict(VOID, None, None, "The game was taken back to before this was accepted.")
    if ended is not None and ended <= case.accepted_after:
        text = f"Game-turn {turn} was over before this was accepted."
        return Verdict(VOID, None, None, text)
    found = _JUDGES[case.terms.kind](case, ended)
    if found is not None:
        return found
    if state.is_over or case.is_stopped:
        return Verdict(VOID, None, None, f"The game ended before the end of Game-turn {turn}.")
    return Verdict(PENDING, None, None, f"Game-turn {turn} is not over yet.")


def _omission(case: Case, ended: int | None) -> Verdict | None:
    """Broken by the first attack or placement, kept once the Game-turn has ended."""
    course, terms = case.course, case.terms
    is_attack = terms.kind == NO_ATTACK
    deeds = course.attacks[_attack(terms)] if is_attack else course.placements[terms.maker]
    deed = case.first(deeds, since=0)
    if deed:
        return case.verdict(BROKEN, deed.number, deed.before.turn)
    return None if ended is None else case.verdict(KEPT, ended)


def _attack_made(case: Case, ended: int | None) -> Verdict | None:
    terms = case.terms
    deed = case.first(case.course.attacks[_attack(terms)], since=terms.turn)
    if deed:
        return case.verdict(KEPT, deed.number)
    region, (maker, target) = cast(int, terms.region), _attack(terms)
    closing = case.course.closing(region, maker, terms.turn)
    if closing and not all(closing[2].chart[region][side] for side in (maker, target)):
        return _closed(case, closing)
    return None if ended is None else case.verdict(BROKEN, ended)


def _trade(case: Case, ended: int | None) -> Verdict | None:
    terms = case.terms
    give, get = dict(terms.give), dict(terms.get)
    for step, given, got in case.course.trades[terms.maker, terms.partner]:
        if step.number <= case.accepted_after or step.before.turn != terms.turn:
            continue
        for missing, goods in ((give, given), (get, got)):
            for letter in missing:
                missing[letter] -= goods.get(letter, 0)
        if all(units <= 0 for units in [*give.values(), *get.values()]):
            return case.verdict(KEPT, step.number)
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
    if closing and is_away and not closing[2].has_presence(terms.maker, region):
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
    number, _, state = closing
    region = case.terms.region
    place = "" if region is None else state.region_name(region)
    text = f"Control closed {place} in Game-turn {state.turn}, so it could not be done."
    return Verdict(VOID, number, state.turn, text)


def _attack(terms: PromiseTerms) -> tuple[int, int]:
    return terms.maker, cast(int, terms.target)


_JUDGES: dict[str, Callable[[Case, int | None], Verdict | None]] = {
    NO_ATTACK: _omission,
    ATTACK: _attack_made,
    NO_PLACEMENT: _omission,
    TRADE: _trade,
    NO_PRESENCE: _no_presence,
    PRESENCE: _presence,
}
