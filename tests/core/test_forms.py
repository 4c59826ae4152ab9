"""Pages' forms: they give what was posted its shape, and show it again."""

from __future__ import annotations

import pytest
from django.http import Http404, QueryDict
from django.test import RequestFactory

from moderator.core.errors import InvalidInput
from moderator.core.forms import ActionForm, PostedNumber, PostedNumbers, PostedText
from moderator.core.written import TYPED_MOST
from moderator.rules.errors import Refused


class Form(ActionForm):
    text = PostedText(10)
    number, after = PostedNumber(), PostedNumber(-1)
    person = PostedNumbers()


def form(query: str) -> Form:
    return Form(QueryDict(query), initial={"text": "as it was", "number": 7})


@pytest.mark.parametrize(
    ("posted", "number", "after"),
    [("5", 5, 5), ("", 0, -1), ("-1", 0, -1), ("5.0", 0, -1), ("٣", 0, -1), ("9" * 5000, 0, -1)],
)
def test_anything_but_plain_digits_is_no_number(posted: str, number: int, after: int) -> None:
    typed = form(f"number={posted}&after={posted}").typed
    assert (typed["number"], typed["after"]) == (number, after)


def test_of_several_numbers_those_that_are_none_are_left_out() -> None:
    assert form("person=3&person=x&person=5&person=").typed["person"] == {3, 5}
    assert form("").typed["person"] == set()


def test_a_text_is_given_as_it_was_typed() -> None:
    typed = form("text=%20a%00b%20%0D%0A").typed
    assert typed["text"] == " a\0b \r\n"
    assert form("").typed["text"] == ""


def test_what_was_typed_is_shown_again_and_not_without_end() -> None:
    again = form(f"text={'x' * 100_000}&number=many&person=3")
    assert again["text"].value() == "x" * TYPED_MOST
    assert again["number"].value() == "many"
    assert again["person"].value() == {3}


def test_a_field_that_another_button_did_not_send_shows_what_it_began_with() -> None:
    again = form("do=seat")
    assert (again["text"].value(), again["number"].value()) == ("as it was", 7)


@pytest.mark.parametrize("error", [InvalidInput("Too long."), Refused("bad-name", "Too long.")])
def test_why_a_service_refuses_is_an_error_of_the_form(error: Exception) -> None:
    refused = form("text=hello")
    with refused.errors_at("text"):
        raise error
    assert (refused.error, refused.status) == ("Too long.", 422)
    assert refused["text"].errors == ["Too long."]
    assert refused["text"].value() == "hello"


def test_what_was_accepted_is_no_error() -> None:
    accepted = form("text=hello")
    with accepted.errors_at("text"):
        assert accepted.typed["text"] == "hello"
    assert (accepted.error, accepted.status) == ("", 200)


def test_a_form_is_as_it_begins_until_it_is_posted() -> None:
    ask, post = RequestFactory().get("/?text=asked"), RequestFactory().post("/", {"text": "sent"})
    assert Form.of(ask, text="before")["text"].value() == "before"
    assert Form.of(post, text="before")["text"].value() == "sent"
    assert Form.of(ask)["text"].value() == ""


def test_a_button_that_the_page_does_not_have_is_not_found() -> None:
    assert form("do=seat").action({"seat": "a seat"}) == "a seat"
    for query in ("do=other", ""):
        with pytest.raises(Http404):
            form(query).action({"seat": "a seat"})
