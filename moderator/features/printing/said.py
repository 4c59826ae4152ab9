"""What of messages and records is printed on a sheet: only what its readers may know."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext

from moderator.core.beside import table_of
from moderator.core.look import Look
from moderator.features.debrief.releases.read import Released, has_debrief
from moderator.features.debrief.said import said_in, turning_points_told
from moderator.rules.promises import Verdict
from moderator.rules.said import SaidLine
from moderator.sheets.snapshot import Said


def said_of(
    look: Look,
    is_for_moderator: bool = False,
    move: int | None = None,
    history: Any = None,
) -> Said:
    """What has been released; for the moderator what the moderator may read, if that is more.

    Args:
        move: only what was written until that entry of the log, and the verdicts then.
        history: the rules' own, on sheets that say what had been told before turning points.
    """
    now = look.timeline
    seats = now.rules.seats_of(now.state)
    if not has_debrief(look.fold):
        return Said(seats)
    is_secret = is_for_moderator and has_more(look)
    what = readable(look, is_secret)
    lines = said_in(look, what)
    if move is not None:
        lines = tuple(_then(one, move) for one in lines if one.log_number <= move)
    return Said(
        seats,
        lines,
        what.has_all,
        "" if what.has_all else gettext("Only what has been released."),
        now.rules.round_word,
        turning_points_told(history, seats, lines) if lines else (),
        is_secret,
    )


def readable(look: Look, is_for_moderator: bool) -> Released:
    """What everybody may read of the game, or what its moderators may."""
    table = table_of(look)
    return (table.released_to_teachers if is_for_moderator else table.released)(look)


def has_more(look: Look) -> bool:
    """Whether moderators may read more than everybody."""
    if not has_debrief(look.fold):
        return False
    return readable(look, True).has_all and not readable(look, False).has_all


def _then(line: SaidLine, move: int) -> SaidLine:
    """The line with what was known of it after that entry of the log."""

    def then(verdict: Verdict | None) -> Verdict | None:
        return verdict if verdict and verdict.entry is not None and verdict.entry <= move else None

    line = replace(line, verdict=then(line.verdict), exchange_verdict=then(line.exchange_verdict))
    if (line.accepted_after or 0) <= move:
        return line
    return replace(line, answer="", accepted_after=None, is_answer_entered=False)
