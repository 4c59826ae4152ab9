"""A random walk through a game with order slips, through its services.

After every step it checks what always holds, whatever the step was and whether it was refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from moderator.core import credentials, log
from moderator.core.errors import NotAllowed, Stale
from moderator.core.heads import log_findings
from moderator.core.models import Game, Person, Seat
from moderator.core.people import person_join
from moderator.features.moves.write import move_play
from moderator.features.people.write import seat_take
from moderator.features.slips.write import SlipChange, slip_write, slips_fill, slips_reveal
from moderator.rules.errors import Refused
from tests.support.play.seen import look, stored_of
from tests.support.rules.cases import CASES
from tests.support.rules.walks import Chance, Json, legal_wire

CASE = next(case for case in CASES if case.rules.id == "age-of-iron")
REFUSED = (Refused, Stale, NotAllowed)


class SlipWalk:
    """A walk through one game. `happened` counts what the steps did."""

    def __init__(self, game: Game, by: Person, seed: int, happened: Counter[str]) -> None:
        self.game, self.by, self.chance = game, by, Chance(seed)
        self.happened = happened
        self.seen = look(game)
        self.students = {seat.player: self._student(seat) for seat in game.seats.all()}
        self.written = 0  # changes of slips by people
        self.undone: list[int] = []  # that number at each undo that can be redone
        self.kept: dict[int, dict[str, Any]] = {}  # by the opening entry: orders as they were last

    def step(self) -> None:
        """One step; those that may be accepted now are more frequent."""
        book = self.seen.book
        weights = {
            self.slip: 8 if book.is_open else 0.2,
            self.fill: 1 if book.is_open else 0.2,
            self.reveal: 6 if book.is_complete else 0.5,
            self.undo: 2,
            self.redo: 6 if self.undone else 0.2,
            self.play: 0.5 if book.is_open else 4,
            self.correct: 0.6,
            self.end_turn: 0.2 if book.is_open else 8,
            self.switch: 0.6,
        }
        (step,) = self.chance.choices(list(weights), list(weights.values()))
        step()

    # Steps

    def slip(self) -> None:
        """Write, seal or open a slip, sometimes with an old version."""
        writers = [slip.player for slip in self.seen.book.slips]
        player = self.chance.choice(writers or list(self.students))
        students, moderators = (self.students[player], "student"), (self.by, "moderator")
        who = self.chance.choice((students, students, moderators))
        slip = self.seen.book.of(player)
        version = (slip.version if slip else 0) - (self.chance.random() < 0.1)
        is_same = slip is not None and self.chance.random() < 0.3
        orders = list(slip.orders) if slip and is_same else self._orders(player)
        change = SlipChange(player, max(version, 0), orders, self.chance.random() < 0.6)
        key = credentials.new()
        if not self._ask(lambda: slip_write(self.game, change, key, *who)):
            return
        self.written += 1
        if self.seen.stored[0] > self._before.stored[0]:
            self._revealed("automatic reveal")
        elif not self.game.slip_versions.latest("pk").is_public:
            self._check_private(player, who[1])
        else:
            before = self._before.versions
            assert all(number > before[one] for one, number in self.seen.versions.items())
            self._count("sealed" if change.is_sealed else "opened")

    def fill(self) -> None:
        """Fill in what is missing on all slips."""
        versions = [slip.version for slip in self.seen.book.slips]
        before, is_complete = self.seen.stored, self.seen.book.is_complete
        if not self._ask(
            lambda: slips_fill(self.game, versions, credentials.new(), self.by, "moderator")
        ):
            return
        book = self.seen.book
        self.written += not is_complete
        assert is_complete is (self.seen.stored[1] == before[1])
        if not book.is_open:
            self._revealed("automatic reveal")
        else:
            assert book.is_complete
            self._count("filled")

    def reveal(self) -> None:
        """Reveal all slips, sometimes as they were before the last change."""
        seen = self.seen.book.public_number - (self.chance.random() < 0.1)
        is_complete = self.seen.book.is_complete
        if self._ask(
            lambda: slips_reveal(self.game, seen, credentials.new(), self.by, "moderator")
        ):
            assert is_complete
            self._revealed("reveal")

    def undo(self) -> None:
        """Undo the last move, or a whole reveal."""
        size = log.size_of_next(self.seen.fold, "undo")
        was_open = self.seen.book.is_open
        if self._move({"type": "undo"}):
            self.undone.append(self.written)
            self._count("undo of several" if size > 1 else "undo")
            if self.seen.book.is_open and not was_open:
                self._check_returned(is_sealed=False)

    def redo(self) -> None:
        """Redo; refused if a slip has been changed since the undo."""
        size = log.size_of_next(self.seen.fold, "redo")
        was_open = self.seen.book.opened_by if self.seen.book.is_open else None
        is_cleared = bool(self.undone) and self.undone[-1] != self.written
        if self._move({"type": "redo"}):
            assert not is_cleared
            self.undone.pop()
            self._count("redo of several" if size > 1 else "redo")
            if self.seen.book.is_open and self.seen.book.opened_by != was_open:
                self._check_returned(is_sealed=True)
        else:
            assert is_cleared or not self.undone
            self._count("redo refused after a slip" if is_cleared else "nothing to redo")

    def play(self) -> None:
        """Any move that the rules offer, among them orders, corrections, trades and attacks."""
        wire = legal_wire(CASE, self.seen.fold.timeline, self.chance, undo=0.001)
        if wire is None or wire["type"] in ("undo", "redo", "extend"):
            return
        is_order = self.seen.book.is_open and wire["type"] in ("deploy", "build")
        if self._move(wire):
            assert not is_order
            self.undone.clear()
            self._count(wire["type"])

    def correct(self) -> None:
        """A correction that may make slips illegal."""
        most = self.seen.fold.timeline.start.scenario.box_capacity
        civilization = {
            player: self.chance.choice((0, most))
            for player in self.seen.fold.timeline.start.scenario.player_numbers
        }
        wire = {"type": "correct", "reason": "x", "civilization": civilization}
        if self._move(wire):
            self.undone.clear()
            refused = [slip.player for slip in self.seen.book.slips if slip.refused]
            self._count("slip made illegal" if refused else "correct")

    def end_turn(self) -> None:
        """The next player's end of turn, so that a walk gets on."""
        state = self.seen.fold.timeline.state
        for player in self.seen.fold.timeline.rules.movers(state):
            if self._move({"type": "end-turn", "player": player}):
                self.undone.clear()
                self._count("end-turn")
                return

    def switch(self) -> None:
        """Whether the last seal reveals."""
        Game.objects.filter(pk=self.game.pk).update(is_reveal_automatic=self.chance.random() < 0.5)

    # What always holds

    def _ask(self, ask: Callable[[], object]) -> bool:
        """Whether it was done; False if it was refused."""
        before = self.seen
        try:
            ask()
        except REFUSED as refused:
            self._count(type(refused).__name__)
            assert stored_of(self.game) == before.stored
            return False
        self._before = before
        self.seen = after = look(self.game)
        for viewer, frame in after.frames.items():
            grown = after.versions[viewer] - before.versions[viewer]
            assert grown >= 0
            assert grown > 0 or frame == before.frames[viewer]
        if after.stored[0] != before.stored[0]:
            assert log_findings(self.game) == []
        if after.book.is_open:
            now = {slip.player: (slip.orders, slip.is_sealed) for slip in after.book.slips}
            self._kept_before = dict(self.kept.get(after.book.opened_by, {}))
            self.kept[after.book.opened_by] = now
        return True

    def _move(self, wire: Json) -> bool:
        number = self.seen.fold.number
        return self._ask(
            lambda: move_play(self.game, wire, number, credentials.new(), self.by, "moderator")
        )

    def _check_private(self, player: str, role: str) -> None:
        """Nobody but the country itself, and a moderator who writes it, can notice a draft."""
        self._count("draft")
        before, after = self._before, self.seen
        assert after.fold.hash == before.fold.hash
        for viewer, frame in after.frames.items():
            if not viewer.is_moderator or role == "student":
                is_own = viewer.seat == player
                assert after.versions[viewer] == before.versions[viewer] + is_own
                assert frame == before.frames[viewer]

    def _revealed(self, how: str) -> None:
        """All orders are in the log, in one group, and the slips are kept."""
        before, after = self._before, self.seen
        added = after.fold.entries[before.fold.number :]
        assert len({log.name_of(entry.key) for entry in added}) == 1
        assert not after.book.is_open
        assert after.fold.before == before.fold.timeline.state
        moves: dict[str, list[Json]] = {}
        for entry in added:
            moves.setdefault(str(entry.move["player"]), []).append(entry.move)
        assert list(moves) == [slip.player for slip in before.book.slips]
        self.kept[before.book.opened_by] = {
            player: (tuple(orders), True) for player, orders in moves.items()
        }
        self.undone.clear()
        self._count(how)

    def _check_returned(self, is_sealed: bool) -> None:
        """The slips are as they were: all of them unsealed after the undo of a reveal."""
        for slip in self.seen.book.slips:
            if slip.player in self._kept_before:
                orders, was_sealed = self._kept_before[slip.player]
                assert slip.orders == orders
                assert slip.is_sealed is (was_sealed and is_sealed)
        self._count("returned by a redo" if is_sealed else "returned by an undo")

    # Parts

    def _student(self, seat: Seat) -> Person:
        """Who has the seat, perhaps since an earlier game of the group."""
        if found := seat.persons.first():
            return found
        person = person_join(self.game.group.classroom, f"{seat.pk}")
        seat_take(person, seat)
        return person

    def _orders(self, player: str) -> list[Json]:
        """Some RFs in some places, mostly legal."""
        state = self.seen.fold.timeline.state
        left = state.hand[state.player(player)]
        orders: list[Json] = []
        while left > 0 and self.chance.random() < 0.8:
            rfs = self.chance.choice((left, self.chance.randint(1, left + 1)))
            left -= rfs
            region = self.chance.choice([*map(state.region_id, range(len(state.chart))), ""])
            place = {"type": "deploy", "region": region} if region else {"type": "build"}
            orders.append({**place, "player": player, "rfs": rfs})
        return orders

    def _count(self, what: str) -> None:
        self.happened[what] += 1
