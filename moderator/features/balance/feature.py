"""The pages of reports on scenarios: asking for one, and what it says; for instructors alone.

What reports on scenarios add to what all features share.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path, reverse
from django.utils.translation import gettext

from moderator.core import child, queries
from moderator.core.access import class_managed, instructors, user_of
from moderator.core.feature import Feature
from moderator.core.forms import OptionsForm, PageForm, PostedNumber, PostedText, whole_number
from moderator.core.games import games_with_chart, scenarios_of
from moderator.core.links import requested_paper, slug_of
from moderator.core.log import scenario_of
from moderator.core.models import Classroom, Game
from moderator.core.responses import UNPROCESSABLE, SeeOther, file_response, render_page
from moderator.features.balance.models import BalanceReport
from moderator.features.balance.playing import Balanced
from moderator.features.balance.read import ShownReport, sheet_of
from moderator.features.balance.write import (
    KEPT,
    report_delete,
    report_go_on,
    report_request,
    report_stop,
    search_request,
)
from moderator.rules.errors import Refused, printable
from moderator.rules.game import Rules
from moderator.rules.reading import toml
from moderator.sheets.layout.kind import pdf_of

COMMAND = "balance"
"""The management command that plays for the reports that wait."""
MOST_SEED = 2**31


class DraftForm(PageForm):
    """The scenario of a report, as it is changed on the page, and the seed."""

    rules, text, seed = PostedText(), PostedText(toml.MOST_BYTES), PostedNumber(None)


@instructors("GET", "POST")
def reports(request: HttpRequest) -> HttpResponse:
    """The instructor's reports, and the form of a new one.

    `?scenario=` is a shipped one, `?game=` that of a class's game, `?from=` that of a report, with
    `&better=` one of its suggestions. `?class=`: the report is compared with the class's games. A
    POST asks for the report, or with `do=file` for the scenario as a file.
    """
    classroom = _class_of(request)
    if request.method != "POST":
        transaction.on_commit(lambda: child.start(COMMAND))  # so that it is ready
        rules, scenario, options = _chosen(request, classroom)
        text = toml.dump(rules.scenario_wire(scenario))
        form = DraftForm(initial={"rules": rules.id, "text": text, "seed": 1})
        effective = rules.effective_options(scenario, options)
        return _show(request, classroom, form, _options_form(rules, scenario, effective))
    form = DraftForm(request.POST)
    rules = queries.or_404(_balanced().get(form.typed["rules"]))
    options_form = OptionsForm(rules.options, request.POST, initial={}, recommended={})
    with form.errors_at("text"):
        scenario = rules.read_scenario_toml(form.typed["text"].replace("\r\n", "\n"))
        if request.POST.get("do") == "file":
            name = f"{slug_of(scenario.id, 'scenario')}.toml"
            return file_response(
                form.typed["text"].encode(), "application/toml", name, is_saved=True
            )
        return _start(request, classroom, form, options_form, rules, scenario)
    return _show(request, classroom, form, options_form)


def _balanced() -> Mapping[str, Rules[Any]]:
    """The games whose bots tell how fair a scenario is."""
    return {rules.id: rules for rules in games_with_chart() if rules.balance is not None}


def _class_of(request: HttpRequest) -> Classroom | None:
    """The class that is asked for, which has to be the instructor's own; None without."""
    number = request.GET.get("class")
    if number is None:
        return None
    return class_managed(request, queries.or_404(whole_number(number)))


def _chosen(
    request: HttpRequest, classroom: Classroom | None
) -> tuple[Rules[Any], Any, Mapping[str, Any]]:
    """The game, the scenario and the options that the address asks for; by default the first."""
    asked, known = request.GET, _balanced()
    if "from" in asked:
        report = _own_report(request, whole_number(asked["from"]) or 0)
        wire = report.scenario
        if "better" in asked:
            number = queries.or_404(whole_number(asked["better"]))
            if number >= len(report.suggestions):
                raise Http404
            wire = report.suggestions[number]["scenario"]
        rules = known[report.rules]
        return rules, rules.read_scenario(wire), report.options
    if "game" in asked and classroom:
        games = Game.objects.filter(group__classroom=classroom, rules__in=known)
        game = get_object_or_404(games, pk=whole_number(asked["game"]) or 0)
        return known[game.rules], scenario_of(game), game.options
    keys = {f"{rules.id}/{one.id}": (rules, one) for rules, one in _shipped()}
    key = asked.get("scenario", next(iter(keys)))
    return (*queries.or_404(keys.get(key)), {})


def _options_form(rules: Rules[Any], scenario: Any, effective: Mapping[str, Any]) -> OptionsForm:
    recommended = rules.recommended(scenario)
    return OptionsForm(rules.options, initial=effective, recommended=recommended)


