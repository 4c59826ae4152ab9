"""One database's part of moves.py: plays, posts, and prints the table."""

from __future__ import annotations

import argparse
import cProfile
import io
import json
import os
import pstats
import secrets
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.contrib.auth.models import User  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.db import connection, connections  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.urls import reverse  # noqa: E402

from moderator.core import credentials  # noqa: E402
from moderator.core.games import shipped  # noqa: E402
from moderator.core.models import Entry, Game, Group, Person  # noqa: E402
from moderator.features.classes.write import classroom_create, groups_create  # noqa: E402
from moderator.features.moves.write import move_play  # noqa: E402
from moderator.features.new_game.write import game_create  # noqa: E402
from moderator.rules.registry import GAMES  # noqa: E402

FULL_GAME = Path(__file__).parent.parent / "tests" / "played" / "age_of_iron" / "1800-bc.json"


@dataclass
class Times:
    """Times of one repeated action: wall clock and this thread's CPU."""

    wall_ms: list[float] = field(default_factory=list)
    cpu_ms: list[float] = field(default_factory=list)
    queries: int = 0

    def add(self, act: Callable[[], object]) -> None:
        began, cpu = time.perf_counter(), time.thread_time()
        act()
        self.wall_ms.append((time.perf_counter() - began) * 1000)
        self.cpu_ms.append((time.thread_time() - cpu) * 1000)

    def row(self, name: str, reference_ms: float) -> str:
        at = statistics.quantiles(self.wall_ms, n=100)
        cpu = statistics.median(self.cpu_ms)
        cells = (f"{at[49]:.2f}", f"{at[94]:.2f}", f"{cpu:.2f}", f"{at[49] / reference_ms:.1f}")
        return f"| {name} | {' | '.join(cells)} | {self.queries or ''} |"


@dataclass
class Table:
    """A group with its moderator's laptop, and the moves of a whole game."""

    group: Group
    by: Person
    session: str
    moves: list[dict[str, Any]]
    site: Any = field(default_factory=get_wsgi_application)
    token: str = field(default_factory=lambda: secrets.token_hex(16))

    def game(self) -> Game:
        wire = GAMES["age-of-iron"].scenario_wire(shipped()["age-of-iron"]["1800-bc"])
        return game_create(self.group, "age-of-iron", wire, {}, self.by)

    def post(self, game: Game, number: int, is_htmx: bool) -> None:
        """Posts move `number`, counted from 1, as the console does."""
        move = dict(self.moves[number - 1])
        fields = {"type": move.pop("type"), "choice": json.dumps(move), "key": credentials.new()}
        fields |= {"game": str(game.number), "after": str(number - 1)}
        body = urlencode({**fields, "csrfmiddlewaretoken": self.token}).encode()
        environ = {
            "REQUEST_METHOD": "POST",
            "PATH_INFO": f"/g/{self.group.code}/move/",
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "8000",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "HTTP_HOST": "127.0.0.1:8000",
            "HTTP_COOKIE": f"{settings.SESSION_COOKIE_NAME}={self.session}; "
            f"{settings.CSRF_COOKIE_NAME}={self.token}",
            "CONTENT_TYPE": "application/x-www-form-urlencoded",
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.input": io.BytesIO(body),
            "wsgi.url_scheme": "http",
        }
        if is_htmx:
            environ["HTTP_HX_REQUEST"] = "true"
        self.ask(environ, 200 if is_htmx else 303)

    def ask(self, environ: Mapping[str, Any], status: int) -> None:
        answers: list[str] = []
        body = self.site(environ, lambda line, headers, exc_info=None: answers.append(line))
        b"".join(body)
        body.close()
        if not answers[0].startswith(str(status)):
            raise RuntimeError(f"{environ['PATH_INFO']}: {answers[0]}")


def make_table() -> Table:
    call_command("collectstatic", verbosity=0, interactive=False)
    call_command("migrate", verbosity=0)
    classroom = classroom_create(User.objects.create_user("bench"), "Bench")
    (group,) = groups_create(classroom, 1)
    laptop = Client(HTTP_HOST="127.0.0.1")
    link = reverse("console-link", args=[credentials.console_token(group)])
    if laptop.post(link, {"name": "Bench"}).status_code != 303:
        raise RuntimeError("the console's link does not open it")
    session = laptop.cookies[settings.SESSION_COOKIE_NAME].value
    moves = json.loads(FULL_GAME.read_text(encoding="utf-8"))["moves"]
    return Table(group, classroom.people.get(), session, moves)


