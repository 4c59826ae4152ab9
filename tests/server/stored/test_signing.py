"""The list of heads: what somebody changes in the database without the secret key is found."""

from __future__ import annotations

import json
import re
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from io import StringIO
from pathlib import Path
from threading import Barrier, Lock, Thread
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.utils import timezone

from moderator.core import credentials
from moderator.core.heads import append, row_hash
from moderator.core.models import Classroom, Entry, Erasure, Game, Group, Head, Person
from moderator.core.people import instructor_person, person_join
from moderator.features.classes.write import classroom_erase, group_delete
from moderator.features.new_game.write import game_delete
from moderator.features.tournaments.models import Pairing, TournamentErasure
from moderator.features.tournaments.read import result_record
from moderator.features.tournaments.write import rounds_make, tournament_create, tournament_delete
from moderator.server import signing
from moderator.server.signing import Signer, kept, sign_again
from tests.support.play.play import WORKED_EXAMPLE, record, sql, start, unguarded
from tests.support.site import Site, manage
from tests.support.web.visits import undone

pytestmark = pytest.mark.slow


def verify(*args: str) -> str:
    """What the command prints, also when it finds something."""
    out = StringIO()
    try:
        call_command("verify_log", *args, stdout=out)
    except CommandError as error:
        return f"{out.getvalue()}{error}"
    return out.getvalue()


def is_intact() -> bool:
    return verify().endswith("Nothing is wrong.\n")


@pytest.fixture
def signer(settings: Any, tmp_path: Path) -> Signer:
    """One whose heads are kept in a folder of the test's own."""
    settings.VAR_DIR = tmp_path
    return Signer()


@pytest.fixture
def pairing(classroom: Classroom) -> Pairing:
    """A pairing of a tournament, with a result that was corrected."""
    people = [person_join(classroom, name) for name in ("Ann", "Bob", "Cy")]
    tournament = tournament_create(classroom, "valley-of-war", "Cup", "swiss", 1, people, [])
    rounds_make(tournament, 0)
    pairing = tournament.rounds.get().pairings.get(number=1)
    by = instructor_person(classroom)
    for seen, outcome in enumerate(("red", "blue")):
        result_record(pairing, outcome, seen, credentials.new(), by, "instructor", is_sure=True)
    return pairing


@pytest.fixture
def signed(signer: Signer, played: Game, pairing: Pairing, moderator: Person) -> Signer:
    """A game and a tournament in a list of three rows, the last with a move of its own."""
    assert signer.sign()
    other = start(played.group, moderator)
    assert signer.sign()
    record(other, WORKED_EXAMPLE[0], moderator)
    assert signer.sign()
    assert is_intact()
    assert Head.objects.count() == 3
    return signer


DELETE = """
from moderator.core.models import Game
from moderator.features.new_game.write import game_delete
game_delete(Game.objects.first())
"""


def until_signed(site: Site, number: int) -> None:
    """Waits until the head that is kept has this number, or a later one."""
    file, until = site.var / "head", time.monotonic() + 60
    while not (file.exists() and int(file.read_text().split()[0]) >= number):
        assert time.monotonic() < until
        time.sleep(0.1)


@pytest.mark.long
def test_a_site_signs_while_it_runs_and_at_its_end(site_start: Callable[..., Site]) -> None:
    site = site_start(is_forked=True)
    until_signed(site, 1)  # the games of the demo class
    site.run(DELETE)
    site.interrupt(by=signal.SIGTERM)
    until_signed(site, 2)
    assert (site.var / "head").stat().st_mode & 0o777 == 0o600
    site.start()
    site.run(DELETE)
    site.kill()
    site.start()
    until_signed(site, 3)
    said = manage(site.var, "verify_log").stdout
    assert "deletions in it: 2. Nothing is wrong." in said


def test_nothing_is_signed_twice(signed: Signer) -> None:
    assert signed.sign()
    assert Signer().sign()  # as after a start
    assert Head.objects.count() == 3
    assert kept() == Head.objects.values_list("number", "hash").latest("number")


def entries_cut() -> None:
    with unguarded():
        sql("DELETE FROM play_entry WHERE number IN (4, 5)")


def entries_cut_as_if_erased() -> None:
    """By the table that permits deletions, and without a trigger touched."""
    game = Game.objects.get(entries__number=5)
    erasure = Erasure.objects.create(game=game)
    sql("DELETE FROM play_entry WHERE game_id = %s AND number > 3", game.pk)
    erasure.delete()


def game_gone() -> None:
    game = Game.objects.get(entries__number=5)
    erasure = Erasure.objects.create(game=game)
    sql("DELETE FROM play_entry WHERE game_id = %s", game.pk)
    erasure.delete()
    game.delete()


