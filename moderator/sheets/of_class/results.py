"""The results of a class on paper: a part for each scenario, and for each game without points."""

from __future__ import annotations

from collections import Counter
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing.paper import Paper
from moderator.sheets.layout.kind import SheetPart
from moderator.sheets.layout.sheet import Sheet
from moderator.sheets.layout.wording import listed
from moderator.sheets.of_class.data import EndedData, ScenarioData
from moderator.sheets.of_class.ended import add_ended
from moderator.sheets.of_class.goals import add_goals
from moderator.sheets.of_class.groups import add_groups, add_unfinished
from moderator.sheets.of_class.part import add_sentence, class_part, count_of
from moderator.sheets.of_class.players import add_players
from moderator.sheets.of_class.strips import add_strips
from moderator.sheets.stamp import Stamp


def scenario_part(data: ScenarioData, stamp: Stamp, paper: Paper = "a4") -> SheetPart:
    """The groups that play one scenario: table, strips, goals, who played.

    Raises:
        ValueError: for another paper than "a4" or "letter".
    """
    with override(stamp.language):
        name = _("Class results")
        where = _where(len(data.groups), len(data.unfinished))
    fill = partial(_fill_scenario, data=data)
    return class_part(data.title, name, where, stamp, paper, data.copyright, fill)


def ended_part(data: EndedData, stamp: Stamp, paper: Paper = "a4") -> SheetPart:
    """The groups that play a game without points: who won in each of them.

    Raises:
        ValueError: for another paper than "a4" or "letter".
    """
    with override(stamp.language):
        name = _("Class results")
        where = _where(len(data.games), len(data.unfinished))
    fill = partial(_fill_ended, data=data)
    return class_part(data.title, name, where, stamp, paper, data.copyright, fill)


def _where(ended: int, unfinished: int) -> str:
    if not unfinished:
        return count_of(ended)
    facts = {"groups": count_of(ended + unfinished), "count": unfinished}
    return _("%(groups)s, %(count)d of them not finished") % facts


def _fill_scenario(sheet: Sheet, data: ScenarioData) -> None:
    add_sentence(sheet, scenario_sentence(data))
    if data.groups:
        add_groups(sheet, data)
        if len(data.groups) > 1:
            add_strips(sheet, data)
        add_goals(sheet, data)
    if data.unfinished:
        add_unfinished(sheet, data.unfinished)
    add_players(sheet, data)


def _fill_ended(sheet: Sheet, data: EndedData) -> None:
    add_sentence(sheet, ended_sentence(data))
    if data.games:
        add_ended(sheet, data)
    if data.unfinished:
        add_unfinished(sheet, data.unfinished)


def scenario_sentence(data: ScenarioData) -> str:
    """Who was first most often, and the best result."""
    groups = data.groups
    if not groups:
        return _("No game is finished yet.")
    wins = [data.wins(place) for place in range(len(data.seats))]
    often = [seat.name for seat, count in zip(data.seats, wins, strict=True) if count == max(wins)]
    best = max(data.points)
    if len(groups) == 1:
        facts: dict[str, object] = {"names": listed(often), "points": best}
        return (
            ngettext(
                "%(names)s came first, with %(points)d points.",
                "%(names)s came first together, with %(points)d points.",
                len(often),
            )
            % facts
        )
    facts = {"names": listed(often), "count": max(wins), "groups": len(groups)}
    said = (
        ngettext(
            "%(names)s came first in %(count)d of %(groups)d groups",
            "%(names)s came first most often, each in %(count)d of %(groups)d groups",
            len(often),
        )
        % facts
    )
    return f"{said}{_best(data, best)}"


def _best(data: ScenarioData, best: int) -> str:
    """The best result, and whose it was if it was only one."""
    found = [
        (seat.name, group.name)
        for group in data.groups
        for seat, score in zip(data.seats, group.scores, strict=True)
        if score.points == best
    ]
    if len(found) > 1:
        return _("; the best result was %d points.") % best
    ((seat, group),) = found
    facts = {"points": best, "seat": seat, "group": group}
    return _("; the best result was %(points)d points, by %(seat)s in %(group)s.") % facts


def ended_sentence(data: EndedData) -> str:
    """Who won most often; with other players in each group only how many games are over."""
    games = data.games
    if not games:
        return _("No game is finished yet.")
    labels: dict[str, SeatLabel] = {seat.id: seat for game in games for seat, _n in game.players}
    shared = len(games) * len(labels) == sum(len(game.players) for game in games)
    wins = Counter(seat.id for game in games for seat in game.winners)
    if shared and wins:
        most = max(wins.values())
        names = listed([seat.name for id, seat in labels.items() if wins[id] == most])
        facts = {"names": names, "count": most, "groups": len(games)}
        if sum(count == most for count in wins.values()) == 1:
            return _("%(names)s won in %(count)d of %(groups)d groups.") % facts
        return _("%(names)s each won in %(count)d of %(groups)d groups.") % facts
    return ngettext("%d game is over.", "%d games are over.", len(games)) % len(games)
