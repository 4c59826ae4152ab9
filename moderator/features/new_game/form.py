"""The form of a new game: which questions apply, which clash, and what was answered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from django.forms import BoundField
from django.http import QueryDict
from django.utils.translation import gettext

from moderator.core.forms import OptionsForm, text_of
from moderator.features.new_game import settings as new_game_settings
from moderator.features.new_game.drafts import CatalogueItem
from moderator.features.new_game.secrecy import AFTERWARDS, READERS, SECRECY, VERDICTS, WRITTEN
from moderator.features.new_game.settings import ACTING, AGREED, DICE, REVEAL, START
from moderator.rules.errors import Refused
from moderator.rules.game import Rules
from moderator.rules.kinds import Option, OptionValue
from moderator.rules.seating import player_ids

# Which settings apply to a new game, found by asking the rules; and which options clash.

DEPENDENT = (DICE, REVEAL, AGREED, READERS, AFTERWARDS, VERDICTS, *SECRECY)
"""The settings that apply or don't, depending on the scenario and the options."""


Follower = tuple[str, str, frozenset[Any]]
"""A setting that applies only with some values of one option: its name, the option's, and these."""


@dataclass(frozen=True)
class Applying:
    """The settings that apply whatever is chosen, and those that follow an option's value."""

    always: frozenset[str]
    followers: tuple[Follower, ...]

    @property
    def names(self) -> frozenset[str]:
        """All that may be asked for."""
        return self.always | {setting for setting, _option, _values in self.followers}

    @property
    def shared(self) -> frozenset[str]:
        """Those that follow more than one option: with any of them they apply."""
        counted = Counter(setting for setting, _option, _values in self.followers)
        return frozenset(name for name, number in counted.items() if number > 1)

    def with_options(self, options: Mapping[str, Any]) -> frozenset[str]:
        return self.always | {
            setting for setting, option, values in self.followers if options.get(option) in values
        }


def applying(rules: Rules[Any], scenario: Any) -> Applying:
    """Which of the `DEPENDENT` settings apply. Cost: a state for each value of each option."""
    usual = rules.effective_options(scenario, {})
    now = _found(rules, scenario, usual)
    followers: list[Follower] = []
    always = set(now)
    for option in rules.options:
        with_value = {
            one.value: _found(rules, scenario, {**usual, option.name: one.value})
            for one in option.values
        }
        for name in DEPENDENT:
            values = frozenset(value for value, found in with_value.items() if name in found)
            if values and len(values) < len(with_value):
                followers.append((name, option.name, values))
                always.discard(name)
    return Applying(frozenset(always), tuple(followers))


def _found(rules: Rules[Any], scenario: Any, options: Mapping[str, Any]) -> frozenset[str]:
    """Those that apply with these options; of a drawn scenario those that the rules have at all."""
    if scenario is None:
        has = {DICE: rules.has_dice, REVEAL: bool(rules.orders), AGREED: bool(rules.agreed)}
        return frozenset(name for name, is_there in has.items() if is_there)
    given = dict(options)
    if rules.players:
        given["players"] = player_ids(rules.players[0])
    try:
        state = rules.begin(scenario, given)
    except Refused:
        return frozenset()
    verbs = rules.verbs
    agreed = rules.agreed.verbs if rules.agreed else ()
    has = {
        DICE: rules.has_dice and any(verb.dice(state) for verb in verbs.values()),
        REVEAL: rules.orders is not None and rules.orders.are_written(state),
        AGREED: any(verbs[verb].is_in(state) for verb in agreed),
        READERS: rules.has_messages(state) or rules.has_diplomatic_records(state),
        AFTERWARDS: rules.has_messages(state) or rules.has_diplomatic_records(state),
        VERDICTS: rules.has_diplomatic_records(state),
        **dict.fromkeys(SECRECY, rules.has_goals(scenario)),
    }
    return frozenset(name for name, is_there in has.items() if is_there)


def impossible(rules: Rules[Any], scenario: Any) -> dict[tuple[str, Any], str]:
    """Why the value of an option can't be chosen with this scenario, by name and value."""
    if scenario is None:
        return {}
    usual = rules.effective_options(scenario, {})
    before = set(rules.clashes(scenario, usual))
    found = {}
    for option in rules.options:
        for one in option.values:
            clashes = rules.clashes(scenario, {**usual, option.name: one.value})
            if new := [clash for clash in clashes if clash not in before]:
                found[option.name, one.value] = " ".join(new)
    return found


def clashing(rules: Rules[Any], scenario: Any, options: Mapping[str, Any]) -> dict[str, Option]:
    """For each clash of these options the one to change, without which it would be gone."""
    clashes = rules.clashes(scenario, options)
    usual = rules.effective_options(scenario, {})
    found: dict[str, Option] = {}
    for option in rules.options:
        if option.name not in options or options[option.name] == usual.get(option.name):
            continue
        without = rules.clashes(scenario, {**options, option.name: usual.get(option.name)})
        for clash in clashes:
            if clash not in without and clash not in found:
                found[clash] = option
    return found


# The questions of a new game: which apply, what can't be chosen, and what has been changed.


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


