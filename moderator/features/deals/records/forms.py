"""The forms of diplomatic records and promises, on phones and on the console."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.http import QueryDict
from django.utils.http import urlencode

from moderator.core import credentials
from moderator.core.forms import whole_number
from moderator.core.log import Fold
from moderator.core.look import Look
from moderator.core.models import Game, Group, Person
from moderator.core.written import TYPED_MOST, SaidOnTable, has_records
from moderator.features.deals.models import POSTED
from moderator.features.deals.records.read import DiplomaticRecords
from moderator.features.deals.records.write import contact_note, contact_strike, read_promise
from moderator.features.moves.forms import TypedField
from moderator.features.moves.posted import answer_of, choice_of, key_of, turn_of
from moderator.rules.deals import PromiseForm, PromiseRules
from moderator.rules.reading import Wire
from moderator.rules.seating import SeatLabel

# Forms of diplomatic records and promises, on phones and on the console.


def number_at(rows: Sequence[SaidOnTable], order: int) -> int:
    """The number of what the page counts as `order`, from 1; 0 if there is none."""
    return rows[order - 1].number if 0 < order <= len(rows) else 0


def contact_posted(
    post: QueryDict, game: Game, seen: DiplomaticRecords, by: Person, role: str, player: str
) -> None:
    """Note the player's contact with the players `with`, or `strike` out one that the page shows.

    Raises: as `contact_note` and `contact_strike`.
    """
    if "strike" in post:
        number = number_at(seen.contacts, whole_number(post.get("strike", "")) or 0)
        contact_strike(game, number, by, role)
    else:
        partners, text = post.getlist("with")[:50], post.get("text", "")
        contact_note(game, partners, text, key_of(post), by, role, player, turn_of(post))


def posted_answer(post: QueryDict, seen: DiplomaticRecords) -> tuple[int, str, str]:
    """The number of a promise, its answer, and the key: `answer` is such as `accepted.3`.

    Args:
        seen: what the page shows.

    Raises:
        Refused: the form was not made by the site.
    """
    what, order, key = answer_of(post, POSTED)
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


class FilledForm:
    """The form of a promise to `partner`, with what was chosen and typed.

    `query`: who promises whom, as in the page's URL. `kinds`: what can be promised now; `own`: the
    chosen one; `other`: of the promise in exchange. `sentences`: both in words, once they can be
    stored; `terms` and `exchange` are then their JSON.

    Args:
        maker: who promises; `asked` are the names of both players in the page's URL.
    """

    def __init__(
        self,
        post: Mapping[str, str],
        kind: str,
        fold: Fold,
        rules: PromiseRules[Any],
        maker: str,
        partner: SeatLabel,
        asked: Mapping[str, str],
    ) -> None:
        self.post, self.fold, self.rules = post, fold, rules
        self.state, self.maker, self.partner = fold.timeline.state, maker, partner
        self.query = urlencode(asked)
        self.kinds = rules.forms(self.state, maker, partner.id)
        self.other_kinds = rules.forms(self.state, partner.id, maker)
        self.own = _of_kind(self.kinds, kind) or next(iter(self.kinds), None)
        self.other = _of_kind(self.other_kinds, self.post.get("wants", ""))
        self.fields, self.other_fields = self._typed(OWN, self.own), self._typed(OTHER, self.other)
        self.sentences: tuple[str, ...] = ()
        self.terms = self.exchange = ""

    def show(self) -> None:
        """Say what was typed in sentences, to be stored.

        Raises:
            Refused: the rules don't allow it.
        """
        # The fields of what is wanted in exchange come with the first answer.
        has_fields = self.other is None or any(one.startswith(OTHER) for one in self.post)
        if self.own and has_fields:
            terms, exchange = self._read(self.own)
            self.sentences = self._sentences(terms, exchange)
            self.terms = json.dumps(terms)
            self.exchange = json.dumps(exchange) if exchange else ""

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
        """The fields with what was chosen, at first the first one of their choices."""
        values = self._values(prefix)
        fields = form.fields if form else ()
        firsts = (one.choices[0][0] if one.choices else "" for one in fields)
        return tuple(
            TypedField(f"{prefix}{one.name}", one, values.get(one.name, "")[:40] or first)
            for one, first in zip(fields, firsts, strict=True)
        )


@dataclass(frozen=True)
class PromisePage:
    """A promise that is being made on a student's page, in the talk with its partner."""

    group: Group
    game: Game
    seat: str
    form: FilledForm
    key: str
    error: str = ""


def promise_page(
    look: Look, to: str, kind: str, post: Mapping[str, str] = MappingProxyType({})
) -> PromisePage | None:
    """A promise of the viewer's seat to the player `to`; None if there can be none."""
    rules, seat, game = look.rules.promises, look.viewer.seat or "", look.game
    others = (one for one in look.timeline.seats if one.id != seat)
    partner = next((one for one in others if one.id == to), None)
    if rules is None or partner is None or not has_records(look.fold) or game.is_waiting:
        return None
    form = FilledForm(post, kind, look.fold, rules, seat, partner, {"to": partner.id})
    return PromisePage(game.group, game, seat, form, credentials.new())


def shown_terms(post: QueryDict) -> tuple[Wire, Wire | None]:
    """The terms that were shown, and what is promised in exchange."""
    return choice_of(post.get("terms", "")), choice_of(post.get("exchange", "")) or None


def _of_kind(forms: tuple[PromiseForm, ...], kind: str) -> PromiseForm | None:
    return next((form for form in forms if form.kind == kind), None)
