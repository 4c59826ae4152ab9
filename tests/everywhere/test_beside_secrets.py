"""What lies beside the log changes nothing for anybody else: no byte, no size, no version.

Two worlds are the same but for what is on Babylon's sealed order slip, how often and to what
Assyria has changed its draft, what Assyria and Hatti write to each other, draft, read and report,
and what Babylon and Assyria note of their talks and promise. Moderators don't read along. Every
visitor gets the same from both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

import pytest
from django.utils import timezone

from moderator import live
from moderator.core import frames
from moderator.core.cache import forget_all
from moderator.core.look import look_at
from moderator.core.models import Game, Person
from moderator.core.people import instructor_person, person_join
from moderator.core.written import Diplomacy
from moderator.features.bots.models import BotReason
from moderator.features.bots.write import bot_put, reason_store
from moderator.features.clock.write import game_stop
from moderator.features.deals.offers_write import offer_answer, offer_make
from moderator.features.deals.records import (
    contact_note,
    contact_strike,
    promise_answer,
    promise_make,
)
from moderator.features.debrief.questions import answer_write, question_ask, question_make
from moderator.features.debrief.releases import debrief_release
from moderator.features.people.write import seat_take
from moderator.live.events import Part
from moderator.rules.bots import Because
from moderator.rules.seating import MODERATOR, PUBLIC, Viewer
from tests.support.amount import IS_LONG, amount
from tests.support.clock import Clock
from tests.support.play.agreed import trade
from tests.support.play.play import record
from tests.support.shared import shared
from tests.support.web import secret_world
from tests.support.web.access_table import NAMES, expected
from tests.support.web.answers import INSTRUCTORS, Seen, answer, differing
from tests.support.web.archives import archived
from tests.support.web.secret_world import SecretWorld, write_slip
from tests.support.web.visits import Visit, Visits, look_around, undone
from tests.support.web.world import WATCHING

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

ARCHIVE = "class-archive-zip"
# What has sealed slips, for those who may record; everybody else gets 404.
UNCOVERED = ("console-slip", "slips-fill", ARCHIVE)
# The instructor learns of a reported message on these pages.
REPORTS = ("classroom", "message-reports")
TEACHERS = {"moderator", "instructor", "administrator"} & {*WATCHING}
SEATED = ("babylon", "assyria", "hatti")
# What a debrief changes.
DEBRIEFED = ("debrief", "chart", "play", "console", "history", "chart-replay", "sheets")
DEBRIEFED += ("class-debrief",)


@dataclass
class Place:
    """The world, the present game of the first group, and who has taken which seat there."""

    world: SecretWorld
    game: Game
    people: dict[str, Person]

    def seen(self, *names: str) -> Seen:
        """What everybody gets at these URLs of the group and from its feeds; without names, at
        every URL in a long run, and else at those that they may open. Looking leaves nothing: one's
        own file says when it was taken before."""
        forget_all()
        visits = Visits(self.world, [], [], "")
        with undone():
            for role in WATCHING:
                shown = names or answered(role)
                look_around(visits, role, self.world.targets[0], is_first=True, names=shown)
        return {
            (visit.role, visit.method, visit.url): answer(visit)
            for visit in visits.seen
            if not is_for_them(visit)
        }


def answered(role: str) -> tuple[str, ...]:
    """The pages that somebody may open; a long run asks for the others, too."""
    return tuple(name for name in NAMES if IS_LONG or expected(name, "GET", role) == 200)


def is_for_them(visit: Visit) -> bool:
    """Whether a response differs rightly."""
    if visit.name == "second-factor":  # a new secret each time
        return True
    if visit.name in REPORTS:
        return visit.role in INSTRUCTORS
    return visit.name in UNCOVERED and visit.status == 200


@pytest.fixture(scope="module")
def built(django_db_setup: None, django_db_blocker: Any) -> Iterator[Place]:
    """Nobody reads along, and no time passes."""
    clock = Clock()
    with (
        pytest.MonkeyPatch.context() as patched,
        django_db_blocker.unblock(),
        undone(),
        patch.object(live, "is_running", return_value=True),
    ):
        patched.setattr(timezone, "now", lambda: clock.now)
        world = secret_world.build()
        game = world.targets[0].game
        read_by("nobody", game)
        people = {player: person_join(game.group.classroom, f"zq{player}")
                  for player in SEATED}  # fmt: skip
        for player, person in people.items():
            seat_take(person, game.seats.get(player=player))
        yield Place(world, game, people)
    forget_all()


@pytest.fixture
def place(built: Place) -> Place:
    """The same for each test, which is rolled back after it."""
    forget_all()
    world = secret_world.as_new(built.world)
    return Place(world, world.targets[0].game, deepcopy(built.people))


def read_by(readers: str, game: Game) -> None:
    chosen = {"readers": readers, "afterwards": readers}
    Diplomacy.objects.update_or_create(game=game, defaults=chosen)
    game.refresh_from_db()


def write_draft(place: Place) -> None:
    asa = place.people["assyria"]
    write_slip(place.game, asa, "assyria", 5, 1, is_sealed=False, role="student")


def write_records(place: Place) -> None:
    """Babylon notes and promises; Assyria accepts, and strikes out a note of its own."""
    game, one, other = place.game, place.people["babylon"], place.people["assyria"]
    contact_note(game, ["assyria"], "zqbetween", "one", one, "student")
    contact_note(game, ["babylon"], "zqbetween", "two", other, "student")
    attack = {"kind": "no-attack", "target": "assyria", "until": 2}
    in_return = attack | {"target": "babylon"}
    promise_make(game, "assyria", attack, in_return, "three", one)
    presence = {"kind": "presence", "region": "nubia", "at": 1}
    promise_make(game, "assyria", presence, None, "four", one)
    made = game.promises.filter(maker="babylon").order_by("number")
    promise_answer(game, made[0].number, "accepted", "a", other)
    note = game.contacts.get(player="assyria")
    contact_strike(game, note.number, other, "student")


def write_vows(place: Place) -> None:
    """Babylon and Assyria promise each other to stay out of a region, which their slips say."""
    game, one, other = place.game, place.people["babylon"], place.people["assyria"]
    terms, in_return = ({"kind": "no-placement", "region": region, "until": 1}
                        for region in ("cyprus", "nubia"))  # fmt: skip
    promise_make(game, "assyria", terms, in_return, "vow", one)
    made = game.promises.filter(maker="babylon").latest("number")
    promise_answer(game, made.number, "accepted", "vowed", other)


def version(game: Game, viewer: Viewer) -> int:
    game = Game.objects.get(pk=game.pk)
    return frames.version_of(game.group, look_at(game), viewer)


def test_nobody_else_notices_it(place: Place) -> None:
    game, asa = place.game, place.people["assyria"]
    pat = instructor_person(game.group.classroom)
    with undone():
        write_slip(game, pat, "babylon", 3, version=1, is_sealed=True)
        first = place.seen()
        before = version(game, Viewer(seat="babylon"))
    with undone():
        write_slip(game, pat, "babylon", 12, version=1, is_sealed=True)
        for number, rfs in enumerate((1, 13), start=1):
            write_slip(game, asa, "assyria", rfs, number, is_sealed=False, role="student")
        for write, *_ in shared("BESIDE"):
            write(place)
        write_records(place)
        write_vows(place)
        second = place.seen()
        assert version(game, Viewer(seat="babylon")) > before
    assert len(first) > amount(180, 500)
    assert differing(first, second) == set()


def released(place: Place, write: Callable[[Place], None] | None) -> list[Seen]:
    """What everybody sees of the debrief during the game, after its end, and after two releases,
    if this was written before."""
    game, babylon, found = place.game, place.people["babylon"], list[Seen]()
    steps: tuple[Callable[[], object], ...] = (
        lambda: game_stop(game, instructor_person(game.group.classroom), "instructor"),
        lambda: debrief_release(game, ["egypt", "babylon"]),
        lambda: debrief_release(game, ["assyria", "hatti"]),
    )
    with undone():
        game.refresh_from_db()
        if write is not None:
            write(place)
        # Said later, so it has another number where there is more.
        for say in shared("say"):
            say(game, "babylon", ["egypt"], "zqshown", babylon)
        contact_note(game, ["egypt"], "zqnoted", "two", babylon, "student")
        found.append(place.seen(*DEBRIEFED))
        for step in steps:
            game.refresh_from_db()
            step()
            found.append(place.seen(*DEBRIEFED))
    game.refresh_from_db()
    return found


def write_between(place: Place) -> None:
    """A message, a contact that is struck out, and a promise."""
    game, one = place.game, place.people["assyria"]
    for say in shared("say"):
        say(game, "assyria", ["hatti"], "zqpeace", one)
    contact_note(game, ["hatti"], "zqcontact", "one", one, "student")
    note = game.contacts.get(text="zqcontact")
    contact_strike(game, note.number, one, "student")
    terms = {"kind": "no-attack", "target": "hatti", "until": 1}
    promise_make(game, "hatti", terms, None, "p", one)
    made = game.promises.get(maker="assyria")
    promise_answer(game, made.number, "accepted", "q", place.people["hatti"])


def test_nobody_notices_what_has_not_been_released(place: Place) -> None:
    """The debrief shows what has been released, and nothing tells whether there is more."""
    terms = {"readers": "nobody", "afterwards": "everybody"}
    Diplomacy.objects.filter(game=place.game).update(**terms)
    without, more = released(place, None), released(place, write_between)
    for first, second in zip(without[:3], more[:3], strict=True):
        assert len(first) >= 15
        assert differing(first, second) == set()
    # What is released is shown, and only then.
    code = place.game.group.code
    debrief = f"/c/{code}/debrief/"
    pages = [str(each["nobody", "GET", debrief][2]) for each in more]
    assert ["zqnoted" in page for page in pages] == [False, False, True, True]
    assert ["zqcontact" in page for page in pages] == [False, False, False, True]
    assert "<s>zqcontact</s>" in pages[3]
    changed = differing(without[3], more[3])
    assert {("moderator", url) for url in (debrief, f"/c/{code}/", f"/g/{code}/")} <= changed
    assert ("nobody", debrief) in changed
    assert ("student", f"/play/{code}/") in changed


def test_an_archive_has_nothing_of_it(place: Place) -> None:
    classroom = place.game.group.classroom
    first = archived(classroom)
    for write, *_ in shared("BESIDE"):
        write(place)
    write_draft(place)
    write_records(place)
    write_vows(place)
    forget_all()
    assert archived(classroom) == first


def parts(game: Game) -> dict[Viewer, dict[str, Part]]:
    """The parts of everybody's frame, of which a page gets those that have changed."""
    game = Game.objects.get(pk=game.pk)
    forget_all()
    viewers = (PUBLIC, MODERATOR, *(Viewer(seat=player) for player in (*SEATED, "egypt")))
    look = look_at(game)
    return {one: frames.frame_of(game.group, look, one).parts for one in viewers}


