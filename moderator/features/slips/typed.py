"""Commands about order slips, typed on the console: how they are understood, and recording them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext, ngettext

from moderator.core.errors import Stale
from moderator.core.forms import whole_number
from moderator.core.log import Fold
from moderator.core.look import Look
from moderator.core.models import Person
from moderator.core.recording import is_done
from moderator.features.moves.forms import NOTHING, Reply
from moderator.features.moves.posted import key_of
from moderator.features.slips.part import reason_of
from moderator.features.slips.read import ORDER_SLIPS, Slip, SlipBook, opened_by_of
from moderator.features.slips.write import SlipChange, slip_write, slips_reveal
from moderator.rules import orders
from moderator.rules.errors import Refused
from moderator.rules.game import Rules
from moderator.rules.orders import OrderRules, SlipCommand

# Fields: the versions of all slips, their public number, and the entry that opened their turn.
VERSIONS, SEEN, TURN = "slips", "seen", "turn"


def command_in(rules: Rules[Any], state: Any, text: str) -> SlipCommand | None:
    """The typed command about slips; None if it is another one, or no slips are written now.

    Raises:
        Refused: it is about slips, and not understood.
    """
    if rules.orders is None or not rules.orders.is_open(state):
        return None
    return rules.orders.command(state, text)


def record_slip_command(
    look: Look, command: SlipCommand, post: QueryDict, by: Person, role: str
) -> tuple[Fold, Reply]:
    """Do what a posted command says about slips.

    Raises:
        Stale: the slip, or for a reveal any slip, has been changed since the form was made.
        Refused: the rules refuse it.
        NotAllowed: this person may not do it.
    """
    if command.verb == orders.REVEAL:
        return slips_reveal(look.game, seen_in(post), key_of(post), by, role).fold, NOTHING
    return _write(look, command, post, by, role)


def versions_of(book: SlipBook) -> str:
    """The versions of all slips, as a form's field."""
    return " ".join(f"{slip.player}:{slip.version}" for slip in book.slips)


def reply_to_slip_command(look: Look, command: SlipCommand) -> Reply:
    """How a command about slips is understood; nothing that is on a slip is told."""
    rules, book = look.rules.orders, ORDER_SLIPS.of(look)
    if command.verb == orders.REVEAL:
        sentence = gettext("Reveal all orders")
        missing = reason_of(book)
        return Reply("refused" if missing else "understood", sentence, missing)
    slip = book.of(command.player)
    if rules is None or slip is None:
        return Reply("unclear", gettext("This player has nothing to place in this turn."))
    sentence = _sentence(look.fold, rules, command)
    try:
        change = _change(look.fold, rules, slip, command, slip.version)
    except Refused as refused:
        return Reply("refused", sentence, str(refused))
    return Reply("understood", f"{sentence} · {_status(look.fold, rules, change)}")


def reply_to_slip(look: Look, player: str) -> Reply:
    """What has become of a slip: sealed, or how much is left."""
    rules, slip = look.rules.orders, ORDER_SLIPS.of(look).of(player)
    if rules is None or slip is None:
        return NOTHING
    change = SlipChange(player, slip.version, slip.orders, slip.is_sealed)
    return Reply("written", _title(look.fold, player), _status(look.fold, rules, change))


def _write(
    look: Look, command: SlipCommand, post: QueryDict, by: Person, role: str
) -> tuple[Fold, Reply]:
    rules, slip = look.rules.orders, ORDER_SLIPS.of(look).of(command.player)
    if rules is None or slip is None:
        raise Refused("bad-move", gettext("This player has nothing to place in this turn."))
    key, version, turn = post.get("key", ""), _version(post, command.player), turn_in(post)
    is_other = version != slip.version or turn != opened_by_of(look.fold)
    if is_other and not is_done(look.game, key):
        raise Stale(look.timeline)  # what was typed was meant for another slip
    change = replace(_change(look.fold, rules, slip, command, version), opened_by=turn)
    written = slip_write(look.game, change, key, by, role, post.get("text", ""))
    if written.recorded:
        return written.recorded.fold, NOTHING
    sentence = _sentence(look.fold, rules, command)
    now = ORDER_SLIPS.of(look).of(command.player) or slip
    status = _status(
        look.fold, rules, SlipChange(now.player, now.version, now.orders, now.is_sealed)
    )
    return look.fold, Reply("written", sentence, status, player=command.player)


def _change(
    fold: Fold, rules: OrderRules[Any], slip: Slip, command: SlipCommand, version: int
) -> SlipChange:
    """What the command asks for; `Refused` if the rules don't accept it."""
    state, player = fold.timeline.state, command.player
    if command.verb == orders.CLEAR:
        return SlipChange(player, version, (), False)
    if command.verb in (orders.SEAL, orders.OPEN):
        return SlipChange(player, version, slip.orders, command.verb == orders.SEAL)
    written = rules.with_amounts(state, player, slip.orders, command.amounts)
    return SlipChange(player, version, written, not rules.left(state, player, written))


def _version(post: QueryDict, player: str) -> int:
    """The version of the player's slip that the form knew; -1 if it knew none."""
    known = dict(one.rpartition(":")[::2] for one in post.get(VERSIONS, "").split())
    return _number(known.get(player, ""))


def seen_in(post: QueryDict) -> int:
    """The slips' public number that the form knew; -1 if it knew none."""
    return _number(post.get(SEEN, ""))


def turn_in(post: QueryDict) -> int:
    """The entry that opened the turn for which the form was made; -1 if it says none."""
    return _number(post.get(TURN, ""))


def _number(text: str) -> int:
    number = whole_number(text)
    return -1 if number is None else number


def _title(fold: Fold, player: str) -> str:
    return gettext("%(name)s’s slip") % {"name": fold.timeline.labels[player].name}


def _sentence(fold: Fold, rules: OrderRules[Any], command: SlipCommand) -> str:
    """What the command says, with the numbers before and after."""
    title = _title(fold, command.player)
    if command.verb == orders.CLEAR:
        return gettext("%(slip)s is cleared") % {"slip": title}
    if command.verb == orders.OPEN:
        return gettext("%(slip)s is opened again") % {"slip": title}
    if command.verb == orders.SEAL:
        return title
    lines = rules.lines(fold.timeline.state, command.player, command.amounts)
    amounts = ", ".join(
        f"{line.place} {line.rfs} ({line.before} → {line.after})"
        if line.rfs
        else gettext("nothing for %(place)s") % {"place": line.place}
        for line in lines
    )
    return f"{title}: {amounts}"


def _status(fold: Fold, rules: OrderRules[Any], change: SlipChange) -> str:
    if change.is_sealed:
        return gettext("complete and sealed")
    written = rules.read(fold.timeline.state, change.player, change.orders)
    left = rules.left(fold.timeline.state, change.player, written)
    return ngettext("%(left)d left", "%(left)d left", left) % {"left": left}
