"""A sheet of a game, made from its log: for a download, or for a pack."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from moderator import sheets
from moderator.play.log import folds
from moderator.play.log.entries import genesis
from moderator.play.log.folds import Fold
from moderator.play.models import Game
from moderator.web.printing.log_lines import log_lines
from moderator.web.printing.move_lines import move_lines
from moderator.web.printing.people import (
    Site,
    console_place,
    has_names,
    join_place,
    moderators_of,
    players_by_seat,
)
from moderator.web.printing.shown_state import ShownState, state_for


@dataclass(frozen=True, slots=True)
class SheetRequest:
    """How a sheet is to be made.

    Args:
        has_moves: with the moves that stand, if the sheet can list them.
        is_for_moderator: with what is still secret, if the sheet can have it.
        move: the state after this entry; None for the present one.
    """

    paper: sheets.Paper
    language: str
    has_moves: bool = False
    is_for_moderator: bool = False
    move: int | None = None


@dataclass(frozen=True, slots=True)
class GameSheet:
    """A sheet as pages; `is_secret` if players may not see it, `is_logged` if it lists moves.

    `is_empty`: nothing that it is for is on it.
    """

    parts: list[sheets.SheetPart]
    is_secret: bool
    is_logged: bool
    is_empty: bool = False


@dataclass(frozen=True, slots=True)
class PrintedGame:
    """A game with what all its sheets need, read once."""

    game: Game
    fold: Fold
    moderators: str
    players: Mapping[str, str]
    join: sheets.JoinPlace
    console: sheets.ConsolePlace

    @classmethod
    def of(cls, site: Site, game: Game) -> PrintedGame:
        """The game as it is now; without names if the class leaves them out."""
        is_named = has_names(game)
        return cls(
            game,
            folds.fold_of(game),
            moderators_of(game) if is_named else "",
            players_by_seat(game) if is_named else {},
            join_place(site, game.group),
            console_place(site, game.group),
        )

    def sheet(self, kind: sheets.SheetKind, asked: SheetRequest) -> GameSheet:
        """One of its sheets.

        Raises:
            NoSuchMove: `move` isn't in the log.
        """
        is_logged = bool(kind.add_moves) and (asked.has_moves or kind.is_logged)
        shown = state_for(self.game, self.fold, kind, asked.move, asked.is_for_moderator)
        is_secret = shown.is_secret
        stamp = self.stamp(shown.number, asked.language, is_secret)
        if kind.needs_console:
            stamp = replace(stamp, console=self.console)
        lines: tuple[sheets.MoveLine, ...] = ()
        if is_logged:
            lines = self._lines(kind, shown)
        parts = kind.parts(shown.snapshot, stamp, asked.paper, lines)
        is_empty = kind.has_nothing(shown.snapshot)
        return GameSheet(parts, kind.is_secret or is_secret, is_logged, is_empty)

    def _lines(self, kind: sheets.SheetKind, shown: ShownState) -> tuple[sheets.MoveLine, ...]:
        if kind.has_comments:
            return log_lines(self.game, self.fold, shown.number, shown.viewer)
        return move_lines(self.fold, shown.number, shown.viewer)

    def stamp(self, number: int, language: str, is_moderators_only: bool = False) -> sheets.Stamp:
        """The stamp of a sheet: the log up to that entry, when it was recorded, and who plays.

        The number is that of the view, since a move may be recorded while the sheet is made.
        """
        game = self.game
        last = self.fold.entries[number - 1] if number else None
        classroom = game.group.classroom
        return sheets.Stamp(
            group_name=game.group.name,
            class_name=classroom.name,
            game_number=game.number,
            entries=number,
            hash=last.hash if last else genesis(game),
            at=last.at if last else game.created,
            time_zone=classroom.time_zone,
            id=game.uid,
            language=language,
            moderators=self.moderators,
            players=self.players,
            join=self.join,
            is_moderators_only=is_moderators_only,
        )


def game_sheet(game: Game, kind: sheets.SheetKind, site: Site, asked: SheetRequest) -> GameSheet:
    """A sheet of a game.

    Raises:
        NoSuchMove: `move` isn't in the log.
    """
    return PrintedGame.of(site, game).sheet(kind, asked)
