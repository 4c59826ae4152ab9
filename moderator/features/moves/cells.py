"""Answers with the panel of a pressed cell, built from what the rules offer; and corrections."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext

from moderator.core import credentials, dice, games, log, queries
from moderator.core.access import group_for, recorder
from moderator.core.look import Look
from moderator.core.models import Game, Group
from moderator.core.responses import SeeOther, render_page
from moderator.features.moves import cell_panel
from moderator.features.moves.cell_panel import (
    CellAddress,
    CellForm,
    CellLink,
    CellNumber,
    CellOutcome,
    CellPanel,
    address_in,
    preview_of,
)
from moderator.features.moves.forms import (
    RejectedForm,
    TypedField,
    TypedFields,
    amounts_of,
    is_correction,
)
from moderator.features.moves.posted import wire_of
from moderator.features.moves.record import NOT_RECORDED, record_move, rejected
from moderator.rules.cells import (
    CellPick,
    CellTab,
    CorrectionField,
    CorrectionRules,
)
from moderator.rules.errors import Refused
from moderator.rules.reading import Wire

# Builds the panel of a pressed cell from what the rules offer there.

_encode = json.JSONEncoder(ensure_ascii=False).encode


@dataclass(frozen=True)
class _Asked:
    """The cell of a game, and what has been entered in its form, if anything."""

    look: Look
    address: CellAddress
    fields: QueryDict


def panel_of(
    look: Look,
    address: CellAddress,
    fields: QueryDict | None = None,
    error: str = "",
) -> CellPanel | None:
    """The panel; None if there is no such cell, or if nothing can be recorded by pressing one.

    Args:
        fields: of its form; none if it has just been opened.
        error: why they were not recorded.
    """
    fields = QueryDict() if fields is None else fields
    asked = _Asked(look, address, fields)
    rules, state = look.rules, look.state
    if rules.cells is None or not look.game.is_running:
        return None
    try:
        title = rules.cells.title(state, address.player, address.place)
        tabs = rules.cells.tabs(rules, state, address.player, address.place)
    except Refused:
        return None
    field = _correction_field(asked)
    verb = _open_verb(asked, tabs, field)
    asked = replace(asked, address=address.at(verb, address.pick))
    seat = next(seat for seat in rules.seats_of(state) if seat.id == address.player)
    links = _tab_links(asked, tabs, field)
    panel = CellPanel(asked.address, seat, title, links, error=error)
    tab = next((tab for tab in tabs if tab.verb == verb), None)
    if tab is None:
        return replace(panel, form=_correction_form(asked, field)) if field else panel
    if cell_panel.is_written(look.fold, tab.verb):
        return cell_panel.with_slip(look, panel, tab, fields)
    return _with_move(asked, panel, tab)


def _correction_field(asked: _Asked) -> CorrectionField | None:
    """The cell's number on the corrections page."""
    rules, address = asked.look.rules, asked.address
    if rules.correction is None or rules.cells is None:
        return None
    name = rules.cells.correction(address.player, address.place)
    lines = (line for part in rules.correction.parts(asked.look.state).values() for line in part)
    return next((field for _, fields in lines for field in fields if field.name == name), None)


def _open_verb(asked: _Asked, tabs: tuple[CellTab, ...], field: CorrectionField | None) -> str:
    """The tab that was asked for; otherwise the first with something to do."""
    correct = asked.look.rules.correction.verb if field and asked.look.rules.correction else ""
    verbs = [tab.verb for tab in tabs] + [correct]
    if asked.address.tab and asked.address.tab in verbs:
        return asked.address.tab
    opened = [tab.verb for tab in tabs if not tab.refused]
    if asked.look.rules.is_over(asked.look.state):
        return correct or tabs[0].verb
    return opened[0] if opened else tabs[0].verb


def _tab_links(
    asked: _Asked, tabs: tuple[CellTab, ...], field: CorrectionField | None
) -> tuple[CellLink, ...]:
    address = asked.address
    links = [
        CellLink(tab.label, address.at(tab.verb).query, tab.verb == address.tab, _text(tab.refused))
        for tab in tabs
    ]
    if field and asked.look.rules.correction:
        verb = asked.look.rules.correction.verb
        links.append(CellLink(gettext("Correct"), address.at(verb).query, verb == address.tab))
    return tuple(links)


