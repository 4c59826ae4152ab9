"""The comments on a log that somebody may read: those on entries that they may see."""

from __future__ import annotations

from collections.abc import Mapping

from moderator.play.log.folds import Fold
from moderator.play.log_lines import seen_numbers
from moderator.play.models import Comment, Game
from moderator.rules.viewer import Viewer

Comments = Mapping[int, tuple[Comment, ...]]
"""By the number of the entry, 0 for the start of the game; the oldest first."""


def comments_on(game: Game, fold: Fold, viewer: Viewer) -> Comments:
    """The comments on what the viewer may see now."""
    found: dict[int, list[Comment]] = {}
    for comment in game.comments.order_by("number", "pk"):
        found.setdefault(comment.number, []).append(comment)
    if not found:
        return {}
    seen = seen_numbers(fold, viewer) | {0}
    return {number: tuple(of_entry) for number, of_entry in found.items() if number in seen}


def comments_within(comments: Comments, first: int, last: int) -> tuple[Comment, ...]:
    """Those on the entries from `first` to `last`."""
    numbers = [number for number in comments if first <= number <= last]
    return tuple(one for number in sorted(numbers) for one in comments[number])
