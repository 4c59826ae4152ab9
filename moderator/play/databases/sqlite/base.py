"""A thread keeps its connection from one request to the next; this says when it must not."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from django.db.backends.sqlite3 import base


class DatabaseWrapper(base.DatabaseWrapper):
    """Django asks `is_usable` before a request's first query (CONN_HEALTH_CHECKS)."""

    makes_files = True
    """Whether a database that isn't there is made. Not by a server: visitors would find a new and
    empty site in the place of theirs."""
    _file: tuple[int, int] | None = None

    def get_new_connection(self, conn_params: Any) -> Any:
        """Remember which file it was."""
        # Before it is opened: should it be replaced meanwhile, the connection is given up.
        name = str(conn_params["database"])
        self._file = _identity(name)
        if not self.makes_files and not name.startswith("file:"):
            conn_params = {**conn_params, "database": f"{Path(name).absolute().as_uri()}?mode=rw"}
        return super().get_new_connection(conn_params)

    def is_usable(self) -> bool:
        """Not after an error, and not when its file was removed or replaced.

        A file without a name can still be read and written, and nobody would find it again.
        """
        name = self.settings_dict["NAME"]
        return not self.errors_occurred and self._file == _identity(name)


def _identity(name: object) -> tuple[int, int] | None:
    try:
        found = os.stat(str(name))
    except OSError:  # It is in memory, or not there.
        return None
    return found.st_dev, found.st_ino
