"""How a group's game is run: who records, the help, the program's seats; and another drawing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from moderator.play import credentials, selectors, services
from moderator.play.errors import InvalidInput
from moderator.play.log.entries import rules_of
from moderator.play.models import Game, Group
from moderator.web.core import game_settings
from moderator.web.core.access import group_for, recorder
from moderator.web.core.forms import OptionField, read_options, switches_of, text_of, whole_number
from moderator.web.core.game_settings import ACTING, HELP
from moderator.web.core.idempotency import only_once
from moderator.web.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.web.core.seating import SeatStatus, seat_statuses
from moderator.web.feed import publishing

PARTNERS = "run_partners"


@dataclass(frozen=True)
class GameSettingsPage:
    """The present game and its switches; those are fixed that stand in `fixed`."""

    group: Group
    game: Game
    switches: tuple[OptionField, ...]
    fixed: tuple[str, ...]
    seat_word: str
    free: tuple[SeatStatus, ...]  # where the program plays, or may
    once: str
    drawn_word: str
    error: str = ""
    is_kept: bool = False

    @property
    def has_switches(self) -> bool:
        """Whether there is anything to change."""
        return bool(self.switches or self.free)


@require_http_methods(["GET", "HEAD", "POST"])
@group_for("record")
def game_settings_page(request: HttpRequest, group: Group) -> HttpResponse:
    """A POST changes all of it at once. `?kept`: it has just been done."""
    game = selectors.game_now(group)
    if game is None:
        raise Http404
    if request.method != "POST":
        return _show(request, game)
    if whole_number(request.POST.get("game", "")) != game.number:
        return _show(request, game, _another())
    chosen, errors = read_options(_options(game), request.POST)
    if errors:
        return _show(request, game, next(iter(errors.values())))
    wanted = request.POST.getlist(PARTNERS) if _may_partner(game) else None
    try:
        with transaction.atomic():
            services.game_settings_change(
                game, acting=chosen.get(ACTING), has_help=chosen.get(HELP), partners=wanted
            )
            publishing.publish_names(group)
    except (InvalidInput, Game.DoesNotExist) as refused:
        return _show(
            request, game, str(refused) if isinstance(refused, InvalidInput) else _another()
        )
    return SeeOther(reverse("run", args=[group.code]) + "?kept")


@require_POST
@group_for("record")
def redraw(request: HttpRequest, group: Group) -> HttpResponse:
    """The game of number `game` is drawn again, once a form; nobody has played it yet."""
    game = group.games.filter(number=whole_number(request.POST.get("game", "")) or 0).first()

    def make() -> str:
        if game is None:
            raise InvalidInput(_another())
        by, _role = recorder(request, group)
        services.game_redraw(game, by)
        publishing.recheck_access(group.pk)
        return reverse("console", args=[group.code])

    try:
        return SeeOther(only_once(request, make))
    except InvalidInput as unfit:
        now = selectors.game_now(group)
        if now is None:
            raise Http404 from None
        return _show(request, now, str(unfit))


def _drawn_word(game: Game) -> str:
    """What can be drawn again, as long as nothing has been recorded; else empty."""
    return "" if game.entries.exists() else rules_of(game).drawn_word


def _another() -> str:
    return gettext("The group plays another game by now. This is how that one is run.")


def _options(game: Game) -> tuple[Any, ...]:
    return tuple(
        one for one in game_settings.options_of(rules_of(game)) if one.name in (ACTING, HELP)
    )


def _may_partner(game: Game) -> bool:
    rules = rules_of(game)
    return rules.has_bot and (not rules.has_dice or game.dice == Game.Dice.SERVER)


def _show(request: HttpRequest, game: Game, error: str = "") -> HttpResponse:
    texts = {ACTING: game.acting, HELP: text_of(game.has_help)}
    rules = rules_of(game)
    chairs = seat_statuses(game) if _may_partner(game) else ()
    page = GameSettingsPage(
        group=game.group,
        game=game,
        switches=switches_of(_options(game), {}, texts, {}),
        fixed=game_settings.fixed(rules, game),
        seat_word=rules.seat_word,
        free=tuple(chair for chair in chairs if chair.is_free or chair.is_partner),
        once=credentials.new(),
        drawn_word=_drawn_word(game),
        error=error,
        is_kept="kept" in request.GET,
    )
    return render_page(request, "web/console/settings.html", page, UNPROCESSABLE if error else 200)
