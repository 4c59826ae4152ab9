"""What the page for catching up from paper contains: the form, and what its lines mean."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.http import QueryDict
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from moderator.play import credentials
from moderator.play.from_paper.notes import LateNote
from moderator.play.from_paper.reading import read_text
from moderator.play.from_paper.text import MOST_BYTES, MOST_LINES, PaperText, digest
from moderator.play.log import folds
from moderator.play.log.folds import Fold
from moderator.play.models import Game, Group
from moderator.play.services.recording import check_running
from moderator.play.table.snapshot import table_of
from moderator.rules.errors import Refused
from moderator.rules.typed_help import TypedHelp
from moderator.rules.viewer import MODERATOR
from moderator.web.core import game_files
from moderator.web.core.game_files import template_of
from moderator.web.feed import frames

MOST_KB = MOST_BYTES // 1000


@dataclass(frozen=True)
class CatchUpPage:
    """The form as it was typed. `read` is None before the lines were checked."""

    game: Game
    fold: Fold
    key: str
    text: str = ""
    played: str = ""
    reason: str = ""
    read: PaperText | None = None
    error: str = ""
    error_at: str = ""
    why_not: str = ""
    recorded: LateNote | None = None
    most_lines: int = MOST_LINES
    most_kb: int = MOST_KB

    @property
    def group(self) -> Group:
        """The game's group."""
        return self.game.group

    @property
    def after(self) -> int:
        """The number of the log's last entry."""
        return self.fold.number

    @property
    def now(self) -> str:
        """Where the game stands."""
        return self.fold.timeline.game.glance(self.fold.timeline.state)

    @property
    def checked(self) -> str:
        """What is posted with lines that were checked and not changed since; else empty."""
        return digest(self.text) if self.can_record else ""

    @property
    def can_record(self) -> bool:
        """Whether every line can be recorded."""
        return self.read is not None and self.read.can_be_recorded

    @cached_property
    def chart(self) -> SafeString:
        """The chart after all lines, to compare with the paper."""
        if self.read is None or self.read.state is None:
            return SafeString()
        return frames.html_of_state(self.game, self.read.state, None, MODERATOR)

    @property
    def sealed(self) -> int:
        """How many order slips on the table are sealed."""
        return len(table_of(self.game, self.fold).slips.sealed)

    @property
    def typed_help(self) -> tuple[TypedHelp, ...]:
        """What can be typed in this game."""
        return self.fold.timeline.game.typed_help(self.fold.timeline.state)

    @property
    def help_template(self) -> str:
        """The game's template about what can be typed; empty if there is none."""
        return template_of(self.game.rules, "help.html")

    @property
    def lines_template(self) -> str:
        """The same about lines from paper alone."""
        return template_of(self.game.rules, "catch_up_help.html")

    @property
    def style(self) -> str:
        """The game's own style sheet."""
        return game_files.style_of(self.game)


def page_of(game: Game, post: QueryDict) -> CatchUpPage:
    """The page with what was posted, checked against the present log; empty without a post."""
    fold, text = folds.fold_of(game), post.get("text", "")
    return CatchUpPage(
        game=game,
        fold=fold,
        key=credentials.new(),
        text=text,
        played=post.get("played", ""),
        reason=post.get("reason", ""),
        read=read_text(game, fold, text) if text.strip() else None,
        error=gettext("Type at least one line.") if post and not text.strip() else "",
        error_at="text" if post and not text.strip() else "",
        why_not=_why_not(game),
    )


def _why_not(game: Game) -> str:
    """Why nothing is recorded in the game now; empty if it is."""
    try:
        check_running(game)
    except Refused as refused:
        return str(refused)
    return ""
