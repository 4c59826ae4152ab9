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
    if not has_ended(game, fold):
        return ()
    return tuple(one for derive in _SOURCES for one in derive(game, fold))


def has_ended(game: Game, fold: Fold) -> bool:
    """Whether the game is over or stopped."""
    return game.is_stopped or rules_of(game).is_over(fold.timeline.state)


def asked_in(game: Game, fold: Fold) -> tuple[Question, ...]:
    """What the game's group is asked now, closed questions too: the class's, then the game's."""
    if game.is_waiting or not has_ended(game, fold):
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


_SOURCES: tuple[Callable[[Game, Fold], Iterable[DerivedQuestion]], ...] = (_from_history,)
