"""The student's page, as a sheet: a part for each country."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from moderator.plots import Plot
from moderator.plots.lines import bar_plots, line_plots
from moderator.rules.age_of_iron.past import AttackFact, TradeFact, TurnEnd
from moderator.rules.age_of_iron.past.history import (
    Decision,
    GameHistory,
    Placement,
    decisions_of,
    placements_of,
)
from moderator.rules.age_of_iron.views import Country, ObjectiveView
from moderator.rules.seating import SeatLabel
from moderator.sheets.age_of_iron.chart import cross, tick
from moderator.sheets.age_of_iron.debrief_parts import (
    GAP,
    GUTTER,
    HEADING_HEIGHT,
    RULE,
    DebriefView,
    add,
    add_section,
    debrief_view,
    heading,
    labelled_points,
    labelled_rfs,
)
from moderator.sheets.drawing import LEAST, Page, fonts
from moderator.sheets.layout import (
    SLACK,
    Block,
    Sheet,
    beside,
    column_width,
    in_rows,
    listed,
    plot_block,
    span,
    stacked,
    text_block,
    without_arrows,
)
from moderator.sheets.layout.kind import SheetKind, needs_always
from moderator.sheets.snapshot import GameSnapshot

# One country's game, Game-turn by Game-turn, as far as everybody may know it.


@dataclass(frozen=True, slots=True)
class StudentView:
    """One country of a game, by its index in the order of play."""

    debrief: DebriefView
    placements: tuple[Placement, ...]
    decisions: tuple[Decision, ...]
    player: int

    @property
    def past(self) -> GameHistory:
        return self.debrief.history

    @property
    def country(self) -> Country:
        return self.debrief.chart.countries[self.player]

    @property
    def seat(self) -> SeatLabel:
        return self.country.seat

    @property
    def begun(self) -> int:
        """How many Game-turns have begun."""
        made: list[Placement | AttackFact | TradeFact | Decision]
        made = [*self.placements, *self.past.attacks, *self.past.trades, *self.decisions]
        return max([self.past.complete_turns, *(one.turn for one in made)])

    def end(self, turn: int) -> TurnEnd | None:
        """How a Game-turn ended; None if it isn't complete."""
        return next((one for one in self.past.turns if one.turn == turn), None)

    def points(self, turn: int) -> int | None:
        """The country's points after a Game-turn; None if it isn't complete, or nothing counts."""
        end = self.end(turn)
        return end.totals[self.player] if end and end.totals else None

    def change(self, turn: int) -> int:
        """By how much the country's points changed in a Game-turn."""
        points = self.points(turn)
        return 0 if points is None else points - (self.points(turn - 1) or 0)


def student_views(now: GameSnapshot) -> dict[str, StudentView]:
    """The view of each country, by the id of its seat."""
    view = debrief_view(now)
    made = tuple(placements_of(now.past)), tuple(decisions_of(now.past))
    seats = enumerate(view.history.seats)
    return {seat.id: StudentView(view, *made, player) for player, seat in seats}


# A country's Game-turns: what it did and what was done to it, with the numbers of the moves.

TURNS_SIZE = 9.0
NUMBER, LABEL, RESULT = 34.0, 74.0, 84.0
"""The widths of the columns for the Game-turn, for what kind of move it was, and for the points."""
LEAST_LINES = 2
TURN_LINES = 20
"""Lines in a block: more of them may go on on the next page."""

TextLine = tuple[str, str]
"""The kind of move, or nothing if it is the one above, and a line of text."""


def turn_blocks(view: StudentView, width: float, leading: float) -> list[Block]:
    """The Game-turns, each under a line; the lines of text have this distance in points."""
    blocks: list[Block] = []
    for is_idle, run in groupby(range(1, view.begun + 1), lambda turn: _is_idle(view, turn)):
        turns = list(run)
        for one in [turns] if is_idle else [[turn] for turn in turns]:
            blocks += _turns(view, one, width, leading)
    return blocks


def _is_idle(view: StudentView, turn: int) -> bool:
    """Whether nothing happened to the country, and its points stayed as they were."""
    is_complete = view.end(turn) is not None
    is_quiet = not any(items for _label, items in _kinds(view, turn))
    return is_complete and is_quiet and not view.change(turn)


