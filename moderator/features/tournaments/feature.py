"""What tournaments add to what all features share."""

from moderator.core.erasing import ErasedName
from moderator.core.feature import Feature
from moderator.core.models import Classroom
from moderator.features.tournaments.models import Entrant
from moderator.features.tournaments.read import players_of


def _forget_name(classroom: Classroom, erased: ErasedName) -> None:
    # Where the person plays, too, another player with the same name is somebody else.
    tournaments = classroom.tournaments.exclude(entrants__person=erased.person)
    typed = Entrant.objects.filter(tournament__in=tournaments, person=None, name_key=erased.key)
    typed.update(name="", name_key="")


FEATURE = Feature(names=players_of, forget_name=_forget_name)
