"""The stamp of a sheet of a whole class: the logs that it is made from."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import datetime

from django.db.models import Max

from moderator import sheets
from moderator.play.log.entries import genesis
from moderator.play.models import Classroom, Entry, Game
from moderator.play.whole_class import WholeClass


def stamp_of_class(
    classroom: Classroom,
    origin: str,
    made_from: str,
    language: str,
    times: Iterable[datetime] = (),
) -> sheets.Stamp:
    """The stamp of a sheet that is made from this text.

    Its time is that of the last move, or the last of these times.
    """
    games = Game.objects.filter(group__classroom=classroom)
    made = games.aggregate(at=Max("created"))["at"]
    last = Entry.objects.filter(game__in=games).aggregate(at=Max("at"))["at"]
    return sheets.Stamp(
        group_name="",
        class_name=classroom.name,
        game_number=1,
        entries=0,
        hash=hashlib.sha256(made_from.encode("utf-8", "surrogatepass")).hexdigest(),
        at=max(filter(None, (classroom.created, made, last, *times))),
        time_zone=classroom.time_zone,
        language=language,
        origin=origin,
    )


def heads_of(whole: WholeClass, games: Iterable[Game]) -> str:
    """The last hash of each of these games, in one text."""
    return " ".join(_head(whole, game) for game in games)


def _head(whole: WholeClass, game: Game) -> str:
    entries = whole.folds[game.pk].entries
    return entries[-1].hash if entries else genesis(game)
