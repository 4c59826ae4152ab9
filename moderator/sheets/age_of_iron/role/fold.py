"""A role sheet on one page with two folds, printed on one side.

The upper part is folded back and the lower one up: closed, the name is outside and the secrets
are inside; opened, it stands as a name tent with the secrets behind it.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from moderator.sheets.age_of_iron.role.known import KnownThird
from moderator.sheets.age_of_iron.role.secret import SecretThird
from moderator.sheets.age_of_iron.role.tent import Tent, draw_tent
from moderator.sheets.age_of_iron.role.view import RoleSheet
from moderator.sheets.drawing.page import Page
from moderator.sheets.drawing.paper import MARGIN
from moderator.sheets.layout.sheet import Sheet

BACK, UP = 0.318, 0.652
"""Where the folds are, relative to the page's height; the lowest part has the footer too."""
LABEL, ABOVE, BELOW = 8.5, 16.0, 20.0
"""The size of the words at a fold, and the room that they take above and below it, in points."""


class FoldedSheet:
    """The parts of a country's role sheet on the page of a sheet; `fits` if nothing is cut."""

    def __init__(self, sheet: Sheet, view: RoleSheet) -> None:
        self.view, self.stamp = view, sheet.footer.stamp
        self.left, self.width = sheet.left, sheet.right - sheet.left
        self.back, self.up = sheet.size[1] * BACK, sheet.size[1] * UP
        self.secret = SecretThird(view, self.width, self.up - self.back - 4)
        self.known = KnownThird(view, self.width, sheet.bottom + 4 - self.up - BELOW)

    @property
    def fits(self) -> bool:
        """Whether everything has its place."""
        return self.secret.fits and self.known.fits

    def draw(self, page: Page) -> None:
        """Draws the three parts and the folds between them."""
        top, bottom = MARGIN, self.back - ABOVE - 4
        with page.turned(self.left + self.width / 2, (top + bottom) / 2):
            draw_tent(page, self.left, top, self.width, bottom - top, self._tent())
        middle, right = self.left + self.width / 2, self.left + self.width
        page.text(middle, self.back - 6, _("Fold back: the name faces the table"), LABEL,
                  self.width, "centre")  # fmt: skip
        page.path([(self.left, self.back), (right, self.back)], dash=(5, 3))
        page.bookmark(self.back, self.view.country.seat.name)
        self.secret.draw(page, self.left, self.back)
        page.path([(self.left, self.up), (right, self.up)], dash=(1, 2.5))
        page.text(middle, self.up + 11, _("Fold up: the sheet is closed, the secrets are inside"),
                  LABEL, self.width, "centre")  # fmt: skip
        self.known.draw(page, self.left, self.up + BELOW)

    def _tent(self) -> Tent:
        chart, stamp = self.view.chart, self.stamp
        names = [country.seat for country in chart.countries]
        place = {"place": names.index(self.view.country.seat) + 1, "all": len(names)}
        led = [_("Moderator: %s") % stamp.moderators] if stamp.moderators else []
        return Tent(
            self.view.country.seat,
            f"{chart.title} · {stamp.group_name}",
            stamp.players.get(self.view.country.seat.id, ""),
            [_("Order of play: %(place)d of %(all)d") % place, *led],
            stamp.join,
        )
