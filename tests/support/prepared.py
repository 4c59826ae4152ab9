"""The start of every new site, made once for each run and copied: database and static files."""

from __future__ import annotations

import fcntl
import os
import shutil
from pathlib import Path

from tests.support.site import Site

PREPARE = "from moderator.server.management.commands import up; up._prepare()"


def prepare(var: Path) -> Path:
    """Fills a new site's folder as `up` would: the migrated database, the collected files."""
    shared = Path(os.environ["TEST_RUN_DIR"])
    made = shared / "site"
    # The first process makes it, and the others wait.
    with (shared / "site.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            site = Site(shared / "unfinished-site")
            site.run(PREPARE)
            site.end()
            (site.var / "secret.key").unlink()  # each site has its own
            site.var.rename(made)
    shutil.copytree(made, var, dirs_exist_ok=True)
    return var
