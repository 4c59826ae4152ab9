"""One database's part of moves.py, with the site of any checkout."""

from __future__ import annotations

import cProfile
import io
import json
import os
import pstats
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

CHECKOUT, WHAT, GAME, GAMES = sys.argv[1:]
sys.path.insert(0, CHECKOUT)

import django  # noqa: E402

from bench.played import Post, Table, posts_of, record_of, set_up  # noqa: E402 # not CHECKOUT's

django.setup()

from django.core.management import call_command  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.db import connection, connections  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402

from moderator import live  # noqa: E402
from moderator.core import frames  # noqa: E402
from moderator.live.events import Frame  # noqa: E402

PLAYED = record_of(GAME)
POSTS = posts_of(PLAYED)
call_command("collectstatic", verbosity=0, interactive=False)
SITE: Any = get_wsgi_application()  # which reads the static files' names
COMPREHENSIONS = {"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"}


@dataclass
class Times:
    """Times of one repeated action: wall clock and this thread's CPU."""

    wall_ms: list[float] = field(default_factory=list)
    cpu_ms: list[float] = field(default_factory=list)
    queries: float = 0

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


def tables(count: int) -> list[Table]:
    """Groups that are about to play."""
    out = io.StringIO()
    with redirect_stdout(out):
        exec(set_up(PLAYED, count), {"__name__": "set_up"})  # noqa: S102
    return [Table(*one) for one in json.loads(out.getvalue())]


def send(table: Table, post: Post, is_htmx: bool = True) -> None:
    body = table.body(post)
    environ = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": table.path(post),
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "8000",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_HOST": "127.0.0.1:8000",
        "HTTP_COOKIE": table.cookie(post.seat),
        "CONTENT_TYPE": "application/x-www-form-urlencoded",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": io.BytesIO(body),
        "wsgi.url_scheme": "http",
        **({"HTTP_HX_REQUEST": "true"} if is_htmx else {}),
    }
    answers: list[str] = []
    response = SITE(environ, lambda line, headers, exc_info=None: answers.append(line))
    b"".join(response)
    response.close()
    if not answers[0].startswith(("200", "303")):
        raise RuntimeError(f"{post}: {answers[0]}")


def play(is_htmx: bool, each: Callable[[Callable[[], None]], object]) -> None:
    """A whole game; `each` gets what posts a move on the console."""
    (table,) = tables(1)
    for post in POSTS:
        act = partial(send, table, post, is_htmx)
        if post.seat:
            act()
        else:
            each(act)


def posted(is_htmx: bool) -> tuple[Times, Times]:
    """The times of whole posts, and of the part from the request to the commit."""
    whole, committed = Times(), Times()
    ended = [0.0, 0.0]
    wrapper: Any = type(connections["default"])
    commit = wrapper.commit

    def timed(self: Any) -> None:
        commit(self)
        ended[:] = time.perf_counter(), time.thread_time()

    def each(act: Callable[[], None]) -> None:
        began, cpu = time.perf_counter(), time.thread_time()
        whole.add(act)
        committed.wall_ms.append((ended[0] - began) * 1000)
        committed.cpu_ms.append((ended[1] - cpu) * 1000)

    wrapper.commit = timed
    try:
        for _ in range(int(GAMES)):
            play(is_htmx, each)
    finally:
        wrapper.commit = commit
    counts: list[int] = []

    def count(act: Callable[[], None]) -> None:
        with CaptureQueriesContext(connection) as queries:
            act()
        counts.append(len(queries))

    play(is_htmx, count)
    whole.queries = statistics.median(counts)
    return whole, committed


