"""The settings of a group's game: who records, help, bots; and drawing its scenario again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from moderator.core import credentials, queries
from moderator.core.access import actor_of, group_for, may, recorder
from moderator.core.ended import Release, release_of
from moderator.core.errors import InvalidInput
from moderator.core.forms import OptionsForm, only_once, whole_number
from moderator.core.log import rules_of
from moderator.core.models import Game, Group
from moderator.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.core.seating import SeatStatus, seat_statuses
from moderator.features.new_game import settings
from moderator.features.new_game.secrecy import (
    groups_with_scenario,
    has_secrecy,
    secrecy_form,
    secrecy_sentences,
)
from moderator.features.new_game.settings import (
    ACTING,
    FIELDS,
    HELP,
    game_release,
    game_settings_change,
)
from moderator.features.new_game.write import game_redraw
from moderator.features.new_game.written import (
    WRITTEN,
    diplomacy_settings,
    written_options,
    written_settings,
)

PARTNERS = "run_partners"


@dataclass(frozen=True)
class GameSettingsPage:
    """The present game and its settings; `fixed` are those that can't be changed."""

    group: Group
    game: Game
    form: OptionsForm
    fixed: tuple[str, ...]
    seat_word: str
    free: tuple[SeatStatus, ...]  # where the program plays, or could play
    once: str
    drawn_word: str
    release: Release | None  # of a finished game that keeps secrets
    secrecy: OptionsForm | None  # for the instructor, of a game with secret goals
    same: tuple[str, ...]  # the names of the groups that play its scenario
    error: str = ""
    is_saved: bool = False

    @property
    def has_switches(self) -> bool:
        return bool(self.form.options or self.free)


@require_http_methods(["GET", "HEAD", "POST"])
@group_for("record")
def game_settings_page(request: HttpRequest, group: Group) -> HttpResponse:
    """The settings; a POST changes them. `?kept`: they have just been changed."""
    game = queries.game_or_404(group)
    if request.method != "POST":
        return _show(request, game)
    if whole_number(request.POST.get("game", "")) != game.number:
        return _show(request, game, _other_game_error())
    form = _form(game, request.POST)
    if not form.is_valid():
        return _show(request, game, str(next(iter(form.errors.values()))[0]))
    chosen = form.cleaned_data
    wanted = request.POST.getlist(PARTNERS) if _can_have_bots(game) else None
    try:
        with transaction.atomic():
            columns = {FIELDS[name]: chosen[name] for name in chosen if name not in WRITTEN}
            changed = game_settings_change(game, partners=wanted, **columns)
            _change_written(changed, chosen)
    except (InvalidInput, Game.DoesNotExist) as refused:
        return _show(
            request,
            game,
            str(refused) if isinstance(refused, InvalidInput) else _other_game_error(),
        )
    return SeeOther(reverse("run", args=[group.code]) + "?kept")


def _change_written(game: Game, chosen: Mapping[str, Any]) -> None:
    now = written_settings(game)
    if any(chosen.get(name, value) != value for name, value in now.items()):
        diplomacy_settings(game, **{FIELDS[name]: chosen[name] for name in now if name in chosen})


@require_POST
@group_for("record")
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
        return _show(request, now, str(invalid))


@require_POST
@group_for("record")
def release(request: HttpRequest, group: Group) -> HttpResponse:
    """Show a finished game's secrets to other groups, or (without `open`) hide them again."""
    game = queries.game_or_404(group)
    if whole_number(request.POST.get("game", "")) != game.number:
        return _show(request, game, _other_game_error())
    try:
        game_release(game, "open" in request.POST)
    except InvalidInput as refused:
        return _show(request, game, str(refused))
    except Game.DoesNotExist:
        return _show(request, game, _other_game_error())
    return SeeOther(reverse("run", args=[group.code]) + "?kept")


def _release(game: Game) -> Release | None:
    """Who may see a finished game's secrets; None if there are none, or it is still played."""
    now = queries.timeline(game)
    is_finished = now.rules.keeps_secrets and now.rules.is_over(now.state)
    return release_of(game) if is_finished else None


def _drawn_word(game: Game) -> str:
    """The word for what can be drawn again; empty once something has been recorded."""
    return "" if game.entries.exists() else rules_of(game).drawn_word


def _other_game_error() -> str:
    return gettext("The group now plays another game. These are its settings.")


def _form(game: Game, data: QueryDict | None = None) -> OptionsForm:
    rules, now = rules_of(game), settings.answers_of(settings.game_settings_of(game))
    options = tuple(o for o in settings.options_of(rules) if o.name in (ACTING, HELP))
    # A page of an earlier release sends none of these, and they stay as they are.
    options += tuple(o for o in settings.agreed(rules) if data is None or o.name in data)
    if _has_written_orders(game):
        options = (*options, settings.reveal())
    if game.is_waiting:
        written = written_options(game)
        options += tuple(one for one in written if data is None or one.name in data)
    return OptionsForm(options, data, initial=now, recommended={})


def _has_written_orders(game: Game) -> bool:
    orders = rules_of(game).orders
    return orders is not None and orders.are_written(queries.timeline(game).state)


def _can_have_bots(game: Game) -> bool:
    rules = rules_of(game)
    return rules.has_bot and (not rules.has_dice or game.dice == Game.Dice.SERVER)


def _show(request: HttpRequest, game: Game, error: str = "") -> HttpResponse:
    rules = rules_of(game)
    statuses = seat_statuses(game) if _can_have_bots(game) else ()
    is_instructor = may(actor_of(request), "manage-class", game.group.classroom)
    can_open = is_instructor and has_secrecy(game)
    page = GameSettingsPage(
        group=game.group,
        game=game,
        form=_form(game),
        fixed=(*settings.fixed(rules, game), *(() if can_open else secrecy_sentences(game))),
        seat_word=rules.seat_word,
        free=tuple(status for status in statuses if status.is_free or status.is_partner),
        once=credentials.new(),
        drawn_word=_drawn_word(game),
        release=_release(game),
        secrecy=secrecy_form(game) if can_open else None,
        same=tuple(one.name for one in groups_with_scenario(game)) if can_open else (),
        error=error,
        is_saved="kept" in request.GET,
    )
    return render_page(request, "new_game/settings.html", page, UNPROCESSABLE if error else 200)
