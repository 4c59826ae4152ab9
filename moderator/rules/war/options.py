"""The options of a game."""

from __future__ import annotations

from dataclasses import dataclass

from moderator.rules.option import option, switch


@dataclass(frozen=True, slots=True)
class Options:
    """How a game begins (docs/rules/war.md, "Setup in a record")."""

    gifts: bool = option(
        "Starting cards",
        "Compensation for later players, since going first is an advantage.",
        switch(
            "Nobody has cards at the start; the youngest goes first.",
            "The second player starts with a card of value 1, the third with one of value 2, the "
            "fourth with both.",
        ),
    )
