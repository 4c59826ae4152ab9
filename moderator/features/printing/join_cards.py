"""Join cards: for each student a card to cut out, with how to join a class or group."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from moderator.core.lesson import lesson_of
from moderator.core.models import Classroom, Person
from moderator.core.people import PERSONAL_LINK_DAYS, personal_links_renew
from moderator.core.queries import groups_of
from moderator.core.seating import group_seatings
from moderator.features.people.dividing import students_of
from moderator.features.printing.class_parts import Site, class_stamp, join_place
from moderator.features.printing.game_sheets import SheetRequest
from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing import LEAST, Page, Paper, cut_across, cut_down, draw_qr, fonts
from moderator.sheets.drawing.canvas import SheetPart
from moderator.sheets.layout import Sheet
from moderator.sheets.layout.kind import SheetKind, no_header
from moderator.sheets.snapshot import JoinPlace, Stamp

COLUMNS, ROWS = 2, 4
PAD, QR = 12.0, 96.0
NAMES, NAME_LINES, LEADING = (15.0, 13.0, 11.5, 10.0, 8.5), 2, 11.5
MOST_NAME_LINES = 4


@dataclass(frozen=True, slots=True)
class JoinCard:
    """What a card says.

    Args:
        name: the student's; a card without a name is for anybody.
        group, seat: where the student sits; may be empty.
        join: where to join, and the code.
        link: a URL that signs this student in; its QR code takes the place of that of `join`.
        until: how long the link works, in words.
    """

    name: str
    group: str
    seat: str
    join: JoinPlace
    link: str = ""
    until: str = ""


def join_cards(
    cards: Sequence[JoinCard], is_reached: bool, stamp: Stamp, paper: Paper = "a4"
) -> list[SheetPart]:
    """The cards in their order, eight to a page, with lines to cut along.

    Args:
        is_reached: whether phones can open the links.

    Raises:
        ValueError: for another paper than "a4" or "letter".
    """
    fill = partial(_fill, is_reached=is_reached)
    kind = SheetKind("join-cards", gettext_lazy("Join cards"), fill, header=no_header)
    return kind.lay_out(cards, stamp, paper)


def _fill(sheet: Sheet, cards: Sequence[JoinCard], is_reached: bool) -> None:
    each = COLUMNS * ROWS
    for start in range(0, len(cards), each):
        if start:
            sheet.new_page()
        _fill_page(sheet, cards[start : start + each], is_reached)


def _fill_page(sheet: Sheet, cards: Sequence[JoinCard], is_reached: bool) -> None:
    page, top, height = sheet.page, sheet.top, (sheet.bottom - sheet.top) / ROWS
    middle = (sheet.left + sheet.right) / 2
    for k, card in enumerate(cards):
        x = sheet.left if k % COLUMNS == 0 else middle + PAD
        y = top + height * (k // COLUMNS)
        with page.element("Sect"):
            _card(page, x, y + PAD, middle - PAD - sheet.left, height - 2 * PAD, card, is_reached)
    rows = -(-len(cards) // COLUMNS)
    cut_down(page, middle, top, top + height * rows)
    for row in range(1, rows + 1):
        cut_across(page, sheet.left, sheet.right, top + height * row)


def _card(
    page: Page, x: float, y: float, width: float, height: float, card: JoinCard, is_reached: bool
) -> None:
    url = (card.link or card.join.url) if is_reached else ""
    room = width - QR - PAD if url else width
    if url:
        draw_qr(page, x + width - QR, y, QR, url)
    base = _name(page, x, y, room, card.name)
    for text in filter(None, (card.group, card.seat)):
        base += 14
        page.text(x, base, text, 10.5, room, least=LEAST)
    base += 18
    page.text(x, base, _("Join code"), 9, room, least=LEAST)
    page.text(x, base + 17, card.join.code, 18, room, least=LEAST, is_bold=True)
    page.text(x, base + 29, card.join.address, 9, room, least=LEAST)
    _explain(page, x, max(base + 29, y + QR) + 3, width, y + height, card, bool(url))


def _name(page: Page, x: float, y: float, room: float, name: str) -> float:
    """Writes the name, or draws a line for it; returns the last baseline."""
    if not name:
        page.line(x, y + 20, x + room, y + 20, 0.6)
        return y + 20
    tries = ((size, fonts.wrap(name, size, room, face="serif")) for size in NAMES)
    least = NAMES[-1], fonts.wrap_whole(name, NAMES[-1], room, MOST_NAME_LINES, "serif")
    size, lines = next((one for one in tries if len(one[1]) <= NAME_LINES), least)
    page.lines(x, y + 13, lines, size * 1.2, size, room, is_serif=True, tag="H1")
    return y + 13 + size * 1.2 * (len(lines) - 1)


def _explain(
    page: Page, x: float, y: float, width: float, bottom: float, card: JoinCard, has_qr: bool
) -> None:
    """Says what the QR code does, and writes the personal link if there is room for all of it."""
    if card.link:
        about = _("For you alone: this link signs you in once, %s.") % card.until
        if has_qr:
            about = _("For you alone: the QR code signs you in once, %s.") % card.until
    elif has_qr:
        about = _("Scan, or type the code, and choose your name.")
    else:
        about = _("Type the code on the site, and choose your name.")
    lines = fonts.wrap(about, 9, width, 2)
    link = fonts.wrap(card.link, LEAST, width) if card.link else []
    if y + LEADING * (len(lines) + len(link)) > bottom and has_qr:
        link = []
    for size, line in [*((9.0, line) for line in lines), *((LEAST, line) for line in link)]:
        y += LEADING
        page.text(x, y, line, size)


# Join cards of a class: for every student, sorted by group; with personal links on request.

BLANK_CARDS = 8
"""How many cards without names there are if nobody is in the class yet: a page."""


def join_card_parts(classroom: Classroom, site: Site, asked: SheetRequest) -> list[SheetPart]:
    """Cards with codes for all students, and for names of the roster that nobody has taken.

    Without any, a page of cards to write names on.
    """
    place = join_place(site, classroom)
    students = _students(classroom)
    cards = _cards(classroom, site, students, {})
    if lesson_of(classroom).are_names_printed:
        free = classroom.roster.filter(Q(person=None) | Q(person__is_removed=True))
        cards += [JoinCard(one.name, "", "", place) for one in free]
    cards = cards or [JoinCard("", "", "", place)] * BLANK_CARDS
    at = max([classroom.created, *(person.joined for person in students)])
    return _parts(classroom, site, asked, cards, at)


def personal_card_parts(classroom: Classroom, site: Site, asked: SheetRequest) -> list[SheetPart]:
    """Cards with new personal links, which replace all earlier ones of the class's students."""
    students = _students(classroom)
    links = personal_links_renew(classroom)
    cards = _cards(classroom, site, students, links)
    blank = [JoinCard("", "", "", join_place(site, classroom))] * BLANK_CARDS
    return _parts(classroom, site, asked, cards or blank, timezone.now())


