"""The page of a new game, playing again with the same people, and the settings of a game.

What new games and their settings add to what all features share.
"""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import path, reverse
from django.utils.translation import gettext

from moderator.core import access, credentials, queries
from moderator.core.access import actor_of, group_for, may, own_class, recorder, user_of
from moderator.core.class_page import step_url
from moderator.core.ended import Release, has_finished, release_of
from moderator.core.errors import InvalidInput
from moderator.core.feature import Feature
from moderator.core.forms import OptionsForm, only_once, whole_number
from moderator.core.log import has_goals, rules_of
from moderator.core.look import look_at
from moderator.core.models import Classroom, Game, Group
from moderator.core.people import instructor_person
from moderator.core.queries import GameSummary
from moderator.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.core.seating import seat_statuses
from moderator.features.new_game import drafts, settings
from moderator.features.new_game.drafts import (
    LastGame,
    NewGame,
    PreparedGame,
    WhoForm,
    catalogue,
    catalogue_item,
    last_game,
    prepared_game,
    seat_notes,
)
from moderator.features.new_game.form import GameForm, form_of
from moderator.features.new_game.secrecy import (
    BESIDE,
    GOALS,
    POINTS,
    WRITTEN,
    diplomacy_settings,
    groups_with_scenario,
    secrecy_change,
    secrecy_form,
    secrecy_sentences,
    written_options,
    written_settings,
)
from moderator.features.new_game.settings import (
    ACTING,
    FIELDS,
    HELP,
    PARTNER,
    game_release,
    game_settings_change,
)
from moderator.features.new_game.write import game_again, game_redraw, groups_beside, has_own_names
from moderator.rules.errors import Refused

# A new game: its scenario, who plays and who records, on one page.


