"""What people print: sheets and records of games, sheets of a class, packs of all of them.

What printing adds to what all features share.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path, reverse
from django.utils.text import slugify
from django.utils.translation import get_language, gettext

from moderator.core import queries
from moderator.core.access import (
    actor_of,
    group_for,
    moderator_number,
    own_class,
    seat_of,
)
from moderator.core.ended import has_finished, is_ended
from moderator.core.events import Kind
from moderator.core.events import record as event
from moderator.core.feature import Feature, Part, Shown, part_html
from moderator.core.links import (
    file_name,
    kinds_of,
    links_to,
    requested_game,
    requested_paper,
    unprintable_of,
)
from moderator.core.log import Fold
from moderator.core.look import Look, look_at
from moderator.core.models import Classroom, Game, Group
from moderator.core.responses import (
    CONFLICT,
    UNPROCESSABLE,
    SeeOther,
    file_response,
    render_page,
)
from moderator.features.deals.records import RECORDS
from moderator.features.deals.records_part import RecordsView, records_view
from moderator.features.debrief.replay import requested_move
from moderator.features.printing.choice import (
    ORDERS,
    CannotPrint,
    ClassGames,
    PackChoice,
    by_when,
    check_choice,
    first_choice,
    offered_sheets,
    order_name,
    pack_key,
    posted_choice,
)
from moderator.features.printing.class_parts import Site
from moderator.features.printing.class_sheets import CLASS_SHEETS, PartsOf
from moderator.features.printing.game_sheets import NoSuchMove, PrintedGame, SheetRequest, has_more
from moderator.features.printing.join_cards import join_card_parts, personal_card_parts
from moderator.features.printing.models import Pack
from moderator.features.printing.write import (
    pack_cancel,
    pack_request,
    packs_check,
    packs_forget,
    start,
)
from moderator.rules.record import write
from moderator.rules.seating import MODERATOR
from moderator.sheets.drawing import Paper
from moderator.sheets.drawing.canvas import SheetPart
from moderator.sheets.games import sheets_of
from moderator.sheets.layout.kind import SheetKind, pdf_of
from moderator.sheets.snapshot import GameSnapshot, Said, Stamp, moderators, public

# A game's sheets and record as downloads; `?game=` asks for an earlier game.


@group_for("print-sheet", "GET")
def sheet_pdf(request: HttpRequest, group: Group, sheet: str) -> HttpResponse:
    """A sheet; 404 if there is none.

    With `?moves=1` it lists the moves that stand, if it can. With `?moderator=1` it shows what is
    still secret, if it can, and says so. `?move=` asks for the state after that entry.
    """
    game = requested_game(request, group)
    kinds = kinds_of(game)
    kind = queries.or_404(next((one for one in kinds if one.id == sheet), None))
    paper = requested_paper(request, group.classroom)
    asked = SheetRequest(
        paper,
        language=get_language() or "en",
        has_moves="moves" in request.GET,
        is_for_moderator="moderator" in request.GET,
        move=requested_move(request),
    )
    try:
        made = PrintedGame(Site.of(request), game).sheet(kind, asked)
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


@group_for("see-chart", "GET")
def own_pdf(request: HttpRequest, group: Group) -> HttpResponse:
    """What a player keeps of a game that is over or stopped: the own page, or else the score sheet,
    as the seat may see it. 404 before, and for everybody without a seat in the game."""
    game = requested_game(request, group)
    seat = queries.or_404(seat_of(actor_of(request), game))
    if not is_ended(look_at(game)):
        raise Http404
    paper = requested_paper(request, group.classroom)
    asked = SheetRequest(paper, get_language() or "en", seat=seat.player)
    pdf = pdf_of(PrintedGame(Site.of(request), game).sheet(_own_kind(game), asked).parts)
    return file_response(pdf, "application/pdf", _file_name(game, "own-page", f"{paper}.pdf"))


OWN = ("student", "score", "chart")  # every game has one of these sheets


def _own_kind(game: Game) -> SheetKind:
    kinds = {kind.id: kind for kind in kinds_of(game)}
    kind = next(kinds[id] for id in OWN if id in kinds)
    # Some draw what moderators see, since nothing of it is a secret once the game is over.
    return replace(kind, view=public) if kind.view is moderators else kind


def shown_own_page(look: Look) -> Shown | None:
    """The link to it on the phone; None for those who watch, and before the end."""
    if not look.viewer.seat or not is_ended(look):
        return None
    game = look.game
    url = f"{reverse('play-page', args=[game.group.code])}?game={game.number}"
    return Shown(url, partial(part_html, "printing/frame_own_page.html", url=url))


@group_for("see-record", "GET")
def record(request: HttpRequest, group: Group) -> HttpResponse:
    """The game's record, with every secret; 409 as long as nobody may see it."""
    game = requested_game(request, group)
    now = queries.timeline(game)
    if now.rules.is_sealed(now.state):
        return render_page(request, "printing/sealed.html", status=CONFLICT, group=group, game=game)
    data = write(queries.record_of(game))
    by, place = moderator_number(request, group), group.classroom_id
    event(Kind.RECORD_EXPORTED, person=by, classroom=place, about=group.number)
    is_open = now.is_over
    name = _file_name(game, "record.json" if is_open else "record-moderator-only.json")
    return file_response(data, "application/json", name, is_saved=True)


