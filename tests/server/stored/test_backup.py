"""`backup`: a complete copy, with which the site can continue."""

import shutil
import subprocess
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from moderator.server.health import BACKED_UP
from moderator.server.management.commands import backup
from tests.support.site import Site, manage

STATE = (
    "from moderator.core import credentials; from moderator.models import Entry, Group;"
    "links = map(credentials.console_token, Group.objects.all());"
    "print(Entry.objects.count(), *links)"
)
MOVE = (
    "from moderator.core import queries; from moderator.models import Group;"
    "from moderator.core.people import moderator_enter;"
    "from moderator.features.moves.write import move_play;"
    "group = Group.objects.first(); game = queries.game_now(group);"
    "person = moderator_enter(group);"
    "move = {'type': 'deploy', 'player': 'ariel', 'region': 'xenophobia', 'rfs': 5};"
    "move_play(game, move, 0, 'a', person, 'moderator')"
)


@pytest.mark.only_on("sqlite")
def test_the_site_goes_on_from_a_copy(site_start: Callable[..., Site], tmp_path: Path) -> None:
    site = site_start(is_forked=True)
    site.run(MOVE)
    backed_up = manage(site.var, "backup", str(tmp_path / "copies"))
    copy = Path(backed_up.stdout.splitlines()[0])
    kept = site.run(STATE)
    assert int(kept.split()[0]) > 30  # the demo's finished game, and our move
    assert copy.stat().st_mode & 0o077 == 0
    assert (site.var / BACKED_UP).stat().st_mtime >= copy.stat().st_mtime
    sums = ["sha256sum", "--check", "--strict", "SHA256SUMS"]
    checked = subprocess.run(sums, cwd=copy, capture_output=True, text=True, check=True)
    assert checked.stdout == "moderator.sqlite3: OK\nsecret.key: OK\n"

    shutil.rmtree(site.var, ignore_errors=True)  # the running site writes there
    assert manage(copy, "verify_log").stdout.endswith("Nothing is wrong.\n")
    assert site_start(var=copy, is_forked=True).run(STATE) == kept


@pytest.mark.only_on("sqlite")
@pytest.mark.django_db(transaction=True)
def test_only_the_newest_are_kept(tmp_path: Path) -> None:
    ours = [tmp_path / name for name in ("20260101T000000Z", "20260102T000000Z")]
    others = [tmp_path / name for name in ("20260101", "photos", "20260103T000000Z.part")]
    for folder in (*ours, *others):
        folder.mkdir()
    copy = Path(run(tmp_path, keep=2))
    assert sorted(tmp_path.iterdir()) == sorted([ours[1], copy, *others])


@pytest.mark.only_on("sqlite")
@pytest.mark.django_db
def test_what_fails_leaves_nothing_and_keeps_the_old(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_source: Path, target: Path) -> None:
        target.touch()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backup, "copy_file", full)
    old = tmp_path / "20260101T000000Z"
    old.mkdir()
    with pytest.raises(CommandError, match=r"The backup failed: .*No space left"):
        run(tmp_path, keep=1)
    assert list(tmp_path.iterdir()) == [old]


def run(folder: Path, keep: int | None = None) -> str:
    out = StringIO()
    call_command("backup", folder, keep=keep, stdout=out)
    return out.getvalue().splitlines()[0]
