"""Diplomatic records and promises: who reads them, limits, answers, and when verdicts are shown."""

from __future__ import annotations

from datetime import timedelta
from unittest.mock import patch

import pytest
from django.utils import timezone

from moderator.core import log
from moderator.core.errors import NotAllowed, Stale
from moderator.core.look import look_at
from moderator.core.models import Entry, Game, Group, Person
from moderator.core.written import Diplomacy
from moderator.features.clock.write import game_stop, pause_begin
from moderator.features.deals.models import Contact, Promise
from moderator.features.deals.records import (
    RECORDS,
    DiplomaticRecords,
    contact_note,
    contact_strike,
    promise_answer,
    promise_make,
)
from moderator.features.deals.records_part import records_view, verdicts_shown
from moderator.rules.errors import Refused
from moderator.rules.seating import MODERATOR, PUBLIC, Viewer
from tests.support.play.agreed import People, seated
from tests.support.play.play import deploy, record, start

NO_ATTACK = {"kind": "no-attack", "target": "babylon", "region": "syria", "until": 1}
PRESENCE = {"kind": "presence", "region": "syria", "at": 1}


@pytest.fixture
def game(group: Group, moderator: Person) -> Game:
    options = {"deployment": "sequential", "diplomatic_records": True}
    return start(group, moderator, "1800-bc", options)


@pytest.fixture
def people(game: Game) -> People:
    return seated(game)


def book(game: Game) -> DiplomaticRecords:
    game.refresh_from_db()
    return RECORDS.of(look_at(game))


def versions(game: Game) -> dict[str, int]:
    seats = ("egypt", "babylon", "assyria", "hatti")
    viewers = {seat: Viewer(seat=seat) for seat in seats}
    found = book(game)
    return {
        name: found.version(viewer)
        for name, viewer in (viewers | {"moderator": MODERATOR, "public": PUBLIC}).items()
    }


def note(game: Game, by: Person, *others: str, text: str = "No wars", key: str = "") -> None:
    key = key or f"note-{Contact.objects.count()}"
    contact_note(game, others, text, key, by, "student")


def promise(game: Game, people: People, terms: object = NO_ATTACK, want: object = None) -> int:
    key = f"promise-{Promise.objects.count()}"
    promise_make(game, "babylon", terms, want, key, people["egypt"])
    return Promise.objects.count()


def test_only_the_country_and_the_moderator_see_a_contact(game: Game, people: People) -> None:
    before = versions(game)
    note(game, people["egypt"], "babylon", "assyria", key="k")
    note(game, people["egypt"], "assyria", "babylon", key="k")  # the response was lost
    changed = {who for who, number in versions(game).items() if number != before[who]}
    assert changed == {"egypt", "moderator"}
    row = Contact.objects.get()
    assert (row.player, row.partners, row.turn, row.log_number) == (
        "egypt",
        ["assyria", "babylon"],
        1,
        0,
    )
    with pytest.raises(Stale):
        note(game, people["egypt"], "assyria", key="k")


def test_a_struck_contact_is_kept(game: Game, people: People, moderator: Person) -> None:
    note(game, people["egypt"], "babylon")
    with pytest.raises(Stale):
        contact_strike(game, 1, people["babylon"], "student")
    with pytest.raises(Stale):
        contact_strike(game, 1, moderator, "moderator")
    contact_strike(game, 1, people["egypt"], "student")
    (kept,) = book(game).of("egypt").contacts
    assert kept.is_struck
    assert kept.text == "No wars"


def test_a_moderator_enters_for_a_country(game: Game, people: People, moderator: Person) -> None:
    with pytest.raises(NotAllowed):
        contact_note(game, ["egypt"], "x", "k1", people["egypt"], "student", "babylon")
    contact_note(game, ["egypt"], "On paper", "k2", moderator, "moderator", "babylon")
    (entered,) = book(game).of("babylon").contacts
    assert entered.is_entered
    assert not book(game).of("egypt").contacts


def test_where_nobody_reads_along_the_moderator_sees_what_was_entered(
    game: Game, people: People, moderator: Person
) -> None:
    Diplomacy.objects.create(game=game, readers="nobody")
    note(game, people["egypt"], "babylon")
    promise(game, people)
    assert versions(game)["moderator"] == 0
    contact_note(game, ["egypt"], "On paper", "k", moderator, "moderator", "babylon")
    seen = book(game).seen_by(MODERATOR)
    assert [one.text for one in seen.contacts] == ["On paper"]
    assert not seen.promises
    with patch("moderator.core.written.has_ended_for_good", return_value=True):
        view = records_view(look_at(game).by(MODERATOR), book(game))
        assert view
        assert (len(view.contacts), view.is_sealed) == (2, False)
        Diplomacy.objects.update(afterwards="nobody")
        contact_strike(game, 2, moderator, "moderator")
        view = records_view(look_at(game).by(MODERATOR), book(game))
        assert view
        assert (len(view.contacts), view.is_sealed) == (1, True)


def test_limits_count_one_country(game: Game, people: People, moderator: Person) -> None:
    for number in range(10):
        note(game, people["egypt"], "babylon", text=str(number))
    with pytest.raises(Refused) as refused:
        note(game, people["egypt"], "babylon", key="more")
    assert refused.value.code == "too-many"
    note(game, people["babylon"], "egypt", key="other")
    Contact.objects.update(at=timezone.now() - timedelta(minutes=2))
    note(game, people["egypt"], "babylon", key="later")


