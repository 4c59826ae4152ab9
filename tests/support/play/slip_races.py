"""Races between people who change order slips, reveal them or undo a reveal, all at once.

python -c "…; slip_races.run(FOLDER, PLACE, PKS)"  # in one of several processes
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from moderator.core import credentials
from moderator.core.errors import NotAllowed, Stale
from moderator.core.models import Game, Group, Person
from moderator.features.moves.write import move_play
from moderator.features.new_game.write import game_create
from moderator.features.slips.write import SlipChange, slip_write, slips_reveal
from moderator.rules.errors import Refused
from tests.support.play.at_once import at_once
from tests.support.play.play import AGE_OF_IRON, record, scenario
from tests.support.play.slips import ORDERS, book, reveal, write

MEET_S = 60
UNDO, REDO = {"type": "undo"}, {"type": "redo"}
CORRECT = {"type": "correct", "reason": "x", "civilization": {"egypt": 1}}


@dataclass(frozen=True)
class Race:
    """Something is prepared; then competitors with even and odd numbers do two things at once.

    `outcomes`: who may win, as the sorted names of everything that was done, each with the numbers
    of entries and of versions of slips that are stored then.
    """

    prepare: Callable[[Game, Person], object]
    even: Callable[[Game, Person], str]
    odd: Callable[[Game, Person], str]
    outcomes: dict[tuple[str, ...], tuple[int, int]]

    def compete(self, pk: int, number: int) -> str:
        """What this competitor has done; empty if somebody else was first."""
        game = Game.objects.get(pk=pk)
        by = Person.objects.filter(classroom=game.group.classroom).earliest("number")
        try:
            return (self.odd if number % 2 else self.even)(game, by)
        except (Refused, Stale, NotAllowed):
            return ""


def _write(
    player: str, version: int, is_sealed: bool, key: str = ""
) -> Callable[[Game, Person], str]:
    def ask(game: Game, by: Person) -> str:
        change = SlipChange(player, version, ORDERS[player], is_sealed)
        written = slip_write(game, change, key or credentials.new(), by, "moderator")
        if written.is_repeat:
            return ""
        return "reveal" if written.recorded else "seal" if is_sealed else "save"

    return ask


def _reveal(seen: int | None = 4, key: str = "") -> Callable[[Game, Person], str]:
    def ask(game: Game, by: Person) -> str:
        number = book(game).public_number if seen is None else seen
        done = slips_reveal(game, number, key or credentials.new(), by, "moderator")
        return "" if done.is_repeat else "reveal"

    return ask


def _move(wire: dict[str, str], after: int) -> Callable[[Game, Person], str]:
    def ask(game: Game, by: Person) -> str:
        move_play(game, wire, after, credentials.new(), by, "moderator")
        return wire["type"]

    return ask


def _nothing(game: Game, by: Person) -> None:
    pass


def _all_sealed(game: Game, by: Person) -> None:
    for player in ORDERS:
        write(game, by, player)


def _all_but_egypt(game: Game, by: Person) -> None:
    write(game, by, is_sealed=False)
    for player in list(ORDERS)[1:]:
        write(game, by, player)


def _corrected(game: Game, by: Person) -> None:
    record(game, CORRECT, by)
    _all_sealed(game, by)


def _undone(game: Game, by: Person) -> None:
    reveal(game, by)
    record(game, UNDO, by)


def _two_left(game: Game, by: Person) -> None:
    Game.objects.filter(pk=game.pk).update(is_reveal_automatic=True)
    for player in ("egypt", "babylon"):
        write(game, by, player)


_seal, _save = _write("egypt", 0, True), _write("egypt", 0, False)
RACES = {
    "two seals": Race(_nothing, _seal, _seal, {("seal",): (0, 1)}),
    "save and save": Race(_nothing, _save, _save, {("save",): (0, 1)}),
    "save and seal": Race(_nothing, _save, _seal, {("save",): (0, 1), ("seal",): (0, 1)}),
    "the same key": Race(
        _nothing,
        _write("egypt", 0, True, "k"),
        _write("egypt", 0, True, "k"),
        {("seal",): (0, 1)},
    ),
    "seal and reveal": Race(
        _all_but_egypt,
        _write("egypt", 1, True),
        _reveal(None),
        {("seal",): (0, 5), ("reveal", "seal"): (5, 5)},
    ),
    "open and reveal": Race(
        _all_sealed, _write("egypt", 1, False), _reveal(), {("save",): (0, 5), ("reveal",): (5, 4)}
    ),
    "two reveals": Race(_all_sealed, _reveal(), _reveal(), {("reveal",): (5, 4)}),
    "two reveals with a key": Race(
        _all_sealed, _reveal(key="k"), _reveal(key="k"), {("reveal",): (5, 4)}
    ),
    "reveal and undo": Race(
        _corrected,
        _reveal(),
        _move(UNDO, 1),
        {("reveal",): (6, 4), ("reveal", "undo"): (7, 4)},
    ),
    "two undos of a reveal": Race(reveal, _move(UNDO, 5), _move(UNDO, 5), {("undo",): (10, 8)}),
    "redo and save": Race(
        _undone,
        _move(REDO, 10),
        _write("egypt", 2, False),
        {("redo",): (15, 8), ("save",): (10, 9)},
    ),
    "the last two seals": Race(
        _two_left,
        _write("assyria", 0, True),
        _write("hatti", 0, True),
        {("reveal", "seal"): (5, 4)},
    ),
}


def game_for(race: Race, group: Group, by: Person) -> Game:
    """A new game with what the race needs."""
    made = game_create(group, AGE_OF_IRON, scenario("1800-bc"), {}, by)
    game = Game.objects.get(pk=made.pk)  # PostgreSQL gives the scenario's keys another order
    race.prepare(game, by)
    return Game.objects.get(pk=game.pk)


def run(folder: str, place: int, threads: int, pks: list[int]) -> None:
    """Compete in every race, in one of two processes; prints what was done in each, as JSON."""
    done = []
    for (name, race), pk in zip(RACES.items(), pks, strict=True):
        _meet(Path(folder), name, place)
        done.append(at_once(partial(_compete, race, pk, place * threads), threads))
    print(json.dumps(done, default=repr))


def _compete(race: Race, pk: int, first: int, number: int) -> str:
    return race.compete(pk, first + number)


def _meet(folder: Path, name: str, place: int) -> None:
    """Wait until the other process has come here too."""
    (folder / f"{name} {place}").touch()
    until = time.monotonic() + MEET_S
    while not (folder / f"{name} {1 - place}").exists():
        assert time.monotonic() < until, "the other process has not come"
        time.sleep(0.001)
