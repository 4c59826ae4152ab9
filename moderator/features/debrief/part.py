"""The live parts of a debrief: its pages and the history, and in frames releases and questions."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import partial
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext

from moderator.core import ended
from moderator.core.cache import cached_page
from moderator.core.ended import is_ended
from moderator.core.feature import Shown, part_html
from moderator.core.games import template_of
from moderator.core.log import past_of
from moderator.core.look import Look, look_at
from moderator.core.models import Game, Group
from moderator.core.written import said_line
from moderator.features.deals.records_part import rows_of
from moderator.features.debrief.questions import asked_in
from moderator.features.debrief.releases import (
    RELEASES,
    Released,
    has_debrief,
    has_debrief_page,
    has_release,
    released,
)
from moderator.features.tournaments.read import players_of
from moderator.live.events import sign_of
from moderator.rules.deals import SaidLine
from moderator.rules.seating import PUBLIC


def history_html(group: Group, number: int) -> tuple[str, float] | None:
    """What happened so far in the group's game of this number; None if it has no history."""
    look = _look_at(group, number)
    if look is None or not look.rules.has_history:
        return None
    look = look.by(ended.seen_as(look))
    key = (look.game.uid, look.fold.key, look.fold.number, look.viewer, get_language())
    return cached_page("history", key, lambda: _history(look)), 0


def debrief_html(group: Group, number: int) -> tuple[str, float] | None:
    """What changes with what may be read of the game, and with nothing that others can't read; None
    if it has no debrief. The page itself depends on the position that is shown.
    """
    look = _look_at(group, number)
    if look is None or not has_debrief_page(look.fold):
        return None
    look = look.by(ended.seen_as(look))
    now = released_now(look)
    return sign_of((where_of(look), now.state, now.summary, now.what.has_all, now.items)), 0


def _look_at(group: Group, number: int) -> Look | None:
    game = group.games.filter(number=number).first()
    return look_at(game) if game else None


def _history(look: Look) -> SafeString:
    game, rules = look.game, look.rules
    steps = past_of(look.fold, look.fold.number, look.viewer)
    context: dict[str, Any] = {
        "history": rules.history_view(look.timeline.start, steps, look.viewer),
        "replay": replay_at(game),
    }
    name = template_of(game.rules, "history.html", "debrief/history_points.html")
    return render_to_string(name, context)


# What of a game everybody may read now.


class ReleasedNow:
    """What everybody may read now. `state`: why it is nothing, or empty."""

    def __init__(self, look: Look) -> None:
        self.what = released(look)
        self.items, self.state, self.summary = said_in(look, self.what), "", ""
        if not has_debrief(look.fold):
            return
        if not RELEASES.of(look).can_be:
            self.state = gettext(
                "Everybody was told at the start that others never read what is written."
            )
        elif not has_release(look):
            self.state = gettext(
                "Your instructor hasn’t released anything yet. This page shows it as soon as it is "
                "released."
            )
        elif self.items:
            self.summary = released_sentence(self.what)
        else:
            self.state = released_sentence(self.what)


def released_now(look: Look) -> ReleasedNow:
    return cached_page(
        "debrief",
        (look.game.changes, *where_of(look)),
        lambda: ReleasedNow(look),
        lambda shown: 2_000 + 2_500 * len(shown.items),
    )


def where_of(look: Look) -> tuple[Hashable, ...]:
    """The game now, and what changes without it: the viewer, who sees more when other groups have
    finished, and the names of those who play."""
    names = tuple(players_of(look.game).items())
    now = look.game.uid, look.fold.key, look.game.is_stopped, look.game.is_concluded
    return *now, get_language(), look.viewer, names


def said_in(look: Look, what: Released) -> tuple[SaidLine, ...]:
    """What somebody may read: messages, contacts and promises, the oldest first.

    Cost: one judging of all promises for each log and book.
    """
    labels = look.timeline.labels
    messages = (said_line(look.fold, labels, one) for one in what.messages)
    contacts, promises = rows_of(look, what.records, is_debrief=True)
    lines = (*messages, *contacts, *promises)
    return tuple(sorted(lines, key=lambda line: (line.log_number, line.at)))


# What the instructor has released of a game, as part of everybody's frame.

NEWEST_MOST = 3  # if there are more, a phone only links to the page


def shown_debrief(look: Look) -> Shown | None:
    """What has been released to everybody; None before, and while the game goes on."""
    if not has_release(look):
        return None
    what = released(look.by(PUBLIC))
    is_short = look.viewer.seat is not None and len(what.rows) <= NEWEST_MOST
    sentence = released_sentence(what)
    html = partial(
        part_html,
        "debrief/frame_debrief.html",
        sentence=sentence,
        url=f"{reverse('debrief', args=[look.game.group.code])}?game={look.game.number}",
        items=said_in(look, what) if is_short else (),
    )
    return Shown((sentence, look.game.changes), html)


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


# The questions of a debrief as part of a seat's frame; answers are in no frame.


def shown_questions(look: Look) -> Shown | None:
    """What the viewer's seat is asked now; None if that is nothing, and for others."""
    asked = asked_in(look) if look.viewer.seat else ()
    if not asked:
        return None
    html = partial(
        part_html,
        "debrief/frame_questions.html",
        questions=asked,
        are_closed=all(one.closed_at for one in asked),
        replay=replay_at(look.game),
        answers=reverse("play-questions", args=[look.game.group.code]),
    )
    return Shown(tuple((one.text, tuple(one.moves), one.closed_at is None) for one in asked), html)


def replay_at(game: Game) -> str:
    """The start of the URL that shows the game after an entry."""
    return f"{reverse('chart-replay', args=[game.group.code])}?game={game.number}&move="
