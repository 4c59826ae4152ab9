"""The command line's preview while typing, and the parts that a script requests."""

import pytest

from moderator.core import queries
from moderator.core.log import rules_of
from tests.support.web.reading import Element, read, values
from tests.support.web.tables import Table, chart_of


def hear(table: Table, text: str) -> Element:
    answer = table.laptop.get(table.url("hear"), {"text": text})
    assert answer.status_code == 200
    return read(answer)


def test_a_command_is_said_back_with_the_numbers_before_and_after(table: Table) -> None:
    table.record("xen 5", "yurt 5")
    heard = hear(table, "a beau xen 5").one("p")
    assert heard.attributes["class"] == "answer understood"
    assert "Ariel attacks Beauregard in Xenophobia with 5" in heard.text
    assert "10 → 5" in heard.text
    assert len(table.entries) == 2


def test_a_command_that_is_not_legal_is_said_back_with_the_reason(table: Table) -> None:
    heard = hear(table, "a beau xen 5").one("p")
    assert heard.attributes["class"] == "answer refused"
    assert "First place the 10 RFs" in heard.text


def test_an_ambiguous_beginning_is_answered(table: Table) -> None:
    heard = hear(table, "q 5").one("p")
    assert heard.attributes["class"] == "answer hint"
    assert "xenophobia, yurt, zen" in heard.text


def test_completions_leave_out_only_the_number(table: Table) -> None:
    table.record("xen 5", "yurt 5")
    lines = [li.text for li in hear(table, "a ").one("template").content.all("li")]
    assert "attack beauregard xenophobia" in lines
    rules = rules_of(table.game)
    state = queries.timeline(table.game).state
    for line in lines:
        assert rules.parse_command(state, f"{line} 1").refused is None


def test_undo_is_heard_with_what_it_takes_back(table: Table) -> None:
    assert "refused" in hear(table, "undo").one("p").attributes["class"]
    table.record("xen 5")
    assert "Undo “Ariel places 5 in Xenophobia”" in hear(table, "undo").text


def test_what_is_heard_is_text(table: Table) -> None:
    answer = table.laptop.get(table.url("hear"), {"text": "<script>x</script> 5"})
    assert b"<script>" not in answer.content


# With htmx, and for a page that has seen somebody else's move


def test_htmx_gets_the_parts_alone(table: Table) -> None:
    fields = table.forms()["say"] | {"text": "xen 5"}
    answer = table.laptop.post(table.url("move"), fields, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert b"<html" not in answer.content
    page = read(answer)
    assert not [one for one in page.walk() if one.attributes.get("id") == "live"]  # the feed has it
    assert page.id("say").attributes["data-version"] == "1000001"
    assert "Recorded as no. 1" in page.id("answer").text
    assert page.id("acts").all("form")
    assert values(page.id("say"))["after"] == "1"


@pytest.mark.parametrize(("text", "after", "status"), [("xen 99", "0", 422), ("xen 5", "7", 409)])
def test_htmx_gets_refusals_as_parts(table: Table, text: str, after: str, status: int) -> None:
    fields = table.forms()["say"] | {"text": text, "after": after}
    answer = table.laptop.post(table.url("move"), fields, headers={"HX-Request": "true"})
    assert answer.status_code == status
    assert b"<html" not in answer.content
    page = read(answer)
    assert page.id("command").attributes["value"] == text
    assert page.id("live").attributes["data-version"] == "1000000"
    assert chart_of(page) == table.chart


def test_the_forms_can_be_fetched_alone(table: Table) -> None:
    answer = table.laptop.get(table.url("console"), {"part": "parts"})
    assert b"<html" not in answer.content
    assert values(read(answer).id("say"))["after"] == "0"


def test_no_page_carries_a_style_or_a_script_of_its_own(table: Table) -> None:
    table.record("xen 5")
    for url in (table.url("console"), table.url("chart"), table.url("correct")):
        page = read(table.laptop.get(url))
        assert not page.all("style")
        assert not [e for e in page.walk() if "style" in e.attributes]
        assert not [e for e in page.walk() if any(a.startswith("on") for a in e.attributes)]
        assert all("src" in s.attributes and not s.text for s in page.all("script"))
