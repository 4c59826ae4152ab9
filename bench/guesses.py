"""100,000 guesses at codes from one address, while a class joins from it.

    .venv/bin/python -m bench.guesses [GUESSES]

In one process, on its own database. The first 200 guesses and every two-hundredth go through the
site's handler with all its middleware, the rate limit and the page; the others only through the
search for the code and its look-alikes, many at a time. The reference, in the same run: a page that
looks up no code, `/about/`.
"""

from __future__ import annotations

import os
import random
import secrets
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

GUESSES = 100_000
PUPILS = 30
GROUPS = 30
SAMPLE = 300
BY_PAGE = 200


@dataclass
class Outcome:
    """How many guesses succeeded or were rate-limited; milliseconds that students took to join."""

    pages: int = 0
    limited: int = 0
    found: int = 0
    joins: list[float] = field(default_factory=list)


def main() -> None:
    guesses = int(sys.argv[1]) if len(sys.argv) > 1 else GUESSES
    with tempfile.TemporaryDirectory() as folder:
        _set_up(Path(folder))
        _measure(guesses)


def _set_up(folder: Path) -> None:
    os.environ |= {
        "VAR_DIR": str(folder),
        "SECRET_KEY": secrets.token_urlsafe(48),
        "DJANGO_SETTINGS_MODULE": "moderator.settings",
    }
    os.environ.pop("DATABASE_URL", None)
    import django
    from django.conf import settings
    from django.core.management import call_command

    storage = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES["staticfiles"] = {"BACKEND": storage}
    settings.ALLOWED_HOSTS.append("testserver")
    django.setup()
    settings.STATIC_ROOT.mkdir()
    call_command("migrate", verbosity=0)


def _measure(guesses: int) -> None:
    from django.contrib.auth.models import User
    from django.test import Client, RequestFactory

    from moderator.core import credentials
    from moderator.core.class_models import WrongTries
    from moderator.features.classes.write import classroom_create, groups_create

    classroom = classroom_create(User.objects.create_user("pat"), "HIST 210")
    groups_create(classroom, GROUPS)
    handler: Any = Client(enforce_csrf_checks=False).handler
    handler.load_middleware()
    make = RequestFactory()

    def ask(path: str, query: dict[str, str] | None = None) -> int:
        response = handler.get_response(make.get(path, query or {}))
        response.close()
        return int(response.status_code)

    def guess() -> int:
        return ask("/", {"code": credentials.letters(7)})

    reference = _times_ms(lambda: ask("/about/"))
    first = _times_ms(guess, free_tries() // 2)
    began = time.perf_counter()
    outcome = _guess(guesses, ask, lambda name: _join(Client(), classroom.code, name))
    took_s = time.perf_counter() - began - sum(outcome.joins) / 1000
    joined = classroom.people.filter(name__startswith="Pupil").count()
    print(f"{guesses} guesses in {took_s:.0f} s found {outcome.found} of {GROUPS + 1} codes.")
    print(f"Of {outcome.pages} by page, {outcome.limited} were rate-limited.")
    print(f"{joined} students joined meanwhile by the same address.")
    print(f"Rows kept to count all of it: {WrongTries.objects.count()}.")
    _print_table(
        ("/about/ (reference)", reference),
        ("a wrong code, counted", first),
        ("a wrong code, rate-limited", _times_ms(guess)),
        ("a student joins (two requests)", outcome.joins),
    )
    if outcome.found or joined != len(outcome.joins):
        raise SystemExit("A guess succeeded, or a student was refused.")


def free_tries() -> int:
    """Returns how many wrong codes an IP address has free."""
    from moderator.core import throttling

    return throttling.CODE_BY_ADDRESS.free


def _guess(guesses: int, ask: Callable[..., int], join: Callable[[str], float]) -> Outcome:
    from moderator.core import codes, credentials, queries

    chance, outcome, waiting = random.Random(7), Outcome(), set[str]()  # noqa: S311
    for number in range(guesses):
        code = "".join(chance.choices(credentials.ALPHABET, k=7))
        if number < BY_PAGE or number % BY_PAGE == 0:
            status = ask("/", {"code": code})
            outcome.pages += 1
            outcome.found += status == 302
            outcome.limited += status == 429
        waiting.update(codes.readings(code))
        if number % BY_PAGE == 0 or number == guesses - 1:
            outcome.found += len(queries.places_by_code(waiting))
            waiting.clear()
        if number % (guesses // PUPILS) == 0:
            outcome.joins.append(join(f"Pupil {number}"))
    return outcome


def _join(phone: Any, code: str, name: str) -> float:
    began = time.perf_counter()
    found = phone.get("/", {"code": code.lower()})
    phone.post(found.headers["Location"], {"name": name})
    return (time.perf_counter() - began) * 1000


def _print_table(*rows: tuple[str, list[float]]) -> None:
    reference = statistics.median(rows[0][1])
    print("\n| what | p50 ms | p95 ms | times the reference |\n| --- | --- | --- | --- |")
    for name, times in rows:
        p50, p95 = statistics.median(times), statistics.quantiles(times, n=20)[-1]
        print(f"| {name} | {p50:.2f} | {p95:.2f} | {p50 / reference:.1f} |")


def _times_ms(act: Callable[[], object], count: int = SAMPLE) -> list[float]:
    found = []
    for _ in range(count):
        began = time.perf_counter()
        act()
        found.append((time.perf_counter() - began) * 1000)
    return found


if __name__ == "__main__":
    main()