@own_class("GET", "POST")
def new(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The page for `?group=` and `&scenario=`; a POST creates the games."""
    data = request.POST if request.method == "POST" else request.GET
    chosen = data.get("group", queries.ALL)
    targets = _targets(classroom, chosen)
    last = last_game(targets) if "again" in request.GET else LastGame()
    _, (first, *_others) = catalogue()[0]
    item = queries.or_404(catalogue_item(data.get("scenario", last.key or first.key)))
    draft = NewGame(classroom, chosen, targets, item)
    rules = item.rules
    if request.method == "POST":
        who = WhoForm(rules, draft.tables, request.POST) if rules.players else None
        return _create(request, draft, who)
    initial = drafts.defaults(rules, draft.tables) | last.line_up
    who = WhoForm(rules, draft.tables, initial=initial) if rules.players else None
    return _show(request, draft, who, form_of(item, last.settings, last.options))


def _targets(classroom: Classroom, chosen: str) -> tuple[GameSummary, ...]:
    return tuple(map(GameSummary, queries.chosen_groups(classroom, chosen)))


def _show(
    request: HttpRequest,
    draft: NewGame,
    who: WhoForm | None,
    form: GameForm,
    clashes: tuple[str, ...] = (),
    beside: tuple[Group, ...] = (),
) -> HttpResponse:
    """The groups, the scenarios to choose from, and the form for the chosen one.

    `clashes`: what doesn't go together and belongs to no single question. `beside`: other groups
    whose goals the new games would give away, or whose games would give away theirs.
    """
    has_errors = bool(form.has_errors() or clashes or (who and who.errors) or beside)
    return render_page(
        request,
        "new_game/new_game.html",
        status=UNPROCESSABLE if has_errors else 200,
        classroom=draft.classroom,
        groups=draft.targets
        if draft.chosen == queries.ALL
        else _targets(draft.classroom, queries.ALL),
        targets=draft.targets,
        # In the middle of a game, which the new one replaces.
        playing=sum(bool(one.game and not one.is_over and one.number) for one in draft.targets),
        chosen=draft.chosen,
        sections=catalogue(),
        item=draft.item,
        who=who,
        form=form,
        notes=seat_notes(draft),
        once=credentials.new(),
        clashes=clashes,
        beside=beside,
        has_errors=has_errors,
    )


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


@group_for("record", "GET", "POST")
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
    """What would be played again, and by whom."""
    now = queries.timeline(game)
    return render_page(
        request,
        "new_game/again.html",
        status=UNPROCESSABLE if error else 200,
        group=game.group,
        game=game,
        is_ended=now.is_over or game.is_stopped,
        seats=seat_statuses(game),
        seat_word=now.rules.seat_word,
        options=now.rules.options_in_force(now.state),
        moves_order=has_own_names(game),  # not the people move on, but whoever is next begins
        can_choose=access.may(actor_of(request), "manage-class", game.group.classroom),
        once=credentials.new(),
        error=error,
    )


# The settings of a group's game: who records, help; and drawing its scenario again.


def _changed(
    request: HttpRequest, group: Group, change: Callable[[HttpRequest, Game], object]
) -> HttpResponse:
    """Change something of game number `game`, the group's present one."""
    game = queries.game_or_404(group)
    try:
        if whole_number(request.POST.get("game", "")) != game.number:
            raise Game.DoesNotExist
        change(request, game)
    except InvalidInput as refused:
        return _show_settings(request, game, str(refused))
    except Game.DoesNotExist:
        return _show_settings(request, game, _other_game_error())
    return SeeOther(reverse("run", args=[group.code]) + "?kept")


@group_for("record", "GET", "POST")
def game_settings_page(request: HttpRequest, group: Group) -> HttpResponse:
    """The settings; a POST changes them. `?kept`: they have just been changed."""
    if request.method != "POST":
        return _show_settings(request, queries.game_or_404(group))
    return _changed(request, group, _change_settings)


def _change_settings(request: HttpRequest, game: Game) -> None:
    form = _form(game, request.POST)
    if not form.is_valid():
        raise InvalidInput(next(iter(form.errors.values()))[0])
    chosen = form.cleaned_data
    with transaction.atomic():
        columns = {FIELDS[name]: chosen[name] for name in chosen if name not in WRITTEN}
        changed = game_settings_change(game, **columns)
        now = written_settings(changed)
        if any(chosen.get(name, value) != value for name, value in now.items()):
            written = {FIELDS[name]: chosen[name] for name in now if name in chosen}
            diplomacy_settings(changed, **written)


@group_for("record", "POST")
def redraw(request: HttpRequest, group: Group) -> HttpResponse:
    """Draw the scenario of game number `game` again, as long as nothing has been recorded."""
    game = group.games.filter(number=whole_number(request.POST.get("game", "")) or 0).first()

    def make() -> str:
        if game is None:
            raise InvalidInput(_other_game_error())
        by, _role = recorder(request, group)
        game_redraw(game, by)
        return reverse("console", args=[group.code])

    try:
        return SeeOther(only_once(request, make))
    except InvalidInput as invalid:
        now = queries.game_or_404(group)
        return _show_settings(request, now, str(invalid))


@group_for("record", "POST")
def release(request: HttpRequest, group: Group) -> HttpResponse:
    """Show a finished game's secrets to other groups, or (without `open`) hide them again."""
    return _changed(request, group, lambda post, game: game_release(game, "open" in post.POST))


@group_for("record", "POST")
def secrecy(request: HttpRequest, group: Group) -> HttpResponse:
    """Change them for the group's present game, and for all that play its scenario."""
    if not may(actor_of(request), "manage-class", group.classroom):
        raise Http404
    return _changed(request, group, _change_secrecy)


def _change_secrecy(request: HttpRequest, game: Game) -> None:
    form = secrecy_form(game, request.POST)
    if not has_goals(game) or not form.is_valid():
        raise InvalidInput(gettext("Choose one answer to each question."))
    by, chosen = instructor_person(game.group.classroom, user_of(request)), form.cleaned_data
    secrecy_change(game, points=chosen[POINTS], has_open_goals=chosen[GOALS], by=by)


def _release(game: Game) -> Release | None:
    """Who may see a finished game's secrets; None if there are none, or it is still played."""
    is_finished = has_goals(game) and has_finished(look_at(game))
    return release_of(game) if is_finished else None


def _other_game_error() -> str:
    return gettext("The group now plays another game. These are its settings.")


def _form(game: Game, data: QueryDict | None = None) -> OptionsForm:
    rules, now = rules_of(game), settings.answers_of(settings.game_settings_of(game))
    options = tuple(o for o in settings.options_of(rules) if o.name in (ACTING, HELP))
    # A page of an earlier release sends none of these, and they stay as they are.
    options += tuple(o for o in settings.agreed(rules) if data is None or o.name in data)
    if rules.orders and rules.orders.are_written(queries.timeline(game).state):
        options = (*options, settings.reveal())
    if game.is_waiting:
        written = written_options(game)
        options += tuple(one for one in written if data is None or one.name in data)
    return OptionsForm(options, data, initial=now, recommended={})


def _show_settings(request: HttpRequest, game: Game, error: str = "") -> HttpResponse:
    rules = rules_of(game)
    is_instructor = may(actor_of(request), "manage-class", game.group.classroom)
    can_open = is_instructor and has_goals(game)
    form = _form(game)
    return render_page(
        request,
        "new_game/settings.html",
        status=UNPROCESSABLE if error else 200,
        group=game.group,
        game=game,
        form=form,
        fixed=(*settings.fixed(rules, game), *(() if can_open else secrecy_sentences(game))),
        has_switches=bool(form.options),
        once=credentials.new(),
        drawn_word="" if game.entries.exists() else rules.drawn_word,
        release=_release(game),
        secrecy=secrecy_form(game) if can_open else None,
        same=tuple(one.name for one in groups_with_scenario(game)) if can_open else (),
        error=error,
        is_saved="kept" in request.GET,
    )


FEATURE = Feature(
    urls=(
        path("classes/<int:pk>/game/", new, name="game-new"),
        path("g/<code:code>/run/", game_settings_page, name="run"),
        path("g/<code:code>/redraw/", redraw, name="redraw"),
        path("g/<code:code>/release/", release, name="release"),
        path("g/<code:code>/secrecy/", secrecy, name="secrecy"),
        path("g/<code:code>/again/", again, name="again"),
    ),
)
