"""Releases, questions, answers and comments of a debrief."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models
from django.db.models import Q

from moderator.core.feature import Held, Typed
from moderator.core.models import TEXT_LETTERS, Classroom, Game, Person
from moderator.core.written import MESSAGE_LETTERS
from moderator.rules.reading import SLUG_LETTERS

if TYPE_CHECKING:
    from moderator.core.written import SaidOnTable


class DebriefRelease(models.Model):
    """What everybody may read of a game's messages and records, by an act of the instructor.

    Without players: everything; one player: all that is its own; two: what one of them wrote to the
    other, or about their talks. With a turn only what was written in that round. A release is never
    deleted, but can be withdrawn.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="debrief_releases")
    players = models.JSONField(default=list)  # at most two ids, sorted
    turn = models.PositiveIntegerField(null=True)
    at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]

    @property
    def is_all(self) -> bool:
        return not self.players and self.turn is None

    def is_like(self, other: DebriefRelease) -> bool:
        """Whether both release the same."""
        return (self.players, self.turn) == (other.players, other.turn)

    def covers(self, one: SaidOnTable) -> bool:
        """Whether everybody may read it.

        Of a pair only what one of them wrote to the other, or about their talks; a single player's
        contacts are those in its own record.
        """
        readers = one.players if len(self.players) > 1 else one.readers
        is_between = len(self.players) < 2 or one.player in self.players
        return readers.issuperset(self.players) and is_between and self.turn in (None, one.turn)


class Question(models.Model):
    """A question of the debrief: prepared by the instructor, or derived from what happened.

    It is about one game, or (no `game`) for all groups of the class.
    """

    typed = (Typed("text"), Typed("text", "classroom"))

    game = models.ForeignKey(Game, null=True, on_delete=models.CASCADE, related_name="questions")
    classroom = models.ForeignKey(
        Classroom, null=True, on_delete=models.CASCADE, related_name="questions"
    )
    number = models.PositiveIntegerField()  # its place in the game's, or the class's, from 1
    text = models.CharField(max_length=TEXT_LETTERS)
    moves = models.JSONField(default=list)  # numbers of entries to look up
    is_derived = models.BooleanField(default=False)
    asked_at = models.DateTimeField(null=True)  # students see it at the end of their game
    closed_at = models.DateTimeField(null=True)  # from then on no answer changes

    class Meta:
        ordering = ["classroom", "game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="question_number_unique"),
            models.UniqueConstraint(
                fields=["classroom", "number"], name="question_of_class_number_unique"
            ),
            models.CheckConstraint(
                condition=Q(game=None) ^ Q(classroom=None), name="question_of_game_or_class"
            ),
        ]


class Answer(models.Model):
    """A student's short answer to a question; a later one replaces it."""

    held = Held("an answer in the debrief", "question player text at")
    typed = (Typed("text", "person__classroom"),)

    question = models.ForeignKey(Question, on_delete=models.CASCADE, related_name="answers")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="answers")
    player = models.CharField(max_length=SLUG_LETTERS, blank=True)
    text = models.CharField(max_length=MESSAGE_LETTERS)
    at = models.DateTimeField()

    class Meta:
        ordering = ["question", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["question", "person"], name="answer_once"),
        ]


class Comment(models.Model):
    """What a moderator or the instructor says about an entry of a log, in replay and on paper."""

    held = Held("a comment on a move", "game number by is_instructor text at")
    typed = (Typed("text", by="by"),)

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="comments")
    number = models.PositiveIntegerField()  # of the entry; 0 is the start of the game
    by = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="+")
    is_instructor = models.BooleanField(default=False)
    text = models.CharField(max_length=TEXT_LETTERS)
    at = models.DateTimeField()

    class Meta:
        ordering = ["game", "number", "pk"]