def _turns(
    view: StudentView, turns: Sequence[int], width: float, leading: float
) -> Iterator[Block]:
    """One Game-turn, or several in which nothing happened to the country."""
    number = span(turns[0], turns[-1])
    lines = list(_lines(view, turns[-1], width - NUMBER - LABEL - RESULT))
    for start in range(0, len(lines), TURN_LINES):
        shown = lines[start : start + TURN_LINES]
        yield _block(view, turns[-1] if start == 0 else None, number, shown, width, leading)


def _block(
    view: StudentView,
    turn: int | None,
    number: str,
    lines: Sequence[TextLine],
    width: float,
    leading: float,
) -> Block:
    def draw(page: Page, x: float, y: float) -> None:
        if turn is not None:
            page.line(x, y, x + width, y, 0.7)
            page.text(x, y + 20, number, 17, NUMBER - 6, is_serif=True, least=LEAST, tag="H3")
        for k, (label, text) in enumerate(lines):
            base = y + 1 + leading * (k + 1)
            with page.element("P"):
                page.text(x + NUMBER, base, label, TURNS_SIZE, LABEL - 6, least=LEAST, is_bold=True)
                page.text(x + NUMBER + LABEL, base, text, TURNS_SIZE)
        if turn is not None:
            _turn_result(page, x + width, y + 1 + leading, view, turn, leading)

    least = LEAST_LINES if turn is not None else 0
    return Block(leading * max(len(lines), least) + leading / 2, draw)


def _turn_result(
    page: Page, right: float, base: float, view: StudentView, turn: int, leading: float
) -> None:
    """The points after the Game-turn, by how much they changed, and the RFs."""
    end, own, mine = view.end(turn), view.points(turn), view.player
    if end is None or own is None:
        page.text(right, base, _("not complete"), TURNS_SIZE, RESULT - 8, "right", least=LEAST)
        return
    if view.past.is_scored:
        sign = "+" if view.change(turn) >= 0 else "–"
        change = f"({sign}{abs(view.change(turn))})"
        used = fonts.width(change, TURNS_SIZE) + 4
        points = ngettext("%d point", "%d points", own) % own
        room = RESULT - 8 - used
        page.text(right - used, base, points, TURNS_SIZE, room, "right", is_bold=True, least=LEAST)
        page.text(right, base, change, TURNS_SIZE, align="right")
    rfs = _rfs(end.on_chart[mine] + end.civilization[mine])
    if mine in end.leaders and view.past.is_scored:
        rfs = _("%s, in the lead") % rfs
    page.text(right, base + leading, rfs, TURNS_SIZE, RESULT - 2, "right", least=LEAST)


def _lines(view: StudentView, turn: int, room: float) -> Iterator[TextLine]:
    found = False
    for label, items in _kinds(view, turn):
        if items:
            found = True
            wrapped = fonts.wrap("; ".join(items), TURNS_SIZE, room)
            yield label, wrapped[0]
            yield from (("", line) for line in wrapped[1:])
    if not found:
        yield "–", ""


def _kinds(view: StudentView, turn: int) -> Iterator[tuple[str, list[str]]]:
    """What the country did in a Game-turn and what was done to it, by the kind of move."""
    past, mine, regions = view.past, view.player, view.past.regions
    placed = [one for one in view.placements if (one.turn, one.player) == (turn, mine)]
    attacks = [one for one in past.attacks if one.turn == turn]
    trades = [one for one in past.trades if one.turn == turn and mine in (one.player, one.partner)]
    decided = [one for one in view.decisions if one.turn == turn and mine in one.players]
    built = _("civilization")
    where = [
        _("%(rfs)d in %(region)s (%(move)d)")
        % {
            "rfs": one.rfs,
            "region": built if one.region is None else regions[one.region],
            "move": one.number,
        }
        for one in placed
    ]
    yield _("Placed"), where
    own = [
        _fight(view, one, one.defender, (one.attacker_lost, one.defender_lost))
        for one in attacks
        if one.attacker == mine
    ]
    yield _("Attacked"), own
    by_others = [
        _fight(view, one, one.attacker, (one.defender_lost, one.attacker_lost))
        for one in attacks
        if one.defender == mine
    ]
    yield _("Attacked by"), by_others
    yield _("Traded"), [_trade(view, one) for one in trades]
    yield _("Decided"), [f"{without_arrows(one.sentence)} ({one.number})" for one in decided]


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