def entries_written_again() -> None:
    """As many as before, with all their hashes."""
    game = Game.objects.get(entries__number=5)
    with unguarded():
        sql("DELETE FROM play_entry WHERE number > 3")
    for wire in WORKED_EXAMPLE[4:7]:
        record(game, wire, Person.objects.filter(kind="moderator")[0])


def result_changed() -> None:
    with unguarded("play_result"):
        sql("UPDATE play_result SET outcome = 'red' WHERE number = 2")


def result_cut() -> None:
    with unguarded("play_result"):
        sql("DELETE FROM play_result WHERE number = 2")


def results_gone_as_if_erased() -> None:
    pairing = Pairing.objects.get(results__number=2)
    erasure = TournamentErasure.objects.create(tournament=pairing.round.tournament)
    sql("DELETE FROM play_result")
    erasure.delete()


def players_exchanged() -> None:
    sql("UPDATE play_pairing SET red_id = blue_id, blue_id = red_id WHERE blue_id IS NOT NULL")


def row_changed() -> None:
    with unguarded("play_head"):
        sql("UPDATE play_head SET heads = '[]' WHERE number = 2")


def row_changed_with_its_hash() -> None:
    row = Head.objects.get(number=3)
    row.heads = []
    digest = row_hash(Head.objects.get(number=2).hash, row)
    with unguarded("play_head"):
        sql("UPDATE play_head SET heads = '[]', hash = %s WHERE number = 3", digest)


def row_gone() -> None:
    with unguarded("play_head"):
        sql("DELETE FROM play_head WHERE number = 2")


def row_gone_and_numbered_anew() -> None:
    with unguarded("play_head"):
        sql("DELETE FROM play_head WHERE number = 2")
        sql("UPDATE play_head SET number = 2 WHERE number = 3")


def rows_exchanged() -> None:
    with unguarded("play_head"):
        for old, new in ((2, 99), (3, 2), (99, 3)):
            sql("UPDATE play_head SET number = %s WHERE number = %s", new, old)


def end_cut() -> None:
    with unguarded("play_head"):
        sql("DELETE FROM play_head WHERE number = 3")


def list_gone() -> None:
    entries_cut()
    with unguarded("play_head"):
        sql("DELETE FROM play_head")


def deletion_forged() -> None:
    """A game is gone, and a row says that it was deleted; its hash is right."""
    uid = Game.objects.get(entries__number=5).uid
    game_gone()
    row = Head(number=4, at=timezone.now(), kind="erased", heads=[[uid, 0, ""]])
    last = Head.objects.get(number=3)
    row.hash, row.mac = row_hash(last.hash, row), last.mac
    row.save(force_insert=True)


def signed_again_forged() -> None:
    entries_cut()
    heads = [["0" * 32, 1, "0" * 64]]
    row = Head(number=4, at=timezone.now(), kind="again", heads=heads, mac="0" * 64)
    row.hash = row_hash(Head.objects.get(number=3).hash, row)
    row.save(force_insert=True)


ATTACKS = {
    entries_cut: "ends with number 3, but it had number 5",
    entries_cut_as_if_erased: "ends with number 3, but it had number 5",
    game_gone: "its deletion is not in the list",
    entries_written_again: "this is not the log that was recorded",
    result_changed: "The results of pairing .* this is not the log that was recorded",
    result_cut: "The results of pairing .* ends with number 1, but it had number 2",
    results_gone_as_if_erased: "The log of pairing .* is gone",
    players_exchanged: "The results of pairing .* this is not the log that was recorded",
    row_changed: "Row 2 of the list of heads does not match its hash",
    row_changed_with_its_hash: "from 3 to 3, are not signed",
    row_gone: "Row 2 of the list of heads is missing",
    row_gone_and_numbered_anew: "Row 2 of the list of heads does not match its hash",
    rows_exchanged: "Row 2 of the list of heads does not match its hash",
    end_cut: "but it had number 3|this is not the list of heads that was recorded",
    list_gone: "The list of heads ends with number ., but it had number 3",
    deletion_forged: "from 4 to 4, are not signed",
    signed_again_forged: "from 4 to 4, are not signed",
}


@contextmanager
def tried(signed: Signer) -> Iterator[Signer]:
    """What is done to the list is undone, and what is kept outside of it, too."""
    number, digest = signed.head
    try:
        with undone():
            yield replace(signed, numbers={**signed.numbers}, _lock=Lock())
    finally:
        signing._keep((number, digest))


