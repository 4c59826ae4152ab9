"""The moderator's console: the chart, the command line and its replies, forms, the log, a hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from moderator.core import access, frames, games, log, queries
from moderator.core.access import actor_of, group_for, recorder
from moderator.core.class_page import LivePart, lines_of
from moderator.core.ended import may_be_concluded
from moderator.core.errors import Stale
from moderator.core.links import SheetLink, menu_of, time_of
from moderator.core.log import Fold
from moderator.core.look import Look, look_at
from moderator.core.models import Game, Group
from moderator.core.recording import is_done
from moderator.core.responses import SeeOther, render_page
from moderator.features.clock.plan import lesson_of
from moderator.features.deals.offers import OFFERS
from moderator.features.deals.offers_write import offer_record
from moderator.features.moves.answers import (
    UndoButton,
    line_read,
    reply_to,
    reply_to_command,
    undo_button,
)
from moderator.features.moves.cell_panel import CellPanel, address_in
from moderator.features.moves.cells import panel_of, rejected_cell
from moderator.features.moves.forms import (
    COMMAND_LINE,
    NOTHING,
    MoveFormGroup,
    MoveFormsPage,
    RejectedForm,
    Reply,
    form_groups,
    is_correction,
    without_hands,
)
from moderator.features.moves.posted import MOST_TYPED, game_of, key_of
from moderator.features.moves.record import (
    NOT_RECORDED,
    NotRecorded,
    record_move,
    record_turn_end,
    rejected,
)
from moderator.features.slips.part import record_slip_command, reply_to_slip, versions_of
from moderator.features.slips.read import ORDER_SLIPS, SlipBook
from moderator.features.tournaments.read import pairing_line, waiting_at
from moderator.features.tournaments.standings import Match
from moderator.rules.command import ParsedCommand, TypedHelp
from moderator.rules.orders import SlipCommand
from moderator.rules.reading import REDO, UNDO
from moderator.rules.seating import MODERATOR, SeatLabel, Viewer

# What the console contains: the chart, the command line, a form for each legal move, the log.

GameFold = tuple[Game | None, Fold | None]


@dataclass(frozen=True)
class ConsolePage(MoveFormsPage):
    """The console. Without a game it has only the group's name and a frame that says so.

    `typed`: the rejected form, for a game with its own form templates. `lines`: for the
    instructor alone. `has_chart`: whether an answer shows the chart, which otherwise comes by the
    feed alone.
    """

    group: Group
    game: Game | None
    title: str
    version: int
    feed: str
    after: int = 0
    answer: Reply = NOTHING
    groups: tuple[MoveFormGroup, ...] = ()
    undo_buttons: tuple[UndoButton, ...] = ()
    can_correct: bool = False
    drawn_word: str = ""
    is_typed_first: bool = True
    fold: Fold | None = None
    typed: RejectedForm | None = None
    slips: SlipBook | None = None
    cell: CellPanel | None = None
    clock_error: str = ""
    lines: tuple[LivePart, ...] = ()
    has_chart: bool = True

    @property
    def live(self) -> SafeString:
        """The chart."""
        look = Look(self.game, self.fold, MODERATOR) if self.game and self.fold else None
        return SafeString(frames.frame_of(self.group, look, MODERATOR).html)

    @property
    def has_cells(self) -> bool:
        """Whether the cells of the chart can be pressed."""
        return self.fold is not None and self.fold.timeline.rules.cells is not None

    @property
    def slip_versions(self) -> str:
        """The versions of all order slips, for typed ones; empty while none are written."""
        return versions_of(self.slips) if self.slips else ""

    @property
    def placeholder(self) -> str:
        """What the command line asks for; nothing in a stopped game."""
        if self.game and self.game.is_stopped:
            return ""
        return gettext("Type an order slip") if self.slip_versions else gettext("Type a move")

    @property
    def view(self) -> Any:
        """The moderator's view of the state, for a game's own form templates."""
        if self.fold is None:
            return None
        timeline = self.fold.timeline
        return timeline.rules.view(timeline.state, MODERATOR)

    @property
    def has_secrets(self) -> bool:
        """Whether the stopped game keeps secrets because it may be continued."""
        return self.game is not None and may_be_concluded(self.game)

    @property
    def sheets(self) -> tuple[SheetLink, ...] | None:
        if self.game is None or self.fold is None:
            return None
        return menu_of(self.game, time_of(self.fold, self.game.is_stopped))

    @property
    def can_have_bots(self) -> bool:
        """Whether the program could play a seat."""
        return self.game is not None and log.rules_of(self.game).bots is not None

    @property
    def record(self) -> str:
        """The URL of the record."""
        return reverse("record", args=[self.group.code])

    @property
    def style(self) -> str:
        return games.style_of(self.game) if self.game else ""

    @property
    def script(self) -> str:
        return games.script_of(self.game) if self.game else ""

    @property
    def pairing(self) -> str:
        """Who plays, if the game belongs to a tournament."""
        return pairing_line(self.game) if self.game else ""

    @property
    def typed_help(self) -> tuple[TypedHelp, ...]:
        """What can be typed in this game, what is possible now first."""
        timeline = self.fold.timeline if self.fold else None
        return timeline.rules.typed_help(timeline.state) if timeline else ()

    @property
    def waiting(self) -> Match | None:
        """The tournament match that waits at the group's table, unless this is its game."""
        found = waiting_at(self.group)
        is_here = found and self.game and found.pairing.game_id == self.game.pk
        return None if is_here else found

    @property
    def lesson(self) -> Mapping[str, Any] | None:
        """What there is around the game."""
        if self.game is None or self.fold is None:
            return None
        return lesson_of(Look(self.game, self.fold), self.clock_error)

    @property
    def is_by_board(self) -> bool:
        """Whether moves are made on the board, with the command line below it."""
        return not self.is_typed_first

    @property
    def text(self) -> str:
        """The rejected command; empty for any other form."""
        is_command = self.typed is not None and self.typed.form == COMMAND_LINE
        return self.typed.post.get("text", "") if self.typed and is_command else ""

    @property
    def is_say_focused(self) -> bool:
        """Whether the command line has the focus: at first only in games with typed moves."""
        return self.typed.form == COMMAND_LINE if self.typed else self.is_typed_first


