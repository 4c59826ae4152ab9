"""Questions of the debrief as part of a seat's frame; answers are in no frame."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from django.urls import reverse

from moderator.core.feature import Shown, part_html
from moderator.core.look import Look
from moderator.core.models import Game
from moderator.features.debrief.questions.read import asked_in


@dataclass(frozen=True, slots=True)
class ShownQuestion:
    """A question, and the entries that it is about."""

    text: str
    moves: tuple[int, ...]
    is_closed: bool


@dataclass(frozen=True, slots=True)
class QuestionsPart:
    """What the group is asked; `replay` shows a move by its number, `answers` is the page to
    write on."""

    questions: tuple[ShownQuestion, ...]
    replay: str
    answers: str

    @property
    def are_closed(self) -> bool:
        """Whether no answer can be changed any more."""
        return all(one.is_closed for one in self.questions)


def questions_part(look: Look) -> QuestionsPart | None:
    """What the viewer's seat is asked now; None if that is nothing, and for others."""
    asked = asked_in(look) if look.viewer.seat else ()
    if not asked:
        return None
    shown = (ShownQuestion(one.text, tuple(one.moves), one.closed_at is not None) for one in asked)
    code = look.game.group.code
    return QuestionsPart(tuple(shown), replay_at(look.game), reverse("play-questions", args=[code]))


def shown_questions(look: Look) -> Shown | None:
    """The part of a frame."""
    part = questions_part(look)
    html = partial(part_html, "debrief/frame_questions.html", part=part)
    return Shown(part, html) if part else None


def replay_at(game: Game) -> str:
    """The start of the URL that shows the game after an entry."""
    return f"{reverse('chart-replay', args=[game.group.code])}?game={game.number}&move="
