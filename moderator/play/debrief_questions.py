"""Questions of the debrief: those derived from what happened, and those that a group is asked.

Students see a question when it has been asked and their game is over or stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.db.models import Q

from moderator.play.log import folds
from moderator.play.log.entries import rules_of
from moderator.play.log.folds import Fold
from moderator.play.log.groups import past_of
from moderator.play.models import Game, Question
from moderator.play.models.diplomacy import NOTE_LETTERS
from moderator.play.stopped import is_ended
from moderator.play.table.diplomacy import has_records
from moderator.play.table.snapshot import table_of
from moderator.rules.viewer import MODERATOR, PUBLIC


@dataclass(frozen=True, slots=True)
class DerivedQuestion:
    """A question about what happened, and the entries that it is about, in order."""

    text: str
    moves: tuple[int, ...]


def derived_questions(game: Game) -> tuple[DerivedQuestion, ...]:
    """What can be asked about the game; nothing before it is over or stopped.

    Cost: reads the whole game.
    """
    fold = folds.fold_of(game)
    if not is_ended(game, fold):
        return ()
    return tuple(one for derive in _SOURCES for one in derive(game, fold))


def are_promises_sealed(game: Game, fold: Fold) -> bool:
    """Whether promises are made in the game, and not everything has been released.

    Then there may be questions that aren't derived yet.
    """
    if not has_records(fold) or fold.timeline.game.promises is None:
        return False
    return not table_of(game, fold).releases.has_all


def asked_in(game: Game, fold: Fold) -> tuple[Question, ...]:
    """What the game's group is asked now, closed questions too: the class's, then the game's."""
    if game.is_waiting or not is_ended(game, fold):
        return ()
    asked = Question.objects.filter(Q(game=game) | Q(classroom=game.group.classroom_id))
    found = asked.exclude(asked_at=None).order_by("number")
    return tuple(sorted(found, key=lambda question: question.game_id is not None))


def _from_history(game: Game, fold: Fold) -> Iterable[DerivedQuestion]:
    """The questions of the rules' own history, if they have one."""
    rules = rules_of(game)
    if not rules.has_history:
        return ()
    # A stopped game may go on, so its secrets stay out of them.
    viewer = MODERATOR if rules.is_over(fold.timeline.state) else PUBLIC
    steps = past_of(fold, fold.number, viewer)
    history = rules.history_view(fold.timeline.start, steps, viewer)
    found = getattr(history, "questions", ())
    return tuple(DerivedQuestion(one.text, tuple(one.moves)) for one in found)


def _from_promises(game: Game, fold: Fold) -> Iterable[DerivedQuestion]:
    """Questions about promises that have been released: the whole group reads what is asked."""
    rules, table = rules_of(game).promises, table_of(game, fold)
    shown = table.released(game, fold)
    deals = [one.judged for one in shown.records.promises if one.is_accepted]
    if rules is None or not deals:
        return ()
    moves = [entry.move for entry in fold.entries]
    found = rules.questions(fold.timeline, moves, deals, game.is_stopped)
    return tuple(
        DerivedQuestion(one.text, one.moves) for one in found if len(one.text) <= NOTE_LETTERS
    )


_SOURCES: tuple[Callable[[Game, Fold], Iterable[DerivedQuestion]], ...] = (
    _from_promises,
    _from_history,
)
