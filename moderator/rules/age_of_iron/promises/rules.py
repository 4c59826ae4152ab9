"""The game's implementation of `moderator.rules.deals.PromiseRules`.

With what can't be promised, the forms that promises have now, and the debrief's questions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import cast

from moderator.rules.age_of_iron import promises as promises_terms
from moderator.rules.age_of_iron.moves.attack import Attack
from moderator.rules.age_of_iron.moves.end_turn import EndTurn
from moderator.rules.age_of_iron.promises import (
    ATTACK,
    KINDS,
    NO_ATTACK,
    NO_PLACEMENT,
    PRESENCE,
    TRADE,
    WHEN,
    PromiseTerms,
    infinitive,
    read_terms,
    refuse,
    terms_of,
)
from moderator.rules.age_of_iron.promises.verdicts import Case, course_of, judge
from moderator.rules.age_of_iron.scenario import ODDS_TABLE, PRESENCE_RFS
from moderator.rules.age_of_iron.state import ACTION, State, pair
from moderator.rules.deals import (
    BROKEN,
    KEPT,
    NOT_DONE,
    AcceptedPromise,
    DebriefQuestion,
    PromiseField,
    PromiseForm,
    PromiseRules,
    Verdict,
)
from moderator.rules.errors import refusal
from moderator.rules.log import Step, Timeline, standing_numbers
from moderator.rules.reading import Wire

# What can't be promised: the past, oneself, and what is impossible or decided already.


def check_possible(state: State, terms: PromiseTerms) -> None:
    """Raise `Refused("bad-promise")` unless the promise can be kept and broken from now on."""
    if terms.maker == terms.partner:
        refuse("A promise is made to another country: choose which one.")
    if state.is_over:
        refuse("The game is over: nothing can be promised any more.")
    if terms.target == terms.maker:
        refuse("A country can’t attack itself: choose another one.")
    _check_turn(state, terms.turn)
    if terms.kind == TRADE:
        _check_goods(state, terms)
    elif terms.region is not None and state.controlled[terms.region]:
        _check_closed(state, terms)
    if terms.turn == state.turn:
        _check_this_turn(state, terms)


def has_played(state: State, player: int) -> bool:
    """Whether the player's turn in this Game-turn is over."""
    return state.phase == ACTION and state.active is not None and state.active > player


def units_in_game(state: State, letter: str) -> int:
    """Units of a good that all countries have together."""
    return sum(state.goods(player)[letter] for player in range(len(state.hand)))


def _check_turn(state: State, turn: int) -> None:
    if turn < state.turn:
        message = "Game-turn {turn} is over: choose one from {now} to {last}."
    elif turn > state.turns:
        message = "The game has {last} Game-turns: choose one from {now} to {last}."
    else:
        return
    refuse(message, turn=turn, now=state.turn, last=state.turns)


def _check_goods(state: State, terms: PromiseTerms) -> None:
    if not terms.give and not terms.get:
        refuse("Enter at least one number of goods given or received.")
    for letter, units in [*terms.give.items(), *terms.get.items()]:
        most = units_in_game(state, letter)
        if units > most:
            good = state.scenario.good_names[letter]
            refuse("There are {most} {good} in the whole game: enter fewer.", most=most, good=good)


def _check_closed(state: State, terms: PromiseTerms) -> None:
    """In a controlled region nobody places anything, but two who are there may attack."""
    region = cast(int, terms.region)
    row, place = state.chart[region], state.region_name(region)
    if terms.kind == NO_PLACEMENT:
        refuse("{place} is controlled: nobody can place anything there anyway.", place=place)
    if terms.kind in (ATTACK, NO_ATTACK):
        if not row[terms.maker] or not row[cast(int, terms.target)]:
            message = "{place} is controlled: the two can’t meet there. Choose another region."
            refuse(message, place=place)
        return
    is_alone = row[terms.maker] == sum(row)
    is_lost = terms.kind == PRESENCE and not state.has_presence(terms.maker, region)
    if not row[terms.maker] or is_alone or is_lost:
        message = "{place} is controlled: that is decided already. Choose another region."
        refuse(message, place=place)