def test_what_is_found(
    signed: Signer, group: Group, moderator: Person, subtests: pytest.Subtests
) -> None:
    """Also after the site has gone on: what it signs then hides nothing."""
    for attack, found in ATTACKS.items():
        with subtests.test(attack.__name__), tried(signed) as signer:
            attack()
            first = verify()
            assert "Findings: " in first
            record(start(group, moderator), WORKED_EXAMPLE[0], moderator)
            assert signer.sign()
            assert Signer().sign()
            for said in (first, verify()):
                re.search(found, said) or pytest.fail(said)
    assert is_intact()  # all has been undone


def test_legal_deletions_are_none(signed: Signer, played: Game, pairing: Pairing) -> None:
    classroom = played.group.classroom
    game_delete(played)
    assert is_intact()
    tournament_delete(pairing.round.tournament)
    assert is_intact()
    group_delete(played.group)
    assert is_intact()
    classroom_erase(classroom)
    assert "deletions in it: 4. Nothing is wrong." in verify()
    assert signed.sign()
    assert signed.head[0] == 6
    assert is_intact()


def test_a_deletion_that_fails_is_not_in_the_list(signed: Signer, played: Game) -> None:
    with transaction.atomic():
        game_delete(played)
        transaction.set_rollback(True)
    assert Head.objects.count() == 3
    assert is_intact()


