"""Signs in the list of heads where logs end, as long as the site runs; verifies all of it."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from django.conf import settings
from django.db import connection
from django.db.models import Max

from moderator import metrics
from moderator.core.databases import fetched, one_moment
from moderator.core.heads import (
    UNREADABLE,
    EarlierHead,
    Listed,
    alone,
    append,
    earlier_findings,
    game_ends,
    key_of_last,
    log_findings,
    pairing_name,
    read_list,
)
from moderator.core.log import genesis
from moderator.core.models import Erasure, Game, Head
from moderator.features.tournaments.models import Pairing, Result, TournamentErasure
from moderator.features.tournaments.read import pairings_with_results, result_hashes

logger = logging.getLogger("moderator.heads")

End = tuple[str, int, str]
"""A log's name in the list, with the number and hash of its last entry."""


# The newest head is kept outside the database, too, beside the secret key.


def kept() -> EarlierHead | None:
    """The newest row that was signed by a process with this `VAR_DIR`: its number and hash."""
    try:
        number, digest = (settings.VAR_DIR / "head").read_text(encoding="ascii").split()
        return int(number), digest
    except (FileNotFoundError, ValueError):
        return None


def _keep(head: EarlierHead) -> None:
    file = settings.VAR_DIR / "head"
    unfinished = file.with_name(f"head.{os.getpid()}.{threading.get_ident()}")
    unfinished.write_text(f"{head[0]} {head[1]}\n", encoding="ascii")
    unfinished.chmod(0o600)
    unfinished.replace(file)


# Signing.


@dataclass
class Signer:
    """What a process knows of the list: its last row, and the last number of each log in it."""

    head: EarlierHead = (0, "")
    numbers: dict[str, int] = field(default_factory=dict)
    is_cut: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def sign(self) -> bool:
        """Sign the logs that have grown since; never raises, but returns whether it could."""
        try:
            with self._lock:
                self._sign()
        except Exception as error:  # databases raise many kinds
            logger.warning("The ends of logs can't be signed: %s", error)
            return False
        return True

    def _sign(self) -> None:
        self._catch_up()
        if ends := list(_grown(self.numbers)):
            with alone():
                gone = self._catch_up()
                ends = [one for one in ends if one[0] not in gone and self._is_new(*one)]
                if ends:
                    append(Head.Kind.SIGNED, ends)
            self._catch_up()
        if self.head[0] and self.head != (before := kept()):
            if before is None or _is_listed(before):
                _keep(self.head)
                logger.info("The list of heads ends with %d %s", *self.head)
            elif not self.is_cut:
                self.is_cut = True
                logger.warning("The list of heads has lost its row %d %s", *before)
        metrics.HEADS.set(self.head[0])

    def _is_new(self, name: str, number: int, _digest: str = "") -> bool:
        return number > self.numbers.get(name, -1)

    def _catch_up(self) -> set[str]:
        """Read the rows that were added since; returns the logs that were deleted meanwhile."""
        if self.head[0] and not _is_listed(self.head):
            self.head, self.numbers = (0, ""), {}
        gone: set[str] = set()
        for row in Head.objects.filter(number__gt=self.head[0]).order_by("number").iterator():
            for name, number, _digest in row.heads:
                if row.kind == Head.Kind.ERASED:
                    self.numbers.pop(name, None)
                    gone.add(name)
                else:
                    self.numbers[name] = number
            self.head = row.number, row.hash
        return gone


def _is_listed(head: EarlierHead) -> bool:
    return Head.objects.filter(number=head[0], hash=head[1]).exists()


def _grown(numbers: Mapping[str, int]) -> Iterator[End]:
    """The ends of the logs that have other entries than up to these numbers.

    What can't be read is left to `site_findings`.
    """
    ends: dict[str, tuple[object, object]] = {**game_ends()}
    empty = [uid for uid, (number, _digest) in ends.items() if number == 0 and uid not in numbers]
    for uid, (number, digest) in ends.items():
        if isinstance(number, int) and isinstance(digest, str) and number > numbers.get(uid, 0):
            yield uid, number, digest
    for game in Game.objects.filter(uid__in=empty):
        yield game.uid, 0, genesis(game)
    last = Result.objects.order_by().values_list("pairing").annotate(Max("number"))
    grown = {pk for pk, number in last if number != numbers.get(pairing_name(pk))}
    for pairing in pairings_with_results().filter(pk__in=grown):
        if hashes := _hashes(pairing):
            yield (pairing_name(pairing.pk), *max(hashes.items()))