# Where a country's points come from: objectives met or not, and why; civilization; trade.

SIZE, LEADING = 9.0, 11.5
MARK, POINTS = 13.0, 42.0
MOST_LINES = 8


def points_blocks(view: StudentView, width: float) -> list[Block]:
    """Rows of two: the objectives, then civilization and goods."""
    country, past = view.country, view.past
    blocks = []
    each = column_width(width, 2, GUTTER)
    if country.objectives is None and view.debrief.chart.has_objectives:
        blocks.append(text_block(_("Objectives are secret until the game is over."), width, 9.5))
    parts = [_objective(one, each) for one in country.objectives or ()]
    if past.has_civilization:
        parts.append(_part(_civilization(country), country.civilization, each))
    if past.has_goods:
        parts.append(_part(_goods(view, country), country.trade, each))
    return [*blocks, *in_rows(parts, 2, each + GUTTER)]


def _civilization(country: Country) -> str:
    full = sum(box.is_complete for box in country.boxes)
    facts = {"full": full, "all": len(country.boxes)}
    return _("Civilization: %(full)d of %(all)d levels complete") % facts


def _goods(view: StudentView, country: Country) -> str:
    marks = (*country.for_trade, *country.acquired)
    held = {good.letter for good in marks if not good.is_gone}
    names = [name for letter, name in view.past.goods if letter in held]
    facts = {"held": len(names), "all": len(view.past.goods)}
    text = _("Goods: %(held)d of %(all)d") % facts
    return f"{text} ({', '.join(names)})" if names else text


def _objective(one: ObjectiveView, width: float) -> Block:
    reason = f" ({one.reason})" if one.reason else ""
    points = str(one.victory_points) if one.is_met else _("0 of %d") % one.victory_points
    return _row(f"{one.sentence}{reason}", points, width, one.is_met, has_mark=True)


def _part(text: str, points: int, width: float) -> Block:
    return _row(text, str(points), width, points > 0, has_mark=False)


def _row(text: str, points: str, width: float, is_met: bool, has_mark: bool) -> Block:
    lines = fonts.wrap(text, SIZE, width - MARK - POINTS, MOST_LINES)

    def draw(page: Page, x: float, y: float) -> None:
        base = y + 10
        if has_mark:
            tick(page, x, base) if is_met else cross(page, x, base)
        with page.element("P"):
            page.lines(x + MARK, base, lines, LEADING, SIZE)
            right = x + width
            page.text(right, base, points, SIZE, POINTS - 4, "right", is_bold=is_met, least=LEAST)

    return Block(LEADING * len(lines) + 3, draw)


# The sheet.

DENSITIES = ((100.0, 12.0), (76.0, 11.0), (62.0, 10.5), (50.0, 10.5))
"""The height of plots and the distance of lines, in points: the first with which all of it fits one
page is taken."""
LEAST_RULES, MOST_RULES = 2, 12
QUESTION = 9.5

Part = tuple[str, str, Sequence[Block]]
"""A title, a note beside it, and what stands below both."""


def _fill(sheet: Sheet, view: StudentView) -> None:
    width = sheet.width
    result = text_block(_result(view), width, 13.0, 6, "serif")
    room = sheet.bottom - sheet.y - result.height - _asked(LEAST_RULES, width).height
    room -= GAP + HEADING_HEIGHT
    for plot, leading in DENSITIES:
        parts = [part for part in _parts(view, width, plot, leading) if part[2]]
        titles = sum(GAP + (HEADING_HEIGHT if title else 0.0) for title, _note, _blocks in parts)
        if titles + sum(stacked(blocks).height for *_title, blocks in parts) <= room:
            break
    else:
        parts = list(_parts(view, width, *DENSITIES[0]))
    add(sheet, result)
    for title, note, blocks in parts:
        add_section(sheet, title, note, blocks)
    _add_reflection(sheet, width)


