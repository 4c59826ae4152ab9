"""A class whose two groups have played a round, with all that is special about grades."""

from __future__ import annotations

from moderator.core import queries
from moderator.core.models import Classroom, Game, Group, Person
from moderator.core.people import instructor_person, person_join
from moderator.features.classes.feature import note_write
from moderator.features.clock.write import game_stop
from moderator.features.deals.records import promise_answer, promise_make
from moderator.features.people.roster import roster_import
from moderator.features.people.roster_reading import ReadName
from moderator.features.people.write import seat_give
from tests.support.play.play import deploy, record, start
from tests.support.shared import shared

OPTIONS = {"deployment": "sequential", "communication": "written", "diplomatic_records": True}
NUMBERS = {
    "Ana Ruiz": "1001",
    "Karl Mo": "1002",
    "Zoë Åström": "0007",
    "Li Wei": "1004",
    "Anita Sharma": "1005",
    "Ben Cohen": "1006",
    "Noa Levi": "1007",
    "Dan Brown": "1008",
    "=SUM(1+1) Evil": "1009",
    "Abi Sent": "1010",
    "Mia Chair": "",
}
"""The roster. Abi Sent never joins, and Mia Chair moderates."""
SEATS = {
    "Ana Ruiz": (0, "egypt"),
    "Karl Mo": (0, "babylon"),
    "Zoë Åström": (0, "assyria"),
    "Li Wei": (0, "hatti"),
    "Anita Sharma": (0, "hatti"),
    "Ben Cohen": (1, "egypt"),
    "Noa Levi": (1, "babylon"),
    "Dan Brown": (1, "assyria"),
    "=SUM(1+1) Evil": (1, "hatti"),
}
NO_ATTACK = {"kind": "no-attack", "target": "babylon", "region": "syria", "until": 1}


def whole_turn(game: Game, by: Person, in_nubia: int = 0) -> None:
    """A round in which everybody deploys at home, but for so many of Egypt's."""
    homes = {one["id"]: one["home"] for one in game.scenario["players"]}
    if in_nubia:
        record(game, deploy("egypt", "nubia", in_nubia), by)
    for _ in range(len(homes)):
        now = queries.timeline(game)
        summary = now.rules.summary(now.state)
        player = summary["active"]
        record(game, deploy(player, homes[player], summary["hand"][player]), by)
        record(game, {"type": "end-turn", "player": player}, by)


def make(classroom: Classroom, groups: list[Group]) -> dict[str, Person]:
    """Both groups have completed a round; the second one's game has been stopped."""
    by = instructor_person(classroom)
    roster = [
        ReadName(line, name, number, name.rpartition(" ")[2])
        for line, (name, number) in enumerate(NUMBERS.items(), 1)
    ]
    roster_import(classroom, roster, is_replacing=False)
    games = [start(group, by, "1800-bc", OPTIONS) for group in groups]
    people = {}
    for name, (group, player) in SEATS.items():
        people[name] = person_join(classroom, name, groups[group])
        seat_give(people[name], games[group].seats.get(player=player))
    for name in ("Mia Chair", "Guest Gus", "Late Lou"):
        people[name] = person_join(classroom, name)
    mia = people["Mia Chair"]
    mia.moderates = groups[0]
    mia.save(update_fields=["moderates"])
    seat_give(people["Guest Gus"], games[1].seats.get(player="egypt"))
    write(games[0], people)
    whole_turn(games[0], by, 5)
    whole_turn(games[1], by)
    game_stop(games[1], by, "instructor")
    note_write(people["Ana Ruiz"], "Led the talks", by)
    note_write(people["Ana Ruiz"], "Found the compromise", by)
    note_write(people["Karl Mo"], "Disturbed twice", by)
    return people


def write(game: Game, people: dict[str, Person]) -> None:
    """Messages and promises; Zoë wrote one as Hatti, before she changed seats."""
    zoe, ana, karl = people["Zoë Åström"], people["Ana Ruiz"], people["Karl Mo"]
    by = instructor_person(game.group.classroom)
    seat_give(zoe, game.seats.get(player="hatti"))
    for say in shared("say"):
        say(game, "hatti", ["egypt"], "=1+1 from Hatti", zoe)
    seat_give(zoe, game.seats.get(player="assyria"))
    for say in shared("say"):
        say(game, "egypt", ["babylon"], "Ally?", ana)
        say(game, "egypt", ["babylon", "hatti"], "Two lines\n+ more", ana)
        say(game, "babylon", ["egypt"], "Yes", karl)
        say(game, "hatti", ["egypt"], "On paper", by, "instructor")
    promise_make(game, "babylon", NO_ATTACK, None, "p1", ana)
    promise_answer(game, 1, "accepted", "a1", karl)
