"""What was played on paper: a text of lines becomes entries, all of them or none."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from moderator.core import credentials, log, queries
from moderator.core.errors import NotAllowed, Stale
from moderator.core.heads import log_findings
from moderator.core.look import Look, look_at
from moderator.core.models import Game, Group, Person
from moderator.core.people import person_join
from moderator.core.recording import RecordedMove
from moderator.core.sentences import log_lines
from moderator.features.clock.write import game_stop
from moderator.features.from_paper.feature import text_record
from moderator.features.from_paper.models import LateEntry
from moderator.features.from_paper.reading import MOST_LINES, PaperText, read_text
from moderator.features.people.write import seat_take
from moderator.features.slips.models import SlipVersion
from moderator.features.slips.read import ORDER_SLIPS
from moderator.features.slips.write import SlipChange, slip_write
from moderator.rules.errors import Refused
from moderator.rules.seating import MODERATOR, PUBLIC
from tests.support.play.play import record, start
from tests.support.web.worked_example import STEPS, chart

pytestmark = pytest.mark.slow

WORKED_EXAMPLE = "\n".join(line for line, _, _ in STEPS)
PLAYED, REASON = datetime(2026, 3, 2, 9, 30, tzinfo=UTC), "The network was down."
ORDERS = """
# Game-turn 1
h hat4 syr6
b bab5 sum3 civ3

