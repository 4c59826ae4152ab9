"""Fills a new database with a class and its lesson, with the code of a release in a folder.

    python tests/releases/play.py CODE SEEN SESSIONS

`keep.py` starts it, once for each database. CODE: the folder with the release's manage.py. It
writes the contents of the database to SEEN, as read by `seen.py`, and each student's cookie to
SESSIONS.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main(code: Path, out: Path, sessions_out: Path) -> None:
    sys.path[0] = str(code)
    import tests.releases

    tests.releases.__path__ = [str(HERE)]  # these programs, and the release's own code
    from tests.releases.fixed import BEGINNING, FixedClock, fix_chance

    clock = FixedClock(BEGINNING)
    clock.start()

    import django
    from django.conf import settings

    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}  # nothing is collected
    settings.ALLOWED_HOSTS = ["testserver"]
    django.setup()
    from django.core.management import call_command

    call_command("migrate", interactive=False, verbosity=0)
    fix_chance()  # now, as each database draws something else before

    from tests.releases.lesson import Lesson
    from tests.releases.seen import seen
    from tests.releases.seen_lesson import seen_lesson

    lesson = Lesson(clock, code)
    lesson.hold()
    known = {**seen(), "lesson": lesson.known | seen_lesson()}
    out.write_text(json.dumps(known, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    sessions_out.write_text(json.dumps(lesson.sessions), encoding="utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
