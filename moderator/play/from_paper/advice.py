"""What can be done about a line that is refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext

from moderator.rules.errors import Refused
from moderator.rules.game import Rules
from moderator.rules.wire import Wire

_TYPED_WRONGLY = ("not-understood", "ambiguous")


def advice_on(rules: Rules[Any], refused: Refused, missing: str, after: int) -> str:
    """The advice, as sentences.

    Args:
        missing: whose written orders are missing, as a sentence; may be empty.
        after: the first line with a problem, if it is another one; else 0.
    """
    follows = gettext("Perhaps only because line %(line)d is left out.") % {"line": after}
    if refused.code in _TYPED_WRONGLY:
        return " ".join(filter(None, [missing, gettext("Correct the line.")]))
    if missing:
        return f"{missing} {gettext('Type them above this line.')}"
    return " ".join(filter(None, [follows if after else "", _by_code(rules, refused.code)]))


def instead_of(
    rules: Rules[Any], state: Any, wires: Sequence[Wire], refused: Refused
) -> tuple[str, ...]:
    """Lines that could stand instead of a move that the rules refuse; none if none are known."""
    if len(wires) != 1:
        return ()
    try:
        move = rules.read_move(state, wires[0])
    except Refused:
        return ()
    return rules.lines_instead(state, move, refused.code)


def _by_code(rules: Rules[Any], code: str) -> str:
    if code == "not-your-turn":
        return gettext("Put the lines in the order of play, with a line where each turn ended.")
    if rules.correction is None:
        return gettext("Correct the line, or leave it out.")
    return gettext(
        "Correct the line. If it really was played so, replace it with corrections, each with a "
        "reason, so that the chart is right."
    )
