"""What the console contains: the chart, the command line, a form for each legal move, the log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from moderator.play import selectors
from moderator.play.log import folds
from moderator.play.log.folds import Fold
from moderator.play.models import Game, Group
from moderator.play.table.slips import SlipBook
from moderator.play.table.snapshot import table_of
from moderator.play.tournaments import selectors as tournaments
from moderator.play.tournaments.standings import WaitingMatch
from moderator.rules.typed_help import TypedHelp
from moderator.rules.viewer import MODERATOR
from moderator.rules.wire import REDO, UNDO
from moderator.web.console.cell_panel import CellPanel
from moderator.web.console.cells import rejected_cell
from moderator.web.console.lesson import Lesson, lesson_of
from moderator.web.core import game_files
from moderator.web.core.sheet_links import SheetMenu, menu_of, time_of
from moderator.web.feed import frames
from moderator.web.feed.class_frames import ReportsFeed
from moderator.web.moves.answers import UndoButton, reply_to, undo_button
from moderator.web.moves.form_building import form_groups, is_correction, without_hands
from moderator.web.moves.forms import (
    COMMAND_LINE,
    NOTHING,
    MoveFormGroup,
    MoveFormsPage,
    RejectedForm,
    Reply,
)
from moderator.web.moves.slips import versions_of

GameFold = tuple[Game | None, Fold | None]


@dataclass(frozen=True)
class ConsolePage(MoveFormsPage):
    """The console. Without a game it has only the group's name and a frame that says so.

    `typed`: the rejected form, for a game with its own form templates. `reports`: for the
    instructor alone.
    """

    group: Group
    game: Game | None
    title: str
    live: SafeString
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
    reports: ReportsFeed | None = None

    @property
    def has_cells(self) -> bool:
        """Whether the cells of the chart can be pressed."""
        return self.fold is not None and self.fold.timeline.game.cells is not None

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
        return timeline.game.view(timeline.state, MODERATOR)

    @property
    def sheets(self) -> SheetMenu | None:
        """The sheets to print now."""
        if self.game is None or self.fold is None:
            return None
        return menu_of(self.game, time_of(self.fold, self.game.is_stopped))

    @property
    def record(self) -> str:
        """The URL of the record."""
        return reverse("record", args=[self.group.code])

    @property
    def style(self) -> str:
        """The game's own style sheet."""
        return game_files.style_of(self.game) if self.game else ""

    @property
    def more_styles(self) -> tuple[str, ...]:
        """The game's style sheet for its end."""
        return game_files.more_styles_of(self.game, "end")

    @property
    def script(self) -> str:
        """The game's own script."""
        return game_files.script_of(self.game) if self.game else ""

    @property
    def pairing(self) -> str:
        """Who plays, if the game belongs to a tournament."""
        return tournaments.pairing_line(self.game) if self.game else ""

    @property
    def typed_help(self) -> tuple[TypedHelp, ...]:
        """What can be typed in this game, what is possible now first."""
        timeline = self.fold.timeline if self.fold else None
        return timeline.game.typed_help(timeline.state) if timeline else ()

    @property
    def waiting(self) -> WaitingMatch | None:
        """The tournament match that waits at the group's table, unless this is its game."""
        found = tournaments.waiting_at(self.group)
        is_here = found and self.game and found.match.pairing.game_id == self.game.pk
        return None if is_here else found

    @property
    def lesson(self) -> Lesson | None:
        """What there is around the game."""
        if self.game is None or self.fold is None:
            return None
        return lesson_of(self.game, self.fold, self.clock_error)

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
    live = frames.html_of(group, game, fold, MODERATOR)
    feed = f"{reverse('console', args=[group.code])}feed"
    version = frames.version_of(group, game, fold, MODERATOR)
    if game is None or fold is None:
        return ConsolePage(group, None, group.name, live, version, feed)
    rules = fold.timeline.game
    verbs = (UNDO, REDO) if game.is_running else ()
    offers = rules.offers(fold.timeline.state) if verbs else ()
    return ConsolePage(
        group=group,
        game=game,
        title=game.title,
        live=live,
        version=version,
        feed=feed,
        after=fold.number,
        answer=answer if answer.kind else reply_to(game, fold, typed),
        slips=table_of(game, fold).slips,
        groups=form_groups(game, fold, without_hands(offers, typed), typed),
        undo_buttons=tuple(undo_button(game, fold, verb) for verb in verbs),
        can_correct=any(is_correction(rules, offer) for offer in offers),
        drawn_word="" if fold.number else rules.drawn_word,
        is_typed_first=rules.is_typed_first,
        fold=fold,
        typed=typed,
        cell=rejected_cell(game, fold, typed) if typed else None,
    )


def _load(group: Group) -> GameFold:
    game = selectors.game_now(group)
    return game, folds.fold_of(game) if game else None
