"""What the instructor has released of a game, as part of everybody's frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from moderator.core.ended import is_ended
from moderator.core.feature import Shown, part_html
from moderator.core.log import Fold
from moderator.core.look import Look
from moderator.features.debrief.releases.read import Released, has_release, released
from moderator.features.debrief.said import said_in
from moderator.rules.said import SaidLine
from moderator.rules.seating import PUBLIC

NEWEST_MOST = 3  # if there are more, a phone only links to the page


@dataclass(frozen=True, slots=True)
class DebriefPart:
    """What has been released. `changes` grows with it; `items`: what a seat reads at once."""

    sentence: str
    url: str
    changes: int
    items: tuple[SaidLine, ...] = ()


def debrief_part(look: Look) -> DebriefPart | None:
    """What has been released to everybody; None before, and while the game goes on."""
    if not has_release(look):
        return None
    what = released(look.by(PUBLIC))
    number = len(what.messages) + len(what.records.contacts) + len(what.records.promises)
    is_short = look.viewer.seat is not None and number <= NEWEST_MOST
    return DebriefPart(
        sentence=released_sentence(what),
        url=f"{reverse('debrief', args=[look.game.group.code])}?game={look.game.number}",
        changes=look.game.changes,
        items=said_in(look, what) if is_short else (),
    )


def shown_debrief(look: Look) -> Shown | None:
    """The part of a frame."""
    part = debrief_part(look)
    html = partial(part_html, "debrief/frame_debrief.html", part=part)
    return Shown((part.sentence, part.changes), html) if part else None


def has_debrief_page(fold: Fold) -> bool:
    """Whether the game has a page of its debrief: its rules know promises."""
    return fold.timeline.rules.promises is not None


def links_to_debrief(look: Look) -> bool:
    """Whether other pages link to the debrief: it has a page, and the game is over or stopped."""
    return has_debrief_page(look.fold) and is_ended(look)


def released_sentence(what: Released) -> str:
    counts = counted(len(what.messages), len(what.records.contacts), len(what.records.promises))
    if counts:
        return gettext("Your instructor has released %(counts)s.") % {"counts": counts}
    if what.has_all:
        return gettext("Your instructor has released everything: nothing was written.")
    return gettext("Nothing was written in the part that your instructor has released.")


def counted(messages: int, contacts: int, promises: int) -> str:
    """The numbers in words, without those that are 0.

    >>> counted(14, 0, 1)
    '14 messages and 1 promise'
    """
    parts = (
        (messages, ngettext("%(n)d message", "%(n)d messages", messages)),
        (contacts, ngettext("%(n)d contact", "%(n)d contacts", contacts)),
        (promises, ngettext("%(n)d promise", "%(n)d promises", promises)),
    )
    return _listed([words % {"n": number} for number, words in parts if number])


def _listed(words: Sequence[str]) -> str:
    if len(words) < 2:
        return "".join(words)
    facts = {"first": ", ".join(words[:-1]), "last": words[-1]}
    return gettext("%(first)s and %(last)s") % facts
