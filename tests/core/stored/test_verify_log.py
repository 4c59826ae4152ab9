"""verify_log finds every change to a stored log that bypassed the site."""

import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from moderator.core import queries
from moderator.core.heads import log_findings
from moderator.core.log import entry_hash
from moderator.core.models import Entry, Erasure, Game, Group, Person
from moderator.core.people import person_join, person_remove
from moderator.features.new_game.write import game_delete
from moderator.features.people.write import person_forget
from moderator.rules.record import write
from tests.support.play.play import WORKED_EXAMPLE, record, sql, start, unguarded
from tests.support.play.slips import reveal

pytestmark = pytest.mark.slow

AMISS = re.compile(r"Entry (\d+) does not match its hash")


def wrong(game: Game) -> list[int]:
    """Returns the numbers of the entries whose hash doesn't match."""
    return [int(match[1]) for text in log_findings(game) if (match := AMISS.match(text))]


@pytest.fixture(autouse=True)
def own_folder(settings: Any, tmp_path: Path) -> None:
    """Without the head that another test's site has kept."""
    settings.VAR_DIR = tmp_path


def verify(*args: str) -> str:
    """Returns what the command prints; raises CommandError if it exits with 1."""
    out = StringIO()
    try:
        call_command("verify_log", *args, stdout=out)
    except CommandError as error:
        raise CommandError(f"{out.getvalue()}{error}") from None
    return out.getvalue()


def test_a_log_that_nobody_touched(played: Game) -> None:
    assert log_findings(played) == []
    assert verify() == (
        "Games: 1, entries: 5, results: 0; rows of the list of heads: 0, deletions in it: 0. "
        "Nothing is wrong.\n"
    )


def test_a_reveal_taken_back_and_put_back(group: Group, moderator: Person) -> None:
    game = start(group, moderator, "1800-bc")
    reveal(game, moderator)
    for verb in ("undo", "redo"):
        record(game, {"type": verb}, moderator)
    assert log_findings(game) == []
    with unguarded():
        sql("UPDATE play_entry SET key = 'alone' WHERE number = 3")
    assert wrong(game) == [3]


def test_every_game_in_turn(played: Game, moderator: Person) -> None:
    other = start(played.group, moderator)
    record(other, WORKED_EXAMPLE[0], moderator)
    assert "Games: 2, entries: 6" in verify()
    assert "Games: 1, entries: 1" in verify(other.uid)
    assert "Games: 2, entries: 6" in verify(played.group.code.lower())


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("move", '{"type": "deploy", "player": "ariel", "region": "zen", "rfs": 9}'),
        ("role", "instructor"),
        ("key", "other"),
        ("at", "2026-01-01 00:00:00+00:00"),
        ("hash", "0" * 64),
    ],
)
def test_an_edit(column: str, value: str, played: Game) -> None:
    with unguarded():
        assert sql(f"UPDATE play_entry SET {column} = %s WHERE number = 3", value) == 1
    assert 3 in wrong(played)
    assert set(wrong(played)) <= {3, 4}


def test_the_edit_of_who_recorded_it(played: Game) -> None:
    other = person_join(played.group.classroom, "Eve")
    with unguarded():
        sql("UPDATE play_entry SET person_id = %s WHERE number = 3", other.pk)
    assert wrong(played) == [3]


def test_an_edit_with_its_hash_recomputed(played: Game) -> None:

    third = played.entries.all()[2]
    third.role = "instructor"
    before = played.entries.all()[1].hash
    with unguarded():
        sql(
            "UPDATE play_entry SET role = 'instructor', hash = %s WHERE number = 3",
            entry_hash(before, third),
        )
    assert wrong(played) == [4]


def test_a_swap(played: Game) -> None:
    with unguarded():
        for old, new in ((2, 99), (3, 2), (99, 3)):
            sql("UPDATE play_entry SET number = %s WHERE number = %s", new, old)
    assert {2, 3} <= set(wrong(played))


def test_a_gap(played: Game) -> None:
    with unguarded():
        sql("DELETE FROM play_entry WHERE number IN (2, 3)")
    assert "Entries 2 to 3 are missing." in log_findings(played)
    assert wrong(played) == [4]


def test_a_removal_with_the_rest_renumbered(played: Game) -> None:
    with unguarded():
        sql("DELETE FROM play_entry WHERE number = 2")
        for number in (3, 4, 5):
            sql("UPDATE play_entry SET number = %s WHERE number = %s", number - 1, number)
    assert wrong(played)[0] == 2


def test_an_entry_before_the_first(played: Game) -> None:
    with unguarded():
        sql("UPDATE play_entry SET number = 0 WHERE number = 1")
    assert "An entry has the number 0, but numbers begin with 1." in log_findings(played)


