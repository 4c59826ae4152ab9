"""The toy game from the new-game page to its PDFs: no file of the product names it."""

from __future__ import annotations

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from moderator.core import credentials
from moderator.core.heads import log_findings
from moderator.core.links import links_to
from moderator.core.log import entries_of
from moderator.rules.errors import Refused
from moderator.rules.log import Timeline
from tests.support.sheets.reading import text as text_of_pdf
from tests.support.web.reading import read, values
from tests.toy.nim import NIM, STANDARD, Nim
from tests.toy.table import Table, seat_down

pytestmark = pytest.mark.usefixtures("nim")


@pytest.fixture
def table(nim: Nim, db: None) -> Table:
    return seat_down("Ann", "Bob")


def test_it_is_in_the_catalogue(table: Table, nim: Nim) -> None:
    url = reverse("game-new", args=[table.classroom.pk])
    page = read(table.laptop.get(url, {"scenario": "nim/standard"}))
    (row,) = [row for row in page.all("tr") if "Nim" in row.text]
    assert "2 players" in row.text
    assert nim.standard.description in page.one("section", class_="about-scenario").text


def test_its_players_sit_down_at_once_and_play_it_on_their_phones(table: Table) -> None:
    table.begin()
    assert "Your turn" in table.page("play", table.phones["ann"]).text
    waiting = table.page("play", table.phones["bob"])
    assert not waiting.all("button", name="move")
    for player, number in (("ann", 3), ("bob", 1), ("ann", 2), ("bob", 2), ("ann", 3)):
        table.take(player, number)
    assert table.sticks == 0
    for page in (
        table.page("play", table.phones["bob"]),
        table.page("chart"),
        table.page("console"),
    ):
        assert "Ann has taken the last stick and wins" in page.text
        assert not page.all("button", name="move")
    roles = {entry.role for entry in entries_of(table.game)}
    assert roles == {"student"}
    assert log_findings(table.game) == []


def test_who_is_not_in_turn_can_take_nothing(table: Table) -> None:
    table.begin()
    fields = {"game": "1", "after": "0", "form": "press", "key": credentials.new()}
    for player, wire, status in (
        ("bob", {"type": "take", "player": "player-2", "sticks": 1}, 422),
        ("bob", {"type": "take", "player": "player-1", "sticks": 1}, 422),
        ("ann", {"type": "take", "player": "player-1", "sticks": 4}, 422),
        ("ann", {"type": "undo"}, 422),
        ("ann", {"type": "correct", "reason": "x", "taken": {"player-1": 1}}, 422),
    ):
        move = json.dumps(wire)
        answer = table.phones[player].post(table.url("play-move"), fields | {"move": move})
        assert answer.status_code == status, wire
    assert table.game.entries.count() == 0


def test_a_moderator_undoes_and_replays(table: Table) -> None:
    table.begin(run_acting="moderator")
    assert not table.page("play", table.phones["ann"]).all("button", name="move")
    for label in ("Take 3", "Take 2"):
        assert table.press("console", table.laptop, label).status_code == 303
    sent = {"game": "1", "after": "2", "key": credentials.new(), "text": "undo"}
    assert table.laptop.post(table.url("move"), sent).status_code == 303
    assert table.sticks == 8
    past = table.page("replay", move=1)
    assert past.id("sticks").attributes["data-sticks"] == "8"
    assert "Ann takes 3 of 11 sticks" in past.text
    assert not past.all("button", name="move")
    assert table.page("chart-replay", move=0).id("sticks").attributes["data-sticks"] == "11"


def test_a_moderator_corrects_what_was_recorded_wrongly(table: Table) -> None:
    table.begin()
    table.take("ann", 3)
    table.take("bob", 1)
    assert table.page("console").all("a", href=table.url("correct"))
    assert not table.page("console").all("input", name="type", value="correct")
    page = table.page("correct")
    assert page.one("legend").text == "Sticks taken"
    assert page.one("input", name="taken.player-1").attributes["value"] == "3"
    fields = page.form() | {"taken.player-1": "2"}
    for wrong, said in (
        ({}, "Give the reason"),
        ({"taken.player-1": "3", "reason": "x"}, "Nothing has been changed"),
        ({"taken.player-1": "11", "reason": "x"}, "10 sticks can be taken"),
        ({"taken.player-1": "two", "reason": "x"}, "taken"),
    ):
        refused = table.laptop.post(table.url("correct"), fields | wrong)
        assert refused.status_code == 422
        kept = read(refused)
        assert said in kept.text
        typed = (fields | wrong)["taken.player-1"]
        assert kept.one("input", name="taken.player-1").attributes["value"] == typed
    answer = table.laptop.post(table.url("correct"), fields | {"reason": "Counted again."})
    assert answer.status_code == 303
    *_, entry = entries_of(table.game)
    assert entry.move == {"type": "correct", "reason": "Counted again.", "taken": {"player-1": 2}}
    assert table.sticks == 8
    said = "Correction: Ann has taken 2 (Counted again.)"
    assert said in table.page("console").text
    late = table.laptop.post(
        table.url("correct"), fields | {"reason": "x", "key": credentials.new()}
    )
    assert late.status_code == 409
    assert log_findings(table.game) == []


@pytest.mark.slow
def test_the_bot_plays_with_a_single_player(nim: Nim, db: None) -> None:
    table = seat_down("Ann")
    table.begin(run_who="people", run_partner="on")
    table.take("ann", 2)
    sent = {"game": "1", "after": "1"}
    for _ in range(2):  # two pages send it at once
        answer = table.phones["ann"].post(table.url("play-partner"), sent)
        assert answer.status_code == 303, read(answer).text
    assert table.sticks == 8
    assert [entry.role for entry in entries_of(table.game)] == ["student", "partner"]


