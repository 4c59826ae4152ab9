"""A country's Game-turns: what it did and what was done to it, with the numbers of the moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from moderator.rules.age_of_iron.past import AttackFact, TradeFact
from moderator.sheets.age_of_iron.debrief.parts import LEAST
from moderator.sheets.age_of_iron.student.view import OwnTurn, StudentView
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.sheet import Block
from moderator.sheets.layout.wording import span, without_arrows

SIZE, LEADING = 9.0, 12.0
NUMBER, LABEL, RESULT = 34.0, 74.0, 84.0
"""The widths of the columns for the Game-turn, for what kind of move it was, and for the points."""
LEAST_ROW = 31.0
MOST_LINES = 20
"""Lines in a block: more of them may go on on the next page."""

TextLine = tuple[str, str]
"""The kind of move, or nothing if it is the one above, and a line of text."""


def turn_blocks(view: StudentView, width: float) -> list[Block]:
    """The Game-turns, each under a line."""
    blocks: list[Block] = []
    for is_idle, run in groupby(view.turns, lambda turn: turn.is_idle):
        turns = list(run)
        for one in [turns] if is_idle else [[turn] for turn in turns]:
            blocks += _turns(view, one, width)
    return blocks


def _turns(view: StudentView, turns: Sequence[OwnTurn], width: float) -> Iterator[Block]:
    """One Game-turn, or several in which nothing happened to the country."""
    number = span(turns[0].turn, turns[-1].turn)
    lines = list(_lines(view, turns[-1], width - NUMBER - LABEL - RESULT))
    for start in range(0, len(lines), MOST_LINES):
        shown = lines[start : start + MOST_LINES]
        yield _block(view, turns[-1] if start == 0 else None, number, shown, width)


def _block(
    view: StudentView, turn: OwnTurn | None, number: str, lines: Sequence[TextLine], width: float
) -> Block:
    height = LEADING * len(lines) + 7

    def draw(page: Page, x: float, y: float) -> None:
        if turn is not None:
            page.line(x, y, x + width, y, 0.7)
            with page.element("H3"):
                page.text(x, y + 20, number, 17, NUMBER - 6, is_serif=True, least=LEAST)
        for k, (label, text) in enumerate(lines):
            base = y + 13 + LEADING * k
            with page.element("P"):
                page.text(x + NUMBER, base, label, SIZE, LABEL - 6, least=LEAST, is_bold=True)
                page.text(x + NUMBER + LABEL, base, text, SIZE)
        if turn is not None:
            _result(page, x + width, y, view, turn)

    return Block(max(height, LEAST_ROW) if turn is not None else height, draw)


def _result(page: Page, right: float, y: float, view: StudentView, turn: OwnTurn) -> None:
    """The points after the Game-turn, by how much they changed, and the RFs."""
    if turn.points is None:
        page.text(right, y + 13, _("not complete"), SIZE, RESULT - 8, "right", least=LEAST)
        return
    if view.past.is_scored:
        sign = "+" if turn.change >= 0 else "–"
        change = f"({sign}{abs(turn.change)})"
        used = fonts.width(change, SIZE) + 4
        points = ngettext("%d point", "%d points", turn.points) % turn.points
        room = RESULT - 8 - used
        page.text(right - used, y + 13, points, SIZE, room, "right", is_bold=True, least=LEAST)
        page.text(right, y + 13, change, SIZE, align="right")
    rfs = _rfs(turn.rfs or 0)
    if turn.leads and view.past.is_scored:
        rfs = _("%s, in the lead") % rfs
    page.text(right, y + 13 + LEADING, rfs, SIZE, RESULT - 2, "right", least=LEAST)


def _lines(view: StudentView, turn: OwnTurn, room: float) -> Iterator[TextLine]:
    found = False
    for label, items in _kinds(view, turn):
        if items:
            found = True
            wrapped = fonts.wrap("; ".join(items), SIZE, room)
            yield label, wrapped[0]
            yield from (("", line) for line in wrapped[1:])
    if not found:
        yield "–", ""


def _kinds(view: StudentView, turn: OwnTurn) -> Iterator[tuple[str, list[str]]]:
    regions = view.past.regions
    yield (
        _("Placed"),
        [
            _("%(rfs)d in %(region)s (%(move)d)")
            % {"rfs": one.rfs, "region": regions[one.region or 0], "move": one.number}
            for one in turn.placed
        ],
    )
    yield _("Civilization"), [f"{_rfs(one.rfs)} ({one.number})" for one in turn.built]
    yield (
        _("Attacked"),
        [
            _fight(view, one, one.defender, (one.attacker_lost, one.defender_lost))
            for one in turn.attacked
        ],
    )
    yield (
        _("Attacked by"),
        [
            _fight(view, one, one.attacker, (one.defender_lost, one.attacker_lost))
            for one in turn.defended
        ],
    )
    yield _("Traded"), [_trade(view, one) for one in turn.traded]
    yield (
        _("Decided"),
        [f"{without_arrows(one.sentence)} ({one.number})" for one in turn.decided],
    )


def _fight(view: StudentView, one: AttackFact, other: int, losses: tuple[int, int]) -> str:
    """An attack by or on `other`, and the RFs that this country and the other lost."""
    mine, theirs = losses
    facts = {
        "other": view.past.seats[other].name,
        "region": view.past.regions[one.region],
        "mine": _rfs(mine),
        "theirs": theirs,
        "move": one.number,
    }
    if mine == theirs:
        return _("%(other)s in %(region)s: %(mine)s lost by each (%(move)d)") % facts
    return _("%(other)s in %(region)s: lost %(mine)s, %(other)s %(theirs)d (%(move)d)") % facts


def _rfs(number: int) -> str:
    return ngettext("%d RF", "%d RFs", number) % number


def _trade(view: StudentView, one: TradeFact) -> str:
    is_first = one.player == view.player
    give, get = (one.give, one.get) if is_first else (one.get, one.give)
    names = dict(view.past.goods)
    facts = {
        "other": view.past.seats[one.partner if is_first else one.player].name,
        "give": ", ".join(f"{count} {names[letter]}" for letter, count in give),
        "get": ", ".join(f"{count} {names[letter]}" for letter, count in get),
        "move": one.number,
    }
    if not give:
        return _("got %(get)s from %(other)s (%(move)d)") % facts
    if not get:
        return _("gave %(give)s to %(other)s (%(move)d)") % facts
    return _("gave %(give)s to %(other)s for %(get)s (%(move)d)") % facts