def _students(classroom: Classroom) -> list[Person]:
    return [person for person in students_of(classroom) if not person.is_simulated]


def _cards(
    classroom: Classroom, site: Site, students: Sequence[Person], links: Mapping[int, str]
) -> list[JoinCard]:
    """A card for each student: by groups, in them by seats, then those without a group."""
    places = {group.pk: join_place(site, group) for group in groups_of(classroom)}
    seats = dict(_seats(classroom))
    is_named = lesson_of(classroom).are_names_printed
    end = timezone.now() + timedelta(days=PERSONAL_LINK_DAYS)
    last_day = date_format(end.astimezone(ZoneInfo(classroom.time_zone)), "j F")
    until = _("until %s") % last_day
    cards = []
    for person in sorted(students, key=lambda person: _order(person, seats)):
        seat, link = seats.get(person.pk), links.get(person.pk, "")
        name = person.display_name if is_named else ""
        if link and not is_named:  # or nobody could tell whose card it is
            name = _("Student %d") % person.number
        cards.append(
            JoinCard(
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


def _order(person: Person, seats: Mapping[int, SeatLabel]) -> tuple[bool, int, int]:
    group, seat = person.group, seats.get(person.pk)
    number = group.number if group else 0
    return group is None, number, seat.number if seat else len(seats) + 1


def _parts(
    classroom: Classroom,
    site: Site,
    asked: SheetRequest,
    cards: Sequence[JoinCard],
    at: datetime,
) -> list[SheetPart]:
    with override(asked.language):
        title, origin = _("Join cards"), _("Join cards of %s") % classroom.name
    stamp = class_stamp(classroom, origin, asked.language, at, title)
    return join_cards(cards, site.is_reached, stamp, asked.paper)
