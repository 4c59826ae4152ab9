"""Sheets of a whole class, beside those of its groups' games; packs offer them too."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy

from moderator import sheets
from moderator.play.models import Classroom
from moderator.web.printing.attendance import attendance_parts
from moderator.web.printing.class_results import results_parts
from moderator.web.printing.debrief_answers import answer_parts
from moderator.web.printing.game_sheets import SheetRequest
from moderator.web.printing.join_cards import join_card_parts
from moderator.web.printing.people import Site
from moderator.web.printing.tournaments import tournament_parts

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise


@dataclass(frozen=True, slots=True)
class ClassSheet:
    """A sheet of a whole class.

    Args:
        id: in the choice of a pack; not the id of a game's sheet.
        name: its name, translated when it is used.
        parts: its pages; none if the class has nothing to print on it.
        when: at which time of a lesson it is handed out, for lists of sheets.
        about: a short sentence for these lists.
        has_more: whether it has more on request, that only the instructor may read.
    """

    id: str
    name: StrPromise | str
    parts: Callable[[Classroom, Site, SheetRequest], list[sheets.SheetPart]]
    when: sheets.When = "after"
    about: StrPromise | str = ""
    has_more: bool = False


_SHEETS = (
    ClassSheet(
        "join-cards",
        gettext_lazy("Join cards"),
        join_card_parts,
        when="before",
        about=gettext_lazy("A card for each student, with the code to join."),
    ),
    ClassSheet(
        "results",
        gettext_lazy("Class results"),
        results_parts,
        about=gettext_lazy("Rankings by group, the same player across groups, goals met."),
    ),
    ClassSheet(
        "tournaments",
        gettext_lazy("Tournaments"),
        tournament_parts,
        about=gettext_lazy("Standings and cross tables of the class’s tournaments."),
    ),
    ClassSheet(
        "attendance",
        gettext_lazy("Attendance"),
        attendance_parts,
        about=gettext_lazy("Who joined, in which group; lines to sign for the others."),
        has_more=True,
    ),
    ClassSheet(
        "debrief-answers",
        gettext_lazy("Debrief with answers"),
        answer_parts,
        about=gettext_lazy(
            "The questions asked in the debrief, and what students wrote, by group."
        ),
    ),
)

CLASS_SHEETS: Mapping[str, ClassSheet] = {sheet.id: sheet for sheet in _SHEETS}
"""All of them by their ids, in the order of lists."""
