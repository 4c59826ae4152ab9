"""Who wins a game of Age of Iron, or would win, as a sentence."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from moderator.rules.age_of_iron.views.view import ChartView
from moderator.sheets.layout.wording import listed


def result_of(view: ChartView) -> tuple[str, str]:
    """Who wins, and with what: the first part for large type, the second for what follows it.

    Args:
        view: one with a ranking.
    """
    highest = max(country.total for country in view.countries)
    if not highest:
        return _("Nobody has Victory Points,"), _("so all share the first place.")
    names = [seat.name for seat in view.winners]
    return _leads(view, len(names)) % listed(names), _worth(view, highest)


def _leads(view: ChartView, count: int) -> str:
    if view.is_over:
        return ngettext("%s wins", "%s win together", count)
    if view.stopped:
        return ngettext("%s is in the lead", "%s are in the lead together", count)
    return ngettext("%s would win", "%s would win together", count)


def _worth(view: ChartView, highest: int) -> str:
    """With how many points, after how many Game-turns, and how far ahead."""
    with_points = ngettext("with %d Victory Point", "with %d Victory Points", highest) % highest
    if len(view.winners) > 1:
        points = ngettext("with %d Victory Point each", "with %d Victory Points each", highest)
        with_points = points % highest
    if view.is_over:
        turns = ngettext("after %d Game-turn", "after %d Game-turns", view.turns) % view.turns
        with_points = f"{with_points} {turns}"
    second = [country for country in view.countries if country.total < highest]
    if len(view.winners) > 1 or not second:
        return f"{with_points}."
    most = max(country.total for country in second)
    names = [country.seat.name for country in second if country.total == most]
    others = _("everybody else") if len(names) == len(view.countries) - 1 > 2 else listed(names)
    ahead = {"points": highest - most, "names": others}
    return f"{with_points}, {_('%(points)d ahead of %(names)s') % ahead}."
