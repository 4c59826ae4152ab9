"""All legal moves: every possible throw, and a restart."""

from __future__ import annotations

from moderator.rules.offer import Choice, Offer
from moderator.rules.rulebook import game_over
from moderator.rules.valley_of_war.state import COLOURS, NAMES, State, emperor_number
from moderator.rules.valley_of_war.wording import achieved_text


def offers(state: State, seat: str | None = None) -> tuple[Offer, ...]:
    """The offers of a throw, with a choice for each combination of results, and of a restart.

    Args:
        seat: `red`, `blue` or None (the referee); the offers are the same.

    Cost: at most 12 × 12 choices.
    """
    if seat is not None:
        emperor_number(seat)
    refused = game_over() if state.is_over else None
    throws = () if state.is_over else _throws(state)
    restart = Choice("Start again", refused=refused)
    return (
        Offer("throw", "Both throw", None, throws, refused),
        Offer("restart", "Start again", None, (restart,), refused),
    )


def _throws(state: State) -> tuple[Choice, ...]:
    red, blue = state.emperors
    return tuple(
        Choice(
            label="; ".join(
                f"{name}: {achieved_text(one)}"
                for name, one in zip(NAMES, (for_red, for_blue), strict=True)
            ),
            values=dict(zip(COLOURS, (for_red.wire(), for_blue.wire()), strict=True)),
        )
        for for_red in red.outcomes()
        for for_blue in blue.outcomes()
    )
