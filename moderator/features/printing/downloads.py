"""A game's sheets and record as downloads, the list of all sheets, and diplomatic records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from moderator.core import queries
from moderator.core.access import group_for
from moderator.core.class_models import LessonSettings
from moderator.core.forms import whole_number
from moderator.core.log import Fold
from moderator.core.look import look_at
from moderator.core.models import Game, Group
from moderator.core.responses import CONFLICT, file_response, render_page
from moderator.core.sheet_links import (
    SheetLink,
    file_name,
    kinds_of,
    links_to,
    paper_of,
    requested_game,
    requested_paper,
    unprintable_of,
)
from moderator.features.deals.records.part import RecordsView, records_view
from moderator.features.deals.records.read import RECORDS
from moderator.features.printing.game_sheets import NoSuchMove, PrintedGame, SheetRequest, has_more
from moderator.features.printing.packs.choice import by_when
from moderator.features.printing.people import Site
from moderator.rules.record import write
from moderator.rules.seating import MODERATOR
from moderator.sheets.drawing.page import Paper
from moderator.sheets.games import sheets_of
from moderator.sheets.layout.kind import SheetPart, pdf_of
from moderator.sheets.snapshot import GameSnapshot, Said, Stamp

# A game's sheets and record as downloads; `?game=` asks for an earlier game.


@dataclass(frozen=True)
class SealedPage:
    """The context of the page that says why there is no record yet."""

    group: Group
    game: Game


@require_safe
@group_for("print-sheet")
def sheet_pdf(request: HttpRequest, group: Group, sheet: str) -> HttpResponse:
    """A sheet; 404 if there is none.

    With `?moves=1` it lists the moves that stand, if it can. With `?moderator=1` it shows what is
    still secret, if it can, and says so. `?move=` asks for the state after that entry.
    """
    game = requested_game(request, group)
    kinds = kinds_of(game)
    kind = next((one for one in kinds if one.id == sheet), None)
    if kind is None:
        raise Http404
    paper = requested_paper(request)
    asked = SheetRequest(
        paper,
        language=get_language() or "en",
        has_moves="moves" in request.GET,
        is_for_moderator="moderator" in request.GET,
        move=_requested_move(request),
    )
    try:
        made = PrintedGame.of(Site.of(request), game).sheet(kind, asked)
    except NoSuchMove:
        raise Http404 from None
    pdf = pdf_of(made.parts)
    parts = [
        slugify(str(kind.name), allow_unicode=True) or kind.id,
        *(["and-moves"] if made.is_logged and "moves" not in kinds[kind] else []),
        *([f"move-{asked.move}"] if asked.move is not None else []),
    ]
    if made.is_secret:
        parts.append("moderator-only")
    return file_response(pdf, "application/pdf", _file_name(game, *parts, f"{paper}.pdf"))


def _requested_move(request: HttpRequest) -> int | None:
    """The number `?move=`, None without one; 404 for anything else."""
    if "move" not in request.GET:
        return None
    move = whole_number(request.GET["move"])
    if move is None:
        raise Http404
    return move


@require_safe
@group_for("see-record")
def record(request: HttpRequest, group: Group) -> HttpResponse:
    """The game's record, with every secret; 409 as long as nobody may see it."""
    game = requested_game(request, group)
    now = queries.timeline(game)
    if now.rules.is_sealed(now.state):
        return render_page(request, "printing/sealed.html", SealedPage(group, game), CONFLICT)
    data = write(queries.record_of(game))
    is_open = now.rules.is_over(now.state)
    name = _file_name(game, "record.json" if is_open else "record-moderator-only.json")
    return file_response(data, "application/json", name, is_saved=True)


def _file_name(game: Game, *parts: str) -> str:
    return file_name(game.group, f"game-{game.number}", *parts)


# All sheets of a group's game: by the time at which they are wanted, with what each is for.


@dataclass(frozen=True)
class SheetsPage:
    """The sheets of a game, each on every size of paper, the class's first.

    `sections`: by the time of the game, with its name. `unprintable`: which sheet is missing, and
    why.
    """

    group: Group
    game: Game
    sections: Sequence[tuple[str, str, Sequence[SheetLink]]]
    papers: Sequence[tuple[str, object]]
    record: str
    unprintable: str


@require_safe
@group_for("print-sheet")
def sheet_list(request: HttpRequest, group: Group) -> HttpResponse:
    """The list; `?game=` asks for an earlier game."""
    game = requested_game(request, group)
    look = look_at(game)
    now = look.timeline
    number = game.number if "game" in request.GET else None
    more = has_more(look)
    links = links_to(game, now.rules.is_over(now.state), number, more)
    first = paper_of(group.classroom)
    record = reverse("record", args=[group.code])
    page = SheetsPage(
        group=group,
        game=game,
        sections=by_when(links),
        papers=sorted(LessonSettings.Paper.choices, key=lambda one: one[0] != first),
        record=f"{record}?game={number}" if number else record,
        unprintable=unprintable_of(game),
    )
    return render_page(request, "printing/sheets.html", page)


# A game's diplomatic records as a PDF, by player and by pair, for the moderator to hand out.


@require_safe
@group_for("print-sheet")
def records_pdf(request: HttpRequest, group: Group) -> HttpResponse:
    """The sheet; 404 in games without records."""
    game, paper = requested_game(request, group), requested_paper(request)
    look = look_at(game)
    view = records_view(look.by(MODERATOR), RECORDS.of(look))
    if view is None:
        raise Http404
    language = get_language() or "en"
    printed = PrintedGame.of(Site.of(request), game)
    stamp = printed.stamp(look.fold.number, language, is_moderators_only=True)
    stamp = replace(stamp, title=look.rules.name)
    file = _file_name(game, "records-moderator-only", f"{paper}.pdf")
    return file_response(pdf_of(_parts(view, look.fold, stamp, paper)), "application/pdf", file)


def _parts(view: RecordsView, fold: Fold, stamp: Stamp, paper: Paper) -> list[SheetPart]:
    """A part for each player, and for each pair of which anything is noted."""
    rules, state = fold.timeline.rules, fold.timeline.state
    said = Said(
        rules.seats_of(state),
        (*view.promises, *view.contacts),
        has_all=not view.is_sealed,
        note=gettext("Only what moderators entered.") if view.is_sealed else "",
    )
    shown = GameSnapshot(rules, state, said.seats, reader=MODERATOR, said=said)
    every = sheets_of(rules.id).values()
    kinds = [kind for kind in every if kind.is_empty and kind.split]  # by player, and by pair
    if view.is_empty:
        kinds = kinds[:1]  # for there are no pairs
    return [part for kind in kinds for part in kind.lay_out(shown, stamp, paper)]