def _check_this_turn(state: State, terms: PromiseTerms) -> None:
    name, turn = state.player_name(terms.maker), state.turn
    if terms.kind == ATTACK:
        _check_attack(state, terms, name)
    elif terms.kind == TRADE:
        other = state.player_name(terms.partner)
        if pair(terms.maker, terms.partner) in state.fought:
            message = "{name} and {other} fought in Game-turn {turn}, so they can’t trade in it."
            refuse(message, name=name, other=other, turn=turn)
        is_late = has_played(state, terms.maker) and has_played(state, terms.partner)
        if is_late and not state.options.extended_trading:
            message = "The turns of {name} and {other} in Game-turn {turn} are over."
            refuse(message, name=name, other=other, turn=turn)
    elif terms.kind == PRESENCE and not _can_have_presence(state, terms):
        place = state.region_name(cast(int, terms.region))
        message = "{name} can’t place enough in {place} in Game-turn {turn} any more."
        refuse(message, name=name, place=place, turn=turn)


def _check_attack(state: State, terms: PromiseTerms, name: str) -> None:
    target, turn = cast(int, terms.target), state.turn
    other = state.player_name(target)
    if has_played(state, terms.maker):
        refuse("{name}’s turn in Game-turn {turn} is over.", name=name, turn=turn)
    if pair(terms.maker, target) in state.traded:
        message = "{name} and {other} traded in Game-turn {turn}, so they can’t fight in it."
        refuse(message, name=name, other=other, turn=turn)
    if state.active == terms.maker and (target, terms.region) in state.attacked:
        message = "{name} has already attacked {other} there in Game-turn {turn}."
        refuse(message, name=name, other=other, turn=turn)


def _can_have_presence(state: State, terms: PromiseTerms) -> bool:
    here = state.chart[cast(int, terms.region)][terms.maker]
    if here >= PRESENCE_RFS or state.phase != ACTION:
        return True
    if state.options.is_simultaneous or has_played(state, terms.maker):
        return False
    return state.active != terms.maker or here + state.hand[terms.maker] >= PRESENCE_RFS


# The forms in which promises are made, with what can be chosen now.


def _fields(state: State, kind: str, maker: int, partner: int) -> tuple[PromiseField, ...]:
    """The inputs; none if nothing is possible."""
    samples = _samples(state, kind, maker, partner)
    possible = [one for one in samples if not refusal(check_possible, state, one)]
    if not possible:
        return ()
    regions = {one.region for one in possible}
    is_now_possible = any(one.turn == state.turn for one in possible)
    turns = range(state.turn if is_now_possible else state.turn + 1, state.turns + 1)
    fields: list[PromiseField] = []
    if kind == TRADE:
        fields += _goods_fields(state)
    if kind in (ATTACK, NO_ATTACK):
        targets = {one.target: None for one in possible}  # the partner first
        names = ((state.player_id(n), state.player_name(n)) for n in targets if n is not None)
        fields.append(PromiseField("target", "Whom", tuple(names)))
    if kind != TRADE:
        fields.append(_region_field(state, kind, regions, (maker, partner)))
    key = KINDS[kind].turn_key
    numbers = ((str(turn), f"Game-turn {turn}") for turn in turns)
    fields.append(PromiseField(key, WHEN[key].capitalize(), tuple(numbers)))
    return tuple(fields)


def _region_field(
    state: State, kind: str, regions: Collection[int | None], players: tuple[int, int]
) -> PromiseField:
    """The regions; first those in which both have RFs."""
    rows = [row for row in range(len(state.chart)) if row in regions]
    shared = [row for row in rows if all(state.chart[row][player] for player in players)]
    ordered = [*shared, *(row for row in rows if row not in shared)]
    places = [(state.region_id(row), state.region_name(row)) for row in ordered]
    anywhere = [("", "anywhere")] if kind == NO_ATTACK else []
    often = len(anywhere) + len(shared) if shared else 0
    return PromiseField("region", "Where", (*anywhere, *places), often=often)


def _samples(state: State, kind: str, maker: int, partner: int) -> Iterable[PromiseTerms]:
    """Terms of a kind, possible or not, for this Game-turn and the next: later ones are alike."""
    turns = range(state.turn, min(state.turn + 1, state.turns) + 1)
    if kind == TRADE:
        goods = {letter: 1 for letter in state.scenario.letters if units_in_game(state, letter)}
        return [PromiseTerms(kind, maker, partner, turn, give=goods) for turn in turns]
    others = [n for n in range(len(state.hand)) if n not in (maker, partner)]
    targets = [partner, *others] if kind in (ATTACK, NO_ATTACK) else [None]
    regions = [*([None] if kind == NO_ATTACK else []), *range(len(state.chart))]
    return [
        PromiseTerms(kind, maker, partner, turn, target, region)
        for target in targets
        for region in regions
        for turn in turns
    ]