def _hashes(pairing: Pairing) -> dict[int, str] | None:
    """As `result_hashes`; None if a result can't be read."""
    try:
        return result_hashes(pairing)
    except (*UNREADABLE, AttributeError):
        return None


# Verifying.

_GUARDED = {"play_entry": "gap replace", "play_result": "gap replace", "play_head": "gap"}
GUARDS = {
    "sqlite": [
        f"{table}_no_{what}"
        for table, more in _GUARDED.items()
        for what in ("update", "delete", *more.split())
    ],
    "postgresql": [f"{table}_{what}" for table in _GUARDED for what in ("guard", "no_truncate")],
}
"""The triggers that guard what only grows, by the database's vendor (migrations 2, 13, 42)."""
_GUARDS_STANDING = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
    # 'D': the trigger is disabled.
    "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D'",
}


def guard_findings() -> list[str]:
    """A sentence for each trigger that the database lacks, and for each erasure left open."""
    vendor = connection.vendor
    standing = {name for (name,) in fetched(_GUARDS_STANDING[vendor])}
    found = [
        f"The database does not guard the logs: the trigger {name} is missing or disabled."
        for name in GUARDS[vendor]
        if name not in standing
    ]
    for erasure in Erasure.objects.all():
        found.append(f"Game {erasure.game_id} is open for deletion: its log is not guarded.")
    for one in TournamentErasure.objects.all():
        found.append(f"Tournament {one.pk} is open for deletion: its results are not guarded.")
    return found


def games_findings(
    games: Iterable[Game], listed: Listed, earlier: Iterable[EarlierHead] = ()
) -> list[str]:
    """What is wrong with the logs of these games, by themselves and by the list of heads."""
    found = []
    for game in games:
        name = f"Game {game.uid} (group {game.group.code}, no. {game.number}): "
        heads = [*listed.ends.get(game.uid, {}).items(), *earlier]
        found += [name + finding for finding in log_findings(game, *heads)]
    return found


def site_findings(listed: Listed, *since: EarlierHead) -> list[str]:
    """What is wrong with anything that only grows: in `one_moment` with `listed`.

    Args:
        since: heads of the list that were kept outside the database.
    """
    found = guard_findings() + listed.findings
    found += earlier_findings(listed.hashes, since, "list of heads")
    found += games_findings(Game.objects.select_related("group").order_by("pk"), listed)
    there = set(Game.objects.values_list("uid", flat=True))
    for pairing in pairings_with_results():
        name = pairing_name(pairing.pk)
        where = f"The results of {name}, tournament {pairing.round.tournament_id}: "
        hashes = _hashes(pairing)
        there.add(name)
        if hashes is None:
            found.append(f"{where}one can't be read.")
        else:
            heads = listed.ends.get(name, {}).items()
            found += [where + text for text in earlier_findings(hashes, heads)]
    for name in sorted(listed.ends.keys() - there):
        found.append(f"The log of {name} is gone, and its deletion is not in the list of heads.")
    return found


def sign_again(
    signed_with: str = "", *, is_restored: bool = False, despite_findings: bool = False
) -> list[str]:
    """Verify everything, and then sign all heads with the present secret key, so that the rows
    before are needed no more; what is wrong is returned, and nothing is signed then.

    No process of the site may run meanwhile with another key.

    Args:
        signed_with: the secret key until now; if left out, one that is still accepted.
        is_restored: whether the database was filled from a backup, which may be older than the
            head that is kept in `VAR_DIR`.
        despite_findings: sign in any case; then only what is changed afterwards is found.
    """
    since = None if is_restored else kept()
    with one_moment():
        found = site_findings(read_list(signed_with or key_of_last()), *([since] if since else []))
    if found and not despite_findings:
        return found
    with alone():
        kind = Head.Kind.ACCEPTED if found else Head.Kind.AGAIN
        row = append(kind, list(_grown({})))
    _keep((row.number, row.hash))
    return found
