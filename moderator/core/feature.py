"""What features add to what all of them share: each says it in its `feature.py`."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

if TYPE_CHECKING:
    from django.db.models import Model
    from django.http import HttpRequest, HttpResponse
    from django.urls import URLPattern

    from moderator.core.class_page import ClassHead
    from moderator.core.log import Fold, LoggedMove
    from moderator.core.look import Book, Look
    from moderator.core.models import Classroom, Game, Person
    from moderator.core.sentences import LateNote, SlipAuthors
    from moderator.core.written import SaidOnTable
    from moderator.rules.reading import Wire
    from moderator.rules.seating import SeatLabel


class Shown(NamedTuple):
    """A part of a frame as its viewer gets it: what it depends on, besides what every frame does
    (`moderator/core/frames.py`), and what renders it then."""

    key: Hashable
    html: Callable[[], SafeString]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a group's frame. `shown`: None if this viewer has none now. `place`: above or below
    the chart; or "chart": a game's own chart has its place. `is_private`: never for who only
    watches."""

    name: str
    shown: Callable[[Look], Shown | None]
    place: Literal["above", "chart", "below"] = "above"
    is_private: bool = False


class Section:
    """What a student's page has outside the frame; its template gets `section` and `page`.

    `head`: its part of the page's head. `unread`: news, counted in the page's title. `open`: which
    talk the address opens; empty for their list.
    """

    template: ClassVar[str]
    head: ClassVar[str]
    style: ClassVar[str]
    unread: int
    open: str


@dataclass(frozen=True, slots=True)
class Typed:
    """A column in which people of a class type texts: erasing a name reaches it.

    `of_class`: the way from the row to its class. `by`: the column with who typed it, whose erasure
    takes the text; `seat`: with the player for whom it was typed, maybe by a moderator.
    """

    model: type[Model]
    column: str
    letters: int
    of_class: str = "game__group__classroom"
    by: str = ""
    seat: str = ""


class ErasedName(NamedTuple):
    """Whose name is erased (None: nobody has joined with it), its key as in `Person`, and what
    replaces it in a text."""

    person: Person | None
    key: str
    without: Callable[[str], str]


HtmlOf = Callable[..., tuple[str, float] | None]
"""The content for a class or group (and a number), and after how many seconds it changes by itself
(0: never); None if there is no such page."""

Why = tuple["SeatLabel", str]
"""Why the program did something for a seat, in a sentence."""

DemoWrite = Callable[["Game", Mapping[str, Any], str, "Person", str], None]
"""Writes a note for its player, under this key, by this person in this role."""


@dataclass(frozen=True, kw_only=True)
class Feature:
    """What a feature adds.

    Attributes:
        urls: its addresses.
        books: what it keeps on a game's table, beside the log.
        parts: of a group's frame, in their order on the page.
        said: what players have told each other or noted in it, as far as it is in its books.
        as_seen: a state as people see it, beside the log.
        awaited: the players who have to act beside the log; None if it says nothing of it.
        names: of those who play a game, by seat.
        recorded: what follows from a move that is stored: the log before and after it.
        goes_on: what follows when a game that was over or stopped goes on.
        late_notes: on entries that were recorded later, by their numbers.
        spoken: what is said to a typed move before a moderator records it; empty: nothing.
        reasons: why bots made these moves, as far as the viewer may know it.
        slip_authors: who wrote what a reveal has recorded, by its first entry.
        section: of a student's page, for its seat and for what the address asks.
        class_pages, class_lines: frames of a class by their audience: whole pages, and lines on
            the instructor's pages. A name that ends in ":" is followed by a number.
        class_steps: pages of a class at its address, by the step (`core/class_page.py`).
        group_pages: the same of a group, besides its chart.
        typed: where people type texts.
        forget_person: erases who somebody was, but for the name.
        forget_name: erases a name that somebody has typed, where that is more than a text.
        demo_writes: what the demo's notes of a kind (`classes/demo.py`) write.
        demo_end: prepares a finished game of the demo for its debrief.
    """

    urls: tuple[URLPattern, ...] = ()
    books: tuple[Book[Any], ...] = ()
    parts: tuple[Part, ...] = ()
    said: Callable[[Look], tuple[SaidOnTable, ...]] = lambda look: ()
    as_seen: Callable[[Look, Any], Any] = lambda look, state: state
    awaited: Callable[[Look], frozenset[str] | None] = lambda look: None
    names: Callable[[Game], dict[str, str]] = lambda game: {}
    recorded: Callable[[Game, Fold, Fold], object] = lambda game, before, after: None
    goes_on: Callable[[Game], object] = lambda game: None
    late_notes: Callable[[Look, Sequence[LoggedMove]], dict[int, LateNote]] = lambda look, some: {}
    spoken: Callable[[Look, Wire], str] = lambda look, wire: ""
    reasons: Callable[[Look, Sequence[LoggedMove]], tuple[Why, ...]] = lambda look, run: ()
    slip_authors: Callable[[Look, LoggedMove], tuple[SlipAuthors, ...]] = lambda look, first: ()
    section: Callable[[Look, Mapping[str, str]], Section | None] = lambda look, asked: None
    class_pages: Mapping[str, HtmlOf] = field(default_factory=dict)
    class_lines: Mapping[str, HtmlOf] = field(default_factory=dict)
    class_steps: Mapping[str, Callable[[HttpRequest, ClassHead], HttpResponse]] = field(
        default_factory=dict
    )
    group_pages: Mapping[str, HtmlOf] = field(default_factory=dict)
    typed: tuple[Typed, ...] = ()
    forget_person: Callable[[Person], object] = lambda person: None
    forget_name: Callable[[Classroom, ErasedName], object] = lambda classroom, name: None
    demo_writes: Mapping[str, DemoWrite] = field(default_factory=dict)
    demo_end: Callable[[Game], object] = lambda game: None


FEATURES: list[Feature] = []
"""All of them, in the order of `moderator/features/__init__.py`; filled when the site starts."""


def names_in(game: Game) -> dict[str, str]:
    """The names of those who play, by seat, where a feature knows them."""
    return {seat: name for one in FEATURES for seat, name in one.names(game).items()}


def part_html(template: str, **values: Any) -> SafeString:
    """A part's template with these values alone."""
    return render_to_string(template, values)
