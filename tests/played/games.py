"""The recorded games, played: tests/played/<game>/*.json."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from moderator.rules import record as rules_record
from moderator.rules.log import Timeline
from moderator.rules.record import Record
from moderator.rules.registry import GAMES

HERE = Path(__file__).parent
SCENARIOS = HERE.parents[1] / "scenarios"
FILES = sorted(HERE.glob("*/*.json"))
Summary = Mapping[str, Any]


@cache
def shipped(game: str) -> Mapping[str, Any]:
    files = (SCENARIOS / game.replace("-", "_")).glob("*.toml")
    read = GAMES[game].read_scenario_toml
    return {path.stem: read(path.read_text(encoding="utf-8")) for path in files}


@dataclass(frozen=True)
class Played:
    """A recorded game with its timeline and the summary after every move (0: before any)."""

    path: Path
    record: Record
    scenario: Any
    timelines: list[Timeline]
    shown: list[Summary]

    @property
    def moves(self) -> Iterator[tuple[Mapping[str, Any], Summary, Summary]]:
        """Each move with the summaries before and after it."""
        return zip(self.record.moves, self.shown, self.shown[1:], strict=False)

    @property
    def end(self) -> Summary:
        return self.shown[-1]


@cache
def play(path: Path) -> Played:
    game_record = rules_record.read(path.read_bytes())
    game, scenario, timeline = rules_record.start(game_record, shipped(game_record.game))
    timelines = [timeline]
    for wire in game_record.moves:
        timeline = timeline.play(wire)
        timelines.append(timeline)
    shown = [game.summary(timeline.state) for timeline in timelines]
    return Played(path, game_record, scenario, timelines, shown)


def is_over(shown: Summary) -> bool:
    return bool(shown["status"] == "over")


def is_taken_back(played: Played) -> bool:
    """The move that had ended the game was undone."""
    return any(
        move["type"] == "undo" and is_over(before) and not is_over(after)
        for move, before, after in played.moves
    )