def test_its_record_comes_back_as_a_game(table: Table) -> None:
    game = table.begin()
    table.take("ann", 3)
    table.take("bob", 3)
    data = table.laptop.get(table.url("record")).content
    record = json.loads(data)
    assert (record["game"], record["scenario"]) == ("nim", "standard")
    group = reverse("group", args=[table.classroom.pk, table.group.number])
    upload = reverse("record-upload", args=[table.classroom.pk, table.group.number])
    fields = read(table.laptop.get(group)).one("main").form(upload)
    file = SimpleUploadedFile("record.json", data, "application/json")
    assert table.laptop.post(upload, fields | {"record": file}).status_code == 303
    assert table.game != game
    assert table.sticks == 5
    assert log_findings(table.game) == []


def test_its_sheets_are_linked_and_printed(table: Table) -> None:
    table.begin()
    table.take("ann", 3)
    table.take("bob", 3)
    words = {
        "Board": "5 sticks",
        "Score sheet": "Sticks left: 5",
        "Tally sheet": "Cross out what is taken",
        "Log": "Bob takes 3 of 8 sticks",
    }
    links = links_to(table.game)
    assert [link.label for link in links] == list(words)
    for link in links:
        answer = table.laptop.get(link.address)
        assert answer.status_code == 200
        assert words[link.label] in text_of_pdf(answer.content)
    assert links[-2].address == f"/g/{table.group.code}/tally.pdf"


def razing(*taken: int, **options: bool) -> Timeline:
    """A game of Ann and Bob after these moves; razing is allowed, unless the options say else."""
    given = {"players": ["ann", "bob"], "razing": True} | options
    NIM.check_options(given)
    timeline = Timeline(NIM, NIM.begin(STANDARD, given))
    for number, sticks in enumerate(taken):
        player = ("ann", "bob")[number % 2]
        timeline = timeline.play({"type": "take", "player": player, "sticks": sticks})
    return timeline


def test_who_razes_the_sticks_loses() -> None:
    timeline = razing(3, 2).play({"type": "raze", "player": "ann"})
    state = timeline.state
    assert (state.sticks, state.taken, NIM.movers(state)) == (0, (3, 2), ())
    assert NIM.glance(state) == "Ann has razed the sticks and Bob wins"
    assert NIM.summary(state)["razer"] == "ann"
    step = next(timeline.steps())
    assert str(step.move.describe(step.before)) == "Ann razes all 6 sticks and loses"
    assert NIM.summary(timeline.play({"type": "undo"}).state)["razer"] is None


@pytest.mark.parametrize(
    ("timeline", "player", "code", "said"),
    [
        (razing(razing=False), "ann", "not-legal", "can’t be razed"),
        (razing(3, 3, 2), "bob", "not-legal", "Only 3 sticks are left"),
        (razing(), "bob", "not-your-turn", "It is Ann’s turn"),
        (razing(3, 3, 3, 2), "ann", "game-over", "The game is over"),
    ],
    ids=["option off", "three sticks", "not in turn", "over"],
)
def test_razing_is_refused(timeline: Timeline, player: str, code: str, said: str) -> None:
    with pytest.raises(Refused, match=said) as caught:
        timeline.play({"type": "raze", "player": player})
    assert caught.value.code == code


def test_four_sticks_can_be_razed() -> None:
    assert razing(3, 3, 1).play({"type": "raze", "player": "bob"}).state.thrown == 4


def test_razing_is_off_unless_it_is_chosen() -> None:
    state = NIM.begin(STANDARD, {"players": ["ann", "bob"]})
    assert not state.options.razing
    assert [offer.verb for offer in NIM.offers(state)] == ["take", "correct"]


@pytest.mark.parametrize("text", ["raze", "z", "ra", "RAZE", "ann: z"])
def test_razing_is_typed(text: str) -> None:
    parsed = NIM.parse_command(razing().state, text)
    assert parsed.wire == {"type": "raze", "player": "ann"}
    assert parsed.sentence == "Ann razes all 11 sticks and loses"


@pytest.mark.parametrize(
    ("timeline", "lines"),
    [(razing(), ("raze", "redo")), (razing(3, 3, 2), ("redo",)), (razing(razing=False), ("redo",))],
    ids=["open", "three sticks", "option off"],
)
def test_razing_is_completed_while_it_is_legal(timeline: Timeline, lines: tuple[str, ...]) -> None:
    assert NIM.complete(timeline.state, "r") == lines


def test_a_player_razes_on_a_phone(table: Table) -> None:
    table.begin(razing="on")
    page = table.page("play", table.phones["ann"])
    (form,) = [f for f in page.all("form") if "Ann razes the sticks" in f.text]
    answer = table.phones["ann"].post(table.url("play-move"), values(form))
    assert answer.status_code == 303, read(answer).text
    for page in (table.page("chart"), table.page("console")):
        assert "Ann has razed the sticks and Bob wins" in page.text
    assert log_findings(table.game) == []


@pytest.mark.parametrize("razer", [None, "Ann"])
def test_the_score_sheet_says_who_has_razed_the_sticks(table: Table, razer: str | None) -> None:
    table.begin(razing="on")
    if razer:
        sent = {"game": "1", "after": "0", "key": credentials.new(), "text": "z"}
        assert table.laptop.post(table.url("move"), sent).status_code == 303
    (link,) = [link for link in links_to(table.game) if link.label == "Score sheet"]
    sheet = text_of_pdf(table.laptop.get(link.address).content)
    assert f"{razer or 'Nobody'} has razed the sticks" in sheet
