"""Comments on entries of a log: what a moderator or the instructor says about a move."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from moderator.play import selectors
from moderator.play.errors import InvalidInput
from moderator.play.models import Comment, Game, Person
from moderator.play.models.lesson import TEXT_LETTERS
from moderator.play.names import text_read
from moderator.play.services.compaction import compaction_request

COMMENTS_MOST = 200  # of one game


@transaction.atomic
def comment_write(
    game: Game, number: int, text: str, by: Person, *, is_instructor: bool = False
) -> Comment:
    """Write a comment on an entry of the game's log, or (0) on its start.

    Raises:
        InvalidInput: the text is empty, too long or can't be shown, there is no such entry, or
            there are too many comments.
        ValueError: the person is of another class.
    """
    if by.classroom_id != game.group.classroom_id:
        raise ValueError("somebody of another class")
    text = _read(text)
    Game.objects.select_for_update().get(pk=game.pk)
    last, _hash = selectors.head(game)
    if not 0 <= number <= last:
        raise InvalidInput(gettext("The log has no such entry."))
    if game.comments.count() >= COMMENTS_MOST:
        raise InvalidInput(gettext("This game has too many comments. Delete some."))
    return Comment.objects.create(
        game=game, number=number, text=text, by=by, is_instructor=is_instructor, at=timezone.now()
    )


def comment_change(comment: Comment, text: str) -> Comment:
    """Change a comment's text, unless it has been deleted; `InvalidInput` as for a new one."""
    comment.text = _read(text)
    Comment.objects.filter(pk=comment.pk).update(text=comment.text)
    return comment


@transaction.atomic
def comment_delete(comment: Comment) -> None:
    """Delete a comment."""
    comment.delete()
    compaction_request()


def _read(text: str) -> str:
    text = text_read(text, TEXT_LETTERS)
    if not text:
        raise InvalidInput(gettext("Write a few words first."))
    return text
