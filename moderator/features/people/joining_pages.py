"""Joining a class, for the instructor: open or closed, the code, requests, and who is here."""

from __future__ import annotations

from collections.abc import Callable, Collection

from django.http import HttpRequest, HttpResponse

from moderator.core.access import own_class
from moderator.core.class_page import Step, step_url
from moderator.core.forms import ActionForm, PostedNumber, PostedNumbers
from moderator.core.models import Classroom
from moderator.core.responses import SeeOther
from moderator.features.people.joining import (
    classroom_code_replace,
    join_requests_decide,
    joining_change,
    people_here,
)


@own_class("GET", "POST")
def joining(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The former address of who is here; a POST names the action by `do`, or somebody who is `here`
    without having been seen."""
    if request.method == "POST":
        form = JoiningForm(request.POST)
        if number := form.typed["here"]:
            people_here(classroom, [number])
        else:
            form.action(_ACTIONS)(classroom, form.typed["request"])
    return SeeOther(step_url(classroom, Step.HERE))


class JoiningForm(ActionForm):
    """`request`: those that the page showed, so that nobody is decided on unseen."""

    request, here = PostedNumbers(), PostedNumber()


_ACTIONS: dict[str, Callable[[Classroom, Collection[int]], object]] = {
    "open": lambda classroom, _: joining_change(classroom, is_open=True),
    "close": lambda classroom, _: joining_change(classroom, is_open=False),
    "replace": lambda classroom, _: classroom_code_replace(classroom),
    "allow": lambda classroom, pks: join_requests_decide(classroom, True, pks),
    "refuse": lambda classroom, pks: join_requests_decide(classroom, False, pks),
    "show-names": lambda classroom, _: joining_change(classroom, are_all_named=True),
    "hide-names": lambda classroom, _: joining_change(classroom, are_all_named=False),
}
