"""Comments on the moves of a game: who may read and write them, and their page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core import access, frames, log, queries, sentences
from moderator.core.access import actor_of, group_for, recorder
from moderator.core.databases.compaction import compaction_request
from moderator.core.errors import InvalidInput
from moderator.core.forms import PageForm, PostedNumber, PostedText, only_once, whole_number
from moderator.core.links import requested_game
from moderator.core.log import runs
from moderator.core.look import Look, look_at
from moderator.core.models import TEXT_LETTERS, Game, Group, Person
from moderator.core.responses import SeeOther, render_page
from moderator.core.sentences import seen_numbers
from moderator.core.text import text_read
from moderator.features.debrief.models import Comment
from moderator.features.debrief.timeline import Position
from moderator.rules.seating import MODERATOR

# The comments on a log that somebody may read: those on entries that they may see.

Comments = Mapping[int, tuple[Comment, ...]]
"""By the number of the entry, 0 for the start of the game; the oldest first."""


def comments_on(look: Look) -> Comments:
    """The comments on what the viewer may see now."""
    found: dict[int, list[Comment]] = {}
    for comment in look.game.comments.order_by("number", "pk"):
        found.setdefault(comment.number, []).append(comment)
    if not found:
        return {}
    seen = seen_numbers(look.fold, look.viewer) | {0}
    return {number: tuple(of_entry) for number, of_entry in found.items() if number in seen}


def comments_within(comments: Comments, first: int, last: int) -> tuple[Comment, ...]:
    """Those on the entries from `first` to `last`."""
    numbers = [number for number in comments if first <= number <= last]
    return tuple(one for number in sorted(numbers) for one in comments[number])


# Comments on entries of a log: what a moderator or the instructor says about a move.

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
    last, _hash = queries.head(game)
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
    comment.delete()
    compaction_request()


def _read(text: str) -> str:
    return text_read(text, TEXT_LETTERS, gettext("Write a few words first."))


# Comments on the moves of a game: who may write them, and the page of those on one entry.


class CommentForm(PageForm):
    """The form of a new comment, or of the `comment` that is changed."""

    text, comment = PostedText(TEXT_LETTERS), PostedNumber()


@dataclass(frozen=True)
class ShownComment:
    """A comment. `action`: where this reader may delete it; with a `form`, also change it."""

    comment: Comment
    action: str = ""
    form: CommentForm | None = None


@dataclass(frozen=True)
class CommentForms:
    """The comments on an entry (`number`); if there is an `action`, the `form` of a new one."""

    number: int
    game: Game
    comments: tuple[ShownComment, ...]
    action: str = ""
    form: CommentForm | None = None
    letters: int = TEXT_LETTERS

    @property
    def without_forms(self) -> CommentForms:
        shown = tuple(ShownComment(one.comment) for one in self.comments)
        return CommentForms(self.number, self.game, shown)


def comment_forms(
    request: HttpRequest, game: Game, comments: Comments, first: int, last: int
) -> CommentForms:
    """The comments on the entries from `first` to `last`, as whoever asks may treat them."""
    actor, group = actor_of(request), game.group
    shown = comments_within(comments, first, last)
    if not access.may(actor, "record", group):
        return CommentForms(last, game, tuple(map(ShownComment, shown)))
    is_instructor = access.may(actor, "manage-class", group.classroom)
    person = actor.moderator(group)

    def row(one: Comment) -> ShownComment:
        mine = one.is_instructor
        if not is_instructor:
            mine = person is not None and one.by_id == person.pk
        action = _page_of(game, one.number) if mine or is_instructor else ""
        return ShownComment(one, action, CommentForm(initial={"text": one.text}) if mine else None)

    return CommentForms(last, game, tuple(map(row, shown)), _page_of(game, last), CommentForm())


def comments_at(request: HttpRequest, look: Look, position: Position) -> CommentForms:
    """The comments on a replay's position; with forms only in the moderator's own replay."""
    found = comments_on(look)
    forms = comment_forms(request, look.game, found, position.first, position.number)
    return forms if look.viewer.is_moderator else forms.without_forms


@group_for("record", "GET", "POST")
def comments(request: HttpRequest, group: Group) -> HttpResponse:
    """The comments on the entry `?move=` of the game `?game=`; a form adds, changes or deletes."""
    game = requested_game(request, group)
    requested = request.GET.get("move", "0")
    number = whole_number(requested) if requested != "0" else 0
    if number is None or number > queries.head(game)[0]:
        raise Http404
    if request.method == "POST":
        return _post(request, group, game, number)
    return _render(request, game, _forms(request, game, number), 200)


def _forms(request: HttpRequest, game: Game, number: int) -> CommentForms:
    all_of_game = comments_on(look_at(game, MODERATOR))
    return comment_forms(request, game, all_of_game, number, number)


def _post(request: HttpRequest, group: Group, game: Game, number: int) -> HttpResponse:
    by, role = recorder(request, group)
    form = CommentForm(request.POST)
    text = form.typed["text"]
    back = f"{_replay(game, number)}#comments"
    forms = _forms(request, game, number)
    pk = form.typed["comment"]
    chosen = next((one for one in forms.comments if one.comment.pk == pk), None)

    def make() -> str:
        comment_write(game, number, text, by, is_instructor=role == "instructor")
        return back

    with form.errors_at("text"):
        match request.POST.get("do"):
            case "delete" if chosen and chosen.action:
                comment_delete(chosen.comment)
            case "change" if chosen and chosen.form:
                comment_change(chosen.comment, text)
            case "add":
                return SeeOther(only_once(request, make))
            case _:
                raise Http404
        return SeeOther(back)
    if chosen is None:
        forms = replace(forms, form=form)
    shown = (replace(one, form=form) if one is chosen else one for one in forms.comments)
    return _render(request, game, replace(forms, comments=tuple(shown)), form.status)


def _render(request: HttpRequest, game: Game, forms: CommentForms, status: int) -> HttpResponse:
    with timezone.override(frames.zone_of(game.group)):
        return render_page(
            request,
            "debrief/comments.html",
            status=status,
            group=game.group,
            game=game,
            sentence=_sentence(game, forms.number),
            forms=forms,
            replay=_replay(game, forms.number),
        )


def _sentence(game: Game, number: int) -> str:
    """The entry, with those that were recorded together with it; empty for the start."""
    fold = log.fold_of(game)
    for run in runs(fold.entries):
        if run[0].number <= number <= run[-1].number:
            return sentences.run_sentence(fold, run)
    return ""


def _page_of(game: Game, number: int) -> str:
    """The address of the comments on an entry."""
    return f"{reverse('comments', args=[game.group.code])}?{_query(game, number)}"


def _replay(game: Game, number: int) -> str:
    return f"{reverse('replay', args=[game.group.code])}?{_query(game, number)}"


def _query(game: Game, number: int) -> str:
    return urlencode({"game": game.number, "move": number})
