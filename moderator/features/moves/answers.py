"""The console's replies: to a command while it is typed, and to a recorded or refused move."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.http import QueryDict
from django.utils.translation import gettext

from moderator.core import dice, log, sentences
from moderator.core.errors import Stale
from moderator.core.feature import FEATURES
from moderator.core.forms import whole_number
from moderator.core.log import Fold
from moderator.core.look import Look
from moderator.core.recording import waiting_sentence
from moderator.features.deals.models import PlayerOffer
from moderator.features.deals.offers import OFFERS, sentence_of
from moderator.features.moves.forms import BOARD, COMMAND_LINE, NOTHING, SLIPS, RejectedForm, Reply
from moderator.features.moves.posted import MOST_TYPED
from moderator.features.slips.part import command_in, reply_to_slip_command
from moderator.features.slips.read import redo_refused
from moderator.rules.command import ParsedCommand
from moderator.rules.errors import Refused
from moderator.rules.log import Step, Timeline
from moderator.rules.orders import SlipCommand
from moderator.rules.reading import REDO, UNDO, Wire


@dataclass(frozen=True)
class UndoButton:
    """An undo or redo button; `reason` says why it is disabled."""

    verb: str
    what: str
    reason: str

    @property
    def label(self) -> str:
        if not self.what:
            return gettext("Undo") if self.verb == UNDO else gettext("Redo")
        text = gettext("Undo “%(what)s”") if self.verb == UNDO else gettext("Redo “%(what)s”")
        return text % {"what": self.what}


def line_read(
    look: Look, text: str, post: QueryDict | None = None
) -> PlayerOffer | SlipCommand | ParsedCommand:
    """What a typed line means: an agreed offer, a command about slips, or a move, in this order.

    Args:
        post: the form in which it was posted. If its response got lost it keeps its key, and means
            what it meant when it was recorded, although its input may have changed since.

    Raises:
        Stale: the log has gone on since it was typed, unless it is about slips; or its key has
            recorded something else.
        Refused: it is not understood.
    """
    first = log.first_by_key(look.fold, post.get("key", "")) if post else None
    is_seen = not post or first or whole_number(post.get("after", "")) == look.fold.number
    state = first.step.before if first else look.state
    try:
        offer = OFFERS.of(look).typed(text)
        line = offer or command_in(look.rules, state, text)
        if not is_seen and not isinstance(line, SlipCommand):
            raise Stale(look.timeline)
        return line or look.rules.parse_command(state, text)
    except Refused:
        if first:
            raise Stale(look.timeline) from None
        raise


def reply_to_command(look: Look, text: str) -> Reply:
    """How a typed command is understood, with its possible completions."""
    if not text.strip():
        return last_recorded(look.fold)
    completions = _completions(look, text)
    try:
        command = line_read(look, text)
    except Refused as refused:
        return Reply("unclear", str(refused), completions=completions)
    if isinstance(command, PlayerOffer):
        return Reply("understood", sentence_of(look.fold, command.move))
    if isinstance(command, SlipCommand):
        return replace(reply_to_slip_command(look, command), completions=completions)
    verb = command.wire["type"]
    if verb in (UNDO, REDO):
        button = undo_button(look, verb)
        kind = "refused" if button.reason else "understood"
        return Reply(kind, button.label, button.reason, completions=completions)
    if look.game.is_waiting:
        detail = waiting_sentence()
    else:
        detail = str(command.refused) if command.refused else _dice_error(look, command.wire)
    kind = "refused" if detail else "understood"
    said = " ".join(filter(None, (one.spoken(look, command.wire) for one in FEATURES)))
    return Reply(kind, command.sentence, detail or said, completions=completions)


def _completions(look: Look, text: str) -> tuple[str, ...]:
    """While orders are written on slips, none completes a number of theirs."""
    rules, state = look.rules, look.state
    lines = tuple(rules.complete(state, text))
    if rules.orders is None or not rules.orders.is_open(state):
        return lines
    own = tuple(rules.orders.complete(state, text))
    return own + tuple(line for line in lines if line not in own and not _is_slip(look, line))


def _is_slip(look: Look, text: str) -> bool:
    """Whether a command is about order slips, even one that isn't understood."""
    try:
        return command_in(look.rules, look.state, text) is not None
    except Refused:
        return True


def _dice_error(look: Look, wire: Wire) -> str:
    """What is wrong with a command's dice: they are either typed or rolled by the server."""
    needed = look.rules.dice_of(look.state, wire)
    fields = [one.field for one in needed]
    if dice.rolls_here(look):
        has_some = any(field in wire for field in fields)
        return gettext("The server rolls the dice: leave them out.") if has_some else ""
    lacks_some = any(field not in wire for field in fields)
    if not lacks_some:
        return ""
    if len(needed) == 1 and needed[0].count is None:
        return gettext("Type what the die shows, too.")
    return gettext("Type what the dice show, too.")


def last_recorded(fold: Fold) -> Reply:
    """A confirmation of the log's last entry, or of all that were recorded together with it."""
    if not fold.entries:
        return NOTHING
    run = log.last_run(fold)
    sentence = sentences.run_sentence(fold, run)
    return Reply("recorded", sentence, number=run[-1].number, first=run[0].number)


def reply_to(look: Look, typed: RejectedForm | None) -> Reply:
    """The reply to a rejected form, or (None) a confirmation of the last entry."""
    if typed is None:
        return last_recorded(look.fold)
    text = typed.post.get("text", "")[:MOST_TYPED]
    is_slip = typed.form == SLIPS or _is_slip(look, text)
    if typed.refused is None and is_slip:
        return Reply(
            "stale",
            gettext("Not done yet: a slip has been sealed, opened or changed in the meantime."),
            gettext("The slips are up to date now. If it is still right, do it again."),
        )
    if typed.refused is None and typed.form == BOARD:
        return Reply(
            "stale",
            gettext("Not recorded: somebody else has just recorded something."),
            gettext("The board is up to date now. If your move is still right, make it again."),
        )
    if typed.refused is None:
        return Reply(
            "stale",
            gettext("Not recorded yet: somebody else has just recorded something."),
            gettext(
                "The chart is up to date now, and what you typed is still there. If it is still "
                "right, record it again."
            ),
        )
    if typed.form == COMMAND_LINE:
        answer = reply_to_command(look, text)
        if answer.kind == "refused":
            return answer
        return Reply("unclear", str(typed.refused), completions=answer.completions)
    # A field is empty or not a number: the form shows which.
    if typed.refused.code == "bad-move" and typed.form not in (BOARD, SLIPS):
        return Reply("unclear", gettext("Not recorded: something is missing in the form below."))
    return Reply("unclear", str(typed.refused))


def undo_button(look: Look, verb: str) -> UndoButton:
    """The undo or redo button, which names all that it covers."""
    timeline = look.timeline
    step: Step | None = timeline.standing if verb == UNDO else timeline.undone
    if step is None:
        try:
            timeline.play({"type": verb})
        except Refused as refused:
            return UndoButton(verb, "", str(refused))
        return UndoButton(verb, "", "")
    is_group = bool(log.name_of(look.fold.entries[step.number - 1].key))
    what = (
        sentences.group_label(look.fold, log.steps_of_next(look.fold, verb))
        if is_group
        else description(timeline, step)
    )
    obstacle = redo_refused(look) if verb == REDO else None
    return UndoButton(verb, what, str(obstacle or ""))


def description(timeline: Timeline, step: Step) -> str:
    """A step's move as a short sentence, without its outcome."""
    return str(step.move.describe(step.before).action)
