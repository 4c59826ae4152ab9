"""Where the time of a move goes, from the POST to the screens: for `bench.fanout --steps`.

    python bench/steps.py FILE up --port ...

is the site of the checkout in the present folder, with timers around some of its functions. Each
POST writes a line to FILE. Time in a function is that of its step, except what is spent in
functions of other steps that it calls.
"""

from __future__ import annotations

import functools
import importlib
import json
import os
import statistics
import sys
import threading
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter, thread_time
from typing import Any, TextIO

REQUEST, PUBLISHED, OTHERS = "Django, middleware, view", "giving the loop the processor", "others"
STEPS = {
    "django.core.handlers.wsgi:WSGIHandler.__call__": REQUEST,
    "django.middleware.csrf:CsrfViewMiddleware.process_view": "CSRF",
    "django.http.request:HttpRequest._load_post_and_files": "reading the form",
    "moderator.core.queries:group_by_code": "group, session, person, game",
    "moderator.core.access:actor_of": "group, session, person, game",
    "moderator.core.access:recorder": "group, session, person, game",
    "moderator.core.queries:game_now": "group, session, person, game",
    "moderator.features.moves.posted:move_of": "reading the move",
    "moderator.core.recording:locked": "lock, log",
    "moderator.rules.log:Timeline.play": "rules",
    "moderator.core.recording:store": "entry, hash, INSERT",
    "moderator.core.recording:entry_hash": "entry, hash, INSERT",
    "moderator.core.models:Entry.save": "entry, hash, INSERT",
    "moderator.core.publishing:publish": "notice to other processes",
    "django.db.backends.sqlite3.base:DatabaseWrapper.commit": "COMMIT, with fsync",
    "moderator.core.frames:frame_of": "public chart: what it shows",
    "moderator.core.frames:html_of": "console’s chart: what it shows",
    "moderator.core.frames:render_to_string": "",  # the template of the step in which it is
    "moderator.live.hub:Hub._on_loop": PUBLISHED,
    "moderator.features.moves.console:page_of": "console: offers, forms",
    "moderator.core.responses:render_page": "console: template",
    "moderator.core.frames:render": OTHERS,
}
WITHIN = {"public chart: what it shows": {"console’s chart: what it shows"}}
"""Steps that are not told apart inside another."""


class Clock(threading.local):
    """The steps of this thread's request."""

    def __init__(self) -> None:
        self.stack: list[str] = []
        self.spent: dict[str, list[float]] = {}  # real and CPU time
        self.at = self.cpu_at = self.began = self.published = 0.0

    def turn(self) -> None:
        now, cpu = perf_counter(), thread_time()
        if self.stack:
            spent = self.spent.setdefault(self.stack[-1], [0.0, 0.0])
            spent[0] += now - self.at
            spent[1] += cpu - self.cpu_at
        self.at, self.cpu_at = now, cpu


_clock = Clock()


def timed(act: Callable[..., Any], step: str, out: TextIO) -> Callable[..., Any]:
    @functools.wraps(act)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        clock, stack = _clock, _clock.stack
        is_first = step in (REQUEST, OTHERS)
        # A request may render the public chart itself: that is a step of its own.
        if not (stack or is_first) or (stack and step == OTHERS):
            return act(*args, **kwargs)
        here = step or stack[-1].replace("what it shows", "template")
        if any(step in WITHIN.get(one, ()) for one in stack):
            here = stack[-1]
        clock.turn()
        if is_first:
            clock.began, clock.published = clock.at, 0.0
            clock.spent.clear()
        if step == PUBLISHED:
            clock.published = clock.at
        stack.append(here)
        try:
            return act(*args, **kwargs)
        finally:
            clock.turn()
            stack.pop()
            if is_first and (step == OTHERS or clock.published):
                times = (clock.began, clock.published, clock.at)
                print(json.dumps([step, *times, clock.spent]), file=out, flush=True)

    return wrapper


def patch(out: TextIO) -> None:
    for name, step in STEPS.items():
        module, _, path = name.partition(":")
        *owners, last = path.split(".")
        try:
            owner = functools.reduce(getattr, owners, importlib.import_module(module))
            act = getattr(owner, last)
        except (ImportError, AttributeError):
            continue  # another checkout has no such function: its time is its caller's
        wrapper = timed(act, step, out)
        for other in [owner, *sys.modules.values()]:
            if getattr(other, last, None) is act:
                setattr(other, last, wrapper)


def table(file: Path, moves: Sequence[tuple[float, float, float]]) -> str:
    """The steps of the console's moves.

    Args:
        moves: when each was sent, was at the middle viewer, and had its whole answer.
    """
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    rows: dict[str, list[list[float]]] = defaultdict(list)
    for sent, shown, answered in reversed(moves):  # the last one has every step
        (post,) = (one for one in lines if one[0] == REQUEST and sent < one[1] < answered)
        _, began, published, ended, spent = post
        rows["connecting, reading, waking a thread"].append([began - sent])
        for step, both in spent.items():
            rows[step].append(both)
        rows["sending the console’s answer"].append([answered - ended])
        rows["from the publication to the middle viewer"].append([shown - published])
        rows["from the POST to the middle viewer"].append([shown - sent])
        rows["from the POST to the end of the console’s answer"].append([answered - sent])
        for one in lines:
            if one[0] == OTHERS and sent < one[1] < answered + 0.1:
                total = [sum(column) for column in zip(*one[4].values(), strict=True)]
                rows["the chart of one more audience"].append(total)
    cells = []
    for name, times in rows.items():
        columns = [statistics.median(one) * 1000 for one in zip(*times, strict=True)]
        figures = [f"{figure:.2f}" for figure in columns] + [""] * (2 - len(columns))
        cells.append(f"| {name} | {' | '.join(figures)} | {len(times)} |")
    return "\n".join(["| step | p50 ms | CPU ms | times |", "| --- | --- | --- | --- |", *cells])


def main() -> None:
    file, *command = sys.argv[1:]
    sys.path[0] = str(Path.cwd())
    os.umask(0o077)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "moderator.settings")
    import django
    from django.core.management import execute_from_command_line

    django.setup()
    importlib.import_module("moderator.urls")
    with open(file, "a", encoding="utf-8") as out:
        patch(out)
        execute_from_command_line(["manage.py", *command])


if __name__ == "__main__":
    main()
