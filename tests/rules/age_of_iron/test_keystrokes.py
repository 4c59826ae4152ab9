"""How many keys a moderator presses for a move, from what is heard to the end of the line."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from moderator.core.games import shipped
from moderator.rules import command
from moderator.rules.age_of_iron import AGE_OF_IRON
from moderator.rules.log import Timeline
from tests.rules.age_of_iron.table import Json, move

HEARD = Path(__file__).with_name("heard.txt")
MOST_KEYS = 5  # for a move on average, with Enter


class Heard(NamedTuple):
    """A sentence, the line that is typed for it, and the moves that are meant."""

    sentence: str
    typed: str
    moves: list[Json]


def parts() -> dict[str, list[Heard]]:
    """What is heard in each part of the Game-turn."""
    found: dict[str, list[Heard]] = {}
    for block in HEARD.read_text(encoding="utf-8").split("\n\n"):
        lines = block.strip().split("\n")
        if lines[0].startswith("#"):
            part = lines[-1].removeprefix("# ")
            continue
        sentence, typed, moves = lines
        meant = [move(one) for one in moves.removeprefix("= ").split(", ")]
        found.setdefault(part, []).append(Heard(sentence, typed.removeprefix("> "), meant))
    return found


def written(timeline: Timeline, typed: str) -> list[Json]:
    """The orders of a slip."""
    orders = AGE_OF_IRON.orders
    slip = orders.command(timeline.state, typed) if orders else None
    assert orders, typed
    assert slip, typed
    return list(orders.with_amounts(timeline.state, slip.player, (), slip.amounts))


def test_a_game_turn_is_typed_with_few_keys() -> None:
    scenario = shipped()["age-of-iron"]["1800-bc"]
    timeline = Timeline(AGE_OF_IRON, AGE_OF_IRON.begin(scenario, dict(scenario.options)))
    opened, meant = timeline, parts()
    assert list(meant) == ["Orders", "Actions"]
    for part, all_heard in meant.items():
        keys = 0
        for heard in all_heard:
            if part == "Orders":
                recorded = written(opened, heard.typed)
                assert sorted(recorded, key=str) == sorted(heard.moves, key=str), heard.sentence
            else:
                recorded = [command.parse(AGE_OF_IRON, timeline.state, heard.typed)]
                assert recorded == heard.moves, heard.sentence
            for one in recorded:
                timeline = timeline.play(one)
            keys += len(heard.typed) + len("\n")
        count = sum(len(heard.moves) for heard in all_heard)
        assert keys <= MOST_KEYS * count, f"{part}: {keys} keys for {count} moves"
    assert timeline.state.turn == 2
