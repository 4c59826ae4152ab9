"""All sheets of a group's game: by the time at which they are wanted, with what each is for."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from moderator.play.log import folds
from moderator.play.models import Game, Group, LessonSettings
from moderator.web.core.access import group_for
from moderator.web.core.responses import render_page
from moderator.web.core.sheet_links import (
    WHEN_NAMES,
    SheetLink,
    links_to,
    paper_of,
    requested_game,
    unprintable_of,
)
from moderator.web.printing.said import has_more


@dataclass(frozen=True)
class SheetSection:
    """The sheets for one time of a game; `id`: of its heading."""

    id: str
    name: str
    links: tuple[SheetLink, ...]


@dataclass(frozen=True)
class SheetsPage:
    """The sheets of a game, each on every size of paper, the class's first.

    `unprintable`: which sheet is missing, and why.
    """

    group: Group
    game: Game
    sections: tuple[SheetSection, ...]
    papers: tuple[tuple[str, str], ...]
    record: str
    unprintable: str


@require_safe
@group_for("print-sheet")
def sheet_list(request: HttpRequest, group: Group) -> HttpResponse:
    """The list; `?game=` asks for an earlier game."""
    game = requested_game(request, group)
    fold = folds.fold_of(game)
    now = fold.timeline
    number = game.number if "game" in request.GET else None
    more = has_more(game, fold)
    links = links_to(game, now.game.is_over(now.state), number, more)
    sections = (
        SheetSection(when, str(name), tuple(link for link in links if link.when == when))
        for when, name in WHEN_NAMES.items()
    )
    first = paper_of(group.classroom)
    papers = [(paper, str(name)) for paper, name in LessonSettings.Paper.choices]
    record = reverse("record", args=[group.code])
    page = SheetsPage(
        group=group,
        game=game,
        sections=tuple(section for section in sections if section.links),
        papers=tuple(sorted(papers, key=lambda one: one[0] != first)),
        record=f"{record}?game={number}" if number else record,
        unprintable=unprintable_of(game),
    )
    return render_page(request, "web/printing/sheets.html", page)
