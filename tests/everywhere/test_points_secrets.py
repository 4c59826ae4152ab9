"""Points don't tell objectives: where they are secret, nothing that is shown depends on them.

A solver compares what somebody is given in two worlds that are the same but for Hatti's objectives:
wherever a total, a place, a bar, an arrow, a curve or an order is made of them, the answers differ.
With *everybody sees all* it finds them.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.test import Client
from django.urls import reverse

from moderator.core import frames, publishing
from moderator.core.audiences import feed_access
from moderator.core.cache import forget_all
from moderator.core.class_models import LessonSettings
from moderator.core.ended import may_be_concluded, seen_as
from moderator.core.errors import InvalidInput
from moderator.core.look import look_at
from moderator.core.models import Classroom, Game, Group, Person
from moderator.features.classes.write import groups_create
from moderator.features.clock.write import game_continue, game_stop
from moderator.features.new_game.settings import GameSettings, game_release
from moderator.features.new_game.write import game_create
from moderator.features.overview.wall import wall_html
from moderator.features.printing.game_sheets import ShownState
from moderator.rules.age_of_iron import state as age_of_iron_state
from moderator.rules.age_of_iron.state import State
from moderator.rules.age_of_iron.views import for_viewer
from moderator.rules.registry import GAMES
from moderator.rules.seating import MODERATOR, PUBLIC, PointsSeen, Viewer
from moderator.sheets.games import sheets_for, sheets_of
from tests.everywhere.test_secrets import pdf_text
from tests.played.games import HERE, play
from tests.support.amount import amount
from tests.support.play.play import record_older
from tests.support.sheets.cases import STAMP
from tests.support.sheets.printing import sheet_pdf
from tests.support.web.reading import read

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PLAYED = play(HERE / "age_of_iron/1800-bc.json")
RULES = GAMES[PLAYED.record.game]
MOVES = PLAYED.record.moves
SHEETS = sheets_of(RULES.id)
# A form's token, and the time at which a page was first seen as it is.
ANEW = re.compile(rb'name="csrfmiddlewaretoken" value="\w+"|data-version="\d{13}"')
OTHERS = ("egypt", "babylon", "assyria")
Given = dict[str, bytes]


def begin(group: Group, by: Person, points: str, moves: int, is_open: bool = False) -> Game:
    """The recorded game of 1800 B.C. with these settings, after so many moves."""
    settings = GameSettings(points=points, has_open_goals=is_open)
    wire = RULES.scenario_wire(PLAYED.scenario)
    game = game_create(group, RULES.id, wire, PLAYED.record.options, by, settings)
    if moves:
        record_older(game, MOVES[:moves], by)
    game.refresh_from_db()
    return game


def given(game: Game, client: Client) -> Given:
    """What everybody but Hatti and teachers is given: frames, pages, walls and sheets."""
    return outside(game, client) | own_groups(game)


def own_groups(game: Game) -> Given:
    """What only its own group is given: the frames of the other countries, and sheets."""
    forget_all()
    look = look_at(game)
    found = {
        seat: frames.frame_of(game.group, look, Viewer(seat=seat)).html.encode() for seat in OTHERS
    }
    for id in ("chart", "score", "student", "debrief"):
        kind = SHEETS[id]
        found[f"sheet {id}"] = repr(kind.view(ShownState(look, kind).snapshot)).encode()
    return found


def outside(game: Game, client: Client) -> Given:
    """What everybody with the code is given, and the class: frames, pages, walls, its results."""
    forget_all()
    group, look = game.group, look_at(game)
    found = {"public": frames.frame_of(group, look, PUBLIC).html.encode()}
    for page in ("", "log/", "replay/", "history/", "games/", "feed?after=", "rules/"):
        answer = client.get(f"/c/{group.code}/{page}")
        found[page or "chart"] = answer.content
    last = client.get(f"/c/{group.code}/replay/?move={max(look.fold.number - 1, 0)}")
    found["film"] = last.content
    for wall in LessonSettings.Wall.values:
        LessonSettings.objects.update_or_create(
            classroom=group.classroom,
            defaults={"wall": wall, "places_shown": 9, "wall_group": group},
        )
        found[f"wall {wall}"] = wall_html(group.classroom)[0].encode()
    return found


@pytest.fixture
def as_if_hatti_had_none(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From then on the rules count no objective of Hatti's."""
    usual = age_of_iron_state.objectives_of

    def others(state: State, player: int) -> tuple[object, ...]:
        return () if state.player_id(player) == "hatti" else usual(state, player)

    def change() -> None:
        monkeypatch.setattr(age_of_iron_state, "objectives_of", others)
        monkeypatch.setattr(for_viewer, "objectives_of", others)

    return change


