"""The groups of a class whose game counts no points: who won in each."""

from __future__ import annotations

from functools import partial

from django.utils.translation import gettext as _

from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import INK
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.sheet import Block, Sheet
from moderator.sheets.of_class.data import EndedData, EndedGame
from moderator.sheets.of_class.part import SMALL, cell, flow_table
from moderator.sheets.of_class.players import listed_players

NUMBER, GROUP, WINNER, BADGE, LEADING = 24.0, 128.0, 140.0, 16.0, 10.5
MOST_WINNERS = 6
Lines = list[str]


def add_ended(sheet: Sheet, data: EndedData) -> None:
    """Adds a row for each group."""
    width = sheet.right - sheet.left
    head = Block(16, partial(_head, width=width))
    flow_table(sheet, _("Groups"), head, [_row(game, width) for game in data.games])


def _head(page: Page, x: float, y: float, *, width: float) -> None:
    heads = ((0.0, _("Group")), (NUMBER + GROUP, _("Winner")))
    with page.element("TR"):
        for start, text in (*heads, (NUMBER + GROUP + WINNER, _("Who played, and the end"))):
            cell(page, x + start, y + 10, text, WINNER - 8, head="Column")
    page.line(x, y + 15, x + width, y + 15, 1.1, INK)


def _row(game: EndedGame, width: float) -> Block:
    names = fonts.wrap(game.name, 9.5, GROUP - 8, 2)
    led = fonts.wrap(game.led, SMALL, GROUP - 8, 2) if game.led else []
    texts = [text for text in (listed_players(game.players), game.sentence) if text]
    room = width - NUMBER - GROUP - WINNER
    said = [line for text in texts for line in fonts.wrap(text, SMALL, room, 4)]
    winners = len(game.winners[:MOST_WINNERS]) or 1
    height = max(LEADING * max(len(names + led), len(said)) + 7, 18.0 * winners + 4)
    draw = partial(_draw, game=game, names=names, led=led, said=said, width=width, height=height)
    return Block(height, draw)


def _draw(
    page: Page,
    x: float,
    y: float,
    *,
    game: EndedGame,
    names: Lines,
    led: Lines,
    said: Lines,
    width: float,
    height: float,
) -> None:
    base = y + 13
    with page.element("TR"):
        with page.element("TH", scope="Row"):
            page.text(x, base, str(game.number), 12, NUMBER - 5, is_serif=True)
            for k, line in enumerate([*names, *led]):
                size = 9.5 if k < len(names) else SMALL
                page.text(x + NUMBER, base + LEADING * k, line, size)
        with page.element("TD"):
            _winners(page, x + NUMBER + GROUP, y + 2, game)
        with page.element("TD"):
            page.lines(x + NUMBER + GROUP + WINNER, base, said, LEADING, SMALL)
    page.line(x, y + height, x + width, y + height, 0.4, INK)


def _winners(page: Page, x: float, y: float, game: EndedGame) -> None:
    if not game.winners:
        page.text(x, y + 11, _("nobody"), SMALL, WINNER - 8)
    for k, seat in enumerate(game.winners[:MOST_WINNERS]):
        page.badge(x, y + 18 * k, BADGE, seat)
        room = WINNER - BADGE - 12
        page.text(x + BADGE + 5, y + 12 + 18 * k, seat.name, 10.5, room, is_bold=True)
