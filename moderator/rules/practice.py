"""Practice: somebody plays alone, and the bots of the game play everybody else."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from moderator.rules import dice
from moderator.rules.bots import GOAL, BotAnswer, BotRules, Decision, Known
from moderator.rules.errors import Refused, refusal
from moderator.rules.log import Timeline
from moderator.rules.move import RandomBelow
from moderator.rules.reading import Wire
from moderator.rules.seating import PointsSeen, Viewer

MADE, ASKED, DECLINED = "made", "asked", "declined"


class Happened(NamedTuple):
    """One thing that happened: a move was made; a bot asks the player for what both must agree on;
    or somebody declined that.

    `by`: who did it. `why`: a bot's reason. `is_secret`: the reason tells what only the bot's seat
    may know.
    """

    what: str
    by: str
    wire: Wire
    why: str = ""
    is_secret: bool = False


@dataclass(frozen=True, slots=True)
class Practised:
    """A practice game.

    Attributes:
        happened: all of it; `timeline` has the moves of it.
        player: the seat of the one who practises.
        level: how well the bots play.
        seed: of the dice, and of what the bots draw.
    """

    timeline: Timeline
    player: str
    level: str
    seed: str
    happened: tuple[Happened, ...] = ()

    @property
    def bots(self) -> BotRules:
        """The bots of the game.

        Raises:
            ValueError: it has none.
        """
        found = self.timeline.rules.bots
        if found is None:
            raise ValueError(self.timeline.rules.id)
        return found

    @property
    def chance(self) -> RandomBelow:
        """Of what is decided next."""
        return random.Random(f"{self.seed} {len(self.happened)}").randrange  # noqa: S311

    @property
    def asked(self) -> Happened | None:
        """What the player has to answer before anything else."""
        last = self.happened[-1] if self.happened else None
        return last if last and last.what == ASKED else None

    @property
    def steps_done(self) -> int:
        """How many steps of the guided game have been done."""
        guide, done = self.timeline.rules.guide, 0
        for one in self.happened:
            if one.what == MADE and done < len(guide):
                done += guide[done].is_done_by(one.wire)
        return done

    def then(self, happened: Sequence[Happened]) -> Practised:
        """The game after that."""
        timeline = self.timeline
        for one in happened:
            timeline = timeline.replay(one.wire) if one.what == MADE else timeline
        return replace(self, timeline=timeline, happened=(*self.happened, *happened))

    def move(self, by: str, wire: Wire, why: str = "", is_secret: bool = False) -> Happened:
        """A move with its dice; raises `Refused` if it is not legal now."""
        rules, state, number = self.timeline.rules, self.timeline.state, self.timeline.number
        needed = dice.needed(rules, state, wire)
        full = dice.filled(wire, needed, self.seed.encode(), "practice", number)
        move = rules.read_move(state, full)
        rules.check(state, move)
        return Happened(MADE, by, move.wire(state), why, is_secret)

    def refusal(self, wire: Wire) -> Refused | None:
        """Why the player can't make this move now."""
        return refusal(self.move, self.player, wire)

    def known(self, seat: str) -> Known:
        """What a seat knows, with whom it has asked for something since another one has moved."""
        agreed, asked = self.timeline.rules.agreed, set[str]()
        for one in reversed(self.happened):
            if one.what == MADE and one.by != seat:
                break
            if one.what != MADE and agreed and seat in agreed.players(one.wire):
                asked.update(agreed.players(one.wire))
        partners = self.timeline.labels.keys() - {self.player, seat}
        viewer = Viewer(seat=seat, points=PointsSeen.OWN)
        return Known(self.timeline, viewer, frozenset(partners), asked=frozenset(asked - {seat}))


def bots_go_on(game: Practised) -> Practised:
    """The game after what the bots do, up to where the player has to decide, or to its end."""
    while more := list(_next(game)):
        game = game.then(more)
    return game


def _next(game: Practised) -> Iterator[Happened]:
    """What happens next; where several write orders, all of these, as nobody knows the others'.

    Before a bot ends its turn, it asks the player for what both must agree on.
    """
    rules, state = game.timeline.rules, game.timeline.state
    if game.asked or rules.is_over(state) or rules.task(state, game.player).is_own:
        return
    seats = [state.player_id(one) for one in rules.movers(state)]
    for seat in seats:
        decided = game.bots.decide(game.known(seat), game.level, game.chance)
        for one in decided if len(seats) > 1 else decided[:1]:
            is_secret = bool(one.because and GOAL.keys() <= one.because.facts.keys())
            move = game.move(seat, one.wire, _why(one), is_secret)
            is_end = rules.read_move(state, move.wire).only_ends_turn(state)
            if is_end and (found := _proposal(game, seat, game.level)):
                yield Happened(ASKED, seat, found.wire, _why(found))
            else:
                yield move


def _proposal(game: Practised, seat: str, level: str) -> Decision | None:
    """What a bot in this seat would ask the player for, or the player any other, that can be
    recorded now."""
    known = game.known(seat)
    asked = known.asked if seat == game.player else known.asked | known.partners
    found = game.bots.proposal(replace(known, asked=asked), level)
    return found if found and not game.refusal(found.wire) else None


def answered(game: Practised, wire: Wire) -> list[Happened]:
    """How a bot answers what the player proposes to it, which is legal now; what it would agree to
    instead, it asks for."""
    agreed = game.timeline.rules.agreed
    if agreed is None:
        raise ValueError(game.timeline.rules.id)
    partner = next(one for one in agreed.players(wire) if one != game.player)
    found = game.bots.answer(game.known(partner), game.level, wire, game.chance)
    why = _why(found)
    if found and found.is_accepted:
        return [game.move(game.player, wire, why)]
    happened = [Happened(DECLINED, partner, wire, why)]
    if found and found.counter:
        counter = agreed.as_recorded(game.timeline.state, found.counter)
        if not game.refusal(counter):
            happened.append(Happened(ASKED, partner, counter, why))
    return happened


def hint(game: Practised) -> Happened:
    """What a bot of the usual level in the player's seat would do now, and why, knowing what the
    player may know: a move, or that it declines what it is asked for."""
    bots, seat = game.bots, game.player
    known = replace(game.known(seat), partners=frozenset())
    if game.asked:
        wire = game.asked.wire
        answer = bots.answer(known, bots.usual, wire, game.chance)
        is_good = answer is not None and answer.is_accepted
        return Happened(MADE if is_good else DECLINED, seat, wire, _why(answer))
    found = _proposal(game, seat, bots.usual)
    found = found or bots.decide(known, bots.usual, game.chance)[0]
    return Happened(MADE, seat, found.wire, _why(found))


def _why(found: Decision | BotAnswer | None) -> str:
    return str(found.because) if found and found.because else ""
