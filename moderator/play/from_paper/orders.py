"""Written orders in a text of lines: those of all players, in any order, until all are there."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext, ngettext

from moderator.rules.errors import Refused
from moderator.rules.game import Rules
from moderator.rules.orders import CLEAR, OPEN, REVEAL, SEAL, Orders, SlipCommand


class OrdersInText:
    """What has been written so far for the present turn.

    Order slips on the table don't count: nobody else may read them.
    """

    def __init__(self, rules: Rules[Any]) -> None:
        self._all_rules = rules
        self._rules = rules.orders
        self._written: dict[str, Orders] = {}
        self._before: Any = None  # the state before the last reveal

    def command(self, state: Any, text: str) -> SlipCommand | None:
        """A line about orders while they are written; None if it is another one.

        Raises:
            Refused: `not-understood` or `ambiguous`.
        """
        if self._rules is None or not self._rules.is_open(state):
            return None
        return self._rules.command(state, text)

    def write(self, state: Any, command: SlipCommand) -> str:
        """Do what the line says; it in words.

        Raises:
            Refused: the rules don't accept the orders, or some are missing.
        """
        if command.verb == REVEAL:
            raise Refused("rfs-in-hand", self.missing(state) or gettext("No orders are written."))
        name, left = self._names(state)[command.player], self._left(state)
        if command.player not in left or self._rules is None:
            raise Refused("bad-move", gettext("This player has nothing to place in this turn."))
        if command.verb == SEAL and left[command.player]:
            raise Refused("rfs-in-hand", _left_of(name, left[command.player]))
        if command.verb == CLEAR:
            self._written[command.player] = ()
        elif command.verb not in (SEAL, OPEN):
            written = self._written.get(command.player, ())
            self._written[command.player] = self._rules.with_amounts(
                state, command.player, written, command.amounts
            )
        return self._sentence(state, command, name)

    def is_complete(self, state: Any) -> bool:
        """Whether everybody who has orders to write has written all of them."""
        return bool(self._written) and not any(self._left(state).values())

    def take(self, state: Any) -> dict[str, Orders]:
        """The orders of all players, in the order of play; the next turn begins without any."""
        if self._rules is None:
            return {}
        written, self._written, self._before = self._written, {}, state
        players = self._rules.writers(state)
        return {one: self._rules.read(state, one, written[one]) for one in players}

    def are_revealed_by(self, text: str) -> bool:
        """Whether the line asks for a reveal that has been made already."""
        if self._rules is None or self._before is None:
            return False
        try:
            command = self._rules.command(self._before, text)
        except Refused:
            return False
        return command is not None and command.verb == REVEAL

    def label(self, before: Any) -> str:
        """What the reveal is called; `before` is the state before it."""
        return self._rules.reveal_label(before) if self._rules else ""

    def as_shown(self, state: Any) -> Any:
        """The state in which those who have written all their orders have placed everything."""
        if not self._written or self._rules is None:
            return state
        done = [player for player, left in self._left(state).items() if not left]
        return self._rules.as_sealed(state, done)

    def missing(self, state: Any) -> str:
        """Whose orders are missing, if some are written; else empty."""
        if not self._written:
            return ""
        names = self._names(state)
        left = ", ".join(
            _left_of(names[player], count) for player, count in self._left(state).items() if count
        )
        return gettext("Orders are missing: %(left)s.") % {"left": left}

    def _left(self, state: Any) -> dict[str, int]:
        """How much each player still has to write."""
        if self._rules is None:
            return {}
        written, rules = self._written, self._rules
        players = rules.writers(state)
        return {player: rules.left(state, player, written.get(player, ())) for player in players}

    def _names(self, state: Any) -> dict[str, str]:
        return {seat.id: seat.name for seat in self._all_rules.seats_of(state)}

    def _sentence(self, state: Any, command: SlipCommand, name: str) -> str:
        if self._rules is None or not command.amounts:
            text = _left_of(name, self._left(state)[command.player])
            return gettext("Orders: %(text)s") % {"text": text}
        lines = self._rules.lines(state, command.player, command.amounts)
        amounts = ", ".join(f"{one.place} {one.rfs} ({one.before} → {one.after})" for one in lines)
        left = self._left(state)[command.player]
        rest = ngettext("%(left)d left", "%(left)d left", left) % {"left": left} if left else ""
        text = f"{amounts} · {rest}" if rest else amounts
        return gettext("%(name)s orders %(text)s") % {"name": name, "text": text}


def _left_of(name: str, left: int) -> str:
    return gettext("%(name)s has %(left)d to place") % {"name": name, "left": left}
