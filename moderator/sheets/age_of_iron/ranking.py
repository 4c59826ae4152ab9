"""The ranking of a score sheet: the result as a sentence, and a row for each country."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from moderator.rules.age_of_iron.views.view import ChartView, Country
from moderator.sheets.age_of_iron.panels import ranked
from moderator.sheets.age_of_iron.result import result_of
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.sheet import Block, Section

RESULT, RESULT_LEADING, MOST_RESULT = 18.0, 21.0, 8
WORTH, WORTH_LEADING = 11.5, 15.0
HEAD, ROW, LOW_ROW, MANY = 17.0, 21.0, 18.0, 6
"""Heights in points: the table's head, its rows, and those of a table with many of them."""
PLACE, BADGE, NAME_SHARE = 22.0, 16.0, 0.4
COLUMN, LEAST = 54.0, 8.5


def ranking(view: ChartView, width: float, players: Mapping[str, str]) -> Section:
    """The result, then the countries by their place with who played; for a ranked view."""
    title = _("Final score") if view.is_over else view.stopped or _("If the game ended now")
    if view.is_frozen:
        title = _("As it stood when Game-turn %d began") % view.turn
    table = _Table(view, width, players)
    return Section(title, [_sentence(view, width), Block(table.height, table.draw)])


def _sentence(view: ChartView, width: float) -> Block:
    """The result in large type; what follows stands beside it, or below if it is long."""
    who, worth = result_of(view)
    lines = fonts.wrap(who, RESULT, width, MOST_RESULT, face="serif")
    used = fonts.width(lines[-1], RESULT, "serif") + 8
    is_beside = fonts.width(fonts.clean(worth), WORTH) <= width - used
    below = [] if is_beside else fonts.wrap(worth, WORTH, width, MOST_RESULT)
    height = RESULT_LEADING * len(lines) + WORTH_LEADING * len(below) + 6

    def draw(page: Page, x: float, y: float) -> None:
        with page.element("P"):
            for line in lines:
                y += RESULT_LEADING
                page.text(x, y - 3, line, RESULT, is_serif=True)
            if is_beside:
                page.text(x + used, y - 3, worth, WORTH)
            for line in below:
                y += WORTH_LEADING
                page.text(x, y - 3, line, WORTH)

    return Block(height, draw)


@dataclass(frozen=True, slots=True)
class _Table:
    view: ChartView
    width: float
    players: Mapping[str, str]

    @property
    def row(self) -> float:
        """The height of a row in points."""
        return ROW if len(self.view.countries) < MANY else LOW_ROW

    @property
    def height(self) -> float:
        return HEAD + self.row * len(self.view.countries)

    def draw(self, page: Page, x: float, y: float) -> None:
        start, share, room = self._names(x)
        with page.element("Table"):
            with page.element("TR"):
                page.text(x, y, "", 8.5, tag="TD")
                heads = [(start, _("Country"), share)]
                if self.players:
                    heads.append((start + share, _("Played by"), room - share))
                for left, text, most in heads:
                    with page.element("TH"):
                        page.text(left, y + 11, text, 8.5, most - 4, least=LEAST)
                for right, text in self._rights(x, _heads()):
                    with page.element("TH"):
                        page.text(right, y + 11, text, 8.5, COLUMN - 5, "right", least=8)
            page.line(x, y + HEAD, x + self.width, y + HEAD, 0.8)
            for k, country in enumerate(ranked(self.view)):
                with page.element("TR"):
                    self._row(page, x, y + HEAD + k * self.row, country)

    def _names(self, x: float) -> tuple[float, float, float]:
        """Where names begin, the room for the country's, and that for both names."""
        start = x + PLACE + BADGE + 7
        room = x + self.width - COLUMN * len(_heads()) - start
        return start, room * NAME_SHARE if self.players else room, room

    def _rights(self, x: float, texts: Sequence[str]) -> Iterator[tuple[float, str]]:
        for k, text in enumerate(texts):
            yield x + self.width - COLUMN * (len(texts) - 1 - k), text

    def _row(self, page: Page, x: float, y: float, country: Country) -> None:
        start, share, room = self._names(x)
        base = y + self.row / 2 + 4
        with page.element("TD"):
            page.text(x + 12, base, str(country.place), 12, PLACE, "centre", is_serif=True)
        with page.element("TH", scope="Row"):
            page.badge(x + PLACE, y + (self.row - BADGE) / 2, BADGE, country.seat)
            page.text(start, base, country.seat.name, 11, share - 4, is_bold=True)
        if self.players:
            names = self.players.get(country.seat.id, "")
            with page.element("TD"):
                page.text(start + share, base, names, 9.5, room - share - 4)
        *parts, (right, total) = self._rights(x, _numbers(country))
        for edge, text in parts:
            with page.element("TD"):
                page.text(edge, base, text, 10, COLUMN - 6, "right")
        with page.element("TD"):
            page.text(right, base + 0.5, total, 13, COLUMN - 6, "right", is_bold=True)
        page.line(x, y + self.row, x + self.width, y + self.row)


def _heads() -> list[str]:
    return [_("Presence"), _("Prevention"), _("Civilization"), _("Trade"), _("Total")]


def _numbers(country: Country) -> list[str]:
    """The points of a country by what they are for; a word for what is secret."""
    parts = (country.presence, country.prevent, country.civilization, country.trade)
    return [_("secret") if one is None else str(one) for one in (*parts, country.total)]
