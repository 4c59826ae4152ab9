"""Entries of a log as sentences, in the page's language."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import get_language, gettext

from moderator.play.cache import MB, LruCache
from moderator.play.log import groups
from moderator.play.log.folds import Fold, LoggedMove
from moderator.rules.log import Step, Timeline
from moderator.rules.wire import REDO, UNDO

_sentences: LruCache[str] = LruCache(4 * MB)  # by the entry's hash, which is unique


def sentence(fold: Fold, entry: LoggedMove, language: str | None = None) -> str:
    """An entry of the log as a sentence in this language, which is the page's."""
    return _sentences.get_or_make(
        (entry.hash, language or get_language()),
        lambda: entry_sentence(fold.timeline, entry.verb, entry.step),
    )


def entry_sentence(now: Timeline, verb: str, step: Step) -> str:
    """An entry as a sentence: its move, or which move it undoes or redoes."""
    move = str(now.game.describe(step.before, step.move))
    facts = {"number": step.number, "move": move}
    if verb == UNDO:
        return gettext("Takes back no. %(number)d: %(move)s") % facts
    if verb == REDO:
        return gettext("Puts back no. %(number)d: %(move)s") % facts
    return move


def run_sentence(fold: Fold, run: Sequence[LoggedMove], language: str | None = None) -> str:
    """Entries that were recorded together (`groups.runs`) as one sentence."""
    if not groups.is_group(run):
        return sentence(fold, run[0], language)
    steps = sorted((entry.step for entry in run), key=lambda step: step.number)
    label = group_label(fold, steps)
    facts = {"first": steps[0].number, "last": steps[-1].number, "move": label}
    if run[0].verb == UNDO:
        return gettext("Takes back nos. %(first)d–%(last)d: %(move)s") % facts
    if run[0].verb == REDO:
        return gettext("Puts back nos. %(first)d–%(last)d: %(move)s") % facts
    return label


def group_label(fold: Fold, steps: Sequence[Step]) -> str:
    """What moves that were recorded together are called, as with a reveal."""
    orders = fold.timeline.game.orders
    if orders is not None and all(step.move.verb in orders.verbs for step in steps):
        return orders.reveal_label(steps[0].before)
    first = steps[0]
    if ended := fold.timeline.game.turn_end_label(first.before, first.move):
        return ended
    return gettext("Recorded together: %(count)d moves") % {"count": len(steps)}