def _parts(view: StudentView, width: float, plot: float, leading: float) -> Iterator[Part]:
    """What stands below the result."""
    if view.past.complete_turns:
        yield "", "", [_plots(view, width, plot)]
    if view.past.is_scored:
        yield _("Where the points come from"), "", points_blocks(view, width)
    about = _("the numbers in brackets are moves, to cite and to look up in the replay")
    yield _("Game-turn by Game-turn"), about, turn_blocks(view, width, leading)


def _result(view: StudentView) -> str:
    """The country's points and place, and who won or leads."""
    past, country = view.past, view.country
    if not past.last:
        return _("Nothing has happened yet.")
    if not past.is_scored:
        return view.seat.name
    points = ngettext("%d point", "%d points", country.total) % country.total
    facts = {
        "name": view.seat.name,
        "points": points,
        "place": country.place,
        "all": len(past.seats),
        "winners": listed([seat.name for seat in past.leading]) if past.leading else "",
        "most": past.most_points,
    }
    if not past.leading:
        return _("%(name)s has no points, and nor has anybody else.") % facts
    if view.player in past.winners:
        if not past.is_over:
            return _("%(name)s leads with %(points)s.") % facts
        return _("%(name)s won with %(points)s.") % facts
    if not past.is_over:
        return _("%(name)s has %(points)s, place %(place)d of %(all)d; %(winners)s would win now, "
                 "with %(most)d.") % facts  # fmt: skip
    return _("%(name)s got %(points)s, place %(place)d of %(all)d; %(winners)s won with "
             "%(most)d.") % facts  # fmt: skip


def _plots(view: StudentView, width: float, height: float) -> Block:
    """The points, if there are any, and the RFs beside each other."""
    past, player = view.past, view.player
    each = column_width(width, 2, GUTTER)
    found = []
    if past.is_scored:
        lines = line_plots(past.points, past.seats, past.labels, each, height)[player]
        note = _("heavy: this country")
        found.append(_plot(_("Points"), note, labelled_points(past, player, lines), each))
    bars = bar_plots(past.rfs, past.seats, past.labels[1:], each, height)[player]
    note = _("white: in civilization") if past.has_civilization else ""
    found.append(_plot(_("RFs"), note, labelled_rfs(past, player, bars), each))
    return beside(found, each + GUTTER)


def _plot(title: str, note: str, plot: Plot, width: float) -> Block:
    return stacked([heading(title, note, width), plot_block(plot)])


def _asked(count: int, width: float) -> Block:
    """Three questions with lines to write on, the first of them beside each question."""
    asked = (
        _("What did you want, and with which move did your plan change? Why?"),
        _("Which agreement, promise or threat mattered most to you? Name the moves that show it."),
        _("What would you do differently, from which move on?"),
    )
    return stacked([_question(one, count, width) for one in asked])


def _question(text: str, count: int, width: float) -> Block:
    *above, last = fonts.wrap(text, QUESTION, width)

    def draw(page: Page, x: float, y: float) -> None:
        with page.element("P"):
            page.lines(x, y + RULE - 4, [*above, last], RULE, QUESTION)
        start = x + fonts.width(last, QUESTION) + 6
        for k in range(count):
            base = y + RULE * (len(above) + k + 1)
            page.line(x if k else start, base, x + width, base, 0.5)

    return Block(RULE * (len(above) + count) + 4, draw)


def _add_reflection(sheet: Sheet, width: float) -> None:
    """Adds the questions with lines that take what is left of the page."""
    taken = GAP + HEADING_HEIGHT
    if sheet.y + taken + _asked(LEAST_RULES, width).height > sheet.bottom + SLACK:
        sheet.new_page()
    count = MOST_RULES
    while sheet.y + taken + _asked(count, width).height > sheet.bottom + SLACK:
        count -= 1
    about = _("name the moves that you mean")
    add_section(sheet, _("Your own view"), about, [_asked(count, width)])


student_sheet = SheetKind(
    "student",
    gettext_lazy("Student’s page"),
    _fill,
    student_views,
    when="after",
    about=gettext_lazy("One country’s game with the numbers of its moves, for a portfolio."),
    split=dict,
    needs=needs_always("last-round", "past"),
    seat=attrgetter("seat"),
)
"""One country's game for a portfolio: each country starts a page, in the order of play. It shows
what everybody may know, as the debrief does.

Cost: about 60 ms for four countries.
"""
