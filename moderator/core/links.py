"""Links to sheets, to join, to return and to consoles, each of the last with its QR code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext as _

from moderator.core import credentials, queries
from moderator.core.events import Kind, record
from moderator.core.forms import whole_number
from moderator.core.lesson import lesson_of
from moderator.core.log import Fold, rules_of, start_of
from moderator.core.models import Classroom, Game, Group, Person
from moderator.core.people import RETURN_LINK_S, person_return_link
from moderator.core.responses import address, do_phones_reach, public_url
from moderator.core.written import settings_of
from moderator.plots import qr
from moderator.sheets.drawing import Paper
from moderator.sheets.games import sheets_for
from moderator.sheets.layout.kind import Needs, SheetKind, When
from moderator.sheets.snapshot import GameSnapshot

# A game's sheets: their URLs, and the game and paper size that a request asks for.

WHEN_NAMES: Mapping[When, Promise] = {
    "before": gettext_lazy("Before the game"),
    "during": gettext_lazy("During the game"),
    "after": gettext_lazy("After the game"),
}


@dataclass(frozen=True)
class SheetLink:
    """A sheet as lists have it, by its address, or in the form of a pack by its `id`.

    `about`: a sentence about what it is for. `is_secret`: it has what players may not know.
    """

    label: str
    address: str = ""
    when: When = "during"
    about: str = ""
    is_secret: bool = False
    id: str = ""


def kinds_of(game: Game) -> dict[SheetKind, Needs]:
    """The sheets that the game has, with what they need, first those that lead."""
    rules, state = rules_of(game), start_of(game)
    is_shared = rules.has_messages(state) and settings_of(game).does_everybody_read
    now = GameSnapshot(rules, state, rules.seats_of(state), has_shared_messages=is_shared)
    return sheets_for(now)


def listed_of(game: Game) -> dict[SheetKind, Needs]:
    """Those without what other sheets have, too, and which only their addresses lead to."""
    return {kind: needs for kind, needs in kinds_of(game).items() if kind.is_listed}


def unprintable_of(game: Game) -> str:
    """What is on no sheet although it is written, and why; empty if nothing is."""
    has_messages = rules_of(game).has_messages(start_of(game))
    if not has_messages or settings_of(game).does_everybody_read:
        return ""
    return _("Messages are on no sheet: by the game’s settings others never read them.")


def links_to(
    game: Game, is_over: bool = False, number: int | None = None, has_more: bool = False
) -> tuple[SheetLink, ...]:
    """The sheets of a group's present game, in their order.

    Args:
        is_over: there are no secrets of the rules any more, so no such sheets for moderators only.
        number: the number of the game, for an earlier one.
        has_more: whether moderators may read more of what was written than everybody.
    """
    found = []
    for kind, needs in listed_of(game).items():
        path = reverse("sheet-pdf", args=[game.group.code, kind.id])
        earlier = [f"game={number}"] if number else []
        about = str(kind.about)
        address = "?".join([path, *earlier])
        link = SheetLink(str(kind.name), address, kind.when, about, kind.is_secret)
        found.append(link)
        is_written = has_more and "said" in needs
        if is_written or (kind.secret_view and not is_over):
            label = _("%(sheet)s, moderator only") % {"sheet": link.label}
            moves = ["moves=1"] if kind.add_moves else []
            address = f"{path}?{'&'.join([*earlier, 'moderator=1', *moves])}"
            about = _("The same, with what players may not know yet.")
            found.append(SheetLink(label, address, kind.when, about, is_secret=True))
    return tuple(found)


def menu_of(game: Game, when: When) -> tuple[SheetLink, ...]:
    """The game's sheets for that time, each once."""
    return tuple(
        SheetLink(str(kind.name), reverse("sheet-pdf", args=[game.group.code, kind.id]), when)
        for kind in listed_of(game)
        if kind.when == when
    )


