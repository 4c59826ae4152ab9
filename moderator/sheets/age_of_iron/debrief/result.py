"""Who won, in the sentence with which the debrief opens."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from moderator.rules.age_of_iron.past import GameHistory
from moderator.sheets.age_of_iron.debrief.parts import text_block
from moderator.sheets.age_of_iron.debrief.view import DebriefView
from moderator.sheets.layout.sheet import Block
from moderator.sheets.layout.wording import listed

MOST_MOVES = 12
MOST_LINES = 6


def result_blocks(view: DebriefView, width: float) -> list[Block]:
    """The sentence, and how to look up what follows."""
    return [
        text_block(result(view), width, 14.0, MOST_LINES, "serif"),
        text_block(lookup(view.history), width, 9.5),
    ]


def result(view: DebriefView) -> str:
    """Who has won or leads, with how many points, and how often the lead changed."""
    past = view.history
    if not past.last:
        return _("Nothing has happened yet.")
    if not past.is_scored:
        played = {"turns": past.complete_turns, "planned": past.turns_planned}
        return _("%(turns)d of %(planned)d Game-turns were played.") % played
    if not past.leading:
        return _("Nobody has Victory Points.")
    names = listed([seat.name for seat in past.leading])
    points = ngettext("%d point", "%d points", past.most_points) % past.most_points
    facts = {"names": names, "points": points, "times": _times(len(past.lead_changes))}
    if not past.is_over:
        return _led(view, facts)
    if not past.lead_changes:
        return _("%(names)s won with %(points)s.") % facts
    return _("%(names)s won with %(points)s after the lead had changed %(times)s.") % facts


def _led(view: DebriefView, facts: dict[str, str]) -> str:
    if view.stopped:
        if not view.history.lead_changes:
            return _("%(names)s led with %(points)s when the game stopped.") % facts
        return _("%(names)s led with %(points)s when the game stopped; the lead had changed "
                 "%(times)s.") % facts  # fmt: skip
    if not view.history.lead_changes:
        return _("%(names)s would win now, with %(points)s.") % facts
    return _("%(names)s would win now, with %(points)s; the lead has changed %(times)s.") % facts


def _times(count: int) -> str:
    return _("once") if count == 1 else ngettext("%d time", "%d times", count) % count


def lookup(past: GameHistory) -> str:
    """What the numbers of moves are, and with which of them the lead changed."""
    numbers = [str(lead.number) for lead in past.lead_changes]
    changed = ""
    if numbers:
        more = len(numbers) - MOST_MOVES
        named = [*numbers[:MOST_MOVES], *([_("%d more") % more] if more > 0 else [])]
        text = ngettext(
            "The lead changed with move %s.", "The lead changed with moves %s.", len(numbers)
        )
        changed = text % listed(named) + " "
    look = _("Small numbers are moves: look them up in the replay.")
    return changed + look
