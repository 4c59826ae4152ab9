"""The moderator's console: offers, recording and refusals."""

import json

import pytest

from moderator.core import queries
from moderator.rules.age_of_iron.moves.attack import ODDS_LETTERS
from tests.support.play.play import deploy
from tests.support.web.reading import Element, values
from tests.support.web.tables import Table, seat_down
from tests.support.web.world import signed_in

pytestmark = pytest.mark.slow


def form_of(page: Element, form: str) -> Element:
    (found,) = [f for f in page.all("form") if values(f).get("form") == form]
    return found


# What it offers


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("example-of-play", {}),
        ("1800-bc", {"deployment": "sequential", "control": True}),
        ("1800-bc", {"deployment": "simultaneous"}),
        ("1800-bc", {"deployment": "sequential", "combat": "odds-table"}),
    ],
)
def test_there_is_a_form_for_each_offer_or_its_reason(
    db: None, name: str, options: dict[str, object]
) -> None:
    table = seat_down(name, options)
    page = table.console()
    timeline = queries.timeline(table.game)
    orders = timeline.rules.orders
    assert orders
    forms = {values(f).get("form"): f for f in page.all("form")}
    for offer in timeline.rules.offers(timeline.state):
        id = f"{offer.verb}-{offer.player}" if offer.player else offer.verb
        if orders.is_open(timeline.state) and (offer.verb in orders.verbs or offer.refused):
            assert id not in forms  # written on a slip; or nothing that anybody could do now
        elif offer.verb == "correct":
            assert page.all("a", href=table.url("correct"))
        elif offer.refused is None:
            form = forms.pop(id)
            for choice in offer.choices:
                if choice.refused is not None:
                    assert str(choice.refused) in form.text
        else:
            (button,) = [b for b in page.all("button") if b.text == offer.label]
            assert button.attributes["aria-disabled"] == "true"
            assert page.describes(button) == str(offer.refused) == button.attributes["title"]
    assert set(forms) <= {None, "press", "undo", "redo"}


def test_numbers_have_the_limits_of_the_offer(table: Table) -> None:
    number = form_of(table.console(), "deploy-ariel").one("input", name="rfs").attributes
    assert (number["min"], number["max"], number["value"]) == ("1", "10", "10")
    table.record("xen 5", "yurt 5")
    attack = form_of(table.console(), "attack-ariel")
    highs = {
        label.text: label.one("input").attributes["data-high"]
        for label in attack.all("label")
        if label.all("input")
    }
    assert highs["Beauregard in Xenophobia (10 against 10) at most 10"] == "10"
    assert highs["Chas in Yurt (11 against 2) at most 2"] == "2"


def test_the_header_says_whose_turn_it_is_and_what_is_in_hand(table: Table) -> None:
    assert table.console().one("div", class_="now").text == "Game-turn 1 of 1 Ariel has 10 to place"
    table.record("xen 10")
    assert "Ariel may attack or end the turn" in table.console().one("div", class_="now").text


def test_with_the_odds_table_the_die_is_asked_for(db: None) -> None:
    table = seat_down(options={"combat": "odds-table"})
    table.record("xen 10")
    form = form_of(table.console(), "attack-ariel")
    die = form.one("input", name="die").attributes
    assert (die["min"], die["max"]) == ("1", "6")
    assert "Odds table" in form.text
    fields = values(form)
    fields["choice"] = json.dumps(
        {"player": "ariel", "defender": "beauregard", "region": "xenophobia"}
    )
    assert table.send(fields, die="1").status_code == 303
    assert table.chart["xenophobia"]["beauregard"] == 0


def test_the_odds_table_shown_is_the_rules_own(db: None) -> None:
    table = seat_down(options={"combat": "odds-table"})
    table.record("xen 10")
    (odds,) = [t for t in table.console().all("table") if "Die" in t.text]
    rows = [[td.text for td in row.all("td")] for row in odds.one("tbody").all("tr")]
    assert rows == [list(row) for row in ODDS_LETTERS]


def test_orders_can_be_recorded_for_every_country(db: None) -> None:
    table = seat_down("1800-bc", {"deployment": "simultaneous"})
    table.record_older(deploy("egypt", "palestine", 1))
    page = table.console()
    for player in ("hatti", "egypt"):
        form = form_of(page, f"deploy-{player}")
        fields = values(form)
        options = {o.text: o.attributes["value"] for o in form.all("option")} or {
            label.text: label.one("input").attributes["value"]
            for label in form.all("label")
            if label.all("input")
        }
        fields |= {"choice": options["Syria"], "rfs": "2", "after": str(len(table.entries))}
        assert table.send(fields).status_code == 303
    assert table.chart["syria"] | {"hatti": 2, "egypt": 2} == table.chart["syria"]


