"""A game of Kim and Ed, and a notation for moves."""

from __future__ import annotations

from typing import Any

from moderator.rules.age_of_war import AGE_OF_WAR
from moderator.rules.age_of_war.castles import CASTLE_NUMBERS, CASTLES, DICE, STANDARD
from moderator.rules.errors import Refused
from moderator.rules.log import Timeline

Json = dict[str, Any]

FACES = {
    "1": "infantry-1",
    "2": "infantry-2",
    "3": "infantry-3",
    "a": "archery",
    "c": "cavalry",
    "d": "daimyo",
}


def table(*players: str) -> Timeline:
    """A game before its first roll; by default Kim and Ed play."""
    options = {"players": list(players or ("kim", "ed"))}
    AGE_OF_WAR.check_options(options)
    return Timeline(AGE_OF_WAR, AGE_OF_WAR.begin(STANDARD, options))


def dice(letters: str) -> list[str]:
    """Faces from their letters; `-` for none."""
    return [FACES[letter] for letter in letters.replace("-", "")]


def move(text: str) -> Json:
    """`roll kim 1123acd`, `fill kim gifu 1 d`, `lose kim`, `undo`."""
    verb, *rest = text.split()
    wire: Json = {"type": verb}
    if rest:
        wire["player"] = rest[0]
    if verb == "roll":
        wire["dice"] = dice(rest[1])
    if verb == "fill":
        wire |= {"castle": rest[1], "line": int(rest[2]), "dice": dice(rest[3])}
    return wire


def play(timeline: Timeline, *moves: str | Json) -> Timeline:
    """The game after these moves; a refusal fails the test."""
    for one in moves:
        timeline = timeline.play(move(one) if isinstance(one, str) else one)
    return timeline


def take(timeline: Timeline, player: str, castle: str) -> Timeline:
    """The game after a turn in which the player conquers a castle, line by line."""
    left, number = DICE, CASTLE_NUMBERS[castle]
    for line in timeline.state.needed_lines(number):
        best = ["infantry-3"] * 4 + ["archery", "archery", "cavalry", "cavalry", "daimyo", "daimyo"]
        faces = CASTLES[number].line(line).fewest(best)
        assert faces is not None
        pad = ["infantry-1"] * (left - len(faces))
        timeline = timeline.play({"type": "roll", "player": player, "dice": [*faces, *pad]})
        timeline = timeline.play(
            {"type": "fill", "player": player, "castle": castle, "line": line, "dice": [*faces]}
        )
        left -= len(faces)
    return timeline


def pass_turn(timeline: Timeline, player: str) -> Timeline:
    """The game after a turn in which the player loses all seven dice."""
    for left in range(7, 0, -1):
        timeline = play(timeline, f"roll {player} {'a' * left}", f"lose {player}")
    return timeline


def refusal(timeline: Timeline, one: str | Json) -> str | None:
    """The code of the refusal, or None; a refusal changes nothing."""
    before = summary(timeline)
    try:
        play(timeline, one)
    except Refused as refused:
        assert refused.move == timeline.number + 1
        assert str(refused).endswith((".", "?"))
        assert str(refused).isprintable()
        assert summary(timeline) == before
        return refused.code
    return None


def summary(timeline: Timeline) -> Json:
    """What `replay --json` prints."""
    return AGE_OF_WAR.summary(timeline.state)


def wires(timeline: Timeline) -> list[Json]:
    """The moves that are not undone, in their wire form."""
    return [step.move.wire(step.before) for step in timeline.steps()][::-1]
