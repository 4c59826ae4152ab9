"""A new game: its scenario, who plays and who records, on one page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from moderator.play import credentials, selectors, services
from moderator.play.errors import InvalidInput
from moderator.play.models import Classroom
from moderator.play.selectors import groups_of
from moderator.rules.errors import Refused
from moderator.web.core.access import classroom_for, user_of
from moderator.web.core.idempotency import only_once
from moderator.web.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.web.core.setting_options import PARTNER
from moderator.web.feed import publishing
from moderator.web.new_game import line_ups
from moderator.web.new_game.catalogue import (
    CatalogueItem,
    CatalogueSection,
    catalogue,
    catalogue_item,
)
from moderator.web.new_game.drafts import NewGame, PreparedGame, SeatNote, prepared_game, seat_notes
from moderator.web.new_game.form import GameForm, form_of
from moderator.web.new_game.last_game import TargetGroup, last_game
from moderator.web.new_game.line_ups import LineUp, PlayersField

ALL = "all"


@dataclass(frozen=True)
class NewGamePage:
    """The groups, the scenarios to choose from, and the form for the chosen one.

    `groups` are all of the class, `targets` those that get the game (`chosen`: a group's number,
    or all). `clashes`: what doesn't go together and belongs to no single question.
    """

    classroom: Classroom
    groups: tuple[TargetGroup, ...]
    targets: tuple[TargetGroup, ...]
    chosen: str
    sections: tuple[CatalogueSection, ...]
    item: CatalogueItem
    who: PlayersField | None
    form: GameForm
    notes: tuple[SeatNote, ...]
    once: str
    clashes: tuple[str, ...] = ()

    @property
    def has_errors(self) -> bool:
        """Whether what was sent has created nothing."""
        return bool(self.form.has_errors() or self.clashes or (self.who and self.who.errors))

    @property
    def playing(self) -> int:
        """How many groups are in the middle of a game, which the new one replaces."""
        summaries = (target.summary for target in self.targets)
        return sum(bool(one.game and not one.is_over and one.number) for one in summaries)


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
def new(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The page for `?group=` and `&scenario=`; a POST creates the games."""
    data = request.POST if request.method == "POST" else request.GET
    chosen = data.get("group", ALL)
    targets = _targets(classroom, chosen)
    last = last_game(targets) if "again" in request.GET else None
    first = catalogue()[0].items[0].key
    key = data.get("scenario", last.key if last else first)
    draft = NewGame(classroom, chosen, targets, catalogue_item(key), last)
    rules = draft.item.rules
    if request.method == "POST":
        names = (line_ups.WHO, line_ups.NAMES, line_ups.LOT)
        texts = {name: request.POST.get(name, "") for name in names}
        return _create(request, replace(draft, texts=texts))
    texts = line_ups.defaults(rules, draft.tables) | draft.line_up if rules.players else {}
    form = form_of(draft.item, draft.settings, draft.options)
    return _show(request, replace(draft, texts=texts), form)


def _targets(classroom: Classroom, chosen: str) -> tuple[TargetGroup, ...]:
    """The chosen group, or all groups; 404 if there is no such group."""
    found = [g for g in groups_of(classroom) if chosen in (ALL, str(g.number))]
    if not found and chosen != ALL:
        raise Http404
    return tuple(TargetGroup(group, selectors.game_summary(group)) for group in found)


def _show(
    request: HttpRequest,
    draft: NewGame,
    form: GameForm,
    clashes: tuple[str, ...] = (),
    player_errors: tuple[str, ...] = (),
) -> HttpResponse:
    """The page."""
    rules = draft.item.rules
    page = NewGamePage(
        classroom=draft.classroom,
        groups=draft.targets if draft.chosen == ALL else _targets(draft.classroom, ALL),
        targets=draft.targets,
        chosen=draft.chosen,
        sections=catalogue(),
        item=draft.item,
        who=line_ups.players_field(rules, draft.tables, draft.texts, player_errors)
        if rules.players
        else None,
        form=form,
        notes=seat_notes(draft),
        once=credentials.new(),
        clashes=clashes,
    )
    status = UNPROCESSABLE if page.has_errors else 200
    return render_page(request, "web/new_game/new_game.html", page, status)


def _create(request: HttpRequest, draft: NewGame) -> HttpResponse:
    rules = draft.item.rules
    form = form_of(draft.item, {}, {}, request.POST)
    run, options = form.clean()
    lines: Mapping[int, LineUp] = {}
    player_errors: tuple[str, ...] = ()
    if rules.players:
        lines, player_errors = line_ups.read(
            rules, draft.tables, draft.texts, has_bot=bool(run.get(PARTNER))
        )
    if form.has_errors() or player_errors:
        return _show(request, draft, form, player_errors=player_errors)
    made = [prepared_game(draft, target.group, options, run, lines) for target in draft.targets]
    clashes = _clashes(draft, form, made)
    if form.has_errors() or clashes:
        return _show(request, draft, form, clashes)
    by = services.instructor_person(draft.classroom, user_of(request))

    def make() -> str:
        for one in made:
            one.begin(by)
        publishing.recheck_access(*(one.group.pk for one in made))
        return reverse("classroom", args=[draft.classroom.pk]) + "#groups"

    try:
        return SeeOther(only_once(request, make))
    except (Refused, InvalidInput) as error:
        return _show(request, draft, form, clashes=(str(error),))


def _clashes(draft: NewGame, form: GameForm, made: list[PreparedGame]) -> tuple[str, ...]:
    """What doesn't go together and belongs to no single question; the rest is beside its own."""
    if not made:
        return (gettext("There are no groups yet. Create groups first."),)
    if draft.item.scenario is None:
        return ()  # it was drawn for these options
    return form.explain_clashes([one.options for one in made])
