"""What the instructor releases at the debrief: what it covers, and when it is shown."""

from __future__ import annotations

import pytest

from moderator.core.cache import forget_all
from moderator.core.errors import InvalidInput
from moderator.core.look import look_at, table_version
from moderator.core.models import Game, Group, Person
from moderator.core.written import Diplomacy
from moderator.features.clock.write import game_continue, game_stop
from moderator.features.deals.records import contact_note, promise_make
from moderator.features.debrief.models import DebriefRelease
from moderator.features.debrief.releases import (
    Released,
    debrief_release,
    debrief_withdraw,
    released,
)
from moderator.features.messages.write import message_send
from moderator.rules.seating import MODERATOR, PUBLIC
from tests.support.play.agreed import People, seated
from tests.support.play.play import deploy, record, start
from tests.support.web.visits import undone

NO_ATTACK = {"kind": "no-attack", "target": "babylon", "region": "syria", "until": 1}
OPTIONS = {"deployment": "sequential", "communication": "written", "diplomatic_records": True}


@pytest.fixture
def game(group: Group, moderator: Person) -> Game:
    return start(group, moderator, "1800-bc", OPTIONS)


@pytest.fixture
def people(game: Game) -> People:
    found = seated(game)
    for sender, *to in (("egypt", "babylon"), ("egypt", "assyria", "hatti"), ("hatti", "assyria")):
        text, key = f"{sender} to {','.join(to)}", f"message-{sender}-{'-'.join(to)}"
        message_send(game, sender, to, text, key, found[sender], "student")
    contact_note(game, ["babylon"], "of egypt", "a", found["egypt"], "student")
    contact_note(game, ["egypt"], "of babylon", "b", found["babylon"], "student")
    promise_make(game, "babylon", NO_ATTACK, None, "p", found["egypt"])
    return found


def now(game: Game, is_teacher: bool = False) -> Released:
    game.refresh_from_db()
    return released(look_at(game, MODERATOR if is_teacher else PUBLIC))


def texts(what: Released) -> set[str]:
    notes = (*what.messages, *what.records.contacts)
    return {one.text for one in notes} | {"promise" for _ in what.records.promises}


def stopped(game: Game, moderator: Person) -> None:
    game_stop(game, moderator, "moderator")


ALL = {"egypt to babylon", "egypt to assyria,hatti", "hatti to assyria"}
ALL |= {"of egypt", "of babylon", "promise"}


COVERED: list[tuple[tuple[str, ...], int | None, set[str]]] = [
    ((), None, ALL),
    ((), 1, ALL),
    (("babylon",), None, {"egypt to babylon", "of babylon", "promise"}),
    (("egypt", "babylon"), None, {"egypt to babylon", "of egypt", "of babylon", "promise"}),
    (("egypt", "hatti"), None, {"egypt to assyria,hatti"}),
    (("assyria", "hatti"), None, {"hatti to assyria"}),
    (("assyria", "hatti"), 1, {"hatti to assyria"}),
]


def test_a_release_covers(
    game: Game, people: People, moderator: Person, subtests: pytest.Subtests
) -> None:
    stopped(game, moderator)
    for players, turn, shown in COVERED:
        forget_all()  # they were kept by numbers that are given out again
        with subtests.test(players=players, turn=turn), undone():
            assert debrief_release(game, players, turn)
            assert not debrief_release(game, players[::-1], turn)  # a second press
            assert texts(now(game)) == shown
            debrief_withdraw(game, [DebriefRelease.objects.get().pk])
            assert not now(game).rows


def test_withdrawing_everything_seals_the_parts_too(
    game: Game, people: People, moderator: Person
) -> None:
    stopped(game, moderator)
    debrief_release(game, ["egypt", "hatti"])
    debrief_release(game, turn=1)
    debrief_release(game)
    everything = DebriefRelease.objects.get(players=[], turn=None)
    debrief_withdraw(game, [everything.pk])
    assert not now(game).rows
    assert not DebriefRelease.objects.filter(withdrawn_at=None).exists()


def test_nothing_is_shown_while_the_game_goes_on(
    game: Game, people: People, moderator: Person
) -> None:
    with pytest.raises(InvalidInput, match="goes on"):
        debrief_release(game)
    stopped(game, moderator)
    debrief_release(game)
    assert texts(now(game)) == ALL
    game_continue(game, moderator, "moderator")
    assert not now(game).rows


def test_what_is_written_after_a_release_is_sealed(
    game: Game, people: People, moderator: Person
) -> None:
    stopped(game, moderator)
    debrief_release(game)
    game_continue(game, moderator, "moderator")
    message_send(game, "egypt", ["hatti"], "Hush", "h", people["egypt"], "student")
    stopped(game, moderator)
    assert not now(game).rows
    assert debrief_release(game)
    assert texts(now(game)) == ALL | {"Hush"}


@pytest.mark.slow
def test_a_game_that_is_not_over_after_all_is_sealed(group: Group, moderator: Person) -> None:
    game = start(group, moderator, "1800-bc", OPTIONS | {"turns": 1})
    person = seated(game)["egypt"]
    message_send(game, "egypt", ["hatti"], "Peace?", "k", person, "student")
    for player, rfs in (("egypt", 13), ("babylon", 12), ("assyria", 11), ("hatti", 9)):
        record(game, deploy(player, player, rfs), moderator)
        record(game, {"type": "end-turn", "player": player}, moderator)
    debrief_release(game)
    assert texts(now(game)) == {"Peace?"}
    record(game, {"type": "undo"}, moderator)
    message_send(game, "egypt", ["hatti"], "Hush", "h", person, "student")
    record(game, {"type": "redo"}, moderator)
    assert not now(game).rows


def test_what_others_never_read_cannot_be_released(
    game: Game, people: People, moderator: Person
) -> None:
    Diplomacy.objects.create(game=game, afterwards=Diplomacy.Afterwards.NOBODY)
    stopped(game, moderator)
    with pytest.raises(InvalidInput, match="others never read"):
        debrief_release(game)
    assert not DebriefRelease.objects.exists()


def test_there_is_no_such_release(game: Game, people: People, moderator: Person) -> None:
    stopped(game, moderator)
    for players, turn in (
        (("rome",), None),
        (("egypt", "hatti", "assyria"), None),
        ((), 0),
        ((), 2),
    ):
        with pytest.raises(InvalidInput, match="no such"):
            debrief_release(game, players, turn)


def test_every_act_is_counted_for_everybody(game: Game, people: People, moderator: Person) -> None:
    stopped(game, moderator)
    numbers = []
    for act in (
        lambda: None,
        lambda: debrief_release(game, ["egypt"]),
        lambda: debrief_withdraw(game, [DebriefRelease.objects.get().pk]),
    ):
        act()
        game.refresh_from_db()
        numbers.append(table_version(look_at(game), PUBLIC))
    assert numbers == [numbers[0], numbers[0] + 1, numbers[0] + 2]


def test_teachers_who_may_not_read_along_see_what_is_released(
    game: Game, people: People, moderator: Person
) -> None:
    Diplomacy.objects.create(game=game, readers=Diplomacy.Readers.NOBODY)
    stopped(game, moderator)
    assert not now(game, is_teacher=True).rows
    debrief_release(game, ["hatti", "assyria"])
    assert texts(now(game, is_teacher=True)) == {"hatti to assyria"}
