"""What a page that records moves adds to a frame."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from moderator.play import dice, services
from moderator.play.log.entries import rules_of
from moderator.play.log.folds import Fold
from moderator.play.models import Game, Group
from moderator.play.stopped import is_ended
from moderator.play.table.snapshot import table_of
from moderator.rules.viewer import Viewer
from moderator.web.core.sheet_links import SheetMenu, menu_of
from moderator.web.feed.slip_panel import SlipPanel, panel_of
from moderator.web.feed.turns import Turn, turn_of


@dataclass(frozen=True, slots=True)
class BoardControls:
    """What a page that records moves adds to a frame.

    `code`: the group's; `after`: the log's number; `go_on`: the URL that triggers the bot; `dice`:
    whose the next dice are, as they are typed once the server's seed is public; `end_turn`: the URL
    that plays a decided turn to its end, empty for any other turn. For the moderator `slips`,
    whether the cells of the chart are buttons, and at the end the sheets to print and the URL of
    the record.
    """

    code: str
    after: int
    dice: str
    turn: Turn | None
    go_on: str
    slips: SlipPanel | None = None
    end_turn: str = ""
    sheets: SheetMenu | None = None
    record: str = ""
    has_cells: bool = False


def acts_here(game: Game, viewer: Viewer) -> bool:
    """Whether the viewer's live page records moves: the moderator's, or a seat's if seats act."""
    is_seats = game.acting == Game.Acting.SEATS and not game.is_waiting
    return viewer.is_moderator or (viewer.seat is not None and is_seats)


def controls_of(
    group: Group, game: Game, fold: Fold, viewer: Viewer, bots: frozenset[str]
) -> BoardControls | None:
    """What the viewer's page records with; None if it records nothing.

    Args:
        bots: the seats that the program plays (`bots_of`).
    """
    if not acts_here(game, viewer):
        return None
    # If only the moderator records, the chart itself shows whose turn it is.
    shows_turn = viewer.seat is not None or bool(bots)
    turn = turn_of(game, fold, viewer, bots) if shows_turn else None
    place = "" if viewer.is_moderator else "play-"
    whose = Game.Dice.SERVER if dice.rolls_here(game, fold) else Game.Dice.TABLE
    has_panel = viewer.is_moderator and game.is_running
    panel = panel_of(game, table_of(game, fold).slips) if has_panel else None
    has_sheets = viewer.is_moderator and is_ended(game, fold)
    can_end = services.can_turn_end(game, fold)
    return BoardControls(
        code=group.code,
        after=fold.number,
        dice=str(whose),
        turn=turn,
        go_on=reverse(f"{place}partner", args=[group.code]),
        slips=panel,
        end_turn=reverse(f"{place}finish", args=[group.code]) if can_end else "",
        sheets=menu_of(game, "after") if has_sheets else None,
        record=reverse("record", args=[group.code]) if has_sheets else "",
        has_cells=has_panel and rules_of(game).cells is not None,
    )
