"""The page of a new game, and playing again with the same people."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from moderator.core import access, credentials, queries
from moderator.core.access import actor_of, classroom_for, group_for, recorder, user_of
from moderator.core.class_page import step_url
from moderator.core.errors import InvalidInput
from moderator.core.forms import only_once, whole_number
from moderator.core.models import Classroom, Game, Group
from moderator.core.people import instructor_person
from moderator.core.queries import GameSummary, groups_of
from moderator.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.core.seating import SeatStatus, seat_statuses
from moderator.features.new_game import drafts
from moderator.features.new_game.drafts import (
    CatalogueItem,
    CatalogueSection,
    LastGame,
    NewGame,
    PreparedGame,
    SeatNote,
    WhoForm,
    catalogue,
    catalogue_item,
    last_game,
    prepared_game,
    seat_notes,
)
from moderator.features.new_game.form import GameForm, form_of
from moderator.features.new_game.secrecy import BESIDE
from moderator.features.new_game.settings import PARTNER
from moderator.features.new_game.write import game_again, groups_beside, has_own_names
from moderator.rules.errors import Refused

# A new game: its scenario, who plays and who records, on one page.

ALL = "all"


@dataclass(frozen=True)
class NewGamePage:
    """The groups, the scenarios to choose from, and the form for the chosen one.

    `groups` are all of the class, `targets` those that get the game (`chosen`: a group's number,
    or all). `clashes`: what doesn't go together and belongs to no single question. `beside`: other
    groups whose goals the new games would give away, or whose games would give away theirs.
    """

    classroom: Classroom
    groups: tuple[GameSummary, ...]
    targets: tuple[GameSummary, ...]
    chosen: str
    sections: tuple[CatalogueSection, ...]
    item: CatalogueItem
    who: WhoForm | None
    form: GameForm
    notes: tuple[SeatNote, ...]
    once: str
    clashes: tuple[str, ...] = ()
    beside: tuple[Group, ...] = ()

    @property
    def has_errors(self) -> bool:
        """Whether what was sent has created nothing."""
        is_wrong = self.form.has_errors() or self.clashes or (self.who and self.who.errors)
        return bool(is_wrong or self.beside)

    @property
    def playing(self) -> int:
        """How many groups are in the middle of a game, which the new one replaces."""
        return sum(bool(one.game and not one.is_over and one.number) for one in self.targets)


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
def new(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The page for `?group=` and `&scenario=`; a POST creates the games."""
    data = request.POST if request.method == "POST" else request.GET
    chosen = data.get("group", ALL)
    targets = _targets(classroom, chosen)
    last = last_game(targets) if "again" in request.GET else LastGame()
    _, (first, *_others) = catalogue()[0]
    item = catalogue_item(data.get("scenario", last.key or first.key))
    if item is None:
        raise Http404
    draft = NewGame(classroom, chosen, targets, item, last)
    rules = draft.item.rules
    if request.method == "POST":
        who = WhoForm(rules, draft.tables, request.POST) if rules.players else None
        return _create(request, draft, who)
    initial = drafts.defaults(rules, draft.tables) | last.line_up
    who = WhoForm(rules, draft.tables, initial=initial) if rules.players else None
    return _show(request, draft, who, form_of(draft.item, last.settings, last.options))


def _targets(classroom: Classroom, chosen: str) -> tuple[GameSummary, ...]:
    """The chosen group, or all groups; 404 if there is no such group."""
    found = [g for g in groups_of(classroom) if chosen in (ALL, str(g.number))]
    if not found and chosen != ALL:
        raise Http404
    return tuple(map(queries.game_summary, found))


