"""What tournaments add to what all features share."""

from functools import partial

from django.urls import path

from moderator.core.feature import ErasedName, Feature, Typed
from moderator.core.models import Classroom
from moderator.features.tournaments import pages, sheet
from moderator.features.tournaments.models import TITLE_LETTERS, Entrant, Tournament
from moderator.features.tournaments.pages import SHOWN, tournament_html, tournament_wall_html
from moderator.features.tournaments.read import players_of

ONE = "classes/<int:pk>/tournaments/<int:number>/"


def _forget_name(classroom: Classroom, erased: ErasedName) -> None:
    # Where the person plays, too, another player with the same name is somebody else.
    tournaments = classroom.tournaments.exclude(entrants__person=erased.person)
    typed = Entrant.objects.filter(tournament__in=tournaments, person=None, name_key=erased.key)
    typed.update(name="", name_key="")


FEATURE = Feature(
    class_pages={
        "tournaments:": tournament_html,
        "public:tournaments:": tournament_wall_html,
        **{f"public:{shown}:": partial(tournament_wall_html, shown=shown) for shown in SHOWN},
    },
    urls=(
        path("classes/<int:pk>/tournaments/", pages.tournaments_of, name="tournaments"),
        path("classes/<int:pk>/tournaments/new/", pages.new, name="tournament-new"),
        path(ONE, pages.tournament, name="tournament"),
        path(f"{ONE}delete/", pages.delete, name="tournament-delete"),
        path(f"{ONE}tournament.pdf", sheet.pdf, name="tournament-pdf"),
        path("t/<code:code>/<int:number>/", pages.wall, name="tournament-wall"),
        path("g/<code:code>/tournament/", pages.table, name="tournament-table"),
    ),
    names=players_of,
    forget_name=_forget_name,
    typed=(Typed(Tournament, "title", TITLE_LETTERS, "classroom"),),
)