@pytest.mark.parametrize(
    ("column", "value"),
    [("scenario", '{"turns": 2}'), ("options", '{"turns": 2}'), ("uid", "f" * 32)],
)
def test_another_set_up(column: str, value: str, played: Game) -> None:
    sql(f"UPDATE play_game SET {column} = %s", value)
    played.refresh_from_db()
    assert wrong(played) == [1]
    assert "the setup was" in log_findings(played)[0]


def test_another_set_up_of_a_game_without_moves(game: Game) -> None:
    number, digest = queries.head(game)
    assert number == 0
    sql("UPDATE play_game SET options = %s", '{"turns": 2}')
    game.refresh_from_db()
    assert log_findings(game) == []
    assert "not the log that was recorded" in log_findings(game, (0, digest))[0]


def test_a_removal_at_the_end_against_number_and_hash(played: Game) -> None:
    number, digest = queries.head(played)
    with unguarded():
        sql("DELETE FROM play_entry WHERE number = 5")
    assert log_findings(played) == []
    with pytest.raises(CommandError, match="removed at the end"):
        verify(played.uid, "--number", str(number), "--hash", digest[:16])


def test_a_log_written_again(played: Game, moderator: Person) -> None:
    number, digest = queries.head(played)
    with unguarded():
        sql("DELETE FROM play_entry WHERE number > 3")
    for wire in WORKED_EXAMPLE[4:6]:
        record(played, wire, moderator)
    assert log_findings(played) == []
    with pytest.raises(CommandError, match=f"it was {digest}"):
        verify(played.uid, "--number", str(number), "--hash", digest)


def test_a_log_that_went_on_matches_what_an_old_sheet_says(played: Game, moderator: Person) -> None:
    number, digest = queries.head(played)
    record(played, WORKED_EXAMPLE[5], moderator)
    assert "Nothing" in verify(played.uid, "--number", str(number), "--hash", digest)


def test_against_a_record(played: Game, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(write(queries.record_of(played)))
    assert "Games: 1, entries: 5." in verify("--record", str(path))
    with unguarded():
        sql("DELETE FROM play_entry WHERE number = 5")
    with pytest.raises(CommandError, match="removed at the end"):
        verify("--record", str(path))
    game_delete(played)
    with pytest.raises(CommandError, match="There is no game"):
        verify("--record", str(path))


def test_names_can_go(played: Game, moderator: Person) -> None:
    person_forget(moderator)
    person_remove(moderator)
    assert log_findings(played) == []


def test_a_missing_trigger(played: Game) -> None:
    with unguarded(), pytest.raises(CommandError, match="does not guard the logs"):
        verify()


def test_an_erasure_left_open(played: Game) -> None:
    Erasure.objects.create(game=played)
    with pytest.raises(CommandError, match="is open for deletion"):
        verify()


@pytest.mark.only_on("sqlite")  # PostgreSQL stores no such values
@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("number", "two"),
        ("at", "yesterday"),
        ("at", "2026-99-99 00:00"),
        ("key", b"\xff"),
        ("hash", "\u00e4"),
    ],
)
def test_an_entry_that_cant_be_read(column: str, value: object, played: Game) -> None:
    pk = Entry.objects.values_list("pk", flat=True).get(number=2)
    with unguarded():
        sql(f"UPDATE play_entry SET {column} = %s WHERE number = 2", value)
    assert f"The entry with the database's id {pk} can't be read." in log_findings(played)


@pytest.mark.only_on("sqlite")  # PostgreSQL enforces its references
def test_entries_whose_person_is_gone(played: Game, moderator: Person) -> None:
    """Also at the end of the log, where no later entry shows that they are missing."""
    change = "UPDATE play_entry SET person_id = %s WHERE number > 3"
    with unguarded():
        assert sql(change, 1_000_000) == 2
        found = log_findings(played)
        sql(change, moderator.pk)  # the database checks its references at the end
    assert [text.endswith("can't be read.") for text in found] == [True, True]


@pytest.mark.only_on("sqlite")  # PostgreSQL stores no broken JSON
def test_a_move_that_cant_be_read(played: Game) -> None:
    with unguarded():
        sql("PRAGMA ignore_check_constraints = ON")
        sql("UPDATE play_entry SET move = '{' WHERE number = 2")
        sql("PRAGMA ignore_check_constraints = OFF")
    assert wrong(played) == [2]


@pytest.mark.parametrize(
    "args",
    [
        ["no-such-game"],
        ["--number", "3"],
        ["--hash", "0" * 64],
        ["--number", "3", "--hash", "xyz"],
        ["--record", "no-such-file"],
        ["--record", "no-such-file", "some-game"],
    ],
)
def test_what_makes_no_sense(args: list[str], played: Game) -> None:
    with pytest.raises(CommandError):
        verify(*args)
