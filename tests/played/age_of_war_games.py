"""What Age of War's recorded games must show, and how its games can end."""

from __future__ import annotations

from collections.abc import Callable

from tests.played.games import Played, Summary, is_taken_back

ALWAYS = {"status", "castles", "clans", "scores", "winners"}
MOVES = {"roll", "fill", "lose", "undo", "redo"}
SCENARIOS = {"standard"}


def assert_conserved(played: Played) -> None:
    """There are fourteen castles, and seven dice at most; a roll changes neither."""
    for move, before, after in played.moves:
        assert castles_in(after) == 14
        assert 0 <= after["dice_left"] <= 7
        if move["type"] == "roll":
            assert after["dice_left"] == before["dice_left"] == len(after["roll"])


def castles_in(shown: Summary) -> int:
    return len(shown["center"]) + sum(score["castles"] for score in shown["scores"].values())


def is_tied(played: Played, *keys: str) -> bool:
    """The winners and another player are equal in these keys of the score."""
    end = played.end
    best = [end["scores"][end["winners"][0]][key] for key in keys]
    others = [score for id, score in end["scores"].items() if id not in end["winners"]]
    return any([score[key] for key in keys] == best for score in others)


ENDINGS: dict[str, Callable[[Played], bool]] = {
    "the most points win": lambda played: not is_tied(played, "points"),
    "the most castles win": lambda played: (
        is_tied(played, "points") and not is_tied(played, "points", "castles")
    ),
    "the most clans win": lambda played: is_tied(played, "points", "castles"),
    "several share the victory": lambda played: len(played.end["winners"]) > 1,
    "two play": lambda played: len(played.end["scores"]) == 2,
    "six play": lambda played: len(played.end["scores"]) == 6,
    "the end was taken back": is_taken_back,
    "a castle was taken from an opponent": lambda played: any(
        len(after["center"]) == len(before["center"]) and after["castles"] != before["castles"]
        for move, before, after in played.moves
        if move["type"] == "fill"
    ),
    "a turn ended with the last die lost": lambda played: any(
        move["type"] == "lose" and before["active"] != after["active"]
        for move, before, after in played.moves
    ),
    "a turn ended with the last dice on a line": lambda played: any(
        move["type"] == "fill"
        and before["active"] != after["active"]
        and before["castles"] == after["castles"]
        and before["clans"] == after["clans"]
        for move, before, after in played.moves
    ),
}