def time_of(fold: Fold, is_stopped: bool = False) -> When:
    """Whether the game is still to begin, is being played, or has ended or was stopped."""
    now = fold.timeline
    if is_stopped or now.is_over:
        return "after"
    return "during" if fold.number else "before"


def paper_of(classroom: Classroom) -> Paper:
    return "letter" if lesson_of(classroom).paper == "letter" else "a4"


def requested_game(request: HttpRequest, group: Group) -> Game:
    """The group's game of number `?game=`, by default the present one; 404 if there is none."""
    number = request.GET.get("game", "")
    if not number:
        return queries.game_or_404(group)
    return get_object_or_404(group.games, number=whole_number(number))


def requested_paper(request: HttpRequest, classroom: Classroom) -> Paper:
    """The class's paper; old addresses ask for a size with `?paper=`, 404 if there is no such."""
    paper = request.GET.get("paper", paper_of(classroom))
    if paper == "a4":
        return "a4"
    if paper == "letter":
        return "letter"
    raise Http404


# The parts of names of files.

MOST_LETTERS = 30
"""Of a class's or group's name in the name of a file, which may have 255 bytes altogether."""


def slug_of(name: str, otherwise: str) -> str:
    """A name as part of the name of a file, perhaps shortened; `otherwise` if nothing is left."""
    return slugify(name, allow_unicode=True)[:MOST_LETTERS].strip("-_") or otherwise


def file_name(of: Classroom | Group, *parts: str) -> str:
    """A file's name: the class, perhaps the group, and these parts; no two of a class share it."""
    if isinstance(of, Classroom):
        return "-".join([slug_of(of.name, f"class-{of.pk}"), *parts])
    return file_name(of.classroom, slug_of(of.name, f"group-{of.number}"), *parts)


# Join links, return links and links to consoles, each with its QR code.
#
# Where phones can't reach this site there is no QR code, and pages explain how to let them in
# (`templates/core/no_phones.html`).


@dataclass(frozen=True)
class PhoneLink:
    """A link for another device. `qr` is empty if no other device reaches the link.

    `code`: what can be typed instead, a join code or a PIN, at this `address`. `minutes`: how long
    the link works, if that is limited.
    """

    url: str
    qr: SafeString
    code: str = ""
    address: str = ""
    minutes: int = 0


def return_link_of(request: HttpRequest, person: Person, by: int | None = None) -> PhoneLink:
    """A new link with which the person can return on another device.

    Args:
        by: the number of the moderator who makes it; an instructor is known.
    """
    place = person.classroom_id
    record(Kind.RETURN_LINK_MADE, person=by, classroom=place, about=person.number)
    path = reverse("back", args=[person_return_link(person)])
    label = gettext("QR code that brings %(name)s back") % {"name": person.display_name}
    return replace(phone_link(request, path, label), minutes=RETURN_LINK_S // 60)


def console_access_of(request: HttpRequest, group: Group) -> PhoneLink:
    """The link and the PIN that open a group's console without an account."""
    path = reverse("console-link", args=[credentials.console_token(group)])
    label = gettext("QR code that opens the console of %(name)s") % {"name": group.name}
    pin, where = credentials.console_pin(group), address(public_url(request, reverse("pin")))
    return replace(phone_link(request, path, label), code=pin, address=where)


def phone_link(request: HttpRequest, path: str, label: str) -> PhoneLink:
    """The link to a page of this site."""
    url = public_url(request, path)
    return PhoneLink(url, qr_of(url, label) if do_phones_reach(request) else SafeString())


def qr_of(url: str, label: str) -> SafeString:
    """The URL as a QR code; `qr` escapes its arguments."""
    return mark_safe(qr(url, label))  # noqa: S308


def invitation(request: HttpRequest, place: Classroom | Group) -> PhoneLink:
    """How to join: the code, the address to type, and a QR code of both."""
    label = gettext("QR code that leads to the join page of %(name)s") % {"name": place.name}
    link = phone_link(request, reverse("join", args=[place.code]), label)
    home = address(public_url(request, reverse("home")))
    return replace(link, code=place.code_shown, address=home)
