"""A game of Age of War on the running site, and how players press what is lit."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from playwright.sync_api import Page

from moderator.rules.age_of_war import AGE_OF_WAR, bot
from moderator.rules.age_of_war.castles import CASTLES, STANDARD
from moderator.rules.age_of_war.state import State
from moderator.rules.log import Timeline
from moderator.rules.reading import wire_text
from tests.support.site import Site
from tests.support.web.rooms import Room

MAKE = """
import json
from django.contrib.auth.models import User
from moderator.core import credentials
from moderator.features.classes.write import classroom_create, groups_create
from moderator.core.people import instructor_person
from moderator.features.new_game.settings import GameSettings
from moderator.features.new_game.write import game_create
from moderator.features.moves.write import move_play
given = json.loads({given!r})
pat, _ = User.objects.get_or_create(username="age-of-war-tests")
classroom = classroom_create(pat, "HIST 210")
by = instructor_person(classroom)
made = []
for group, moves in zip(groups_create(classroom, len(given["begun"])), given["begun"]):
    partners = frozenset(given["partners"])
    settings = GameSettings(given["acting"], given["dice"], True, partners)
    options = {{"players": given["players"]}}
    game = game_create(group, "age-of-war", "standard", options, by, settings)
    for after, wire in enumerate(moves):
        move_play(game, wire, after, f"k{{after}}", by, "moderator")
    made.append([group.code, credentials.console_token(group), classroom.pk, ""])
print(json.dumps(made))
"""
MOVE = """
import json
from moderator.core import credentials, queries
from moderator.core.people import instructor_person
from moderator.features.moves.write import move_play
game = queries.game_now(queries.group_by_code({code!r}))
by, after = instructor_person(game.group.classroom), queries.timeline(game).number
move_play(game, json.loads({wire!r}), after, credentials.new(), by, "moderator")
"""
GO_ON = """
from moderator.core import credentials, queries
from moderator.rules import dice as rules_dice
from moderator.core.people import instructor_person
from moderator.features.moves.write import move_play
from tests.support.web.daimyos import hurried
game = queries.game_now(queries.group_by_code({code!r}))
by = instructor_person(game.group.classroom)
now, wires = queries.timeline(game), []
first = now.number
while now.state.active is not None:
    wires.append(hurried(now.state, now.state.players[now.state.active]))
    dice = rules_dice.needed(now.rules, now.state, wires[-1])
    seed = bytes.fromhex(game.seed)
    now = now.play(rules_dice.filled(wires[-1], dice, seed, game.uid, now.number + 1))
for after, wire in enumerate(wires[:-{left}], start=first):
    move_play(game, wire, after, credentials.new(), by, "moderator")
"""
PRESS = """async ([ids, value, version]) => {
    const until = performance.now() + 20000;
    const seen = () => Number(document.getElementById("live").dataset.version);
    const wait = async () => {
        if (performance.now() > until) throw new Error(`${ids}: still ${seen()} of ${version}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
    };
    while (seen() < version - 1) await wait(); // the other phone's move
    const button = ids.map((id) => document.getElementById(id))
        .find((found) => found?.getClientRects().length);
    if (!button) throw new Error(`none of ${ids} is seen`);
    if (button.value !== value) throw new Error(`${ids} would do ${button.value}, not ${value}`);
    const key = () => document.querySelector("#press [name=key]")?.value;
    const used = key();
    button.click();
    // The feed may be quicker than the answer, which brings the key for the next press.
    while (seen() < version || key() === used) await wait();
    return [...document.querySelectorAll(".aow-dice [data-face]")].map((die) => die.dataset.face);
}"""


def seat(
    site: Site,
    *players: str,
    dice: str = "server",
    partners: tuple[str, ...] = (),
    begun: Sequence[Sequence[dict[str, Any]]] = ((),),
) -> list[Room]:
    """A group for each of these openings, with such a game; students move."""
    given = {
        "players": players,
        "acting": "seats",
        "dice": dice,
        "partners": partners,
        "begun": begun,
    }
    made = json.loads(site.run(MAKE.format(given=json.dumps(given))))
    return [Room(site, *one) for one in made]


@dataclass
class Mirror:
    """The game as it follows from presses and dice on the screen, without asking the server."""

    players: tuple[str, ...]
    timeline: Timeline = field(init=False)

    def __post_init__(self) -> None:
        start = AGE_OF_WAR.begin(STANDARD, {"players": list(self.players)})
        self.timeline = Timeline(AGE_OF_WAR, start)

    @property
    def active(self) -> str | None:
        """The player whose turn it is; None when the game is over."""
        active: str | None = AGE_OF_WAR.summary(self.timeline.state)["active"]
        return active

    def press(self, page: Page, wire: Any) -> None:
        """Presses the button of the move, and reads the result."""
        ids = {"roll": ["aow-roll"], "lose": ["aow-lose"]}.get(wire["type"]) or [
            f"{where}-{wire['castle']}-{wire['line']}" for where in ("fill", "pin")
        ]
        version = 1_000_000 + self.timeline.number + 1
        faces = page.evaluate(PRESS, [ids, wire_text(wire), version])
        if wire["type"] == "roll":
            wire = {**wire, "dice": faces}
        self.timeline = self.timeline.play(wire)

    def as_the_bot(self, phones: Mapping[str, Page]) -> None:
        """Presses what the bot would choose, on the phone in turn, until the game is over."""
        while self.active is not None:
            wire = bot.move(self.timeline.state, self.active)
            self.press(phones[self.active], wire)

    def go_on(self, room: Room, left: int) -> None:
        """The players, who hurry, move elsewhere until so many moves are left."""
        room.site.run(GO_ON.format(code=room.code, left=left))
        for wire in room.entries[self.timeline.number :]:
            self.timeline = self.timeline.play(wire)


def hurried(state: State, seat: str) -> Any:
    """The move of a player who only wants the game to end: the most likely castle of the center."""
    if not state.roll:
        return {"type": "roll", "player": seat}
    center = [number for number, holder in enumerate(state.holders) if holder is None]
    lost, best, wire = Fraction(0), Fraction(-1), {"type": "lose", "player": seat}
    for number in center if state.castle is None else [state.castle]:
        castle = CASTLES[number]
        left = [line for line in state.needed_lines(number) if line not in state.filled]
        lost = max(lost, bot.take([castle.line(one) for one in left], state.dice_left - 1))
        for line in left:
            dice = castle.line(line).fewest(state.roll) or ()
            rest = [castle.line(one) for one in left if one != line]
            sure = bot.take(rest, state.dice_left - len(dice)) if dice else Fraction(-1)
            if sure > best:
                best = sure
                fill = {"castle": castle.id, "line": line, "dice": list(dice)}
                wire = {"type": "fill", "player": seat, **fill}
    return wire if best >= lost else {"type": "lose", "player": seat}
