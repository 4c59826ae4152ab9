"""What Valley of War's recorded games must show, and how its games can end."""

from __future__ import annotations

from collections.abc import Callable

from tests.played.games import Played, is_taken_back

ALWAYS = {"status", "throws", "restarts", "emperors", "result", "winners"}
MOVES = {"throw", "restart", "undo", "redo"}
SCENARIOS = {"standard"}


def assert_conserved(played: Played) -> None:
    """Pieces lie inside or outside: 30 Ninjas, 10 Samurai each, of which some Occupy."""
    for _, _, after in played.moves:
        assert 0 <= after["ninjas_in_valley"] <= 30
        for emperor in after["emperors"].values():
            assert 0 <= emperor["occupying"] <= emperor["samurai_in_valley"] <= 10
            assert emperor["occupying"] <= 3


def is_won_by(played: Played, colour: str) -> bool:
    return bool(played.end["result"] == "win" and played.end["winners"] == [colour])


def is_restocked(played: Played, kind: str) -> bool:
    return any(after["restocked"][kind] for _, _, after in played.moves)


ENDINGS: dict[str, Callable[[Played], bool]] = {
    "Red wins": lambda played: is_won_by(played, "red"),
    "Blue wins": lambda played: is_won_by(played, "blue"),
    "a loss-draw": lambda played: played.end["result"] == "loss-draw",
    "won on the throw into phase 3": lambda played: any(
        before["emperors"][colour]["phase"] == 2
        for _, before, after in played.moves
        for colour in after["winners"]
    ),
    "won on the throw back into phase 2": lambda played: any(
        played.end["emperors"][colour]["phase"] == 2 for colour in played.end["winners"]
    ),
    "there was a restart": lambda played: played.end["restarts"] > 0,
    "the end was taken back": is_taken_back,
    "Ninjas were picked out": lambda played: is_restocked(played, "ninjas"),
    "Samurai were picked out": lambda played: is_restocked(played, "samurai"),
}