def _file_name(game: Game, *parts: str) -> str:
    return file_name(game.group, f"game-{game.number}", *parts)


# All sheets of a group's game: by the time at which they are wanted, with what each is for.


@group_for("print-sheet", "GET")
def sheet_list(request: HttpRequest, group: Group) -> HttpResponse:
    """The list; `?game=` asks for an earlier game."""
    game = requested_game(request, group)
    look = look_at(game)
    number = game.number if "game" in request.GET else None
    record = reverse("record", args=[group.code])
    return render_page(
        request,
        "printing/sheets.html",
        group=group,
        game=game,
        sections=by_when(links_to(game, has_finished(look), number, has_more(look))),
        record=f"{record}?game={number}" if number else record,
        unprintable=unprintable_of(game),  # what is on no sheet, and why
    )


# A game's diplomatic records as a PDF, by player and by pair, for the moderator to hand out.


RECORDS_SHEETS = "records-by-"
"""How the ids of the sheets of records begin: by player, and by pair."""


@group_for("print-sheet", "GET")
def records_pdf(request: HttpRequest, group: Group) -> HttpResponse:
    """The sheet; 404 in games without records."""
    game, paper = requested_game(request, group), requested_paper(request, group.classroom)
    look = look_at(game)
    view = queries.or_404(records_view(look.by(MODERATOR), RECORDS.of(look)))
    language = get_language() or "en"
    printed = PrintedGame(Site.of(request), game)
    stamp = printed.stamp(look.fold.number, language, is_moderators_only=True)
    stamp = replace(stamp, title=look.rules.name)
    file = _file_name(game, "records-moderator-only", f"{paper}.pdf")
    return file_response(pdf_of(_parts(view, look.fold, stamp, paper)), "application/pdf", file)


def _parts(view: RecordsView, fold: Fold, stamp: Stamp, paper: Paper) -> list[SheetPart]:
    """The records by player, and by pair."""
    rules, state = fold.timeline.rules, fold.timeline.state
    said = Said(
        rules.seats_of(state),
        (*view.promises, *view.contacts),
        has_all=not view.is_sealed,
        note=gettext("Only what moderators entered.") if view.is_sealed else "",
    )
    shown = GameSnapshot(rules, state, said.seats, reader=MODERATOR, said=said)
    kinds = [kind for id, kind in sheets_of(rules.id).items() if id.startswith(RECORDS_SHEETS)]
    if view.is_empty:
        kinds = kinds[:1]  # for there are no pairs
    return [part for kind in kinds for part in kind.lay_out(shown, stamp, paper)]


# The sheets of a whole class as downloads.


@own_class("GET")
def class_sheet_pdf(request: HttpRequest, classroom: Classroom, sheet: str) -> HttpResponse:
    """A sheet; 404 if there is nothing to print on it.

    With `?more=1` it has what only the instructor may read, if it can.
    """
    kind = queries.or_404(CLASS_SHEETS.get(sheet))
    if kind.has_more and "more" in request.GET:
        return _pdf(request, classroom, kind.parts, kind.id, "instructor-only", has_more=True)
    return _pdf(request, classroom, kind.parts, kind.id)


