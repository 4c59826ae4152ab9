"""The questions of a new game: which apply, what can't be chosen, and what has been changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.forms import BoundField
from django.utils.translation import gettext

from moderator.rules.option import Option, OptionValue
from moderator.web.core.forms import OptionsForm, text_of


@dataclass(frozen=True)
class SetupAnswer:
    """One of a question's answers.

    `impossible` says why it can't be chosen here, `is_usual` marks the one that is meant if nobody
    changes anything; with one that `opens`, the questions that follow are asked, and with one that
    `opens_shared` those that follow several questions.
    """

    text: str
    value: OptionValue
    is_chosen: bool
    is_usual: bool
    is_recommended: bool
    impossible: str = ""
    opens: bool = False
    opens_shared: bool = False


@dataclass(frozen=True)
class SetupQuestion:
    """An option or a setting in the form. `follow`: what is asked with some of its answers only."""

    option: Option
    field: BoundField
    usual: str
    answers: tuple[SetupAnswer, ...] = ()
    follow: tuple[SetupQuestion, ...] = ()

    @property
    def error(self) -> str:
        """Why what was sent is not possible."""
        return str(self.field.errors[0]) if self.field.errors else ""

    @property
    def has_error(self) -> bool:
        """Whether that holds for it, or for one that follows."""
        return bool(self.error) or any(one.has_error for one in self.follow)

    @property
    def chosen(self) -> str:
        """What is chosen, as text; a number as it was typed."""
        value = self.field.value()
        return "" if value is None else str(value)

    @property
    def changes(self) -> tuple[str, ...]:
        """What differs from the usual answers, in words."""
        own: tuple[str, ...] = ()
        if self.chosen != self.usual:
            label = next((one.value.label for one in self.answers if one.is_chosen), self.chosen)
            own = (f"{self.option.label}: {label}",)
        asked = self.follow if any(one.opens and one.is_chosen for one in self.answers) else ()
        return own + tuple(change for one in asked for change in one.changes)


@dataclass(frozen=True)
class QuestionSection:
    """Questions in a folded section, whose heading says what is set.

    `none`: what it says if nothing has been changed. `shared`: what is asked with some answers to
    several of the questions.
    """

    id: str
    title: str
    none: str
    questions: tuple[SetupQuestion, ...] = field(default=())
    shared: tuple[SetupQuestion, ...] = field(default=())

    @property
    def all(self) -> tuple[SetupQuestion, ...]:
        """All questions, asked or not."""
        return (*self.questions, *self.shared)

    @property
    def changes(self) -> tuple[str, ...]:
        """What differs from the usual answers."""
        answers = (answer for one in self.questions for answer in one.answers)
        is_asked = any(one.opens_shared and one.is_chosen for one in answers)
        asked = self.all if is_asked else self.questions
        return tuple(change for one in asked for change in one.changes)

    @property
    def has_error(self) -> bool:
        """Whether it has to be open."""
        return any(one.has_error for one in self.all)


def questions_of(
    form: OptionsForm,
    usual: Mapping[str, Any],
    impossible: Mapping[tuple[str, Any], str] | None = None,
) -> dict[str, SetupQuestion]:
    """The form's questions by name.

    Args:
        usual: each one's usual value.
        impossible: why a value can't be chosen, by the question's name and the value.
    """
    found = {}
    for option, bound, recommended in form.rows:
        meant = text_of(usual[option.name]) if option.name in usual else ""
        answers = tuple(
            SetupAnswer(
                text=text_of(value.value),
                value=value,
                is_chosen=text_of(value.value) == bound.value(),
                is_usual=text_of(value.value) == meant,
                is_recommended=text_of(value.value) == recommended,
                impossible=(impossible or {}).get((option.name, value.value), ""),
            )
            for value in option.values
        )
        found[option.name] = SetupQuestion(option, bound, meant, answers)
    return found


def nested(
    questions: Mapping[str, SetupQuestion],
    followers: Iterable[tuple[SetupQuestion, str, frozenset[Any]]],
) -> dict[str, SetupQuestion]:
    """The questions with those that follow one of them.

    Args:
        followers: each with the name of the question that it follows, and with which values.
    """
    found = dict(questions)
    for follower, name, values in followers:
        before = found[name]
        answers = (
            replace(one, opens=one.opens or one.value.value in values) for one in before.answers
        )
        found[name] = replace(before, answers=tuple(answers), follow=(*before.follow, follower))
    return found


def opening_shared(
    questions: Mapping[str, SetupQuestion], name: str, values: frozenset[Any]
) -> dict[str, SetupQuestion]:
    """The questions; with these values of the one with that name, the shared ones are asked."""
    before = questions[name]
    answers = (
        replace(one, opens_shared=one.opens_shared or one.value.value in values)
        for one in before.answers
    )
    return {**questions, name: replace(before, answers=tuple(answers))}


def advice(clash: str, option: Option, usual: Any) -> str:
    """A clash with what to do about it: choose the value with which it is gone."""
    label = next((one.label for one in option.values if one.value == usual), str(usual))
    return f"{clash} {gettext('Choose “%(value)s”.') % {'value': label}}"
