"""The forms of diplomatic records and promises, on phones and on the console."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, QueryDict
from django.utils.http import urlencode

from moderator.core import credentials, log
from moderator.core.errors import Stale, broken_form
from moderator.core.forms import whole_number
from moderator.core.log import Fold
from moderator.core.models import TYPED_MOST, Game
from moderator.core.written import SaidOnTable
from moderator.features.deals.models import Promise
from moderator.features.deals.records.read import DiplomaticRecords
from moderator.features.deals.records.write import read_promise
from moderator.features.moves.posted import choice_of
from moderator.rules.promises import PromiseField, PromiseForm, PromiseRules
from moderator.rules.seating import SeatLabel
from moderator.rules.wire import Wire

# Forms of diplomatic records and promises, on phones and on the console.


def check_game(game: Game, post: QueryDict) -> None:
    """Raise `Stale` for a form of an earlier game."""
    if post.get("game") != str(game.number):
        raise Stale(log.fold_of(game).timeline)


def number_at(rows: Sequence[SaidOnTable], order: str) -> int:
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


@dataclass(frozen=True)
class TypedNote:
    """A contact that was not stored: what was typed, and why not."""

    player: str = ""
    partners: tuple[str, ...] = ()
    text: str = ""
    key: str = ""
    error: str = ""


def typed_note(post: QueryDict, error: str) -> TypedNote:
    key = post.get("key", "")
    return TypedNote(
        post.get("player", ""),
        tuple(post.getlist("with")),
        post.get("text", "")[:TYPED_MOST],
        key if credentials.is_key(key) else "",
        error,
    )


# The form of a promise: its kind, its terms, and the sentence before it is stored.
#
# Each step is a page of its own, so that it works without a script.

OWN, OTHER = "own.", "other."
"""What the names of inputs begin with: for the own terms, and for those in exchange."""


@dataclass(frozen=True)
class TypedField:
    """An input with what was typed or chosen; `name` as it is posted."""

    name: str
    field: PromiseField
    value: str


@dataclass(frozen=True)
class PromiseParts:
    """What the form of a promise to `partner` contains.

    `query`: who promises whom, as in the page's URL. `kinds`: what can be promised now; `kind`: the
    chosen one, empty at first; `wants`: the kind of the promise in exchange, empty for nothing.
    `sentences`: the promise in words, and the other one if there is one, once it can be stored;
    `terms` and `exchange` are then its JSON.
    """

    partner: SeatLabel
    query: str
    kinds: tuple[PromiseForm, ...]
    other_kinds: tuple[PromiseForm, ...]
    kind: str
    wants: str
    fields: tuple[TypedField, ...]
    other_fields: tuple[TypedField, ...]
    sentences: tuple[str, ...]
    terms: str
    exchange: str


class FilledForm:
    """A request for the form, with what was chosen and typed.

    Args:
        maker: who promises; `asked` are the names of both players in the page's URL.
    """

    def __init__(
        self,
        request: HttpRequest,
        fold: Fold,
        rules: PromiseRules[Any],
        maker: str,
        partner: SeatLabel,
        asked: Mapping[str, str],
    ) -> None:
        self.post, self.fold, self.rules = request.POST, fold, rules
        self.state, self.maker, self.partner, self.asked = (
            fold.timeline.state,
            maker,
            partner,
            asked,
        )
        self.kinds = rules.forms(self.state, maker, partner.id)
        self.other_kinds = rules.forms(self.state, partner.id, maker)
        self.own = _of_kind(self.kinds, request.GET.get("kind", ""))
        self.other = _of_kind(self.other_kinds, self.post.get("wants", ""))

    def parts(self, is_shown: bool = False) -> PromiseParts:
        """The form with what was typed.

        Raises:
            Refused: it is to be shown, and the rules don't allow it.
        """
        sentences: tuple[str, ...] = ()
        terms: Wire = {}
        exchange: Wire | None = None
        # The fields of what is wanted in exchange come with the first answer.
        has_fields = self.other is None or any(one.startswith(OTHER) for one in self.post)
        if is_shown and self.own and has_fields:
            terms, exchange = self._read(self.own)
            sentences = self._sentences(terms, exchange)
        return PromiseParts(
            partner=self.partner,
            query=urlencode(self.asked),
            kinds=self.kinds,
            other_kinds=self.other_kinds,
            kind=self.own.kind if self.own else "",
            wants=self.other.kind if self.other else "",
            fields=self._typed(OWN, self.own),
            other_fields=self._typed(OTHER, self.other),
            sentences=sentences,
            terms=json.dumps(terms) if sentences else "",
            exchange=json.dumps(exchange) if exchange else "",
        )

    def _read(self, own: PromiseForm) -> tuple[Wire, Wire | None]:
        wanted = self.other.wire(self._values(OTHER)) if self.other else None
        return read_promise(
            self.fold, self.maker, self.partner.id, own.wire(self._values(OWN)), wanted
        )

    def _sentences(self, terms: Wire, exchange: Wire | None) -> tuple[str, ...]:
        own = self.rules.sentence(self.state, self.maker, self.partner.id, terms)
        if exchange is None:
            return (own,)
        return own, self.rules.sentence(self.state, self.partner.id, self.maker, exchange)

    def _values(self, prefix: str) -> Mapping[str, str]:
        post = self.post
        return {name.removeprefix(prefix): post[name] for name in post if name.startswith(prefix)}

    def _typed(self, prefix: str, form: PromiseForm | None) -> tuple[TypedField, ...]:
        values = self._values(prefix)
        fields = form.fields if form else ()
        return tuple(
            TypedField(f"{prefix}{one.name}", one, values.get(one.name, "")[:40]) for one in fields
        )


def shown_terms(post: QueryDict) -> tuple[Wire, Wire | None]:
    """The terms that were shown, and what is promised in exchange."""
    return choice_of(post.get("terms", "")), choice_of(post.get("exchange", "")) or None


def _of_kind(forms: tuple[PromiseForm, ...], kind: str) -> PromiseForm | None:
    return next((form for form in forms if form.kind == kind), None)