PARTS = (
    (write_draft, {"assyria"}, {"slip"}),
    *((write, seats, kinds) for write, seats, kinds, _ in shared("BESIDE")),
    (write_records, {"babylon", "assyria"}, {"records", "contact_line", "messages"}),
    (write_vows, {"babylon", "assyria"}, {"records", "messages", "slip"}),
)


def test_a_part_changes_for_those_alone_who_may_read_it(
    place: Place, subtests: pytest.Subtests
) -> None:
    """A frame in which no part has changed is not sent, so nobody else notices when it was."""
    before = parts(place.game)
    for write, seats, kinds in PARTS:
        with subtests.test(write.__name__), undone():
            write(place)
            for viewer, after in parts(place.game).items():
                had = before[viewer]
                names = {one for one in had.keys() | after.keys() if had.get(one) != after.get(one)}
                changed = {name.partition(".")[0] for name in names}
                assert bool(changed) is (viewer.seat in seats), viewer
                assert changed <= kinds
        place.game.refresh_from_db()


def test_another_sealed_slip_is_seen_by_all(place: Place) -> None:
    game, asa = place.game, place.people["assyria"]
    names = ("chart", "play", "console")
    first = place.seen(*names)
    write_slip(game, asa, "assyria", 9, 1, is_sealed=True, role="student")
    found = {url for _, url in differing(first, place.seen(*names))}
    code = game.group.code
    assert found >= {f"/c/{code}/", f"/c/{code}/feed", f"/play/{code}/", f"/g/{code}/"}