def services_alone(table: Table, games: int) -> Times:
    times = Times()
    for _ in range(games):
        game = table.game()
        for number, move in enumerate(table.moves):
            act = (game, move, number, credentials.new(), table.by, "moderator")
            times.add(lambda act=act: move_play(*act))  # type: ignore[misc]
    return times


def posts(table: Table, games: int, is_htmx: bool) -> tuple[Times, Times]:
    """Returns the times of whole posts, and of the part from the request to the commit."""
    whole, committed = Times(), Times()
    ended = [0.0, 0.0]
    wrapper: Any = type(connections["default"])
    commit = wrapper.commit

    def timed(self: Any) -> None:
        commit(self)
        ended[:] = time.perf_counter(), time.thread_time()

    wrapper.commit = timed
    try:
        for _ in range(games):
            game = table.game()
            for number in range(1, len(table.moves) + 1):
                began, cpu = time.perf_counter(), time.thread_time()
                whole.add(lambda game=game, n=number: table.post(game, n, is_htmx))  # type: ignore[misc]
                committed.wall_ms.append((ended[0] - began) * 1000)
                committed.cpu_ms.append((ended[1] - cpu) * 1000)
    finally:
        wrapper.commit = commit
    game = table.game()
    table.post(game, 1, is_htmx)
    with CaptureQueriesContext(connection) as queries:
        table.post(game, 2, is_htmx)
    whole.queries = len(queries)
    return whole, committed


def bare(table: Table, games: int) -> Times:
    """Inserts the last game's entries into new games, with the database driver alone."""
    columns = [f.column for f in Entry._meta.concrete_fields if not f.primary_key]
    names = ", ".join(f'"{column}"' for column in columns)
    source = table.group.games.order_by("-number").filter(entries__number=len(table.moves))[0]
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {names} FROM play_entry WHERE game_id = %s ORDER BY number",  # noqa: S608
            [source.pk],
        )
        rows = [list(row) for row in cursor.fetchall()]
    is_sqlite = connection.vendor == "sqlite"
    begin, mark = ("BEGIN IMMEDIATE", "?") if is_sqlite else ("BEGIN", "%s")
    marks = ", ".join([mark] * len(columns))
    insert = f"INSERT INTO play_entry ({names}) VALUES ({marks})"  # noqa: S608
    times = Times()
    for _ in range(games):
        game = table.game()
        driver: Any = connection.connection
        for row in rows:
            row[columns.index("game_id")] = game.pk

            def store(row: list[Any] = row, driver: Any = driver) -> None:
                driver.execute(begin)
                driver.execute(insert, row)
                driver.execute("COMMIT")

            times.add(store)
    return times


def profile(table: Table) -> None:
    game = table.game()
    watch = cProfile.Profile()
    for number in range(1, len(table.moves) + 1):
        if number == 5:
            watch.enable()
        table.post(game, number, is_htmx=True)
    watch.disable()
    stats = pstats.Stats(watch)
    stats.sort_stats("cumulative").print_stats(70)
    stats.sort_stats("tottime").print_stats(40)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", type=int)
    parser.add_argument("--profile", action="store_true")
    given = parser.parse_args()
    table = make_table()
    services_alone(table, 1)  # warm
    if given.profile:
        profile(table)
        return
    play = services_alone(table, given.games)
    plain, plain_committed = posts(table, given.games, is_htmx=False)
    htmx, htmx_committed = posts(table, given.games, is_htmx=True)
    least = bare(table, given.games)
    load, moves = os.getloadavg()[0], len(least.wall_ms)
    print(f"\n{connection.vendor}, {moves} moves in each row, load {load:.1f}\n")
    print("| what | p50 ms | p95 ms | CPU ms | times the reference | queries |")
    print("| --- | --- | --- | --- | --- | --- |")
    reference = statistics.median(least.wall_ms)
    for name, times in (
        ("INSERT and fsync by the driver alone (reference)", least),
        ("move_play", play),
        ("from the request to the commit", plain_committed),
        ("the whole POST, answered by 303", plain),
        ("from the request to the commit, by htmx", htmx_committed),
        ("the whole POST, answered by the console's parts", htmx),
    ):
        print(times.row(name, reference))


if __name__ == "__main__":
    main()
