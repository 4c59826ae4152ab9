"""The moderator's console: the chart, the command line, a form for each legal move, the log."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from moderator.play import folds, keys, selectors
from moderator.play.folds import Fold
from moderator.play.models import Game, Group
from moderator.rules.game import MODERATOR
from moderator.rules.log import REDO, UNDO
from moderator.web import acts, frames
from moderator.web.actors import group_for
from moderator.web.acts import SAY
from moderator.web.answers import NOTHING, Again, Answer, again, answer_to, heard
from moderator.web.pages import show
from moderator.web.sheets import SheetLink, links_to

MOST_LETTERS = 200
Known = tuple[Game | None, Fold | None]


@dataclass(frozen=True)
class HearPage:
    """The answer to a command that is still being typed."""

    answer: Answer


@dataclass(frozen=True)
class ConsolePage:
    """The console. Without a game there is nothing but its name and a frame that says so."""

    group: Group
    game: Game | None
    title: str
    live: SafeString
    version: int
    feed: str
    after: int = 0
    folder: str = ""
    text: str = ""
    answer: Answer = NOTHING
    groups: tuple[acts.ActGroup, ...] = ()
    agains: tuple[Again, ...] = ()
    papers: tuple[SheetLink, ...] = ()
    record: str = ""
    is_refused: bool = False
    focus: str = SAY

    @property
    def key(self) -> str:
        """Another one for each form that asks for it."""
        return keys.new()

    @property
    def help_template(self) -> str:
        """What can be typed, in this game."""
        return f"games/{self.folder}/help.html"

    @property
    def act_template(self) -> str:
        """How this game draws a form."""
        return f"games/{self.folder}/act.html"

    @property
    def is_crowded(self) -> bool:
        """Whether several players can do something at once."""
        return sum(group.seat is not None for group in self.groups) > 1

    @property
    def first(self) -> acts.ActGroup | None:
        """The first player in the order of play who has something to do."""
        return next((group for group in self.groups if group.seat and group.forms), None)


@require_safe
@group_for("see-console")
def console(request: HttpRequest, group: Group) -> HttpResponse:
    """`?part=parts`: the forms anew, for a page that has seen somebody else's move."""
    template = "web/console.html#parts" if request.GET.get("part") else "web/console.html"
    return show(request, template, page_of(group))


@require_safe
@group_for("see-console")
def hear(request: HttpRequest, group: Group) -> HttpResponse:
    """`?text=`: how a command is understood, and how it may go on. Nothing is recorded."""
    game = selectors.game_now(group)
    if game is None:
        raise Http404
    text = request.GET.get("text", "")[:MOST_LETTERS]
    answer = heard(folds.fold_of(game), text)
    if answer.kind == "unclear":  # it is still being typed: a hint, not a reproach
        answer = replace(answer, kind="hint")
    return show(request, "web/answer.html", HearPage(answer))


def page_of(
    group: Group, typed: acts.Typed | None = None, known: Known | None = None
) -> ConsolePage:
    """The console as it stands, with what was typed and not taken.

    Args:
        known: the game and its log, where they have just been looked at.
    """
    game, fold = known or _known(group)
    live = frames.html_of(group, game, fold, MODERATOR)
    feed = f"{reverse('console', args=[group.code])}feed"
    version = frames.version_of(game, fold)
    if game is None or fold is None:
        return ConsolePage(group, None, group.name, live, version, feed)
    rules, state = fold.timeline.game, fold.timeline.state
    text = typed.post.get("text", "") if typed and typed.form == SAY else ""
    return ConsolePage(
        group=group,
        game=game,
        title=game.title,
        live=live,
        version=version,
        feed=feed,
        after=fold.number,
        folder=frames.folder_of(game.rules),
        text=text,
        answer=answer_to(fold, typed),
        groups=acts.groups_of(
            rules.offers(state),
            rules.seats(state.scenario, game.options),
            dict(getattr(state.scenario, "goods", ())),
            typed,
        ),
        agains=(again(fold.timeline, UNDO), again(fold.timeline, REDO)),
        papers=links_to(game),
        record=reverse("record", args=[group.code]),
        is_refused=typed is not None,
        focus=typed.form if typed else SAY,
    )


def _known(group: Group) -> Known:
    game = selectors.game_now(group)
    return game, folds.fold_of(game) if game else None
