"""Forms of diplomatic records and promises, on phones and on the console."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.http import QueryDict

from moderator import live
from moderator.play import credentials
from moderator.play.errors import Stale, broken_form
from moderator.play.log import folds
from moderator.play.models import Game, Promise
from moderator.play.table.diplomacy import ContactOnTable, DiplomaticRecords, PromiseOnTable
from moderator.web.core.forms import whole_number


def check_game(game: Game, post: QueryDict) -> None:
    """Raise `Stale` for a form of an earlier game."""
    if post.get("game") != str(game.number):
        raise Stale(folds.fold_of(game).timeline)


def number_at(rows: Sequence[ContactOnTable | PromiseOnTable], order: str) -> int:
    """The number of what the page counts as `order`, from 1; 0 if there is none."""
    asked = whole_number(order) or 0
    return rows[asked - 1].number if 0 < asked <= len(rows) else 0


def posted_answer(post: QueryDict, seen: DiplomaticRecords) -> tuple[int, str, str]:
    """The number of a promise, its answer, and the key: `answer` is such as `accepted.3`.

    Args:
        seen: what the page shows.

    Raises:
        Refused: the form was not made by the site.
    """
    what, _, order = post.get("answer", "").partition(".")
    key = f"{post.get('key', '')}-{what}-{order}"
    if what not in Promise.Answer.values or not credentials.is_key(key):
        raise broken_form()
    return number_at(seen.promises, order), what, key


def publish_to(game: Game, audiences: Iterable[str]) -> None:
    """Publish a change to those who see it."""
    for audience in audiences:
        live.publish(game.group_id, audience=audience)
