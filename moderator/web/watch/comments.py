"""Comments on the moves of a game: who may write them, and the page of those on one entry."""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from moderator.play import access, credentials, selectors, sentences, services
from moderator.play.comments import Comments, comments_on, comments_within
from moderator.play.errors import InvalidInput
from moderator.play.log import folds
from moderator.play.log.folds import Fold
from moderator.play.log.groups import runs
from moderator.play.log.history import Position
from moderator.play.models import Comment, Game, Group
from moderator.play.models.lesson import TEXT_LETTERS
from moderator.rules.viewer import MODERATOR, Viewer
from moderator.web.core.access import actor_of, group_for, recorder
from moderator.web.core.forms import whole_number
from moderator.web.core.idempotency import only_once
from moderator.web.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.web.core.sheet_links import requested_game
from moderator.web.feed import frames


@dataclass(frozen=True)
class ShownComment:
    """A comment; `is_own`: may be changed, `is_deletable`: may be deleted, by this reader.

    `action`: where its forms are sent.
    """

    comment: Comment
    action: str = ""
    is_own: bool = False
    is_deletable: bool = False
    text: str = ""
    error: str = ""

    @property
    def typed(self) -> str:
        """The text in the form that changes it."""
        return self.text or self.comment.text


@dataclass(frozen=True)
class CommentForms:
    """The comments on an entry (`number`); if there is an `action`, with forms.

    `text` and `error` are of a new comment that was refused.
    """

    number: int
    game: Game
    comments: tuple[ShownComment, ...]
    action: str = ""
    once: str = ""
    text: str = ""
    error: str = ""
    text_letters: int = TEXT_LETTERS

    @property
    def without_forms(self) -> CommentForms:
        """The same for reading only."""
        shown = tuple(ShownComment(one.comment) for one in self.comments)
        return CommentForms(self.number, self.game, shown)


@dataclass(frozen=True)
class CommentsPage:
    """The page of one entry's comments."""

    group: Group
    game: Game
    sentence: str
    forms: CommentForms

    @property
    def replay(self) -> str:
        """The address of the moderator's replay at this entry."""
        return _replay(self.game, self.forms.number)


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
    own = [
        one.is_instructor if is_instructor else person is not None and one.by_id == person.pk
        for one in shown
    ]
    return CommentForms(
        last,
        game,
        tuple(
            ShownComment(one, _page_of(game, one.number), mine, mine or is_instructor)
            for one, mine in zip(shown, own, strict=True)
        ),
        action=_page_of(game, last),
        once=credentials.new(),
    )


def comments_at(
    request: HttpRequest, game: Game, fold: Fold, position: Position, viewer: Viewer
) -> CommentForms:
    """The comments on a replay's position; with forms only in the moderator's own replay."""
    found = comments_on(game, fold, viewer)
    forms = comment_forms(request, game, found, position.first, position.number)
    return forms if viewer.is_moderator else forms.without_forms


@require_http_methods(["GET", "HEAD", "POST"])
@group_for("record")
def comments(request: HttpRequest, group: Group) -> HttpResponse:
    """The comments on the entry `?move=` of the game `?game=`; a form adds, changes or deletes."""
    game = requested_game(request, group)
    requested = request.GET.get("move", "0")
    number = whole_number(requested) if requested != "0" else 0
    if number is None or number > selectors.head(game)[0]:
        raise Http404
    if request.method == "POST":
        return _post(request, group, game, number)
    return _render(request, game, _forms(request, game, number))


def _forms(request: HttpRequest, game: Game, number: int) -> CommentForms:
    all_of_game = comments_on(game, folds.fold_of(game), MODERATOR)
    return comment_forms(request, game, all_of_game, number, number)


def _post(request: HttpRequest, group: Group, game: Game, number: int) -> HttpResponse:
    by, role = recorder(request, group)
    text = request.POST.get("text", "")
    back = f"{_replay(game, number)}#comments"
    forms = _forms(request, game, number)
    pk = whole_number(request.POST.get("comment", ""))
    chosen = next((one for one in forms.comments if one.comment.pk == pk), None)

    def make() -> str:
        services.comment_write(game, number, text, by, is_instructor=role == "instructor")
        return back

    try:
        match request.POST.get("do"):
            case "delete" if chosen and chosen.is_deletable:
                services.comment_delete(chosen.comment)
            case "change" if chosen and chosen.is_own:
                services.comment_change(chosen.comment, text)
            case "add":
                return SeeOther(only_once(request, make))
            case _:
                raise Http404
    except InvalidInput as invalid:
        return _refused(request, game, forms, chosen, text[: 2 * TEXT_LETTERS], str(invalid))
    return SeeOther(back)


def _refused(
    request: HttpRequest,
    game: Game,
    forms: CommentForms,
    chosen: ShownComment | None,
    text: str,
    error: str,
) -> HttpResponse:
    """The page again, with what was typed and why it was refused."""
    if chosen is None:
        return _render(request, game, replace(forms, text=text, error=error), UNPROCESSABLE)
    wrong = replace(chosen, text=text, error=error)
    shown = tuple(wrong if one is chosen else one for one in forms.comments)
    return _render(request, game, replace(forms, comments=shown), UNPROCESSABLE)


def _render(
    request: HttpRequest, game: Game, forms: CommentForms, status: int = 200
) -> HttpResponse:
    page = CommentsPage(game.group, game, _sentence(game, forms.number), forms)
    with timezone.override(frames.zone_of(game.group)):
        return render_page(request, "web/watch/comments.html", page, status)


def _sentence(game: Game, number: int) -> str:
    """The entry, with those that were recorded together with it; empty for the start."""
    fold = folds.fold_of(game)
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