def _text(refused: Refused | None) -> str:
    return str(refused) if refused else ""


def _with_move(asked: _Asked, panel: CellPanel, tab: CellTab) -> CellPanel:
    """With the picks, and the form of the one that has been chosen."""
    chosen = _chosen(tab, asked.address.pick)
    links = tuple(
        CellLink(
            label=pick.seat.name if pick.seat else pick.choice.label,
            query=asked.address.at(tab.verb, _name(pick)).query,
            is_current=pick is chosen,
            reason=_text(pick.choice.refused),
            seat=pick.seat,
            has=pick.has,
        )
        for pick in tab.picks
    )
    if chosen:
        panel = replace(panel, address=asked.address.at(tab.verb, _name(chosen)))
    panel = replace(
        panel,
        question=tab.question,
        picks=links if tab.question else (),
        is_target=tab.is_target,
        refused=_text(tab.refused),
    )
    return replace(panel, form=_form(asked, tab, chosen)) if chosen and not tab.refused else panel


def _name(pick: CellPick) -> str:
    return pick.seat.id if pick.seat else ""


def _chosen(tab: CellTab, name: str) -> CellPick | None:
    """The pick with that name, or the only one that is open."""
    opened = [pick for pick in tab.picks if not pick.choice.refused]
    named = [pick for pick in opened if name and _name(pick) == name]
    if named:
        return named[0]
    return opened[0] if len(opened) == 1 else None


def _form(asked: _Asked, tab: CellTab, pick: CellPick) -> CellForm:
    wire = {"type": tab.verb, **pick.choice.values}
    needed = {one.field for one in asked.look.rules.dice_of(asked.look.state, wire)}
    is_rolling = dice.rolls_here(asked.look)
    number = _number(asked, tab, pick, pick.choice.number in needed)
    if number and number.is_die and is_rolling:
        number = None
    form = CellForm(
        verb=tab.verb,
        label=tab.label,
        outcome=CellOutcome(),
        choice=_encode(dict(pick.choice.values)),
        number=number,
        amounts=amounts_of(tab.amounts, asked.fields),
        is_rolled=is_rolling and bool(needed),
    )
    return replace(form, outcome=_outcome(asked, tab, form, wire))


def _number(asked: _Asked, tab: CellTab, pick: CellPick, is_die: bool) -> CellNumber | None:
    choice = pick.choice
    if choice.number is None:
        return None
    initial = "" if pick.initial is None or is_die else str(pick.initial)
    return CellNumber(
        name=choice.number,
        low=choice.low,
        high=choice.high,
        value=asked.fields.get(choice.number, "") if asked.fields else initial,
        label=gettext("Die") if is_die else tab.move.unit,
        is_die=is_die,
        usual=pick.usual,
    )


def _outcome(asked: _Asked, tab: CellTab, form: CellForm, wire: Wire) -> CellOutcome:
    """What would happen; or what has to be chosen first."""
    number = form.number
    if number and not number.value:
        missing = gettext("Press what the die shows.") if number.is_die else gettext("How many?")
        return CellOutcome(missing=missing)
    if asked.fields:
        try:
            wire = {**wire_of(asked.fields), **wire}
        except Refused as refused:
            return CellOutcome(refused=str(refused))
    elif number:
        wire = {**wire, number.name: int(number.value)}
    if tab.amounts and not any(wire.get(amounts.field) for amounts in tab.amounts):
        return CellOutcome(missing=tab.move.amounts_missing)
    outcome = preview_of(asked.look, wire, asked.address.place)
    own_first = sorted(outcome.changes, key=lambda one: one.seat.id != asked.address.player)
    return replace(outcome, changes=tuple(own_first))


def _correction_form(asked: _Asked, field: CorrectionField) -> CellForm:
    """A new number for the cell, with a reason for the log."""
    correction, fields = asked.look.rules.correction, asked.fields
    verb = correction.verb if correction else ""
    value = fields.get(field.name, field.value) if fields else field.value
    reason = fields.get("reason", "") if fields else gettext("Miscounted.")
    number = CellNumber(field.name, 0, 99_999, value, gettext("Right number"))
    form = CellForm(verb, gettext("Correct"), CellOutcome(), number=number, reason=reason)
    if value == field.value or correction is None:
        return replace(form, outcome=CellOutcome(missing=gettext("Enter the right number.")))
    try:
        wire = correction.wire(asked.look.state, wire_of(fields))
    except Refused as refused:
        return replace(form, outcome=CellOutcome(missing=str(refused)))
    return replace(form, outcome=preview_of(asked.look, wire, asked.address.place))