def test_contacts_are_noted_in_a_pause_and_promises_wait(game: Game, people: People) -> None:
    number = promise(game, people)
    pause_begin(game.group.classroom, game.group, "Lunch")
    note(game, people["egypt"], "babylon")
    for refused in (
        lambda: promise(game, people, PRESENCE),
        lambda: promise_answer(game, number, "accepted", "a", people["babylon"]),
    ):
        with pytest.raises(Refused):
            refused()


def test_nothing_is_written_before_and_after_the_game(
    game: Game, people: People, moderator: Person
) -> None:
    Game.objects.update(is_waiting=True)
    game.refresh_from_db()
    with pytest.raises(Refused):
        note(game, people["egypt"], "babylon")
    Game.objects.update(is_waiting=False)
    game.refresh_from_db()
    number = promise(game, people)
    game_stop(game, moderator, "moderator")
    for refused in (
        lambda: note(game, people["egypt"], "babylon"),
        lambda: promise_answer(game, number, "declined", "a", people["babylon"]),
    ):
        with pytest.raises(Refused) as error:
            refused()
        assert error.value.code == "game-over"


@pytest.mark.slow
def test_games_without_the_option_keep_no_records(group: Group, moderator: Person) -> None:
    game = start(group, moderator, "1800-bc", {"deployment": "sequential"})
    people = seated(game)
    with pytest.raises(Refused):
        note(game, people["egypt"], "babylon")
    with pytest.raises(Refused):
        promise_make(game, "babylon", NO_ATTACK, None, "k", people["egypt"])


def test_few_promises_wait_for_one_partner(game: Game, people: People) -> None:
    for until in range(1, 6):
        promise(game, people, NO_ATTACK | {"until": until})
    for at in range(1, 6):
        promise(game, people, PRESENCE | {"at": at})
    Promise.objects.update(at=timezone.now() - timedelta(hours=1))
    with pytest.raises(Refused, match="10 promises wait"):
        promise(game, people, PRESENCE | {"at": 6})
    promise_answer(game, 1, "declined", "a", people["babylon"])
    promise(game, people, PRESENCE | {"at": 6})


def test_a_promise_is_answered_once(game: Game, people: People, moderator: Person) -> None:
    record(game, deploy("egypt", "syria", 5), moderator)
    number = promise(game, people)
    with pytest.raises(Refused):  # the same one
        promise(game, people)
    for player, answer in (("egypt", "accepted"), ("hatti", "accepted"), ("babylon", "withdrawn")):
        with pytest.raises(NotAllowed):
            promise_answer(game, number, answer, "x", people[player])
    promise_answer(game, number, "accepted", "a", people["babylon"])
    assert Promise.objects.get().accepted_after == Entry.objects.count() == 1
    promise_answer(game, number, "accepted", "a", people["babylon"])  # the response was lost
    with pytest.raises(Stale):
        promise_answer(game, number, "withdrawn", "b", people["egypt"])
    assert promise(game, people) == 2  # a new one of the same terms


def test_what_has_become_impossible_is_not_accepted(
    game: Game, people: People, moderator: Person
) -> None:
    terms = {"kind": "attack", "target": "babylon", "region": "syria", "turn": 1}
    number = promise(game, people, terms)
    hand = log.fold_of(game).timeline.state.hand[0]
    record(game, deploy("egypt", "syria", hand), moderator)
    record(game, {"type": "end-turn", "player": "egypt"}, moderator)
    with pytest.raises(Refused) as refused:
        promise_answer(game, number, "accepted", "a", people["babylon"])
    assert refused.value.code == "bad-promise"
    promise_answer(game, number, "declined", "b", people["babylon"])


@pytest.mark.parametrize(
    ("when", "during", "after_turn"),
    [("at-once", True, True), ("turn", False, True), ("debrief", False, False)],
)
def test_verdicts_are_shown_when_the_game_is_set_to(
    game: Game, people: People, moderator: Person, when: str, during: bool, after_turn: bool
) -> None:
    Diplomacy.objects.create(game=game, verdicts=when)
    place = {"kind": "no-placement", "region": "syria", "until": 1}
    number = promise(game, people, place, NO_ATTACK | {"target": "egypt"})
    promise_answer(game, number, "accepted", "a", people["babylon"])
    hand = log.fold_of(game).timeline.state.hand[0]
    record(game, deploy("egypt", "syria", hand), moderator)
    assert (shown(game) == ["broken", "pending"]) is during
    for player in ("egypt", "babylon", "assyria", "hatti"):
        left = log.fold_of(game).timeline.state
        if left.hand[left.player(player)]:
            record(game, deploy(player, "syria", left.hand[left.player(player)]), moderator)
        record(game, {"type": "end-turn", "player": player}, moderator)
    assert (shown(game) == ["broken", "kept"]) is after_turn
    # A stopped game may go on, unless the group plays another one.
    game_stop(game, moderator, "moderator")
    assert (shown(game) == ["broken", "kept"]) is after_turn
    start(game.group, moderator)
    assert shown(game) == ["broken", "kept"]


def test_stopping_decides_nothing(game: Game, people: People, moderator: Person) -> None:
    Diplomacy.objects.create(game=game, verdicts="at-once")
    number = promise(game, people, PRESENCE, NO_ATTACK | {"target": "egypt"})
    promise_answer(game, number, "accepted", "a", people["babylon"])
    assert shown(game) == ["pending", "pending"]
    game_stop(game, moderator, "moderator")
    assert shown(game) == ["pending", "pending"]
    start(game.group, moderator)
    assert shown(game) == ["void", "void"]


def shown(game: Game) -> list[str]:
    """The kinds of the verdicts on the first promise and on what was promised in exchange."""
    found = verdicts_shown(look_at(game), book(game))[1]
    return [found.terms.kind, found.exchange.kind] if found and found.exchange else []