def opening(
    question: SetupQuestion, values: frozenset[Any], follower: SetupQuestion | None
) -> SetupQuestion:
    """The question; with these values the follower is asked, too, or (None) the shared ones."""
    opens: dict[str, Any] = {"opens_shared" if follower is None else "opens": True}
    answers = (
        replace(one, **opens) if one.value.value in values else one for one in question.answers
    )
    follow = question.follow if follower is None else (*question.follow, follower)
    return replace(question, answers=tuple(answers), follow=follow)


def advice(clash: str, option: Option, usual: Any) -> str:
    """A clash with what to do about it: choose the value with which it is gone."""
    label = next((one.label for one in option.values if one.value == usual), str(usual))
    return f"{clash} {gettext('Choose “%(value)s”.') % {'value': label}}"


# The form of a new game: its questions, open and folded, and what was answered.

# A page of an earlier release doesn't send them.
_ADDED = (START, *SECRECY, AGREED, REVEAL, *WRITTEN)


@dataclass(frozen=True)
class GameForm:
    """The settings (`run`) and the options of the rules, with what depends on what."""

    item: CatalogueItem
    run: OptionsForm
    options: OptionsForm
    usual_settings: Mapping[str, Any]
    applying: Applying

    @cached_property
    def essential(self) -> tuple[SetupQuestion, ...]:
        """What is always shown."""
        return tuple(one for name, one in self._settings.items() if name in self._essential)

    @cached_property
    def folds(self) -> tuple[QuestionSection, ...]:
        """What is folded away as long as it is as usual."""
        recommended = gettext("as recommended for this scenario")
        usual = gettext("as in the rule book")
        none = recommended if self.item.recommended else usual
        rest = tuple(
            one
            for name, one in self._settings.items()
            if name in self.applying.always or name not in (*DEPENDENT, *self._essential)
        )
        found = (
            QuestionSection(
                "options",
                gettext("Options"),
                none,
                tuple(self._options.values()),
                tuple(one for name, one in self._settings.items() if name in self.applying.shared),
            ),
            QuestionSection("settings", gettext("Settings"), gettext("as usual"), rest),
        )
        return tuple(fold for fold in found if fold.questions)

    @property
    def _essential(self) -> tuple[str, ...]:
        return (ACTING, START) if self.item.secrets else (ACTING,)

    @cached_property
    def _settings(self) -> dict[str, SetupQuestion]:
        return questions_of(self.run, self.usual_settings)

    @cached_property
    def _options(self) -> dict[str, SetupQuestion]:
        rules, scenario = self.item.rules, self.item.scenario
        usual = rules.effective_options(scenario, {})
        found = questions_of(self.options, usual, impossible(rules, scenario))
        for name, option, values in self.applying.followers:
            if name in self._settings:
                is_shared = name in self.applying.shared
                follower = None if is_shared else self._settings[name]
                found[option] = opening(found[option], values, follower)
        return found

    def has_errors(self) -> bool:
        return bool(self.run.errors or self.options.errors)

    @property
    def errors(self) -> tuple[SetupQuestion, ...]:
        shown = (*self.essential, *(one for fold in self.folds for one in fold.all))
        flat = (each for one in shown for each in (one, *one.follow))
        return tuple(one for one in flat if one.error)

    def clean(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The settings and options that were sent; errors are kept beside their questions.

        What doesn't apply with these options is left out.
        """
        for form in (self.run, self.options):
            form.full_clean()
        run, options = self.run.cleaned_data, self.options.cleaned_data
        applies = self.applying.with_options(options)
        run = {name: run[name] for name in run if name in applies or name not in DEPENDENT}
        run = {name: self.usual_settings[name] for name in SECRECY if name in applies} | run
        for name, clash in new_game_settings.clashes(self.item.rules, run).items():
            self.run.add_error(name, clash)
        return run, options

    def explain_clashes(self, games: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
        """Put each clash of these games' options beside the one to change; return the rest."""
        rules, scenario = self.item.rules, self.item.scenario
        usual = rules.effective_options(scenario, {})
        explained: dict[str, Option] = {}
        rest: dict[str, None] = {}
        for options in games:
            found = clashing(rules, scenario, options)
            for clash in found.keys() - explained.keys():
                option = explained[clash] = found[clash]
                self.options.add_error(option.name, advice(clash, option, usual[option.name]))
            rest |= dict.fromkeys(c for c in rules.clashes(scenario, options) if c not in found)
        return tuple(rest)


def form_of(
    item: CatalogueItem,
    settings: Mapping[str, Any],
    options: Mapping[str, Any],
    data: QueryDict | None = None,
) -> GameForm:
    """The form, as it was sent or filled with these settings and options."""
    rules, scenario = item.rules, item.scenario
    applies = applying(rules, scenario)
    asked = tuple(
        one
        for one in new_game_settings.options_of_new(rules, item.secrets, applies.names)
        if data is None or one.name not in _ADDED or one.name in data
    )
    has_goals = rules.has_goals(scenario)
    usual = new_game_settings.defaults(rules, bool(item.secrets), has_goals)
    run = OptionsForm(
        asked,
        data,
        initial=usual | dict(settings),
        recommended={START: True} if item.secrets else {},
    )
    its_options = OptionsForm(
        rules.options,
        data,
        initial=rules.effective_options(scenario, options),
        recommended=item.recommended,
    )
    return GameForm(item, run, its_options, usual, applies)
