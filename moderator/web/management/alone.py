"""One `up` at a time for one folder of data: the feed's watchers are told within a process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


class NotAlone(Exception):
    """Another process serves this data; the message is a sentence."""


@contextmanager
def alone(var: Path) -> Iterator[None]:
    """Hold the folder for this process. The system lets go of it however the process ends.

    Raises:
        NotAlone: another process holds it.
    """
    var.mkdir(parents=True, exist_ok=True)
    with (var / "up.lock").open("a") as file:
        if fcntl is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise NotAlone(
                    f"The data in {var} is being served already by another `up`, and charts would "
                    "not follow what is recorded there. Use that one, end it first, or set VAR_DIR "
                    "to another folder."
                ) from None
        yield