@own_class("GET", "POST")
def class_cards(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The join cards; a POST prints new personal links on them, which replace earlier ones."""
    if request.method == "POST":
        return _pdf(request, classroom, personal_card_parts, "join-cards", "personal-links")
    return _pdf(request, classroom, join_card_parts, "join-cards")


def _pdf(
    request: HttpRequest,
    classroom: Classroom,
    parts_of: PartsOf,
    *words: str,
    has_more: bool = False,
) -> HttpResponse:
    paper = requested_paper(request, classroom)
    asked = SheetRequest(paper, get_language() or "en", is_for_moderator=has_more)
    parts = parts_of(classroom, Site.of(request), asked)
    if not parts:
        raise Http404
    name = file_name(classroom, *words, f"{paper}.pdf")
    return file_response(pdf_of(parts), "application/pdf", name)


# Packs: what to print, the progress of a pack, and its file.


class ShownPack:
    """A pack of a class that plays these games, in words: the `names` of its sheets and so on."""

    def __init__(self, pack: Pack, now: ClassGames) -> None:
        choice = PackChoice.from_wire(pack.choice)
        names = {sheet.id: sheet.label for sheet in offered_sheets(now)}
        self.pack = pack
        self.names = ", ".join(names[kind] for kind in choice.kinds if kind in names)
        self.order = order_name(choice.order, now)
        self.is_secret = bool(pack.choice.get("is_secret"))
        self.percent = 100 * pack.sheets_done // pack.sheets if pack.sheets else 0


@own_class("GET", "POST")
def class_print(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Choose what to print; a post asks for the pack."""
    now = ClassGames(classroom)
    if request.method != "POST":
        transaction.on_commit(start)  # so that it is ready
        return _show(request, now, first_choice(request, now))
    choice = posted_choice(request, now)
    try:
        check_choice(now, choice)
    except CannotPrint as error:
        return _show(request, now, choice, str(error))
    pack = _requested(request, classroom, choice)
    return SeeOther(reverse("class-pack", args=[classroom.pk, pack.pk]))


def _requested(request: HttpRequest, classroom: Classroom, choice: PackChoice) -> Pack:
    site, language = Site.of(request), get_language() or "en"
    key = pack_key(classroom, site, choice, language)
    pack = pack_request(classroom, key, choice.to_wire(), language, site.url)
    if pack.is_pending:
        transaction.on_commit(start)
    return pack


def _show(
    request: HttpRequest, now: ClassGames, choice: PackChoice, error: str = ""
) -> HttpResponse:
    """What the class can print, and its packs, the newest first."""
    packs_check()
    packs = Pack.objects.filter(classroom=now.classroom).order_by("-pk")
    return render_page(
        request,
        "printing/print.html",
        status=UNPROCESSABLE if error else 200,
        classroom=now.classroom,
        sections=by_when(offered_sheets(now)),  # each time of a game is a preset, too
        orders=[(order, order_name(order, now)) for order in ORDERS],
        choice=choice,
        groups=len(now.games),
        without=now.without,
        packs=[ShownPack(pack, now) for pack in packs],
        error=error,
    )


@own_class("GET", "POST")
def class_pack(request: HttpRequest, classroom: Classroom, number: int) -> HttpResponse:
    """A pack; with `?part` only what changes. It starts a pack that still waits; a post cancels."""
    packs_check()
    pack = get_object_or_404(Pack, classroom=classroom, pk=number)
    if request.method == "POST":
        is_gone = pack_cancel(pack)
        return SeeOther(reverse("class-print", args=[classroom.pk]) if is_gone else request.path)
    if pack.state == Pack.State.WAITING:
        start()
    part = "#progress" if "part" in request.GET else ""
    return render_page(
        request,
        f"printing/pack.html{part}",
        classroom=classroom,
        shown=ShownPack(pack, ClassGames(classroom)),
        fields=_fields(pack),
    )


@own_class("GET")
def class_pack_pdf(request: HttpRequest, classroom: Classroom, number: int) -> HttpResponse:
    """A pack's file; 404 until it is there."""
    pack = get_object_or_404(Pack, classroom=classroom, pk=number)
    if not pack.is_done or pack.pdf is None:
        raise Http404
    event(Kind.PACK_EXPORTED, classroom=classroom.pk)
    choice = PackChoice.from_wire(pack.choice)
    secret = ["moderator-only"] if pack.choice.get("is_secret") else []
    parts = [f"pack-{pack.pk}", f"by-{choice.order}", *secret, f"{choice.paper}.pdf"]
    name = file_name(classroom, *parts)
    return file_response(bytes(pack.pdf), "application/pdf", name)


def _fields(pack: Pack) -> tuple[tuple[str, str], ...]:
    choice = PackChoice.from_wire(pack.choice)
    switches = {
        "secrets": choice.has_secrets,
        "two-sided": choice.is_two_sided,
    }
    return (
        *(("sheet", kind) for kind in choice.kinds),
        ("order", choice.order),
        *((name, "yes") for name, is_on in switches.items() if is_on),
    )


OF_CLASS = "classes/<int:pk>/print/"

FEATURE = Feature(
    urls=(
        path("classes/<int:pk>/people/cards.pdf", class_cards, name="join-cards"),
        path(OF_CLASS, class_print, name="class-print"),
        path(f"{OF_CLASS}<int:number>/", class_pack, name="class-pack"),
        path(f"{OF_CLASS}<int:number>/pack.pdf", class_pack_pdf, name="class-pack-pdf"),
        path(f"{OF_CLASS}<slug:sheet>.pdf", class_sheet_pdf, name="class-sheet-pdf"),
        path("play/<code:code>/page.pdf", own_pdf, name="play-page"),
        path("g/<code:code>/records.pdf", records_pdf, name="records-pdf"),
        path("g/<code:code>/<slug:sheet>.pdf", sheet_pdf, name="sheet-pdf"),
        path("g/<code:code>/sheets/", sheet_list, name="sheets"),
        path("g/<code:code>/record.json", record, name="record"),
    ),
    parts=(Part("page", shown_own_page, is_private=True),),
    forget_person=lambda person: packs_forget(person.classroom),
    forget_name=lambda classroom, name: packs_forget(classroom),
)
