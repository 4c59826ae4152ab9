"""Join cards of a class: for every student, sorted by group; with personal links on request."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext, override
from django.views.decorators.http import require_http_methods

from moderator import sheets
from moderator.play import services
from moderator.play.division_now import students_of
from moderator.play.lesson_now import lesson_of
from moderator.play.models import Classroom, Person
from moderator.play.selectors import groups_of
from moderator.play.services.people import PERSONAL_LINK_DAYS
from moderator.rules.seating import SeatLabel
from moderator.web.core.access import classroom_for
from moderator.web.core.responses import file_response
from moderator.web.core.seating import group_seatings
from moderator.web.core.sheet_links import paper_of, requested_paper
from moderator.web.core.sheet_names import slug_of
from moderator.web.printing.game_sheets import SheetRequest
from moderator.web.printing.people import Site, join_place

BLANK_CARDS = 8
"""How many cards without names there are if nobody is in the class yet: a page."""


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
def class_cards(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The cards as a PDF; a POST prints new personal links on them, which replace earlier ones.

    `?paper=` asks for another size than the class's.
    """
    paper = requested_paper(request) if "paper" in request.GET else paper_of(classroom)
    asked = SheetRequest(paper, get_language() or "en")
    site, words = Site.of(request), ["join-cards"]
    if request.method == "POST":
        parts = personal_card_parts(classroom, site, asked)
        words.append("personal-links")
    else:
        parts = join_card_parts(classroom, site, asked)
    name = slug_of(classroom.name, f"class-{classroom.pk}")
    pdf = sheets.pdf_of(parts)
    return file_response(pdf, "application/pdf", "-".join([name, *words, f"{paper}.pdf"]))


def join_card_parts(
    classroom: Classroom, site: Site, asked: SheetRequest
) -> list[sheets.SheetPart]:
    """Cards with codes for all students, and for names of the roster that nobody has taken.

    Without any, a page of cards to write names on.
    """
    place = join_place(site, classroom)
    students = _students(classroom)
    cards = _cards(classroom, site, students, {})
    if lesson_of(classroom).are_names_printed:
        free = classroom.roster.filter(person=None)
        cards += [sheets.JoinCard(one.name, "", "", place) for one in free]
    cards = cards or [sheets.JoinCard("", "", "", place)] * BLANK_CARDS
    at = max([classroom.created, *(person.joined for person in students)])
    return _parts(classroom, site, asked, cards, at)


def personal_card_parts(
    classroom: Classroom, site: Site, asked: SheetRequest
) -> list[sheets.SheetPart]:
    """Cards with new personal links, which replace all earlier ones of the class's students."""
    students = _students(classroom)
    links = services.personal_links_renew(classroom)
    cards = _cards(classroom, site, students, links)
    blank = [sheets.JoinCard("", "", "", join_place(site, classroom))] * BLANK_CARDS
    return _parts(classroom, site, asked, cards or blank, timezone.now())


def _students(classroom: Classroom) -> list[Person]:
    return list(students_of(classroom).filter(is_simulated=False))


def _cards(
    classroom: Classroom, site: Site, students: Sequence[Person], links: Mapping[int, str]
) -> list[sheets.JoinCard]:
    """A card for each student: by groups, in them by seats, then those without a group."""
    places = {group.pk: join_place(site, group) for group in groups_of(classroom)}
    seats = dict(_seats(classroom))
    is_named = lesson_of(classroom).are_names_printed
    until = _until(classroom)
    cards = []
    for person in sorted(students, key=lambda person: _order(person, seats)):
        seat, link = seats.get(person.pk), links.get(person.pk, "")
        name = person.display_name if is_named else ""
        if link and not is_named:  # or nobody could tell whose card it is
            name = gettext("Student %d") % person.number
        cards.append(
            sheets.JoinCard(
                name=name,
                group=person.group.name if person.group else "",
                seat=seat.name if seat else "",
                join=places.get(person.group_id or 0) or join_place(site, classroom),
                link=f"{site.url}{reverse('back', args=[link])}" if link else "",
                until=until if link else "",
            )
        )
    return cards


def _seats(classroom: Classroom) -> Iterator[tuple[int, SeatLabel]]:
    """The seats of the groups' present games by the people who have them."""
    for table in group_seatings(groups_of(classroom)):
        for status in table.seats:
            for pk in status.persons:
                yield pk, status.seat


def _order(person: Person, seats: Mapping[int, SeatLabel]) -> tuple[bool, int, int, str]:
    group, seat = person.group, seats.get(person.pk)
    number = group.number if group else 0
    return group is None, number, seat.number if seat else len(seats) + 1, person.name_key


def _until(classroom: Classroom) -> str:
    """The last day on which a personal link made now works, in words."""
    end = timezone.now() + timedelta(days=PERSONAL_LINK_DAYS)
    day = date_format(end.astimezone(ZoneInfo(classroom.time_zone)), "j F")
    return gettext("until %s") % day


def _parts(
    classroom: Classroom,
    site: Site,
    asked: SheetRequest,
    cards: Sequence[sheets.JoinCard],
    at: datetime,
) -> list[sheets.SheetPart]:
    text = json.dumps([asdict(card) for card in cards])
    with override(asked.language):
        origin = gettext("Join cards of %s") % classroom.name
    stamp = sheets.Stamp(
        group_name=classroom.name,
        class_name="",
        game_number=1,
        entries=0,
        hash=hashlib.sha256(text.encode()).hexdigest(),
        at=at,
        time_zone=classroom.time_zone,
        language=asked.language,
        origin=origin,
    )
    return sheets.join_cards(sheets.CardSheet(cards, site.is_reached), stamp, asked.paper)
