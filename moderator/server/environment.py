"""What the settings need first: the secret key, and how SQLite keeps its journal."""

import contextlib
import os
import secrets
from pathlib import Path

# SQLite releases without the bug that can corrupt a database in WAL mode
# (https://sqlite.org/wal.html#walresetbug): fixed in 3.51.3 and in two older series.
_WAL_SINCE = (3, 51, 3)
_WAL_SINCE_IN_SERIES = {(3, 50): 7, (3, 44): 6}


def sqlite_journal_mode(version: tuple[int, int, int]) -> str:
    """The journal mode for a release of SQLite: WAL where it is safe, else TRUNCATE.

    TRUNCATE measured as fast as WAL under a class's mix of reads and writes.
    """
    if version >= _WAL_SINCE:
        return "WAL"
    fixed = _WAL_SINCE_IN_SERIES.get(version[:2])
    return "WAL" if fixed is not None and version[2] >= fixed else "TRUNCATE"


def secret_key(file: Path) -> str:
    """The key in `file`, which is made first if it isn't there; mode 600 in any case.

    The key is written beside and then linked to its name. A link fails where the name exists, so
    of two first starts at once one makes the key and both read the same.
    """
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        draft = file.with_name(f"{file.name}.{secrets.token_hex(8)}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(descriptor, "w", encoding="ascii") as out:
                out.write(secrets.token_urlsafe(50) + "\n")
                out.flush()
                os.fsync(out.fileno())
            with contextlib.suppress(FileExistsError):  # The other start was first.
                os.link(draft, file)
        finally:
            draft.unlink()
    if file.stat().st_mode & 0o077:
        file.chmod(0o600)
    key = file.read_text(encoding="ascii").strip()
    if len(key) < 50:
        raise ValueError(f"{file} holds no key. Delete it, and the next start makes a new one.")
    return key
