"""The pages of packs: what to print, the progress of a pack, and its file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_safe

from moderator.core.access import classroom_for
from moderator.core.class_models import LessonSettings
from moderator.core.models import Classroom, Group
from moderator.core.responses import UNPROCESSABLE, SeeOther, file_response, render_page
from moderator.core.sheet_links import file_name
from moderator.features.printing.models import Pack
from moderator.features.printing.packs import making
from moderator.features.printing.packs.choice import (
    ORDERS,
    CannotPrint,
    ClassGames,
    OfferedSheet,
    PackChoice,
    by_when,
    check_choice,
    first_choice,
    offered_sheets,
    order_name,
    pack_key,
    posted_choice,
)
from moderator.features.printing.people import Site
from moderator.features.printing.write import pack_request, packs_check


@dataclass(frozen=True)
class ShownPack:
    """A pack in words."""

    pack: Pack
    names: str  # of its sheets
    order: str
    paper: str
    is_secret: bool

    @classmethod
    def of(cls, pack: Pack, now: ClassGames) -> ShownPack:
        """The pack of a class that plays these games."""
        choice = PackChoice.from_wire(pack.choice)
        names = {sheet.id: sheet.label for sheet in offered_sheets(now)}
        return cls(
            pack,
            ", ".join(names[kind] for kind in choice.kinds if kind in names),
            order_name(choice.order, now),
            "Letter" if choice.paper == "letter" else "A4",
            bool(pack.choice.get("is_secret")),
        )

    @property
    def percent(self) -> int:
        return 100 * self.pack.sheets_done // self.pack.sheets if self.pack.sheets else 0


@dataclass(frozen=True)
class PrintPage:
    """What a class can print, and its packs, the newest first.

    `sections`: the sheets by the time of a game, which is a preset, too: all of them. `orders` and
    `papers`: values and names.
    """

    classroom: Classroom
    sections: Sequence[tuple[str, str, Sequence[OfferedSheet]]]
    orders: Sequence[tuple[str, str]]
    papers: Sequence[tuple[str, object]]
    choice: PackChoice
    groups: int
    without: tuple[Group, ...]  # groups that have no game
    packs: tuple[ShownPack, ...]
    error: str = ""


@dataclass(frozen=True)
class PackPage:
    """One pack: its progress, its file, or why there is none. `fields`: its form, to try again."""

    classroom: Classroom
    shown: ShownPack
    fields: tuple[tuple[str, str], ...]


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
def class_print(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Choose what to print; a post asks for the pack."""
    now = ClassGames.of(classroom)
    if request.method != "POST":
        page = _page(now, first_choice(request, now))
        return render_page(request, "printing/print.html", page)
    choice = posted_choice(request, now)
    try:
        check_choice(now, choice)
    except CannotPrint as error:
        page = _page(now, choice, str(error))
        return render_page(request, "printing/print.html", page, UNPROCESSABLE)
    pack = _requested(request, classroom, choice)
    return SeeOther(reverse("class-pack", args=[classroom.pk, pack.pk]))


def _requested(request: HttpRequest, classroom: Classroom, choice: PackChoice) -> Pack:
    site, language = Site.of(request), get_language() or "en"
    key = pack_key(classroom, site, choice, language)
    pack = pack_request(classroom, key, choice.to_wire(), language, site.url)
    if pack.is_pending:
        transaction.on_commit(making.start)
    return pack


def _page(now: ClassGames, choice: PackChoice, error: str = "") -> PrintPage:
    packs_check()
    packs = Pack.objects.filter(classroom=now.classroom).order_by("-pk")
    return PrintPage(
        now.classroom,
        by_when(offered_sheets(now)),
        [(order, order_name(order, now)) for order in ORDERS],
        LessonSettings.Paper.choices,
        choice,
        len(now.games),
        now.without,
        tuple(ShownPack.of(pack, now) for pack in packs),
        error,
    )


@require_safe
@classroom_for("manage-class")
def class_pack(request: HttpRequest, classroom: Classroom, number: int) -> HttpResponse:
    """A pack; with `?part` only what changes. It starts a pack that still waits."""
    packs_check()
    pack = _pack(classroom, number)
    if pack.state == Pack.State.WAITING:
        making.start()
    page = PackPage(classroom, ShownPack.of(pack, ClassGames.of(classroom)), _fields(pack))
    part = "#progress" if "part" in request.GET else ""
    return render_page(request, f"printing/pack.html{part}", page)


@require_safe
@classroom_for("manage-class")
def class_pack_pdf(request: HttpRequest, classroom: Classroom, number: int) -> HttpResponse:
    """A pack's file; 404 until it is there."""
    pack = _pack(classroom, number)
    if not pack.is_done or pack.pdf is None:
        raise Http404
    choice = PackChoice.from_wire(pack.choice)
    secret = ["moderator-only"] if pack.choice.get("is_secret") else []
    parts = [f"pack-{pack.pk}", f"by-{choice.order}", *secret, f"{choice.paper}.pdf"]
    name = file_name(classroom, *parts)
    return file_response(bytes(pack.pdf), "application/pdf", name)


def _pack(classroom: Classroom, number: int) -> Pack:
    pack = Pack.objects.filter(classroom=classroom, pk=number).first()
    if pack is None:
        raise Http404
    return pack


def _fields(pack: Pack) -> tuple[tuple[str, str], ...]:
    choice = PackChoice.from_wire(pack.choice)
    switches = {
        "moves": choice.has_moves,
        "secrets": choice.has_secrets,
        "two-sided": choice.is_two_sided,
    }
    return (
        *(("sheet", kind) for kind in choice.kinds),
        ("order", choice.order),
        ("paper", choice.paper),
        *((name, "yes") for name, is_on in switches.items() if is_on),
    )
