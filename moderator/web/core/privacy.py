"""Who can read what players write, in words: on the settings and before the first message."""

from __future__ import annotations

from django.utils.translation import gettext

from moderator.play.models import Diplomacy
from moderator.play.table.messages import MessageSettings


def privacy_of(settings: MessageSettings) -> tuple[str, ...]:
    """Sentences for those who write, before they do."""
    return (_now(settings), _debrief(settings), _reported(settings))


def _now(settings: MessageSettings) -> str:
    if settings.do_teachers_read:
        return gettext(
            "Your moderator and your instructor can read what you write; of the players only "
            "those you write to."
        )
    return gettext(
        "Only those you write to can read it during the game: your moderator and your instructor "
        "can’t, except what a moderator enters for somebody or opens for players without a phone."
    )


def _debrief(settings: MessageSettings) -> str:
    if settings.afterwards == Diplomacy.Afterwards.EVERYBODY:
        return gettext("At the debrief your instructor can show it to everybody.")
    return gettext("It is not shown at the debrief.")


def _reported(settings: MessageSettings) -> str:
    if settings.do_teachers_read:
        return gettext("If somebody reports a message, your instructor is told.")
    return gettext(
        "If somebody reports a message, your instructor sees it with at most nine before it in "
        "the same conversation, and nothing else."
    )