@pytest.mark.parametrize("seed", range(amount(1, 20)))
@pytest.mark.parametrize("points", [PointsSeen.OWN, PointsSeen.NONE])
def test_nothing_that_is_given_depends_on_anothers_objectives(
    group: Group,
    moderator: Person,
    client: Client,
    as_if_hatti_had_none: Callable[[], None],
    points: PointsSeen,
    seed: int,
) -> None:
    """In random places of a game, before the last move."""
    moves = random.Random(f"{points} {seed}").randrange(20, len(MOVES) - 1)
    game = begin(group, moderator, points, moves)
    usual = given(game, client)
    as_if_hatti_had_none()
    assert differing(usual, given(game, client)) == []


def test_where_everybody_sees_all_the_solver_finds_them(
    group: Group,
    moderator: Person,
    client: Client,
    as_if_hatti_had_none: Callable[[], None],
) -> None:
    """So that the test above can fail, for everything that it looks at."""
    game = begin(group, moderator, PointsSeen.ALL, len(MOVES) - 5)
    usual = given(game, client)
    as_if_hatti_had_none()
    assert set(differing(usual, given(game, client))) == {
        "public",
        *OTHERS,
        "chart",
        "replay/",
        "history/",
        "film",
        "wall charts",
        "wall results",
        "sheet chart",
        "sheet score",
        "sheet student",
        "sheet debrief",
    }


def differing(one: Given, other: Given) -> list[str]:
    """Where the solver finds something: tokens and times are others each time."""
    return [name for name in one if ANEW.sub(b"", one[name]) != ANEW.sub(b"", other[name])]


def test_each_country_sees_its_own_total_alone(group: Group, moderator: Person) -> None:
    game = begin(group, moderator, PointsSeen.OWN, len(MOVES) - 5)
    look = look_at(game)
    own = RULES.view(look.state, seen_as(look.by(Viewer(seat="egypt"))))
    assert [country.is_counted for country in own.countries].count(True) == 1
    assert own.countries[0].total > 0
    assert not any(country.place for country in own.countries)
    assert own.countries[0].objectives
    everybody = RULES.view(look.state, seen_as(look))
    assert not any(country.is_counted for country in everybody.countries)
    html = {seat: frames.frame_of(group, look, Viewer(seat=seat)).html for seat in ("egypt", None)}
    assert "If the game ended now" in html["egypt"]
    assert "Open points" in html[None]
    assert "If the game ended now" not in html[None]
    moderators = RULES.view(look.state, seen_as(look.by(MODERATOR)))
    assert moderators.has_all_points


def test_open_objectives_are_everybodys(group: Group, moderator: Person) -> None:
    look = look_at(begin(group, moderator, PointsSeen.ALL, 30, is_open=True))
    for viewer in (PUBLIC, Viewer(seat="egypt")):
        view = RULES.view(look.state, seen_as(look.by(viewer)))
        assert all(country.objectives for country in view.countries)
        html = frames.frame_of(group, look, viewer).html
        sentences = [one.sentence for one in view.countries[1].objectives]
        assert sentences
        assert [sentence for sentence in sentences if sentence not in html] == []


