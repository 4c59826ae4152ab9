"""What the overview and the wall of a class cost, and storing who is connected.

    .venv/bin/python -m bench.overview [--frames 40]

Classes of 12 and of 50 groups in play, with five people each, on a database of their own. While
somebody has one of the pages open, it is rendered at most every 0.8 seconds; here, each time after
a move in one group, and after a move in each. Those who watch are sent the parts that the move has
changed. The reference, in the same run: the public chart of the group that moved, which is rendered
for each move. Who is connected is stored every 20 seconds.
"""

from __future__ import annotations

import argparse
import os
import secrets
import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from moderator.models import Classroom, Group

HEAD = """\
| page | groups | CPU ms | no news | all moved | queries | kB | sent | chart, CPU ms | ratio |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--frames", type=int, default=40)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        _set_up(Path(folder))
        _measure(given.frames)


def _set_up(folder: Path) -> None:
    os.environ |= {
        "VAR_DIR": str(folder),
        "SECRET_KEY": secrets.token_urlsafe(48),
        "DJANGO_SETTINGS_MODULE": "moderator.settings",
    }
    os.environ.pop("DATABASE_URL", None)
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def _measure(frames: int) -> None:
    from django.contrib.auth.models import User

    from bench.overview_class import make_class
    from moderator.core.publishing import OVERVIEW, presence_store
    from moderator.live.channel import PUBLIC

    owner = User.objects.create_user("bench")
    print(HEAD)
    for count in (12, 50):
        classroom = make_class(f"Class of {count}", count, owner)
        for page, audience in (("overview", OVERVIEW), ("class wall", PUBLIC)):
            print(f"| {page} {_row(classroom, audience, frames)}")
    print("\n| connected | stored, CPU ms | real ms |\n| --- | --- | --- |")
    for count in (60, 300):
        store = partial(presence_store, range(1, count + 1))
        store()
        took = [_took(store) for _ in range(frames)]
        cpu, real = (statistics.median(times) for times in zip(*took, strict=True))
        print(f"| {count} | {cpu:.2f} | {real:.2f} |")


def _row(classroom: Classroom, audience: str, frames: int) -> str:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from moderator.core import frames as group_frames
    from moderator.core import queries
    from moderator.core.class_page import page_frame

    groups = queries.groups_of(classroom)
    page, still, chart, sent, all_moved = [], [], [], [], []
    render = partial(page_frame, -classroom.pk, audience)
    frame = render()
    for number in range(frames):
        group = groups[number % len(groups)]
        _move(group)
        chart.append(_took(partial(group_frames.render, group.pk, "public"))[0])
        page.append(_took(render)[0])
        still.append(_took(render)[0])
        before, frame = frame, render()
        sent.append(len(frame.body(before.parts)) if frame and before else 0)
    for _ in range(frames // 8):
        for group in groups:
            _move(group)
        all_moved.append(_took(render)[0])
    with CaptureQueriesContext(connection) as captured:
        frame = render()
    moved, same, one = (statistics.median(times) for times in (page, still, chart))
    whole, news = statistics.median(all_moved), statistics.median(sent) / 1000
    kb = len(frame.html) / 1000 if frame else 0
    return (
        f"| {len(groups)} | {moved:.1f} | {same:.1f} | {whole:.1f} | {len(captured)} | {kb:.0f} "
        f"| {news:.1f} | {one:.1f} | {moved / one:.1f} |"
    )


def _move(group: Group) -> None:
    """Undo the group's last move, or redo it."""
    from moderator.core import credentials, queries
    from moderator.core.people import instructor_person
    from moderator.features.moves.write import move_play
    from moderator.rules.reading import REDO, UNDO

    for game in group.games.all():
        now = queries.timeline(game)
        wire = {"type": REDO if now.undone is not None else UNDO}
        by = instructor_person(group.classroom)
        move_play(game, wire, now.number, credentials.new(), by, "instructor")


def _took(act: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds of the processor, and by the clock."""
    cpu, real = time.process_time(), time.perf_counter()
    act()
    return (time.process_time() - cpu) * 1000, (time.perf_counter() - real) * 1000


if __name__ == "__main__":
    main()
