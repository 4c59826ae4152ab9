"""`manage.py verify_log`: checks that stored logs are as they were recorded."""

from __future__ import annotations

import json
import re
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from moderator.core import credentials
from moderator.core.databases import one_moment
from moderator.core.heads import EarlierHead, key_of_last, read_list
from moderator.core.models import Entry, Game, Head
from moderator.features.tournaments.models import Result
from moderator.rules.errors import printable
from moderator.server.signing import games_findings, guard_findings, kept, sign_again, site_findings

_HASH = re.compile(r"[0-9a-f]{16,64}\Z")


class Command(BaseCommand):
    """Prints a sentence for each finding; exits with 1 if there are any."""

    help = "Checks that no entry of a log and no result was changed, swapped or removed."

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

        parser.add_argument(
            "--head", action="store_true", help="print the newest head of the list, to be kept"
        )
        parser.add_argument(
            "--since", metavar="HEAD", help="a head that was printed: the list must go on from it"
        )
        parser.add_argument(
            "--sign-again",
            action="store_true",
            help="if nothing is wrong, sign all heads with the present secret key",
        )
        parser.add_argument(
            "--despite-findings",
            action="store_true",
            help="with --sign-again: also if something is wrong, which is not found any more then",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["head"]:
            last = Head.objects.order_by("-number").first()
            self.stdout.write(f"{last.number}:{last.hash}" if last else "0:")
            return
        if options["sign_again"]:
            is_signed = options["despite_findings"]
            found = sign_again(despite_findings=is_signed)
            self._finish(found, "All is signed.", " All is signed all the same." * is_signed)
            return
        game, earlier = options["game"], _earlier(options["number"], options["hash"])
        if options["record"] is not None:
            if game or earlier:
                raise CommandError("--record gives game, number and hash: leave out the others.")
            game, earlier = _read_record(options["record"])
        with one_moment():
            self._verify(game, earlier, _since(options["since"]))

    def _verify(
        self, name: str | None, earlier: EarlierHead | None, since: EarlierHead | None
    ) -> None:
        listed = read_list(key_of_last())
        if name:
            games = _games(name)
            if earlier and len(games) != 1:
                raise CommandError("--number and --hash need one game: give its id.")
            heads = [earlier] if earlier else []
            findings = guard_findings() + listed.findings + games_findings(games, listed, heads)
            entries = Entry.objects.filter(game__in=games).count()
            self._finish(findings, f"Games: {len(games)}, entries: {entries}.")
            return
        if earlier:
            raise CommandError("--number and --hash need one game: give its id.")
        findings = site_findings(listed, *(one for one in (kept(), since) if one))
        self._finish(
            findings,
            f"Games: {Game.objects.count()}, entries: {Entry.objects.count()}, "
            f"results: {Result.objects.count()}; rows of the list of heads: {len(listed.hashes)}, "
            f"deletions in it: {listed.erased}.",
        )

    def _finish(self, findings: list[str], counts: str, anyway: str = "") -> None:
        for finding in findings:
            self.stdout.write(finding)
        if findings:
            raise CommandError(f"Findings: {len(findings)}.{anyway}")
        self.stdout.write(f"{counts} Nothing is wrong.")


def _since(head: str | None) -> EarlierHead | None:
    if head is None:
        return None
    number, colon, digest = head.partition(":")
    if not colon or not number.isdecimal():
        raise CommandError("A head is a number, a colon and a hash, as --head prints it.")
    return _earlier(int(number), digest)


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


def _games(name: str) -> list[Game]:
    games = Game.objects.select_related("group").order_by("pk")
    found = games.filter(uid=name) or games.filter(group__code=credentials.code_read(name))
    if not found:
        raise CommandError(
            f"There is no game “{printable(name)}” here: it was deleted, or is on another site."
        )
    return list(found)
