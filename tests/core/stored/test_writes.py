"""Every change of a game, in one table: repeated, with a used key, by others, at other times."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection

from moderator.core import queries
from moderator.core.errors import NotAllowed, Stale
from moderator.core.models import Game
from moderator.core.people import moderator_enter, person_remove
from moderator.features.classes.write import classroom_create, groups_create
from moderator.features.clock.write import game_stop, pause_begin
from moderator.features.deals import offers_write as offers
from moderator.features.deals import records
from moderator.features.deals.models import Promise
from moderator.features.from_paper.feature import text_record
from moderator.features.moves.write import move_play, turn_end
from moderator.features.new_game.write import game_delete
from moderator.features.slips import write as slips
from moderator.rules.errors import Refused
from moderator.rules.log import Timeline
from tests.support.amount import amount
from tests.support.paths import ROOT
from tests.support.play import tables
from tests.support.play.agreed import trade
from tests.support.play.play import play_on, record
from tests.support.play.slips import EGYPT, ORDERS, book, reveal, write
from tests.support.play.writes import ALWAYS, Scene, Write
from tests.support.shared import shared
from tests.support.web.visits import dump, undone

pytestmark = pytest.mark.slow

NO_ATTACK = {"kind": "no-attack", "target": "babylon", "region": "syria", "until": 1}
PRESENCE = {"kind": "presence", "region": "syria", "at": 1}
KEY = "key"
DEPLOYMENTS = ("sequential", "simultaneous")
STEP = 1 if connection.vendor == "sqlite" else amount(8, 1)
"""All writes have one frame, so a usual run has an eighth of them on PostgreSQL."""


def _sealed(scene: Scene) -> None:
    for player in ORDERS:
        write(scene.game, scene.moderator, player)


def _offered(scene: Scene) -> None:
    egypt = scene.people["egypt"]
    done = offers.offer_make(scene.game, trade("egypt", "assyria"), "first", egypt)
    scene.number = done.number


def _agreed(scene: Scene) -> None:
    _offered(scene)
    offers.offer_answer(scene.game, scene.number, "accepted", "yes", scene.people["assyria"])


def _promised(scene: Scene) -> None:
    egypt = scene.people["egypt"]
    records.promise_make(scene.game, "babylon", NO_ATTACK, None, "first", egypt)
    scene.number = Promise.objects.get().number


def _noted(scene: Scene) -> None:
    records.contact_note(scene.game, ["hatti"], "Met", "first", *scene.who("egypt"))


def _traded(scene: Scene) -> None:
    record(scene.game, trade("egypt", "assyria"), scene.moderator)


def _objected(scene: Scene) -> None:
    _traded(scene)
    offers.objection_make(scene.game, 1, scene.people["egypt"])
    scene.number = scene.game.objections.get().pk


def _decided(scene: Scene) -> None:
    """A turn of Age of War that goes on by itself."""
    group = scene.game.group
    game = tables.age_of_war(group, scene.moderator)
    for number in range(10):
        wire = {"type": "lose" if number % 2 else "roll", "player": "ann"}
        move_play(game, wire, number, f"m{number}", scene.moderator, "moderator")
    scene.pk = game.pk


def _deploy(rfs: int) -> dict[str, Any]:
    return {"type": "deploy", "player": "egypt", "region": "syria", "rfs": rfs}


OVER = frozenset({"over"})
# Of a game's settings, by the instructor alone, at any time: tests/overview/test_unmoderated.py.
SWITCHES = frozenset({"game_with_moderator", "game_without_moderator"})
WRITES = {
    "move_play": Write(
        lambda s, game, key, who, other: move_play(
            game, _deploy(1 + other), queries.head(game)[0], key, *who
        ),
        "moderator",
        "egypt",
    ),
    "turn_end": Write(
        lambda s, game, key, who, other: turn_end(game, 10, key, *who),
        "moderator",
        "nobody",
        _decided,
        others=0,
        never=frozenset({"stopped", "over"}),
    ),
    "text_record": Write(
        lambda s, game, key, who, other: text_record(
            game, f"e syr{1 + other}", queries.head(game)[0], key, *who
        ),
        "moderator",
        "egypt",
        others=0,  # another text has another key
    ),
    "slips_reveal": Write(
        lambda s, game, key, who, other: slips.slips_reveal(game, 4, key, *who),
        "moderator",
        "egypt",
        _sealed,
        "simultaneous",
        others=0,
        stale=OVER,
    ),
    "slip_write": Write(
        lambda s, game, key, who, other: slips.slip_write(
            game,
            slips.SlipChange("egypt", 0, EGYPT[:1] if other == 2 else EGYPT, not other),
            key,
            *who,
        ),
        "egypt",
        "hatti",
        others=2,
        deployment="simultaneous",
        stale=OVER,
    ),
    "slips_fill": Write(
        lambda s, game, key, who, other: slips.slips_fill(game, [int(other), 0, 0, 0], key, *who),
        "moderator",
        "egypt",
        deployment="simultaneous",
        stale=OVER,
    ),
    "player_remind": Write(
        lambda s, game, key, who, other: slips.player_remind(
            game, "hatti" if other else "egypt", key, *who
        ),
        "moderator",
        "egypt",
        deployment="simultaneous",
        stale=OVER,
    ),
    "offer_make": Write(
        lambda s, game, key, who, other: offers.offer_make(
            game, trade("egypt", "hatti" if other else "assyria"), key, who[0]
        ),
        "egypt",
        "nobody",
    ),
    "offer_answer": Write(
        lambda s, game, key, who, other: offers.offer_answer(
            game, s.number, "declined" if other else "accepted", key, who[0]
        ),
        "assyria",
        "hatti",
        _offered,
        stale=OVER,
    ),
    "offer_record": Write(
        lambda s, game, key, who, other: offers.offer_record(game, s.number + other, key, *who),
        "moderator",
        "egypt",
        _agreed,
        stale=OVER,
    ),
    "offer_discard": Write(
        lambda s, game, key, who, other: offers.offer_discard(game, s.number + other, key, *who),
        "moderator",
        "egypt",
        _agreed,
        stale=OVER,
    ),
    "objection_make": Write(
        lambda s, game, key, who, other: offers.objection_make(game, 1, who[0]),
        "egypt",
        "nobody",
        _traded,
        has_key=False,
        allowed=ALWAYS,
    ),
    "objection_dismiss": Write(
        lambda s, game, key, who, other: offers.objection_dismiss(game, s.number, *who),
        "moderator",
        "egypt",
        _objected,
        has_key=False,
        allowed=ALWAYS,
    ),
    "promise_make": Write(
        lambda s, game, key, who, other: records.promise_make(
            game,
            "hatti" if other == 3 else "babylon",
            PRESENCE if other == 1 else NO_ATTACK,
            PRESENCE if other == 2 else None,
            key,
            *who,
        ),
        "egypt",
        "nobody",
        others=3,
    ),
    "promise_answer": Write(
        lambda s, game, key, who, other: records.promise_answer(
            game, s.number, "declined" if other else "accepted", key, *who
        ),
        "babylon",
        "hatti",
        _promised,
    ),
    "contact_note": Write(
        lambda s, game, key, who, other: records.contact_note(
            game,
            ["babylon" if other == 2 else "hatti"],
            "Left" if other == 1 else "Met",
            key,
            *who,
        ),
        "egypt",
        "nobody",
        others=2,
        allowed=frozenset({"paused"}),
    ),
    "contact_strike": Write(
        lambda s, game, key, who, other: records.contact_strike(game, 1, *who),
        "egypt",
        "nobody",
        _noted,
        has_key=False,
        allowed=frozenset({"paused"}),
    ),
}
for _more in shared("WRITES"):
    WRITES |= _more
INSIDE = {"_append": "move_play"}
"""Functions in which a service makes its change."""


def _paused(scene: Scene) -> None:
    pause_begin(scene.game.group.classroom, reason="Lunch")


def _stopped(scene: Scene) -> None:
    game_stop(scene.game, scene.moderator, "moderator")


def _waiting(scene: Scene) -> None:
    Game.objects.filter(pk=scene.pk).update(is_waiting=True)


def _over(scene: Scene) -> None:
    by = scene.moderator
    if book(scene.game).is_open:
        reveal(scene.game, by, "over")
    play_on(scene.game, by, _placed_or_ended)


def _placed_or_ended(now: Timeline) -> dict[str, Any] | None:
    if now.is_over:
        return None
    number = now.state.active
    player, left = now.state.player_id(number), now.state.hand[number]
    if left:
        return {"type": "deploy", "player": player, "region": player, "rfs": left}
    return {"type": "end-turn", "player": player}


TIMES = {"paused": _paused, "stopped": _stopped, "waiting": _waiting, "over": _over}


def times_of(name: str, *times: str) -> list[str]:
    """Those that there can be for this write; each is undone before the next."""
    return [time for time in times if time not in WRITES[name].never]


@pytest.fixture(scope="module")
def scenes(django_db_setup: None, django_db_blocker: Any) -> Iterator[dict[str, Scene]]:
    """One with each deployment; what a test does there is undone."""
    with django_db_blocker.unblock(), undone():
        pat, made = User.objects.create_user("pat"), {}
        for deployment in DEPLOYMENTS:
            (group,) = groups_create(classroom_create(pat, deployment), 1)
            made[deployment] = Scene(group, moderator_enter(group, "Mo"), deployment)
        yield made


@pytest.fixture
def scene(request: pytest.FixtureRequest, scenes: dict[str, Scene], db: None) -> Scene:
    row = WRITES[request.node.callspec.params["name"]]
    found = deepcopy(scenes[row.deployment])
    row.before(found)
    return found


def ask(scene: Scene, name: str, by: str = "", other: int = 0, key: str = KEY) -> Any:
    row = WRITES[name]
    return row.ask(scene, scene.game, key, scene.who(by or row.by), other)


def stored() -> dict[str, Any]:
    """Everything that is stored, but for the news of it."""
    return {table: rows for table, rows in dump().items() if table != "play_news"}


def test_every_write_is_in_the_table() -> None:
    def makes_change(node: ast.AST) -> bool:
        calls = (one.func for one in ast.walk(node) if isinstance(one, ast.Call))
        return any(isinstance(one, ast.Name) and one.id == "changing" for one in calls)

    found = {
        INSIDE.get(node.name, node.name)
        for file in Path(ROOT, "moderator").rglob("*.py")
        if "changing(" in (text := file.read_text(encoding="utf-8"))
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef) and makes_change(node)
    }
    assert found - SWITCHES == set(WRITES)


def a_repetition_gets_the_first_answer(scene: Scene, name: str, subtests: pytest.Subtests) -> None:
    for time in times_of(name, "now", *(("stopped", "over") if WRITES[name].has_key else ())):
        with subtests.test(f"repeated: {time}"), undone():
            first = ask(scene, name)
            if time != "now":
                TIMES[time](scene)
            before = stored()
            again = ask(scene, name)
            assert stored() == before
            if hasattr(first, "is_repeat"):
                assert (first.is_repeat, again.is_repeat) == (False, True)
            for kept in ("number", "entry"):
                assert getattr(again, kept, None) == getattr(first, kept, None)


def a_used_key_does_nothing_else(scene: Scene, name: str, subtests: pytest.Subtests) -> None:
    others = WRITES[name].others if WRITES[name].has_key else 0
    with subtests.test("another with its key"), undone():
        ask(scene, name)
        before = stored()
        for other in range(1, others + 1):
            with pytest.raises(Stale):
                ask(scene, name, other=other)
            assert stored() == before


def when_nothing_is_recorded(scene: Scene, name: str, subtests: pytest.Subtests) -> None:
    row = WRITES[name]
    for time in times_of(name, *TIMES):
        with subtests.test(time), undone():
            TIMES[time](scene)
            before = stored()
            if time in row.allowed:
                ask(scene, name)
                assert stored() != before
            else:
                with pytest.raises(Stale if time in row.stale else Refused):
                    ask(scene, name)
                assert stored() == before


def a_deleted_game_is_stale(scene: Scene, name: str, subtests: pytest.Subtests) -> None:
    game, row = scene.game, WRITES[name]
    with subtests.test("deleted"), undone():
        game_delete(scene.game)
        before = stored()
        with pytest.raises(Stale):
            row.ask(scene, game, KEY, scene.who(row.by), False)
        assert stored() == before


def who_may_not(scene: Scene, name: str, subtests: pytest.Subtests) -> None:
    with subtests.test("somebody else"), undone():
        before = stored()
        with pytest.raises(NotAllowed):
            ask(scene, name, WRITES[name].wrong)
        assert stored() == before
    with subtests.test("somebody who was removed"), undone():
        by, _role = scene.who(WRITES[name].by)
        person_remove(by)
        by.refresh_from_db()
        before = stored()
        with pytest.raises(NotAllowed):
            ask(scene, name)
        assert stored() == before


@pytest.mark.parametrize("name", [*WRITES][::STEP])
def test_a_write(scene: Scene, name: str, subtests: pytest.Subtests) -> None:
    """Each part is undone before the next; the last changes a person of the scene."""
    a_repetition_gets_the_first_answer(scene, name, subtests)
    a_used_key_does_nothing_else(scene, name, subtests)
    when_nothing_is_recorded(scene, name, subtests)
    a_deleted_game_is_stale(scene, name, subtests)
    who_may_not(scene, name, subtests)
