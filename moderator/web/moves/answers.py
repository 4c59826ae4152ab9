"""What the console says back: to a command as it is typed, and to what was recorded or not."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from moderator.play import dice, selectors
from moderator.play.log.folds import Fold
from moderator.play.models import Game
from moderator.rules.errors import Refused
from moderator.rules.game import Wire
from moderator.rules.log import REDO, UNDO, Step, Timeline
from moderator.rules.sentences import without_outcome
from moderator.web.moves.forms import BOARD, COMMAND_LINE, RejectedForm


@dataclass(frozen=True)
class Reply:
    """What the console says back.

    `kind` is "recorded", "heard", "hint", "unclear", "refused", "stale" or "".
    """

    kind: str = ""
    sentence: str = ""
    detail: str = ""
    number: int = 0
    completions: tuple[str, ...] = ()


NOTHING = Reply()


@dataclass(frozen=True)
class UndoButton:
    """A button that takes back or puts back, and what; `reason` says why it can't."""

    verb: str
    what: str
    reason: str

    @property
    def label(self) -> str:
        """What it will do."""
        if not self.what:
            return gettext("Undo") if self.verb == UNDO else gettext("Redo")
        text = gettext("Undo “%(what)s”") if self.verb == UNDO else gettext("Redo “%(what)s”")
        return text % {"what": self.what}


def reply_to_command(game: Game, fold: Fold, text: str) -> Reply:
    """How a typed command is understood, and how it may go on."""
    if not text.strip():
        return last_recorded(fold)
    timeline = fold.timeline
    rules, state = timeline.game, timeline.state
    completions = tuple(rules.complete(state, text))
    try:
        known = rules.parse_command(state, text)
    except Refused as refused:
        return Reply("unclear", refused.message, completions=completions)
    verb = known.wire["type"]
    if verb in (UNDO, REDO):
        button = undo_button(timeline, verb)
        kind = "refused" if button.reason else "heard"
        return Reply(kind, button.label, button.reason, completions=completions)
    detail = known.refused.message if known.refused else _amiss(game, fold, known.wire)
    kind = "refused" if detail else "heard"
    return Reply(kind, known.sentence, detail, completions=completions)


def _amiss(game: Game, fold: Fold, wire: Wire) -> str:
    """What is wrong with a command's dice, as a sentence: they are typed or rolled, not both."""
    fields = [one.field for one in fold.timeline.game.dice_of(fold.timeline.state, wire)]
    if dice.rolls_here(game, fold):
        has_some = any(field in wire for field in fields)
        return gettext("The server rolls the dice: say it without them.") if has_some else ""
    lacks_some = any(field not in wire for field in fields)
    return gettext("Say what the dice show, too.") if lacks_some else ""


def last_recorded(fold: Fold) -> Reply:
    """The last entry of the log, as the console confirms it."""
    if not fold.entries:
        return NOTHING
    last = fold.entries[-1]
    return Reply("recorded", selectors.sentence(fold, last), number=last.number)


def reply_to(game: Game, fold: Fold, typed: RejectedForm | None) -> Reply:
    """What the console says back to what was typed, or (None) of the last entry."""
    if typed is None:
        return last_recorded(fold)
    if typed.refused is None and typed.form == BOARD:
        return Reply(
            "stale",
            gettext("Not recorded: somebody else has recorded something meanwhile."),
            gettext("The board is the new one. If it still holds, press again."),
        )
    if typed.refused is None:
        return Reply(
            "stale",
            gettext("Not recorded yet: somebody else has recorded something meanwhile."),
            gettext(
                "The chart is the new one, and what you typed is still there. If it still holds, "
                "record it again."
            ),
        )
    if typed.form == COMMAND_LINE:
        answer = reply_to_command(game, fold, typed.post.get("text", ""))
        if answer.kind == "refused":
            return answer
        return Reply("unclear", typed.refused.message, completions=answer.completions)
    # A field is empty or no number: the form says which.
    if typed.refused.code == "bad-move" and typed.form != BOARD:
        return Reply("unclear", gettext("Not recorded: the form below lacks something."))
    return Reply("unclear", typed.refused.message)


def undo_button(timeline: Timeline, verb: str) -> UndoButton:
    """The button that takes back (`undo`) or puts back (`redo`)."""
    step: Step | None = timeline.standing if verb == UNDO else timeline.undone
    what = description(timeline, step) if step else ""
    reason = ""
    if step is None:
        try:
            timeline.play({"type": verb})
        except Refused as refused:
            reason = refused.message
    return UndoButton(verb, what, reason)


def description(timeline: Timeline, step: Step) -> str:
    """A step's move as a short sentence."""
    return without_outcome(timeline.game.say(step.before, step.move))
