"""A tournament of a class: entrants, rounds, pairings, and append-only results."""

from __future__ import annotations

from typing import Any, NoReturn

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext

from moderator.core.feature import Held, Typed
from moderator.core.models import (
    KEY_LETTERS,
    NAME_LETTERS,
    Classroom,
    Entry,
    Game,
    Person,
)

TITLE_LETTERS = 60


class Tournament(models.Model):
    """A tournament of games for two, with standings."""

    typed = (Typed("title", "classroom"),)

    class System(models.TextChoices):
        """How rounds are paired."""

        ROUND_ROBIN = "round-robin"  # everybody meets everybody once
        SWISS = "swiss"  # players with similar scores meet

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="tournaments")
    number = models.PositiveIntegerField()  # in the class, never used twice
    rules = models.CharField(max_length=40)
    title = models.CharField(max_length=TITLE_LETTERS)
    system = models.CharField(max_length=12, choices=System.choices)
    rounds_planned = models.PositiveIntegerField()
    tables = models.PositiveIntegerField()  # for games at the same time
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["classroom", "number"]
        constraints = [
            models.UniqueConstraint(fields=["classroom", "number"], name="tournament_number_unique")
        ]

    @property
    def is_swiss(self) -> bool:
        """Whether rounds are paired by results."""
        return self.system == self.System.SWISS


class Entrant(models.Model):
    """A player: a person of the class, or a typed name.

    A person's name is not copied, so that it can be changed and erased.
    """

    held = Held("a player of a tournament", "tournament number person name enters leaves")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    number = models.PositiveIntegerField()  # the order of seeding, or of the random draw
    person = models.ForeignKey(
        Person, null=True, blank=True, on_delete=models.CASCADE, related_name="entries_in"
    )
    name = models.CharField(max_length=NAME_LETTERS, blank=True)
    name_key = models.CharField(max_length=200, blank=True, editable=False)
    enters = models.PositiveIntegerField(default=1)  # the first round they play in
    leaves = models.PositiveIntegerField(null=True, blank=True)  # the first they no longer play

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entrant_number_unique"),
            models.UniqueConstraint(fields=["tournament", "person"], name="entrant_person_unique"),
            models.UniqueConstraint(
                fields=["tournament", "name_key"],
                condition=~Q(name_key=""),
                name="entrant_name_unique",
            ),
        ]

    @property
    def display_name(self) -> str:
        """The person's name as it is now, or the typed one; a number once it was erased."""
        if self.person:
            return self.person.display_name
        return self.name or gettext("Player %(number)d") % {"number": self.number}

    def plays_in(self, number: int) -> bool:
        """Whether they play in the round with that number."""
        return self.enters <= number and (self.leaves is None or number < self.leaves)


class Round(models.Model):
    """One round as it was paired."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()
    made = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="round_number_unique")
        ]


class Pairing(models.Model):
    """Two players who meet in a round; without `blue`, `red` has a bye."""

    held = Held("a pairing", "round number red blue game", of="red__person blue__person")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    number = models.PositiveIntegerField()  # in the round, the best players first
    red = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="as_red")
    blue = models.ForeignKey(
        Entrant, null=True, blank=True, on_delete=models.CASCADE, related_name="as_blue"
    )
    # If it is played in a group, the result follows from its log.
    game = models.OneToOneField(
        Game, null=True, blank=True, on_delete=models.SET_NULL, related_name="pairing"
    )

    class Meta:
        ordering = ["round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="pairing_number_unique")
        ]


class ResultIsAppendOnly(TypeError):
    """Code tried to change or delete a result."""

    def __init__(self) -> None:
        super().__init__("Results are never changed: a correction is a new one.")


class ResultQuerySet(models.QuerySet["Result"]):
    """Results can only be read and added; `tournament_delete` deletes all of them."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise ResultIsAppendOnly

    def delete(self) -> NoReturn:
        raise ResultIsAppendOnly


class Result(models.Model):
    """A recorded result of a pairing; the last one counts. An empty outcome takes it back."""

    held = Held(
        "a result, and who recorded it",
        "pairing number outcome by role at",
        of="pairing__red__person pairing__blue__person",
    )

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="results")
    number = models.PositiveIntegerField()
    outcome = models.CharField(max_length=20, blank=True)  # an id of the rules' outcomes
    # None: taken from the log of the pairing's game.
    by = models.ForeignKey(Person, null=True, on_delete=models.PROTECT, related_name="results")
    role = models.CharField(max_length=10, choices=Entry.Role.choices, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    key = models.CharField(max_length=KEY_LETTERS, blank=True)

    objects = ResultQuerySet.as_manager()

    class Meta:
        ordering = ["pairing", "number"]
        constraints = [
            models.UniqueConstraint(fields=["pairing", "number"], name="result_number_unique")
        ]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the result; one that is stored already is refused."""
        if not self._state.adding:
            raise ResultIsAppendOnly
        super().save(*args, **{**kwargs, "force_insert": True})

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise ResultIsAppendOnly


class TournamentErasure(models.Model):
    """A tournament that is being deleted: while this row exists, its results may be deleted.

    `tournament_delete` adds and removes it in one transaction: nobody else ever sees it.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, primary_key=True)
