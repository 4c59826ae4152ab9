"""Order slips: written and sealed in secret, revealed all at once, undone and redone together."""

from __future__ import annotations

import pytest

from moderator.core import log
from moderator.core.errors import NotAllowed, Stale
from moderator.core.look import look_at, shown_state, table_version
from moderator.core.models import Entry, Game, Group, Person
from moderator.core.people import moderator_enter, person_join
from moderator.features.people.write import seat_take
from moderator.features.slips.models import SlipVersion
from moderator.features.slips.read import redo_refused
from moderator.features.slips.write import SlipChange, slip_write, slips_fill, slips_reveal
from moderator.rules.errors import Refused
from moderator.rules.seating import MODERATOR, PUBLIC, Viewer
from tests.support.play.play import deploy, record, start
from tests.support.play.slips import EGYPT, ORDERS, book, reveal, slip, write

pytestmark = pytest.mark.slow


@pytest.fixture
def game(group: Group, moderator: Person) -> Game:
    return start(group, moderator, "1800-bc")


@pytest.fixture
def student(game: Game) -> Person:
    person = person_join(game.group.classroom, "Omar")
    seat_take(person, game.seats.get(player="egypt"))
    return person


def test_a_slip_is_no_part_of_the_log(game: Game, student: Person) -> None:
    written = write(game, student, is_sealed=False, role="student")
    assert not game.entries.exists()
    assert slip(game, "egypt").orders == tuple(EGYPT)
    stored = SlipVersion.objects.get()
    assert (stored.person, stored.role, stored.number) == (student, "student", 1)
    assert (stored.is_public, stored.pk) == (False, written.number)


def test_every_change_is_kept(game: Game, student: Person, moderator: Person) -> None:
    write(game, student, orders=EGYPT[:1], is_sealed=False, role="student")
    write(game, moderator)
    write(game, student, is_sealed=False, role="student")
    rows = SlipVersion.objects.order_by("number").values_list("number", "is_sealed", "is_public")
    assert list(rows) == [(1, False, False), (2, True, True), (3, False, True)]


def test_only_what_the_rules_accept_is_written(game: Game, student: Person) -> None:
    for orders, code in (
        ([deploy("egypt", "syria", 12)], "not-enough-rfs"),
        ([deploy("egypt", "atlantis", 1)], "unknown-region"),
        ([deploy("hatti", "syria", 1)], "bad-move"),
        ([{"type": "end-turn", "player": "egypt"}], "bad-move"),
        ([3], "bad-move"),
    ):
        with pytest.raises(Refused) as refused:
            write(game, student, orders=orders, is_sealed=False, role="student")
        assert refused.value.code == code
    assert not SlipVersion.objects.exists()


def test_only_complete_orders_are_sealed(game: Game, student: Person) -> None:
    with pytest.raises(Refused, match="Place 4 more") as refused:
        write(game, student, orders=EGYPT[:1], role="student")
    assert refused.value.code == "rfs-in-hand"


def test_an_older_version_is_stale_and_a_key_acts_once(game: Game, student: Person) -> None:
    change = SlipChange("egypt", 0, EGYPT, True)
    slip_write(game, change, "k", student, "student")
    assert slip_write(game, change, "k", student, "student").is_repeat
    with pytest.raises(Stale):
        slip_write(game, change, "other", student, "student")
    with pytest.raises(Stale):
        slip_write(game, SlipChange("egypt", 1, EGYPT, False), "k", student, "student")
    assert SlipVersion.objects.count() == 1


def test_no_single_order_is_recorded_while_slips_are_written(game: Game, moderator: Person) -> None:
    with pytest.raises(NotAllowed):
        record(game, EGYPT[0], moderator)


def test_a_reveal_records_all_orders_in_the_order_of_play(game: Game, moderator: Person) -> None:
    recorded = reveal(game, moderator, "reveal")
    moves = list(Entry.objects.values_list("move", "key", "person", "role"))
    assert [move for move, *_ in moves] == [order for orders in ORDERS.values() for order in orders]
    assert [key for _, key, *_ in moves] == [f"reveal:{place}" for place in range(1, 6)]
    assert {who[2:] for who in moves} == {(moderator.pk, "moderator")}
    assert recorded.fold.timeline.state.phase == "action"
    assert not book(game).is_open


def test_a_reveal_needs_all_slips_sealed(game: Game, moderator: Person) -> None:
    write(game, moderator)
    with pytest.raises(Refused, match="Babylon, Assyria, Hatti"):
        slips_reveal(game, 1, "k", moderator, "moderator")
    with pytest.raises(Stale):
        slips_reveal(game, 0, "k", moderator, "moderator")
    assert not game.entries.exists()


def test_a_reveal_is_recorded_once_for_each_key(game: Game, moderator: Person) -> None:
    first = reveal(game, moderator, "reveal")
    again = slips_reveal(game, 4, "reveal", moderator, "moderator")
    assert again.is_repeat
    assert again.entry == first.entry
    assert game.entries.count() == 5


