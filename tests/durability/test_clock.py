"""The machine's clock jumps during a game: numbers and hashes don't depend on it."""

import os
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from tests.support.durability.laptop import CONFLICT, RECORDED, Enter
from tests.support.durability.room import check_complete, rooms_of
from tests.support.site import Site

LIBRARY = "libfaketimeMT.so.1"
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
# As when a laptop wakes up and corrects its clock from a time server.
JUMPS = (timedelta(0), -HOUR, DAY, -DAY, 30 * DAY, -HOUR)

pytestmark = pytest.mark.long


class Clock:
    """A process's clock, without its monotonic clock."""

    def __init__(self, file: Path) -> None:
        self.file = file
        found = sorted(Path("/usr").glob(f"lib*/*/faketime/{LIBRARY}"))
        if not found:
            message = "no libfaketime: `apt install faketime` brings it, and the test then runs"
            if os.environ.get("CI") == "true":
                pytest.fail(message)
            pytest.skip(message)
        self.env = {
            "LD_PRELOAD": str(found[0]),
            "FAKETIME_TIMESTAMP_FILE": str(file),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }
        self.jump(timedelta(0))

    def jump(self, by: timedelta) -> None:
        """Sets the clock ahead by that much."""
        draft = self.file.with_suffix(".new")
        draft.write_text(f"{by.total_seconds():+.0f}\n")
        draft.replace(self.file)


def times(site: Site, game: int) -> list[datetime]:
    """The times of the game's entries, in the order of their numbers."""
    with closing(sqlite3.connect(site.var / "moderator.sqlite3")) as database:
        rows = database.execute(
            "SELECT at FROM play_entry WHERE game_id = ? ORDER BY number", (game,)
        )
        return [datetime.fromisoformat(at).replace(tzinfo=UTC) for (at,) in rows]


def chart(stream: HTTPResponse) -> int:
    """Returns the number of the next chart on a stream, skipping heartbeats."""
    while line := stream.readline():
        if line.startswith(b"id:"):
            return int(line[3:])
    raise AssertionError("the stream has ended")


def test_a_game_continues_whatever_the_clock_says(
    site_start: Callable[..., Site], tmp_path: Path, enter: Enter
) -> None:
    clock = Clock(tmp_path / "clock")
    site = site_start("--no-demo", env=clock.env)
    (room,) = rooms_of(site)
    laptop, stale = enter(room, "Mo"), enter(room, "Max")
    line = HTTPConnection("127.0.0.1", site.port, timeout=20)
    line.request("GET", f"/c/{room.code}/feed")
    stream = line.getresponse()
    shown = chart(stream)
    keys = []
    for number, by in enumerate(JUMPS):
        clock.jump(by)
        laptop.close()  # the site may have ended an idle connection
        for turn in range(2):
            keys.append(f"jump-{number}-{turn}")
            assert laptop.send(keys[-1]).status == RECORDED
            shown += 1
            assert chart(stream) == shown
        assert laptop.send(keys[0]).status == RECORDED  # a late repetition, as before
        laptop.look()
        stale.close()
        assert stale.post(stale.form(f"stale-{number}")).status == CONFLICT
        assert laptop.ask("GET", f"/c/{room.code}/feed?protocol=1&after=0").status == 200
    assert room.keys == keys

    # The clock did jump, back and forth, and each entry has the time of that moment.
    now = datetime.now(UTC)
    found = times(site, room.game)[1:]
    for (number, by), at in zip(
        ((n, by) for n, by in enumerate(JUMPS) for _ in range(2)), found, strict=True
    ):
        assert (number, abs(now + by - at) < timedelta(minutes=10)) == (number, True)
    assert found != sorted(found)
    check_complete(site, [room], keys)

    # A start with a wrong clock changes nothing, and deletes no valid session; nor does one when it
    # is right again.
    stream.close()
    line.close()
    for by in (-DAY, 365 * DAY, timedelta(0)):
        _, took_s = site.interrupt(by=signal.SIGTERM)
        clock.jump(by)
        assert took_s < 5
        site.start()
        laptop.close()
        keys.append(f"restarted{by.days}")
        assert laptop.send(keys[-1]).status == RECORDED
        check_complete(site, [room], keys)
    site.end()
