"""What a recorded move costs, from its request to the disk and to the response.

    .venv/bin/python -m bench.moves [--games 3] [--game 1800]
    .venv/bin/python -m bench.moves --functions [--checkout ../before]
    .venv/bin/python -m bench.moves --profile

A whole game is recorded repeatedly, each move as console and phones post it (bench/played.py),
through Django's own handler and middleware into a database on the disk. The reference, in the same
run: the same entries inserted by the driver alone (sqlite3 or psycopg), each committed with fsync.
With TEST_POSTGRES_URL, the same on PostgreSQL, in a new database.

With `--functions`: how many functions of `moderator` a move calls on the console, once the game has
been played, and with its public chart, which somebody watches. Any checkout's site can be measured.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.durability.postgresql import SERVER, fresh_database
from tests.support.paths import ROOT


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="1800", help="a recorded one: 1800, 900, ...")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--checkout", type=Path, default=ROOT)
    parser.add_argument("--functions", action="store_true", help="count what is called instead")
    parser.add_argument("--profile", action="store_true", help="print where the time goes instead")
    given = parser.parse_args()
    what = "functions" if given.functions else "profile" if given.profile else "times"
    databases: list[AbstractContextManager[str]] = [nullcontext("")]
    if SERVER and what == "times":
        databases.append(fresh_database())
    for opening in databases:  # in separate processes, as Django is set up with one database
        with opening as database, TemporaryDirectory() as var:
            env = {**os.environ, "VAR_DIR": var, "DJANGO_SETTINGS_MODULE": "moderator.settings"}
            env.pop("DATABASE_URL", None)
            env |= {"DATABASE_URL": database} if database else {}
            command = [sys.executable, "-m", "bench.moves_table", str(given.checkout.resolve())]
            command += [what, given.game, str(given.games)]
            subprocess.run(command, env=env, cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
