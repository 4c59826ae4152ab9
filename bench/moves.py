"""What a recorded move costs, from its request to the disk and to the response.

    .venv/bin/python -m bench.moves [--games 3]

A whole game is recorded repeatedly, each move as the console posts it, through Django's own
handler and middleware into a database on the disk. The reference, in the same run: the same
entries inserted by the driver alone (sqlite3 or psycopg), each committed with fsync. With
TEST_POSTGRES_URL, the same on PostgreSQL, in a new database.
"""

from __future__ import annotations

import argparse
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent


@contextmanager
def postgresql(url: str) -> Iterator[str]:
    """A new database on the server at `url`."""
    import psycopg

    name = f"bench_{secrets.token_hex(4)}"
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
        try:
            yield urlsplit(url)._replace(path=f"/{name}").geturl()
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


def run(database: str, games: int, profile: bool) -> None:
    """Measures in a separate process, since Django is set up with one database."""
    with TemporaryDirectory() as var:
        env = {**os.environ, "VAR_DIR": var, "DJANGO_SETTINGS_MODULE": "moderator.settings"}
        env.pop("DATABASE_URL", None)
        if database:
            env["DATABASE_URL"] = database
        command = [sys.executable, "-m", "bench.moves_table", str(games)]
        subprocess.run(
            [*command, *(["--profile"] if profile else [])], env=env, cwd=ROOT, check=True
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--profile", action="store_true", help="print where the time goes instead")
    given = parser.parse_args()
    run("", given.games, given.profile)
    if url := os.environ.get("TEST_POSTGRES_URL"):
        with postgresql(url) as database:
            run(database, given.games, given.profile)


if __name__ == "__main__":
    main()
