"""Reads a posted move of any game: its form says what is a number.

`type` and plain fields are text. A name with dots is a path: `pay.red` is `{"pay": {"red": …}}`.
Hidden fields define the rest: `choice` contains fields as JSON; `numbers` and `counts` list the
names (the first part of a path) of whole numbers, where blanks are left out and, in `counts`,
zeros too; an object of counts is there even if it is empty. `lists` lists the names whose values
are collected into a list without blanks (of whole numbers, if `numbers` has them too), and
`objects` those whose text is a JSON object.

A board's button has only `move`, the whole wire form as JSON, and the command line only `text`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext

from moderator.core import credentials, log, queries
from moderator.core.errors import Stale, broken_form
from moderator.core.forms import whole_number
from moderator.core.log import rules_of
from moderator.core.models import Entry, Game
from moderator.rules.errors import Refused
from moderator.rules.reading import Wire

# Fields of the form, not of the move.
SET = "set"  # a button that sets the move's number, whatever is typed
RESERVED = frozenset(
    {
        *("csrfmiddlewaretoken", "after", "game", "seat", "key", "form", "text"),
        *("choice", "numbers", "counts", "lists", "objects", SET),
        *("slips", "seen", "turn", "round", "part"),
    }
)
MOST_TYPED = 200  # letters
_WHOLE = re.compile(r"\s*[0-9]{1,9}\s*")


def key_of(post: QueryDict) -> str:
    """The form's idempotency key; `Refused` if it is none."""
    key = post.get("key", "")
    if not credentials.is_key(key):
        raise broken_form()
    return key


NO_ROUND = -1  # what isn't a number is no round of the game


def turn_of(post: QueryDict) -> int | None:
    """The round that the page showed when it was pressed; None if the form doesn't say it."""
    text = post.get("round")
    if text is None:
        return None
    number = whole_number(text)
    return NO_ROUND if number is None else number


def answer_of(post: QueryDict, known: Collection[str]) -> tuple[str, int, str]:
    """An `answer` such as `accepted.3`: one of the known ones, the number, and its button's key.

    The page has the same key for all its buttons.

    Raises:
        Refused: the form was not made by the site.
    """
    what, _, number = post.get("answer", "").partition(".")
    key = f"{post.get('key', '')}-{what}-{number}"
    if what not in known or not credentials.is_key(key):
        raise broken_form()
    return what, whole_number(number) or 0, key


def check_game(game: Game, post: QueryDict) -> None:
    """Raise `Stale` for a form of another game."""
    if post.get("game") != str(game.number):
        raise Stale(queries.timeline(game))


def game_of(game: Game, post: QueryDict) -> Game:
    """The present game, or the earlier one in which the form has recorded its move; else `Stale`.

    In the present game the form of an earlier one could be taken for another move.
    """
    if post.get("game") == str(game.number):
        return game
    key = post.get("key", "")
    # Of entries that were recorded together, the first.
    games = Game.objects.filter(group=game.group_id, entries__key__in=(key, f"{key}:1"))
    if recorded := games.first():
        return recorded
    raise Stale(queries.timeline(game))


def move_of(game: Game, post: QueryDict, role: str) -> Wire:
    """The move that was chosen, or posted as a correction: students have none, as these depend on
    what may be secret.

    Raises:
        Stale: the log has gone on since the form was made, or its key has recorded another move.
        Refused: it is malformed.
    """
    if role == Entry.Role.STUDENT:
        return wire_of(post)
    rules = rules_of(game)
    try:
        wire = wire_of(post)
        if rules.correction is not None and wire.get("type") == rules.correction.verb:
            return rules.correction.wire(_state_for(game, post), wire)
    except Refused:
        fold = log.fold_of(game)
        if fold.by_key(post.get("key", "")):
            raise Stale(fold.timeline) from None
        raise
    return wire


def _state_for(game: Game, post: QueryDict) -> Any:
    """The state that the form was made for: if it has been recorded, the one before its move.

    A form whose response got lost keeps its key, but its input may have changed since.
    """
    fold = log.fold_of(game)
    if first := fold.by_key(post.get("key", "")):
        return first.step.before
    if whole_number(post.get("after", "")) != fold.number:
        raise Stale(fold.timeline)
    return fold.timeline.state


def wire_of(post: QueryDict) -> dict[str, Any]:
    """The move of a form; the rules decide whether it makes sense.

    Raises:
        Refused: `move` is not a JSON object.
    """
    if "move" in post:
        return _whole(post.get("move", ""))
    numbers, counts, lists, objects = (
        _names(post, field) for field in ("numbers", "counts", "lists", "objects")
    )
    pressed = post.get(SET)
    wire: dict[str, Any] = {name: {} for name in counts}
    for name in post:
        if name in RESERVED:
            continue
        path = name.split(".")
        value: Any = post[name]
        if path[0] in lists:
            value = [one for one in post.getlist(name) if one]
            if path[0] in numbers:
                value = [_number(one) for one in value]
        elif path[0] in numbers | counts:
            value = _number(pressed if pressed is not None and numbers == {name} else value)
        elif path[0] in objects:
            value = choice_of(value) or value
        is_left_out = value == "" or (path[0] in counts and value == 0)
        _put(wire, path, None if is_left_out else value)
    wire.update(choice_of(post.get("choice", "")))
    wire["type"] = post.get("type", "")
    return wire


def _whole(text: str) -> dict[str, Any]:
    if wire := choice_of(text):
        return wire
    raise Refused("bad-move", gettext("This button has no move. Reload the page and try again."))


def choice_of(text: str) -> dict[str, Any]:
    """The fields that a choice sets; none if the text is not a JSON object."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _names(post: QueryDict, field: str) -> set[str]:
    return set(post.get(field, "").split())


def _number(text: str) -> int | str:
    return int(text) if _WHOLE.fullmatch(text) and text.isascii() else text.strip()


def _put(wire: dict[str, Any], path: list[str], value: Any) -> None:
    """Set the value at the end of the path; for None, create only the objects of the path."""
    for step in path[:-1]:
        inner = wire.setdefault(step, {})
        if not isinstance(inner, dict):
            return
        wire = inner
    if value is not None:
        wire[path[-1]] = value