def test_a_trade_by_form(db: None) -> None:
    table = seat_down("1800-bc", {"deployment": "sequential"})
    form = form_of(table.console(), "trade-egypt")
    fields = values(form)
    fields["choice"] = json.dumps({"player": "egypt", "partner": "assyria"})
    answer = table.send(fields, **{"give.G": "2", "get.T": "1", "get.S": "0"})
    assert answer.status_code == 303
    assert table.entries[-1].move == {
        "type": "trade",
        "player": "egypt",
        "partner": "assyria",
        "give": {"G": 2},
        "get": {"T": 1},
    }


def test_splitting_and_extending_by_form(db: None) -> None:
    table = seat_down("1800-bc", {"deployment": "sequential", "control": True})
    table.record("cyprus 5", "egypt 8", "end", "cyprus 5", "babylon 7")
    fields = values(form_of(table.console(), "split-control"))
    assert table.send(fields).status_code == 303
    assert table.entries[-1].move["players"] == ["egypt", "babylon"]
    fields = values(form_of(table.console(), "extend"))
    assert table.send(fields, turns="8").status_code == 303
    assert table.entries[-1].move == {"type": "extend", "turns": 8}


# What it accepts


def test_a_recorded_move_empties_the_line_and_is_said_back(table: Table) -> None:
    answer = table.say("xen 5")
    assert (answer.status_code, answer.headers["Location"]) == (303, table.url("console"))
    page = table.console()
    assert "Recorded as no. 1: Ariel places 5 in Xenophobia" in page.id("answer").text
    assert page.id("command").attributes["value"] == ""
    assert "autofocus" in page.id("command").attributes
    (entry,) = table.entries
    assert (entry.role, entry.person.name) == ("moderator", "Mo")


def test_the_instructor_records_as_instructor(table: Table) -> None:
    table.laptop = signed_in(table.classroom.instructor)
    table.record("xen 5")
    (entry,) = table.entries
    assert (entry.role, entry.person.kind) == ("instructor", "instructor")


def test_undo_and_redo_say_what_they_will_do(table: Table) -> None:
    buttons = [b.text for b in table.console().all("button")]
    assert "Undo" in buttons
    table.record("xen 5")
    assert "Undo “Ariel places 5 in Xenophobia”" in [b.text for b in table.console().all("button")]
    assert table.send(table.forms()["undo"]).status_code == 303
    assert "Redo “Ariel places 5 in Xenophobia”" in [b.text for b in table.console().all("button")]
    assert table.send(table.forms()["redo"]).status_code == 303
    assert table.chart["xenophobia"]["ariel"] == 10


def test_the_log_says_number_sentence_and_who_and_strikes_what_was_undone(table: Table) -> None:
    table.record("xen 5", "undo", "yurt 5")
    lines = table.console().one("ol", class_="log").all("li")
    assert [li.attributes["data-entry"] for li in lines] == ["3", "2", "1"]
    assert "Ariel places 5 in Yurt" in lines[0].text
    assert "Mo" in lines[0].text
    assert [("undone" in li.attributes.get("class", "")) for li in lines] == [False, False, True]
    assert lines[2].one("s").text.startswith("Ariel places 5 in Xenophobia")


@pytest.mark.parametrize("undo", ["u", "und", "undo"])
@pytest.mark.parametrize("redo", ["r", "red", "redo"])
def test_undo_and_redo_can_be_typed(table: Table, undo: str, redo: str) -> None:
    stood = table.chart
    table.record("xen 5")
    placed = table.chart
    assert placed != stood
    table.record(undo)
    assert table.chart == stood
    table.record(redo)
    assert table.chart == placed
    assert [entry.move["type"] for entry in table.entries] == ["deploy", "undo", "redo"]


def test_a_double_click_records_once(table: Table) -> None:
    for fields in (table.forms()["say"] | {"text": "xen 5"}, None):
        fields = fields or table.forms()["undo"]
        before = len(table.entries)
        assert [table.send(fields).status_code for _ in range(3)] == [303, 303, 303]
        assert len(table.entries) == before + 1


def test_every_form_has_a_key_of_its_own(table: Table) -> None:
    keys = [values(f).get("key") for f in table.console().all("form", action=table.url("move"))]
    assert len(keys) == len(set(keys)) > 2