def page_of(
    group: Group,
    typed: RejectedForm | None = None,
    loaded: GameFold | None = None,
    answer: Reply = NOTHING,
) -> ConsolePage:
    """The present console, with a rejected form.

    Args:
        loaded: the game and its log, if the caller has just loaded them.
        answer: what has just been done, if that is not the log's last entry.
    """
    game, fold = loaded or _load(group)
    look = Look(game, fold, MODERATOR) if game and fold else None
    feed = f"{reverse('console', args=[group.code])}feed"
    version = frames.version_of(group, look, MODERATOR)
    if look is None:
        return ConsolePage(group, None, group.name, version, feed)
    rules, verbs = look.rules, (UNDO, REDO) if look.game.is_running else ()
    offers = rules.offers(look.state) if verbs else ()
    return ConsolePage(
        group=group,
        game=look.game,
        title=look.game.title,
        version=version,
        feed=feed,
        after=look.fold.number,
        answer=answer if answer.kind else reply_to(look, typed),
        slips=ORDER_SLIPS.of(look),
        groups=form_groups(look, without_hands(offers, typed), typed),
        undo_buttons=tuple(undo_button(look, verb) for verb in verbs),
        can_correct=any(is_correction(rules, offer) for offer in offers),
        drawn_word="" if look.fold.number else rules.drawn_word,
        is_typed_first=rules.is_typed_first,
        fold=look.fold,
        typed=typed,
        cell=rejected_cell(look, typed) if typed else None,
    )


def _load(group: Group) -> GameFold:
    game = queries.game_now(group)
    return game, log.fold_of(game) if game else None


# The moderator's console, as a page and as what answers its forms.


@group_for("see-console", "GET")
def console(request: HttpRequest, group: Group) -> HttpResponse:
    """The console; with `?part=parts` only its forms, to refresh after somebody else's move."""
    is_part = bool(request.GET.get("part"))
    template = "moves/console.html#parts" if is_part else "moves/console.html"
    page = replace(page_of(group, answer=_slip_asked_for(request, group)), has_chart=not is_part)
    address = address_in(request.GET)
    if address and page.game and page.fold:
        page = replace(page, cell=panel_of(Look(page.game, page.fold), address))
    if access.may(actor_of(request), "manage-class", group.classroom):
        page = replace(page, lines=lines_of(group.classroom))
    return render_page(request, template, page)


def _slip_asked_for(request: HttpRequest, group: Group) -> Reply:
    """With `?slip=egypt`, after a page without a script has written it: what has become of it."""
    game = queries.game_now(group) if "slip" in request.GET else None
    return reply_to_slip(look_at(game), request.GET["slip"]) if game else NOTHING


def console_response(
    request: HttpRequest,
    group: Group,
    typed: RejectedForm | None = None,
    loaded: GameFold | None = None,
    answer: Reply = NOTHING,
    status: int = 200,
) -> HttpResponse:
    """The console's parts for htmx; otherwise the whole page, or a redirect to it.

    What is accepted shows on the chart by the feed, unless moves are made on the board: then the
    board belongs to the forms.

    Args:
        typed: a rejected form, whose status is the response's.
        status: of a response that says in `answer` why nothing was recorded.
    """
    status = typed.status if typed else status
    is_htmx = request.headers.get("HX-Request")
    if status == 200 and not is_htmx:
        slip = f"?slip={answer.player}" if answer.player else ""
        return SeeOther(reverse("console", args=[group.code]) + slip)
    page = page_of(group, typed, loaded, answer)
    if is_htmx and status == 200 and page.game and page.is_typed_first:
        page = replace(page, has_chart=False)
    template = "moves/console.html#parts" if is_htmx else "moves/console.html"
    return render_page(request, template, page, status)