def test_outsiders_see_totals_when_all_groups_of_the_class_have_finished(
    classroom: Classroom, moderator: Person
) -> None:
    """A class of three groups: one game is over, two are played."""
    groups = groups_create(classroom, 3)
    games = [
        begin(group, moderator, PointsSeen.OWN, moves)
        for group, moves in zip(groups, (len(MOVES), 40, 60), strict=True)
    ]

    def public() -> list[bool]:
        forget_all()
        return [seen_as(look_at(game)).sees_all_points for game in games]

    assert public() == [False, False, False]
    assert seen_as(look_at(games[0], Viewer(seat="egypt"))).sees_all_points
    assert not seen_as(look_at(games[1], Viewer(seat="egypt"))).sees_all_points
    game_stop(games[1], moderator, "moderator")
    games[1].refresh_from_db()
    assert public() == [False, False, False]
    assert seen_as(look_at(games[1], Viewer(seat="egypt"))).sees_all_points
    record_older(games[2], MOVES[60:], moderator)
    assert public()[1:] == [True, False], "the stopped game may go on: the third keeps its secrets"


@pytest.mark.parametrize("is_stopped", [True, False], ids=["stopped", "over"])
def test_nobody_sits_down_in_a_game_that_has_ended(
    classroom: Classroom, moderator: Person, is_stopped: bool
) -> None:
    """They would see all its secrets, while another group still plays the scenario."""
    ended, playing = groups_create(classroom, 2)
    game = begin(ended, moderator, PointsSeen.OWN, 60 if is_stopped else len(MOVES))
    other = begin(playing, moderator, PointsSeen.OWN, 40)
    if is_stopped:
        game_stop(game, moderator, "moderator")
    phone, seats = Client(), reverse("seats", args=[classroom.code])
    phone.post(reverse("join", args=[classroom.code]), {"name": "Spy"})
    seat = game.seats.get(player="egypt")
    assert phone.post(seats, {"seat": str(seat.pk)}).status_code == 422
    assert not seat.persons.exists()
    assert phone.post(seats, {"seat": "any"}).status_code == 303
    assert other.seats.filter(persons__name="Spy").exists()


def test_those_who_watch_the_other_groups_are_told_of_a_stop(
    classroom: Classroom,
    moderator: Person,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[object]],
) -> None:
    """Their charts and histories depend on it, and would go on showing what they showed."""
    groups = groups_create(classroom, 2)
    games = [begin(group, moderator, PointsSeen.OWN, 40) for group in groups]
    told: set[int] = set()
    monkeypatch.setattr(publishing, "publish", lambda group, *_, **__: told.add(group))
    # Stopped, not to be continued, and continued after all.
    for change, *more in ((game_stop,), (game_stop, True), (game_continue, True)):
        told.clear()
        with django_capture_on_commit_callbacks(execute=True):
            change(games[1], moderator, "moderator", *more)
        assert told >= {group.pk for group in groups}


# A game that was stopped and won't be continued counts as over.


@pytest.fixture
def two(classroom: Classroom, moderator: Person) -> list[Game]:
    """Two groups play the scenario; the first game is stopped, and won't be continued."""
    groups = groups_create(classroom, 2)
    games = [begin(group, moderator, PointsSeen.OWN, 60) for group in groups]
    game_stop(games[0], moderator, "moderator", is_concluded=True)
    return games


def sees_objectives(game: Game, seat: str | None = None) -> bool:
    """Whether the frame names an objective that Hatti has and Egypt hasn't."""
    forget_all()
    viewer = Viewer(seat=seat)
    egypts, *_others, hattis = RULES.view(look_at(game).state, MODERATOR).countries
    own = {one.sentence for one in egypts.objectives}
    named = next(one.sentence for one in hattis.objectives if one.sentence not in own)
    return named in frames.frame_of(game.group, look_at(game), viewer).html


def test_while_another_group_plays_only_its_own_group_sees_the_secrets(
    two: list[Game], moderator: Person, as_if_hatti_had_none: Callable[[], None]
) -> None:
    """Somebody of the other group asks for everything; the own group finds it everywhere."""
    spy, seats = Client(), reverse("seats", args=[two[1].group.classroom.code])
    spy.post(reverse("join", args=[two[1].group.classroom.code]), {"name": "Spy"})
    assert spy.post(seats, {"seat": str(two[0].seats.get(player="egypt").pk)}).status_code == 422
    spy.post(seats, {"seat": str(two[1].seats.get(player="egypt").pk)})

    def spied() -> Given:
        """Also the own page, with what it polls, and what the group plays itself."""
        pages = ("play/", "play/feed?after=", "log/?game=1", "replay/?game=1", "history/?game=1")
        own = {page: spy.get(f"/c/{two[1].group.code}/{page}").content for page in pages}
        there = {f"its {name}": one for name, one in outside(two[0], spy).items()}
        return own | there | given(two[1], spy)

    usual, own = spied(), own_groups(two[0])
    as_if_hatti_had_none()
    assert differing(usual, spied()) == []
    assert set(differing(own, own_groups(two[0]))) == set(own)


