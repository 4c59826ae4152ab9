"""A kind of sheet: what a game declares about each of its sheets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from django.utils.translation import override

from moderator.rules.game import Rules
from moderator.rules.seating import SeatLabel
from moderator.rules.viewer import MODERATOR, Viewer
from moderator.sheets.drawing.paper import Paper
from moderator.sheets.layout.header import header
from moderator.sheets.layout.move_list import MoveLine
from moderator.sheets.layout.sheet import Header, Sheet, build
from moderator.sheets.stamp import Stamp

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """A game's rules, a state, and its seats in the order of play.

    `stopped`: where a stopped game ended, as a sentence; the state is then the one that is ranked.
    `is_released`: whether a state in which the game is over shows its secrets, because it has not
    gone on since.
    """

    game: Rules[Any]
    state: Any
    seats: tuple[SeatLabel, ...]
    stopped: str = ""
    is_released: bool = True

    @property
    def title(self) -> str:
        return self.game.name

    @property
    def copyright(self) -> str:
        return self.game.copyright

    @property
    def status_line(self) -> str:
        return self.game.glance(self.state)


def public(now: GameSnapshot) -> Any:
    """What everybody at the table may see; after the end everything, for the group's own sheets."""
    return now.game.view(now.state, Viewer(is_released=now.is_released))


def moderators(now: GameSnapshot) -> Any:
    """What the moderator may see."""
    return now.game.view(now.state, MODERATOR)


def snapshot(now: GameSnapshot) -> GameSnapshot:
    """The snapshot itself, for plain sheets."""
    return now


def status_header(view: Any, name: str, stamp: Stamp) -> Header:
    """The header of a sheet with the status of the game."""
    return partial(header, title=view.title, name=name, stamp=stamp, status=view.status_line)


@dataclass(frozen=True, slots=True)
class SheetKind:
    """A sheet of a game. Called with a view, it returns the PDF.

    Args:
        id: in its URL, `<id>.pdf`.
        name: its name, translated when it is used.
        fill: adds the sections for a view to a sheet, whose first page has been begun.
        view: what is drawn; it has `title` and `copyright`, and `status_line` for the header.
        secret_view: what is drawn for the moderator only, on request; None if there are no secrets.
        is_secret: whether `view` has secrets, so that the file is the moderator's to hand out.
        is_landscape: also as a function of the view and the paper.
        add_moves: adds the moves in effect; without it the sheet never lists them.
        is_ranking: whether, if the game is stopped, it shows the last complete round.
        is_logged: whether it always lists them, not only on request.
        grounds: seats' colours by number, if they are not those of `plots/seats.py`.
    """

    id: str
    name: StrPromise | str
    fill: Callable[[Sheet, Any], None]
    view: Callable[[GameSnapshot], Any] = public
    _: KW_ONLY
    secret_view: Callable[[GameSnapshot], Any] | None = None
    is_secret: bool = False
    is_landscape: bool | Callable[[Any, Paper], bool] = False
    add_moves: Callable[[Sheet, Sequence[MoveLine]], None] | None = None
    is_logged: bool = False
    is_ranking: bool = False
    header: Callable[[Any, str, Stamp], Header] = status_header
    grounds: Mapping[int, str] = field(default_factory=dict)

    def __call__(
        self, view: Any, stamp: Stamp, paper: Paper = "a4", lines: Sequence[MoveLine] = ()
    ) -> bytes:
        """The sheet as a PDF. The same view, stamp, paper and lines give the same bytes.

        Args:
            view: as `view` returns it; nothing else is printed.
            lines: the moves in effect; may be empty.

        Raises:
            ValueError: for another paper than "a4" or "letter".
        """

        def fill(sheet: Sheet) -> None:
            self.fill(sheet, view)
            if self.add_moves:
                self.add_moves(sheet, lines)

        with override(stamp.language):
            name, landscape = str(self.name), self.is_landscape
            return build(
                fill,
                name=name,
                title=view.title,
                stamp=stamp,
                copyright=view.copyright,
                paper=paper,
                is_landscape=landscape if isinstance(landscape, bool) else landscape(view, paper),
                header=self.header(view, name, stamp),
                grounds=self.grounds,
            )

    def pdf(
        self,
        now: GameSnapshot,
        stamp: Stamp,
        paper: Paper = "a4",
        lines: Sequence[MoveLine] = (),
    ) -> bytes:
        """The same for a game's state; with its secrets if the stamp is for the moderator only."""
        view = self.view
        if stamp.is_moderators_only and self.secret_view:
            view = self.secret_view
        return self(view(now), stamp, paper, lines)
