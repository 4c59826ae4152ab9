"""What Age of Iron's recorded games must show, and how its games can end."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.played.games import Played, Summary, is_over, is_taken_back

ALWAYS = {"status", "chart", "scores", "winners", "controlled"}
MOVES = {
    *("deploy", "build", "attack", "trade", "split-control", "end-turn"),
    *("extend", "correct", "undo", "redo"),
}
SCENARIOS = {"example-of-play", "1800-bc", "900-bc"}


def assert_conserved(played: Played) -> None:
    """Before any correction: placing moves RFs from hand to chart, trades keep all goods."""
    for move, before, after in played.moves:
        if move["type"] in ("correct", "undo", "redo"):
            break
        assert goods_in(after) == goods_in(before)
        if move["type"] == "attack":
            assert 0 <= rfs_placed(after) < rfs_placed(before)
        elif move["type"] in ("deploy", "build"):
            assert rfs_placed(after) == rfs_placed(before) + move["rfs"]
        else:
            assert rfs_placed(after) == rfs_placed(before)


def rfs_placed(shown: Summary) -> int:
    chart = sum(sum(row.values()) for row in shown["chart"].values())
    return chart + sum(map(sum, shown["civilization"].values()))


def goods_in(shown: Summary) -> Mapping[str, int]:
    total: dict[str, int] = {}
    for rows in shown["goods"].values():
        for row in rows.values():
            for letter, number in row.items():
                total[letter] = total.get(letter, 0) + number
    return total


def totals(played: Played) -> list[int]:
    return [score["total"] for score in played.end["scores"].values()]


def is_stuck_alone(played: Played) -> bool:
    """A player ended the turn with RFs in hand, which is only possible if they can't be placed."""
    return any(
        move["type"] == "end-turn" and before["hand"][move["player"]] > 0
        for move, before, _ in played.moves
    )


def is_stuck_together(played: Played) -> bool:
    """Orders were revealed with more in hand than the last order placed."""
    return any(
        before["phase"] == "deployment"
        and after["phase"] == "action"
        and sum(before["hand"].values()) > move.get("rfs", 0)
        for move, before, after in played.moves
    )


def is_lengthened(played: Played, when_over: bool) -> bool:
    return any(
        move["type"] == "extend" and is_over(before) == when_over
        for move, before, _ in played.moves
    )


def has_controllers(played: Played, number: int) -> bool:
    return any(len(players) == number for players in played.end["controlled"].values())


ENDINGS: dict[str, Callable[[Played], bool]] = {
    "one wins": lambda played: len(played.end["winners"]) == 1,
    "several share the victory": lambda played: (
        len(played.end["winners"]) > 1 and any(totals(played))
    ),
    "nobody has any points": lambda played: not any(totals(played)),
    "lengthened while it was on": lambda played: is_lengthened(played, when_over=False),
    "lengthened after it was over": lambda played: is_lengthened(played, when_over=True),
    "corrected after the end": lambda played: any(
        move["type"] == "correct" and is_over(before) for move, before, _ in played.moves
    ),
    "the end was taken back": is_taken_back,
    "a stuck hand was lost in turn": is_stuck_alone,
    "a stuck hand was lost at the reveal": is_stuck_together,
    "a territory is one player's": lambda played: has_controllers(played, 1),
    "a territory is two players'": lambda played: has_controllers(played, 2),
    "some completed a set": lambda played: any(
        score["trade"] for score in played.end["scores"].values()
    ),
}