def test_others_see_them_when_nobody_can_play_the_scenario_any_more(
    two: list[Game], moderator: Person
) -> None:
    first, second = two
    assert sees_objectives(first, "egypt")
    assert not sees_objectives(first)
    game_stop(second, moderator, "moderator")
    assert not sees_objectives(first), "the other group may go on"
    assert not sees_objectives(second, "egypt")
    game_stop(second, moderator, "moderator", is_concluded=True)
    assert all(sees_objectives(game, seat) for game in two for seat in ("egypt", None))
    # They are closed again in both, and the log page says that they have been seen.
    with pytest.raises(InvalidInput, match="has seen its secrets"):
        game_continue(second, moderator, "moderator")
    game_release(second, is_released=True)
    game_continue(second, moderator, "moderator", is_confirmed=True)
    assert not second.is_released
    assert [sees_objectives(game) for game in two] == [False, False]
    assert not sees_objectives(second, "egypt")
    assert sees_objectives(first, "egypt")
    log = read(Client().get(f"/c/{second.group.code}/log/")).text
    assert "won’t be continued goes on, after its players have seen all secrets" in log
    assert "may be continued won’t be continued" in log
    assert "Moderator" in log


def test_a_scenario_without_objectives_has_no_word_of_them(
    group: Group, moderator: Person, client: Client
) -> None:
    wire = RULES.scenario_wire(PLAYED.scenario)
    wire.pop("objectives", None)
    for player in wire["players"]:
        player.pop("objectives", None)
    game = game_create(group, RULES.id, wire, PLAYED.record.options, moderator, GameSettings())
    record_older(game, MOVES[:60], moderator)
    for end in (False, True):
        if end:
            game_stop(game, moderator, "moderator")
            assert not may_be_concluded(game)
        forget_all()
        look = look_at(game)
        found = {
            id: pdf_text(sheet_pdf(SHEETS[id], ShownState(look, SHEETS[id]).snapshot, STAMP))
            for id in ("score", "student", "debrief")
        }
        frames_of = (
            frames.frame_of(group, look, viewer).html for viewer in (PUBLIC, Viewer("egypt"))
        )
        texts = [*found.values(), *frames_of, client.get(f"/c/{group.code}/").content.decode()]
        words = " ".join(re.sub(r"<[^>]*>", " ", text) for text in texts)
        assert re.findall("secret|bjective", words) == []
        assert "Prevention" not in found["score"]
        assert "Civilization" in found["score"]


@pytest.mark.parametrize("points", [PointsSeen.OWN, PointsSeen.NONE])
def test_every_sheet_of_a_running_game_can_be_printed(
    group: Group, moderator: Person, points: PointsSeen
) -> None:
    look = look_at(begin(group, moderator, points, 60))
    kinds = sheets_for(ShownState(look, SHEETS["chart"]).snapshot)
    assert len(kinds) > 8
    for kind in kinds:
        assert sheet_pdf(kind, ShownState(look, kind).snapshot, STAMP), kind.id


def test_a_page_that_nobody_has_is_not_watched(group: Group, moderator: Person) -> None:
    """Each channel costs something, and anybody can ask for one."""
    begin(group, moderator, PointsSeen.ALL, 1)
    code, cookies = group.code, dict[str, str]()
    assert feed_access(f"/c/{code}/history/1/feed", cookies) is not None
    assert feed_access(f"/c/{code}/feed", cookies) is not None
    for page in ("histories/1", "history", "history/2", "tournaments/1", "public/history/1"):
        assert feed_access(f"/c/{code}/{page}/feed", cookies) is None, page
    wall = group.classroom.code
    assert feed_access(f"/w/{wall}/feed", cookies) is not None
    assert feed_access(f"/w/{wall}/moderator/feed", cookies) is None