Written = tuple[Fold | None, Reply]
"""The game's log, if the caller has just loaded it, and what to answer besides."""


def on_console(
    refused: Callable[[HttpRequest, NotRecorded], Mapping[str, Any]],
) -> Callable[[Callable[[HttpRequest, Game], Written]], Callable[..., HttpResponse]]:
    """Decorate what a button of the console writes: it gets the present game, and the console
    answers, also (with `refused`, for `console_response`) why nothing was recorded."""

    def decorate(write: Callable[[HttpRequest, Game], Written]) -> Callable[..., HttpResponse]:
        @wraps(write)
        def view(request: HttpRequest, group: Group) -> HttpResponse:
            game = queries.game_now(group)
            if game is None:
                return SeeOther(reverse("console", args=[group.code]))
            try:
                fold, answer = write(request, game)
            except NOT_RECORDED as error:
                return console_response(request, group, **refused(request, error))
            loaded = (game, fold) if fold else None
            return console_response(request, group, loaded=loaded, answer=answer)

        return view

    return decorate


# A player's hand of cards on the console: only when it is asked for.


@dataclass(frozen=True)
class HandPage(MoveFormsPage):
    """One player's hand, and the forms for its cards. `view`: the game as that player sees it."""

    group: Group
    game: Game | None
    seat: SeatLabel
    view: Any
    after: int
    hand_template: str
    groups: tuple[MoveFormGroup, ...] = ()

    @property
    def style(self) -> str:
        return games.style_of(self.game) if self.game else ""


@group_for("record", "GET")
def hand(request: HttpRequest, group: Group, player: str) -> HttpResponse:
    """A player's hand; with `?part` only its contents, to be shown on the console."""
    game = queries.game_now(group)
    template = games.template_of(game.rules, "hand_peeked.html") if game else ""
    if game is None or not template or not game.seats.filter(player=player).exists():
        raise Http404
    look = look_at(game)
    rules, state, viewer = look.rules, look.state, Viewer(player)
    offers = (one for one in rules.offers(state) if one.player == player)
    secret = tuple(one for one in offers if one.move.has_secret_choices)
    page = HandPage(
        group=group,
        game=game,
        seat=next(seat for seat in rules.seats_of(state) if seat.id == player),
        view=rules.view(state, viewer),
        after=look.fold.number,
        hand_template=template,
        groups=form_groups(look, secret, None),
    )
    part = "#part" if "part" in request.GET else ""
    return render_page(request, f"moves/hand.html{part}", page)


# Recording a move on the console: with the command line, a form or the board.


def _typed_again(request: HttpRequest, error: NotRecorded) -> Mapping[str, Any]:
    return {"typed": rejected(request, error)}


@group_for("record", "POST")
@on_console(_typed_again)
def move(request: HttpRequest, game: Game) -> Written:
    """Record a move: a typed `text`, or a `type` with its fields, or `move`, a whole move."""
    post, (by, role) = request.POST, recorder(request, game.group)
    if "text" not in post:
        return record_move(request, game, by, role), NOTHING
    key, look = key_of(post), look_at(game_of(game, post))
    text, done = post["text"][:MOST_TYPED], look.fold.by_key(key)
    if done and OFFERS.of(look).has_recorded(text, done):
        return log.fold_of(game), NOTHING
    line = line_read(look, text, post)
    if isinstance(line, SlipCommand):
        fold, answer = record_slip_command(look, line, post, by, role)
        return (fold if look.game == game else log.fold_of(game)), answer
    if is_done(look.game, key):  # it was about slips
        raise Stale(look.timeline)
    if isinstance(line, ParsedCommand):
        return record_move(request, game, by, role, line.wire), NOTHING
    offer_record(look.game, line.number, key, by, role)
    return log.fold_of(game), NOTHING


@group_for("record", "POST")
@on_console(_typed_again)
def finish_turn(request: HttpRequest, game: Game) -> Written:
    """Play a decided turn to its end."""
    return record_turn_end(request, game), NOTHING


# How a command is understood while it is typed on the console.

MAX_COMMAND_LENGTH = 200


@group_for("see-console", "GET")
def command_reply(request: HttpRequest, group: Group) -> HttpResponse:
    """How the command in `?text=` is understood, with completions. Nothing is recorded."""
    game = queries.game_or_404(group)
    text = request.GET.get("text", "")[:MAX_COMMAND_LENGTH]
    answer = reply_to_command(look_at(game), text)
    if answer.kind == "unclear":  # it is still being typed, so a hint is enough
        answer = replace(answer, kind="hint")
    return render_page(request, "moves/answer.html", answer=answer)