def bare() -> Times:
    """Inserts the last game's entries into new games, with the database driver alone."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM play_entry WHERE number = 0 OR game_id = "
                       "(SELECT max(game_id) FROM play_entry) ORDER BY number")  # fmt: skip
        columns = [column[0] for column in cursor.description]
        rows = [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]
    is_sqlite = connection.vendor == "sqlite"
    begin, mark = ("BEGIN IMMEDIATE", "?") if is_sqlite else ("BEGIN", "%s")
    columns.remove("id")
    names, marks = ", ".join(f'"{one}"' for one in columns), ", ".join([mark] * len(columns))
    insert = f"INSERT INTO play_entry ({names}) VALUES ({marks})"  # noqa: S608
    times = Times()
    driver: Any = connection.connection

    def store(values: list[Any]) -> None:
        driver.execute(begin)
        driver.execute(insert, values)
        driver.execute("COMMIT")

    for _ in range(int(GAMES)):
        tables(1)
        with connection.cursor() as cursor:
            cursor.execute("SELECT max(id) FROM play_game")
            (game,) = cursor.fetchone()
        for row in rows:
            values = [game if one == "game_id" else row[one] for one in columns]
            times.add(lambda values=values: store(values))  # type: ignore[misc]
    return times


def print_times() -> None:
    plain, plain_committed = posted(is_htmx=False)
    htmx, htmx_committed = posted(is_htmx=True)
    least = bare()
    print(f"\n{connection.vendor}, {len(htmx.wall_ms)} moves, load {os.getloadavg()[0]:.1f}\n")
    print("| what | p50 ms | p95 ms | CPU ms | times the reference | queries |")
    print("| --- | --- | --- | --- | --- | --- |")
    reference = statistics.median(least.wall_ms)
    for name, times in (
        ("INSERT and fsync by the driver alone (reference)", least),
        ("from the request to the commit", plain_committed),
        ("the whole POST, answered by 303", plain),
        ("from the request to the commit, by htmx", htmx_committed),
        ("the whole POST, answered by the console's parts", htmx),
    ):
        print(times.row(name, reference))


class Watched:
    """A hub with a viewer: the public chart is rendered here, if the caller hasn't done so."""

    is_closed = False

    def publish(self, group_id: int, *given: Any, **more: Any) -> None:
        known = [one for one in (*given, *more.values()) if one is not None]
        if not any(isinstance(one, Frame | str) for one in known):  # rendered, or not public
            frames.render(group_id, "public", *known)

    def revoke(self, *given: Any) -> None:
        pass


@contextmanager
def called(found: Counter[CodeType], between: Counter[tuple[str, str]]) -> Iterator[None]:
    """Counts calls of the site's own functions, and those from one of its modules to another."""
    own = str(Path(CHECKOUT, "moderator")) + os.sep

    def watch(frame: FrameType, event: str, arg: object) -> None:
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(own):
            return
        if code.co_name in COMPREHENSIONS:
            return
        found[code] += 1
        caller = frame.f_back.f_code.co_filename if frame.f_back else ""
        if caller != code.co_filename and caller.startswith(own):
            between[caller, code.co_filename] += 1

    sys.setprofile(watch)
    try:
        yield
    finally:
        sys.setprofile(None)


def print_functions() -> None:
    print("| a move on the console | functions | modules | calls | between modules | all moves |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name, is_htmx in (("answered by 303", False), ("answered by the console's parts", True)):
        every: set[CodeType] = set()
        rows: list[tuple[int, int, int, int]] = []

        def count(act: Callable[[], None], every: Any = every, rows: Any = rows) -> None:
            found: Counter[CodeType] = Counter()
            between: Counter[tuple[str, str]] = Counter()
            with called(found, between):
                act()
            every |= set(found)
            files = {code.co_filename for code in found}
            rows.append((len(found), len(files), found.total(), between.total()))

        play(is_htmx, count)
        middle = (f"{statistics.median(column):.0f}" for column in zip(*rows, strict=True))
        print(f"| {name} | {' | '.join(middle)} | {len(every)} |")


def print_profile() -> None:
    watch = cProfile.Profile()
    play(True, watch.runcall)
    stats = pstats.Stats(watch)
    stats.sort_stats("cumulative").print_stats(90)
    stats.sort_stats("tottime").print_stats(50)


if __name__ == "__main__":
    call_command("migrate", verbosity=0)
    live.run(Watched())  # type: ignore[arg-type]
    play(True, lambda act: act())  # warm
    {"times": print_times, "functions": print_functions, "profile": print_profile}[WHAT]()