def test_teachers_who_read_along_see_it_and_nobody_else(place: Place) -> None:
    """Messages and records, each on their own."""
    names = ("chart", "play", "console", "log", "overview", "games")
    names += ("console-records", "records-pdf")
    names += tuple(name for pages in shared("BESIDE_PAGES") for name in pages)
    read_by("teachers", place.game)
    first = place.seen(*names)
    code = place.game.group.code
    for write, pages in (
        *((write, pages) for write, _, _, pages in shared("BESIDE")),
        (write_records, ("", "records/", "records.pdf")),
    ):
        with undone():
            place.game.refresh_from_db()
            write(place)
            found = differing(first, place.seen(*names))
        assert {role for role, _ in found} == TEACHERS
        assert {url for _, url in found} >= {f"/g/{code}/{page}" for page in pages}
        assert all(url.startswith(f"/g/{code}/") for _, url in found)


@pytest.mark.long
def test_offers_are_seen_by_both_players_and_whoever_moderates_alone(place: Place) -> None:
    """Made, withdrawn, declined, countered: nobody else gets another byte."""
    game, one, other = place.game, place.people["babylon"], place.people["assyria"]
    goods = {who: {"for_trade": {good: 9}, "acquired": {}}
             for who, good in (("babylon", "C"), ("assyria", "T"))}  # fmt: skip
    correct = {"type": "correct", "reason": "Counted.", "goods": goods}
    record(game, correct, instructor_person(game.group.classroom))
    first = place.seen()
    with undone():
        offers = [offer_make(game, trade("babylon", "assyria"), "a", one).number]
        offer_answer(game, offers[0], "withdrawn", "b", one)
        offers.append(offer_make(game, trade("babylon", "assyria"), "c", one).number)
        offer_answer(game, offers[1], "declined", "d", other)
        offers.append(offer_make(game, trade("babylon", "assyria"), "e", one).number)
        back = trade("assyria", "babylon", give={"T": 1}, get={"C": 2})
        offers.append(offer_make(game, back, "f", other, offers[2]).number)
        offer_answer(game, offers[3], "declined", "g", one)
        found = differing(first, place.seen())
    assert {role for role, _ in found} == TEACHERS
    code = game.group.code
    assert {f"/g/{code}/", f"/g/{code}/feed"} <= {url for _, url in found}


