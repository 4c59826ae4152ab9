"""Decides when a thread must not reuse its connection for the next request."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from django.db.backends.sqlite3 import base


class DatabaseWrapper(base.DatabaseWrapper):
    """Django asks `is_usable` before a request's first query (CONN_HEALTH_CHECKS)."""

    makes_files = True
    """Whether a missing database is created. A server doesn't: visitors would find an empty site
    instead of theirs. Nor does a command that was called without the site's settings."""
    _file: tuple[int, int] | None = None

    def get_new_connection(self, conn_params: Any) -> Any:
        """Connect, and remember which file it was."""
        # Before it is opened: if it is replaced meanwhile, the connection is not reused.
        name = str(conn_params["database"])
        self._file = _identity(name)
        if not self.makes_files and not name.startswith("file:"):
            conn_params = {**conn_params, "database": f"{Path(name).absolute().as_uri()}?mode=rw"}
        return super().get_new_connection(conn_params)

    def is_usable(self) -> bool:
        """Not after an error, and not if the file was deleted or replaced.

        A deleted file can still be written, but everything in it would be lost.
        """
        name = self.settings_dict["NAME"]
        return not self.errors_occurred and self._file == _identity(name)


def _identity(name: object) -> tuple[int, int] | None:
    try:
        found = os.stat(str(name))
    except OSError:  # in memory, or missing
        return None
    return found.st_dev, found.st_ino
