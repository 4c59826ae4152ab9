"""Values for the settings: the secret key, and SQLite's journal mode."""

import contextlib
import os
import secrets
from pathlib import Path

# SQLite releases without the bug that can corrupt a database in WAL mode
# (https://sqlite.org/wal.html#walresetbug): fixed in 3.51.3 and in two older series.
_WAL_SINCE = (3, 51, 3)
_WAL_SINCE_IN_SERIES = {(3, 50): 7, (3, 44): 6}


def sqlite_journal_mode(version: tuple[int, int, int]) -> str:
    """The journal mode for a release of SQLite: WAL if it is safe, else TRUNCATE.

    Measured with a class's mix of reads and writes, TRUNCATE is as fast as WAL.
    """
    if version >= _WAL_SINCE:
        return "WAL"
    fixed = _WAL_SINCE_IN_SERIES.get(version[:2])
    return "WAL" if fixed is not None and version[2] >= fixed else "TRUNCATE"


def secret_key(file: Path) -> str:
    """The key in `file`, which is created if it is missing; its mode is always 600.

    The key is written to another file and then linked to its name. The link fails if the name
    exists, so two first starts at once use the same key.
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
            with contextlib.suppress(FileExistsError):  # another start was first
                os.link(draft, file)
        finally:
            draft.unlink()
    if file.stat().st_mode & 0o077:
        file.chmod(0o600)
    key = file.read_text(encoding="ascii").strip()
    if len(key) < 50:
        raise ValueError(f"{file} has no key. Delete it, and the next start will create a new one.")
    return key
