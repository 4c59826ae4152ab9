"""What is stored of a game with order slips, and what each viewer gets to see of it."""

from __future__ import annotations

from dataclasses import dataclass

from moderator.core.frames import html_of_state, version_of
from moderator.core.log import Fold
from moderator.core.look import look_at, shown_state
from moderator.core.models import Game
from moderator.features.slips.read import ORDER_SLIPS, SlipBook, book_of
from moderator.rules.seating import MODERATOR, PUBLIC, Viewer


@dataclass(frozen=True)
class Seen:
    """What is stored, and what each viewer gets: version and frame."""

    fold: Fold
    book: SlipBook
    stored: tuple[int, int, int]
    versions: dict[Viewer, int]
    frames: dict[Viewer, str]


def stored_of(game: Game) -> tuple[int, int, int]:
    """How many entries, versions of slips, and changes."""
    changes = Game.objects.values_list("changes", flat=True).get(pk=game.pk)
    return game.entries.count(), game.slip_versions.count(), changes


def look(game: Game) -> Seen:
    """Everything again as a request would find it, and the frames without a cache."""
    game = Game.objects.select_related("group__classroom").get(pk=game.pk)
    look = look_at(game)
    book = book_of(look)
    assert repr(ORDER_SLIPS.of(look)) == repr(book)
    seats = [Viewer(seat=seat.id) for seat in look.rules.seats_of(look.state)]
    state, view = shown_state(look), look.rules.view
    return Seen(
        look.fold,
        book,
        stored_of(game),
        {one: version_of(game.group, look, one) for one in (PUBLIC, MODERATOR, *seats)},
        {one: repr(view(state, one, look.fold.before)) for one in (MODERATOR, *seats)}
        | {PUBLIC: html_of_state(game, state, look.fold.before, PUBLIC)},
    )
