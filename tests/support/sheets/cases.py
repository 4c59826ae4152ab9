"""Views to print: the worked example, 1800 B.C., and the largest possible scenario."""

from datetime import UTC, datetime
from typing import Any

import pytest

from moderator.rules import log
from moderator.rules.age_of_iron.views import ChartView
from moderator.rules.registry import GAMES
from moderator.rules.seating import MODERATOR, Viewer
from moderator.sheets.snapshot import Stamp
from tests.support.paths import SCENARIOS

GAME = GAMES["age-of-iron"]
FOLDER = SCENARIOS / "age_of_iron"
HASH = "0123456789abcdef" * 4
on_both_papers = pytest.mark.parametrize(
    "paper", ["letter", pytest.param("a4", marks=pytest.mark.long)]
)
"""Letter is shorter, so that less fits on it; what is too wide for A4 is found by a long run."""
STAMP = Stamp(
    "Group Kanesh",
    datetime(2026, 11, 21, 9, 42, tzinfo=UTC),
    "HIST 210 Ancient Near East",
    3,
    41,
    HASH,
    "Europe/Berlin",
    "k7Qm2",
)


def move(kind: str, **fields: Any) -> dict[str, Any]:
    return {"type": kind, **fields}


WORKED_EXAMPLE = (
    move("deploy", player="ariel", region="xenophobia", rfs=5),
    move("deploy", player="ariel", region="yurt", rfs=5),
    move("attack", player="ariel", defender="beauregard", region="xenophobia", rfs=5),
    move("attack", player="ariel", defender="chas", region="yurt", rfs=2),
    move("attack", player="ariel", defender="chas", region="xenophobia", rfs=2),
    move("end-turn", player="ariel"),
    move("deploy", player="beauregard", region="yurt", rfs=4),
    move("deploy", player="beauregard", region="zen", rfs=11),
    move("attack", player="beauregard", defender="ariel", region="yurt", rfs=4),
    move("attack", player="beauregard", defender="dirk", region="zen", rfs=11),
    move("end-turn", player="beauregard"),
    move("deploy", player="chas", region="xenophobia", rfs=20),
    move("attack", player="chas", defender="dirk", region="xenophobia", rfs=5),
    move("attack", player="chas", defender="beauregard", region="xenophobia", rfs=5),
    move("end-turn", player="chas"),
    move("end-turn", player="dirk"),
)

MID_GAME = (
    move("deploy", player="egypt", region="egypt", rfs=6),
    move("deploy", player="egypt", region="syria", rfs=7),
    move("trade", player="egypt", partner="assyria", give={"G": 1}, get={"T": 1}),
    move("end-turn", player="egypt"),
    move("deploy", player="babylon", region="elam", rfs=10),
    move("build", player="babylon", rfs=2),
    move("end-turn", player="babylon"),
    move("build", player="assyria", rfs=11),
    move("end-turn", player="assyria"),
    move("deploy", player="hatti", region="syria", rfs=9),
    move("end-turn", player="hatti"),
    move("deploy", player="egypt", region="syria", rfs=3),
    move("build", player="egypt", rfs=10),
    move("attack", player="egypt", defender="hatti", region="syria", rfs=4),
)


def folded(
    scenario: Any, options: dict[str, Any], moves: tuple[dict[str, Any], ...]
) -> log.Timeline:
    timeline = log.Timeline(GAME, GAME.begin(scenario, options))
    for one in moves:
        timeline = timeline.play(one)
    return timeline


def shipped(name: str) -> Any:
    return GAME.read_scenario_toml((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def worked_example(moves: int = len(WORKED_EXAMPLE), viewer: Viewer = MODERATOR) -> ChartView:
    timeline = folded(shipped("example-of-play"), {}, WORKED_EXAMPLE[:moves])
    return GAME.view(timeline.state, viewer, timeline.before)


def mid_game(viewer: Viewer = MODERATOR) -> ChartView:
    """1800 B.C. in Game-turn 2, Egypt to move; Babylon controls Elam."""
    options = {"deployment": "sequential", "control": True}
    timeline = folded(shipped("1800-bc"), options, MID_GAME)
    return GAME.view(timeline.state, viewer, timeline.before)


def orders(viewer: Viewer) -> ChartView:
    """1800 B.C. while orders are written; Egypt has finished its own."""
    moves = (move("deploy", player="egypt", region="syria", rfs=11),)
    timeline = folded(shipped("1800-bc"), {"deployment": "simultaneous"}, moves)
    return GAME.view(timeline.state, viewer, timeline.before)


def scenario(
    players: int, regions: int, boxes: int = 4, goods: bool = True, name: str = "Country {}"
) -> dict[str, Any]:
    """A scenario of any size; `{}` in `name` becomes a number."""
    letters = [chr(ord("A") + i) for i in range(players)]
    return {
        "format": "age-of-iron/1",
        "id": "any",
        "title": name.format("of the title"),
        "turns": 6,
        "goods": {a: name.format(f"good {a}") for a in letters} if goods else {},
        "civilization": {"box": 10, "victory_points": list(range(1, boxes + 1))},
        "trade": {"units": 4, "victory_points": 8},
        "players": [
            {
                "id": f"p{i}",
                "name": name.format(i),
                "income": 50,
                **({"home": f"r{i}"} if i < regions else {}),
                **({"good": letters[i]} if goods else {}),
            }
            for i in range(players)
        ],
        "regions": [{"id": f"r{i}", "name": name.format(f"region {i}")} for i in range(regions)],
        "objectives": [
            {"player": f"p{i}", "kind": "presence", "region": f"r{r}", "victory_points": 1 + r}
            for i in range(players)
            for r in range(min(regions, 12))
        ]
        + [
            {
                "player": "p0",
                "kind": "prevent",
                "region": "r1",
                "by": [f"p{i}" for i in range(1, max(2, players - 1))],
                "victory_points": 9,
            }
        ],
    }


def full(players: int, regions: int, **more: Any) -> ChartView:
    """Every cell filled, many crossed out, boxes half full, dozens of goods."""
    wire = scenario(players, regions, **more)
    chart = {
        f"r{r}": {f"p{i}": (r * 37 + i * 911) % 1000 for i in range(players)}
        for r in range(regions)
    }
    chart["r0"]["p1"] = 99_999
    has_boxes = bool(wire["civilization"]["victory_points"])
    moves = [
        move("correct", reason="all of it", chart=chart),
        move("correct", reason="more", chart={"r1": {"p0": 99_999}}),
        *(move("deploy", player="p0", region="r1", rfs=1) for _ in range(9)),
        *(move("deploy", player="p0", region="r0", rfs=1) for _ in range(20)),
    ]
    if has_boxes:
        count = len(wire["civilization"]["victory_points"])
        built = {f"p{i}": min(10 * count, 7 * i * i) for i in range(players)}
        moves.append(move("correct", reason="boxes", civilization=built))
    if wire["goods"]:
        acquired = dict.fromkeys(wire["goods"], 60)
        own = {"for_trade": {"A": 99_999}, "acquired": acquired}
        two = {"for_trade": {"B": 1}, "acquired": {"A": 2, "B": 5}}
        moves.append(move("correct", reason="goods", goods={"p0": own, "p1": two}))
    read = GAME.read_scenario(wire)
    timeline = folded(read, {"deployment": "sequential"}, tuple(moves))
    return GAME.view(timeline.state, MODERATOR, timeline.before)
