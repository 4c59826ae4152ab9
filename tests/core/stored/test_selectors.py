"""What is read from a stored game, and what each viewer gets."""

from hashlib import sha256

import pytest

from moderator.core import log, queries
from moderator.core.games import shipped
from moderator.core.log import entries_of
from moderator.core.look import look_at
from moderator.core.models import Game, Group, Person
from moderator.core.sentences import log_lines
from moderator.features.people.write import person_forget
from moderator.rules import record as rules_record
from moderator.rules.log import genesis
from moderator.rules.seating import MODERATOR, PUBLIC, Viewer
from tests.support.play.play import WORKED_EXAMPLE, deploy, record, record_older, start


def test_the_head_of_an_empty_log_is_its_genesis(game: Game) -> None:
    header = {
        "format": "record/1",
        "game": "age-of-iron",
        "scenario": game.scenario,
        "options": {},
        "id": game.uid,
    }
    assert queries.head(game) == (0, genesis(header))


def test_the_head_is_the_last_entry(played: Game) -> None:
    last = played.entries.last()
    assert last is not None
    assert queries.head(played) == (5, last.hash)
    assert [entry.number for entry in entries_of(played)] == [1, 2, 3, 4, 5]


@pytest.mark.slow
def test_a_record_plays_to_the_same_state(played: Game) -> None:
    read = rules_record.read(rules_record.write(queries.record_of(played)))
    rules, _scenario, at = rules_record.start(read, shipped())
    for wire in read.moves:
        at = at.play(wire)
    now = queries.timeline(played)
    assert rules.summary(at.state) == now.rules.summary(now.state)


@pytest.mark.slow
def test_a_record_carries_the_head_of_its_log(played: Game) -> None:
    written = queries.record_of(played)
    number, digest = queries.head(played)
    assert written.more == {
        "id": played.uid,
        "title": "Example of play",
        "log": {"number": number, "hash": digest},
    }
    assert written.moves == WORKED_EXAMPLE[:5]
    assert rules_record.read(rules_record.write(written)) == written


class TestLogLines:
    def test_newest_first_with_who_and_when(self, played: Game) -> None:
        lines = log_lines(look_at(played, MODERATOR))
        assert [line.number for line in lines] == [5, 4, 3, 2, 1]
        assert {(line.by, line.role, line.stands) for line in lines} == {("Mo", "moderator", True)}
        assert lines[-1].at == entries_of(played)[0].at
        assert "Xenophobia" in lines[-1].sentence
        assert "5" in lines[-1].sentence
        assert [line.number for line in log_lines(look_at(played, MODERATOR), 2)] == [
            5,
            4,
        ]

    @pytest.mark.slow
    def test_of_an_empty_log(self, game: Game) -> None:
        assert log_lines(look_at(game, PUBLIC)) == []

    @pytest.mark.slow
    def test_undo_and_redo_say_what_they_moved(self, played: Game, moderator: Person) -> None:
        said = {line.number: line.sentence for line in log_lines(look_at(played, MODERATOR))}
        for _ in range(2):
            record(played, {"type": "undo"}, moderator)
        record(played, {"type": "redo"}, moderator)
        lines = log_lines(look_at(played, MODERATOR))
        assert [line.sentence for line in lines[:3]] == [
            f"Puts back no. 4: {said[4]}",
            f"Takes back no. 4: {said[4]}",
            f"Takes back no. 5: {said[5]}",
        ]
        assert [line.number for line in lines if not line.stands] == [5]

    @pytest.mark.slow
    def test_a_forgotten_name(self, played: Game, moderator: Person) -> None:
        person_forget(moderator)
        assert {line.by for line in log_lines(look_at(played, MODERATOR))} == {"Moderator 1"}


class TestWrittenOrders:
    """Orders in the log of an older game: nobody sees the others' before the reveal."""

    @pytest.fixture
    def secret(self, group: Group, moderator: Person) -> Game:
        game = start(group, moderator, "1800-bc")
        wires = [deploy("egypt", "syria", 7), deploy("hatti", "cyprus", 9), {"type": "undo"}]
        record_older(game, wires, moderator)
        return game

    def numbers(self, game: Game, viewer: Viewer) -> list[int]:
        return [line.number for line in log_lines(look_at(game, viewer))]

    def test_each_sees_the_own(self, secret: Game) -> None:
        assert self.numbers(secret, MODERATOR) == [3, 2, 1]
        assert self.numbers(secret, Viewer(seat="egypt")) == [1]
        assert self.numbers(secret, Viewer(seat="hatti")) == [3, 2]
        assert self.numbers(secret, Viewer(seat="babylon")) == []
        assert self.numbers(secret, PUBLIC) == []

    def test_a_limit_counts_what_is_shown(self, secret: Game) -> None:
        lines = log_lines(look_at(secret, Viewer(seat="egypt")), 1)
        assert [line.number for line in lines] == [1]

    def test_all_see_all_after_the_reveal(self, secret: Game, moderator: Person) -> None:
        for wire in (
            deploy("egypt", "syria", 4),
            deploy("babylon", "babylon", 11),
            deploy("assyria", "assyria", 11),
            deploy("hatti", "hatti", 10),
        ):
            record(secret, wire, moderator)
        # But nobody sees the others' that were undone in secret.
        assert self.numbers(secret, PUBLIC) == [7, 6, 5, 4, 1]
        assert self.numbers(secret, Viewer(seat="hatti")) == [7, 6, 5, 4, 3, 2, 1]

    def test_a_glance_reveals_nothing(self, secret: Game) -> None:
        sentence = queries.GameSummary(secret.group).sentence
        assert "Syria" not in sentence
        assert "7" not in sentence


class TestGlance:
    def test_no_game(self, group: Group) -> None:
        seen = queries.GameSummary(group)
        assert (seen.game, seen.sentence) == (None, "No game yet")

    def test_a_game(self, played: Game) -> None:
        seen = queries.GameSummary(played.group)
        assert (seen.game, seen.number, seen.is_over) == (played, 5, False)

    @pytest.mark.slow
    def test_a_game_that_is_over(self, game: Game, moderator: Person) -> None:
        everything = [deploy("beauregard", "zen", 15), deploy("chas", "zen", 20)]
        wires = [deploy("ariel", "zen", 10), {"type": "end-turn", "player": "ariel"}]
        for player, wire in zip(("beauregard", "chas"), everything, strict=True):
            wires += [wire, {"type": "end-turn", "player": player}]
        for wire in [*wires, {"type": "end-turn", "player": "dirk"}]:
            record(game, wire, moderator)
        assert queries.GameSummary(game.group).is_over


@pytest.mark.slow
def test_a_hash_covers_what_it_must(played: Game) -> None:
    """Stored logs depend on it: spelled out here to notice any change."""
    entry = played.entries.first()
    assert entry is not None
    at = entry.at.strftime("%Y-%m-%dT%H:%M:%S.%f+00:00")
    text = (
        '[1,{"player":"ariel","region":"xenophobia","rfs":5,"type":"deploy"},'
        f'1,"moderator","{at}","key-0"]'
    )
    assert entry.hash == sha256((log.genesis(played) + text).encode()).hexdigest()
