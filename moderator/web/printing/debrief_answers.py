"""The sheet of a class with the questions of the debrief and the answers."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict

from django.utils.translation import gettext, override

from moderator import sheets
from moderator.play.debrief_answers import AskedQuestion, GivenAnswer, answers_of
from moderator.play.lesson_now import lesson_of
from moderator.play.models import Classroom
from moderator.web.printing.game_sheets import SheetRequest
from moderator.web.printing.people import Site


def answer_parts(classroom: Classroom, _site: Site, asked: SheetRequest) -> list[sheets.SheetPart]:
    """The pages; none before a question has been asked."""
    found = answers_of(classroom)
    if not found:
        return []
    is_named = lesson_of(classroom).are_names_printed
    with override(asked.language):
        printed = [_printed(one, is_named) for one in found]
        origin = gettext("Debrief of %s") % classroom.name
    times = [one.question.asked_at for one in found if one.question.asked_at]
    times += [given.answer.at for one in found for group in one.groups for given in group.answers]
    stamp = sheets.Stamp(
        group_name=gettext("The class"),
        class_name="",
        game_number=1,
        entries=0,
        hash=_hash(printed),
        at=max(times),
        time_zone=classroom.time_zone,
        language=asked.language,
        origin=origin,
    )
    return sheets.answer_sheet(sheets.AnswerSheet(classroom.name, printed), stamp, asked.paper)


def _printed(asked: AskedQuestion, is_named: bool) -> sheets.PrintedQuestion:
    about = [asked.group.name] if asked.group else []
    if asked.question.moves:
        numbers = ", ".join(str(number) for number in asked.question.moves)
        about.append(gettext("moves %s") % numbers)
    groups = [
        ("" if asked.group else group.name, [_answer(one, is_named) for one in group.answers])
        for group in asked.groups
    ]
    return sheets.PrintedQuestion(asked.question.text, ", ".join(about), groups)


def _answer(given: GivenAnswer, is_named: bool) -> sheets.PrintedAnswer:
    who = [given.player, given.name if is_named else ""]
    return sheets.PrintedAnswer(", ".join(filter(None, who)), given.answer.text)


def _hash(printed: Sequence[sheets.PrintedQuestion]) -> str:
    text = json.dumps([asdict(one) for one in printed])
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
