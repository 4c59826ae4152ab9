"""Processes that are killed (`kill -9`) in the middle of a reveal, one after the other.

The killed ones are forks of a process that has imported everything.
"""

from __future__ import annotations

import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from django.db import connection, connections

from moderator.core import queries
from moderator.core.heads import log_findings
from moderator.core.models import Game, Group, Person
from moderator.features.new_game.write import game_create
from moderator.features.slips.write import SlipChange, slip_write, slips_reveal
from tests.support.amount import amount
from tests.support.play.play import AGE_OF_IRON, deploy, scenario

KEY = "reveal"
AT_RANDOM = 15
STATEMENTS = 200  # more than a reveal has
PLACES = amount(3, 99)  # at most, in each of which a country places something


def sealed_game(group: Group, by: Person) -> tuple[Game, int]:
    """A game of 1800 B.C. whose reveal records many moves, and how many."""
    game = game_create(group, AGE_OF_IRON, scenario("1800-bc"), {}, by)
    state, count = queries.timeline(game).state, 0
    regions = [state.region_id(number) for number in range(len(state.chart))]
    for number, rfs in enumerate(state.hand):
        player = state.player_id(number)
        places = regions[: min(PLACES, rfs - 1)]
        orders = [deploy(player, region, 1) for region in places]
        orders.append({"type": "build", "player": player, "rfs": rfs - len(places)})
        change = SlipChange(player, 0, orders, True)
        slip_write(game, change, player, by, "moderator")
        count += len(orders)
    return game, count


def kill_everywhere(group: Group, by: Person) -> Counter[str]:
    """Kills before each SQL statement of a reveal, and before and after the commit."""
    found: Counter[str] = Counter()
    for statement in range(1, STATEMENTS):
        game, count = sealed_game(group, by)
        pid = _fork(lambda game=game, n=statement: _killed_at(game, by, n))  # type: ignore[misc]
        _, status = os.waitpid(pid, 0)
        found[_checked(game, by, count)] += 1
        if not os.WIFSIGNALED(status):
            assert os.waitstatus_to_exitcode(status) == 0, "the reveal failed"
            return found
    raise AssertionError("a reveal has more statements")


def kill_at_random(group: Group, by: Person, seed: int) -> Counter[str]:
    """Kills at random moments of reveals."""
    chance, found, takes_s = random.Random(seed), Counter[str](), 0.0
    for number in range(AT_RANDOM):
        game, count = sealed_game(group, by)
        ready, tell = os.pipe()
        pid = _fork(lambda game=game, tell=tell: _told(game, by, tell))  # type: ignore[misc]
        os.close(tell)
        os.read(ready, 1)
        os.close(ready)
        began = time.monotonic()
        if number:  # the first one shows how long it takes
            time.sleep(chance.uniform(0, takes_s))
            os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        takes_s = takes_s or time.monotonic() - began
        found[_checked(game, by, count)] += 1
    return found


def _checked(game: Game, by: Person, count: int) -> str:
    """What is stored: "all" or "nothing". The same form again completes it, and acts once."""
    game = Game.objects.get(pk=game.pk)
    stored = game.entries.count()
    assert stored in (0, count), f"{stored} of {count}"
    assert log_findings(game) == []
    _reveal(game, by)
    assert (game.entries.count(), game.slip_versions.count()) == (count, 4)
    assert log_findings(game) == []
    return "all" if stored else "nothing"


def _reveal(game: Game, by: Person) -> None:
    slips_reveal(Game.objects.get(pk=game.pk), 4, KEY, by, "moderator")


def _fork(act: Callable[[], object]) -> int:
    """The pid of a process that does it, with a connection of its own."""
    connections.close_all()
    pid = os.fork()
    if pid == 0:
        try:
            act()
            os._exit(0)
        finally:
            os._exit(1)
    return pid


def _told(game: Game, by: Person, tell: int) -> None:
    connection.ensure_connection()
    os.write(tell, b"x")
    _reveal(game, by)


def _killed_at(game: Game, by: Person, statement: int) -> None:
    """Reveals, and is killed before that statement; a commit counts twice: before and after."""
    left = statement

    def count(execute: Callable[..., Any], *args: Any) -> Any:
        here()
        return execute(*args)

    def here() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    commit = connection.commit

    def committed() -> None:
        here()
        commit()
        here()

    connection.ensure_connection()
    connection.commit = committed
    with connection.execute_wrapper(count):
        _reveal(game, by)