def test_why_a_bot_did_something_is_for_teachers_while_it_is_played(place: Place) -> None:
    """Of its moves, orders, offers and promises; also in the game's past."""
    game, by = place.game, instructor_person(place.game.group.classroom)
    names = ("chart", "play", "console", "log", "chart-replay", "replay", "history", "debrief")
    bot_put(game, "egypt", "rival", by)
    numbers = game.entries.values_list("number", flat=True)
    first = place.seen(*names)
    with undone():
        for number in [*numbers, 0]:
            for what in (BotReason.ENTRY, BotReason.SLIP, BotReason.OFFER, BotReason.PROMISE):
                reason_store(game, "egypt", what, number, Because("zqbecause of {it}.", {"it": 1}))
        found = differing(first, place.seen(*names))
    assert {role for role, _ in found} == TEACHERS
    assert f"/g/{game.group.code}/" in {url for _, url in found}


@pytest.mark.long
def test_answers_in_the_debrief_are_seen_by_instructors_alone(place: Place) -> None:
    game, one = place.game, place.people["babylon"]
    question = question_make(game.group.classroom, "Why?", game)
    question_ask(question)
    game_stop(game, instructor_person(game.group.classroom), "instructor")
    first = place.seen()
    with undone():
        answer_write(question, one, "babylon", "zqbecause")
        answer_write(question, one, "babylon", "zqsince")
        found = differing(first, place.seen())
    assert {role for role, _ in found} == {*INSTRUCTORS} & {*WATCHING}