def _goods_fields(state: State) -> list[PromiseField]:
    sides = {"give": "Gives", "get": "Gets"}
    return [
        PromiseField(f"{side}.{letter}", f"{label} {name}", most=most)
        for side, label in sides.items()
        for letter, name in state.scenario.good_names.items()
        if (most := units_in_game(state, letter))
    ]


# Questions of the debrief that promises give: what was promised, and what happened then.

MOST = 5
"""Questions, at most."""


@dataclass(frozen=True, slots=True)
class JudgedPromise:
    """A promise with its verdict, and the game's state `now`. `stood`: the newest move in effect
    when it was accepted, if it still is, or 0. `returned`: the verdict on what was promised in
    exchange, if anything was."""

    now: State
    terms: PromiseTerms
    accepted_after: int
    stood: int
    verdict: Verdict
    returned: Verdict | None = None

    def holds_at(self, number: int) -> bool:
        """Whether it had been accepted and not been decided when the entry was recorded."""
        decided = self.verdict.entry
        return self.accepted_after < number and (decided is None or decided >= number)

    def __str__(self) -> str:
        """Who promised whom what, without a full stop."""
        maker, partner = map(self.now.player_name, (self.terms.maker, self.terms.partner))
        return f"{maker} promised {partner} {infinitive(self.now, self.terms)}"

    @property
    def moves(self) -> tuple[int, ...]:
        """The move before it was accepted, and the one that decided it."""
        return tuple(sorted({one for one in (self.stood, self.verdict.entry) if one}))


def questions_of(
    promises: Sequence[JudgedPromise], steps: Sequence[Step]
) -> tuple[DebriefQuestion, ...]:
    """At most `MOST` questions, the most telling first: about two broken promises, one of the
    others each, then about more broken ones.

    Args:
        steps: the moves in effect, oldest first.
    """
    broken = tuple(broken_promises(promises))
    others = (promised_to_both(promises, steps), kept_at_a_cost(promises, steps))
    firsts = (islice(some, 1) for some in (*others, trades_not_done(promises)))
    return tuple(islice(dict.fromkeys(chain(broken[:2], *firsts, broken[2:])), MOST))


def broken_promises(promises: Sequence[JudgedPromise]) -> Iterator[DebriefQuestion]:
    """Those first whose partner kept its side, then those about attacks, then the earlier ones."""
    found = [one for one in promises if one.verdict.kind == BROKEN]
    found.sort(
        key=lambda one: (
            not (one.returned and one.returned.kind == KEPT),
            one.terms.kind not in (NO_ATTACK, ATTACK),
            one.verdict.entry or 0,
        )
    )
    for one in found:
        text = f"{one}, and {promises_terms.broken(one.terms, one.verdict)}"
        if one.returned and one.returned.kind == KEPT:
            text += f", although {one.now.player_name(one.terms.partner)} kept its side"
        yield DebriefQuestion(f"{text}. What had changed?", one.moves)


def promised_to_both(
    promises: Sequence[JudgedPromise], steps: Sequence[Step]
) -> Iterator[DebriefQuestion]:
    """An attack between two countries to both of which a third one had promised something."""
    for step in steps:
        move = step.move
        if not isinstance(move, Attack):
            continue
        by_maker: dict[int, dict[int, JudgedPromise]] = {}
        for one in promises:
            sides = {move.player, move.defender}
            if one.terms.partner in sides - {one.terms.maker} and one.holds_at(step.number):
                by_maker.setdefault(one.terms.maker, {})[one.terms.partner] = one
        for maker, made in by_maker.items():
            if maker not in (move.player, move.defender) and len(made) > 1:
                yield _to_both(step.number, made[move.player], made[move.defender])


def _to_both(number: int, one: JudgedPromise, other: JudgedPromise) -> DebriefQuestion:
    """Args: one, other: what was promised to the attacker, and to the defender."""
    names, state = one.now.player_name, one.now
    attacker, defender = names(one.terms.partner), names(other.terms.partner)
    text = (
        f"When {attacker} attacked {defender} in move {number}, {names(one.terms.maker)} had "
        f"promised {attacker} {infinitive(state, one.terms)}, and {defender} "
        f"{infinitive(state, other.terms)}. What did each of the two expect of it?"
    )
    return DebriefQuestion(text, (number,))