def _show(
    request: HttpRequest,
    draft: NewGame,
    who: WhoForm | None,
    form: GameForm,
    clashes: tuple[str, ...] = (),
    beside: tuple[Group, ...] = (),
) -> HttpResponse:
    page = NewGamePage(
        classroom=draft.classroom,
        groups=draft.targets if draft.chosen == ALL else _targets(draft.classroom, ALL),
        targets=draft.targets,
        chosen=draft.chosen,
        sections=catalogue(),
        item=draft.item,
        who=who,
        form=form,
        notes=seat_notes(draft),
        once=credentials.new(),
        clashes=clashes,
        beside=beside,
    )
    status = UNPROCESSABLE if page.has_errors else 200
    return render_page(request, "new_game/new_game.html", page, status)


def _create(request: HttpRequest, draft: NewGame, who: WhoForm | None) -> HttpResponse:
    form = form_of(draft.item, {}, {}, request.POST)
    run, options = form.clean()
    lines = who.line_ups(has_bot=bool(run.get(PARTNER))) if who else {}
    if form.has_errors() or (who and who.errors):
        return _show(request, draft, who, form)
    made = [prepared_game(draft, target.group, options, run, lines) for target in draft.targets]
    clashes = _clashes(draft, form, made)
    if form.has_errors() or clashes:
        return _show(request, draft, who, form, clashes)
    groups, game = [one.group for one in made], made[0]
    beside = groups_beside(draft.classroom, groups, game.rules, game.scenario, game.settings)
    if beside and BESIDE not in request.POST:
        return _show(request, draft, who, form, beside=beside)
    by = instructor_person(draft.classroom, user_of(request))

    def make() -> str:
        drafts.games_begin(made, by, is_set_beside=bool(beside))
        return step_url(draft.classroom)

    try:
        return SeeOther(only_once(request, make))
    except (Refused, InvalidInput) as error:
        return _show(request, draft, who, form, (str(error),))


def _clashes(draft: NewGame, form: GameForm, made: list[PreparedGame]) -> tuple[str, ...]:
    """What doesn't go together and belongs to no single question; the rest is beside its own."""
    if not made:
        return (gettext("There are no groups yet. Create groups first."),)
    if draft.item.scenario is None:
        return ()  # it was drawn for these options
    return form.explain_clashes([one.options for one in made])


# Playing again: a new game of the same scenario and options with the same people.


@dataclass(frozen=True)
class AgainPage:
    """What would be played again, and by whom.

    `moves_order`: not the people move on, but whoever is next begins; `can_choose`: the visitor may
    choose another scenario and other options.
    """

    group: Group
    game: Game
    summary: GameSummary
    seats: tuple[SeatStatus, ...]
    seat_word: str
    options: tuple[str, ...]
    moves_order: bool
    can_choose: bool
    once: str
    error: str = ""

    @property
    def is_ended(self) -> bool:
        """Whether a new game may begin."""
        return self.summary.is_over or self.game.is_stopped


@require_http_methods(["GET", "HEAD", "POST"])
@group_for("record")
def again(request: HttpRequest, group: Group) -> HttpResponse:
    """Ask who sits where; a POST begins a game like number `game`, with `move` on other seats."""
    game = queries.game_or_404(group)
    if request.method != "POST":
        return _show_again(request, game)
    number = whole_number(request.POST.get("game", "")) or 0
    played = group.games.select_related("group__classroom").filter(number=number).first()

    def make() -> str:
        by, _role = recorder(request, group)
        game_again(played or game, by, "move" in request.POST)
        return reverse("console", args=[group.code])

    try:
        return SeeOther(only_once(request, make))
    except (InvalidInput, Refused) as error:
        return _show_again(request, game, str(error))


def _show_again(request: HttpRequest, game: Game, error: str = "") -> HttpResponse:
    now = queries.timeline(game)
    page = AgainPage(
        group=game.group,
        game=game,
        summary=queries.game_summary(game.group),
        seats=seat_statuses(game),
        seat_word=now.rules.seat_word,
        options=now.rules.options_in_force(now.state),
        moves_order=has_own_names(game),
        can_choose=access.may(actor_of(request), "manage-class", game.group.classroom),
        once=credentials.new(),
        error=error,
    )
    return render_page(request, "new_game/again.html", page, UNPROCESSABLE if error else 200)
