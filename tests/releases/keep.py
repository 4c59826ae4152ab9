"""Keeps the database of a release, so that later ones can be tested with it.

    .venv/bin/python -m tests.releases.keep COMMIT

README.md beside this file says when.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.durability.cluster import Cluster, own_cluster
from tests.support.paths import ROOT

HERE = Path(__file__).resolve().parent
SECRET_KEY = "the key of the kept databases, which protects nothing at all, long enough"
VENDORS = ("sqlite", "postgresql")


def play(code: Path, var: Path, url: str, out: Path) -> None:
    """Fills the database, and writes down its contents."""
    env = {**os.environ, "VAR_DIR": str(var), "SECRET_KEY": SECRET_KEY, "DATABASE_URL": url}
    env |= {"DJANGO_SETTINGS_MODULE": "moderator.settings", "PYTHONHASHSEED": "0"}
    program, files = HERE / "play.py", (out, var / "sessions.json")
    subprocess.run([sys.executable, program, code, *files], env=env, check=True)
    known = json.loads(out.read_text(encoding="utf-8"))
    known["sessions"] = json.loads((var / "sessions.json").read_text(encoding="utf-8"))
    pack(out.with_name(f"{out.name}.json.gz"), json.dumps(known, ensure_ascii=False))
    out.unlink()


def pack(file: Path, text: str) -> None:
    """Compresses, with the same bytes for the same text."""
    file.write_bytes(gzip.compress(text.encode(), mtime=0))


def sqlite_dump(var: Path) -> str:
    with closing(sqlite3.connect(var / "moderator.sqlite3")) as database:
        return "\n".join(database.iterdump()) + "\n"


def postgresql_dump(cluster: Cluster) -> str:
    """Returns only the SQL, without the lines for psql."""
    options = ["--inserts", "--rows-per-insert=100", "--no-owner", "--no-privileges"]
    command = [cluster.programs / "pg_dump", *options, cluster.url]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith("\\"))


def last_migration(code: Path) -> str:
    found = sorted((code / "moderator" / "migrations").glob("0*.py"))
    return found[-1].stem


def keep(code: Path, vendor: str, var: Path) -> None:
    name = f"{last_migration(code)}.{vendor}"
    if vendor == "sqlite":
        play(code, var, f"sqlite:///{var / 'moderator.sqlite3'}", HERE / name)
        dump = sqlite_dump(var)
    else:
        with own_cluster() as cluster:
            play(code, var, cluster.url, HERE / name)
            dump = postgresql_dump(cluster)
    pack(HERE / f"{name}.sql.gz", dump)
    for file in sorted(HERE.glob(f"{name}.*")):
        print(file.name, file.stat().st_size)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("commit")
    commit = parser.parse_args().commit
    with TemporaryDirectory() as folder:
        code = Path(folder) / "code"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--detach", str(code), commit], check=True)
        try:
            for vendor in VENDORS:
                var = Path(folder) / vendor
                var.mkdir()
                keep(code, vendor, var)
        finally:
            subprocess.run([*git, "remove", "--force", str(code)], check=True)


if __name__ == "__main__":
    main()
