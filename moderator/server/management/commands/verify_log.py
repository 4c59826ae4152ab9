"""`manage.py verify_log`: checks that stored logs are as they were recorded."""

from __future__ import annotations

import json
import re
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from moderator.core import credentials
from moderator.core.models import Erasure, Game
from moderator.core.verifying import EarlierHead, log_findings
from moderator.rules.errors import printable

# The triggers that guard the table of entries, by the database's vendor (migration 0002).
GUARDS = {
    "sqlite": (
        "play_entry_no_update",
        "play_entry_no_delete",
        "play_entry_no_gap",
        "play_entry_no_replace",
    ),
    "postgresql": ("play_entry_guard", "play_entry_no_truncate"),
}
_GUARDS_STANDING = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'play_entry'",
    # 'D': the trigger is disabled.
    "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D' "
    "AND tgrelid = 'play_entry'::regclass",
}


def guard_findings() -> list[str]:
    """A sentence for each trigger that the database lacks, and for each erasure left open."""
    vendor = connection.vendor
    with connection.cursor() as cursor:
        cursor.execute(_GUARDS_STANDING[vendor])
        standing = {row[0] for row in cursor.fetchall()}
    found = [
        f"The database does not guard the logs: the trigger {name} is missing or disabled."
        for name in GUARDS[vendor]
        if name not in standing
    ]
    for erasure in Erasure.objects.all():
        found.append(f"Game {erasure.game_id} is open for deletion: its log is not guarded.")
    return found


# `manage.py verify_log`: checks that the stored logs are as they were recorded.

_HASH = re.compile(r"[0-9a-f]{16,64}\Z")


class Command(BaseCommand):
    """Prints a sentence for each finding; exits with 1 if there are any."""

    help = "Checks that no entry of a game's log was changed, swapped or removed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which games, and an earlier number and hash of one."""
        parser.add_argument(
            "game",
            nargs="?",
            metavar="GAME",
            help="a game's id from a record, or a group's code; all games if left out",
        )
        parser.add_argument("--number", type=int, help="the log's number on a printed sheet")
        parser.add_argument("--hash", help="the hash beside it, or at least its first 16 digits")
        parser.add_argument(
            "--record", type=Path, metavar="FILE", help="a record with the game, number and hash"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        game, earlier = options["game"], _earlier(options["number"], options["hash"])
        if options["record"] is not None:
            if game or earlier:
                raise CommandError("--record gives game, number and hash: leave out the others.")
            game, earlier = _read_record(options["record"])
        games = _games(game)
        if earlier and len(games) != 1:
            raise CommandError("--number and --hash need one game: give its id.")
        findings = guard_findings()
        entries = 0
        for each in games:
            entries += each.entries.count()
            name = f"Game {each.uid} (group {each.group.code}, no. {each.number}): "
            findings += [name + finding for finding in log_findings(each, earlier)]
        for finding in findings:
            self.stdout.write(finding)
        if findings:
            raise CommandError(f"Findings: {len(findings)}.")
        self.stdout.write(f"Games: {len(games)}, entries: {entries}. Nothing is wrong.")


def _earlier(number: int | None, digest: str | None) -> EarlierHead | None:
    if number is None and digest is None:
        return None
    if number is None or digest is None:
        raise CommandError("--number and --hash go together.")
    digest = digest.strip().lower()
    if not _HASH.match(digest):
        raise CommandError("A hash has 64 digits, 0 to 9 and a to f; give at least 16 of them.")
    return number, digest


def _read_record(path: Path) -> tuple[str, EarlierHead]:
    try:
        record = json.loads(path.read_text(encoding="utf-8-sig"))
        game, head = str(record["id"]), record["log"]
        earlier = _earlier(int(head["number"]), str(head["hash"]))
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        earlier = None
    if earlier is None:
        raise CommandError(f"{printable(str(path))} is not a record with a game's id and log.")
    return game, earlier


def _games(name: str | None) -> list[Game]:
    games = Game.objects.select_related("group").order_by("pk")
    if not name:
        return list(games)
    found = games.filter(uid=name) or games.filter(group__code=credentials.code_read(name))
    if not found:
        raise CommandError(
            f"There is no game “{printable(name)}” here: it was deleted, or is on another site."
        )
    return list(found)