def test_an_automatic_reveal_has_the_systems_role(game: Game, student: Person) -> None:
    Game.objects.update(is_reveal_automatic=True)
    by = moderator_enter(game.group, "Mo")
    for player in ("babylon", "assyria", "hatti"):
        assert write(game, by, player).recorded is None
    written = write(game, student, role="student")
    assert written.recorded
    assert set(Entry.objects.values_list("person", "role")) == {(student.pk, "system")}
    assert Entry.objects.count() == 5


def test_undo_and_redo_cover_the_whole_reveal(game: Game, moderator: Person) -> None:
    revealed = reveal(game, moderator, "reveal").fold.timeline.state
    undone = record(game, {"type": "undo"}, moderator)
    assert undone.fold.timeline.state == log.fold_of(game).timeline.start
    assert undone.fold.before == revealed
    assert [one.is_sealed for one in book(game).slips] == [False] * 4
    assert slip(game, "egypt").orders == tuple(EGYPT)
    redone = record(game, {"type": "redo"}, moderator)
    assert redone.fold.timeline.state == revealed
    assert redone.fold.before == log.fold_of(game).timeline.start
    assert redone.fold.number == 15


def test_a_changed_slip_clears_the_redo(game: Game, moderator: Person) -> None:
    reveal(game, moderator, "reveal")
    record(game, {"type": "undo"}, moderator)
    assert not redo_refused(look_at(game))
    write(game, moderator, key="after")
    assert redo_refused(look_at(game))
    with pytest.raises(Refused) as refused:
        record(game, {"type": "redo"}, moderator)
    assert refused.value.code == "nothing-to-redo"
    reveal(game, moderator, "again")
    assert log.fold_of(game).timeline.state.phase == "action"


def test_several_undos_past_a_reveal_can_all_be_redone(game: Game, moderator: Person) -> None:
    reveal(game, moderator)
    correct = {"type": "correct", "reason": "x", "civilization": {"egypt": 1}}
    after = record(game, correct, moderator).fold.timeline.state
    for verb in ("undo", "undo", "redo", "redo"):
        redone = record(game, {"type": verb}, moderator)
    assert redone.fold.timeline.state == after


def test_a_slip_belongs_to_the_entry_that_opened_its_turn(game: Game, moderator: Person) -> None:
    reveal(game, moderator, "reveal")
    for player in ORDERS:
        record(game, {"type": "end-turn", "player": player}, moderator)
    write(game, moderator, orders=[deploy("egypt", "egypt", 11)], key="second")
    record(game, {"type": "undo"}, moderator)
    assert not book(game).is_open
    record(game, {"type": "redo"}, moderator)
    assert (slip(game, "egypt").is_sealed, slip(game, "hatti").version) == (True, 0)
    record(game, {"type": "undo"}, moderator)
    record(game, {"type": "end-turn", "player": "hatti"}, moderator)
    assert slip(game, "egypt").version == 0


def test_a_correction_may_make_a_slip_illegal(game: Game, moderator: Person) -> None:
    full = log.fold_of(game).timeline.start.scenario.box_capacity
    many = {"type": "correct", "reason": "x", "civilization": {"egypt": full}}
    for player in ORDERS:
        write(game, moderator, player)
    record(game, many, moderator)
    assert slip(game, "egypt").refused
    with pytest.raises(Refused, match="Egypt’s slip") as refused:
        slips_reveal(game, 4, "k", moderator, "moderator")
    assert refused.value.code == "civilization-complete"
    record(game, {"type": "undo"}, moderator)
    slips_reveal(game, 4, "k", moderator, "moderator")


def test_what_is_missing_is_filled_in(game: Game, moderator: Person) -> None:
    write(game, moderator, "hatti")
    write(game, moderator, orders=EGYPT[1:], is_sealed=False)
    slips_fill(game, [1, 0, 0, 1], "k", moderator, "moderator")
    slips_fill(game, [1, 0, 0, 1], "k", moderator, "moderator")
    assert book(game).is_complete
    assert slip(game, "egypt").orders == (deploy("egypt", "egypt", 7), EGYPT[1])
    assert slip(game, "hatti").version == 1
    with pytest.raises(Stale):
        slips_fill(game, [1, 0, 0, 1], "other", moderator, "moderator")


def test_a_version_counts_only_what_its_audience_sees(game: Game, student: Person) -> None:
    viewers = (PUBLIC, MODERATOR, Viewer(seat="hatti"), Viewer(seat="egypt"))

    def versions() -> list[int]:
        look = look_at(game)
        return [table_version(look, viewer) for viewer in viewers]

    assert versions() == [0, 0, 0, 0]
    write(game, student, is_sealed=False, role="student")
    assert versions() == [0, 0, 0, 1]
    write(game, student, role="student")
    assert versions() == [1, 1, 1, 2]


def test_everybody_sees_who_has_sealed(game: Game, student: Person) -> None:
    look = look_at(game)
    glance = look.rules.glance
    write(game, student, is_sealed=False, role="student")
    assert "0 of 4" in glance(shown_state(look))
    write(game, student, role="student")
    assert "1 of 4" in glance(shown_state(look))