def _start(
    request: HttpRequest,
    classroom: Classroom | None,
    form: DraftForm,
    options_form: OptionsForm,
    rules: Rules[Any],
    scenario: Any,
) -> HttpResponse:
    """Ask for the report, and go to its page."""
    seed = form.typed["seed"]
    if seed is None or seed >= MOST_SEED:
        raise Refused("bad-record", gettext("The seed is a whole number below 2,147,483,648."))
    if not options_form.is_valid():
        raise Refused("bad-record", gettext("Choose one answer to each question."))
    options = options_form.cleaned_data
    if clashes := rules.clashes(scenario, options):
        raise Refused("bad-record", " ".join(clashes))
    asked = Balanced(rules.id, rules.scenario_wire(scenario), options, seed)
    report = report_request(user_of(request), asked, printable(scenario.title))
    transaction.on_commit(lambda: child.start(COMMAND))
    return SeeOther(_address(report, classroom))


def _address(report: BalanceReport, classroom: Classroom | None) -> str:
    address = reverse("balance-report", args=[report.pk])
    return f"{address}?class={classroom.pk}" if classroom else address


def _show(
    request: HttpRequest, classroom: Classroom | None, form: DraftForm, options_form: OptionsForm
) -> HttpResponse:
    own = BalanceReport.objects.filter(owner=user_of(request)).order_by("-pk")
    return render_page(
        request,
        "balance/reports.html",
        status=form.status if form.is_bound else 200,
        classroom=classroom,
        of_class=f"class={classroom.pk}&" if classroom else "",
        reports=own,
        kept=KEPT,
        scenarios=_shipped(),
        games=_games_of(classroom) if classroom else (),
        form=form,
        options=options_form,
        most_seed=MOST_SEED - 1,
    )


def _shipped() -> list[tuple[Rules[Any], Any]]:
    """The shipped scenarios of these games, each with its game."""
    found = [(rules, one) for rules in _balanced().values() for one in scenarios_of(rules).values()]
    return [(rules, one) for rules, one in found if one is not None]  # a drawn one has no numbers


def _games_of(classroom: Classroom) -> list[Game]:
    """The last game of the class with each scenario and its options."""
    games = Game.objects.filter(group__classroom=classroom, rules__in=_balanced())
    found = {
        repr((game.rules, game.scenario, game.options)): game
        for game in games.select_related("group").order_by("pk")
    }
    return list(found.values())


# A report.


def _own_report(request: HttpRequest, pk: int) -> BalanceReport:
    """The instructor's report, else 404."""
    return get_object_or_404(BalanceReport, owner=user_of(request), pk=pk)


_ACTIONS: Mapping[str, Callable[[BalanceReport], object]] = {
    "stop": report_stop,
    "go-on": report_go_on,
    "search": search_request,
    "delete": report_delete,
}


@instructors("GET", "POST")
def report(request: HttpRequest, pk: int) -> HttpResponse:
    """A report, or with `?part` only what changes. A POST names in `do` what becomes of it."""
    found, classroom = _own_report(request, pk), _class_of(request)
    if request.method == "POST":
        do = request.POST.get("do", "")
        form = PageForm(request.POST)
        form.is_valid()
        with form.errors_at():
            queries.or_404(_ACTIONS.get(do))(found)
            transaction.on_commit(lambda: child.start(COMMAND))
            return SeeOther(reverse("balance") if do == "delete" else _address(found, classroom))
        return _show_report(request, found, classroom, form.error)
    if found.is_pending or found.is_searching:
        child.start(COMMAND)
    return _show_report(request, found, classroom)


def _show_report(
    request: HttpRequest, found: BalanceReport, classroom: Classroom | None, error: str = ""
) -> HttpResponse:
    part = "#figures" if "part" in request.GET else ""
    return render_page(
        request,
        f"balance/report.html{part}",
        status=UNPROCESSABLE if error else 200,
        shown=ShownReport(found, classroom),
        classroom=classroom,
        query=f"?class={classroom.pk}" if classroom else "",
        error=error,
    )


@instructors("GET")
def report_pdf(request: HttpRequest, pk: int) -> HttpResponse:
    """The sheet of what a report says now."""
    found, classroom = _own_report(request, pk), _class_of(request)
    paper = requested_paper(request, classroom) if classroom else "a4"
    pdf = pdf_of(sheet_of(ShownReport(found, classroom), classroom, paper))
    name = f"{slug_of(found.title, 'scenario')}-balance-instructor-only-{paper}.pdf"
    return file_response(pdf, "application/pdf", name)


FEATURE = Feature(
    urls=(
        path("balance/", reports, name="balance"),
        path("balance/<int:pk>/", report, name="balance-report"),
        path("balance/<int:pk>/report.pdf", report_pdf, name="balance-pdf"),
    ),
)
