"""A full disk, a locked database, one that is gone: a clear answer, and on again by itself."""

import resource
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from tests.durability.laptop import RECORDED, Enter, Laptop
from tests.durability.room import Room, check_whole, rooms_of
from tests.site import Site

AWAY = 503
ENDLESS = resource.RLIM_INFINITY

pytestmark = pytest.mark.slow


def check_refused(laptop: Laptop, key: str, text: str = "") -> None:
    """The move is not taken, and its page says so and keeps it."""
    form = laptop.form(key) | ({"text": text} if text else {})
    answer = laptop.post(form)
    assert answer.status == AWAY
    assert int(answer.headers["retry-after"]) > 0
    assert "This time nothing was recorded." in answer.body
    assert "Try again" in answer.body
    assert text in answer.body
    assert f'name="key" value="{key}"' in answer.body
    assert "Traceback" not in answer.body
    assert "sqlite" not in answer.body.lower()


def check_on_again(laptop: Laptop, *keys: str) -> None:
    """What was refused is taken now, by the same keys."""
    for key in keys:
        assert laptop.send(key).status == RECORDED
    check_whole(laptop.room.site, [laptop.room], list(keys))
    with closing(sqlite3.connect(laptop.room.site.var / "moderator.sqlite3")) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


@contextmanager
def files_no_larger_than(site: Site, size: int) -> Iterator[None]:
    """The system refuses every write of the server beyond that many bytes of a file."""
    resource.prlimit(site.pid, resource.RLIMIT_FSIZE, (size, ENDLESS))
    try:
        yield
    finally:
        resource.prlimit(site.pid, resource.RLIMIT_FSIZE, (ENDLESS, ENDLESS))


# Nothing; the journal's head; a page of it; several pages, of which the database takes the first.
@pytest.mark.parametrize("size", [0, 512, 4096, 9000, 16_000])
def test_a_write_that_fails_half_way(room: Room, enter: Enter, size: int) -> None:
    laptop = enter(room, "Mo")
    with files_no_larger_than(room.site, size):
        check_refused(laptop, "a")
        check_refused(laptop, "b", "xen 3")
        assert laptop.ask("GET", f"/g/{room.code}/").status == 200  # reading needs no room
    check_on_again(laptop, "a", "b")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 8 MB."""
    mount, umount = shutil.which("mount"), shutil.which("umount")
    command = [str(mount), "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(tmp_path)]
    if mount is None or umount is None or subprocess.run(command, capture_output=True).returncode:
        pytest.skip("no disk can be mounted here; the tests of writes that fail do run")
    yield tmp_path
    subprocess.run([umount, "--lazy", str(tmp_path)], check=True)


def fill(file: Path) -> None:
    """Take all the room that is left."""
    with file.open("wb", buffering=0) as full, suppress(OSError):
        while full.write(b"\0" * 4096):
            pass


def test_a_full_disk(site_start: Callable[..., Site], small_disk: Path, enter: Enter) -> None:
    site = site_start("--no-demo", var=small_disk)
    (room,) = rooms_of(site)
    laptop = enter(room, "Mo")
    filler = small_disk / "filler"
    fill(filler)
    check_refused(laptop, "a")
    check_refused(laptop, "b", "xen 3")
    assert laptop.ask("GET", f"/g/{room.code}/").status == 200
    filler.unlink()
    check_on_again(laptop, "a", "b")
    site.end()


def test_a_database_that_stays_locked(room: Room, enter: Enter) -> None:
    laptop = enter(room, "Mo")
    path = room.site.var / "moderator.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("BEGIN IMMEDIATE")
        check_refused(laptop, "a", "xen 3")
    check_on_again(laptop, "a")


def test_a_database_that_is_gone(room: Room, enter: Enter) -> None:
    laptop = enter(room, "Mo")
    path = room.site.var / "moderator.sqlite3"
    kept = path.rename(path.with_suffix(".kept"))
    path.mkdir()  # or SQLite would begin with an empty one
    check_refused(laptop, "a", "xen 3")
    page = laptop.ask("GET", f"/g/{room.code}/")
    health = laptop.ask("GET", "/readyz")
    assert page.status == health.status == AWAY
    assert "Traceback" not in page.body
    assert laptop.ask("GET", f"/c/{room.code}/feed?after=0").status == AWAY
    path.rmdir()
    kept.rename(path)
    check_on_again(laptop, "a")
