"""A new game: choose a scenario or a game, then how it is played; and a game's end for good."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from moderator.play import credentials, selectors, services
from moderator.play.errors import InvalidInput
from moderator.play.models import Classroom, Group
from moderator.play.selectors import groups_of
from moderator.rules.errors import Refused
from moderator.web.core import game_settings
from moderator.web.core.access import classroom_for, user_of
from moderator.web.core.forms import OptionField, read_options, switches_of, text_of
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
from moderator.web.new_game.drafts import NewGame, TargetGroup, clashes_of, prepared_game
from moderator.web.new_game.line_ups import LineUp, PlayersField

ALL = "all"


@dataclass(frozen=True)
class ScenarioPage:
    """First step: for whom, and which scenario or game."""

    classroom: Classroom
    targets: tuple[TargetGroup, ...]
    chosen: str
    shelves: tuple[CatalogueSection, ...]


@dataclass(frozen=True)
class OptionsPage:
    """Second step: the switches."""

    classroom: Classroom
    groups: tuple[Group, ...]
    chosen: str
    card: CatalogueItem
    who: PlayersField | None
    running: tuple[OptionField, ...]
    switches: tuple[OptionField, ...]
    once: str
    clashes: tuple[str, ...] = ()
    playing: tuple[TargetGroup, ...] = ()


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
def new(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Two steps, both in the address: `?group=`, then `&scenario=`. A POST creates."""
    asked = request.POST if request.method == "POST" else request.GET
    chosen = asked.get("group", ALL)
    targets = _targets(classroom, chosen)
    if "scenario" not in asked:
        page = ScenarioPage(classroom, _targets(classroom, ALL), chosen, catalogue())
        return render_page(request, "web/new_game/scenario.html", page)
    draft = NewGame(classroom, chosen, targets, catalogue_item(asked["scenario"]))
    if request.method != "POST":
        return _show(request, _with_texts(draft, _defaults(draft)))
    return _create(request, _with_texts(draft, request.POST))


def _targets(classroom: Classroom, chosen: str) -> tuple[TargetGroup, ...]:
    """The chosen group, or all; 404 for one that isn't there."""
    found = [g for g in groups_of(classroom) if chosen in (ALL, str(g.number))]
    if not found and chosen != ALL:
        raise Http404
    return tuple(TargetGroup(group, selectors.game_summary(group)) for group in found)


def _defaults(draft: NewGame) -> dict[str, str]:
    """What stands in the form before anybody has touched it."""
    rules = draft.card.rules
    force = rules.effective_options(draft.card.scenario, {})
    texts = {name: text_of(value) for name, value in force.items()}
    who = line_ups.defaults(rules, draft.tables) if rules.players else {}
    return texts | game_settings.defaults(rules) | who


def _with_texts(draft: NewGame, given: Mapping[str, str]) -> NewGame:
    rules = draft.card.rules
    options = (*rules.options, *game_settings.options_of(rules))
    names = [option.name for option in options] + [line_ups.WHO, line_ups.NAMES, line_ups.LOT]
    texts = {name: given.get(name, "") for name in names}
    return NewGame(draft.classroom, draft.chosen, draft.targets, draft.card, texts)


def _show(
    request: HttpRequest,
    draft: NewGame,
    errors: Mapping[str, str] | None = None,
    clashes: tuple[str, ...] = (),
    amiss: tuple[str, ...] = (),
) -> HttpResponse:
    """The form.

    Args:
        errors, amiss: what is wrong with a switch, by its name, and with who plays.
    """
    rules, errors = draft.card.rules, errors or {}
    page = OptionsPage(
        draft.classroom,
        tuple(target.group for target in draft.targets),
        draft.chosen,
        draft.card,
        line_ups.players_field(rules, draft.tables, draft.texts, amiss) if rules.players else None,
        switches_of(game_settings.options_of(rules), {}, draft.texts, errors),
        switches_of(rules.options, draft.card.recommended, draft.texts, errors),
        credentials.new(),
        clashes,
        tuple(
            t for t in draft.targets if t.glance.game and not t.glance.is_over and t.glance.number
        ),
    )
    status = UNPROCESSABLE if errors or clashes or amiss else 200
    return render_page(request, "web/new_game/options.html", page, status)


def _create(request: HttpRequest, draft: NewGame) -> HttpResponse:
    rules = draft.card.rules
    options, errors = read_options(rules.options, request.POST)
    run, run_errors = read_options(game_settings.options_of(rules), request.POST)
    errors = errors | run_errors | game_settings.clashes(rules, run)
    lines: Mapping[int, LineUp] = {}
    amiss: tuple[str, ...] = ()
    if rules.players:
        has_bot = bool(run.get(game_settings.PARTNER))
        lines, amiss = line_ups.read(rules, draft.tables, draft.texts, has_bot)
    if errors or amiss:
        return _show(request, draft, errors, amiss=amiss)
    made = [prepared_game(draft, target.group, options, run, lines) for target in draft.targets]
    clashes = clashes_of(draft, options, made)
    if clashes:
        return _show(request, draft, clashes=clashes)
    by = services.instructor_person(draft.classroom, user_of(request))

    def make() -> str:
        for one in made:
            one.begin(by)
        publishing.recheck_access(*(one.group.pk for one in made))
        return reverse("classroom", args=[draft.classroom.pk]) + "#groups"

    try:
        return SeeOther(only_once(request, make))
    except Refused as refused:
        return _show(request, draft, clashes=(refused.message,))
    except InvalidInput as unfit:
        return _show(request, draft, clashes=(str(unfit),))
