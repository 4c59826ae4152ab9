"""Practice games, and what an instructor has set for practice."""

from django.db import models

from moderator.core.feature import Held
from moderator.core.models import KEY_LETTERS, Classroom, Person
from moderator.rules.reading import SLUG_LETTERS


class PracticeGame(models.Model):
    """A game of one browser against bots. It is the fold of its `steps`.

    `steps`: what has happened (`Happened`), first before the player's first decision, then after
    each one, which a step begins with.
    """

    token = models.CharField(max_length=KEY_LETTERS, unique=True)  # in its address
    browser = models.CharField(max_length=64, db_index=True)  # a hash of the key in its session
    # From whose page it was opened; null: from the front page.
    classroom = models.ForeignKey(
        Classroom, null=True, on_delete=models.CASCADE, related_name="practice_games"
    )
    rules = models.CharField(max_length=40)
    scenario = models.JSONField()
    is_guided = models.BooleanField()
    player = models.CharField(max_length=SLUG_LETTERS)
    level = models.CharField(max_length=20)
    seed = models.CharField(max_length=64)
    steps = models.JSONField(default=list)
    last_key = models.CharField(max_length=KEY_LETTERS, blank=True)  # of the last step's form
    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)
    finished = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-changed", "-pk"]


class ClassPractice(models.Model):
    """What the students of a class may practise; a class without it has the guided game alone."""

    classroom = models.OneToOneField(Classroom, on_delete=models.CASCADE, related_name="practice")
    scenarios = models.JSONField(default=list)  # each as `Practisable.id`
    is_finish_told = models.BooleanField(default=False)  # the instructor sees who has finished
    finished = models.ManyToManyField(Person, related_name="practised")  # the guided game


ClassPractice.finished.through.held = Held(  # type: ignore[attr-defined]
    "who has finished the guided game, if the class chose so", "person"
)