e nub4 pal3 civ4
as ass5 mit6
"""

TURN = """
e nub4 pal3 civ6
trade b g c
end
bab5 sum4 civ3
end
as ass5 mit4 syr2
end
hat4 syr3 mit2
a as mit 2
end
"""


@pytest.fixture
def orders(group: Group, moderator: Person) -> Game:
    return start(group, moderator, "1800-bc", {"deployment": "simultaneous"})


@pytest.fixture
def turns(group: Group, moderator: Person) -> Game:
    return start(group, moderator, "1800-bc", {"deployment": "sequential"})


def read(game: Game, text: str) -> PaperText:
    return read_text(look_at(game), text)


def enter(
    game: Game, text: str, by: Person, key: str = "", after: int | None = None
) -> RecordedMove:
    number, _ = queries.head(game)
    seen = number if after is None else after
    return text_record(game, text, seen, key or credentials.new(), by, "moderator", PLAYED, REASON)


def chart_now(game: Game) -> object:
    timeline = queries.timeline(game)
    return timeline.rules.summary(timeline.state)["chart"]


def test_the_worked_example_is_typed_whole(game: Game, moderator: Person) -> None:
    recorded = enter(game, WORKED_EXAMPLE, moderator)
    assert recorded.entry.number == len(STEPS)
    assert chart_now(game) == chart(STEPS[-1][2])
    assert queries.timeline(game).state.is_over
    assert not log_findings(game)
    late = LateEntry.objects.get()
    assert (late.first, late.last, late.by, late.is_instructor) == (1, 16, moderator, False)
    assert (late.played, late.reason) == (PLAYED, REASON)
    # One at a time, as on the console.
    record(game, {"type": "undo"}, moderator)
    assert queries.timeline(game).state.active == 3


def test_each_line_says_what_it_means_and_what_follows(turns: Game) -> None:
    text = read(turns, "# first\n\ne nub4 pal3 civ4\nsyr 2\nend")
    assert text.can_be_recorded
    assert [line.number for line in text.lines] == [3, 4, 5]
    assert text.lines[0].sentences == (
        "Egypt places 4 in Nubia (0 → 4)",
        "Egypt places 3 in Palestine (0 → 3)",
        "Egypt builds 4 of civilization (0 → 4)",
    )
    assert text.lines[0].then == "Game-turn 1 of 6: Egypt has 2 to place"
    assert text.lines[2].then == "Game-turn 1 of 6: Babylon has 12 to place"


def test_a_whole_game_turn_one_country_after_the_other(turns: Game, moderator: Person) -> None:
    recorded = enter(turns, TURN, moderator)
    assert recorded.entry.number == 18
    state = recorded.fold.timeline.state
    assert (state.turn, state.active) == (2, 0)
    assert not log_findings(turns)


def test_orders_are_revealed_when_all_are_there(orders: Game, moderator: Person) -> None:
    text = read(orders, f"{ORDERS}reveal\nend\nb as mit 2")
    assert [line.problem for line in text.lines[:-1]] == [""] * 6
    assert text.lines[-2].sentences == ("Egypt ends its turn",)
    recorded = enter(orders, f"{ORDERS}reveal\nend", moderator)
    fold = recorded.fold
    assert [entry.move["player"] for entry in fold.entries] == [
        *["egypt"] * 3,
        *["babylon"] * 3,
        *["assyria"] * 2,
        *["hatti"] * 2,
        "egypt",
    ]
    assert not log_findings(orders)
    # The turn's end is undone, and then the reveal as a whole: the slips lie on the table again.
    record(orders, {"type": "undo"}, moderator)
    record(orders, {"type": "undo"}, moderator)
    fold = log.fold_of(orders)
    assert fold.timeline.standing is None
    slips = ORDER_SLIPS.of(Look(orders, fold))
    assert [(slip.left, slip.is_sealed) for slip in slips.slips] == [(0, False)] * 4


def test_orders_that_are_missing_are_named(orders: Game, moderator: Person) -> None:
    lines = ORDERS.strip().rsplit("\n", 1)[0]
    text = read(orders, f"{lines}\nclear h\nh syr 3\na h syr 1")
    assert text.unfinished == "Orders are missing: Assyria has 11 to place, Hatti has 7 to place."
    assert not text.can_be_recorded
    assert text.lines[-1].problem == text.unfinished
    assert "above this line" in text.lines[-1].advice
    with pytest.raises(Refused):
        enter(orders, lines, moderator)
    assert not orders.entries.exists()
    assert not SlipVersion.objects.exists()


def test_slips_on_the_table_are_replaced(orders: Game, moderator: Person) -> None:
    student = person_join(orders.group.classroom, "Omar")
    seat_take(student, orders.seats.get(player="egypt"))
    own = [{"type": "build", "player": "egypt", "rfs": 11}]
    slip_write(orders, SlipChange("egypt", 0, own, is_sealed=True), "own", student, "student")
    recorded = enter(orders, ORDERS, moderator)
    assert recorded.fold.timeline.state.built[0] == 4
    (line,) = log_lines(Look(orders, recorded.fold, MODERATOR))
    assert line.details
    assert "Egypt: written by Omar, Mo, sealed by Mo" in line.details.slips


def test_an_error_in_the_middle_stores_nothing(game: Game, moderator: Person) -> None:
    lines = WORKED_EXAMPLE.split("\n")
    lines[3] = "a chas yurt 12"
    text = read(game, "\n".join(lines))
    (problem, *_others) = text.problems
    assert problem.number == 4
    assert "at most 2" in problem.problem
    assert problem.instead == (
        "c yurt ariel 0 played so on paper",
        "c yurt chas 0 played so on paper",
    )
    with pytest.raises(Refused):
        enter(game, "\n".join(lines), moderator)
    assert not game.entries.exists()
    assert not LateEntry.objects.exists()
    # With the corrections that were proposed, it goes on as it was played.
    lines[3:4] = problem.instead
    text = read(game, "\n".join(lines))
    assert text.problems[0].text == "a ariel yurt 4"  # nobody is left there to attack


@pytest.mark.parametrize(
    ("lines", "number", "advice"),
    [
        ("xen 5\nxyz 5", 2, "Correct the line."),
        ("xen 10\nbeau: yurt 4", 2, "with a line where each turn ended"),
        ("xyz\nend", 2, "Perhaps only because line 1 is left out."),
        ("xen 5\nundo", 2, "Correct the line"),
        ("x" * 201, 1, "Correct the line."),
    ],
)
def test_advice(game: Game, lines: str, number: int, advice: str) -> None:
    problem = read(game, lines).lines[-1]
    assert problem.number == number
    assert advice in problem.advice


@pytest.mark.parametrize(
    ("slip", "said"),
    [
        ("e nub4 pall3 civ4", "begins with “pall”"),
        ("e nub4 pal3 civ40", "at most 11 can be placed"),
        ("x nub4", "begins with “x”"),
    ],
)
def test_one_wrong_slip_marks_no_other_line(orders: Game, slip: str, said: str) -> None:
    """What follows is read as if the slip were there; a line with a fault of its own is named."""
    after = "t b g c\na h syr 3\n.\nt a c t\n.\na b ela 2\n.\na e syr 2\n."
    text = read(orders, f"{slip}\nb elam 11\na civ 11\nh syr 10\n{after}")
    (problem,) = text.problems
    assert (problem.number, problem.advice) == (1, "Correct the line.")
    assert said in problem.problem
    assert not text.can_be_recorded
    waiting = [line for line in text.lines if line.waits]
    assert all("line 1" in line.advice for line in waiting)
    assert "Babylon trades 1 Cloth (C) to Assyria for 1 Tin (T)" in text.lines[7].sentences
    assert "Game-turn 2" in text.lines[-1].then
    other = read(orders, f"{slip}\nb elam 11\na civ 11\nh syr 10\n{after}\nb xyz5")
    assert [line.number for line in other.problems] == [1, 14]


def test_one_wrong_placement_marks_no_other_line(turns: Game) -> None:
    lines = TURN.strip().splitlines()
    lines[0] = "e nub4 pall3 civ6"
    text = read(turns, "\n".join(lines))
    assert [line.number for line in text.problems] == [1]
    assert text.lines[2].waits
    assert "Perhaps only because line 1 is left out." in text.lines[2].advice


@pytest.mark.parametrize("line", ["c civ e 3", "c civilization egypt 3 miscounted"])
def test_civilization_is_corrected_in_a_line(turns: Game, line: str) -> None:
    text = read(turns, line)
    reason = "miscounted" if "miscounted" in line else "played so on paper"
    assert text.lines[0].sentences == (f"Correction: Egypt’s civilization 0 → 3 ({reason})",)
    assert text.can_be_recorded


def test_no_more_than_two_hundred_lines(game: Game) -> None:
    assert not read(game, "\n" * (MOST_LINES - 1)).too_long
    for text in ("\n" * MOST_LINES, "# " + "x" * 20_000):
        assert "at most 200 lines and 20 kB" in read(game, text).too_long


def test_a_repetition_gets_the_first_answer(game: Game, moderator: Person) -> None:
    first = enter(game, "xen 5\nyurt 5", moderator, "one-key")
    again = enter(game, "xen 5\r\nyurt 5", moderator, "one-key", after=0)
    assert (again.entry.number, again.is_repeat) == (2, True)
    assert first.entry.number == 2
    with pytest.raises(Stale):  # another text with the same key
        enter(game, "xen 5\nyurt 4", moderator, "one-key", after=0)
    assert game.entries.count() == 2
    assert LateEntry.objects.count() == 1


def test_nothing_is_stored_if_the_log_has_gone_on(game: Game, moderator: Person) -> None:
    record(game, {"type": "deploy", "player": "ariel", "region": "zen", "rfs": 1}, moderator)
    with pytest.raises(Stale):
        enter(game, "xen 5", moderator, after=0)
    assert game.entries.count() == 1


def test_only_a_moderator_enters_them(game: Game) -> None:
    student = person_join(game.group.classroom, "Omar")
    with pytest.raises(NotAllowed):
        text_record(game, "xen 5", 0, "key", student, "student")


def test_a_stopped_game_refuses_them(game: Game, moderator: Person) -> None:
    game_stop(game, moderator, "moderator")
    with pytest.raises(Refused) as caught:
        enter(game, "xen 5", moderator)
    assert caught.value.code == "game-over"


def test_the_log_says_so_once(game: Game, moderator: Person) -> None:
    record(game, {"type": "deploy", "player": "ariel", "region": "zen", "rfs": 1}, moderator)
    fold = enter(game, "xen 5\nyurt 4", moderator).fold
    look = Look(game, fold)
    lines = log_lines(look.by(MODERATOR))
    assert [bool(line.late) for line in lines] == [True, False, False]
    assert lines[0].late
    assert (lines[0].late.by, lines[0].late.played) == ("Mo", PLAYED)
    public = log_lines(look.by(PUBLIC))[0].late
    assert public
    assert (public.by, public.reason) == ("", REASON)
