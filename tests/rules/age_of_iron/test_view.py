"""Secrets: what each viewer may see in the view and in the log; and the seats' letters."""

from __future__ import annotations

import dataclasses
from dataclasses import replace
from typing import Any

import pytest

from moderator.rules.age_of_iron import AGE_OF_IRON
from moderator.rules.log import Timeline
from moderator.rules.seating import MODERATOR, PUBLIC, Viewer
from tests.rules.age_of_iron.table import play, scenario, table

EGYPT = Viewer("egypt")
HATTI = Viewer("hatti")
SIMULTANEOUS = {"deployment": "simultaneous"}


def written() -> Timeline:
    """Egypt has written its orders, Hatti some, Assur none."""
    return play(
        table({"syria": {"egypt": 3}}, SIMULTANEOUS),
        "deploy egypt syria 7", "build egypt 3", "deploy hatti cyprus 4",
    )  # fmt: skip


def view(timeline: Timeline, viewer: Viewer) -> Any:
    return AGE_OF_IRON.view(timeline.state, viewer, timeline.before)


def numbers(view: Any) -> dict[str, list[int]]:
    return {row.id: [cell.rfs for cell in row.cells] for row in view.rows}


@pytest.mark.parametrize(
    ("viewer", "syria", "cyprus", "built", "hands"),
    [
        (PUBLIC, [3, 0, 0], [0, 0, 0], [0, 0, 0], [0, 10, 10]),
        (EGYPT, [10, 0, 0], [0, 0, 0], [3, 0, 0], [0, 10, 10]),
        (HATTI, [3, 0, 0], [0, 4, 0], [0, 0, 0], [0, 6, 10]),
        (MODERATOR, [10, 0, 0], [0, 4, 0], [3, 0, 0], [0, 6, 10]),
    ],
)
def test_written_orders_are_their_writers_until_the_reveal(
    viewer: Viewer, syria: list[int], cyprus: list[int], built: list[int], hands: list[int]
) -> None:
    seen = view(written(), viewer)
    assert numbers(seen)["syria"] == syria
    assert numbers(seen)["cyprus"] == cyprus
    assert [country.boxes[0].rfs for country in seen.countries] == built
    assert [country.hand for country in seen.countries] == hands
    assert [country.is_done for country in seen.countries] == [True, False, False]
    assert seen.is_frozen is (viewer != MODERATOR)


def test_no_trace_of_an_order_is_left_in_what_others_see() -> None:
    """Two games that differ only in Egypt's orders look the same to everybody else."""
    one = written()
    other = play(table({"syria": {"egypt": 3}}, SIMULTANEOUS),
                 "deploy egypt nile 10", "deploy hatti cyprus 4")  # fmt: skip
    for viewer in (PUBLIC, HATTI, Viewer("assur")):
        assert view(one, viewer) == view(other, viewer)
    assert view(one, EGYPT) != view(other, EGYPT)


def test_everybody_sees_everything_on_the_chart_after_the_reveal() -> None:
    revealed = play(written(), "deploy hatti nile 6", "deploy assur ashur 10")
    for viewer in (PUBLIC, EGYPT, HATTI):
        assert numbers(view(revealed, viewer)) == numbers(view(revealed, MODERATOR))


@pytest.mark.parametrize(("viewer", "open_to"), [(PUBLIC, []), (EGYPT, [0]), (HATTI, [1])])
def test_objectives_are_their_owners_until_the_end(viewer: Viewer, open_to: list[int]) -> None:
    timeline = table(turns=1)
    for i, country in enumerate(view(timeline, viewer).countries):
        assert (country.objectives is not None) is (i in open_to)
        assert (country.presence is not None) is (i in open_to)
    over = play(timeline, "build egypt 10", "end egypt", "build hatti 10", "end hatti",
                "build assur 10", "end assur")  # fmt: skip
    for ended in (viewer, replace(viewer, is_released=True)):
        is_open = ended.is_released or ended.seat is not None
        countries = view(over, ended).countries
        assert all((country.objectives is not None) is is_open for country in countries)
        assert all((country.presence is not None) is is_open for country in countries)
    assert all(country.objectives for country in view(timeline, MODERATOR).countries[:2])


@pytest.mark.parametrize("viewer", [PUBLIC, HATTI, Viewer("assur"), EGYPT, MODERATOR])
def test_logged_orders_are_hidden_as_long_as_the_chart_hides_them(viewer: Viewer) -> None:
    timeline = play(
        written(), {"type": "correct", "reason": "slip", "chart": {"syria": {"egypt": 9}}}
    )
    steps = list(timeline.steps())[::-1]
    now = timeline.state
    hidden = [AGE_OF_IRON.is_hidden(s.before, s.move, now, viewer) for s in steps]
    is_mod, is_egypt, is_hatti = viewer == MODERATOR, viewer == EGYPT, viewer == HATTI
    see = [is_mod or is_egypt, is_mod or is_egypt, is_mod or is_hatti, is_mod]
    assert hidden == [not one for one in see]
    revealed = play(timeline, "deploy hatti nile 6", "deploy assur ashur 10").state
    assert not any(AGE_OF_IRON.is_hidden(s.before, s.move, revealed, viewer) for s in steps)


