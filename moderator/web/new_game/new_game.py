"""A new game: choose a scenario or a game, then its options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from moderator.play import credentials, selectors, services
from moderator.play.errors import InvalidInput
from moderator.play.models import Classroom, Group
from moderator.play.selectors import groups_of
from moderator.rules.errors import Refused
from moderator.web.core import game_settings
from moderator.web.core.access import classroom_for, user_of
from moderator.web.core.forms import OptionsForm
from moderator.web.core.idempotency import only_once
from moderator.web.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.web.feed import publishing
from moderator.web.new_game import line_ups
from moderator.web.new_game.catalogue import (
    CatalogueItem,
    CatalogueSection,
    catalogue,
    catalogue_item,
)
from moderator.web.new_game.drafts import NewGame, clashes_of, prepared_game
from moderator.web.new_game.last_game import TargetGroup, last_game
from moderator.web.new_game.line_ups import LineUp, PlayersField

ALL = "all"


@dataclass(frozen=True)
class ScenarioPage:
    """The first step: the groups, and the scenario or game."""

    classroom: Classroom
    targets: tuple[TargetGroup, ...]
    chosen: str
    sections: tuple[CatalogueSection, ...]


@dataclass(frozen=True)
class OptionsPage:
    """The second step: the settings, and the options."""

    classroom: Classroom
    groups: tuple[Group, ...]
    chosen: str
    item: CatalogueItem
    who: PlayersField | None
    forms: tuple[OptionsForm, OptionsForm]
    once: str
    clashes: tuple[str, ...] = ()
    playing: tuple[TargetGroup, ...] = ()


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
def new(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Two steps, both in the URL: `?group=`, then `&scenario=`. A POST creates the games."""
    data = request.POST if request.method == "POST" else request.GET
    chosen = data.get("group", ALL)
    targets = _targets(classroom, chosen)
    last = last_game(targets) if "again" in request.GET else None
    key = data.get("scenario", last.key if last else None)
    if key is None:
        page = ScenarioPage(classroom, _targets(classroom, ALL), chosen, catalogue())
        return render_page(request, "web/new_game/scenario.html", page)
    draft = NewGame(classroom, chosen, targets, catalogue_item(key), last)
    rules = draft.item.rules
    if request.method == "POST":
        names = (line_ups.WHO, line_ups.NAMES, line_ups.LOT)
        texts = {name: request.POST.get(name, "") for name in names}
        return _create(request, replace(draft, texts=texts))
    texts = line_ups.defaults(rules, draft.tables) | draft.line_up if rules.players else {}
    return _show(request, replace(draft, texts=texts), _forms(draft))


def _targets(classroom: Classroom, chosen: str) -> tuple[TargetGroup, ...]:
    """The chosen group, or all groups; 404 if there is no such group."""
    found = [g for g in groups_of(classroom) if chosen in (ALL, str(g.number))]
    if not found and chosen != ALL:
        raise Http404
    return tuple(TargetGroup(group, selectors.game_summary(group)) for group in found)


def _forms(draft: NewGame, data: QueryDict | None = None) -> tuple[OptionsForm, OptionsForm]:
    """The game's settings, and the options of its rules."""
    rules, item = draft.item.rules, draft.item
    settings = game_settings.options_of(rules)
    return (
        OptionsForm(
            settings, data, initial=game_settings.defaults(rules) | draft.settings, recommended={}
        ),
        OptionsForm(
            rules.options,
            data,
            initial=rules.effective_options(item.scenario, draft.options),
            recommended=item.recommended,
        ),
    )


def _show(
    request: HttpRequest,
    draft: NewGame,
    forms: tuple[OptionsForm, OptionsForm],
    clashes: tuple[str, ...] = (),
    player_errors: tuple[str, ...] = (),
) -> HttpResponse:
    """The page."""
    rules = draft.item.rules
    page = OptionsPage(
        draft.classroom,
        tuple(target.group for target in draft.targets),
        draft.chosen,
        draft.item,
        line_ups.players_field(rules, draft.tables, draft.texts, player_errors)
        if rules.players
        else None,
        forms,
        credentials.new(),
        clashes,
        tuple(
            t
            for t in draft.targets
            if t.summary.game and not t.summary.is_over and t.summary.number
        ),
    )
    has_errors = any(form.errors for form in forms) or clashes or player_errors
    status = UNPROCESSABLE if has_errors else 200
    return render_page(request, "web/new_game/options.html", page, status)


def _create(request: HttpRequest, draft: NewGame) -> HttpResponse:
    rules = draft.item.rules
    forms = _forms(draft, request.POST)
    for form in forms:
        form.full_clean()
    run, options = (form.cleaned_data for form in forms)
    for name, clash in game_settings.clashes(rules, run).items():
        forms[0].add_error(name, clash)
    lines: Mapping[int, LineUp] = {}
    player_errors: tuple[str, ...] = ()
    if rules.players:
        has_bot = bool(run.get(game_settings.PARTNER))
        lines, player_errors = line_ups.read(rules, draft.tables, draft.texts, has_bot)
    if forms[0].errors or forms[1].errors or player_errors:
        return _show(request, draft, forms, player_errors=player_errors)
    made = [prepared_game(draft, target.group, options, run, lines) for target in draft.targets]
    clashes = clashes_of(draft, options, made)
    if clashes:
        return _show(request, draft, forms, clashes=clashes)
    by = services.instructor_person(draft.classroom, user_of(request))

    def make() -> str:
        for one in made:
            one.begin(by)
        publishing.recheck_access(*(one.group.pk for one in made))
        return reverse("classroom", args=[draft.classroom.pk]) + "#groups"

    try:
        return SeeOther(only_once(request, make))
    except (Refused, InvalidInput) as error:
        return _show(request, draft, forms, clashes=(str(error),))