def kept_at_a_cost(
    promises: Sequence[JudgedPromise], steps: Sequence[Step]
) -> Iterator[DebriefQuestion]:
    """A promise not to attack that was kept though an attack by the stronger side was possible.

    The one with the largest advantage comes first.
    """
    found = []
    for one in promises:
        if one.terms.kind == NO_ATTACK and one.verdict.kind == KEPT:
            chances = [chance for step in steps for chance in _chances(one, step)]
            if chances:
                found.append((max(chances), one))
    found.sort(key=lambda pair: pair[0], reverse=True)
    for (advantage, number, region, theirs), one in found:
        mine = theirs + advantage
        place, target = one.now.region_name(region), cast(int, one.terms.target)
        text = (
            f"{one}, and kept that, although before move {number} it had {mine} "
            f"RFs in {place} against {theirs} of {one.now.player_name(target)}. Was it worth it?"
        )
        yield DebriefQuestion(text, tuple(sorted({*one.moves, number})))


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


def trades_not_done(promises: Sequence[JudgedPromise]) -> Iterator[DebriefQuestion]:
    """Trades that two countries had agreed on, each of them once."""
    asked = set()
    for one in promises:
        terms = one.terms
        key = (pair(terms.maker, terms.partner), terms.turn)
        if terms.kind == TRADE and one.verdict.kind == NOT_DONE and key not in asked:
            asked.add(key)
            text = (
                f"{one}, and that was not done: Game-turn {terms.turn} ended with "
                f"move {one.verdict.entry}. Which of the two let it go, and why?"
            )
            yield DebriefQuestion(text, one.moves)


# The implementation.


class AgeOfIronPromises(PromiseRules[State]):
    def forms(self, state: State, maker: str, partner: str) -> tuple[PromiseForm, ...]:
        """Each of the six kinds that is possible in some region and Game-turn."""
        one, other = state.player(maker), state.player(partner)
        if state.is_over or one == other:
            return ()
        return tuple(
            PromiseForm(kind, known.label, fields)
            for kind, known in KINDS.items()
            if (fields := _fields(state, kind, one, other))
        )

    def read(self, state: State, maker: str, partner: str, wire: object) -> Wire:
        """The terms in normal form; `Refused("bad-promise")`."""
        terms = read_terms(state, maker, partner, wire)
        check_possible(state, terms)
        return terms.wire(state)

    def sentence(self, state: State, maker: str, partner: str, terms: Wire) -> str:
        return promises_terms.sentence(state, terms_of(state, maker, partner, terms))

    def judge(
        self,
        timeline: Timeline,
        moves: Sequence[Wire],
        promises: Sequence[AcceptedPromise],
        is_stopped: bool = False,
    ) -> tuple[Verdict, ...]:
        course, stood = course_of(timeline), standing_numbers(moves)

        def verdict(one: AcceptedPromise) -> Verdict:
            terms = terms_of(timeline.start, one.maker, one.partner, one.terms)
            after = one.accepted_after
            return judge(Case(course, terms, after, stood[after], is_stopped))

        return tuple(map(verdict, promises))

    def questions(
        self,
        timeline: Timeline,
        moves: Sequence[Wire],
        deals: Sequence[Sequence[AcceptedPromise]],
        is_stopped: bool = False,
    ) -> tuple[DebriefQuestion, ...]:
        """About broken promises, promises to both sides of an attack, and what they cost."""
        stood, steps = standing_numbers(moves), tuple(timeline.steps())[::-1]
        in_effect, start = {step.number for step in steps}, timeline.start
        verdicts = iter(self.judge(timeline, moves, [*chain(*deals)], is_stopped))
        judged = []
        for deal in deals:
            found = [next(verdicts) for _ in deal]
            for promise, verdict in zip(deal, found, strict=True):
                before = stood[promise.accepted_after]
                judged.append(
                    JudgedPromise(
                        timeline.state,
                        terms_of(start, promise.maker, promise.partner, promise.terms),
                        promise.accepted_after,
                        before if before in in_effect else 0,
                        verdict,
                        next((one for one in found if one is not verdict), None),
                    )
                )
        return questions_of(judged, steps)


PROMISES = AgeOfIronPromises()
