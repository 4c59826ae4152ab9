"""Age of Iron on students' phones: who may post which move, and the preview before it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client

from moderator.core import credentials, queries
from moderator.core.models import Game
from moderator.features.new_game.settings import game_settings_change
from moderator.rules.age_of_iron import AGE_OF_IRON
from tests.support.paths import ROOT
from tests.support.web import tables
from tests.support.web.reading import Element, read, values
from tests.support.web.tables import Table
from tests.support.web.world import join

pytestmark = pytest.mark.slow

SEATS, MODERATOR = Game.Acting.SEATS, Game.Acting.MODERATOR
DEPLOY = {"type": "deploy", "player": "egypt", "region": "syria", "rfs": 5}
TRADE = {"type": "trade", "player": "egypt", "partner": "hatti", "give": {"G": 1}, "get": {}}
SPLIT = {"type": "split-control", "players": ["egypt", "hatti"], "region": "syria"}
CORRECT = {"type": "correct", "reason": "x", "chart": {"syria": {"egypt": 9}}}


def sit(acting: str = SEATS, dice: str = "table", **options: object) -> Table:
    """1800 B.C., sequential; Egypt begins with 13 RFs."""
    table = tables.seat_down("1800-bc", {"deployment": "sequential", **options})
    Game.objects.update(acting=acting, dice=dice, seed="0" * 64 if dice == "server" else "")
    table.game.refresh_from_db()
    return table


@pytest.fixture
def table(db: None) -> Table:
    return sit()


@pytest.fixture
def egypt(table: Table) -> Client:
    return join(table.group, "Eve", table.game, "egypt")


def page_of(table: Table, phone: Client) -> Element:
    return read(phone.get(table.url("play")))


def forms(page: Element) -> dict[str, dict[str, str]]:
    """What each form of the phone would send, by its move."""
    sent = [values(form) for form in page.id("acts").all("form")]
    return {fields["type"]: fields for fields in sent}


def hand(table: Table, id: str) -> int:
    """How many RFs the country has to place."""
    state = queries.timeline(table.game).state
    rfs: int = state.hand[state.player(id)]
    return rfs


def deploy(table: Table, phone: Client, **more: str) -> dict[str, str]:
    """The filled-in form for placing 5 RFs in Syria."""
    fields = forms(page_of(table, phone))["deploy"]
    choice = json.dumps({"player": "egypt", "region": "syria"})
    return {**fields, "choice": choice, "rfs": "5", **more}


def whole(table: Table, wire: Mapping[str, Any]) -> dict[str, str]:
    """A whole move, as if a button held it."""
    number = str(len(table.entries))
    fields = {"game": "1", "after": number, "key": credentials.new(), "form": "press"}
    return {**fields, "move": json.dumps(wire)}


def test_the_moderator_records_by_default(db: None) -> None:
    table = tables.seat_down("1800-bc", {"deployment": "sequential"})
    assert (table.game.acting, table.game.dice) == ("moderator", "table")
    egypt = join(table.group, "Eve", table.game, "egypt")
    answer = egypt.post(table.url("play-move"), whole(table, DEPLOY))
    assert answer.status_code == 422
    assert "the moderator records the moves" in read(answer).one("main").text
    assert not table.entries


def test_what_a_moderator_records_is_listed_to_be_told(db: None) -> None:
    table = sit(MODERATOR)
    egypt = join(table.group, "Eve", table.game, "egypt")
    assert set(forms(page_of(table, egypt))) == {"deploy", "build"}
    page = read(egypt.post(table.url("play-preview"), deploy(table, egypt)))
    told = page.id("confirm").text
    assert "Tell your moderator, who records it: Egypt places 5 in Syria" in told
    assert "0 → 5" in told
    assert not page.all("button", id="confirm-move")
    other = {**DEPLOY, "player": "babylon"}
    answer = egypt.post(table.url("play-preview"), whole(table, other))
    assert "your own country only" in read(answer).id("answer").text
    waiting = page_of(table, join(table.group, "Bob", table.game, "babylon"))
    assert not forms(waiting)
    assert "When it is your turn" in waiting.one("p", class_="idle").text
    assert not table.entries


def test_a_phone_offers_what_its_country_may_record(table: Table, egypt: Client) -> None:
    assert set(forms(page_of(table, egypt))) == {"deploy", "build"}
    waiting = join(table.group, "Bob", table.game, "babylon")
    assert not forms(page_of(table, waiting))
    table.record("syria 13")
    page = page_of(table, egypt)
    assert set(forms(page)) == {"end-turn"}
    assert "shares no region" in page.id("open-attack-egypt").text
    assert {"trade-egypt", "end-turn-egypt", "extend", "undo"} <= set(table.forms())


@pytest.mark.parametrize("combat", ["equal", "odds-table"])
def test_every_open_offer_that_students_may_record_has_a_form(db: None, combat: str) -> None:
    table = sit(combat=combat, dice="server" if combat == "odds-table" else "table")
    phones = {
        seat.player: join(table.group, seat.player, table.game, seat.player)
        for seat in table.game.seats.all()
    }
    seen: set[str] = set()
    while (timeline := queries.timeline(table.game)).state.turn == 1:
        rules, state = timeline.rules, timeline.state
        id = state.player_id(state.active)
        offers = [one for one in rules.offers(state, id) if not one.move.is_moderators]
        opened = {one.verb for one in offers if one.is_open}
        assert set(forms(page_of(table, phones[id]))) == opened, (id, opened)
        seen |= opened
        table.record(f"syria {hand(table, id)}" if hand(table, id) else "end")
    by_players = [move for move in rules.moves if move.is_players()]
    assert seen == {move.verb for move in by_players if not move.is_moderators}


def test_no_form_knows_a_move_by_name() -> None:
    folder = ROOT / "templates/games/age_of_iron"
    files = [folder / "act.html", *folder.glob("phone_*.html")]
    assert len(files) > 3
    for file in files:
        source = file.read_text(encoding="utf-8")
        assert not [verb for verb in AGE_OF_IRON.verbs if f'"{verb}"' in source], file.name


def test_the_first_press_shows_and_the_second_records(table: Table, egypt: Client) -> None:
    answer = egypt.post(table.url("play-preview"), deploy(table, egypt))
    assert answer.status_code == 200
    shown = read(answer)
    confirm = shown.id("confirm")
    assert "Egypt places 5 in Syria" in confirm.text
    assert "0 → 5" in confirm.text
    assert not table.entries
    fields = values(confirm)
    fields.pop("change", None)
    assert [egypt.post(table.url("play-move"), fields).status_code for _ in range(2)] == [303, 303]
    (entry,) = table.entries
    assert (entry.move, entry.role, entry.person.name) == (DEPLOY, "student", "Eve")


def test_a_number_begins_with_the_lowest_and_is_set_by_a_press(table: Table, egypt: Client) -> None:
    fields = deploy(table, egypt)
    del fields["rfs"]
    shown = read(egypt.post(table.url("play-preview"), fields)).id("confirm")
    assert "Egypt places 1 in Syria" in shown.text
    presets = shown.one("div", class_="numbers").all("button")
    assert [one.text.split() for one in presets] == [["5"], ["10"], ["13", "all"]]
    ten = next(one.attributes for one in presets if one.text == "10")
    again = values(shown) | {ten["name"]: ten["value"]}
    again.pop("change", None)
    shown = read(egypt.post(table.url("play-preview"), again)).id("confirm")
    assert "Egypt places 10 in Syria" in shown.text
    assert shown.id("confirm-move").text == "Place 10"


def test_what_the_button_says_is_recorded_not_what_is_typed(table: Table, egypt: Client) -> None:
    shown = read(egypt.post(table.url("play-preview"), deploy(table, egypt))).id("confirm")
    button = shown.id("confirm-move").attributes
    fields = values(shown) | {"rfs": "9", button["name"]: button["value"]}
    fields.pop("change", None)
    assert egypt.post(table.url("play-move"), fields).status_code == 303
    assert [entry.move["rfs"] for entry in table.entries] == [5]


@pytest.mark.parametrize(
    ("combat", "mine", "theirs", "number", "why"),
    [
        ("equal", 11, 3, "3", "keep Presence"),
        ("equal", 7, 6, "2", "keep Presence"),
        ("equal", 5, 6, "1", ""),
        ("equal", 4, 6, "1", ""),
        ("attacker-advantage", 5, 6, "1", ""),
        ("attacker-advantage", 7, 6, "3", "keep Presence"),
    ],
)
def test_an_attack_begins_with_the_most_that_keeps_the_own_presence(
    db: None, combat: str, mine: int, theirs: int, number: str, why: str
) -> None:
    table = sit(combat=combat)
    order = [seat.player for seat in table.game.seats.order_by("pk")]
    one, other = order[:2]
    table.record(f"syria {theirs}", f"elam {hand(table, one) - theirs}", "end")
    table.record(
        f"syria {mine}", *([f"nubia {rest}"] if (rest := hand(table, other) - mine) else [])
    )
    phone = join(table.group, "Bob", table.game, other)
    page = page_of(table, phone)
    fields = forms(page)["attack"]
    (button,) = page.id(f"open-attack-{other}").all("button", name="choice")
    answer = phone.post(table.url("play-preview"), fields | {"choice": button.attributes["value"]})
    shown = read(answer).id("confirm")
    assert shown.id("confirm-move").text == f"Attack with {number}"
    (current,) = [
        one.text.split(maxsplit=1)[1:]
        for one in shown.one("div", class_="numbers").all("button")
        if "aria-current" in one.attributes
    ] or [[""]]
    assert "".join(current) == why


def test_a_place_says_who_is_there_and_what_it_is_worth(table: Table, egypt: Client) -> None:
    table.record("syria 5", "nubia 1")

    def places(phone: Client, player: str) -> dict[str, str]:
        buttons = page_of(table, phone).id(f"open-deploy-{player}").all("button", name="choice")
        return {one.all("b")[0].text: " ".join(one.text.split()) for one in buttons}

    found = places(egypt, "egypt")
    assert "1 nobody 6 Victory Points" in found["Nubia"]
    assert "Victory Points" not in found["Elam"]
    table.record("nubia 7", "end")
    found = places(join(table.group, "Bob", table.game, "babylon"), "babylon")
    assert "E Egypt 5" in found["Syria"]
    assert "Victory Points" not in found["Nubia"]  # it is worth something to Egypt


def test_a_preview_can_be_left(table: Table, egypt: Client) -> None:
    shown = read(egypt.post(table.url("play-preview"), deploy(table, egypt)))
    back = egypt.post(table.url("play-preview"), values(shown.id("confirm")) | {"change": "1"})
    assert back.status_code == 200
    page = read(back)
    assert set(forms(page)) == {"deploy", "build"}
    assert not page.all("form", id="confirm")
    assert page.id("answer").text == ""


def test_a_refused_number_stays_and_can_be_changed(table: Table, egypt: Client) -> None:
    answer = egypt.post(table.url("play-preview"), deploy(table, egypt, rfs="14"))
    assert answer.status_code == 422
    shown = read(answer).id("confirm")
    assert "at most 13 can be placed" in shown.id("confirm-error").text
    assert shown.id("confirm-number").attributes["value"] == "14"
    assert not shown.all("button", id="confirm-move")


@pytest.mark.parametrize("name", ["rfs", "set"])
def test_a_number_too_long_for_any_place_is_refused(table: Table, egypt: Client, name: str) -> None:
    for step in ("play-preview", "play-move"):
        answer = egypt.post(table.url(step), deploy(table, egypt, **{name: "9" * 5_000}))
        assert answer.status_code == 422
        assert read(answer).id("confirm-error").text
    assert not table.entries


def test_a_late_move_is_shown_again_before_it_is_recorded(table: Table, egypt: Client) -> None:
    fields = values(read(egypt.post(table.url("play-preview"), deploy(table, egypt))).id("confirm"))
    fields.pop("change", None)
    table.record("syria 1")
    answer = egypt.post(table.url("play-move"), fields)
    assert answer.status_code == 409
    page = read(answer)
    shown = page.id("confirm")
    assert "1 → 6" in shown.text
    assert values(shown)["after"] == "1"
    assert "what you typed is still there" in page.id("answer").text
    assert len(table.entries) == 1


def test_a_preview_that_ceases_to_hold_says_why(table: Table, egypt: Client) -> None:
    fields = deploy(table, egypt, rfs="13")
    table.record("syria 1")
    answer = egypt.post(table.url("play-preview"), fields)
    assert answer.status_code == 422
    assert "Egypt has 12 RFs in hand" in read(answer).id("confirm-error").text
    table.record("syria 12", "end")
    answer = egypt.post(table.url("play-preview"), fields)
    assert answer.status_code == 422
    assert "turn" in read(answer).id("answer").text


def test_who_records_changes_while_a_form_is_open(table: Table, egypt: Client) -> None:
    fields = deploy(table, egypt)
    run = {"game": "1", "run_acting": "moderator"}
    assert table.laptop.post(table.url("run"), run).status_code == 303
    answer = egypt.post(table.url("play-move"), fields)
    assert answer.status_code == 422
    assert "In this game the moderator records the moves." in read(answer).one("main").text
    assert not table.entries


@pytest.mark.parametrize("step", ["play-preview", "play-move"])
@pytest.mark.parametrize(
    ("wire", "sentence"),
    [
        (TRADE, "Only your group’s moderator can record that."),
        (SPLIT, "Only your group’s moderator can record that."),
        ({"type": "extend", "turns": 9}, "Only your group’s moderator can record that."),
        (CORRECT, "Only your group’s moderator can record that."),
        ({"type": "undo"}, "Only your group’s moderator can record that."),
        ({"type": "redo"}, "Only your group’s moderator can record that."),
        ({**DEPLOY, "player": "babylon"}, "your own country only"),
        ({**DEPLOY, "die": 6}, ""),
    ],
)
def test_what_a_phone_can_never_post(
    table: Table, egypt: Client, step: str, wire: dict[str, Any], sentence: str
) -> None:
    answer = egypt.post(table.url(step), whole(table, wire))
    assert answer.status_code == 422
    assert sentence in read(answer).id("answer").text
    assert not table.entries


class TestOddsTable:
    ATTACK = {"type": "attack", "player": "babylon", "defender": "egypt", "region": "syria"}

    def at_syria(self, dice: str) -> tuple[Table, Client]:
        table = sit(dice=dice, combat="odds-table")
        order = [seat.player for seat in table.game.seats.order_by("pk")]
        for id in order[: order.index("babylon")]:
            place = "syria" if id == "egypt" else "ugarit"
            table.record(f"{place} {hand(table, id)}", "end")
        table.record(f"syria {hand(table, 'babylon')}")
        return table, join(table.group, "Bob", table.game, "babylon")

    def test_with_dice_on_the_table_the_moderator_types_them(self, db: None) -> None:
        table, bob = self.at_syria("table")
        sheet = page_of(table, bob).id("open-attack-babylon")
        assert "your moderator types the die" in sheet.text
        assert "Egypt in Syria (12 against 13)" in sheet.one("li").text
        assert not sheet.all("form")
        number = len(table.entries)
        for wire in (self.ATTACK, {**self.ATTACK, "die": 6}):
            for step in ("play-preview", "play-move"):
                answer = bob.post(table.url(step), whole(table, wire))
                assert answer.status_code == 422
                assert "your moderator types the die" in read(answer).id("answer").text
        assert len(table.entries) == number

    def test_the_server_rolls_for_a_phone(self, db: None) -> None:
        table, bob = self.at_syria("server")
        page = page_of(table, bob)
        (button,) = page.id("open-attack-babylon").all("button", name="choice")
        fields = forms(page)["attack"] | {"choice": button.attributes["value"]}
        shown = read(bob.post(table.url("play-preview"), fields)).id("confirm")
        assert "Babylon attacks Egypt in Syria" in shown.text
        assert "The server rolls the die." in shown.text
        loaded = bob.post(table.url("play-move"), whole(table, {**self.ATTACK, "die": 6}))
        assert loaded.status_code == 422
        fields = {k: v for k, v in values(shown).items() if k != "change"}
        assert bob.post(table.url("play-move"), fields).status_code == 303
        assert table.entries[-1].move["die"] in range(1, 7)


def test_written_orders_are_not_typed_into_these_forms(db: None) -> None:
    table = tables.seat_down("1800-bc", {"deployment": "simultaneous"})
    game_settings_change(table.game, acting=SEATS)
    phone = join(table.group, "Eve", table.game, "egypt")
    assert not forms(page_of(table, phone))
    for step in ("play-preview", "play-move"):
        answer = phone.post(table.url(step), whole(table, DEPLOY))
        assert answer.status_code == 422
        assert "order slips" in read(answer).id("answer").text
    orders = [(seat.player, hand(table, seat.player)) for seat in table.game.seats.all()]
    table.record_older(*({**DEPLOY, "player": player, "rfs": rfs} for player, rfs in orders))
    assert set(forms(page_of(table, phone))) == {"attack", "end-turn"}
