"""What the recorded games of War! must show, and how its games can end."""

from __future__ import annotations

from collections.abc import Callable

from tests.played.games import Played, Summary, is_taken_back

ALWAYS = {"status", "tiles", "supply", "scores", "winners"}
MOVES = {
    *("place", "reinforce", "play", "combat-card", "move", "fight", "withdraw", "draw"),
    *("end-turn", "undo", "redo"),
}
SCENARIOS: set[str] = set()


def assert_conserved(played: Played) -> None:
    """Every player has 20 units; a card leaves the game played or as an old combat card."""
    for move, before, after in played.moves:
        for player, left in after["supply"].items():
            assert left == 20 - units_of(after, player)
        if move["type"] in ("undo", "redo"):
            continue
        gone = cards_in(before) - cards_in(after)
        if move["type"] == "play":
            assert gone == 1
        else:
            old = before["combat_cards"].get(after["active"])
            assert gone == (before["active"] != after["active"] and old is not None)


def units_of(shown: Summary, player: str) -> int:
    return sum(tile["units"] for tile in shown["tiles"].values() if tile["player"] == player)


def cards_in(shown: Summary) -> int:
    laid = sum(card is not None for card in shown["combat_cards"].values())
    held = sum(map(len, shown["hands"].values()))
    return laid + held + len(shown["face_up"]) + int(shown["deck_left"])


def has_fought(played: Played, move_type: str, is_won: bool) -> bool:
    """An attack that this kind of move ended, with the target taken or not."""
    return any(
        after["attack"] is None
        and (after["tiles"][before["attack"]["to"]]["player"] == before["active"]) == is_won
        for move, before, after in played.moves
        if move["type"] == move_type and before["attack"]
    )


ENDINGS: dict[str, Callable[[Played], bool]] = {
    "one wins": lambda played: len(played.end["winners"]) == 1,
    "several share the victory": lambda played: len(played.end["winners"]) > 1,
    "two play": lambda played: len(played.end["scores"]) == 2,
    "three play": lambda played: len(played.end["scores"]) == 3,
    "four play": lambda played: len(played.end["scores"]) == 4,
    "the end was taken back": is_taken_back,
    "the last card lay alone": lambda played: any(
        move["type"] == "draw" and len(move["cards"]) == 1 for move in played.record.moves
    ),
    "somebody was left without units": lambda played: 20 in played.end["supply"].values(),
    "a set was completed": lambda played: any(
        score["sets"] for score in played.end["scores"].values()
    ),
    "an attack was won": lambda played: has_fought(played, "fight", is_won=True),
    "an attack was beaten off": lambda played: has_fought(played, "fight", is_won=False),
    "an attack was given up": lambda played: has_fought(played, "withdraw", is_won=False),
    "units of a card were lost": lambda played: any(
        sum(move["units"].values()) < move["card"][1]
        for move in played.record.moves
        if move["type"] == "play"
    ),
}