def test_goals_are_all_that_earns_points_with_how_far_each_is() -> None:
    """The most valuable first; of civilization the complete levels and the next one."""

    def goals(*moves: Any) -> dict[str, tuple[bool, str]]:
        seen = view(play(table(), *moves), EGYPT)
        egypt, hatti, _ = seen.countries
        assert hatti.goals is None
        values = [one.victory_points for one in egypt.goals]
        assert values == sorted(values, reverse=True)
        assert sum(one.victory_points for one in egypt.goals_met) == egypt.total
        assert egypt.points_left == sum(values) - egypt.total
        return {one.sentence: (one.is_met, one.now) for one in egypt.goals}

    box, first, second = 10, "Civilization, Level I", "Civilization, Level II"
    syria, nile = "Presence in Syria", "No Presence of anybody else at home in Nile"
    found = goals()
    assert (found[syria], found[nile]) == ((False, "0 of 5"), (True, "nobody there"))
    assert found[first] == (False, f"0 of {box}")
    assert second not in found
    chart = {"syria": {"egypt": 6}, "nile": {"hatti": 7, "assur": 2}}
    built = {"egypt": box + 3}
    found = goals({"type": "correct", "reason": "x", "chart": chart, "civilization": built})
    assert (found[syria], found[nile]) == ((True, "6 RFs"), (False, "Hatti has 7"))
    assert (found[first], found[second]) == ((True, "complete"), (False, f"3 of {box}"))


def test_fresh_cells_are_those_that_the_last_entry_changed() -> None:
    timeline = play(table(), "deploy egypt syria 5", "deploy egypt nile 5")
    fresh = {row.id for row in view(timeline, PUBLIC).rows if any(c.is_fresh for c in row.cells)}
    assert fresh == {"nile"}
    undone = play(timeline, "undo")
    fresh = {row.id for row in view(undone, PUBLIC).rows if any(c.is_fresh for c in row.cells)}
    assert fresh == {"nile"}
    assert not any(c.is_fresh for row in view(written(), PUBLIC).rows for c in row.cells)


def test_crossed_out_numbers_are_this_game_turns() -> None:
    timeline = play(table(), "deploy egypt syria 4", "deploy egypt syria 6", "end egypt",
                    "build hatti 10", "end hatti", "build assur 10")  # fmt: skip
    cell = view(timeline, PUBLIC).rows[3].cells[0]
    assert (cell.crossed, cell.rfs, cell.has_presence) == ((0, 4), 10, True)
    assert view(play(timeline, "end assur"), PUBLIC).rows[3].cells[0].crossed == ()


def test_a_cell_keeps_its_newest_crossed_out_numbers() -> None:
    """Otherwise a record of corrections would need unlimited memory."""
    timeline = table()
    for rfs in range(1, 30):
        wire = {"type": "correct", "reason": "x", "chart": {"syria": {"egypt": rfs}}}
        timeline = play(timeline, wire)
    assert view(timeline, PUBLIC).rows[3].cells[0].crossed == tuple(range(9, 29))


def test_places_are_shared_and_bars_are_of_the_highest() -> None:
    countries = view(table(), PUBLIC).countries
    assert [(c.total, c.place, c.share) for c in countries] == [(3, 2, 50), (6, 1, 100), (0, 3, 0)]


def test_goods_given_away_stay_as_crossed_out_letters() -> None:
    timeline = play(table(), "trade egypt hatti G1 S1")
    egypt = view(timeline, PUBLIC).countries[0]
    assert [(good.letter, good.is_gone) for good in egypt.for_trade] == [("G", True), ("G", False)]
    assert [good.letter for good in egypt.acquired] == ["S"]


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (["Egypt", "Hatti", "Assur"], ["E", "H", "A"]),
        (["Assyria", "Argos", "Akkad"], ["A", "Ar", "Ak"]),
        (["42", "Aa", "A"], ["4", "A", "3"]),
        (["Ägypten", "Ήπειρος", "日本"], ["Ä", "Ή", "日"]),
    ],
)
def test_every_seat_has_a_letter_of_its_own(names: list[str], letters: list[str]) -> None:
    players = scenario()["players"]
    for player, name in zip(players, names, strict=True):
        player["name"] = name
    seats = AGE_OF_IRON.seats(AGE_OF_IRON.read_scenario(scenario(players=players)), {})
    assert [seat.letter for seat in seats] == letters


def test_a_view_holds_plain_values_only() -> None:
    """A template can reach nothing of the state through it."""

    def walk(value: Any) -> None:
        if dataclasses.is_dataclass(value):
            assert type(value).__name__ != "State"
            for field in dataclasses.fields(value):
                walk(getattr(value, field.name))
        elif isinstance(value, tuple):
            for item in value:
                walk(item)
        else:
            assert value is None or isinstance(value, str | int | bool)

    walk(view(written(), PUBLIC))