# The answer: the panel alone, for the console's script.


@group_for("record", "GET")
def cell(request: HttpRequest, group: Group) -> HttpResponse:
    """What can be done at `?cell=PLAYER.PLACE`; or what the form in the query would do.

    Nothing if there is no such cell.
    """
    game = queries.game_or_404(group)
    fold, address = log.fold_of(game), address_in(request.GET)
    fields = request.GET if "form" in request.GET else None
    panel = panel_of(Look(game, fold), address, fields) if address else None
    return render_page(
        request,
        "moves/cell.html",
        group=group,
        game=game,
        after=fold.number,
        cell=panel,
        key=credentials.new(),
    )


def rejected_cell(look: Look, typed: RejectedForm) -> CellPanel | None:
    """The panel whose form was not recorded, with what was entered; None for another form."""
    address = address_in(typed.post) if typed.form.startswith("cell ") else None
    if address is None:
        return None
    stale = gettext("Not recorded yet: somebody else has just recorded something.")
    return panel_of(look, address, typed.post, str(typed.refused or stale))


# Corrections: everything that the rules let the moderator correct, with a reason.


@group_for("record", "GET", "POST")
def correct(request: HttpRequest, group: Group) -> HttpResponse:
    """The form of a correction; only changed values are recorded."""
    game = queries.game_now(group)
    correction = _offered(game) if game else None
    if game is None or correction is None:
        raise Http404
    if request.method != "POST":
        return _show_correction(request, game, correction, QueryDict())
    by = recorder(request, group)
    try:
        record_move(request, game, *by)
    except NOT_RECORDED as error:
        typed = rejected(request, error)
        return _show_correction(request, game, correction, typed.post, _why(typed), typed.status)
    return SeeOther(reverse("console", args=[group.code]))


def _why(typed: RejectedForm) -> str:
    if typed.refused:
        return str(typed.refused)
    return gettext(
        "Not recorded yet: somebody else has recorded something in the meantime. The numbers "
        "shown are the new ones; if your correction still applies, record it again."
    )


def _offered(game: Game) -> CorrectionRules[Any] | None:
    timeline = queries.timeline(game)
    rules = timeline.rules
    is_offered = any(is_correction(rules, offer) for offer in rules.offers(timeline.state))
    return rules.correction if is_offered else None


def _show_correction(
    request: HttpRequest,
    game: Game,
    correction: CorrectionRules[Any],
    post: QueryDict,
    error: str = "",
    status: int = 200,
) -> HttpResponse:
    """Everything that can be corrected, as typed."""
    timeline = queries.timeline(game)
    reason = post.get("reason", "")
    parts = {
        name: [
            TypedFields(label, tuple(_typed(one, post) for one in each)) for label, each in lines
        ]
        for name, lines in correction.parts(timeline.state).items()
    }
    return render_page(
        request,
        games.template_of(game.rules, "correct.html", "moves/correct.html"),
        status=status,
        group=game.group,
        game=game,
        after=timeline.number,
        key=credentials.new(),
        verb=correction.verb,
        seats=timeline.seats,
        parts=parts,
        numbers=_parts_with(parts, is_box=False),
        lists=_parts_with(parts, is_box=True),
        style=games.style_of(game),
        reason=reason,
        error=error,
        error_at="" if not error else "all" if reason.strip() else "reason",
    )


def _parts_with(parts: Mapping[str, list[TypedFields]], is_box: bool) -> str:
    """The names of the parts with checkboxes, or with numbers, for `wire_of`."""
    found = (
        name
        for name, lines in parts.items()
        if any((one.is_ticked is not None) == is_box for line in lines for one in line.each)
    )
    return " ".join(found)


def _typed(field: CorrectionField, post: QueryDict) -> TypedField:
    """The field with the typed value, or with the present one."""
    name, value = field.name, field.value
    if field.is_ticked is None:
        return TypedField(name, field, post.get(name, value))
    return TypedField(name, field, value, value in post.getlist(name) if post else field.is_ticked)
