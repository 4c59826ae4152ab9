"""What was achieved, in words."""

from __future__ import annotations

from moderator.rules.valley_of_war.emperor import EMPIRE_DICE, Achieved


def achieved_text(achieved: Achieved) -> str:
    """What a throw has achieved.

    >>> achieved_text(Achieved(knocked_out=1))
    '1 of 2 Empire Dice out'
    >>> achieved_text(Achieved(occupying=3, eyes=1))
    '3 Samurai Occupy, 1 of 2 Eyes taken'
    """
    if achieved.knocked_out is not None:
        return f"{achieved.knocked_out} of {EMPIRE_DICE} Empire Dice out"
    occupying = achieved.occupying or 0
    text = "1 Samurai Occupies" if occupying == 1 else f"{occupying or 'no'} Samurai Occupy"
    if achieved.eyes is None:
        return text
    return f"{text}, {achieved.eyes} of {EMPIRE_DICE} Eyes taken"