def test_a_game_deleted_while_others_are_signed(
    signed: Signer, played: Game, moderator: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It isn't signed afterwards as if it were still there."""
    record(played, WORKED_EXAMPLE[5], moderator)
    grown = signing._grown

    def found(numbers: Any) -> Any:
        ends = list(grown(numbers))
        game_delete(played)
        return ends

    monkeypatch.setattr(signing, "_grown", found)
    assert signed.sign()
    assert [*Head.objects.values_list("kind", flat=True).order_by("number")][3:] == ["erased"]
    assert is_intact()


def test_what_is_younger_than_the_last_row_is_not_found(
    signed: Signer, played: Game, moderator: Person
) -> None:
    record(played, WORKED_EXAMPLE[5], moderator)
    with unguarded():
        sql("DELETE FROM play_entry WHERE number = 6")
    assert is_intact()


def test_a_rollback_is_found_against_heads_kept_outside(signed: Signer, tmp_path: Path) -> None:
    head = verify("--head").strip()
    assert verify("--since", head).endswith("Nothing is wrong.\n")
    (tmp_path / "head").unlink()
    end_cut()
    with unguarded():
        sql("DELETE FROM play_entry WHERE game_id = (SELECT MAX(game_id) FROM play_entry)")
    assert is_intact()
    assert "it had number 3 before" in verify("--since", head[:20])


def test_a_list_that_was_cut_is_not_forgotten(
    signed: Signer, caplog: pytest.LogCaptureFixture
) -> None:
    before = kept()
    end_cut()
    for _ in range(2):
        assert signed.sign()
    assert kept() == before
    assert caplog.text.count("The list of heads has lost its row 3") == 1


def test_another_key(signed: Signer, settings: Any) -> None:
    old, settings.SECRET_KEY = settings.SECRET_KEY, "another"
    assert "from 1 to 3, are not signed with this secret key: 3." in verify()
    assert "Findings: 1." in verify("--sign-again")
    settings.SECRET_KEY_FALLBACKS = [old]
    assert is_intact()
    assert sign_again() == []
    settings.SECRET_KEY_FALLBACKS = []
    assert is_intact()
    assert kept() == Head.objects.values_list("number", "hash").get(number=4, kind="again")
    entries_cut()
    assert "ends with number 3, but it had number 5" in verify()


def test_signed_despite_findings(signed: Signer, played: Game, moderator: Person) -> None:
    entries_cut()
    row_gone()
    assert "Findings: " in verify("--sign-again")
    assert Head.objects.filter(kind="again").count() == 0
    assert "All is signed all the same." in verify("--sign-again", "--despite-findings")
    assert is_intact()
    record(played, WORKED_EXAMPLE[3], moderator)
    assert signed.sign()
    assert is_intact()
    with unguarded():
        sql("DELETE FROM play_entry WHERE number = 4")
    assert "it had number 4 before" in verify()


def test_the_database_refuses_changes_of_the_list(signed: Signer) -> None:
    for statement in (
        "UPDATE play_head SET kind = 'erased'",
        "DELETE FROM play_head WHERE number = 3",
        "INSERT INTO play_head SELECT 5, at, kind, heads, hash, mac FROM play_head LIMIT 1",
        "INSERT INTO play_head SELECT 3, at, kind, heads, hash, mac FROM play_head LIMIT 1",
    ):
        with pytest.raises(DatabaseError, match="the list of heads"), transaction.atomic():
            sql(statement)


@pytest.mark.only_on("sqlite")
def test_replacing_a_row(signed: Signer) -> None:
    columns = "number, at, kind, heads, hash, mac"
    with pytest.raises(IntegrityError, match="the list of heads"):
        sql(f"REPLACE INTO play_head ({columns}) SELECT {columns} FROM play_head WHERE number = 3")


@pytest.mark.only_on("sqlite")  # PostgreSQL stores no such values
def test_a_row_that_cant_be_read(signed: Signer, subtests: pytest.Subtests) -> None:
    wrong = {"heads": "{", "at": "yesterday", "hash": "ä", "mac": b"\xff"}
    for column, value in wrong.items():
        with subtests.test(column), tried(signed):
            with unguarded("play_head"):
                sql("PRAGMA ignore_check_constraints = ON")
                sql(f"UPDATE play_head SET {column} = %s WHERE number = 2", value)
                sql("PRAGMA ignore_check_constraints = OFF")
            found = r"[Rr]ow 2 of the list of heads (can't be read|does not match)"
            assert re.search(found, verify())


@pytest.mark.only_on("sqlite")
def test_what_cant_be_read_keeps_nobody_from_signing(
    signed: Signer, played: Game, moderator: Person, subtests: pytest.Subtests
) -> None:
    for change in (
        "UPDATE play_result SET at = 'yesterday' WHERE number = 1",
        "UPDATE play_entry SET hash = X'ff' WHERE number = 5",
        "UPDATE play_entry SET number = 'five' WHERE number = 5",
    ):
        with subtests.test(change), tried(signed) as signer:
            with unguarded("play_result"), unguarded():
                sql(change)
            record(start(played.group, moderator), WORKED_EXAMPLE[0], moderator)
            assert signer.sign()
            assert signer.head[0] == 4
            assert "can't be read" in verify()


def test_an_error_is_said(
    db: None, signer: Signer, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(numbers: object) -> object:
        raise DatabaseError("the disk is full")

    monkeypatch.setattr(signing, "_grown", fail)
    assert not signer.sign()
    assert "The ends of logs can't be signed: the disk is full" in caplog.text


def test_what_a_row_has(signed: Signer, played: Game) -> None:
    """Stored lists depend on it."""
    last = played.entries.latest("number")
    first = Head.objects.get(number=1)
    assert [played.uid, 5, last.hash] in first.heads
    assert len(first.heads) == 2
    value = [1, first.at.isoformat(timespec="microseconds"), "signed", first.heads]
    text = json.dumps(value, separators=(",", ":"), sort_keys=True)
    assert first.hash == sha256(text.encode()).hexdigest()


def test_several_sign_at_once(
    transactional_db: None, signer: Signer, group: Group, moderator: Person
) -> None:
    """Two that sign, one that deletes: the list has no fork, and nothing is missing."""
    games = [start(group, moderator) for _ in range(12)]
    barrier = Barrier(3)
    failed: list[BaseException] = []

    def run(work: Callable[[], object]) -> None:
        try:
            barrier.wait(30)
            work()
        except BaseException as error:
            failed.append(error)
        finally:
            connection.close()

    def sign() -> None:
        own = Signer()
        for _ in range(8):
            assert own.sign()

    def delete() -> None:
        for game in games[:6]:
            game_delete(game)

    threads = [Thread(target=run, args=(work,)) for work in (sign, sign, delete)]
    for one in threads:
        one.start()
    for move in WORKED_EXAMPLE[:3]:
        record(games[-1], move, moderator)
    for one in threads:
        one.join(60)
    assert not failed
    assert signer.sign()
    assert is_intact()
    numbers = [*Head.objects.order_by("number").values_list("number", flat=True)]
    assert numbers == list(range(1, len(numbers) + 1))
    heads = [tuple(one) for row in Head.objects.exclude(kind="erased") for one in row.heads]
    assert len(heads) == len(set(heads))  # nothing was signed by both
    assert Entry.objects.count() == 3


def test_a_stopped_writer_leaves_nothing(signed: Signer, played: Game, moderator: Person) -> None:
    """As after kill -9 before the commit: the next one signs all."""
    record(played, WORKED_EXAMPLE[5], moderator)
    with transaction.atomic():
        append(Head.Kind.SIGNED, [(played.uid, 6, "0" * 64)])
        transaction.set_rollback(True)
    assert Signer().sign()
    assert Head.objects.get(number=4).heads[0][:2] == [played.uid, 6]
    assert is_intact()
