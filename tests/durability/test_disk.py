"""A disk that is full, fails or is read-only; a database that is locked or missing.

Each time: a clear response, no partial move, and recovery by itself.
"""

import resource
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.support.durability.disks import fill, mounted
from tests.support.durability.laptop import AWAY, Enter
from tests.support.durability.refused import check_on_again, check_refused
from tests.support.durability.room import Room, rooms_of
from tests.support.durability.tracing import traced
from tests.support.prepared import prepare
from tests.support.site import Site, free_port, manage

ENDLESS = resource.RLIM_INFINITY
A_PAGE = 4096  # a journal with one page is longer

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def own_site(site_start: Callable[..., Site]) -> Site:
    return site_start(
        "--no-demo", env={"DJANGO_SETTINGS_MODULE": "tests.support.durability.impatient"}
    )


@contextmanager
def files_no_larger_than(site: Site, size: int) -> Iterator[None]:
    """Makes the system refuse the server's writes beyond that many bytes of a file."""
    resource.prlimit(site.pid, resource.RLIMIT_FSIZE, (size, ENDLESS))
    try:
        yield
    finally:
        resource.prlimit(site.pid, resource.RLIMIT_FSIZE, (ENDLESS, ENDLESS))


# Nothing; the journal's header; a page of it; several pages, of which the first is written.
@pytest.mark.parametrize(
    "size",
    [0, A_PAGE, 16_000, *(pytest.param(size, marks=pytest.mark.long) for size in (512, 9000))],
)
def test_a_write_that_fails_half_way(room: Room, enter: Enter, size: int) -> None:
    laptop = enter(room, "Mo")
    with files_no_larger_than(room.site, size):
        check_refused(laptop, "a")
        check_refused(laptop, "b", "xen 3")
        read = {laptop.ask("GET", f"/g/{room.code}/").status for _ in range(10)}
        if size <= A_PAGE:
            # Reading needs no space, but waits while a write in the background is failing, too.
            assert 200 in read
        # With a larger limit, such a write may have begun to change the database. SQLite undoes
        # that before anybody reads, which the limit forbids; on a full disk it can, see below.
        assert read <= {200, AWAY}
    check_on_again(laptop, "a", "b")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 8 MB."""
    with mounted(tmp_path, "-t", "tmpfs", "-o", "size=8m", "tmpfs"):
        yield tmp_path


def test_a_full_disk(site_start: Callable[..., Site], small_disk: Path, enter: Enter) -> None:
    site = site_start("--no-demo", var=prepare(small_disk))
    (room,) = rooms_of(site)
    laptop = enter(room, "Mo")
    filler = small_disk / "filler"
    assert laptop.ask("GET", "/readyz").status == 200
    fill(filler)
    check_refused(laptop, "a")
    check_refused(laptop, "b", "xen 3")
    assert laptop.ask("GET", f"/g/{room.code}/").status == 200
    health = laptop.ask("GET", "/readyz")
    assert (health.status, "disk not ready" in health.body) == (AWAY, True)
    filler.unlink()
    assert laptop.ask("GET", "/readyz").status == 200
    check_on_again(laptop, "a", "b")
    site.end()


def test_a_disk_that_may_only_be_read(room: Room, enter: Enter) -> None:
    laptop = enter(room, "Mo")
    var = str(room.site.var)
    with mounted(room.site.var, "--bind", "-o", "ro", var):
        check_refused(laptop, "a")
        check_refused(laptop, "b", "xen 3")
        assert laptop.ask("GET", f"/g/{room.code}/").status == 200
        assert laptop.ask("GET", f"/c/{room.code}/feed?protocol=1&after=0").status == 200
        assert "disk not ready" in laptop.ask("GET", "/readyz").body
    check_on_again(laptop, "a", "b")


@pytest.mark.long
def test_commands_in_a_folder_that_may_only_be_read(tmp_path: Path) -> None:
    var = prepare(tmp_path / "var")
    manage(var, "verify_log")  # creates the key
    with mounted(var, "--bind", "-o", "ro", str(var)):
        up = manage(var, "up", "--no-demo", "--port", str(free_port()))
        done = manage(var, "instructor", "kim")
        assert manage(var, "verify_log").returncode == 0
        assert manage(var, "backup", str(tmp_path / "copies")).returncode == 0
    assert (up.returncode, up.stdout) == (1, "")
    assert up.stderr == (
        f"The site's files can't be written: [Errno 30] Read-only file system: '{var}/up.lock'. "
        f"Make {var} writable, or set VAR_DIR to a folder that is.\n"
    )
    assert done.returncode == 1
    assert done.stderr.startswith(
        "The database can't be used: attempt to write a readonly database. Check that "
        f"{var} is writable, or that DATABASE_URL is right. "
    )


# The errors of a disk that fails under open files, by system call.
FAULTS = [("pwrite64,write,ftruncate", "EROFS"), ("fsync,fdatasync", "EIO"), ("ftruncate", "EIO")]


@pytest.mark.parametrize(("calls", "error"), FAULTS)
def test_a_disk_that_fails(
    room: Room, enter: Enter, tmp_path: Path, calls: str, error: str
) -> None:
    laptop = enter(room, "Mo")
    out = tmp_path / "calls"
    files = [str(room.site.var / f"moderator.sqlite3{end}") for end in ("", "-journal", "-wal")]
    only = [part for file in files for part in ("-P", file)]
    with traced(room.site.pid, out, *only, "-e", f"inject={calls}:error={error}"):
        check_refused(laptop, "a")
        check_refused(laptop, "b", "xen 3")
    assert "(INJECTED)" in out.read_text()
    check_on_again(laptop, "a", "b")


def test_a_database_that_stays_locked(room: Room, enter: Enter) -> None:
    laptop = enter(room, "Mo")
    path = room.site.var / "moderator.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("BEGIN IMMEDIATE")
        check_refused(laptop, "a", "xen 3")
    check_on_again(laptop, "a")


@pytest.mark.parametrize("is_folder", [True, False], ids=["a folder there", "nothing there"])
def test_a_database_that_is_gone(room: Room, enter: Enter, is_folder: bool) -> None:
    laptop = enter(room, "Mo")
    path = room.site.var / "moderator.sqlite3"
    kept = path.rename(path.with_suffix(".kept"))
    if is_folder:
        path.mkdir()
    check_refused(laptop, "a", "xen 3")
    page = laptop.ask("GET", f"/g/{room.code}/")
    health = laptop.ask("GET", "/readyz")
    assert page.status == health.status == AWAY
    assert "Traceback" not in page.body
    assert laptop.ask("GET", f"/c/{room.code}/feed?protocol=1&after=0").status == AWAY
    if is_folder:
        path.rmdir()
    assert not path.exists()  # no empty one was created
    kept.rename(path)
    check_on_again(laptop, "a")
