"""Undo and redo are entries; folding equals playing; the chain of hashes reveals any change."""

from __future__ import annotations

import pytest

from moderator.rules import log
from moderator.rules.age_of_iron import AGE_OF_IRON
from tests.rules.age_of_iron.table import move, play, refusal, summary, table

MOVES = ["deploy egypt syria 4", "deploy egypt nile 6", "end egypt", "deploy hatti syria 10"]


def test_undo_takes_back_the_last_move_that_stands() -> None:
    timeline = play(table(), *MOVES, "undo", "undo")
    assert summary(timeline) == summary(play(table(), *MOVES[:2]))
    assert timeline.number == 6
    assert timeline.standing is not None
    assert timeline.standing.number == 2


def test_redo_puts_back_the_last_one_taken_back() -> None:
    timeline = play(table(), *MOVES, "undo", "undo", "redo", "redo")
    assert summary(timeline) == summary(play(table(), *MOVES))
    assert refusal(timeline, "redo") == "nothing-to-redo"


def test_a_new_move_empties_what_could_be_redone() -> None:
    timeline = play(table(), *MOVES, "undo", "deploy hatti cyprus 3")
    assert refusal(timeline, "redo") == "nothing-to-redo"
    assert summary(play(timeline, "undo", "redo")) == summary(timeline)


def test_a_refused_move_empties_nothing() -> None:
    timeline = play(table(), *MOVES, "undo")
    assert refusal(timeline, "deploy egypt nile 1") == "not-your-turn"
    assert refusal(timeline, "redo") is None


def test_everything_can_be_taken_back_and_no_more() -> None:
    timeline = play(table(), *MOVES, *["undo"] * 4)
    assert summary(timeline) == summary(table())
    assert refusal(timeline, "undo") == "nothing-to-undo"


def test_the_fold_of_a_stored_log_is_the_play() -> None:
    wires = [move(text) for text in [*MOVES, "undo", "undo", "redo", "deploy hatti nile 1"]]
    folded = log.fold(AGE_OF_IRON, table().start, wires)
    played = play(table(), *wires)
    assert folded.state == played.state
    assert [step.number for step in folded.steps()] == [step.number for step in played.steps()]


def test_steps_carry_the_states_around_them() -> None:
    last, first = play(table(), *MOVES[:2]).steps()
    assert first.after == last.before
    assert (first.number, last.number) == (1, 2)


@pytest.mark.parametrize(
    "other",
    [("0" * 64, [1, "a"]), ("1" * 64, [1, "b"]), ("0" * 64, [2, "a"]), ("0" * 64, ["1", "a"])],
)
def test_a_hash_is_of_the_entry_and_the_one_before(other: tuple[str, list[object]]) -> None:
    one = log.chain("0" * 64, [1, "b"])
    assert one == log.chain("0" * 64, [1, "b"])
    assert one != log.chain(*other)
    assert len(one) == 64


def test_the_canonical_text_does_not_depend_on_the_order_of_keys() -> None:
    assert log.canonical({"b": "ß", "a": 1}) == b'{"a":1,"b":"\\u00df"}'
    assert log.genesis({"a": 1, "b": 2}) == log.genesis({"b": 2, "a": 1})
